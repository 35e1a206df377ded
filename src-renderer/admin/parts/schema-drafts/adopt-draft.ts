import { type DraftStorage, keptPlaces, moveKept, partsOfPlace, placeOf, readKept } from './kept-drafts';
import type { SchemaDraft } from './schema-drafts';

interface AdoptionParts {
  readonly storage: DraftStorage;
  /** This tab. */
  readonly tab: string;
  /** The tabs that are open, perhaps without this one. */
  readonly openTabs: () => Promise<ReadonlySet<string>>;
  /** False: nothing is to be taken over any longer. */
  readonly isWanted: () => boolean;
}

/**
 * What this tab kept of a draft before a reload; otherwise the newest that a tab kept which is closed, by a crash or on
 * purpose. That one belongs to this tab from now on. Null: there is neither.
 */
export async function adoptDraft(
  key: string,
  { storage, tab, openTabs, isWanted }: AdoptionParts,
): Promise<SchemaDraft | null> {
  const own = placeOf(key, tab);
  const before = readKept(storage, own);
  if (before) return before;
  if (placesOfOthers(storage, key, own).length === 0) return null;
  const open = await openTabs();
  if (!isWanted()) return null;
  // Looked up again: another tab may have been faster.
  for (const place of placesOfOthers(storage, key, own)) {
    const draft = open.has(partsOfPlace(place).tab) ? null : readKept(storage, place);
    if (!draft) continue;
    moveKept(storage, place, own);
    return draft;
  }
  return null;
}

/** Newest first. */
function placesOfOthers(storage: DraftStorage, key: string, own: string): string[] {
  return keptPlaces(storage)
    .filter((place) => partsOfPlace(place).key === key && place !== own)
    .reverse();
}
