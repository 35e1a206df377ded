import { ChevronDown, ChevronRight, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { AttemptOut } from '../../../../../src-server/contract/attempt';
import type { MessageOut } from '../../../../../src-server/contract/message';
import { byUrgency } from '../../../../shared/attempt/message-verdict';
import { responseLabel } from '../../../../shared/attempt/response-label';
import type { MessageDelivery } from '../../../../shared/attempt/use-message-deliveries';
import { useSendAgain } from '../../../../shared/attempt/use-send-again';
import { whyAlone } from '../../../../shared/attempt/why-alone';
import { Button } from '../../../../ui/button';
import { classNames } from '../../../../ui/class-names';
import { FailureNotice } from '../../../../ui/failure-notice';
import layout from '../../../../ui/layout.module.css';
import { Notice } from '../../../../ui/notice';
import { Status } from '../../../../ui/status';
import { Time } from '../../../../ui/time';
import { useAttempts } from '../../../data/use-deliveries';
import { useTo } from '../../../platform/instance';
import { AttemptRequest } from '../attempt-request';
import { AttemptResponse } from '../attempt-response';
import facts from '../facts.module.css';
import { type CaseAct, deliveryLook, placeSentence } from './message-case';
import styles from './message-screen.module.css';

interface MessageEndpointsProps {
  readonly appId: string;
  readonly message: Pick<MessageOut, 'id' | 'eventType'>;
  readonly deliveries: readonly MessageDelivery[];
  /** True: its content was removed, so it cannot be sent again. */
  readonly isExpunged: boolean;
  /** That the customer does not see its event type, for beside a reason. Null: the customer does. */
  readonly hidden: string | null;
  /** What the page offers already. */
  readonly act: CaseAct | null;
}

/** The state, which the mark beside the sentence says. */
const STATED = /^(?:waiting|on hold|held): /;

/** For each endpoint the outcome, the reason, what can be done there, and a time line of the attempts. */
export function MessageEndpoints(props: MessageEndpointsProps) {
  const { appId, message, deliveries, isExpunged, hidden, act } = props;
  const attempts = useAttempts(appId, message.id);
  // Retention removes the deliveries with the content: why there is none now says nothing about then.
  const kept = deliveries.filter(({ state }) => !isExpunged || state !== 'not-sent');
  const urgent = byUrgency(kept);
  const shown = [...urgent, ...kept.filter((delivery) => !urgent.includes(delivery))];
  if (deliveries.length === 0)
    return <p className={layout.muted}>This application has no endpoint. The message is stored.</p>;
  if (shown.length === 0) return <p className={layout.muted}>No delivery is on record.</p>;
  return (
    <>
      {attempts.error && <FailureNotice title="The attempts could not be loaded" cause={attempts.error} />}
      <ul className={layout.ruled}>
        {shown.map((delivery) => (
          <li
            key={delivery.endpointId}
            className={`${layout.stack1} ${layout.underlined} ${layout.paddedDown2}`}
          >
            <Outcome
              {...{ appId, message, delivery, hidden }}
              canSend={!isExpunged && !isOf(act, delivery.endpointId)}
            />
            <Timeline
              {...{ appId, message, delivery }}
              attempts={attempts.data?.filter(({ endpointId }) => endpointId === delivery.endpointId) ?? []}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Whether the page offers already to send it to this endpoint. */
function isOf(act: CaseAct | null, endpointId: string): boolean {
  return (act?.kind === 'retry' || act?.kind === 'resend') && act.delivery.endpointId === endpointId;
}

interface OutcomeProps extends Pick<MessageEndpointsProps, 'appId' | 'message' | 'hidden'> {
  readonly delivery: MessageDelivery;
  readonly canSend: boolean;
}

function Outcome({ appId, message, delivery, canSend, hidden }: OutcomeProps) {
  const to = useTo();
  const again = useSendAgain();
  const { endpointId, url, endpoint, state, sentence } = delivery;
  const act = delivery.again === 'retry' ? 'Retry now' : state === 'not-sent' ? 'Send anyway' : 'Send again';
  const [status, word] = deliveryLook(delivery);
  const place = placeSentence(delivery);
  return (
    <>
      <div className={styles.line}>
        <Status status={status} word={word} />
        <span className={classNames(facts.url, layout.wrapping)}>
          {endpoint ? (
            <Link to={to('apps', appId, 'endpoints', endpointId)}>{url}</Link>
          ) : (
            <>
              {url} <span className={layout.meta}>deleted</span>
            </>
          )}
        </span>
        <span>
          {place && <span className={layout.metaNumbers}>{place}</span>}
          {endpoint && canSend && delivery.again !== null && (
            <Button
              size="small"
              icon={<RotateCw aria-hidden />}
              isDisabled={again.isPending || endpoint.disabled === true}
              needs={
                delivery.again === 'retry'
                  ? 'POST /app/{app}/msg/{message}/retry-now'
                  : 'POST /app/{app}/msg/{message}/endpoint/{endpoint}/resend'
              }
              aria-label={`${act} ${delivery.again === 'retry' ? 'at' : 'to'} ${url}`}
              onPress={() => again.mutate({ appId, msgId: message.id, endpointId })}
            >
              {act}
            </Button>
          )}
        </span>
      </div>
      <p className={`${layout.metaWrapping} ${layout.numbers}`}>
        {whyAlone(sentence.replace(STATED, ''))}
        {state === 'not-sent' && hidden && ` The event type is ${hidden}.`}
      </p>
      {again.error && <FailureNotice title="The message was not sent again" cause={again.error} />}
      {again.data?.note && <Notice tone="info" title={again.data.note} />}
    </>
  );
}

interface TimelineProps extends Pick<MessageEndpointsProps, 'appId' | 'message'> {
  readonly delivery: MessageDelivery;
  /** To this endpoint, newest first. */
  readonly attempts: readonly AttemptOut[];
}

/** What happened at one endpoint, the newest first, and before it what is planned. */
function Timeline({ appId, message, delivery, attempts }: TimelineProps) {
  const { nextAttempt } = delivery;
  const isPlanned = delivery.state === 'waiting' && nextAttempt && Date.parse(nextAttempt) > Date.now();
  if (attempts.length === 0 && !isPlanned) return null;
  return (
    <ol className={`${layout.ruledLeft} ${styles.timeline}`} aria-label="Attempts, newest first">
      {isPlanned && (
        <li className={styles.step}>
          <Status status="pending" word="Planned" />
          <span className={layout.muted}>
            <Time at={nextAttempt} as="ahead" />
          </span>
          <span className={layout.muted}>next attempt</span>
        </li>
      )}
      {attempts.map((attempt, index) => (
        <Attempt key={attempt.id} {...{ appId, message, attempt }} number={attempts.length - index} />
      ))}
    </ol>
  );
}

interface AttemptProps extends Pick<TimelineProps, 'appId' | 'message'> {
  readonly attempt: AttemptOut;
  /** Which attempt at its endpoint it was, from 1. */
  readonly number: number;
}

/** One attempt; request and response open in place. */
function Attempt({ appId, message, attempt, number }: AttemptProps) {
  const to = useTo();
  const [isOpen, setOpen] = useState(false);
  const { id, endpointId, statusText, timestamp, response } = attempt;
  const of = `, attempt ${number} at ${attempt.url}`;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <li>
      <button
        type="button"
        className={`${layout.bare} ${layout.wide} ${layout.left} ${layout.hovering} ${layout.insetFocus} ${styles.step}`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Status status={statusText} />
        <Time at={timestamp} as="clock" />
        <span>{responseLabel(attempt)}</span>
        <span className={`${layout.line1} ${layout.meta}`}>
          {attempt.responseDurationMs} ms{attempt.triggerType === 1 && ', manual'}
          <Chevron size={14} aria-hidden />
        </span>
      </button>
      {isOpen && (
        <div className={`${layout.stack3} ${layout.padded2}`}>
          <AttemptResponse attempt={attempt} response={response} of={of} />
          <AttemptRequest attempt={{ ...attempt, appId, eventType: message.eventType }} of={of} />
          <p className={layout.meta}>
            <Link to={`${to('deliveries')}?app=${appId}&endpoint=${endpointId}&attempt=${id}`}>
              Show among the attempts of this endpoint
            </Link>
          </p>
        </div>
      )}
    </li>
  );
}
