import { Link, useSearchParams } from 'react-router';
import type { StatusText } from '../../../src-server/contract/attempt';
import type { MessageOutcomes } from '../../../src-server/contract/message';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import layout from '../../ui/layout.module.css';
import { NameLockup } from '../../ui/name-lockup';
import { Status } from '../../ui/status';
import { Time } from '../../ui/time';
import { Unread } from '../../ui/unread';
import { useIsListed } from '../catalog/use-is-listed';
import { useLabels } from '../look/look-context';
import { usePortalSession } from '../session/portal-session';
import { LoadOlder } from './load-older';
import { listOf, type MessageFilter, readFilter, writeFilter } from './message-filter';
import { MessageFilters } from './message-filters';
import styles from './portal-messages.module.css';
import { usePages } from './use-pages';

/** The outcomes that need a person come first. */
const ORDER: readonly StatusText[] = ['fail', 'sending', 'pending', 'canceled', 'success'];

/** What was sent to this customer, newest first. The filters are in the address. */
export function MessagesPage() {
  const { application } = usePortalSession();
  const labels = useLabels().messages;
  const [query, setQuery] = useSearchParams();
  const filter = readFilter(query);
  const messages = usePages(listOf(application.id, filter, Date.now()));
  const set = (next: MessageFilter) => setQuery(writeFilter(next), { replace: true });
  const isListed = useIsListed();
  const narrowed = Object.values(filter).some((value) => value !== '');
  return (
    <>
      <h1>{labels.title}</h1>
      <p className={layout.lead}>{labels.lead}</p>
      <MessageFilters filter={filter} onChange={set} />
      <Unread what={labels.what} title={labels.notRead} rows={6} query={messages} />
      {messages.rows?.length === 0 && !narrowed && (
        <EmptyState title={labels.empty}>
          <p>{labels.emptyText}</p>
        </EmptyState>
      )}
      {messages.rows?.length === 0 && narrowed && (
        <EmptyState
          title={labels.noMatch}
          actions={<Button onPress={() => setQuery({}, { replace: true })}>{labels.clear}</Button>}
        >
          <p>{labels.noMatchText}</p>
        </EmptyState>
      )}
      {messages.rows && messages.rows.length > 0 && (
        <ul className={`${layout.ruled} ${layout.below4} ${styles.list}`}>
          {messages.rows.map((message) => (
            <li key={message.id}>
              <Link
                to={`/messages/${message.id}`}
                className={`${layout.grid} ${layout.inkLink} ${styles.row}`}
              >
                <span>
                  <NameLockup name={message.eventType} />{' '}
                  {!isListed(message.eventType) && <span className={layout.meta}>{labels.unlisted}</span>}
                </span>
                <span className={`${layout.rowAligned} ${styles.rowStatus}`}>
                  {'statusText' in message && <Status status={message.statusText} />}
                  {'outcomes' in message && message.outcomes && (
                    <MessageOutcome outcomes={message.outcomes} />
                  )}
                </span>
                <code className={styles.id}>{message.id}</code>
                <span className={`${layout.muted} ${layout.nowrap} ${styles.time}`}>
                  <Time at={message.timestamp} />
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

/** The outcome of a message over all endpoints: the worst one, and how many endpoints have it. */
function MessageOutcome({ outcomes }: { readonly outcomes: MessageOutcomes }) {
  const labels = useLabels().messages;
  const all = ORDER.reduce((sum, status) => sum + outcomes[status], 0);
  const worst = ORDER.find((status) => outcomes[status] > 0);
  if (!worst) return <span className={`${layout.meta} ${layout.nowrap}`}>{labels.noEndpoint}</span>;
  return (
    <>
      <Status status={worst} />
      {all > 1 && (
        <span className={`${layout.meta} ${layout.nowrap}`}>
          {outcomes[worst] === all ? labels.atAll({ all }) : labels.atSome({ some: outcomes[worst], all })}
        </span>
      )}
    </>
  );
}
