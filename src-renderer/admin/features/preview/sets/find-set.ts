import type { FlagSet } from '../../../../../src-server/contract/flag-set';

/** The set with this id, or with this letter: links of earlier versions have letters. */
export function findSet(sets: readonly FlagSet[], id: string): FlagSet | undefined {
  return sets.find((set) => set.id === id) ?? sets.find((set) => set.letter === id);
}
