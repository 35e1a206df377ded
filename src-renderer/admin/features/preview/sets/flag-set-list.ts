import { FLAG_SETS_MAX, type FlagSet } from '../../../../../src-server/contract/flag-set';
import { capitalize } from '../../../../ui/capitalize';
import { flagHue } from '../../../../ui/hue';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** No more flags than these are offered automatically: four frames fit next to each other. */
const OFFERED_FLAGS = 3;

/** Hues for the set without flags: the first that no flag takes, the loud ones last. */
const CALM = ['sky', 'teal', 'green', 'indigo', 'lime', 'violet', 'amber', 'rose'] as const;

/** The sets shown while none is saved: everyone, and one for each of the most used flags. */
export function offeredSets(flags: readonly string[]): FlagSet[] {
  const some = flags.slice(0, OFFERED_FLAGS);
  const taken = some.map(flagHue);
  const colour = CALM.find((one) => !taken.includes(one)) ?? CALM[0];
  return withOnePerFlag([{ letter: 'A', name: 'Everyone', colour, featureFlags: [] }], some);
}

/** The first unused letter; null if all are taken. */
export function freeLetter(sets: readonly FlagSet[]): string | null {
  return LETTERS.find((letter) => sets.every((one) => one.letter !== letter)) ?? null;
}

/** Adds a set for each flag that does not have one, as long as there are letters. */
export function withOnePerFlag(sets: readonly FlagSet[], flags: readonly string[]): FlagSet[] {
  const next = [...sets];
  for (const flag of flags) {
    const letter = freeLetter(next);
    const known = next.some(({ featureFlags }) => featureFlags.length === 1 && featureFlags[0] === flag);
    if (known || letter === null || next.length >= FLAG_SETS_MAX) continue;
    next.push({ letter, name: nameOfFlag(flag), colour: flagHue(flag), featureFlags: [flag] });
  }
  return next;
}

/** Inserts a copy after a set, with the next letter. Returns the same list if no letter is left. */
export function withCopy(sets: readonly FlagSet[], letter: string): FlagSet[] {
  const free = freeLetter(sets);
  return sets.flatMap((one) =>
    one.letter === letter && free !== null
      ? [one, { ...one, letter: free, name: `${one.name} copy`.slice(0, 60) }]
      : [one],
  );
}

/** Moves a set one place up (-1) or down (1). */
export function withMoved(sets: readonly FlagSet[], letter: string, step: -1 | 1): FlagSet[] {
  const next = [...sets];
  const from = next.findIndex((one) => one.letter === letter);
  const to = from + step;
  const [moved, other] = [next[from], next[to]];
  if (!moved || !other) return next;
  next[from] = other;
  next[to] = moved;
  return next;
}

/** Replaces the set of the same letter, or adds it. */
export function withSet(sets: readonly FlagSet[], changed: FlagSet): FlagSet[] {
  const known = sets.some(({ letter }) => letter === changed.letter);
  return known ? sets.map((one) => (one.letter === changed.letter ? changed : one)) : [...sets, changed];
}

/** `B Beta`, the name of a set in sentences. */
export function setLabel({ letter, name }: Pick<FlagSet, 'letter' | 'name'>): string {
  return `${letter} ${name}`;
}

/** `early_access` as `Early access`. */
function nameOfFlag(flag: string): string {
  const label = flag.replace(/[-_.]+/g, ' ').trim() || flag;
  return capitalize(label).slice(0, 60);
}
