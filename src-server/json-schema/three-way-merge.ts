import { arrayNode, type JsonNode, type Member, type ObjectNode, objectNode, toValue } from './json-node';
import { type Path, toPointer } from './json-pointer';
import { stringifyOrdered } from './ordered-json';
import { sameNode } from './same-node';

/** A place that both changed, each in another way. */
export interface MergeClash {
  readonly pointer: string;
  /** What stands there on each side; null: it was taken away. */
  readonly mine: JsonNode | null;
  readonly theirs: JsonNode | null;
}

export interface ThreeWayMerge {
  readonly root: JsonNode;
  /** In the order of the document; each is settled as it was asked for. */
  readonly clashes: readonly MergeClash[];
}

/** Keywords whose lists are sets: what one adds and another takes away are no clash. */
const SETS = new Set(['required', 'enum', 'type']);
/** What holds names of the author's own, not keywords. */
const MAPS = new Set(['properties', 'patternProperties', 'definitions', '$defs', 'dependencies']);

/**
 * Puts together what two people made of one document. What only one of them changed is taken from that one; a place
 * that both changed is a clash, and `choose` says whose counts. Keys stand as they do in mine, those that only theirs
 * has after the key they follow there. Other orders are no difference.
 *
 * Laws: with nothing changed on one side it is the other side; the same change on both sides is no clash.
 */
export function mergeThreeWays(
  base: JsonNode,
  mine: JsonNode,
  theirs: JsonNode,
  choose: (pointer: string) => 'mine' | 'theirs' = () => 'mine',
): ThreeWayMerge {
  const clashes: MergeClash[] = [];
  const merge = (was: MaybeNode, here: MaybeNode, there: MaybeNode, path: Path): MaybeNode => {
    if (same(here, there) || same(was, there)) return here;
    if (same(was, here)) return there;
    if (here?.kind === 'object' && there?.kind === 'object') {
      return mergeObjects(was?.kind === 'object' ? was : objectNode([]), here, there, path);
    }
    if (here?.kind === 'array' && there?.kind === 'array' && isSet(path)) {
      const before = was?.kind === 'array' ? was.items : [];
      return arrayNode(mergeSets(before, here.items, there.items));
    }
    const pointer = toPointer(path);
    clashes.push({ pointer, mine: here ?? null, theirs: there ?? null });
    return choose(pointer) === 'mine' ? here : there;
  };
  const mergeObjects = (was: ObjectNode, here: ObjectNode, there: ObjectNode, path: Path): ObjectNode => {
    const [before, ours, others] = [byKey(was), byKey(here), byKey(there)];
    const members: Member[] = [];
    for (const key of keysInOrder([...ours.keys()], [...others.keys()])) {
      const value = merge(before.get(key), ours.get(key), others.get(key), [...path, key]);
      if (value) members.push({ key, value });
    }
    return objectNode(members);
  };
  // The root is there on both sides, so it is there afterwards.
  return { root: merge(base, mine, theirs, []) ?? mine, clashes };
}

type MaybeNode = JsonNode | undefined;

function same(a: MaybeNode, b: MaybeNode): boolean {
  return a === b || (a !== undefined && b !== undefined && sameNode(a, b));
}

function isSet(path: Path): boolean {
  return SETS.has(path.at(-1) ?? '') && !MAPS.has(path.at(-2) ?? '');
}

function byKey(node: ObjectNode): ReadonlyMap<string, JsonNode> {
  return new Map(node.members.map(({ key, value }) => [key, value]));
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

function mergeSets(
  was: readonly JsonNode[],
  mine: readonly JsonNode[],
  theirs: readonly JsonNode[],
): readonly JsonNode[] {
  const keyOf = (one: JsonNode) => (one.kind === 'scalar' ? one.raw : stringifyOrdered(toValue(one)));
  const [before, ours, others] = [was, mine, theirs].map((list) => new Set(list.map(keyOf)));
  const kept = mine.filter((one) => others?.has(keyOf(one)) || !before?.has(keyOf(one)));
  return [...kept, ...theirs.filter((one) => !before?.has(keyOf(one)) && !ours?.has(keyOf(one)))];
}
