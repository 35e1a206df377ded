import { ArrowLeft } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { ApiFailure } from '../../api/api-failure';
import { laidOutBody } from '../../shared/attempt/message-body';
import { useMessage } from '../../shared/attempt/use-message';
import { useMessageDeliveries } from '../../shared/attempt/use-message-deliveries';
import { CodeBlock } from '../../ui/code-block';
import { CopyButton } from '../../ui/copy-button';
import layout from '../../ui/layout.module.css';
import { NameLockup } from '../../ui/name-lockup';
import { Time } from '../../ui/time';
import { Unread } from '../../ui/unread';
import { useIsListed } from '../catalog/use-is-listed';
import { useLabels } from '../look/look-context';
import { NotFound } from '../not-found';
import { usePortalSession } from '../session/portal-session';
import { AttemptList } from './attempt-list';
import { MessageDeliveries } from './message-deliveries';
import styles from './portal-messages.module.css';

/** One message: where it went and why, every attempt to deliver it, and its content. */
export function MessagePage() {
  const { messageId = '' } = useParams();
  const { application } = usePortalSession();
  const labels = useLabels().messages;
  const message = useMessage(application.id, messageId);
  const deliveries = useMessageDeliveries(application.id, messageId).data;
  const acts = deliveries && new Map(deliveries.map(({ endpointId, again }) => [endpointId, again]));
  const isListed = useIsListed();
  if (message.error instanceof ApiFailure && message.error.status === 404) {
    return <NotFound what="message" backTo="/messages" backLabel={labels.all} />;
  }
  return (
    <div className={styles.detail}>
      <Link to="/messages" className={`${layout.inlineLineClose} ${layout.mutedLink} ${styles.back}`}>
        <ArrowLeft aria-hidden /> {labels.title}
      </Link>
      <Unread what={labels.oneWhat} title={labels.oneNotRead} rows={5} query={message} />
      {message.data && (
        <>
          <header>
            <h1 className={layout.regular}>
              <NameLockup name={message.data.eventType} size="title" />
            </h1>
            <p className={layout.lead}>
              <code className={styles.id}>{message.data.id}</code>{' '}
              <CopyButton text={message.data.id} what={labels.id} /> <Time at={message.data.timestamp} />
            </p>
            {!isListed(message.data.eventType) && <p className={layout.lead}>{labels.unlistedText}</p>}
          </header>
          <section>
            <h2>{labels.deliveries}</h2>
            <MessageDeliveries messageId={message.data.id} />
          </section>
          <section aria-labelledby="attempts-title">
            <h2 id="attempts-title">{labels.attempts}</h2>
            <AttemptList
              list={{
                name: 'GET /app/{app}/attempt/msg/{message}',
                input: { path: { app: application.id, message: messageId } },
              }}
              show="endpoint"
              acts={acts}
              empty={labels.noAttempt}
            />
          </section>
          <section>
            <h2>{labels.content}</h2>
            {message.data.body === null ? (
              <p className={layout.lead}>{labels.expired}</p>
            ) : (
              <CodeBlock text={laidOutBody(message.data.body)} label={labels.json} maxHeight="60vh" />
            )}
          </section>
        </>
      )}
    </div>
  );
}
