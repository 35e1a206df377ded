import { useQuery } from '@tanstack/react-query';
import type { EndpointOut } from '../../../src-server/contract/endpoint';
import type { PaceOut } from '../../../src-server/contract/pace';
import { listAll } from '../../api/list-all';
import { PACE_EVERY_MS } from '../../ui/pace-notice';
import { usePortalSession } from '../session/portal-session';

/** The address of this application's endpoints in the API. */
export function endpointsPath(appId: string): string {
  return `/app/${encodeURIComponent(appId)}/endpoint`;
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
  const { api, application } = usePortalSession();
  return useQuery({
    queryKey: ['endpoints', endpointId],
    queryFn: ({ signal }) =>
      api.get<EndpointOut>(`${endpointsPath(application.id)}/${encodeURIComponent(endpointId)}`, {}, signal),
  });
}

/** How fast an endpoint is sent to, kept up to date while it is shown. */
export function usePace(endpointId: string) {
  const { api, application } = usePortalSession();
  return useQuery({
    queryKey: ['endpoints', endpointId, 'pace'],
    queryFn: ({ signal }) =>
      api.get<PaceOut>(`${endpointsPath(application.id)}/${endpointId}/pace`, {}, signal),
    refetchInterval: PACE_EVERY_MS,
  });
}

/** What an endpoint receives, in words. */
export function filterWords({ filterTypes }: Pick<EndpointOut, 'filterTypes'>): string {
  if (!filterTypes || filterTypes.length === 0) return 'All events';
  return filterTypes.length === 1 ? (filterTypes[0] ?? '') : `${filterTypes.length} event types`;
}
