import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PortalAccessIn } from '../../../src-server/contract/access';
import { useInstance } from '../platform/instance';
import { useRefreshingMutation } from './use-refreshing-mutation';

const SHOWN = 50;
const sessionKey = (id: string, appId: string) => [id, 'applications', 'sessions', appId];

/** A link that logs a customer into the portal of an application. */
export function usePortalAccess(appId: string) {
  const { id, api } = useInstance();
  return useRefreshingMutation(sessionKey(id, appId), (access: PortalAccessIn) =>
    api.call('POST /auth/app-portal-access/{app}', { path: { app: appId }, body: access }),
  );
}

/** The newest active customer sessions, and links that can still be used; idle while `appId` is empty. */
export function usePortalSessions(appId: string) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: sessionKey(id, appId),
    queryFn: ({ signal }) =>
      api.call('GET /auth/app/{app}/session', { path: { app: appId }, query: { limit: SHOWN } }, signal),
    enabled: appId !== '',
  });
}

/** Ends one session by its id; null ends all of them, including those not shown. */
export function useEndSession(appId: string) {
  const { id, api } = useInstance();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (session: string | null) =>
      session === null
        ? api.call('POST /auth/app/{app}/expire-all', { path: { app: appId }, body: {} })
        : api.call('DELETE /auth/app/{app}/session/{session}', { path: { app: appId, session } }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionKey(id, appId) }),
  });
}
