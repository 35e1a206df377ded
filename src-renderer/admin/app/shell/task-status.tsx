import { LoaderCircle } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components';
import type { BackgroundTaskOut } from '../../../../src-server/contract/background-task';
import { classNames } from '../../../ui/class-names';
import layout from '../../../ui/layout.module.css';
import { useNeeds } from '../../../ui/needs/needs';
import { separatePart } from '../../../ui/separate-part';
import { useStopTask, useTaskEnds, useTasks } from '../../data/use-tasks';
import { LayerBoundary } from '../../parts/layer-boundary';
import { useOpening } from '../../parts/use-opening';
import { taskName, taskReceipt } from '../../platform/task-message';
import styles from './task-status.module.css';

const readTaskList = () => import('./task-list').then(({ TaskList }) => TaskList);
const TaskList = separatePart(readTaskList);

const NONE: readonly BackgroundTaskOut[] = [];

/** Long tasks in the status bar: what is running, with Stop, and the list of recent ones with their receipts. */
export function TaskStatus() {
  const stopNeeds = useNeeds<HTMLButtonElement>('POST /background-task/{task}/stop');
  const tasks = useTasks().data ?? NONE;
  const stop = useStopTask();
  useTaskEnds(tasks);
  const { isOpen, close, trigger, button } = useOpening(readTaskList);
  const running = tasks.filter(({ status }) => status === 'running');
  const [first] = running;
  if (tasks.length === 0) return null;
  const label =
    running.length > 1
      ? `${running.length} tasks running`
      : first
        ? `${taskName(first)}: ${taskReceipt(first)}`
        : 'Recent tasks';
  return (
    <span className={`${layout.inlineLine1} ${layout.shrinking}`}>
      <AriaButton {...button} className={classNames(styles.open)} aria-haspopup="dialog">
        {first && <LoaderCircle className={styles.turning} aria-hidden />}
        <span className={layout.ellipsis}>{label}</span>
      </AriaButton>
      {isOpen && (
        <LayerBoundary onFault={close}>
          <TaskList trigger={trigger} tasks={tasks} stop={stop} onClose={close} />
        </LayerBoundary>
      )}
      {first && running.length === 1 && (
        <AriaButton
          {...stopNeeds}
          className={classNames(styles.stop)}
          isDisabled={stop.isPending || stopNeeds.isDisabled === true}
          aria-label={`Stop: ${taskName(first)}`}
          onPress={() => stop.mutate(first.id)}
        >
          Stop
        </AriaButton>
      )}
    </span>
  );
}
