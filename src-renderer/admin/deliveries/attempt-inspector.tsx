import { RotateCw, X } from 'lucide-react';
import { Link } from 'react-router';
import type { AttemptOut, MessageEndpointOut } from '../../../src-server/contract/attempt';
import type { LiveAttempt } from '../../../src-server/contract/live-event';
import { Button } from '../../ui/button';
import { classNames } from '../../ui/class-names';
import { CodeBlock } from '../../ui/code-block';
import { CopyButton } from '../../ui/copy-button';
import { FailureNotice } from '../../ui/failure-notice';
import { NameLockup } from '../../ui/name-lockup';
import { Notice } from '../../ui/notice';
import { Skeleton } from '../../ui/skeleton';
import { Status } from '../../ui/status';
import { Time } from '../../ui/time';
import { useTo } from '../frame/instance';
import { pretty } from '../start/receiver-log';
import styles from './attempt-inspector.module.css';
import { useAttempts, useDestinations, useMessage, useResend } from './use-deliveries';
import { useWhy } from './use-why';

export interface AttemptInspectorProps {
  readonly attempt: LiveAttempt;
  readonly onClose: () => void;
}

/** One attempt in full: what went out, what came back, what else was tried, and another try. */
export function AttemptInspector({ attempt, onClose }: AttemptInspectorProps) {
  const to = useTo();
  const { appId, msgId, endpointId } = attempt;
  const message = useMessage(appId, msgId);
  const attempts = useAttempts(appId, msgId);
  const destinations = useDestinations(appId, msgId);
  const resend = useResend(appId, msgId);
  const why = useWhy(appId, msgId).data?.get(endpointId);
  const planned = destinations.data?.find(({ id }) => id === endpointId);
  const own = attempts.data?.filter((other) => other.endpointId === endpointId) ?? [];
  const response = own.find(({ id }) => id === attempt.id)?.response;
  return (
    <aside className={styles.inspector} aria-label="Attempt">
      <header className={styles.head}>
        <Status status={attempt.statusText} />
        <span className={styles.code}>
          {attempt.responseStatusCode ? `HTTP ${attempt.responseStatusCode}` : 'no answer'},{' '}
          {attempt.responseDurationMs} ms
        </span>
        <Button
          kind="quiet"
          size="small"
          icon={<X aria-hidden />}
          aria-label="Close the inspector"
          onPress={onClose}
        />
      </header>
      <div className={styles.body}>
        <h2 className={styles.name}>
          <NameLockup name={attempt.eventType} size="title" />
        </h2>
        <dl className={styles.facts}>
          <dt>Sent</dt>
          <dd>
            <span>
              <Time at={attempt.timestamp} as="clock" />, <Time at={attempt.timestamp} />
              {attempt.triggerType === 1 && ', asked for by hand'}
            </span>
          </dd>
          <dt>To</dt>
          <dd>
            <Link to={to('apps', appId, 'endpoints', endpointId)} className={styles.url}>
              {attempt.url}
            </Link>
          </dd>
          {planned?.nextAttempt && planned.statusText !== 'success' && (
            <>
              <dt>Next try</dt>
              <dd>{heldUntil(planned) ?? <Time at={planned.nextAttempt} />}</dd>
            </>
          )}
          {why && (
            <>
              <dt>Delivery</dt>
              <dd>{capitalized(why.sentence)}.</dd>
            </>
          )}
          <dt>Message</dt>
          <dd>
            <code>{msgId}</code>
            <CopyButton text={msgId} what="message id" />
          </dd>
        </dl>
        <div>
          <Button
            icon={<RotateCw aria-hidden />}
            isDisabled={resend.isPending}
            onPress={() => resend.mutate(endpointId)}
          >
            Send again
          </Button>
        </div>
        {resend.error && <FailureNotice title="It was not sent again" cause={resend.error} />}
        {resend.isSuccess && (
          <Notice tone="done" title="Queued. The new attempt joins the list when it is answered." />
        )}
        {message.error && <FailureNotice title="The message could not be read" cause={message.error} />}
        {message.isPending && <Skeleton what="the message" />}
        {message.data && (
          <CodeBlock
            label="Request body"
            text={JSON.stringify(message.data.payload, null, 2)}
            maxHeight="300px"
          />
        )}
        {response !== undefined && (
          <CodeBlock
            label={attempt.responseStatusCode ? 'Response body' : 'Why there was no answer'}
            text={response === '' ? '(empty)' : pretty(response)}
            maxHeight="220px"
          />
        )}
        {own.length > 1 && <Timeline attempts={own} current={attempt.id} />}
      </div>
    </aside>
  );
}

function heldUntil({ disabled, paused }: MessageEndpointOut): string | null {
  if (disabled) return 'when the endpoint is enabled';
  return paused ? 'when the endpoint is resumed' : null;
}

function capitalized(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function Timeline({
  attempts,
  current,
}: {
  readonly attempts: readonly AttemptOut[];
  readonly current: string;
}) {
  return (
    <section aria-label="All attempts to this endpoint">
      <h3 className={styles.sub}>All {attempts.length} attempts to this endpoint</h3>
      <ol>
        {attempts.map((attempt) => (
          <li key={attempt.id} className={classNames(styles.step, attempt.id === current && styles.current)}>
            <Status status={attempt.statusText} />
            <Time at={attempt.timestamp} as="clock" />
            <span>{attempt.responseStatusCode || 'no answer'}</span>
            <span>{attempt.triggerType === 1 ? 'by hand' : ''}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
