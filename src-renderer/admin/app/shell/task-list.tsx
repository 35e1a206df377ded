import { CircleCheck, CircleSlash, CircleX, LoaderCircle } from 'lucide-react';
import type { RefObject } from 'react';
import { Popover } from 'react-aria-components';
import { Link } from 'react-router';
import type { BackgroundTaskOut } from '../../../../src-server/contract/background-task';
import { Button } from '../../../ui/button';
import { classNames } from '../../../ui/class-names';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { Time } from '../../../ui/time';
import type { useStopTask } from '../../data/use-tasks';
import { useTo } from '../../platform/instance';
import { taskName, taskReceipt } from '../../platform/task-message';
import styles from './task-status.module.css';

interface TaskListProps {
  readonly trigger: RefObject<HTMLButtonElement | null>;
  readonly tasks: readonly BackgroundTaskOut[];
  readonly stop: ReturnType<typeof useStopTask>;
  readonly onClose: () => void;
}

/** What is running, with *Stop*, and what has ended, with its receipts. */
export function TaskList({ trigger, tasks, stop, onClose }: TaskListProps) {
  return (
    <Popover
      isOpen
      onOpenChange={onClose}
      triggerRef={trigger}
      aria-label="Tasks"
      placement="top end"
      className={classNames(layout.floating, layout.ringless, styles.popover)}
    >
      <div className={`${layout.column} ${layout.clipped} ${styles.body}`}>
        <h2 className={styles.title}>Tasks</h2>
        {stop.error && <FailureNotice title="The task was not stopped" cause={stop.error} />}
        <ul className={layout.scrolling}>
          {tasks.map((task) => (
            <Row key={task.id} task={task} stopping={stop.isPending} onStop={() => stop.mutate(task.id)} />
          ))}
        </ul>
      </div>
    </Popover>
  );
}

interface RowProps {
  readonly task: BackgroundTaskOut;
  readonly stopping: boolean;
  readonly onStop: () => void;
}

function Row({ task, stopping, onStop }: RowProps) {
  const to = useTo();
  const { appId, endpointId, startedAt, finishedAt } = task.data;
  return (
    <li className={styles.row}>
      <Glyph task={task} />
      <span className={`${layout.column} ${layout.wrappingRest} ${layout.numbers}`}>
        <span className={layout.label}>
          {appId && endpointId ? (
            <Link to={to('apps', appId, 'endpoints', endpointId)}>{taskName(task)}</Link>
          ) : (
            taskName(task)
          )}
        </span>
        <span>{taskReceipt(task)}</span>
        <span className={layout.meta}>
          {finishedAt ? 'ended' : 'began'} <Time at={finishedAt ?? startedAt} />
        </span>
      </span>
      {task.status === 'running' && (
        <Button size="small" isDisabled={stopping} needs="POST /background-task/{task}/stop" onPress={onStop}>
          Stop
        </Button>
      )}
    </li>
  );
}

function Glyph({ task }: { readonly task: BackgroundTaskOut }) {
  if (task.status === 'running') return <LoaderCircle className={styles.turning} aria-label="Running" />;
  if (task.status === 'failed') return <CircleX className={layout.toneFailed} aria-label="Failed" />;
  if (task.data.stopped) return <CircleSlash aria-label="Stopped" />;
  return <CircleCheck className={layout.toneDelivered} aria-label="Done" />;
}
