import { type JsonNode, textOf } from '../../../../../src-server/json-schema/json-node';
import { toPointer } from '../../../../../src-server/json-schema/json-pointer';
import { refPath } from './references';

const counts = new WeakMap<JsonNode, ReadonlyMap<string, number>>();

/** How many references of a document lead to a pointer. */
export function referenceCount(root: JsonNode, pointer: string): number {
  const known = counts.get(root) ?? counted(root);
  counts.set(root, known);
  return known.get(pointer) ?? 0;
}

function counted(root: JsonNode): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const stack = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.kind === 'array') for (const item of node.items) stack.push(item);
    if (node.kind !== 'object') continue;
    for (const { value } of node.members) stack.push(value);
    const ref = textOf(node, '$ref');
    const path = ref === null ? null : refPath(ref);
    if (path) found.set(toPointer(path), (found.get(toPointer(path)) ?? 0) + 1);
  }
  return found;
}
