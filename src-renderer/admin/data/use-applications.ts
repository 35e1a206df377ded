import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ApplicationIn } from '../../../src-server/contract/application';
import { LOCAL_CONNECTION } from '../../../src-server/contract/connection';
import { listAll } from '../../api/list-all';
import { useRefreshApplications } from '../../shared/endpoint/use-endpoints';
import { useSaveChanges } from '../../shared/forms/use-save-changes';
import { useInstance } from '../platform/instance';
import { type ApplicationFields, editedApplication } from './edited-application';
import { useLocalApi } from './use-local-api';

export function useApplications() {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'applications', 'list'],
    queryFn: ({ signal }) => listAll(api, 'GET /app', {}, signal),
  });
}

const LOCAL_KEY = [LOCAL_CONNECTION, 'applications', 'list'];

/**
 * The applications of this computer, whatever instance the window shows.
 * @param isWanted false: they are not read
 */
export function useLocalApplications(isWanted: boolean) {
  const api = useLocalApi();
  return useQuery({
    queryKey: LOCAL_KEY,
    queryFn: ({ signal }) => listAll(api, 'GET /app', {}, signal),
    enabled: isWanted,
  });
}

/** Creates an application on this computer. */
export function useCreateLocalApplication() {
  const api = useLocalApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (application: ApplicationIn) => api.call('POST /app', { body: application }),
    onSuccess: () => client.invalidateQueries({ queryKey: LOCAL_KEY }),
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

/** Saves what was changed of an application, and nothing else. */
export function useEditApplication(appId: string) {
  const { api } = useInstance();
  return useSaveChanges<ApplicationFields>(editedApplication(api, appId), useRefreshApplications());
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
