import { useMemo } from 'react';
import { browserStorage } from '../../../ui/browser-storage';
import { useInstance } from '../../platform/instance';
import { useOwnTab } from '../../platform/open-tabs';
import { keptPlaces } from './kept-drafts';
import { newestOf } from './newest-of';
import { isDirty, useSchemaDrafts } from './schema-drafts';
import { useKeptTurn } from './use-kept-turn';

/** The event types of this instance whose schema was changed in this browser and not saved. Reads none of the drafts. */
export function useUnsavedNames(): ReadonlySet<string> {
  const { id } = useInstance();
  const tab = useOwnTab((state) => state.id);
  const drafts = useSchemaDrafts((state) => state.drafts);
  const turn = useKeptTurn();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn is when another tab has stored something
  const places = useMemo(() => keptPlaces(browserStorage()).map((place) => [place, null] as const), [turn]);
  return useMemo(() => {
    const here = [...drafts].filter(([, draft]) => isDirty(draft)).map(([key]) => key);
    const keys = [...newestOf(places, drafts, tab).keys(), ...here];
    const prefix = `${id}/`;
    return new Set(keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length)));
  }, [places, drafts, tab, id]);
}
