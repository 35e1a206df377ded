import { useQuery, useQueryClient } from '@tanstack/react-query';
import { listAll } from '../../api/list-all';
import { parseResponse } from '../../api/read-response';
import { PACE_EVERY_MS } from '../../ui/pace-notice';
import { useApiScope } from '../api-scope';
import { useSaveChanges } from '../forms/use-save-changes';
import { type EndpointFields, type EndpointPlace, editedEndpoint } from './edited-endpoint';

const STATS_EVERY_MS = 3000;

/** Refetches everything about applications and endpoints. */
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
    queryFn: ({ signal }) => listAll(api, 'GET /app/{app}/endpoint', { path: { app: appId } }, signal),
    enabled: appId !== '',
  });
}

const endpointKey = (key: readonly unknown[], appId: string, endpointId: string) => [
  ...key,
  'applications',
  'endpoint',
  appId,
  endpointId,
];

/** One endpoint. */
export function useEndpoint(appId: string, endpointId: string) {
  const { api, key } = useApiScope();
  return useQuery({
    queryKey: endpointKey(key, appId, endpointId),
    queryFn: ({ signal }) =>
      api.call('GET /app/{app}/endpoint/{endpoint}', { path: { app: appId, endpoint: endpointId } }, signal),
  });
}

/** The pace at which an endpoint is sent to, kept up to date while shown. */
export function usePace(appId: string, endpointId: string) {
  const { api, key } = useApiScope();
  return useQuery({
    queryKey: [...key, 'applications', 'pace', appId, endpointId],
    queryFn: ({ signal }) =>
      api.call(
        'GET /app/{app}/endpoint/{endpoint}/pace',
        { path: { app: appId, endpoint: endpointId } },
        signal,
      ),
    refetchInterval: PACE_EVERY_MS,
  });
}

/** How the deliveries of an endpoint ended over the last 28 days, by count, kept up to date while shown. */
export function useEndpointStats(appId: string, endpointId: string) {
  const { api, key } = useApiScope();
  return useQuery({
    queryKey: [...key, 'deliveries', 'stats', appId, endpointId],
    queryFn: ({ signal }) =>
      api.call(
        'GET /app/{app}/endpoint/{endpoint}/stats',
        { path: { app: appId, endpoint: endpointId } },
        signal,
      ),
    refetchInterval: STATS_EVERY_MS,
  });
}

/** Saves what was changed of an endpoint, and nothing else. */
export function useEditEndpoint(place: EndpointPlace) {
  const { api, key } = useApiScope();
  const client = useQueryClient();
  const thing = editedEndpoint(api, place);
  const write = async (patch: EndpointFields, ifMatch: string | null) => {
    const { text } = await thing.write(patch, ifMatch);
    // A form that is opened before it was read again must not begin with what it was.
    client.setQueryData(endpointKey(key, place.appId, place.endpointId), parseResponse(text));
  };
  return useSaveChanges({ ...thing, write }, useRefreshApplications());
}
