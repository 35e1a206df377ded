import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BackgroundTaskOut } from '../../../src-server/contract/background-task';
import type { EndpointPatch, EndpointStatsOut } from '../../../src-server/contract/endpoint';
import { listAll } from '../../api/list-all';
import { PACE_EVERY_MS } from '../../ui/pace-notice';
import { usePortalSession } from '../session/portal-session';

const DAY_MS = 86_400_000;
/** How often counts are asked for while they are shown. */
const COUNT_EVERY_MS = 10_000;
const STATS_EVERY_MS = 3000;
/** A minute is counted once it is over: asking more often would hear nothing new. */
const MINUTE_MS = 60_000;

/** One endpoint in the paths of the API. */
export interface EndpointPath {
  readonly app: string;
  readonly endpoint: string;
}

/** An endpoint of this application in the paths of the API. */
export function useEndpointPath(endpointId: string): EndpointPath {
  const { application } = usePortalSession();
  return { app: application.id, endpoint: endpointId };
}

/** All endpoints of this customer, newest first. */
export function useEndpoints() {
  const { api, application } = usePortalSession();
  return useQuery({
    queryKey: ['endpoints'],
    queryFn: ({ signal }) =>
      listAll(api, 'GET /app/{app}/endpoint', { path: { app: application.id } }, signal),
  });
}

/** One endpoint. */
export function useEndpoint(endpointId: string) {
  const { api } = usePortalSession();
  const path = useEndpointPath(endpointId);
  return useQuery({
    queryKey: ['endpoints', endpointId],
    queryFn: ({ signal }) => api.call('GET /app/{app}/endpoint/{endpoint}', { path }, signal),
  });
}

/** Changes an endpoint. */
export function usePatchEndpoint(endpointId: string) {
  const { api } = usePortalSession();
  const queries = useQueryClient();
  const path = useEndpointPath(endpointId);
  return useMutation({
    mutationFn: (patch: EndpointPatch) =>
      api.call('PATCH /app/{app}/endpoint/{endpoint}', {
        path,
        body: patch,
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['endpoints'] }),
  });
}

/** How fast an endpoint is sent to, kept up to date while it is shown. */
export function usePace(endpointId: string) {
  const { api } = usePortalSession();
  const path = useEndpointPath(endpointId);
  return useQuery({
    queryKey: ['endpoints', endpointId, 'pace'],
    queryFn: ({ signal }) => api.call('GET /app/{app}/endpoint/{endpoint}/pace', { path }, signal),
    refetchInterval: PACE_EVERY_MS,
  });
}

/** How the deliveries of the last 28 days ended, kept up to date while they are shown. */
export function useStats(endpointId: string) {
  const { api } = usePortalSession();
  const path = useEndpointPath(endpointId);
  return useQuery({
    queryKey: ['endpoints', endpointId, 'stats'],
    queryFn: ({ signal }) => api.call('GET /app/{app}/endpoint/{endpoint}/stats', { path }, signal),
    refetchInterval: STATS_EVERY_MS,
  });
}

/** How the deliveries of the last day ended at each of some endpoints, in their order; undefined until it is known. */
export function useDayStats(endpointIds: readonly string[]): readonly (EndpointStatsOut | undefined)[] {
  const { api, application } = usePortalSession();
  return useQueries({
    queries: endpointIds.map((id) => ({
      queryKey: ['endpoints', id, 'day-stats'],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => {
        const since = new Date(Date.now() - DAY_MS).toISOString();
        return api.call(
          'GET /app/{app}/endpoint/{endpoint}/stats',
          { path: { app: application.id, endpoint: id }, query: { since } },
          signal,
        );
      },
      refetchInterval: COUNT_EVERY_MS,
    })),
  }).map(({ data }) => data);
}

/** What happened at an endpoint in each minute of the last day. */
export function useDay(endpointId: string) {
  const { api } = usePortalSession();
  const path = useEndpointPath(endpointId);
  return useQuery({
    queryKey: ['endpoints', endpointId, 'day'],
    queryFn: ({ signal }) => {
      const since = new Date(Date.now() - DAY_MS).toISOString();
      return api.call(
        'GET /app/{app}/endpoint/{endpoint}/history',
        { path, query: { step: 60, since } },
        signal,
      );
    },
    refetchInterval: COUNT_EVERY_MS,
  });
}

/** What happened at all endpoints together in each minute of the last day. */
export function useWholeDay() {
  const { api, application } = usePortalSession();
  return useQuery({
    queryKey: ['endpoints', 'day'],
    queryFn: ({ signal }) => {
      const since = new Date(Date.now() - DAY_MS).toISOString();
      return api.call('GET /app/{app}/history', { path: { app: application.id }, query: { since } }, signal);
    },
    refetchInterval: MINUTE_MS,
  });
}

/** The extra headers of an endpoint. */
export function useHeaders(endpointId: string) {
  const { api } = usePortalSession();
  const path = useEndpointPath(endpointId);
  return useQuery({
    queryKey: ['endpoints', endpointId, 'headers'],
    queryFn: ({ signal }) => api.call('GET /app/{app}/endpoint/{endpoint}/headers', { path }, signal),
  });
}

/** A replay, with what its kind says beside what every task says. */
export interface ReplayTask extends BackgroundTaskOut {
  readonly data: BackgroundTaskOut['data'] & {
    readonly found?: number;
    readonly queued?: number;
  };
}
