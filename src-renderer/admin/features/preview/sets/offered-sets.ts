import type { FlagSet } from '../../../../../src-server/contract/flag-set';
import { LETTERS, nameOfFlag } from './flag-set-list';
import { freeColor } from './free-color';

/** No more flags than these are offered automatically: four frames fit next to each other. */
const OFFERED_FLAGS = 3;

/**
 * The flags that have been offered so far, in order, with those that are to be offered now behind them. The place of a
 * flag decides its letter and its colour, so it never moves, even if other flags are used more later.
 */
export function offeredFlags(before: readonly string[], inUse: readonly string[]): string[] {
  const kept = before.filter((flag) => inUse.includes(flag)).length;
  const next = inUse.filter((flag) => !before.includes(flag)).slice(0, Math.max(0, OFFERED_FLAGS - kept));
  return [...before, ...next].slice(0, LETTERS.length - 1);
}

/** The sets shown while none is saved: everyone, and one for each offered flag that is in use. */
export function offeredSets(offered: readonly string[], inUse: readonly string[]): FlagSet[] {
  const places = ['', ...offered].map((flag, place) => ({ flag, letter: LETTERS[place] ?? '' }));
  const sets: FlagSet[] = [];
  for (const { flag, letter } of places) {
    const name = flag === '' ? 'Everyone' : nameOfFlag(flag);
    const featureFlags = flag === '' ? [] : [flag];
    sets.push({ id: offeredId(flag), letter, name, colour: freeColor(letter, sets), featureFlags });
  }
  return sets.filter(({ featureFlags: [flag] }) => flag === undefined || inUse.includes(flag));
}

/** The same on every computer, so that a link to sets that nobody has saved leads to the same sets. */
function offeredId(flag: string): string {
  if (flag === '') return 'everyone';
  return /^[A-Za-z0-9_-]{1,50}$/.test(flag) ? `flag-${flag}` : `flag-${hashOf(flag)}`;
}

function hashOf(text: string): string {
  let hash = 2166136261;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619);
  return `-${(hash >>> 0).toString(36)}`;
}
