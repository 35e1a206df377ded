import { startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { inSlices } from '../../data/in-slices';
import {
  allHits,
  type FieldTexts,
  type Found,
  type SearchEntry,
  type SearchHit,
  searchEventTypes,
  searchSteps,
} from './search-event-types';

/** So few are searched while the list is drawn; more would hold up a letter. */
const FEW = 500;

/** A search that has ended. */
interface Done extends Found {
  readonly among: readonly SearchEntry[];
  readonly search: string;
  readonly stamp: number;
}

/**
 * What a search finds. Of a long list it is found in short tasks, a search that was typed over is given up, and the
 * hits of the one before stand until then.
 * @param stamp another one whenever `fields` holds more
 * @returns undefined while nothing is known
 */
export function useSearchHits(
  entries: readonly SearchEntry[] | undefined,
  search: string,
  fields: ReadonlyMap<string, FieldTexts>,
  stamp: number,
): readonly SearchHit[] | undefined {
  const [done, setDone] = useState<Done | null>(null);
  const last = useRef<Done | null>(null);
  const isAll = search.trim() === '';
  const isShort = entries === undefined || entries.length <= FEW;
  const all = useMemo(() => entries && isAll && allHits(entries), [entries, isAll]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `stamp` says that `fields` holds more
  const few = useMemo(
    () => (entries && isShort && !isAll ? searchEventTypes(entries, search, fields) : undefined),
    [entries, isShort, isAll, search, fields, stamp],
  );
  useEffect(() => {
    if (!entries || isAll || isShort) return;
    const stop = new AbortController();
    const before = last.current;
    const isMore =
      before?.among === entries &&
      before.stamp === stamp &&
      search.toLowerCase().startsWith(before.search.toLowerCase());
    const work = searchSteps(isMore ? before.entries : entries, search, fields);
    void inSlices(work, stop.signal).then((found) => {
      if (!found) return;
      last.current = { ...found, among: entries, search, stamp };
      startTransition(() => setDone(last.current));
    });
    return () => stop.abort();
  }, [entries, isAll, isShort, search, fields, stamp]);
  const isDone = done !== null && done.among === entries && done.search === search;
  const shown = (all || few) ?? (isDone ? done.hits : undefined);
  const kept = useRef(shown);
  useEffect(() => {
    if (shown || !entries) kept.current = shown;
  }, [shown, entries]);
  // Without a list there may be another instance in view: what was found in the one before is not its.
  return entries && (shown ?? kept.current);
}
