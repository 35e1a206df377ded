import {
  arrayNode,
  fromValue,
  get,
  type JsonNode,
  objectNode,
  textOf,
  toValue,
  withoutKeys,
} from '../../../../../src-server/json-schema/json-node';
import {
  decodeFragment,
  fromPointer,
  type Path,
  toPointer,
} from '../../../../../src-server/json-schema/json-pointer';
import { nodeAt } from '../../../../../src-server/json-schema/node-path';

/** The target path of `#/definitions/Address`; null for an address outside the document, or for a name. */
export function refPath(ref: string): Path | null {
  if (ref === '#') return [];
  if (!ref.startsWith('#/')) return null;
  const pointer = ref.slice(1);
  return fromPointer(decodeFragment(pointer) ?? pointer);
}

/** A reference to a path, as it is written in `$ref`. */
export function refTo(path: Path): string {
  // encodeURI keeps the slash and escapes what a fragment may not contain.
  return `#${encodeURI(toPointer(path))}`;
}

/**
 * The node that a reference points to; undefined if it leads nowhere in this document.
 * @param base the innermost enclosing schema with its own `$id`, which its pointers are relative to
 */
export function refTarget(root: JsonNode, ref: string, base: JsonNode = root): JsonNode | undefined {
  const path = refPath(ref);
  if (path) return nodeAt(base, path) ?? nodeAt(root, path);
  const [address = '', fragment = ''] = ref.startsWith('#') ? [ref] : ref.split('#');
  const named = withId(root, address);
  return fragment === '' || !named ? named : nodeAt(named, refPath(`#${fragment}`) ?? ['', '']);
}

/** The schema with an `$id`: `#name`, the Draft 7 way to name a place, or an address. */
function withId(root: JsonNode, id: string): JsonNode | undefined {
  const stack = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.kind === 'array') stack.push(...node.items);
    if (node.kind !== 'object') continue;
    if (textOf(node, '$id')?.replace(/#$/, '') === id) return node;
    stack.push(...node.members.map(({ value }) => value));
  }
  return undefined;
}

/** Names of the definitions, each with its `$ref`, in document order. */
export function definitionsOf(root: JsonNode): { readonly name: string; readonly ref: string }[] {
  return ['definitions', '$defs'].flatMap((keyword) => {
    const map = nodeAt(root, [keyword]);
    if (map?.kind !== 'object') return [];
    return map.members.map(({ key }) => ({ name: key, ref: refTo([keyword, key]) }));
  });
}

/** The document with every reference to a path, or into it, updated to the new path. */
export function movedReferences(node: JsonNode, from: Path, to: Path): JsonNode {
  if (node.kind === 'scalar') return node;
  if (node.kind === 'array') {
    const items = node.items.map((item) => movedReferences(item, from, to));
    return items.every((item, index) => item === node.items[index]) ? node : arrayNode(items);
  }
  const members = node.members.map((member) => {
    const value =
      member.key === '$ref'
        ? movedReference(member.value, from, to)
        : movedReferences(member.value, from, to);
    return value === member.value ? member : { key: member.key, value };
  });
  return members.every((member, index) => member === node.members[index]) ? node : objectNode(members);
}

function movedReference(node: JsonNode, from: Path, to: Path): JsonNode {
  if (node.kind !== 'scalar') return movedReferences(node, from, to);
  const ref: unknown = toValue(node);
  const path = typeof ref === 'string' ? refPath(ref) : null;
  if (!path || path.length < from.length || !from.every((token, index) => path[index] === token)) return node;
  return fromValue(refTo([...to, ...path.slice(from.length)]));
}

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
