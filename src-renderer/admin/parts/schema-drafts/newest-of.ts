import { partsOfPlace, placeOf } from './kept-drafts';
import type { SchemaDraft } from './schema-drafts';

/**
 * The newest of what was kept of each key. What this tab kept before a reload counts before that of other tabs, and is
 * out of date once the tab has the draft.
 * @param kept by place, oldest first
 * @param drafts those of this tab
 */
export function newestOf<T>(
  kept: readonly (readonly [place: string, value: T])[],
  drafts: ReadonlyMap<string, SchemaDraft>,
  tab: string | null,
): ReadonlyMap<string, T> {
  const newest = new Map<string, T>();
  const own = new Map<string, T>();
  for (const [place, value] of kept) {
    const { key } = partsOfPlace(place);
    const isOwn = tab !== null && place === placeOf(key, tab);
    if (!isOwn) newest.set(key, value);
    else if (!drafts.has(key)) own.set(key, value);
  }
  return new Map([...newest, ...own]);
}
