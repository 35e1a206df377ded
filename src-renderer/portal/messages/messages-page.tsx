import { Link } from 'react-router';
import type { MessageOut } from '../../../src-server/contract/message';
import { EmptyState } from '../../ui/empty-state';
import { FailureNotice } from '../../ui/failure-notice';
import { NameLockup } from '../../ui/name-lockup';
import { Skeleton } from '../../ui/skeleton';
import { Time } from '../../ui/time';
import { usePortalSession } from '../session/portal-session';
import { LoadOlder } from './load-older';
import styles from './portal-messages.module.css';
import { usePages } from './use-pages';

/** What was sent to this customer, newest first. */
export function MessagesPage() {
  const { application } = usePortalSession();
  const messages = usePages<MessageOut>(`/app/${encodeURIComponent(application.id)}/msg`, {
    with_content: false,
  });
  return (
    <>
      <h1>Messages</h1>
      <p className={styles.lead}>Events that happened for you, newest first.</p>
      {messages.error && (
        <FailureNotice
          title="Your messages could not be read"
          cause={messages.error}
          onRetry={() => void messages.refetch()}
        />
      )}
      {messages.isPending && <Skeleton what="your messages" rows={6} />}
      {messages.rows?.length === 0 && (
        <EmptyState title="No messages yet">
          <p>When an event happens for you, it appears here with everything that was tried to deliver it.</p>
        </EmptyState>
      )}
      {messages.rows && messages.rows.length > 0 && (
        <ul className={styles.list}>
          {messages.rows.map(({ id, eventType, timestamp }) => (
            <li key={id}>
              <Link to={`/messages/${id}`} className={styles.row ?? ''}>
                <NameLockup name={eventType} />
                <code className={styles.id}>{id}</code>
                <span className={styles.time}>
                  <Time at={timestamp} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <LoadOlder pages={messages} what="messages" />
    </>
  );
}
