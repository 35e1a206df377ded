import type { Clock } from '../../base/clock';
import { ApiError, apiError } from '../../base/errors';
import { processorWaitMs } from '../../base/processor-wait';
import { tooManyRequests } from '../../base/too-many-requests';
import { FairQueue } from './fair-queue';
import type { WorkerBudget, WorkerCaller } from './worker-budget';
import { TASK_LIMITS } from './worker-limits';
import { WorkerStopped } from './worker-stopped';
import type { Task, TaskName, TaskOutput, Tell } from './worker-tasks';
import type { WorkerThreads } from './worker-threads';

/** Longest that a thread may take to start, on a busy machine. */
const THREAD_START_MAX_MS = 30_000;
/** The cost of starting a thread to replace one that was ended; charged to the caller that caused it. */
const THREAD_START_COST_MS = 300;
/** However busy the machine is, a task is ended after this many times its limit. */
const LONGEST_LIMITS = 10;
/** Waiting tasks per caller. */
const MAX_WAITING = 50;

/** For whom a task runs, and what they are told about it. */
export interface TaskOptions {
  readonly caller: WorkerCaller;
  /** Calls its listener when nobody waits for the result any longer. Absent: somebody always does. */
  readonly onGone?: (listener: () => void) => void;
  /** Called when the task's turn has come. */
  readonly onTurn?: () => void;
  readonly onStep?: Tell;
}

interface Job {
  readonly task: Task;
  readonly options: TaskOptions;
  readonly ending: AbortController;
  readonly settle: (output: TaskOutput<TaskName>) => void;
  readonly fail: (cause: unknown) => void;
}

interface WorkerQueueParts {
  readonly workers: WorkerThreads;
  readonly threads: number;
  readonly budget: WorkerBudget;
  readonly clock: Clock;
  /** Absent: the system's own measurement. */
  readonly waitedMs?: typeof processorWaitMs;
}

/**
 * The queue in front of a group of threads. Callers take turns, each has at most one thread, and tasks beyond a
 * caller's budget are refused. A task that uses up its time is ended together with its thread.
 */
export class WorkerQueue {
  readonly #parts: WorkerQueueParts;
  readonly #waiting = new FairQueue<Job>();
  readonly #running = new Map<string, Job>();
  #isStopped = false;

  constructor(parts: WorkerQueueParts) {
    this.#parts = parts;
  }

  /** Rejects with ApiError, unless the fault is ours. */
  run(task: Task, options: TaskOptions): Promise<TaskOutput<TaskName>> {
    return new Promise((settle, fail) => {
      const job: Job = { task, options, ending: new AbortController(), settle, fail };
      const refusal = this.#refusalOf(job);
      if (refusal !== null) return fail(refusal);
      this.#waiting.add(options.caller.key, job);
      options.onGone?.(() => this.#leave(job));
      this.#next();
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const job of [...this.#waiting.takeAll(), ...this.#running.values()]) end(job, stopping());
    await this.#parts.workers.close();
  }

  #refusalOf({ options: { caller } }: Job): ApiError | null {
    if (this.#isStopped) return stopping();
    if (this.#waiting.countOf(caller.key) >= MAX_WAITING) {
      return tooManyRequests('Too many requests of this token are queued.', 1);
    }
    return this.#parts.budget.refusal(caller);
  }

  #next(): void {
    while (this.#running.size < this.#parts.threads) {
      const job = this.#waiting.take((key) => !this.#running.has(key));
      if (job === undefined) return;
      // The tasks it waited for may have used up the budget.
      const refusal = this.#refusalOf(job);
      if (refusal === null) void this.#work(job);
      else job.fail(refusal);
    }
  }

  async #work(job: Job): Promise<void> {
    const { task, options, ending } = job;
    const { clock, workers, budget } = this.#parts;
    const { key } = options.caller;
    this.#running.set(key, job);
    options.onTurn?.();
    const waitedMs = this.#parts.waitedMs ?? processorWaitMs;
    const limit = timeLimit({ clock, waitedMs }, TASK_LIMITS[task.name].timeoutMs, (why) => end(job, why));
    try {
      const hooks = { signal: ending.signal, onBegin: limit.begin, onStep: options.onStep ?? (() => {}) };
      const result = await workers.run(task, hooks);
      budget.charge(options.caller, result.ms);
      if ('output' in result) job.settle(result.output);
      else job.fail(new ApiError(result.refusal.status, result.refusal.body));
    } catch (cause) {
      budget.charge(options.caller, limit.elapsedMs() + THREAD_START_COST_MS);
      job.fail(cause);
    } finally {
      limit.cancel();
      this.#running.delete(key);
      this.#next();
    }
  }

  #leave(job: Job): void {
    const isRunning = this.#running.get(job.options.caller.key) === job;
    if (isRunning && !TASK_LIMITS[job.task.name].endsWithCaller) return;
    this.#waiting.remove(job.options.caller.key, job);
    end(job, apiError('unavailable', 'The client closed the connection.'));
  }
}

/** Answers at once; the task's later result is dropped. */
function end(job: Job, why: ApiError): void {
  job.fail(why);
  job.ending.abort();
}

/**
 * Counts from when the thread begins, without the time in which others had its processor: a busy machine must not make
 * a task look too complex. Before that, the start of a thread has its own limit.
 */
function timeLimit(
  { clock, waitedMs }: { readonly clock: Clock; readonly waitedMs: typeof processorWaitMs },
  timeoutMs: number,
  stop: (why: ApiError) => void,
) {
  let beganUs: number | null = null;
  const elapsedMs = () => (beganUs === null ? 0 : (clock.monotonicUs() - beganUs) / 1000);
  const notStarted = () => stop(apiError('unavailable', 'The server is too busy for this. Try again later.'));
  let timer = clock.setTimer(THREAD_START_MAX_MS, notStarted);
  return {
    begin(account: string | null) {
      timer.cancel();
      beganUs = clock.monotonicUs();
      const waitedBefore = waitedMs(account);
      const look = () => {
        const usedMs = elapsedMs() - (waitedMs(account) - waitedBefore);
        const leftMs = Math.min(timeoutMs - usedMs, timeoutMs * LONGEST_LIMITS - elapsedMs());
        if (leftMs < 1) stop(new WorkerStopped('time'));
        else timer = clock.setTimer(Math.ceil(leftMs), look);
      };
      timer = clock.setTimer(timeoutMs, look);
    },
    elapsedMs,
    cancel: () => timer.cancel(),
  };
}

function stopping() {
  return apiError('unavailable', 'The service is stopping.');
}
