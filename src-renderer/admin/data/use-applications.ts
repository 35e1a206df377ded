import { useMutation, useQuery } from '@tanstack/react-query';
import type { ApplicationIn, ApplicationPatch } from '../../../src-server/contract/application';
import { listAll } from '../../api/list-all';
import { useRefreshApplications } from '../../shared/endpoint/use-endpoints';
import { useInstance } from '../platform/instance';

export function useApplications() {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'applications', 'list'],
    queryFn: ({ signal }) => listAll(api, 'GET /app', {}, signal),
  });
}

/** @param isWanted false: the application is not read */
export function useApplication(appId: string, isWanted = true) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'applications', 'one', appId],
    queryFn: ({ signal }) => api.call('GET /app/{app}', { path: { app: appId } }, signal),
    enabled: isWanted,
  });
}

export function useCreateApplication() {
  const { api } = useInstance();
  const refresh = useRefreshApplications();
  return useMutation({
    mutationFn: (application: ApplicationIn) => api.call('POST /app', { body: application }),
    onSuccess: refresh,
  });
}

export function usePatchApplication(appId: string) {
  const { api } = useInstance();
  const refresh = useRefreshApplications();
  return useMutation({
    mutationFn: (patch: ApplicationPatch) =>
      api.call('PATCH /app/{app}', { path: { app: appId }, body: patch }),
    onSuccess: refresh,
  });
}

export function useDeleteApplication(appId: string) {
  const { api } = useInstance();
  const refresh = useRefreshApplications();
  return useMutation({
    mutationFn: () => api.call('DELETE /app/{app}', { path: { app: appId } }),
    onSuccess: refresh,
  });
}

export function useDeleteEndpoint(appId: string, endpointId: string) {
  const { api } = useInstance();
  const refresh = useRefreshApplications();
  return useMutation({
    mutationFn: () =>
      api.call('DELETE /app/{app}/endpoint/{endpoint}', { path: { app: appId, endpoint: endpointId } }),
    onSuccess: refresh,
  });
}
