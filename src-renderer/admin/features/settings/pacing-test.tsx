import { useState } from 'react';
import {
  type PacingTestResult,
  PROOF_MESSAGES_MAX,
  PROOF_SECONDS_MAX,
} from '../../../../src-server/contract/diagnostics';
import { Button } from '../../../ui/button';
import layout from '../../../ui/layout.module.css';
import { Notice } from '../../../ui/notice';
import { secondsBefore } from '../../../ui/seconds-before';
import { TextField } from '../../../ui/text-field';
import { useJob } from '../../data/use-service';
import { JobProgress } from './job-progress';
import { ProofFailures } from './proof-failures';
import styles from './settings-pages.module.css';

/** Sends messages at a limit to the built-in receiver, and shows when each arrived. */
export function PacingTest() {
  const [messages, setMessages] = useState('100');
  const [rateLimit, setRateLimit] = useState('20');
  const job = useJob('POST /diagnostics/pacing-test');
  const [n, limit] = [Number(messages), Number(rateLimit)];
  const fault = faultOf(n, limit);
  const { arrived = 0 } = (job.data ?? {}) as { readonly arrived?: number };
  return (
    <>
      <h3>Test the rate limit</h3>
      <p className={layout.metaWrapping}>
        Sends messages through the delivery engine of this service to its built-in receiver, and records when
        each is received. Uses a temporary application.
      </p>
      <div className={`${layout.wrap} ${layout.gap3} ${styles.fields}`}>
        <TextField label="Messages" value={messages} onChange={setMessages} inputMode="numeric" />
        <TextField label="Limit per second" value={rateLimit} onChange={setRateLimit} inputMode="numeric" />
        <Button
          isDisabled={fault !== null || job.isRunning}
          needs="POST /diagnostics/pacing-test"
          onPress={() => job.begin({ body: { messages: n, rateLimit: limit } })}
        >
          Run limit test
        </Button>
      </div>
      <p className={layout.metaWrapping}>
        {fault ?? `Takes about ${Math.max(1, Math.round((n - 1) / limit))} s and writes ${n} messages.`}
      </p>
      {job.isRunning && (
        <JobProgress
          label="Sending"
          value={arrived}
          of={Number(job.data?.accepted ?? n)}
          valueLabel={`${arrived} arrived`}
          onStop={job.stop}
        />
      )}
      {job.result && !job.isRunning && <Receipt result={job.result} />}
      <ProofFailures job={job} />
    </>
  );
}

function Receipt({ result }: { readonly result: PacingTestResult }) {
  const { messages, rateLimit, worstSecond, meanPerSecond, tookMs } = result;
  const holds = worstSecond <= rateLimit;
  return (
    <div className={layout.stack3}>
      <Notice
        tone={holds ? 'done' : 'error'}
        title={
          holds
            ? `${messages} messages received, at most ${worstSecond} in any second. The limit was ${rateLimit}.`
            : `${worstSecond} arrived within one second. The limit was ${rateLimit}.`
        }
      />
      <dl className={`${layout.wrap} ${layout.numbers} ${styles.numbers}`}>
        <div>
          <dt>Worst second</dt>
          <dd>{worstSecond}</dd>
        </div>
        <div>
          <dt>Limit</dt>
          <dd>{rateLimit}</dd>
        </div>
        <div>
          <dt>Mean per second</dt>
          <dd>{meanPerSecond}</dd>
        </div>
        <div>
          <dt>Duration</dt>
          <dd>{(tookMs / 1000).toFixed(1)} s</dd>
        </div>
      </dl>
      <PacingPicture result={result} />
    </div>
  );
}

function faultOf(messages: number, limit: number): string | null {
  if (!Number.isInteger(messages) || messages < 2 || messages > PROOF_MESSAGES_MAX) {
    return `Enter 2 to ${PROOF_MESSAGES_MAX} messages.`;
  }
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000)
    return 'Enter a limit from 1 to 1000 per second.';
  return messages / limit > PROOF_SECONDS_MAX
    ? `This would take longer than ${PROOF_SECONDS_MAX} s. Lower the number or raise the limit.`
    : null;
}

const WIDTH = 600;
const HEIGHT = 96;
const TOP = 14;

/** How many messages had arrived within the second that ends at each arrival, compared with the limit. */
function PacingPicture({ result }: { readonly result: PacingTestResult }) {
  const { arrivalsMs, rateLimit, worstSecond, tookMs } = result;
  const points = secondsBefore(arrivalsMs);
  const most = Math.max(rateLimit, worstSecond);
  const x = (ms: number) => (tookMs === 0 ? 0 : (ms / tookMs) * WIDTH);
  const y = (count: number) => HEIGHT - (count / most) * (HEIGHT - TOP);
  const line = points
    .map(({ atMs, count }, index) => `${index === 0 ? 'M' : 'L'}${x(atMs).toFixed(1)} ${y(count).toFixed(1)}`)
    .join('');
  return (
    <figure className={`${layout.stack1} ${styles.picture}`}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT + 8}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Arrivals in the second before each arrival: at most ${worstSecond}, limit ${rateLimit}.`}
      >
        <path d={`${line}V${HEIGHT}H0Z`} className={styles.area} />
        <path d={line} className={styles.line} />
        <path d={`M0 ${y(rateLimit)}H${WIDTH}`} className={styles.limit} />
        {arrivalsMs.map((ms, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may have arrived at the same moment
          <path key={index} d={`M${x(ms).toFixed(1)} ${HEIGHT + 2}v6`} className={styles.tick} />
        ))}
      </svg>
      <figcaption className={layout.meta}>
        Arrivals in the preceding second. The dashed line is the limit, {rateLimit}. Each tick below is a
        message.
      </figcaption>
    </figure>
  );
}
