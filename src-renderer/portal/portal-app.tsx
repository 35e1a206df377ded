import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { HashRouter, Navigate, Route, Routes } from 'react-router';
import type { WhoamiOut } from '../../src-server/contract/access';
import type { ApplicationOut } from '../../src-server/contract/application';
import { ApiClient } from '../api/api-client';
import { ApiFailure } from '../api/api-failure';
import { FailureNotice } from '../ui/failure-notice';
import { Skeleton } from '../ui/skeleton';
import { CatalogPage } from './catalog/catalog-page';
import { EventTypePage } from './catalog/event-type-page';
import { EditEndpointPage, NewEndpointPage } from './endpoints/endpoint-form-page';
import { EndpointPage } from './endpoints/endpoint-page';
import { EndpointsPage } from './endpoints/endpoints-page';
import { MessagePage } from './messages/message-page';
import { MessagesPage } from './messages/messages-page';
import { NotFound } from './not-found';
import { PortalFrame } from './portal-frame';
import styles from './portal-frame.module.css';
import { LinkProblem } from './session/link-problem';
import type { KeyReading, PortalKey } from './session/portal-key';
import { PortalSessionProvider } from './session/portal-session';

/** The portal, or why it cannot be shown. */
export function PortalApp({ portalKey }: { readonly portalKey: KeyReading }) {
  if (typeof portalKey === 'string') return <LinkProblem kind={portalKey} />;
  return <OpenedPortal portalKey={portalKey} />;
}

function OpenedPortal({ portalKey }: { portalKey: PortalKey }) {
  const { appId, token } = portalKey;
  const api = useMemo(() => new ApiClient({ baseAddress: '', token }), [token]);
  const session = useQuery({
    queryKey: ['session', appId],
    // The whole page stands on it, and every refused call below asks it again.
    queryFn: async ({ signal }) => {
      const [who, application] = await Promise.all([
        api.get<WhoamiOut>('/auth/whoami', {}, signal),
        api.get<ApplicationOut>(`/app/${encodeURIComponent(appId)}`, {}, signal),
      ]);
      return { api, who, application };
    },
    refetchInterval: 60_000,
  });
  if (session.error && isRefused(session.error)) return <LinkProblem kind="refused" />;
  if (session.data) {
    return (
      <PortalSessionProvider session={session.data}>
        <HashRouter>
          <PortalRoutes />
        </HashRouter>
      </PortalSessionProvider>
    );
  }
  return (
    <main className={styles.opening}>
      {session.error ? (
        <FailureNotice
          title="Your webhooks could not be opened"
          cause={session.error}
          onRetry={() => void session.refetch()}
        />
      ) : (
        <Skeleton what="your webhooks" rows={4} />
      )}
    </main>
  );
}

/** The token is refused, or its application is gone. */
function isRefused(cause: unknown): boolean {
  return cause instanceof ApiFailure && [401, 403, 404].includes(cause.status);
}

function PortalRoutes() {
  return (
    <Routes>
      <Route element={<PortalFrame />}>
        <Route index element={<Navigate to="/catalog" replace />} />
        <Route path="catalog" element={<CatalogPage />} />
        <Route path="catalog/:name" element={<EventTypePage />} />
        <Route path="endpoints" element={<EndpointsPage />} />
        <Route path="endpoints/new" element={<NewEndpointPage />} />
        <Route path="endpoints/:endpointId" element={<EndpointPage />} />
        <Route path="endpoints/:endpointId/edit" element={<EditEndpointPage />} />
        <Route path="messages" element={<MessagesPage />} />
        <Route path="messages/:messageId" element={<MessagePage />} />
        <Route path="*" element={<NotFound what="page" backTo="/catalog" backWords="Event catalog" />} />
      </Route>
    </Routes>
  );
}
