import type { Clock } from '../../base/clock';
import { ApiError } from '../../base/errors';
import { accountOfThisThread, processorWaitMs } from '../../base/processor-wait';
import type { Task, TaskInput, TaskName, TaskOutput, Tell, WorkerTasks } from './worker-tasks';

/**
 * The result of a task, in a form that can be copied between threads, and how long it took. The time in which others had
 * the processor does not count: a busy machine must not use up the caller's budget.
 */
export type TaskResult = { readonly ms: number } & (
  | { readonly output: TaskOutput<TaskName> }
  | { readonly refusal: Pick<ApiError, 'status' | 'body'> }
);

interface TaskMeans {
  readonly clock: Clock;
  readonly tell: Tell;
  /** Absent: the system's own measurement. */
  readonly waitedMs?: typeof processorWaitMs;
}

/** Runs a task and measures it. A refusal is a result; anything else that it throws is our fault. */
export async function performTask(
  tasks: Partial<WorkerTasks>,
  { name, input }: Task,
  { clock, tell, waitedMs = processorWaitMs }: TaskMeans,
): Promise<TaskResult> {
  const perform = tasks[name] as (
    input: TaskInput<TaskName>,
    tell: Tell,
  ) => ReturnType<WorkerTasks[TaskName]>;
  const beganUs = clock.monotonicUs();
  const account = accountOfThisThread();
  const waitedBefore = waitedMs(account);
  const usedMs = () =>
    Math.max(0, (clock.monotonicUs() - beganUs) / 1000 - (waitedMs(account) - waitedBefore));
  try {
    const output = await perform(input, tell);
    return { ms: usedMs(), output };
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    return { ms: usedMs(), refusal: { status: cause.status, body: cause.body } };
  }
}
