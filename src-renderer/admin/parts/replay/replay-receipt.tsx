import type { ReplayTaskOut } from '../../../../src-server/contract/replay';
import { aboutHowLong } from '../../../ui/about-how-long';
import layout from '../../../ui/layout.module.css';
import { Time } from '../../../ui/time';
import styles from './replay-sheet.module.css';

interface ReplayReceiptProps {
  readonly task: ReplayTaskOut;
  /** The endpoint, if the page does not show it. */
  readonly heading?: string | undefined;
  /** How many messages the estimate found; absent if it is no longer known. */
  readonly expected?: number | undefined;
}

const NAMES: Readonly<Record<string, string>> = {
  'endpoint.recover': 'Recover failed',
  'endpoint.replay': 'Replay missing',
  'endpoint.bulk-replay': 'Replay',
};
const number = new Intl.NumberFormat('en-GB');

/** What a replay is doing, or did. */
export function ReplayReceipt({ task, heading, expected }: ReplayReceiptProps) {
  const { found = 0, queued = 0, skipped, estimatedSeconds, stopped, error, startedAt } = task.data;
  const left = [
    [skipped?.alreadyWaiting, 'already waiting'],
    [skipped?.contentRemoved, 'without content'],
    [skipped?.changedMeanwhile, 'changed in the meantime'],
  ].filter(([amount]) => Number(amount) > 0);
  return (
    <div className={styles.receipt}>
      <p className={styles.what}>
        <strong>{heading ?? NAMES[task.task] ?? task.task}</strong>
        <span className={layout.muted}>{stateLabel(task.status, stopped)}</span>
      </p>
      {task.status === 'running' && (
        <progress
          className={styles.bar}
          aria-label="Messages checked"
          {...(expected ? { max: expected, value: found } : {})}
        />
      )}
      <p className={layout.metaNumbers}>
        {number.format(queued)} of {number.format(found)} queued
        {left.map(([amount, label]) => `, ${number.format(Number(amount))} ${label}`).join('')}; started{' '}
        <Time at={startedAt} />
        {estimatedSeconds != null && queued > 0 && `, estimated to take ${aboutHowLong(estimatedSeconds)}`}.
      </p>
      {error && <p className={layout.toneFailed}>{error}</p>}
    </div>
  );
}

function stateLabel(status: ReplayTaskOut['status'], stopped: boolean): string {
  if (status === 'running') return 'Running';
  if (status === 'failed') return 'Failed';
  return stopped ? 'Stopped' : 'Finished';
}
