import { useEffect, useMemo, useState } from 'react';
import { browserStorage } from '../../../ui/browser-storage';
import { useInstance } from '../../platform/instance';
import { claimOwnTab, useOwnTab } from '../../platform/open-tabs';
import { isKeptName, keptPlaces, partsOfPlace, placeOf, readKept } from './kept-drafts';
import { isDirty, type SchemaDraft, useSchemaDrafts } from './schema-drafts';

/**
 * The schemas of this instance that were changed in this browser and not saved: their texts by event type. Of two tabs
 * that edit the same one, this tab's counts; otherwise the newest, as soon as the other tab has stored it.
 */
export function useUnsavedSchemas(): ReadonlyMap<string, string> {
  const { id } = useInstance();
  const tab = useOwnTab((state) => state.id);
  const drafts = useSchemaDrafts((state) => state.drafts);
  const [turn, setTurn] = useState(0);
  useEffect(() => void claimOwnTab(), []);
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      if (isKeptName(key ?? '')) setTurn((before) => before + 1);
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, []);
  const prefix = `${id}/`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn is when another tab has stored something
  const kept = useMemo(() => readAllKept(browserStorage(), prefix), [prefix, turn]);
  return useMemo(
    () => unsavedTexts(newestOf(kept, drafts, tab), drafts, prefix),
    [kept, drafts, tab, prefix],
  );
}

function readAllKept(storage: Storage, prefix: string): readonly [place: string, draft: SchemaDraft][] {
  return keptPlaces(storage)
    .filter((place) => place.startsWith(prefix))
    .flatMap((place) => {
      const draft = readKept(storage, place);
      return draft ? [[place, draft] as [string, SchemaDraft]] : [];
    });
}

/**
 * The newest draft of each key; one that this tab kept before a reload counts before those of other tabs, and is out of
 * date once the tab has the draft.
 * @param kept by place, oldest first
 */
export function newestOf(
  kept: readonly (readonly [place: string, draft: SchemaDraft])[],
  drafts: ReadonlyMap<string, SchemaDraft>,
  tab: string | null,
): ReadonlyMap<string, SchemaDraft> {
  const isOwn = (place: string, key: string) => tab !== null && place === placeOf(key, tab);
  const newest = new Map<string, SchemaDraft>();
  const own = new Map<string, SchemaDraft>();
  for (const [place, draft] of kept) {
    const { key } = partsOfPlace(place);
    if (!isOwn(place, key)) newest.set(key, draft);
    else if (!drafts.has(key)) own.set(key, draft);
  }
  return new Map([...newest, ...own]);
}

/** The texts of those that are not saved, by event type. What this window edits counts, not what was kept of it. */
export function unsavedTexts(
  kept: ReadonlyMap<string, SchemaDraft>,
  drafts: ReadonlyMap<string, SchemaDraft>,
  prefix: string,
): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const [key, draft] of [...kept, ...drafts]) {
    if (key.startsWith(prefix) && isDirty(draft)) texts.set(key.slice(prefix.length), draft.history.text);
  }
  return texts;
}
