import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  ApplicationIn,
  ApplicationOut,
  ApplicationPatch,
} from '../../../src-server/contract/application';
import type {
  EndpointHeadersOut,
  EndpointIn,
  EndpointOut,
  EndpointPatch,
  EndpointSecretOut,
} from '../../../src-server/contract/endpoint';
import type { PaceOut } from '../../../src-server/contract/pace';
import { listAll } from '../../api/list-all';
import { PACE_EVERY_MS } from '../../ui/pace-notice';
import { useInstance } from '../platform/instance';

const app = (appId: string) => `/app/${encodeURIComponent(appId)}`;
const endpoint = (appId: string, endpointId: string) =>
  `${app(appId)}/endpoint/${encodeURIComponent(endpointId)}`;

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
    queryFn: ({ signal }) => listAll<ApplicationOut>(api, '/app', {}, signal),
  });
}

/** @param isWanted false: it is not read */
export function useApplication(appId: string, isWanted = true) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'applications', 'one', appId],
    queryFn: ({ signal }) => api.get<ApplicationOut>(app(appId), {}, signal),
    enabled: isWanted,
  });
}

/** The endpoints of an application; idle while `appId` is empty. */
export function useEndpoints(appId: string) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'applications', 'endpoints', appId],
    queryFn: ({ signal }) => listAll<EndpointOut>(api, `${app(appId)}/endpoint`, {}, signal),
    enabled: appId !== '',
  });
}

export function useEndpoint(appId: string, endpointId: string) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'applications', 'endpoint', appId, endpointId],
    queryFn: ({ signal }) => api.get<EndpointOut>(endpoint(appId, endpointId), {}, signal),
  });
}

/** The signing secret, read only when somebody asks to see it and forgotten when it is hidden again. */
export function useSecret(appId: string, endpointId: string, shown: boolean) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'applications', 'secret', appId, endpointId],
    queryFn: ({ signal }) => api.get<EndpointSecretOut>(`${endpoint(appId, endpointId)}/secret`, {}, signal),
    enabled: shown,
    gcTime: 0,
  });
}

/** How fast an endpoint is sent to, kept up to date while it is shown. */
export function usePace(appId: string, endpointId: string) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'applications', 'pace', appId, endpointId],
    queryFn: ({ signal }) => api.get<PaceOut>(`${endpoint(appId, endpointId)}/pace`, {}, signal),
    refetchInterval: PACE_EVERY_MS,
  });
}

export function useHeaders(appId: string, endpointId: string) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'applications', 'headers', appId, endpointId],
    queryFn: ({ signal }) =>
      api.get<EndpointHeadersOut>(`${endpoint(appId, endpointId)}/headers`, {}, signal),
  });
}

export function useCreateApplication() {
  const { api } = useInstance();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (application: ApplicationIn) => api.post<ApplicationOut>('/app', application),
    onSuccess: refresh,
  });
}

export function usePatchApplication(appId: string) {
  const { api } = useInstance();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (patch: ApplicationPatch) => api.patch<ApplicationOut>(app(appId), patch),
    onSuccess: refresh,
  });
}

export function useDeleteApplication(appId: string) {
  const { api } = useInstance();
  const refresh = useRefresh();
  return useMutation({ mutationFn: () => api.delete(app(appId)), onSuccess: refresh });
}

export function useCreateEndpoint(appId: string) {
  const { api } = useInstance();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (next: EndpointIn) => api.post<EndpointOut>(`${app(appId)}/endpoint`, next),
    onSuccess: refresh,
  });
}

export function usePatchEndpoint(appId: string, endpointId: string) {
  const { api } = useInstance();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (patch: EndpointPatch) => api.patch<EndpointOut>(endpoint(appId, endpointId), patch),
    onSuccess: refresh,
  });
}

export function useDeleteEndpoint(appId: string, endpointId: string) {
  const { api } = useInstance();
  const refresh = useRefresh();
  return useMutation({ mutationFn: () => api.delete(endpoint(appId, endpointId)), onSuccess: refresh });
}

/** A new secret; the old one goes on signing beside it for a day. */
export function useRotateSecret(appId: string, endpointId: string) {
  const { api } = useInstance();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => api.post<void>(`${endpoint(appId, endpointId)}/secret/rotate`, {}),
    onSuccess: refresh,
  });
}

/** Sets one header, or removes it with null. */
export function useChangeHeader(appId: string, endpointId: string) {
  const { api } = useInstance();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ name, value }: { readonly name: string; readonly value: string | null }) =>
      api.patch<void>(`${endpoint(appId, endpointId)}/headers`, { headers: { [name]: value } }),
    onSuccess: refresh,
  });
}
