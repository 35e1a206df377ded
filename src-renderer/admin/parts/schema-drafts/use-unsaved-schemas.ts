import { useMemo } from 'react';
import { browserStorage } from '../../../ui/browser-storage';
import { useInstance } from '../../platform/instance';
import { useOwnTab } from '../../platform/open-tabs';
import { keptPlaces, readKept } from './kept-drafts';
import { newestOf } from './newest-of';
import { isDirty, type SchemaDraft, useSchemaDrafts } from './schema-drafts';
import { useKeptTurn } from './use-kept-turn';

/**
 * The schemas of this instance that were changed in this browser and not saved: their texts by event type. Of two tabs
 * that edit the same one, this tab's counts; otherwise the newest, as soon as the other tab has stored it.
 */
export function useUnsavedSchemas(): ReadonlyMap<string, string> {
  const { id } = useInstance();
  const tab = useOwnTab((state) => state.id);
  const drafts = useSchemaDrafts((state) => state.drafts);
  const turn = useKeptTurn();
  const prefix = `${id}/`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn is when another tab has stored something
  const kept = useMemo(() => readAllKept(browserStorage(), prefix), [prefix, turn]);
  return useMemo(
    () => unsavedTexts(newestOf(kept, drafts, tab), drafts, prefix),
    [kept, drafts, tab, prefix],
  );
}

function readAllKept(storage: Storage, prefix: string): readonly (readonly [string, SchemaDraft])[] {
  return keptPlaces(storage)
    .filter((place) => place.startsWith(prefix))
    .flatMap((place) => {
      const draft = readKept(storage, place);
      return draft ? [[place, draft] as const] : [];
    });
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
