import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { EndpointOut } from '../../../../src-server/contract/endpoint';
import type { ApiClient } from '../../../api/api-client';
import { listAll } from '../../../api/list-all';
import { useInstance } from '../../platform/instance';
import { type AttemptFilter, byPagePart, byServerPart, toServerQuery } from './attempt-filter';
import { AttemptHistory, type HistorySource } from './attempt-history';
import { AttemptLog, type AttemptLogView } from './attempt-log';
import { paceRenders } from './render-pace';

/** How many endpoints' histories are read in parallel; if there are more, the user has to choose. */
const SOURCES_MAX = 24;
const ROWS_A_STEP = 100;
/** How many steps without a matching row are taken before asking the user whether to continue. */
const STEPS_MAX = 6;

/** How far back the list goes. */
export interface Past {
  readonly phase: 'reading' | 'more' | 'end' | 'full' | 'unknown' | 'failed';
  readonly error: unknown;
}

export interface AttemptLogInUse {
  readonly log: AttemptLog;
  readonly view: AttemptLogView;
  readonly past: Past;
  /** The endpoints of the filter; null while unknown, or if there are too many. */
  readonly sources: readonly HistorySource[] | null;
  /** Total number of attempts; undefined if the server does not report it. */
  readonly total: number | undefined;
  readonly readOlder: () => void;
}

/** The matching attempts: live ones and, as far as the user scrolls, older ones. */
export function useAttemptLog(filter: AttemptFilter): AttemptLogInUse {
  const { id, api, live } = useInstance();
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
  const sources = useSources(id, api, filter);
  const { past, readOlder } = usePast(log, sources.data, query);
  const total = useTotal(filter, sources.data, query);
  return {
    log,
    view,
    past: sources.error ? { phase: 'failed', error: sources.error } : past,
    sources: sources.data ?? null,
    total,
    readOlder: sources.error ? () => void sources.refetch() : readOlder,
  };
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

/** The endpoints of a filter, null if there are more than can be read in parallel. */
function useSources(id: string, api: ApiClient, { app, endpoint }: AttemptFilter) {
  return useQuery({
    queryKey: [id, 'deliveries', 'sources', app, endpoint],
    queryFn: async ({ signal }): Promise<readonly HistorySource[] | null> => {
      if (app && endpoint) {
        return [
          toSource(
            app,
            await api.call('GET /app/{app}/endpoint/{endpoint}', { path: { app, endpoint } }, signal),
          ),
        ];
      }
      const appIds = app ? [app] : (await listAll(api, 'GET /app', {}, signal)).map(idOf);
      const sources: HistorySource[] = [];
      for (const appId of appIds.slice(0, SOURCES_MAX * 2)) {
        const endpoints = await listAll(api, 'GET /app/{app}/endpoint', { path: { app: appId } }, signal);
        sources.push(...endpoints.map((one) => toSource(appId, one)));
        if (sources.length > SOURCES_MAX) return null;
      }
      return appIds.length > SOURCES_MAX * 2
        ? null
        : sources.filter((one) => !endpoint || one.endpointId === endpoint);
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  });
}

const toSource = (appId: string, { id, url }: EndpointOut) => ({ appId, endpointId: id, url });
const idOf = ({ id }: { readonly id: string }) => id;

function usePast(
  log: AttemptLog,
  sources: readonly HistorySource[] | null | undefined,
  query: ReturnType<typeof toServerQuery>,
) {
  const { api } = useInstance();
  const [past, setPast] = useState<Past>({ phase: 'reading', error: null });
  const busy = useRef<AttemptLog | null>(null);
  const history = useRef<AttemptHistory | null>(null);
  const begin = useCallback(
    (before: string | null) =>
      new AttemptHistory(async ({ appId, endpointId }, iterator) => {
        const wanted = { ...query, before: before ?? query.before, limit: ROWS_A_STEP, iterator };
        return api.call('GET /app/{app}/attempt/endpoint/{endpoint}', {
          path: { app: appId, endpoint: endpointId },
          query: { ...wanted, with_msg: true, with_content: false },
        });
      }, sources ?? []),
    [api, sources, query],
  );
  const readOlder = useCallback(async () => {
    if (busy.current === log || !history.current) return;
    if (log.isFull) return setPast({ phase: 'full', error: null });
    busy.current = log;
    setPast({ phase: 'reading', error: null });
    const oldest = log.oldest;
    if (log.takeCut() && oldest) history.current = begin(justAfter(oldest.timestamp));
    const outcome = await steps(log, history.current);
    if (busy.current !== log) return; // the filter has changed meanwhile
    busy.current = null;
    setPast(outcome);
  }, [log, begin]);
  useEffect(() => {
    if (sources === undefined) return setPast({ phase: 'reading', error: null });
    if (sources === null) return setPast({ phase: 'unknown', error: null });
    history.current = begin(null);
    void readOlder();
    return () => {
      busy.current = null;
      history.current = null;
    };
  }, [sources, begin, readOlder]);
  return { past, readOlder: useCallback(() => void readOlder(), [readOlder]) };
}

/** Reads until a match is found, or for a while. */
async function steps(log: AttemptLog, history: AttemptHistory): Promise<Past> {
  try {
    for (let step = 0; step < STEPS_MAX; step++) {
      const { rows, done } = await history.next(ROWS_A_STEP);
      const found = log.addOlder(rows);
      if (done) return { phase: 'end', error: null };
      if (log.isFull) return { phase: 'full', error: null };
      if (found > 0) break;
    }
    return { phase: 'more', error: null };
  } catch (error) {
    return { phase: 'failed', error };
  }
}

/** One millisecond later: rows with the time of the last row are read again, and recognized by id. */
function justAfter(timestamp: string): string {
  return new Date(Date.parse(timestamp) + 1).toISOString();
}

/** The total, where the server counts it: by endpoint and time, not by outcome. */
function useTotal(
  { status, type, code, q }: AttemptFilter,
  sources: readonly HistorySource[] | null | undefined,
  { after, before }: { readonly after: string | null; readonly before: string | null },
): number | undefined {
  const { id, api } = useInstance();
  const counted = status === '' && type === '' && code === '' && q === '';
  const counts = useQuery({
    queryKey: [id, 'deliveries', 'count', sources, after, before],
    queryFn: ({ signal }) =>
      Promise.all(
        (sources ?? []).map(({ appId, endpointId }) => {
          return api.call(
            'GET /app/{app}/attempt/endpoint/{endpoint}/count',
            { path: { app: appId, endpoint: endpointId }, query: { after, before } },
            signal,
          );
        }),
      ),
    enabled: counted && Boolean(sources),
    refetchInterval: 10_000,
  });
  const isWhole = counts.data?.every(({ countedSince }) => countedSince === undefined);
  return counted && isWhole ? counts.data?.reduce((sum, { count }) => sum + count, 0) : undefined;
}
