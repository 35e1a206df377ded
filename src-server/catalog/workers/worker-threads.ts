import type { Piscina } from 'piscina';
import type { Clock } from '../../base/clock';
import type { Log } from '../../base/log';
import type { RenderCatalogLater } from '../../contract/public-catalog';
import type { FromWorker, NumberedTask } from './catalog-worker';
import { performTask, type TaskResult } from './perform-task';
import type { ThreadGroup } from './worker-limits';
import { WorkerStopped } from './worker-stopped';
import type { Task, Tell, WorkerTasks } from './worker-tasks';

/** How long an idle thread is kept: starting one and loading its code takes longer than most tasks. */
const IDLE_MS = 60_000;

/** What a task is told, and what it reports. */
export interface TaskHooks {
  /** Ends the task, and the thread it runs in. */
  readonly signal: AbortSignal;
  /** Called when the thread exists and begins. @param account of its processor time, for `processorWaitMs` */
  readonly onBegin: (account: string | null) => void;
  readonly onStep: Tell;
}

/** Runs tasks. The caller decides how many at once. */
export interface WorkerThreads {
  /** Rejects with WorkerStopped when memory ran out, and with another error when the thread failed or was ended. */
  run(task: Task, hooks: TaskHooks): Promise<TaskResult>;
  close(): Promise<void>;
}

interface WorkerThreadsParts {
  /** The built `catalog-worker`. Null: tasks run in this thread, where nothing can end them. */
  readonly file: URL | null;
  readonly renderCatalog: RenderCatalogLater | null;
  readonly group: ThreadGroup;
  readonly clock: Clock;
  readonly log: Log;
}

/** Starts nothing before the first task: neither a server's start nor an idle server pays for threads. */
export function createWorkerThreads(parts: WorkerThreadsParts): WorkerThreads {
  return parts.file === null ? new ThisThread(parts) : new PooledThreads(parts.file, parts);
}

class ThisThread implements WorkerThreads {
  readonly #parts: WorkerThreadsParts;
  readonly #running = new Set<Promise<TaskResult>>();
  #tasks: Promise<WorkerTasks> | null = null;

  constructor(parts: WorkerThreadsParts) {
    this.#parts = parts;
  }

  run(task: Task, hooks: TaskHooks): Promise<TaskResult> {
    const running = this.#perform(task, hooks).finally(() => this.#running.delete(running));
    this.#running.add(running);
    return running;
  }

  /** Waits for what it cannot end: it may still be writing files. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#running);
  }

  async #perform(task: Task, { onBegin, onStep }: TaskHooks): Promise<TaskResult> {
    const { clock, renderCatalog } = this.#parts;
    this.#tasks ??= import('./worker-tasks').then(({ createWorkerTasks }) =>
      createWorkerTasks({ clock, renderCatalog: renderCatalog ?? (() => []) }),
    );
    const tasks = await this.#tasks;
    onBegin(null);
    return performTask(tasks, task, { clock, tell: onStep });
  }
}

class PooledThreads implements WorkerThreads {
  readonly #file: URL;
  readonly #parts: WorkerThreadsParts;
  readonly #hooks = new Map<number, TaskHooks>();
  #pool: Promise<Piscina> | null = null;
  #lastId = 0;

  constructor(file: URL, parts: WorkerThreadsParts) {
    this.#file = file;
    this.#parts = parts;
  }

  async run(task: Task, hooks: TaskHooks): Promise<TaskResult> {
    this.#pool ??= this.#open();
    const pool = await this.#pool;
    this.#lastId += 1;
    const numbered: NumberedTask = { ...task, id: this.#lastId };
    this.#hooks.set(numbered.id, hooks);
    try {
      // The file is given here and not to the pool, so that one that cannot be loaded fails the task.
      return await pool.run(numbered, { filename: this.#file.href, name: 'work', signal: hooks.signal });
    } catch (cause) {
      throw isOutOfMemory(cause) ? new WorkerStopped('memory') : cause;
    } finally {
      this.#hooks.delete(numbered.id);
    }
  }

  async close(): Promise<void> {
    await (await this.#pool)?.destroy();
  }

  async #open(): Promise<Piscina> {
    const { Piscina } = await import('piscina');
    const { group, log } = this.#parts;
    const pool = new Piscina({
      minThreads: 0,
      maxThreads: group.threads,
      idleTimeout: IDLE_MS,
      niceIncrement: process.platform === 'linux' ? group.nice : 0,
      resourceLimits: { maxOldGenerationSizeMb: group.heapMaxMb },
      // Threads need nothing from this process's command line or environment.
      ...{ argv: [], execArgv: [], env: {} },
    });
    pool.on('message', (message: FromWorker) => {
      const hooks = this.#hooks.get(message.id);
      if ('account' in message) hooks?.onBegin(message.account);
      else hooks?.onStep(message.step);
    });
    pool.on('error', (cause) => log.warn({ err: cause }, 'an idle worker thread failed'));
    return pool;
  }
}

function isOutOfMemory(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
