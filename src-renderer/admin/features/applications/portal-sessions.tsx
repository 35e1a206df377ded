import { useState } from 'react';
import { CAPABILITIES } from '../../../../src-server/contract/access';
import type { ApplicationOut } from '../../../../src-server/contract/application';
import type { PortalSessionOut } from '../../../../src-server/contract/portal-session';
import { whenDone } from '../../../api/when-done';
import { Button } from '../../../ui/button';
import { FailureNotice } from '../../../ui/failure-notice';
import { FlagChip } from '../../../ui/flag-chip';
import layout from '../../../ui/layout.module.css';
import { Time } from '../../../ui/time';
import { Unread } from '../../../ui/unread';
import { useEndSession, usePortalSessions } from '../../data/use-portal-sessions';
import { ConfirmPair } from '../../parts/confirm-pair';
import styles from './detail.module.css';

/** Who can use the portal of this application now, and how to end that. */
export function PortalSessions({ application }: { readonly application: ApplicationOut }) {
  const sessions = usePortalSessions(application.id);
  const end = useEndSession(application.id);
  const [asking, setAsking] = useState(false);
  const rows = sessions.data?.data ?? [];
  const more = sessions.data?.done === false;
  return (
    <div className={`${layout.stack2} ${layout.below4} ${styles.sessions}`}>
      <div className={`${layout.rowCentered} ${styles.head}`}>
        <h4>
          Active sessions and links{' '}
          <span className={layout.count}>{more ? `${rows.length}+` : rows.length}</span>
        </h4>
        {rows.length > 0 &&
          (asking ? (
            <>
              <span className={layout.meta}>
                Logs everyone out of the portal of {application.name} at once.
              </span>
              <ConfirmPair
                confirm="End all sessions"
                isPending={end.isPending}
                onKeep={() => setAsking(false)}
                onConfirm={() => whenDone(end.mutateAsync(null), () => setAsking(false))}
              />
            </>
          ) : (
            <Button size="small" needs="POST /auth/app/{app}/expire-all" onPress={() => setAsking(true)}>
              End all
            </Button>
          ))}
      </div>
      <Unread what="the sessions" rows={2} query={sessions} />
      {end.error && <FailureNotice title="The session was not ended" cause={end.error} />}
      {sessions.data && rows.length === 0 && (
        <p className={layout.meta}>
          No one can open the portal of {application.name} now. Create a link to let someone in.
        </p>
      )}
      <ul className={`${layout.ruled} ${layout.goneIfEmpty}`}>
        {rows.map((session) => (
          <Row key={session.id} session={session} onEnd={() => end.mutate(session.id)} />
        ))}
      </ul>
      {more && <p className={layout.meta}>Showing the newest {rows.length}.</p>}
    </div>
  );
}

function Row({ session, onEnd }: { readonly session: PortalSessionOut; readonly onEnd: () => void }) {
  const { id, sessionId, featureFlags, capabilities, createdAt, expiresAt, linkUntil } = session;
  const name = sessionId ?? id;
  return (
    <li className={`${layout.line} ${layout.underlined} ${layout.paddedDown2}`}>
      <span className={`${layout.column} ${layout.rest}`}>
        <span className={`${layout.chips} ${layout.centered} ${layout.breakable}`}>
          <code>{name}</code>
          {featureFlags.map((flag) => (
            <FlagChip key={flag} flag={flag} />
          ))}
        </span>
        <span className={layout.meta}>
          {/^preview-/.test(sessionId ?? '') && 'From the portal preview. '}
          {linkUntil === null ? 'Created' : 'One-time link, unused, created'} <Time at={createdAt} />
          {linkUntil !== null ? (
            <>
              , valid until <Time at={linkUntil} as="ahead" />
            </>
          ) : (
            expiresAt && (
              <>
                , ends <Time at={expiresAt} as="ahead" />
              </>
            )
          )}
          {capabilities.length < CAPABILITIES.length &&
            `, ${capabilities.length} of ${CAPABILITIES.length} permissions`}
        </span>
      </span>
      <Button
        size="small"
        kind="quiet"
        aria-label={`End ${name}`}
        needs="DELETE /auth/app/{app}/session/{session}"
        onPress={onEnd}
      >
        End
      </Button>
    </li>
  );
}
