import type { AttemptOut, MessageEndpointOut } from '../../../../src-server/contract/attempt';
import { responseLabel } from '../../../shared/attempt/response-label';
import { classNames } from '../../../ui/class-names';
import layout from '../../../ui/layout.module.css';
import { Status } from '../../../ui/status';
import { Time } from '../../../ui/time';
import styles from './deliveries-screen.module.css';

interface AttemptTimelineProps {
  /** Of one message to one endpoint, newest first. */
  readonly attempts: readonly AttemptOut[];
  readonly currentId: string;
  readonly onChoose: (id: string) => void;
  /** The delivery of these attempts; undefined while it is read. */
  readonly delivery: MessageEndpointOut | undefined;
}

/** Every attempt of one delivery, the next one first. */
export function AttemptTimeline({ attempts, currentId, onChoose, delivery }: AttemptTimelineProps) {
  const isOpen = delivery?.statusText === 'pending' || delivery?.statusText === 'sending';
  return (
    <section className={layout.stack2} aria-labelledby="timeline-title">
      <div className={styles.partHead}>
        <h3 id="timeline-title">
          {attempts.length === 1 ? 'One attempt' : `${attempts.length} attempts`} to this endpoint
        </h3>
      </div>
      <ol>
        {delivery && isOpen && (
          <li className={`${layout.gridStack2} ${layout.centered} ${styles.step}`}>
            <span className={`${layout.muted} ${layout.right}`} />
            <Status status="pending" word="Next attempt" />
            <span className={styles.wide}>
              {heldUntil(delivery) ??
                (isAhead(delivery.nextAttempt) ? (
                  <Time at={delivery.nextAttempt} as="ahead" />
                ) : (
                  'next in the queue'
                ))}
            </span>
          </li>
        )}
        {attempts.map((attempt, index) => (
          <li
            key={attempt.id}
            className={classNames(
              layout.gridStack2,
              layout.centered,
              styles.step,
              attempt.id === currentId && layout.selectedTint,
            )}
          >
            <span className={`${layout.muted} ${layout.right}`}>{attempts.length - index}</span>
            <Status status={attempt.statusText} />
            <button
              type="button"
              className={`${layout.bare} ${layout.flush} ${styles.goTo}`}
              {...(attempt.id === currentId ? { 'aria-current': true } : {})}
              onClick={() => onChoose(attempt.id)}
            >
              <Time at={attempt.timestamp} as="clock" />
            </button>
            <span>{responseLabel(attempt)}</span>
            <span className={layout.meta}>
              {attempt.responseDurationMs} ms{attempt.triggerType === 1 && ', manual'}
            </span>
          </li>
        ))}
      </ol>
      {delivery?.statusText === 'fail' && (
        <p className={layout.meta}>Given up: no retry is planned. Send it again when the receiver works.</p>
      )}
    </section>
  );
}

function isAhead(moment: string | null | undefined): moment is string {
  return typeof moment === 'string' && Date.parse(moment) > Date.now();
}

/** What a held delivery waits for, in words; null if it waits only for its time. */
function heldUntil({ disabled, paused }: MessageEndpointOut): string | null {
  if (disabled) return 'when the endpoint is enabled';
  return paused ? 'when the endpoint is resumed' : null;
}
