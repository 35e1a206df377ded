import { useState } from 'react';
import type { BrowserSessionOut } from '../../../../src-server/contract/browser-session';
import { whenDone } from '../../../api/when-done';
import { Button } from '../../../ui/button';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { Notice } from '../../../ui/notice';
import { Time } from '../../../ui/time';
import { Unread } from '../../../ui/unread';
import {
  useBrowserSessions,
  useEndBrowserSession,
  useEndOtherBrowserSessions,
} from '../../data/use-settings';
import { ConfirmPair } from '../../parts/confirm-pair';
import styles from '../../parts/settings.module.css';
import { useSession } from '../../platform/session';

/** The browsers that are logged in to these pages, and how to log them out. */
export function BrowserSettings() {
  const sessions = useBrowserSessions();
  const rows = sessions.data ?? [];
  const others = rows.filter(({ isOwn }) => !isOwn).length;
  return (
    <section className={styles.section} aria-labelledby="browser-settings">
      <header>
        <h2 id="browser-settings">Sessions</h2>
        <p className={layout.lead}>
          A browser stays logged in until it logs out, its token is revoked, rotated or expires, or it has not
          been used for 30 days.
        </p>
      </header>
      {!isSecureContext && (
        <Notice tone="warning" title="This page is open over plain HTTP">
          Whoever can read the traffic between this browser and the server can take over the session. It ends
          when the server restarts. Use HTTPS.
        </Notice>
      )}
      {!sessions.data && <Unread what="the sessions" rows={2} query={sessions} />}
      {sessions.data && rows.length === 0 && <p className={layout.metaWrapping}>No active sessions.</p>}
      <ul className={styles.rows}>
        {rows.map((session) => (
          <Row key={session.id} session={session} />
        ))}
      </ul>
      {others > 0 && <EndOthers label={others < rows.length ? 'Log out all others' : 'Log out all'} />}
    </section>
  );
}

function Row({ session }: { readonly session: BrowserSessionOut }) {
  const { id, browser, host, isOwn, tokenName, createdAt, lastUsedAt } = session;
  const { logOut } = useSession();
  const end = useEndBrowserSession();
  return (
    <li>
      <span className={styles.grow}>
        <span className={styles.name}>{isOwn ? `${browser} (this browser)` : browser}</span>
        <span className={layout.metaWrapping}>
          {`At ${host} with ${tokenName === null ? 'the admin token' : `the token “${tokenName}”`}, since `}
          <Time at={createdAt} />, last used <Time at={lastUsedAt} />
        </span>
      </span>
      <Button
        size="small"
        kind="quiet"
        aria-label={isOwn ? 'Log out this browser' : `Log out ${browser}`}
        isDisabled={end.isPending}
        needs="DELETE /auth/browser-session/{session}"
        onPress={() => (isOwn ? logOut() : end.mutate(id))}
      >
        Log out
      </Button>
      {end.error && <FailureNotice title="The session was not ended" cause={end.error} />}
    </li>
  );
}

function EndOthers({ label }: { readonly label: string }) {
  const [asking, setAsking] = useState(false);
  const end = useEndOtherBrowserSessions();
  return (
    <div>
      {asking ? (
        <ConfirmPair
          confirm={label}
          isPending={end.isPending}
          onKeep={() => setAsking(false)}
          onConfirm={() => whenDone(end.mutateAsync(), () => setAsking(false))}
        />
      ) : (
        <Button needs="POST /auth/browser-session/end-others" onPress={() => setAsking(true)}>
          {label}
        </Button>
      )}
      {end.error && <FailureNotice title="The sessions were not ended" cause={end.error} />}
    </div>
  );
}
