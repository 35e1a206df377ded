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
import { classNames } from '../../../../ui/class-names';
import { CodeBlock } from '../../../../ui/code-block';
import { EmptyState } from '../../../../ui/empty-state';
import layout from '../../../../ui/layout.module.css';
import { LinkButton } from '../../../../ui/link-button';
import { NameLockup } from '../../../../ui/name-lockup';
import { type StatusLook, StatusMark } from '../../../../ui/status-mark';
import { Unread } from '../../../../ui/unread';
import { useServedEventTypes } from '../../../data/use-catalog';
import { usePortalSessions } from '../../../data/use-portal-sessions';
import { useCommand } from '../../../platform/commands/command-store';
import { copyAct } from '../../../platform/commands/copy-act';
import { useThingInView } from '../../../platform/commands/thing-in-view';
import { useTo } from '../../../platform/instance';
import { SchemaCheck } from '../schema-check';
import { CaseActButton } from './case-act';
import { CaseMenu } from './case-menu';
import { hiddenLabel, hiddenReason } from './hidden-label';
import { type MessageCase, messageCase } from './message-case';
import { MessageEndpoints } from './message-endpoints';
import { MessageFacts } from './message-facts';
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
  const hidden = useHidden(appId, message.eventType);
  const isExpunged = message.body === null;
  const { eventType } = message;
  const found =
    deliveries.data &&
    messageCase({ deliveries: deliveries.data, isExpunged, isHidden: hidden?.reason != null });
  return (
    <div className={`${layout.gridTop} ${styles.case}`}>
      <div className={layout.shrinkingStack5}>
        <header className={layout.stack2}>
          <h1 className={layout.regular}>
            <NameLockup name={eventType} size="title" />
          </h1>
          {deliveries.data && found && (
            <>
              <StatusMark look={CASE_LOOKS[found.tone]}>{found.word}</StatusMark>
              <p className={classNames(styles.verdict, TONES[found.tone])} data-testid="message-verdict">
                {messageVerdict({ deliveries: deliveries.data, isExpunged })}
              </p>
              {hidden?.label && <p className={layout.lead}>{hidden.label}</p>}
              <div className={layout.rowCentered}>
                {found.act && <CaseActButton appId={appId} message={message} act={found.act} />}
                <CaseMenu
                  appId={appId}
                  message={message}
                  targets={targetsOf(appId, deliveries.data)}
                  canSend={!isExpunged}
                />
              </div>
            </>
          )}
        </header>
        <section className={layout.stack2} aria-labelledby="endpoints-title">
          <h2 id="endpoints-title">Endpoints</h2>
          <Unread what="the deliveries" rows={2} query={deliveries} />
          {deliveries.data && (
            <MessageEndpoints
              {...{ appId, message, isExpunged }}
              deliveries={deliveries.data}
              hidden={hidden?.reason ?? null}
              act={found?.act ?? null}
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
        <SchemaCheck sent={{ appId, msgId: message.id, eventType }} />
      </div>
      <MessageFacts appId={appId} message={message} />
    </div>
  );
}

const CASE_LOOKS: Readonly<Record<MessageCase['tone'], StatusLook>> = {
  delivered: { tone: 'delivered', glyph: 'M4 8.5 7 11.5 12.5 5' },
  waiting: { tone: 'waiting', glyph: 'M8 4v4.2l2.6 1.8' },
  failed: { tone: 'failed', glyph: 'M5 5l6 6M11 5l-6 6' },
  neutral: { tone: 'neutral', glyph: 'M4.5 8h7' },
};
const TONES: Readonly<Record<MessageCase['tone'], string | undefined>> = {
  delivered: layout.toneDelivered,
  waiting: layout.toneWaiting,
  failed: layout.toneFailed,
  neutral: undefined,
};

/** The endpoints that it was meant for and where sending it again does anything: not where it is queued or held. */
function targetsOf(appId: string, deliveries: readonly MessageDelivery[]): readonly ReplayTarget[] {
  return deliveries
    .filter(({ again, state }) => again !== null && state !== 'not-sent' && state !== 'removed')
    .map(({ endpointId, url }) => ({ appId, endpointId, url }));
}

/** That the customer cannot see or choose an event type. Undefined: the customer can, or it is being read. */
function useHidden(appId: string, eventType: string) {
  const flags = useServedEventTypes().data?.find(({ name }) => name === eventType)?.featureFlags ?? [];
  const sessions = usePortalSessions(flags.length > 0 ? appId : '').data;
  if (!sessions || flags.length === 0) return undefined;
  const facts = { flags, sessions: sessions.data, hasMore: !sessions.done };
  return { reason: hiddenReason(facts), label: hiddenLabel(facts) };
}
