import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PortalAccessIn, PortalAccessOut } from '../../../src-server/contract/access';
import type { ListResponse } from '../../../src-server/contract/list';
import type { PortalSessionOut } from '../../../src-server/contract/portal-session';
import { useInstance } from '../platform/instance';

const SHOWN = 50;
const sessionKey = (id: string, appId: string) => [id, 'applications', 'sessions', appId];
const sessionPath = (appId: string) => `/auth/app/${encodeURIComponent(appId)}/session`;

/** A link that logs a customer into the portal of an application. */
export function usePortalAccess(appId: string) {
  const { id, api } = useInstance();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (access: PortalAccessIn) =>
      api.post<PortalAccessOut>(`/auth/app-portal-access/${encodeURIComponent(appId)}`, access),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionKey(id, appId) }),
  });
}

/** The newest sessions of customers that are alive, and links that can still be followed. */
export function usePortalSessions(appId: string) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: sessionKey(id, appId),
    queryFn: ({ signal }) =>
      api.get<ListResponse<PortalSessionOut>>(sessionPath(appId), { limit: SHOWN }, signal),
  });
}

/** Ends one session by its id, or with null all of them, also those that are not shown. */
export function useEndSession(appId: string) {
  const { id, api } = useInstance();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (session: string | null) =>
      session === null
        ? api.post<void>(`/auth/app/${encodeURIComponent(appId)}/expire-all`, {})
        : api.delete(`${sessionPath(appId)}/${encodeURIComponent(session)}`),
    onSettled: () => client.invalidateQueries({ queryKey: sessionKey(id, appId) }),
  });
}
