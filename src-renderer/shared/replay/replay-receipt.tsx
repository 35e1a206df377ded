import type { ReplayTaskOut } from '../../../src-server/contract/replay';
import { inserted, slot } from '../../ui/inserted';
import layout from '../../ui/layout.module.css';
import { Reworded } from '../../ui/reworded';
import { Time } from '../../ui/time';
import type { AgainLabels } from './again-labels';
import styles from './send-again.module.css';

interface ReplayReceiptProps {
  readonly task: ReplayTaskOut;
  readonly labels: AgainLabels;
  /** The endpoint, if the page does not show it. */
  readonly url?: string | undefined;
  /** How many messages were counted; absent if that is no longer known. */
  readonly expected?: number | undefined;
}

/** What a task that sends messages again is doing, or did. */
export function ReplayReceipt({ task: { task, status, data }, labels, url, expected }: ReplayReceiptProps) {
  const { found = 0, queued = 0, skipped, stopped, error, startedAt } = data;
  const left = [
    ...(skipped?.alreadyWaiting ? [labels.skipped.waiting({ count: skipped.alreadyWaiting })] : []),
    ...(skipped?.contentRemoved ? [labels.skipped.removed({ count: skipped.contentRemoved })] : []),
    ...(skipped?.changedMeanwhile ? [labels.skipped.changed({ count: skipped.changedMeanwhile })] : []),
  ];
  const name = (labels.tasks as Readonly<Record<string, string>>)[task] ?? labels.title;
  return (
    <div className={layout.stackClosest}>
      <p className={`${layout.pair} ${layout.shrinking} ${styles.what}`}>
        <strong>{url ? `${url}: ${name}` : name}</strong>
        <span className={layout.muted}>
          {labels.states[status === 'finished' && stopped ? 'stopped' : status]}
        </span>
      </p>
      {status === 'running' && (
        <progress
          className={styles.bar}
          aria-label={labels.bar}
          {...(expected ? { max: expected, value: found } : {})}
        />
      )}
      <p className={layout.metaNumbers}>
        {[labels.progress({ queued, found }), ...left].join(', ')};{' '}
        {inserted(labels.started({ at: slot(0) }), <Time at={startedAt} />)}
      </p>
      {error && (
        <p className={layout.toneFailed}>
          <Reworded sentence={error} />
        </p>
      )}
    </div>
  );
}
