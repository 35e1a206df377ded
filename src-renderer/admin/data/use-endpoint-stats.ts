import { useQuery } from '@tanstack/react-query';
import { useInstance, useLive } from '../platform/instance';

const STATS_EVERY_MS = 3000;
/** How many waiting messages are checked; the server lists the newest first, not those that are due first. */
export const WAITING_SEEN = 50;

/** The newest messages that wait for an endpoint, sorted by when they are due. */
export function useWaiting(appId: string, endpointId: string) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'deliveries', 'waiting', appId, endpointId],
    queryFn: ({ signal }) =>
      api.call(
        'GET /app/{app}/endpoint/{endpoint}/msg',
        {
          path: { app: appId, endpoint: endpointId },
          query: { status: 1, limit: WAITING_SEEN, with_content: false, expanded_statuses: true },
        },
        signal,
      ),
    select: ({ data }) => [...data].sort((a, b) => (a.nextAttempt ?? '').localeCompare(b.nextAttempt ?? '')),
    refetchInterval: STATS_EVERY_MS,
  });
}

/** The last attempt at an endpoint; null: there was none, undefined: not known yet. Live events keep it up to date. */
export function useLastAttempt(appId: string, endpointId: string) {
  const { id, api } = useInstance();
  const announced = useLive(({ attempts }) => attempts.find((attempt) => attempt.endpointId === endpointId));
  const { data } = useQuery({
    queryKey: [id, 'deliveries', 'last-attempt', endpointId],
    queryFn: async ({ signal }) => {
      const page = await api.call(
        'GET /app/{app}/attempt/endpoint/{endpoint}',
        { path: { app: appId, endpoint: endpointId }, query: { limit: 1, with_content: false } },
        signal,
      );
      return page.data[0] ?? null;
    },
    enabled: announced === undefined,
  });
  return announced ?? data;
}

/** The newest failed attempt at an endpoint, with the start of its response; null: none. */
export function useLastError(appId: string, endpointId: string) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'deliveries', 'last-error', appId, endpointId],
    queryFn: async ({ signal }) => {
      const page = await api.call(
        'GET /app/{app}/attempt/endpoint/{endpoint}',
        { path: { app: appId, endpoint: endpointId }, query: { status: 2, limit: 1 } },
        signal,
      );
      return page.data[0] ?? null;
    },
    refetchInterval: STATS_EVERY_MS,
  });
}
