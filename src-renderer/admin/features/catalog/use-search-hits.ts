import { startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { inSlices } from '../../platform/in-slices';
import {
  allHits,
  type FieldTexts,
  type Found,
  type SearchEntry,
  type SearchHit,
  searchEventTypes,
  searchSteps,
} from './search-event-types';

/** Up to this many are searched during rendering; more would delay a key press. */
const FEW = 500;

/** A finished search. */
interface Done extends Found {
  readonly among: readonly SearchEntry[];
  readonly search: string;
  readonly stamp: number;
}

/**
 * The results of a search. A long list is searched in short tasks; a search that was typed over is abandoned, and the
 * previous hits stay until then.
 * @param stamp changes whenever `fields` grows
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: `stamp` changes when `fields` grows
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
  // Without a list another instance may be shown: the results of the previous one do not belong to it.
  return entries && (shown ?? kept.current);
}
