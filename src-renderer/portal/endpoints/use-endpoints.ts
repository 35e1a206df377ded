import { useQueries, useQuery } from '@tanstack/react-query';
import type { EndpointStatsOut } from '../../../src-server/contract/endpoint';
import { usePortalSession } from '../session/portal-session';

const DAY_MS = 86_400_000;
/** How often counts are polled while they are shown. */
const COUNT_EVERY_MS = 10_000;
/** A minute is counted once it is over: more frequent polling would find nothing new. */
const MINUTE_MS = 60_000;

/** How the deliveries of the last day ended at each of these endpoints, in their order; undefined until known. */
export function useDayStats(endpointIds: readonly string[]): readonly (EndpointStatsOut | undefined)[] {
  const { api, application } = usePortalSession();
  return useQueries({
    queries: endpointIds.map((id) => ({
      queryKey: ['applications', 'day-stats', id],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => {
        const since = new Date(Date.now() - DAY_MS).toISOString();
        const path = { app: application.id, endpoint: id };
        return api.call('GET /app/{app}/endpoint/{endpoint}/stats', { path, query: { since } }, signal);
      },
      refetchInterval: COUNT_EVERY_MS,
    })),
  }).map(({ data }) => data);
}

/** What happened at an endpoint in each minute of the last day. */
export function useDay(endpointId: string) {
  const { api, application } = usePortalSession();
  return useQuery({
    queryKey: ['applications', 'day', endpointId],
    queryFn: ({ signal }) => {
      const since = new Date(Date.now() - DAY_MS).toISOString();
      const path = { app: application.id, endpoint: endpointId };
      const query = { step: 60, since } as const;
      return api.call('GET /app/{app}/endpoint/{endpoint}/history', { path, query }, signal);
    },
    refetchInterval: COUNT_EVERY_MS,
  });
}

/** What happened at all endpoints together in each minute of the last day. */
export function useWholeDay() {
  const { api, application } = usePortalSession();
  return useQuery({
    queryKey: ['applications', 'whole-day'],
    queryFn: ({ signal }) => {
      const since = new Date(Date.now() - DAY_MS).toISOString();
      return api.call('GET /app/{app}/history', { path: { app: application.id }, query: { since } }, signal);
    },
    refetchInterval: MINUTE_MS,
  });
}
