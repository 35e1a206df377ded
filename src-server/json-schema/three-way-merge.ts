import { canonicalHeld } from './canonical-json';
import { type HeldValue, heldValue } from './held-value';
import { arrayNode, heldNode, type JsonNode, type Member, objectNode } from './json-node';
import { type Path, toPointer } from './json-pointer';
import { printJson } from './print-json';
import { sameHeld, sameJson } from './same-json';
import { isUnordered, partUnder, type SchemaPart } from './schema-parts';

/** Three states of one document: the common base, and what each side made of it. */
interface Versions<T = JsonNode> {
  readonly base: T;
  readonly mine: T;
  readonly theirs: T;
}

/** A place that both changed, differently. Null: nothing is there. */
export interface MergeConflict extends Versions<JsonNode | null> {
  readonly pointer: string;
}

export interface ThreeWayMerge {
  readonly root: JsonNode;
  /** In document order; each is resolved as requested. */
  readonly conflicts: readonly MergeConflict[];
}

interface MergeOptions {
  /** Which value wins at the place of a conflict, null for none; mine by default. */
  readonly choose?: (pointer: string) => keyof Versions | JsonNode | null;
  /** What the document is; a schema by default. */
  readonly part?: SchemaPart;
}

/**
 * Merges two edited versions of one document: an import and the catalog, two editors of a schema, two instances. A
 * change made by only one side is taken; a place that both changed is a conflict. Sets and branches of a schema are
 * merged element by element, other lists are taken as a whole. Keys have the order of mine; those that only theirs has
 * come after the key they follow there. A different order of keys is no difference.
 *
 * Promises: if one side changed nothing, the result is the other side; the same change on both sides is no conflict;
 * swapping mine and theirs changes only the order. Not promised: that the result is a valid schema.
 */
export function mergeThreeWays(versions: Versions, options: MergeOptions = {}): ThreeWayMerge {
  const { choose = () => 'mine', part = 'schema' } = options;
  const conflicts: MergeConflict[] = [];
  const merge = (sides: Sides, path: Path, at: SchemaPart): JsonNode | undefined => {
    const { base, mine, theirs } = sides;
    if (same(mine, theirs, at) || same(base, theirs, at)) return mine?.node;
    if (same(base, mine, at)) return theirs?.node;
    const merged = mergeObjects(sides, path, at) ?? mergeLists(sides, path, at);
    if (merged) return merged;
    const pointer = toPointer(path);
    const stands = (side: Side | undefined) => side?.node ?? null;
    conflicts.push({ pointer, base: stands(base), mine: stands(mine), theirs: stands(theirs) });
    const choice = choose(pointer);
    return typeof choice === 'string' ? sides[choice]?.node : (choice ?? undefined);
  };
  const mergeObjects = (sides: Sides, path: Path, at: SchemaPart): JsonNode | null => {
    if (sides.mine?.node.kind !== 'object' || sides.theirs?.node.kind !== 'object') return null;
    const [base, mine, theirs] = [membersOf(sides.base), membersOf(sides.mine), membersOf(sides.theirs)];
    const members: Member[] = [];
    for (const key of keysInOrder([...mine.keys()], [...theirs.keys()])) {
      const inner = { base: base.get(key), mine: mine.get(key), theirs: theirs.get(key) };
      const value = merge(inner, [...path, key], partUnder(at, key));
      if (value) members.push({ key, value });
    }
    return objectNode(members);
  };
  const mergeLists = (sides: Sides, path: Path, at: SchemaPart): JsonNode | null => {
    if (!isUnordered(at) && at !== 'dependency') return null;
    const [base, mine, theirs] = [itemsOf(sides.base), itemsOf(sides.mine), itemsOf(sides.theirs)];
    if (!mine || !theirs) return null;
    if (at !== 'branches') return mergeSets({ base: base ?? [], mine, theirs }, at);
    if (!base) return null;
    if (!isInPlace(base, mine) || !isInPlace(base, theirs)) return mergeSets({ base, mine, theirs }, at);
    const items = base.map((was, index) =>
      merge({ base: was, mine: mine[index], theirs: theirs[index] }, [...path, String(index)], 'schema'),
    );
    return arrayNode(items.filter((item) => item !== undefined));
  };
  const { base, mine, theirs } = versions;
  const root = merge({ base: sideOf(base), mine: sideOf(mine), theirs: sideOf(theirs) }, [], part);
  // The root exists on both sides, so it exists afterwards.
  return { root: root ?? mine, conflicts };
}

/** A node and its plain value, which is what is compared. */
interface Side {
  readonly node: JsonNode;
  readonly held: HeldValue;
}

/** Undefined: nothing is there. */
type Sides = Versions<Side | undefined>;

/** An element of a set. */
interface Item extends Side {
  /** Equal for the same elements. */
  readonly key: string;
}

function sideOf(node: JsonNode): Side {
  return { node, held: heldNode(node) };
}

function same(a: Side | undefined, b: Side | undefined, part: SchemaPart): boolean {
  if (a === undefined || b === undefined) return a === b;
  return sameHeld(a.held, b.held) || (part === 'flags' && hasSameItems(a, b));
}

/** True for two lists with the same elements, whatever their order. */
function hasSameItems(a: Side, b: Side): boolean {
  const [left, right] = [itemsOf(a), itemsOf(b)].map((items) => items?.map(({ key }) => key).sort());
  return left !== undefined && right !== undefined && sameJson(left, right);
}

function membersOf(side: Side | undefined): ReadonlyMap<string, Side> {
  if (side?.node.kind !== 'object') return new Map();
  const holder = heldValue(side.held) as object;
  return new Map(side.node.members.map(({ key, value }) => [key, { node: value, held: { holder, key } }]));
}

/** Null: it is not a list. */
function itemsOf(side: Side | undefined): readonly Item[] | null {
  if (side?.node.kind !== 'array') return null;
  const holder = heldValue(side.held) as object;
  return side.node.items.map((node, index) => {
    const held = { holder, key: index };
    return { node, held, key: canonicalHeld(held) ?? printJson(node) };
  });
}

/** Mine, with each key that only theirs has after the one it follows there. */
function keysInOrder(mine: readonly string[], theirs: readonly string[]): readonly string[] {
  const known = new Set(mine);
  const after = new Map<string | null, string[]>();
  let last: string | null = null;
  for (const key of theirs) {
    if (known.has(key)) last = key;
    else after.set(last, [...(after.get(last) ?? []), key]);
  }
  return [...(after.get(null) ?? []), ...mine.flatMap((key) => [key, ...(after.get(key) ?? [])])];
}

/** True when no branch was added, removed or moved: then each is still in its place. */
function isInPlace(base: readonly Item[], side: readonly Item[]): boolean {
  if (base.length !== side.length) return false;
  const known = keysOf(base);
  return side.every(({ key }, index) => key === base[index]?.key || !known.has(key));
}

/**
 * What either side added, without what either removed. Null: this cannot be determined. A branch that both removed may
 * be one that both changed, and an empty list of choices or branches is not a valid schema.
 */
function mergeSets({ base, mine, theirs }: Versions<readonly Item[]>, part: SchemaPart): JsonNode | null {
  const [before, ours, others] = [keysOf(base), keysOf(mine), keysOf(theirs)];
  if (part === 'branches' && base.some(({ key }) => !ours.has(key) && !others.has(key))) return null;
  const kept = mine.filter(({ key }) => others.has(key) || !before.has(key));
  const added = theirs.filter(({ key }) => !before.has(key) && !ours.has(key));
  const merged = new Map([...kept, ...added].map(({ key, node }) => [key, node]));
  const isMissed = merged.size === 0 && (part === 'choices' || part === 'branches');
  return isMissed ? null : arrayNode([...merged.values()]);
}

function keysOf(items: readonly Item[]): ReadonlySet<string> {
  return new Set(items.map(({ key }) => key));
}
