import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useInstance } from '../../platform/instance';
import { type AttemptFilter, byPagePart, byServerPart, toServerQuery } from './attempt-filter';
import { AttemptHistory } from './attempt-history';
import { AttemptLog, type AttemptLogView } from './attempt-log';
import { paceRenders } from './render-pace';

const ROWS_A_STEP = 100;
/** How many steps without a matching row are taken before asking the user whether to continue. */
const STEPS_MAX = 6;

/** How far back the list goes. */
interface Past {
  readonly phase: 'reading' | 'more' | 'end' | 'full' | 'failed';
  readonly error: unknown;
  /** Until when everything was searched, in ms since 1970. Null: nothing yet. */
  readonly searchedToMs: number | null;
}

export interface AttemptLogInUse {
  readonly log: AttemptLog;
  readonly view: AttemptLogView;
  readonly past: Past;
  /** Total number of attempts; undefined if the server does not count them: it does so by endpoint. */
  readonly total: number | undefined;
  readonly readOlder: () => void;
}

/** The matching attempts: live ones and, as far as the user scrolls, older ones. */
export function useAttemptLog(filter: AttemptFilter): AttemptLogInUse {
  const { live } = useInstance();
  const { q, ...stored } = filter;
  const key = JSON.stringify(stored);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key contains everything in the filter
  const { log, query } = useMemo(() => {
    const nowMs = Date.now();
    return { log: new AttemptLog(byServerPart(filter, nowMs)), query: toServerQuery(filter, nowMs) };
  }, [key, live]);
  useEffect(() => log.narrow(byPagePart({ type: filter.type, q })), [log, filter.type, q]);
  useEffect(() => {
    log.take(live.getState().attempts);
    return live.subscribe((state, before) => {
      if (state.attempts !== before.attempts) log.take(state.attempts);
    });
  }, [log, live]);
  const view = useView(log);
  return { log, view, ...usePast(log, query), total: useTotal(filter, query) };
}

function useView(log: AttemptLog): AttemptLogView {
  const subscribe = useCallback(
    (draw: () => void) => {
      const pace = paceRenders(draw, document);
      const unsubscribe = log.subscribe(pace.request);
      pace.request();
      return () => {
        unsubscribe();
        pace.close();
      };
    },
    [log],
  );
  return useSyncExternalStore(subscribe, log.view);
}

const READING: Past = { phase: 'reading', error: null, searchedToMs: null };

function usePast(log: AttemptLog, query: ReturnType<typeof toServerQuery>) {
  const { api } = useInstance();
  const [past, setPast] = useState(READING);
  const busy = useRef<AttemptLog | null>(null);
  const history = useRef<AttemptHistory | null>(null);
  const begin = useCallback(
    (before: string | null) =>
      new AttemptHistory((iterator) =>
        api.call('GET /fleet/attempt', {
          query: { ...query, before: before ?? query.before, limit: ROWS_A_STEP, iterator },
        }),
      ),
    [api, query],
  );
  const readOlder = useCallback(async () => {
    if (busy.current === log || !history.current) return;
    if (log.isFull) return setPast((before) => ({ ...before, phase: 'full', error: null }));
    busy.current = log;
    setPast((before) => ({ ...before, phase: 'reading', error: null }));
    const oldest = log.oldest;
    if (log.takeCut() && oldest) history.current = begin(justAfter(oldest.timestamp));
    const outcome = await steps(log, history.current);
    if (busy.current !== log) return; // the filter has changed meanwhile
    busy.current = null;
    setPast(outcome);
  }, [log, begin]);
  useEffect(() => {
    history.current = begin(null);
    void readOlder();
    return () => {
      busy.current = null;
      history.current = null;
    };
  }, [begin, readOlder]);
  return { past, readOlder: useCallback(() => void readOlder(), [readOlder]) };
}

/** Reads until a match is found, or for a while. */
async function steps(log: AttemptLog, history: AttemptHistory): Promise<Past> {
  const past = (phase: Past['phase'], error: unknown = null): Past => ({
    ...{ phase, error, searchedToMs: history.searchedToMs },
  });
  try {
    for (let step = 0; step < STEPS_MAX; step++) {
      const { rows, done } = await history.next();
      const found = log.addOlder(rows);
      if (done) return past('end');
      if (log.isFull) return past('full');
      if (found > 0) break;
    }
    return past('more');
  } catch (error) {
    return past('failed', error);
  }
}

/** One millisecond later: rows with the time of the last row are read again, and recognized by id. */
function justAfter(timestamp: string): string {
  return new Date(Date.parse(timestamp) + 1).toISOString();
}

/** The total, where the server counts it: of one endpoint, by time and not by outcome. */
function useTotal(
  { app, endpoint, status, type, code, q }: AttemptFilter,
  { after, before }: { readonly after: string | null; readonly before: string | null },
): number | undefined {
  const { id, api } = useInstance();
  const isCounted = app !== '' && endpoint !== '' && `${status}${type}${code}${q}` === '';
  const { data } = useQuery({
    queryKey: [id, 'deliveries', 'count', app, endpoint, after, before],
    queryFn: ({ signal }) =>
      api.call(
        'GET /app/{app}/attempt/endpoint/{endpoint}/count',
        { path: { app, endpoint }, query: { after, before } },
        signal,
      ),
    enabled: isCounted,
    refetchInterval: 10_000,
  });
  return isCounted && data?.countedSince === undefined ? data?.count : undefined;
}
