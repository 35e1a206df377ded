import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ApplicationIn, ApplicationPatch } from '../../../src-server/contract/application';
import type { EndpointIn, EndpointPatch } from '../../../src-server/contract/endpoint';
import { listAll } from '../../api/list-all';
import { PACE_EVERY_MS } from '../../ui/pace-notice';
import { useInstance } from '../platform/instance';

/** Makes everything about applications and endpoints fresh. */
function useRefresh() {
  const { id } = useInstance();
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [id, 'applications'] });
}

export function useApplications() {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'applications', 'list'],
    queryFn: ({ signal }) => listAll(api, 'GET /app', {}, signal),
  });
}

/** @param isWanted false: it is not read */
export function useApplication(appId: string, isWanted = true) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'applications', 'one', appId],
    queryFn: ({ signal }) => api.call('GET /app/{app}', { path: { app: appId } }, signal),
    enabled: isWanted,
  });
}

/** The endpoints of an application; idle while `appId` is empty. */
export function useEndpoints(appId: string) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'applications', 'endpoints', appId],
    queryFn: ({ signal }) => listAll(api, 'GET /app/{app}/endpoint', { path: { app: appId } }, signal),
    enabled: appId !== '',
  });
}

export function useEndpoint(appId: string, endpointId: string) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'applications', 'endpoint', appId, endpointId],
    queryFn: ({ signal }) =>
      api.call('GET /app/{app}/endpoint/{endpoint}', { path: { app: appId, endpoint: endpointId } }, signal),
  });
}

/** The signing secret, read only when somebody asks to see it and forgotten when it is hidden again. */
export function useSecret(appId: string, endpointId: string, shown: boolean) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'applications', 'secret', appId, endpointId],
    queryFn: ({ signal }) =>
      api.call(
        'GET /app/{app}/endpoint/{endpoint}/secret',
        { path: { app: appId, endpoint: endpointId } },
        signal,
      ),
    enabled: shown,
    gcTime: 0,
  });
}

/** How fast an endpoint is sent to, kept up to date while it is shown. */
export function usePace(appId: string, endpointId: string) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'applications', 'pace', appId, endpointId],
    queryFn: ({ signal }) =>
      api.call(
        'GET /app/{app}/endpoint/{endpoint}/pace',
        { path: { app: appId, endpoint: endpointId } },
        signal,
      ),
    refetchInterval: PACE_EVERY_MS,
  });
}

export function useHeaders(appId: string, endpointId: string) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'applications', 'headers', appId, endpointId],
    queryFn: ({ signal }) =>
      api.call(
        'GET /app/{app}/endpoint/{endpoint}/headers',
        { path: { app: appId, endpoint: endpointId } },
        signal,
      ),
  });
}

export function useCreateApplication() {
  const { api } = useInstance();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (application: ApplicationIn) => api.call('POST /app', { body: application }),
    onSuccess: refresh,
  });
}

export function usePatchApplication(appId: string) {
  const { api } = useInstance();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (patch: ApplicationPatch) =>
      api.call('PATCH /app/{app}', { path: { app: appId }, body: patch }),
    onSuccess: refresh,
  });
}

export function useDeleteApplication(appId: string) {
  const { api } = useInstance();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => api.call('DELETE /app/{app}', { path: { app: appId } }),
    onSuccess: refresh,
  });
}

export function useCreateEndpoint(appId: string) {
  const { api } = useInstance();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (next: EndpointIn) =>
      api.call('POST /app/{app}/endpoint', { path: { app: appId }, body: next }),
    onSuccess: refresh,
  });
}

export function usePatchEndpoint(appId: string, endpointId: string) {
  const { api } = useInstance();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (patch: EndpointPatch) =>
      api.call('PATCH /app/{app}/endpoint/{endpoint}', {
        path: { app: appId, endpoint: endpointId },
        body: patch,
      }),
    onSuccess: refresh,
  });
}

export function useDeleteEndpoint(appId: string, endpointId: string) {
  const { api } = useInstance();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () =>
      api.call('DELETE /app/{app}/endpoint/{endpoint}', { path: { app: appId, endpoint: endpointId } }),
    onSuccess: refresh,
  });
}

/** A new secret; the old one goes on signing beside it for a day. */
export function useRotateSecret(appId: string, endpointId: string) {
  const { api } = useInstance();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () =>
      api.call('POST /app/{app}/endpoint/{endpoint}/secret/rotate', {
        path: { app: appId, endpoint: endpointId },
        body: {},
      }),
    onSuccess: refresh,
  });
}

/** Sets one header, or removes it with null. */
export function useChangeHeader(appId: string, endpointId: string) {
  const { api } = useInstance();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ name, value }: { readonly name: string; readonly value: string | null }) =>
      api.call('PATCH /app/{app}/endpoint/{endpoint}/headers', {
        path: { app: appId, endpoint: endpointId },
        body: { headers: { [name]: value } },
      }),
    onSuccess: refresh,
  });
}
