import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { useLocation, useRoutes } from 'react-router';
import { ApiClient } from '../api/api-client';
import { ApiFailure } from '../api/api-failure';
import { useUntilEnded } from '../shared/use-until-ended';
import { forgetDrafts } from '../ui/drafts/draft-store';
import { FailureNotice } from '../ui/failure-notice';
import { PageRouter } from '../ui/page-router';
import { readAhead } from '../ui/read-ahead';
import { Skeleton } from '../ui/skeleton';
import { eventTypesQuery } from './catalog/use-event-types';
import { useLabels } from './look/look-context';
import styles from './portal-frame.module.css';
import { ROUTES } from './portal-routes';
import { isPreview } from './preview/is-preview';
import { readSession } from './session/early-responses';
import { LinkProblem } from './session/link-problem';
import { type KeyReading, keepPortalKey, type PortalKey } from './session/portal-key';
import { PortalSessionProvider } from './session/portal-session';
import { useAccessToken } from './session/use-access-token';

/** The portal, or why it cannot be shown. */
export function PortalApp({ portalKey }: { readonly portalKey: KeyReading }) {
  if (typeof portalKey === 'string') return <LinkProblem kind={portalKey} />;
  return <EnteredPortal portalKey={portalKey} />;
}

function EnteredPortal({ portalKey }: { portalKey: PortalKey }) {
  const { token, isUsed, error, retry } = useAccessToken(portalKey);
  if (isUsed) return <LinkProblem kind="used" />;
  if (token === null) return <Opening error={error} onRetry={retry} />;
  return (
    <PageRouter>
      <OpenedPortal appId={portalKey.appId} token={token} />
    </PageRouter>
  );
}

function OpenedPortal({ appId, token }: { appId: string; token: string }) {
  const api = useMemo(() => new ApiClient({ baseAddress: '', token }), [token]);
  const queries = useQueryClient();
  const [ended, setEnded] = useState(false);
  const screen = useRoutes(ROUTES);
  const place = useLocation();
  useEffect(() => readAhead(ROUTES), []);
  // Beside the session instead of after it: on a phone, each wait for a response is felt.
  useEffect(() => void queries.prefetchQuery(eventTypesQuery(api)), [queries, api]);
  const session = useQuery({
    queryKey: ['session', appId],
    // The whole page depends on it, and every refused call below refetches it.
    queryFn: ({ signal }) => readSession(api, appId, signal),
    enabled: !ended,
    refetchInterval: 60_000,
  });
  const { refetch } = session;
  const look = useCallback(() => void refetch(), [refetch]);
  const isOver = ended || (session.error !== null && isRefused(session.error));
  // Each screen is another entry of the history, and those of before a log-out still have the key.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useLayoutEffect(() => {
    // Whoever shows a frame brings the key each time.
    if (!isPreview(window)) keepPortalKey(history, isOver ? null : { appId, token });
  }, [place, isOver, appId, token]);
  // Whoever shows a frame looks itself, and has few connections for all of them.
  useUntilEnded(session.isSuccess && !ended && !isPreview(window) ? api : null, look);
  const logOut = useCallback(async () => {
    await api.call('POST /auth/logout');
    setEnded(true);
    // Whoever uses the browser next may be somebody else.
    for (const place of ['portal', 'headers']) forgetDrafts(`${place}/${appId}/`);
    queries.clear();
  }, [api, appId, queries]);
  if (ended) return <LinkProblem kind="ended" />;
  if (session.error && isRefused(session.error)) return <LinkProblem kind="refused" />;
  if (!session.data) return <Opening error={session.error} onRetry={() => void session.refetch()} />;
  return <PortalSessionProvider session={{ ...session.data, api, logOut }}>{screen}</PortalSessionProvider>;
}

function Opening({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const labels = useLabels().session;
  return (
    <main className={styles.opening}>
      {error ? (
        <FailureNotice title={labels.notOpened} cause={error} onRetry={onRetry} />
      ) : (
        <Skeleton what={labels.opening} rows={4} />
      )}
    </main>
  );
}

/** The token was refused, or its application is gone. */
function isRefused(cause: unknown): boolean {
  return cause instanceof ApiFailure && [401, 403, 404].includes(cause.status);
}
