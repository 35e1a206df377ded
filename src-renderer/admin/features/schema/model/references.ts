import {
  arrayNode,
  fromValue,
  type JsonNode,
  objectNode,
  textOf,
  toValue,
} from '../../../../../src-server/json-schema/json-node';
import {
  decodeFragment,
  fromPointer,
  type Path,
  toPointer,
} from '../../../../../src-server/json-schema/json-pointer';
import { nodeAt } from '../../../../../src-server/json-schema/node-path';
import { asSchema } from './schema-node';

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

interface Reference {
  readonly ref: string;
  /** The innermost schema around it with its own `$id`. */
  readonly base: JsonNode;
  /** Pointer of the definition that it is in; null: it is in none. */
  readonly owner: string | null;
}

interface Named {
  readonly node: JsonNode;
  readonly owner: string | null;
}

/** What refers to what in a document, read once. */
interface References {
  readonly all: readonly Reference[];
  /** How many lead to a pointer. */
  readonly counts: ReadonlyMap<string, number>;
  /** The schemas with an `$id`: `#name`, the Draft 7 way to name a place, or an address. */
  readonly ids: ReadonlyMap<string, Named>;
}

const known = new WeakMap<JsonNode, References>();

function referencesIn(root: JsonNode): References {
  const found = known.get(root) ?? collected(root);
  known.set(root, found);
  return found;
}

function collected(root: JsonNode): References {
  const all: Reference[] = [];
  const counts = new Map<string, number>();
  const ids = new Map<string, Named>();
  const owners = new Map<JsonNode, string>();
  for (const { kind, steps, schema } of asSchema(root).children)
    if (kind === 'definition') owners.set(schema.json, toPointer(steps));
  const visit = (node: JsonNode, outer: JsonNode, around: string | null) => {
    const owner = owners.get(node) ?? around;
    if (node.kind === 'array') for (const item of node.items) visit(item, outer, owner);
    if (node.kind !== 'object') return;
    const id = textOf(node, '$id')?.replace(/#$/, '');
    if (id !== undefined && !ids.has(id)) ids.set(id, { node, owner });
    const base = id === undefined || id.startsWith('#') ? outer : node;
    const ref = textOf(node, '$ref');
    const path = ref === null ? null : refPath(ref);
    if (ref !== null) all.push({ ref, base, owner });
    if (path) counts.set(toPointer(path), (counts.get(toPointer(path)) ?? 0) + 1);
    for (const { value } of node.members) visit(value, base, owner);
  };
  visit(root, root, null);
  return { all, counts, ids };
}

/** How many references of a document lead to a pointer. */
export function referenceCount(root: JsonNode, pointer: string): number {
  return referencesIn(root).counts.get(pointer) ?? 0;
}

/**
 * The node that a reference points to; undefined if it leads nowhere in this document.
 * @param base the innermost enclosing schema with its own `$id`, which its pointers are relative to
 */
export function refTarget(root: JsonNode, ref: string, base: JsonNode = root): JsonNode | undefined {
  return targetOf(root, { ref, base })?.node;
}

function targetOf(root: JsonNode, { ref, base }: Pick<Reference, 'ref' | 'base'>): Named | undefined {
  const path = refPath(ref);
  if (path) {
    const own = base === root ? undefined : nodeAt(base, path);
    const node = own ?? nodeAt(root, path);
    // What a base contains is in the same definition as the reference to it.
    return node && { node, owner: own ? null : toPointer(path.slice(0, 2)) };
  }
  const [address = '', fragment = ''] = ref.startsWith('#') ? [ref] : ref.split('#');
  const named = referencesIn(root).ids.get(address);
  if (fragment === '' || !named) return named;
  const node = nodeAt(named.node, refPath(`#${fragment}`) ?? ['', '']);
  return node && { ...named, node };
}

/** Paths of the definitions of a document that nothing refers to, except others that nothing refers to. */
export function unusedDefinitions(root: JsonNode): Path[] {
  const definitions = asSchema(root).children.filter(({ kind }) => kind === 'definition');
  if (definitions.length === 0) return [];
  const uses = new Map<string | null, Set<string>>();
  for (const reference of referencesIn(root).all) {
    const target = targetOf(root, reference)?.owner;
    if (target) uses.set(reference.owner, (uses.get(reference.owner) ?? new Set()).add(target));
  }
  const used = new Set<string>();
  const waiting: (string | null)[] = [null];
  for (let owner = waiting.pop(); owner !== undefined; owner = waiting.pop()) {
    for (const target of uses.get(owner) ?? []) {
      if (!used.has(target)) waiting.push(target);
      used.add(target);
    }
  }
  return definitions.map(({ steps }) => steps).filter((steps) => !used.has(toPointer(steps)));
}

/** The document with every reference to a path, or into it, updated to the new path. */
export function movedReferences(node: JsonNode, from: Path, to: Path): JsonNode {
  if (node.kind === 'scalar') return node;
  if (node.kind === 'array') {
    const items = node.items.map((item) => movedReferences(item, from, to));
    return items.every((item, index) => item === node.items[index]) ? node : arrayNode(items);
  }
  const members = node.members.map((member) => {
    const moved = member.key === '$ref' ? movedReference : movedReferences;
    const value = moved(member.value, from, to);
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
