import type { ReplayTaskOut } from '../../../../src-server/contract/replay';
import { useReplayProgress, useStopReplays } from '../../../shared/replay/use-replays';
import { Button } from '../../../ui/button';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { Notice } from '../../../ui/notice';
import { Sheet } from '../../../ui/sheet';
import type { HistorySource } from '../../data/attempt-log/attempt-history';
import { ReplayReceipt } from './replay-receipt';
import styles from './replay-sheet.module.css';

interface ReplayProgressProps {
  readonly title: string;
  readonly begun: readonly ReplayTaskOut[];
  readonly targets: readonly HistorySource[];
  /** How many messages the estimate found, by endpoint. */
  readonly expected: ReadonlyMap<string, number>;
  readonly onClose: () => void;
}

/** The progress of a replay, and its receipt at the end. Closing it stops nothing. */
export function ReplayProgress({ title, begun, targets, expected, onClose }: ReplayProgressProps) {
  const tasks = useReplayProgress(begun);
  const stop = useStopReplays();
  const running = tasks.filter(({ status }) => status === 'running');
  return (
    <Sheet
      title={title}
      onClose={onClose}
      footer={
        <>
          {running.length > 0 && (
            <Button kind="danger" isDisabled={stop.isPending} onPress={() => stop.mutate(running)}>
              Stop
            </Button>
          )}
          <Button kind="primary" onPress={onClose}>
            {running.length > 0 ? 'Continue in background' : 'Done'}
          </Button>
        </>
      }
    >
      <Summary tasks={tasks} isRunning={running.length > 0} />
      {stop.error && <FailureNotice title="The replay was not stopped" cause={stop.error} />}
      <ul className={styles.receipts}>
        {tasks.map((task) => (
          <li key={task.id}>
            <ReplayReceipt
              task={task}
              expected={expected.get(task.data.endpointId ?? '')}
              heading={targets.find((target) => target.endpointId === task.data.endpointId)?.url}
            />
          </li>
        ))}
      </ul>
      <p className={layout.metaNumbers}>
        The page of the endpoint keeps this receipt. Attempts appear in Deliveries.
      </p>
    </Sheet>
  );
}

function Summary({
  tasks,
  isRunning,
}: {
  readonly tasks: readonly ReplayTaskOut[];
  readonly isRunning: boolean;
}) {
  const queued = tasks.reduce((total, { data }) => total + (data.queued ?? 0), 0);
  const label = `${new Intl.NumberFormat('en-GB').format(queued)} ${queued === 1 ? 'message' : 'messages'} queued`;
  const failed = tasks.some(({ status }) => status === 'failed');
  const stopped = tasks.some(({ data }) => data.stopped);
  if (isRunning) return <Notice tone="info" title={`${label} so far`} />;
  if (failed) return <Notice tone="error" title={`${label}, then it failed`} />;
  if (stopped) return <Notice tone="warning" title={`${label}, then it was stopped`} />;
  return <Notice tone="done" title={label} />;
}
