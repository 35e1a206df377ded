import { useCallback, useEffect } from 'react';
import { ApiFailure } from '../api/api-failure';
import { FailureNotice } from '../ui/failure-notice';
import { Skeleton } from '../ui/skeleton';
import { ClosedLink } from './closed-link';
import styles from './share-app.module.css';
import type { ShareKeyReading } from './share-key';
import { SharedPreview } from './shared-preview';
import { useSharedPreview } from './use-shared-preview';

/** What a share link shows, or why it cannot be shown. */
export function ShareApp({ reading }: { readonly reading: ShareKeyReading }) {
  if (reading === 'none' || reading === 'broken') {
    return (
      <ClosedLink title="This link is not complete">
        <p>Part of the link is missing. E-mail and chat programs sometimes cut links.</p>
        <p>Open the whole link, or ask whoever sent it for a new one.</p>
      </ClosedLink>
    );
  }
  return <OpenedLink token={reading.token} />;
}

function OpenedLink({ token }: { readonly token: string }) {
  const shared = useSharedPreview(token);
  const { refetch } = shared;
  const look = useCallback(() => void refetch(), [refetch]);
  const expiresAt = shared.data?.expiresAt;
  // At its end, not at the next look: what is on the screen would stay there.
  useEffect(() => {
    if (expiresAt === undefined) return;
    const timer = setTimeout(
      look,
      Math.min(2 ** 31 - 1, Math.max(0, Date.parse(expiresAt) - Date.now()) + 500),
    );
    return () => clearTimeout(timer);
  }, [expiresAt, look]);
  if (shared.error instanceof ApiFailure && [401, 403, 404].includes(shared.error.status)) {
    return (
      <ClosedLink title="This link no longer works">
        <p>{reasonOf(shared.error)}</p>
      </ClosedLink>
    );
  }
  if (shared.data) return <SharedPreview preview={shared.data} onEnded={look} />;
  return (
    <main className={styles.opening}>
      {shared.error ? (
        <FailureNotice title="The preview could not be opened" cause={shared.error} onRetry={look} />
      ) : (
        <Skeleton what="the preview" rows={6} />
      )}
    </main>
  );
}

/** In the server's words where it knows more than this page. */
function reasonOf({ status, detail }: ApiFailure): string {
  if (status === 404) return 'What it showed has been removed.';
  return detail.startsWith('This share link')
    ? detail
    : 'It is not known here, or was removed a while ago. Ask whoever sent it for a new one.';
}
