import { Link } from 'react-router';
import { type MessageDelivery, useMessageDeliveries } from '../../shared/attempt/use-message-deliveries';
import { capitalize } from '../../ui/capitalize';
import { FailureNotice } from '../../ui/failure-notice';
import { inserted, slot } from '../../ui/inserted';
import layout from '../../ui/layout.module.css';
import { Skeleton } from '../../ui/skeleton';
import { Status } from '../../ui/status';
import { Time } from '../../ui/time';
import { useLabels, useLanguage } from '../look/look-context';
import { usePortalSession } from '../session/portal-session';
import styles from './portal-messages.module.css';

/** Where a message went, the outcome there, and why, in one sentence. */
export function MessageDeliveries({ messageId }: { readonly messageId: string }) {
  const { application } = usePortalSession();
  const labels = useLabels().messages;
  const isEnglish = useLanguage().startsWith('en');
  const found = useMessageDeliveries(application.id, messageId);
  if (found.error) {
    return (
      <FailureNotice title={labels.oneNotRead} cause={found.error} onRetry={() => void found.refetch()} />
    );
  }
  if (!found.data) return <Skeleton what={labels.deliveries} rows={2} />;
  const sent = found.data.filter(({ statusText }) => statusText !== null);
  if (sent.length === 0) return <p className={layout.lead}>{labels.nowhere}</p>;
  return (
    <ul className={styles.deliveries}>
      {sent.map(({ endpointId, url, statusText, sentence, ...delivery }) => (
        <li key={endpointId}>
          {statusText && <Status status={statusText} />}
          <span className={layout.gridTight}>
            <Link
              to={`/endpoints/${endpointId}`}
              className={`${layout.inkLink} ${layout.breakable} ${styles.to}`}
            >
              {url}
            </Link>
            <span className={layout.meta}>
              {isEnglish ? `${capitalize(sentence)}.` : <Standing {...delivery} />}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Where it stands, for readers of another language than that of the server. */
function Standing({ state, nextAttempt }: Pick<MessageDelivery, 'state' | 'nextAttempt'>) {
  const labels = useLabels().messages;
  if (state !== 'waiting' || !nextAttempt) return labels.states[state];
  return inserted(labels.nextAttempt({ at: slot(0) }), <Time at={nextAttempt} as="ahead" />);
}
