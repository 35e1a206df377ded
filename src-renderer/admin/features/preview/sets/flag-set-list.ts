import { FLAG_SETS_MAX, type FlagSet } from '../../../../../src-server/contract/flag-set';
import { capitalize } from '../../../../ui/capitalize';
import { freeColor } from './free-color';
import { newSetId } from './new-set-id';

export const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** The first unused letter; null if all are taken. */
export function freeLetter(sets: readonly FlagSet[]): string | null {
  return LETTERS.find((letter) => sets.every((set) => set.letter !== letter)) ?? null;
}

/** Adds a set for each flag that does not have one, as long as there are letters. */
export function withOnePerFlag(sets: readonly FlagSet[], flags: readonly string[]): FlagSet[] {
  const next = [...sets];
  for (const flag of flags) {
    const letter = freeLetter(next);
    const known = next.some(({ featureFlags }) => featureFlags.length === 1 && featureFlags[0] === flag);
    if (known || letter === null || next.length >= FLAG_SETS_MAX) continue;
    next.push({
      id: newSetId(),
      letter,
      name: nameOfFlag(flag),
      colour: freeColor(letter, next),
      featureFlags: [flag],
    });
  }
  return next;
}

/** Inserts a copy after a set, with the next letter. Returns the same list if no letter is left. */
export function withCopy(sets: readonly FlagSet[], id: string): FlagSet[] {
  const free = freeLetter(sets);
  return sets.flatMap((set) => (set.id === id && free !== null ? [set, copyOf(set, free, sets)] : [set]));
}

function copyOf(set: FlagSet, letter: string, sets: readonly FlagSet[]): FlagSet {
  const name = `${set.name} copy`.slice(0, 60);
  return { ...set, id: newSetId(), letter, name, colour: freeColor(letter, sets) };
}

/** Moves a set one place up (-1) or down (1). */
export function withMoved(sets: readonly FlagSet[], id: string, step: -1 | 1): FlagSet[] {
  const next = [...sets];
  const from = next.findIndex((set) => set.id === id);
  const to = from + step;
  const [moved, other] = [next[from], next[to]];
  if (!moved || !other) return next;
  next[from] = other;
  next[to] = moved;
  return next;
}

/** Replaces the set of the same id, or adds it. */
export function withSet(sets: readonly FlagSet[], changed: FlagSet): FlagSet[] {
  const known = sets.some(({ id }) => id === changed.id);
  return known ? sets.map((set) => (set.id === changed.id ? changed : set)) : [...sets, changed];
}

/** `B Beta`, the name of a set in sentences. */
export function setLabel({ letter, name }: Pick<FlagSet, 'letter' | 'name'>): string {
  return `${letter} ${name}`;
}

/** `early_access` as `Early access`. */
export function nameOfFlag(flag: string): string {
  const label = flag.replace(/[-_.]+/g, ' ').trim() || flag;
  return capitalize(label).slice(0, 60);
}
