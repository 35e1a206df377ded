import type { FlagSets } from './use-flag-sets';

const UNSAVED = {
  unknown: 'This instance does not save sets.',
  unreachable: 'The saved sets cannot be read, because the instance cannot be reached.',
} as const;

/** Where the sets of flags come from, and whether they are saved, in a sentence below them. */
export function setsNote({ unsaved, saved, isCopy }: Pick<FlagSets, 'unsaved' | 'saved' | 'isCopy'>): string {
  if (unsaved === null && saved && isCopy)
    return 'Saved in the working copy. A push writes changed sets to the instance.';
  if (unsaved === null && saved)
    return 'Saved with the catalog of this instance and shared with everyone who uses it.';
  const next =
    unsaved === null
      ? `Your first change saves them ${isCopy ? 'in the working copy' : 'with the catalog'}.`
      : UNSAVED[unsaved];
  return `Suggested from the flags in use. ${next}`;
}
