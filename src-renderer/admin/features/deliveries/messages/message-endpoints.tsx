import { RotateCw } from 'lucide-react';
import { Link } from 'react-router';
import type { AttemptOut, StatusText } from '../../../../../src-server/contract/attempt';
import type { ExplanationOut } from '../../../../../src-server/contract/explanation';
import type { MessageOut } from '../../../../../src-server/contract/message';
import { responseLabel } from '../../../../shared/attempt/response-label';
import type { MessageDelivery } from '../../../../shared/attempt/use-message-deliveries';
import { useSendAgain } from '../../../../shared/attempt/use-send-again';
import { whyAlone } from '../../../../shared/attempt/why-alone';
import { Button } from '../../../../ui/button';
import { classNames } from '../../../../ui/class-names';
import { FailureNotice } from '../../../../ui/failure-notice';
import layout from '../../../../ui/layout.module.css';
import { LinkButton } from '../../../../ui/link-button';
import { Notice } from '../../../../ui/notice';
import { Status } from '../../../../ui/status';
import { Time } from '../../../../ui/time';
import { useAttempts } from '../../../data/use-deliveries';
import { useTo } from '../../../platform/instance';
import facts from '../facts.module.css';
import styles from './message-screen.module.css';

interface MessageEndpointsProps {
  readonly appId: string;
  readonly message: Pick<MessageOut, 'id' | 'eventType'>;
  readonly deliveries: readonly MessageDelivery[];
  /** True: its content was removed, so it cannot be sent again. */
  readonly isExpunged: boolean;
}

/** One row for each endpoint: the outcome, the reason, what can be done, and the attempts beneath. */
export function MessageEndpoints({ appId, message, deliveries, isExpunged }: MessageEndpointsProps) {
  const to = useTo();
  const attempts = useAttempts(appId, message.id);
  // Retention removes the deliveries with the content: why there is none now says nothing about then.
  const shown = deliveries.filter(({ state }) => !isExpunged || state !== 'not-sent');
  if (deliveries.length === 0) {
    return (
      <p className={layout.row}>
        <span className={layout.muted}>This application has no endpoint. The message is stored.</span>
        <Link to={to('apps', appId)}>Open the application</Link>
      </p>
    );
  }
  if (shown.length === 0) return <p className={layout.muted}>No delivery is on record.</p>;
  return (
    <>
      {attempts.error && <FailureNotice title="The attempts could not be read" cause={attempts.error} />}
      <ul className={layout.ruled}>
        {shown.map((delivery) => (
          <li
            key={delivery.endpointId}
            className={`${layout.stackClosest} ${layout.underlined} ${layout.paddedDown2}`}
          >
            <Row appId={appId} message={message} delivery={delivery} canSend={!isExpunged} />
            <Attempts
              appId={appId}
              attempts={attempts.data?.filter(({ endpointId }) => endpointId === delivery.endpointId) ?? []}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

const LOOKS: Readonly<Record<ExplanationOut['state'], readonly [StatusText, word?: string]>> = {
  delivered: ['success'],
  failed: ['fail', 'Given up'],
  canceled: ['canceled'],
  waiting: ['pending'],
  sending: ['sending', 'Sending'],
  held: ['pending', 'Held'],
  'not-sent': ['canceled', 'Not sent'],
  removed: ['canceled', 'Removed'],
};

interface RowProps {
  readonly appId: string;
  readonly message: MessageEndpointsProps['message'];
  readonly delivery: MessageDelivery;
  readonly canSend: boolean;
}

function Row({ appId, message, delivery, canSend }: RowProps) {
  const to = useTo();
  const again = useSendAgain();
  const { endpointId, url, endpoint, state, sentence } = delivery;
  const act = delivery.again === 'retry' ? 'Retry now' : state === 'not-sent' ? 'Send anyway' : 'Send again';
  const [status, word] = LOOKS[state];
  return (
    <>
      <div className={styles.line}>
        <Status status={status} {...(word ? { word } : {})} />
        <span className={classNames(facts.url, layout.wrapping, styles.url)}>
          {endpoint ? (
            <Link to={to('apps', appId, 'endpoints', endpointId)}>{url}</Link>
          ) : (
            <>
              {url} <span className={layout.meta}>deleted</span>
            </>
          )}
        </span>
        {endpoint && canSend && delivery.again !== null && (
          <Button
            size="small"
            icon={<RotateCw aria-hidden />}
            isDisabled={again.isPending || endpoint.disabled === true}
            aria-label={`${act} ${delivery.again === 'retry' ? 'at' : 'to'} ${url}`}
            onPress={() => again.mutate({ appId, msgId: message.id, endpointId })}
          >
            {act}
          </Button>
        )}
        {endpoint?.disabled && (
          <LinkButton size="small" to={to('apps', appId, 'endpoints', endpointId)}>
            Open the endpoint
          </LinkButton>
        )}
      </div>
      <p className={`${layout.metaWrapping} ${layout.numbers} ${styles.why}`}>{whyAlone(sentence)}</p>
      {again.error && <FailureNotice title="The message was not sent again" cause={again.error} />}
      {again.data?.note && <Notice tone="info" title={again.data.note} />}
    </>
  );
}

function Attempts({ appId, attempts }: { appId: string; attempts: readonly AttemptOut[] }) {
  const to = useTo();
  if (attempts.length === 0) return null;
  return (
    <ol className={styles.attempts} aria-label="Attempts, newest first">
      {attempts.map(({ id, endpointId, statusText, timestamp, ...attempt }) => (
        <li key={id}>
          <Link
            className={`${layout.gridStack2} ${layout.hovering} ${styles.attempt}`}
            to={`${to('deliveries')}?app=${appId}&endpoint=${endpointId}&attempt=${id}`}
          >
            <Status status={statusText} />
            <Time at={timestamp} as="clock" />
            <span>{responseLabel(attempt)}</span>
            <span className={layout.meta}>
              {attempt.responseDurationMs} ms{attempt.triggerType === 1 && ', manual'}
            </span>
          </Link>
        </li>
      ))}
    </ol>
  );
}
