import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  EndpointIn,
  EndpointOut,
  EndpointPatch,
  EndpointStatsOut,
} from '../../../src-server/contract/endpoint';
import type { PaceOut } from '../../../src-server/contract/pace';
import { listAll } from '../../api/list-all';
import { PACE_EVERY_MS } from '../../ui/pace-notice';
import { useApiScope } from '../api-scope';
import { endpointPath } from './endpoint-path';

const STATS_EVERY_MS = 3000;

/** Makes everything about applications and endpoints fresh. */
export function useRefreshApplications() {
  const { key } = useApiScope();
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [...key, 'applications'] });
}

/** The endpoints of an application, newest first; idle while `appId` is empty. */
export function useEndpoints(appId: string) {
  const { api, key } = useApiScope();
  return useQuery({
    queryKey: [...key, 'applications', 'endpoints', appId],
    queryFn: ({ signal }) => listAll<EndpointOut>(api, endpointPath(appId), {}, signal),
    enabled: appId !== '',
  });
}

/** One endpoint. */
export function useEndpoint(appId: string, endpointId: string) {
  const { api, key } = useApiScope();
  return useQuery({
    queryKey: [...key, 'applications', 'endpoint', appId, endpointId],
    queryFn: ({ signal }) => api.get<EndpointOut>(endpointPath(appId, endpointId), {}, signal),
  });
}

/** How fast an endpoint is sent to, kept up to date while it is shown. */
export function usePace(appId: string, endpointId: string) {
  const { api, key } = useApiScope();
  return useQuery({
    queryKey: [...key, 'applications', 'pace', appId, endpointId],
    queryFn: ({ signal }) => api.get<PaceOut>(`${endpointPath(appId, endpointId)}/pace`, {}, signal),
    refetchInterval: PACE_EVERY_MS,
  });
}

/** How many deliveries of an endpoint ended how, over the last 28 days, kept up to date while it is shown. */
export function useEndpointStats(appId: string, endpointId: string) {
  const { api, key } = useApiScope();
  return useQuery({
    queryKey: [...key, 'deliveries', 'stats', appId, endpointId],
    queryFn: ({ signal }) =>
      api.get<EndpointStatsOut>(`${endpointPath(appId, endpointId)}/stats`, {}, signal),
    refetchInterval: STATS_EVERY_MS,
  });
}

/** Adds an endpoint. */
export function useCreateEndpoint(appId: string) {
  const { api } = useApiScope();
  const refresh = useRefreshApplications();
  return useMutation({
    mutationFn: (endpoint: EndpointIn) => api.post<EndpointOut>(endpointPath(appId), endpoint),
    onSuccess: refresh,
  });
}

/** Changes an endpoint. */
export function usePatchEndpoint(appId: string, endpointId: string) {
  const { api } = useApiScope();
  const refresh = useRefreshApplications();
  return useMutation({
    mutationFn: (patch: EndpointPatch) => api.patch<EndpointOut>(endpointPath(appId, endpointId), patch),
    onSuccess: refresh,
  });
}
