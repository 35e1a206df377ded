import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PollingTokenRotateIn } from '../../../src-server/contract/polling-endpoint';
import { listAll } from '../../api/list-all';
import { parseResponse } from '../../api/read-response';
import { useApiScope } from '../api-scope';
import type { EndpointPlace } from '../endpoint/edited-endpoint';
import { editedPollingEndpoint, type PollingFields } from '../endpoint/edited-polling-endpoint';
import { useRefreshApplications } from '../endpoint/use-endpoints';
import { useSaveChanges } from '../forms/use-save-changes';

/** Nothing reports a poll: what consumers have read is looked at again. */
const CONSUMERS_EVERY_MS = 10_000;

/** The polling endpoints of an application, newest first. */
export function usePollingEndpoints(appId: string, enabled = true) {
  const { api, key } = useApiScope();
  return useQuery({
    queryKey: [...key, 'applications', 'polling-endpoints', appId],
    queryFn: ({ signal }) =>
      listAll(api, 'GET /app/{app}/polling-endpoint', { path: { app: appId } }, signal),
    enabled,
  });
}

const pollerKey = (key: readonly unknown[], appId: string, pollerId: string) => [
  ...key,
  'applications',
  'polling-endpoint',
  appId,
  pollerId,
];

/** One polling endpoint. */
export function usePollingEndpoint(appId: string, pollerId: string) {
  const { api, key } = useApiScope();
  const path = { app: appId, poller: pollerId };
  return useQuery({
    queryKey: pollerKey(key, appId, pollerId),
    queryFn: ({ signal }) => api.call('GET /app/{app}/polling-endpoint/{poller}', { path }, signal),
  });
}

/** The consumers of a polling endpoint with what they have not read, kept up to date while shown. */
export function usePollingConsumers(appId: string, pollerId: string) {
  const { api, key } = useApiScope();
  const path = { app: appId, poller: pollerId };
  return useQuery({
    queryKey: [...key, 'applications', 'polling-consumers', appId, pollerId],
    queryFn: async ({ signal }) =>
      (await api.call('GET /app/{app}/polling-endpoint/{poller}/consumer', { path }, signal)).data,
    refetchInterval: CONSUMERS_EVERY_MS,
  });
}

/** Saves what was changed of a polling endpoint, and nothing else. */
export function useEditPollingEndpoint(place: EndpointPlace) {
  const { api, key } = useApiScope();
  const client = useQueryClient();
  const thing = editedPollingEndpoint(api, place);
  const write = async (patch: PollingFields, ifMatch: string | null) => {
    const { text } = await thing.write(patch, ifMatch);
    // A form that is opened before it was read again must not begin with what it was.
    client.setQueryData(pollerKey(key, place.appId, place.endpointId), parseResponse(text));
  };
  return useSaveChanges({ ...thing, write }, useRefreshApplications());
}

/** Deletes a polling endpoint. */
export function useDeletePollingEndpoint(appId: string, pollerId: string) {
  const { api } = useApiScope();
  const path = { app: appId, poller: pollerId };
  return useMutation({
    mutationFn: () => api.call('DELETE /app/{app}/polling-endpoint/{poller}', { path }),
    onSuccess: useRefreshApplications(),
  });
}

/** Where a consumer is. */
interface ConsumerPlace {
  readonly appId: string;
  readonly pollerId: string;
  readonly consumer: string;
}

/** Has a consumer continue with what was accepted at a time and later. */
export function useMoveConsumer({ appId, pollerId, consumer }: ConsumerPlace) {
  const { api } = useApiScope();
  const path = { app: appId, poller: pollerId, consumer };
  return useMutation({
    mutationFn: (after: string) =>
      api.call('POST /app/{app}/poller/{poller}/consumer/{consumer}/seek', { path, body: { after } }),
    onSuccess: useRefreshApplications(),
  });
}

/** Forgets a consumer and its position. */
export function useDeleteConsumer({ appId, pollerId, consumer }: ConsumerPlace) {
  const { api } = useApiScope();
  const path = { app: appId, poller: pollerId, consumer };
  return useMutation({
    mutationFn: () => api.call('DELETE /app/{app}/polling-endpoint/{poller}/consumer/{consumer}', { path }),
    onSuccess: useRefreshApplications(),
  });
}

/** The newest token of a polling endpoint: read on request, forgotten when hidden, and replaceable. */
export function usePollingToken(appId: string, pollerId: string) {
  const { api } = useApiScope();
  const path = { app: appId, poller: pollerId };
  const [isShown, setShown] = useState(false);
  // Not queries: their responses would stay in the cache.
  const reading = useMutation({
    mutationFn: () => api.call('GET /auth/app/{app}/poller/{poller}/token', { path }),
    gcTime: 0,
  });
  const rotation = useMutation({
    mutationFn: (body: PollingTokenRotateIn) =>
      api.call('POST /auth/app/{app}/poller/{poller}/token/rotate', { path, body }),
    onSuccess: () => {
      reading.reset();
      setShown(true);
    },
    gcTime: 0,
  });
  return {
    /** Null: hidden, or not read yet. */
    token: (isShown && (reading.data ?? rotation.data)) || null,
    /** True: it is a new one, and this is how its reader gets it. */
    isNew: isShown && !reading.data && rotation.isSuccess,
    readError: reading.error,
    show: () => {
      setShown(true);
      rotation.reset();
      reading.mutate();
    },
    hide: () => {
      setShown(false);
      reading.reset();
      rotation.reset();
    },
    rotation,
  };
}
