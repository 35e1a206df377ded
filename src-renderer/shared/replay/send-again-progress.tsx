import type { ReplayTaskOut } from '../../../src-server/contract/replay';
import { Button } from '../../ui/button';
import { FailureNotice } from '../../ui/failure-notice';
import layout from '../../ui/layout.module.css';
import { Notice } from '../../ui/notice';
import { Sheet } from '../../ui/sheet';
import type { AgainLabels } from './again-labels';
import type { ReplayTarget } from './replay-choice';
import { ReplayReceipt } from './replay-receipt';
import styles from './send-again.module.css';
import { useReplayProgress, useStopReplays } from './use-replays';

/** A task, and what was counted for it. */
export interface BegunReplay {
  readonly task: ReplayTaskOut;
  readonly target: ReplayTarget;
  readonly expected: number;
}

interface SendAgainProgressProps {
  readonly begun: readonly BegunReplay[];
  /** Why others were not started. Null: all were. */
  readonly failure: unknown;
  readonly labels: AgainLabels;
  readonly onClose: () => void;
}

/** How far it is, and the receipt at the end. Closing it stops nothing. */
export function SendAgainProgress({ begun, failure, labels, onClose }: SendAgainProgressProps) {
  const tasks = useReplayProgress(begun.map(({ task }) => task));
  const stop = useStopReplays();
  const running = tasks.filter(({ status }) => status === 'running');
  const hasMany = new Set(begun.map(({ target }) => target.endpointId)).size > 1;
  return (
    <Sheet
      title={labels.title}
      onClose={onClose}
      footer={
        <>
          {running.length > 0 && (
            <Button
              kind="danger"
              isDisabled={stop.isPending}
              needs="POST /app/{app}/background-task/{task}/stop"
              onPress={() => stop.mutate(running)}
            >
              {labels.stop}
            </Button>
          )}
          <Button kind="primary" onPress={onClose}>
            {running.length > 0 ? labels.background : labels.done}
          </Button>
        </>
      }
    >
      <Summary tasks={tasks} labels={labels} />
      {failure !== null && <FailureNotice title={labels.notStarted} cause={failure} />}
      {stop.error && <FailureNotice title={labels.notStopped} cause={stop.error} />}
      <ul className={styles.receipts}>
        {tasks.map((task, n) => (
          <li key={task.id}>
            <ReplayReceipt
              task={task}
              labels={labels}
              expected={begun[n]?.expected}
              url={hasMany ? begun[n]?.target.url : undefined}
            />
          </li>
        ))}
      </ul>
      <p className={layout.metaNumbers}>{labels.kept}</p>
    </Sheet>
  );
}

function Summary({
  tasks,
  labels,
}: {
  readonly tasks: readonly ReplayTaskOut[];
  readonly labels: AgainLabels;
}) {
  const queued = tasks.reduce((total, { data }) => total + (data.queued ?? 0), 0);
  if (tasks.some(({ status }) => status === 'running')) {
    return <Notice tone="info" title={labels.soFar({ count: queued })} />;
  }
  if (tasks.some(({ status }) => status === 'failed')) {
    return <Notice tone="error" title={labels.thenFailed({ count: queued })} />;
  }
  if (tasks.some(({ data }) => data.stopped)) {
    return <Notice tone="warning" title={labels.thenStopped({ count: queued })} />;
  }
  return <Notice tone="done" title={labels.queued({ count: queued })} />;
}
