import { Link } from 'react-router';
import type { ApplicationOut } from '../../../../src-server/contract/application';
import layout from '../../../ui/layout.module.css';
import { NameLockup } from '../../../ui/name-lockup';
import { Time } from '../../../ui/time';
import { Unread } from '../../../ui/unread';
import { useNewestMessages } from '../../data/use-all-messages';
import { MessageOutcome } from '../../parts/messages/message-outcome';
import { useTo } from '../../platform/instance';
import detail from './detail.module.css';

/** The newest messages of an application, and what became of them. */
export function ApplicationMessages({ application }: { readonly application: ApplicationOut }) {
  const to = useTo();
  const messages = useNewestMessages(application.id);
  return (
    <section className={layout.stack3} aria-labelledby="messages-title">
      <div className={detail.sectionHead}>
        <h3 id="messages-title">Last messages</h3>
        <Link to={`${to('deliveries', 'messages')}?app=${application.id}`}>All messages</Link>
      </div>
      <Unread what="the messages" rows={3} query={messages} />
      {messages.data?.length === 0 && <p className={layout.meta}>No messages yet.</p>}
      <ul className={detail.rows}>
        {messages.data?.map((message) => (
          <li key={message.id}>
            <Link
              to={to('deliveries', 'messages', message.appId, message.id)}
              className={`${layout.gridCentered} ${layout.hovering} ${detail.message}`}
            >
              <span className={`${layout.muted} ${layout.numbers}`}>
                <Time at={message.timestamp} as="listed" />
              </span>
              <MessageOutcome message={message} flags={[]} />
              <span className={`${layout.shrinking} ${layout.cut} ${detail.type}`}>
                <NameLockup name={message.eventType} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
