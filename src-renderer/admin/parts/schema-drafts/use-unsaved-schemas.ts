import { useEffect, useMemo, useState } from 'react';
import { useInstance } from '../../platform/instance';
import { keptKeyOf, keptKeys, readKept } from './kept-drafts';
import { isDirty, type SchemaDraft, useSchemaDrafts } from './schema-drafts';

/** What is known of drafts outside this window. */
interface Elsewhere {
  /** Rises when another window writes to the storage. */
  readonly turn: number;
  /** The drafts that another window has edited, saved or discarded since. */
  readonly keys: ReadonlySet<string>;
}

/**
 * The schemas of this instance that were changed in this browser and not saved: their texts by event type. Edits in
 * another window appear when that window has stored them.
 */
export function useUnsavedSchemas(): ReadonlyMap<string, string> {
  const { id } = useInstance();
  const drafts = useSchemaDrafts((state) => state.drafts);
  const [elsewhere, setElsewhere] = useState<Elsewhere>({ turn: 0, keys: new Set() });
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      const draft = keptKeyOf(key ?? '');
      if (draft !== null)
        setElsewhere(({ turn, keys }) => ({ turn: turn + 1, keys: new Set(keys).add(draft) }));
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, []);
  return useMemo(() => {
    const own = [...drafts].filter(([key]) => !elsewhere.keys.has(key));
    return unsavedTexts(readAllKept(localStorage, `${id}/`), new Map(own), `${id}/`);
  }, [drafts, id, elsewhere]);
}

function readAllKept(storage: Storage, prefix: string): ReadonlyMap<string, SchemaDraft> {
  const kept = new Map<string, SchemaDraft>();
  for (const key of keptKeys(storage)) {
    const draft = key.startsWith(prefix) ? readKept(storage, key) : null;
    if (draft) kept.set(key, draft);
  }
  return kept;
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
