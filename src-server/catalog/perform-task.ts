import type { Clock } from '../base/clock';
import { ApiError } from '../base/errors';
import type { Task, TaskInput, TaskName, TaskOutput, Tell, WorkerTasks } from './worker-tasks';

/** The result of a task, in a form that can be copied between threads, and how long it took. */
export type TaskResult = { readonly ms: number } & (
  | { readonly output: TaskOutput<TaskName> }
  | { readonly refusal: Pick<ApiError, 'status' | 'body'> }
);

/** Runs a task and measures it. A refusal is a result; anything else that it throws is our fault. */
export async function performTask(
  tasks: WorkerTasks,
  { name, input }: Task,
  { clock, tell }: { readonly clock: Clock; readonly tell: Tell },
): Promise<TaskResult> {
  const perform = tasks[name] as (
    input: TaskInput<TaskName>,
    tell: Tell,
  ) => ReturnType<WorkerTasks[TaskName]>;
  const beganUs = clock.monotonicUs();
  const elapsedMs = () => (clock.monotonicUs() - beganUs) / 1000;
  try {
    const output = await perform(input, tell);
    return { ms: elapsedMs(), output };
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    return { ms: elapsedMs(), refusal: { status: cause.status, body: cause.body } };
  }
}
