import { get, type JsonNode, textOf, withoutKeys } from '../../../../../src-server/json-schema/json-node';
import type { Path } from '../../../../../src-server/json-schema/json-pointer';
import { refTarget } from './references';

const KEYWORDS = ['definitions', '$defs'] as const;

/** Paths of the definitions of a document that nothing refers to, except others that nothing refers to. */
export function unusedDefinitions(root: JsonNode): Path[] {
  const definitions = KEYWORDS.flatMap((keyword) => {
    const map = get(root, keyword);
    return map?.kind === 'object'
      ? map.members.map(({ key, value }) => ({ path: [keyword, key], value }))
      : [];
  });
  if (definitions.length === 0 || root.kind !== 'object') return [];
  const owners = new Map<JsonNode, JsonNode>();
  for (const { value } of definitions) for (const node of nodesIn(value)) owners.set(node, value);
  const used = new Set<JsonNode>();
  const waiting: JsonNode[] = [withoutKeys(root, ...KEYWORDS)];
  const known = new Set<string>();
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    for (const { ref, base } of referencesIn(part, root)) {
      // The same reference leads to the same place, except below an $id.
      if (base === root && known.has(ref)) continue;
      if (base === root) known.add(ref);
      const target = refTarget(root, ref, base);
      const owner = target && owners.get(target);
      if (!owner || used.has(owner)) continue;
      used.add(owner);
      waiting.push(owner);
    }
  }
  return definitions.filter(({ value }) => !used.has(value)).map(({ path }) => path);
}

function* nodesIn(node: JsonNode): Generator<JsonNode> {
  yield node;
  for (const child of childrenOf(node)) yield* nodesIn(child);
}

/** @param base the innermost schema around the node with its own `$id` */
function* referencesIn(node: JsonNode, base: JsonNode): Generator<{ ref: string; base: JsonNode }> {
  const id = textOf(node, '$id');
  const inner = id === null || id.startsWith('#') ? base : node;
  const ref = textOf(node, '$ref');
  if (ref !== null) yield { ref, base: inner };
  for (const child of childrenOf(node)) yield* referencesIn(child, inner);
}

function childrenOf(node: JsonNode): readonly JsonNode[] {
  if (node.kind === 'array') return node.items;
  return node.kind === 'object' ? node.members.map(({ value }) => value) : [];
}
