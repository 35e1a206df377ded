import { ArrowLeft } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { ApiFailure } from '../../../../api/api-failure';
import { laidOutBody, type MessageWithBody } from '../../../../shared/attempt/message-body';
import { messageVerdict } from '../../../../shared/attempt/message-verdict';
import { useMessage } from '../../../../shared/attempt/use-message';
import {
  type MessageDelivery,
  useMessageDeliveries,
} from '../../../../shared/attempt/use-message-deliveries';
import type { ReplayTarget } from '../../../../shared/replay/replay-choice';
import { CodeBlock } from '../../../../ui/code-block';
import { CopyButton } from '../../../../ui/copy-button';
import { EmptyState } from '../../../../ui/empty-state';
import layout from '../../../../ui/layout.module.css';
import { LinkButton } from '../../../../ui/link-button';
import { NameLockup } from '../../../../ui/name-lockup';
import { Time } from '../../../../ui/time';
import { Unread } from '../../../../ui/unread';
import { useApplication } from '../../../data/use-applications';
import { useServedEventTypes } from '../../../data/use-catalog';
import { usePortalSessions } from '../../../data/use-portal-sessions';
import { useCommand } from '../../../platform/commands/command-store';
import { copyAct } from '../../../platform/commands/copy-act';
import { useThingInView } from '../../../platform/commands/thing-in-view';
import { useTo } from '../../../platform/instance';
import facts from '../facts.module.css';
import { MessageAgain } from '../message-again';
import { SchemaCheck } from '../schema-check';
import { hiddenLabel } from './hidden-label';
import { MessageEndpoints } from './message-endpoints';
import styles from './message-screen.module.css';

/** One message: what became of it, where it went and why, every attempt, and its content. */
export function MessageScreen() {
  const { appId = '', msgId = '' } = useParams();
  const to = useTo();
  const message = useMessage(appId, msgId);
  const isUnknown = message.error instanceof ApiFailure && message.error.status === 404;
  return (
    <section
      className={`${layout.stack5} ${layout.scrolling} ${styles.screen}`}
      aria-label="Message"
      data-pane=""
    >
      <title>{message.data ? `${message.data.eventType} · Posthorn` : 'Message · Posthorn'}</title>
      <Link
        to={to('deliveries', 'messages')}
        className={`${layout.inlineLineClose} ${layout.hoverInk} ${styles.back}`}
      >
        <ArrowLeft aria-hidden /> Messages
      </Link>
      {!message.data && <h1 className="visually-hidden">Message</h1>}
      {isUnknown ? (
        <EmptyState
          title="No message has this id"
          actions={<LinkButton to={to('deliveries', 'messages')}>Search the messages</LinkButton>}
        >
          <p>
            <code>{msgId}</code> is no message of this application, or the application was deleted.
          </p>
        </EmptyState>
      ) : (
        <Unread what="the message" rows={6} query={message} />
      )}
      {message.data && <Content appId={appId} message={message.data} />}
    </section>
  );
}

interface ContentProps {
  readonly appId: string;
  readonly message: MessageWithBody;
}

function Content({ appId, message }: ContentProps) {
  useThingInView(`Message ${message.eventId ?? message.id}`);
  useCommand('copy-id', copyAct(message.id, message.id), 'Copy the id of the message', true);
  const deliveries = useMessageDeliveries(appId, message.id);
  const isExpunged = message.body === null;
  return (
    <>
      <header className={layout.stack2}>
        {deliveries.data && (
          <p className={`${layout.total} ${layout.breakable}`} data-testid="message-verdict">
            {messageVerdict({ deliveries: deliveries.data, isExpunged })}
          </p>
        )}
        <h1 className={layout.regular}>
          <NameLockup name={message.eventType} size="title" />
        </h1>
        <Facts appId={appId} message={message} />
        {deliveries.data && !isExpunged && (
          <p className={layout.row}>
            <MessageAgain
              label="Send again"
              appId={appId}
              msgId={message.id}
              acceptedAt={message.timestamp}
              targets={targetsOf(appId, deliveries.data)}
            />
          </p>
        )}
      </header>
      <section className={layout.stack2} aria-labelledby="endpoints-title">
        <h2 id="endpoints-title">Endpoints</h2>
        <HiddenType appId={appId} eventType={message.eventType} />
        <Unread what="the deliveries" rows={2} query={deliveries} />
        {deliveries.data && (
          <MessageEndpoints
            appId={appId}
            message={message}
            deliveries={deliveries.data}
            isExpunged={isExpunged}
          />
        )}
      </section>
      <section className={layout.stack2} aria-labelledby="payload-title">
        <h2 id="payload-title">Payload</h2>
        {message.body === null ? (
          <p className={layout.muted}>Its content was removed.</p>
        ) : (
          <CodeBlock text={laidOutBody(message.body)} label="Request body" maxHeight="60vh" />
        )}
      </section>
      <SchemaCheck sent={{ appId, msgId: message.id, eventType: message.eventType }} />
    </>
  );
}

/** The endpoints that it was meant for and where sending it again does anything: not where it is queued or held. */
function targetsOf(appId: string, deliveries: readonly MessageDelivery[]): readonly ReplayTarget[] {
  return deliveries
    .filter(({ again, state }) => again !== null && state !== 'not-sent' && state !== 'removed')
    .map(({ endpointId, url }) => ({ appId, endpointId, url }));
}

function Facts({ appId, message }: ContentProps) {
  const to = useTo();
  const application = useApplication(appId).data;
  const { id, eventId, traceId, timestamp, deliverAt, tags, channels } = message;
  return (
    <dl className={facts.facts}>
      <dt>Message</dt>
      <dd>
        <code>{id}</code>
        <CopyButton text={id} what="message id" />
      </dd>
      {eventId && (
        <>
          <dt>Event id</dt>
          <dd>
            <code>{eventId}</code>
            <CopyButton text={eventId} what="event id" />
          </dd>
        </>
      )}
      {traceId && (
        <>
          <dt>Trace</dt>
          <dd>
            <Link
              to={`${to('deliveries', 'messages')}?q=${traceId}`}
              aria-label={`Messages of trace ${traceId}`}
            >
              <code>{traceId}</code>
            </Link>
            <CopyButton text={traceId} what="trace id" />
          </dd>
        </>
      )}
      <dt>Application</dt>
      <dd>
        <Link to={to('apps', appId)}>{application?.name ?? appId}</Link>
      </dd>
      <dt>Accepted</dt>
      <dd>
        <span>
          <Time at={timestamp} as="clock" />, <Time at={timestamp} />
        </span>
      </dd>
      {deliverAt && (
        <>
          <dt>Deliver at</dt>
          <dd>
            <Time at={deliverAt} as="ahead" />
          </dd>
        </>
      )}
      {channels && channels.length > 0 && (
        <>
          <dt>Channels</dt>
          <dd>{channels.join(', ')}</dd>
        </>
      )}
      {tags && tags.length > 0 && (
        <>
          <dt>Tags</dt>
          <dd>{tags.join(', ')}</dd>
        </>
      )}
    </dl>
  );
}

interface HiddenTypeProps {
  readonly appId: string;
  readonly eventType: string;
}

/** Says that the customer cannot see or choose the event type of a message; nothing if the customer can. */
function HiddenType({ appId, eventType }: HiddenTypeProps) {
  const types = useServedEventTypes();
  const flags = types.data?.find(({ name }) => name === eventType)?.featureFlags ?? [];
  return flags.length > 0 ? <HiddenFrom appId={appId} flags={flags} /> : null;
}

function HiddenFrom({ appId, flags }: { readonly appId: string; readonly flags: readonly string[] }) {
  const sessions = usePortalSessions(appId).data;
  const label = sessions && hiddenLabel({ flags, sessions: sessions.data, hasMore: !sessions.done });
  return label ? <p className={layout.lead}>{label}</p> : null;
}
