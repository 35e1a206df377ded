import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BackgroundTaskOut } from '../../../src-server/contract/background-task';
import type {
  EndpointHeadersOut,
  EndpointOut,
  EndpointPatch,
  EndpointStatsOut,
} from '../../../src-server/contract/endpoint';
import type { PaceOut } from '../../../src-server/contract/pace';
import type { ApplicationHistoryOut, EndpointHistoryOut } from '../../../src-server/contract/traffic';
import { listAll } from '../../api/list-all';
import { PACE_EVERY_MS } from '../../ui/pace-notice';
import { usePortalSession } from '../session/portal-session';

const DAY_MS = 86_400_000;
/** How often counts are asked for while they are shown. */
const COUNT_EVERY_MS = 10_000;
const STATS_EVERY_MS = 3000;
/** A minute is counted once it is over: asking more often would hear nothing new. */
const MINUTE_MS = 60_000;

/** The address of this application's endpoints in the API. */
export function endpointsPath(appId: string): string {
  return `/app/${encodeURIComponent(appId)}/endpoint`;
}

/** The address of one endpoint in the API. */
export function useEndpointPath(endpointId: string): string {
  const { application } = usePortalSession();
  return `${endpointsPath(application.id)}/${encodeURIComponent(endpointId)}`;
}

/** All endpoints of this customer, newest first. */
export function useEndpoints() {
  const { api, application } = usePortalSession();
  return useQuery({
    queryKey: ['endpoints'],
    queryFn: ({ signal }) => listAll<EndpointOut>(api, endpointsPath(application.id), {}, signal),
  });
}

/** One endpoint. */
export function useEndpoint(endpointId: string) {
  const { api } = usePortalSession();
  const path = useEndpointPath(endpointId);
  return useQuery({
    queryKey: ['endpoints', endpointId],
    queryFn: ({ signal }) => api.get<EndpointOut>(path, {}, signal),
  });
}

/** Changes an endpoint. */
export function usePatchEndpoint(endpointId: string) {
  const { api } = usePortalSession();
  const queries = useQueryClient();
  const path = useEndpointPath(endpointId);
  return useMutation({
    mutationFn: (patch: EndpointPatch) => api.patch<EndpointOut>(path, patch),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['endpoints'] }),
  });
}

/** How fast an endpoint is sent to, kept up to date while it is shown. */
export function usePace(endpointId: string) {
  const { api } = usePortalSession();
  const path = useEndpointPath(endpointId);
  return useQuery({
    queryKey: ['endpoints', endpointId, 'pace'],
    queryFn: ({ signal }) => api.get<PaceOut>(`${path}/pace`, {}, signal),
    refetchInterval: PACE_EVERY_MS,
  });
}

/** How the deliveries of the last 28 days ended, kept up to date while they are shown. */
export function useStats(endpointId: string) {
  const { api } = usePortalSession();
  const path = useEndpointPath(endpointId);
  return useQuery({
    queryKey: ['endpoints', endpointId, 'stats'],
    queryFn: ({ signal }) => api.get<EndpointStatsOut>(`${path}/stats`, {}, signal),
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
        return api.get<EndpointStatsOut>(`${endpointsPath(application.id)}/${id}/stats`, { since }, signal);
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
      return api.get<EndpointHistoryOut>(`${path}/history`, { step: 60, since }, signal);
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
      const path = `/app/${encodeURIComponent(application.id)}/history`;
      return api.get<ApplicationHistoryOut>(path, { since }, signal);
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
    queryFn: ({ signal }) => api.get<EndpointHeadersOut>(`${path}/headers`, {}, signal),
  });
}

/** A replay, with what its kind says beside what every task says. */
export interface ReplayTask extends BackgroundTaskOut {
  readonly data: BackgroundTaskOut['data'] & {
    readonly found?: number;
    readonly queued?: number;
  };
}
