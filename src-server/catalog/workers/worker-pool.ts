import type { Clock } from '../../base/clock';
import type { Service } from '../../base/lifecycle';
import type { Log } from '../../base/log';
import type { RenderCatalogLater } from '../../contract/public-catalog';
import { WorkerBudget, type WorkerCaller } from './worker-budget';
import { TASK_LIMITS, THREAD_GROUPS, type ThreadGroup } from './worker-limits';
import { type TaskOptions, WorkerQueue } from './worker-queue';
import type { TaskInput, TaskName, TaskOutput } from './worker-tasks';
import { createWorkerThreads } from './worker-threads';

/** How long a refusal is delayed: a caller that retries at once does so twice a second, not a thousand times. */
const REFUSAL_PAUSE_MS = 500;
/** Refusals delayed at once; each holds a connection. */
const MAX_PAUSING = 1_000;

/**
 * Where everything runs whose cost depends on its content, apart from the thread that accepts and delivers messages.
 *
 * Promises: a task that takes too much time or memory is ended without affecting other callers; callers take turns; a
 * caller that has used up its budget gets a 429. No thread is started before the first task, and idle ones end.
 */
export interface WorkerPool extends Service {
  /** Rejects for a caller that has used up its budget, after a pause. Call it before any of the request is read. */
  admit(caller: WorkerCaller): Promise<void>;
  /** Rejects with ApiError: WorkerStopped, too_many_requests, unavailable, or the task's own refusal. */
  run<N extends TaskName>(name: N, input: TaskInput<N>, options: TaskOptions): Promise<TaskOutput<N>>;
}

interface WorkerPoolParts {
  /** The built `catalog-worker`. Null (tests, and a server running from source): tasks run in this thread. */
  readonly worker: URL | null;
  /**
   * Renders the public catalog for tasks in this thread; the built worker has its own. Null or absent: no such task
   * comes.
   */
  readonly renderCatalog?: RenderCatalogLater | null;
  readonly clock: Clock;
  readonly log: Log;
}

export function createWorkerPool({ worker, renderCatalog = null, clock, log }: WorkerPoolParts): WorkerPool {
  const budget = new WorkerBudget(clock);
  const queueOf = (group: ThreadGroup) => {
    const workers = createWorkerThreads({ file: worker, renderCatalog, group, clock, log });
    return new WorkerQueue({ workers, threads: group.threads, budget, clock });
  };
  const stopping = new AbortController();
  let pausing = 0;
  const queues = {
    short: queueOf(THREAD_GROUPS.short),
    long: queueOf(THREAD_GROUPS.long),
    pages: queueOf(THREAD_GROUPS.pages),
  };
  return {
    name: 'worker pool',
    start: () => Promise.resolve(),
    async stop() {
      stopping.abort();
      await Promise.all(Object.values(queues).map((queue) => queue.stop()));
    },
    async admit(caller) {
      const refusal = budget.refusal(caller);
      if (refusal === null) return;
      if (pausing < MAX_PAUSING) {
        pausing += 1;
        await clock.sleep(REFUSAL_PAUSE_MS, stopping.signal);
        pausing -= 1;
      }
      throw refusal;
    },
    run: (name, input, options) => {
      const done = queues[TASK_LIMITS[name].group].run({ name, input }, options);
      return done as Promise<TaskOutput<typeof name>>;
    },
  };
}
