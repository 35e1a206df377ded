import type { Clock } from '../base/clock';
import type { Service } from '../base/lifecycle';
import type { Log } from '../base/log';
import { WorkerBudget } from './worker-budget';
import { TASK_LIMITS, THREAD_GROUPS, type ThreadGroup } from './worker-limits';
import { type TaskOptions, WorkerQueue } from './worker-queue';
import type { TaskInput, TaskName, TaskOutput } from './worker-tasks';
import { createWorkerThreads } from './worker-threads';

/**
 * Where everything runs that costs by its content, beside the thread that accepts and delivers messages.
 *
 * Promises: a task that takes too much time or memory is ended and costs nobody else anything; callers take turns; a
 * caller that has used up its budget gets a 429. No thread is started before the first task, and idle ones end.
 */
export interface WorkerPool extends Service {
  /** Rejects with ApiError: WorkerStopped, too_many_requests, unavailable, or as the task refuses. */
  run<N extends TaskName>(name: N, input: TaskInput<N>, options: TaskOptions): Promise<TaskOutput<N>>;
}

export interface WorkerPoolParts {
  /** The built `catalog-worker`. Null (tests, and a server that runs from source): tasks run in this thread. */
  readonly worker: URL | null;
  readonly clock: Clock;
  readonly log: Log;
}

export function createWorkerPool({ worker, clock, log }: WorkerPoolParts): WorkerPool {
  const budget = new WorkerBudget(clock);
  const queueOf = (group: ThreadGroup) => {
    const workers = createWorkerThreads({ file: worker, group, clock, log });
    return new WorkerQueue({ workers, threads: group.threads, budget, clock });
  };
  const queues = { short: queueOf(THREAD_GROUPS.short), long: queueOf(THREAD_GROUPS.long) };
  return {
    name: 'worker pool',
    start: () => Promise.resolve(),
    async stop() {
      await Promise.all([queues.short.stop(), queues.long.stop()]);
    },
    run: (name, input, options) => {
      const done = queues[TASK_LIMITS[name].group].run({ name, input }, options);
      return done as Promise<TaskOutput<typeof name>>;
    },
  };
}
