import type { SchemaTree } from '../../../src-server/json-schema/schema-tree';

/**
 * A tree without the description of its root, if that is the text above it: importers write the same words to the event
 * type and to its schema.
 */
export function withoutRootText(tree: SchemaTree, shown: string): SchemaTree {
  return inOneLine(tree.root.description) === inOneLine(shown)
    ? { ...tree, root: { ...tree.root, description: '' } }
    : tree;
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
