import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Link, useParams } from 'react-router';
import type { MessageOut } from '../../../src-server/contract/message';
import { ApiFailure } from '../../api/api-failure';
import { CodeBlock } from '../../ui/code-block';
import { FailureNotice } from '../../ui/failure-notice';
import { NameLockup } from '../../ui/name-lockup';
import { Skeleton } from '../../ui/skeleton';
import { Time } from '../../ui/time';
import { NotFound } from '../not-found';
import { usePortalSession } from '../session/portal-session';
import { AttemptList } from './attempt-list';
import styles from './portal-messages.module.css';

/** One message: what it said, and every attempt to deliver it. */
export function MessagePage() {
  const { messageId = '' } = useParams();
  const { api, application } = usePortalSession();
  const app = `/app/${encodeURIComponent(application.id)}`;
  const id = encodeURIComponent(messageId);
  const message = useQuery({
    queryKey: ['messages', messageId],
    queryFn: ({ signal }) => api.get<MessageOut>(`${app}/msg/${id}`, {}, signal),
  });
  if (message.error instanceof ApiFailure && message.error.status === 404) {
    return <NotFound what="message" backTo="/messages" backWords="All messages" />;
  }
  return (
    <div className={styles.detail}>
      <Link to="/messages" className={styles.back ?? ''}>
        <ArrowLeft aria-hidden /> Messages
      </Link>
      {message.isPending && <Skeleton what="the message" rows={5} />}
      {message.error && (
        <FailureNotice
          title="The message could not be read"
          cause={message.error}
          onRetry={() => void message.refetch()}
        />
      )}
      {message.data && (
        <>
          <h1 className={styles.name}>
            <NameLockup name={message.data.eventType} size="title" />
          </h1>
          <p className={styles.lead}>
            <code className={styles.id}>{message.data.id}</code>, <Time at={message.data.timestamp} />
          </p>
          <section>
            <h2>Attempts</h2>
            <AttemptList
              path={`${app}/attempt/msg/${id}`}
              show="endpoint"
              empty="No attempt was made yet. Either it waits for its turn, or none of your endpoints asks for this event."
            />
          </section>
          <section>
            <h2>Content</h2>
            <CodeBlock text={JSON.stringify(message.data.payload, null, 2)} label="JSON" maxHeight="60vh" />
          </section>
        </>
      )}
    </div>
  );
}
