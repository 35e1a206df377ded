import { child } from '../json-schema/json-pointer';
import { isObject } from '../json-schema/plain-json';
import { type CopiedFlagSet, flagSetKey, flagSetsIn, flagSetsText } from './flag-sets-text';
import type { Resolution, SideConflict, Sides, SidesMerge } from './sides';

/** What stands at one place on each side. Undefined: nothing. */
type Values = Readonly<Record<keyof Sides, unknown>>;

/**
 * Merges the flag sets of two sides set by set, known by their letters, and field by field. A set that one side removed
 * and the other changed, or that both added, is one conflict. Their order is never one: it is that of whoever changed it.
 * @param sides none of them null
 * @param chosen resolutions by pointer: `/A/name`, or `/A` for a whole set
 */
export function mergeFlagSets(
  sides: Readonly<Record<keyof Sides, string>>,
  chosen: ReadonlyMap<string, Resolution>,
): SidesMerge {
  const [base, mine, theirs] = [byLetter(sides.base), byLetter(sides.mine), byLetter(sides.theirs)];
  const conflicts: SideConflict[] = [];
  const merge = (values: Values, pointer: string): unknown => {
    if (isSame(values.mine, values.theirs) || isSame(values.base, values.theirs)) return values.mine;
    if (isSame(values.base, values.mine)) return values.theirs;
    if (isObject(values.base) && isObject(values.mine) && isObject(values.theirs))
      return mergeFields(values as Readonly<Record<keyof Sides, CopiedFlagSet>>, pointer, merge);
    // Links to the set there lead to its id there.
    if (pointer.endsWith('/id') || isSame(idless(values.mine), idless(values.theirs))) return values.theirs;
    const resolution = chosen.get(pointer);
    if (resolution === undefined) conflicts.push(conflictAt(pointer, values));
    else return 'take' in resolution ? values[resolution.take] : (JSON.parse(resolution.value) ?? undefined);
    return values.mine;
  };
  const lead = isInOrder([...base.keys()], [...mine.keys()]) ? [theirs, mine] : [mine, theirs];
  const letters = new Set(lead.flatMap((side) => [...side.keys()]));
  const merged = [...letters].flatMap((letter) => {
    const values = { base: base.get(letter), mine: mine.get(letter), theirs: theirs.get(letter) };
    const set = merge(values, child('', letter));
    return set === undefined ? [] : [isObject(set) ? { ...set, letter } : (set as CopiedFlagSet)];
  });
  return { merged: flagSetsText(merged), conflicts };
}

/** The pointers of the sets and of their fields that differ, and `/order` for another order of the same sets. */
export function changedFlagSets(before: string, after: string): readonly string[] {
  const [old, next] = [byLetter(before), byLetter(after)];
  const pointers = [...new Set([...old.keys(), ...next.keys()])].flatMap((letter) => {
    const [was, is] = [old.get(letter), next.get(letter)];
    if (was === undefined || is === undefined) return [child('', letter)];
    return fieldsOf([was, is])
      .filter((field) => !isSame(was[field], is[field]))
      .map((field) => child(child('', letter), field));
  });
  return isInOrder([...old.keys()], [...next.keys()]) ? pointers : [...pointers, '/order'];
}

function mergeFields(
  { base, mine, theirs }: Readonly<Record<keyof Sides, CopiedFlagSet>>,
  pointer: string,
  merge: (values: Values, pointer: string) => unknown,
): object {
  return Object.fromEntries(
    fieldsOf([mine, theirs]).map((field) => [
      field,
      merge({ base: base[field], mine: mine[field], theirs: theirs[field] }, child(pointer, field)),
    ]),
  );
}

function fieldsOf(sets: readonly CopiedFlagSet[]): readonly string[] {
  return [...new Set(sets.flatMap((set) => Object.keys(set)))];
}

function byLetter(content: string): ReadonlyMap<string, CopiedFlagSet> {
  return new Map(flagSetsIn(content).map((set) => [set.letter, set]));
}

function isSame(a: unknown, b: unknown): boolean {
  return flagSetKey(a) === flagSetKey(b);
}

function idless(set: unknown): unknown {
  return isObject(set) ? { ...set, id: null } : set;
}

/** Whether what both have is in the same order. */
function isInOrder(before: readonly string[], after: readonly string[]): boolean {
  const kept = after.filter((letter) => before.includes(letter));
  return before.filter((letter) => after.includes(letter)).join() === kept.join();
}

function conflictAt(pointer: string, { base, mine, theirs }: Values): SideConflict {
  const text = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  return { pointer, base: text(base), mine: text(mine), theirs: text(theirs) };
}
