import { type JsonNode, textOf } from '../../../../../src-server/json-schema/json-node';
import { fromPointer, type Path, toPointer } from '../../../../../src-server/json-schema/json-pointer';
import { nodeAt } from '../../../../../src-server/json-schema/node-path';
import { refPath } from './references';

/** References followed in a row; more are a circle. */
const REFERENCES_MAX = 50;

/** The path in the document of a row's pointer, which may lead through references. */
export function documentPath(root: JsonNode, pointer: string): Path {
  let path: Path = [];
  let node: JsonNode | undefined = root;
  for (const token of fromPointer(pointer)) {
    for (let times = 0; times < REFERENCES_MAX; times += 1) {
      const ref = textOf(node, '$ref');
      const target: Path | null = ref === null || (node && nodeAt(node, [token])) ? null : refPath(ref);
      const next: JsonNode | undefined = target ? nodeAt(root, target) : undefined;
      if (!target || !next) break;
      path = target;
      node = next;
    }
    path = [...path, token];
    node = node && nodeAt(node, [token]);
  }
  return path;
}

/** The definition that a row's pointer leads into. */
interface Behind {
  /** Pointer of the definition in the document. */
  readonly definition: string;
  /** Pointer of the reference to it, as the grid shows it. */
  readonly reference: string;
}

/** The definition that a row is shown from through a reference; null for a row at its own place. */
export function definitionBehind(root: JsonNode, pointer: string): Behind | null {
  const view = fromPointer(pointer);
  const path = documentPath(root, pointer);
  let same = 0;
  while (same < Math.min(view.length, path.length) && view.at(-1 - same) === path.at(-1 - same)) same += 1;
  if (same === view.length && same === path.length) return null;
  return {
    definition: toPointer(path.slice(0, path.length - same)),
    reference: toPointer(view.slice(0, view.length - same)),
  };
}

/**
 * The pointer of a row after an edit: what happened in a definition is shown where the person sees it.
 * @param before pointer of the edited row
 * @param after pointer in the document that the edit leads to
 */
export function shownAfter(root: JsonNode, before: string, after: string): string {
  const behind = definitionBehind(root, before);
  if (!behind) return after;
  const isInside = after === behind.definition || after.startsWith(`${behind.definition}/`);
  return isInside ? behind.reference + after.slice(behind.definition.length) : after;
}
