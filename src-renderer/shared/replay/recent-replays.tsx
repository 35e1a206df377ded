import type { ReactNode } from 'react';
import type { ReplayTaskOut } from '../../../src-server/contract/replay';
import { Button } from '../../ui/button';
import { FailureNotice } from '../../ui/failure-notice';
import type { AgainLabels } from './again-labels';
import { useRecentReplays, useStopReplays } from './use-replays';

interface RecentReplaysProps {
  readonly appId: string;
  readonly endpointId: string;
  readonly labels: Pick<AgainLabels, 'recentNotRead' | 'notStopped' | 'stop'>;
  readonly receipt: (task: ReplayTaskOut) => ReactNode;
  /** Shown above the list while it is empty. */
  readonly empty?: ReactNode;
  readonly className: string | undefined;
}

/** The newest replays of an endpoint, each with its receipt and with a way to stop it while it runs. */
export function RecentReplays({ labels, receipt, empty, className, ...of }: RecentReplaysProps) {
  const recent = useRecentReplays(of.appId, of.endpointId);
  const stop = useStopReplays();
  return (
    <>
      {recent.error && <FailureNotice title={labels.recentNotRead} cause={recent.error} />}
      {recent.data?.length === 0 && empty}
      {recent.data && (
        <ul className={className}>
          {recent.data.map((task) => (
            <li key={task.id}>
              {receipt(task)}
              {task.status === 'running' && (
                <Button
                  kind="danger"
                  size="small"
                  isDisabled={stop.isPending}
                  needs="POST /app/{app}/background-task/{task}/stop"
                  onPress={() => stop.mutate([task])}
                >
                  {labels.stop}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {stop.error && <FailureNotice title={labels.notStopped} cause={stop.error} />}
    </>
  );
}
