/*
 * Where documents are read: in a thread beside the one that delivers messages.
 *
 * Promises: one document at a time, the others wait; a document that takes too much time or memory is refused, and
 * costs nobody else anything; when the caller goes away the work stops at once. A worker is kept for a while after
 * its work, since loading what it needs takes longer than reading a small document.
 *
 * Without a built worker (tests, and a server that runs from source) the same work is done in this thread.
 */
import { Worker } from 'node:worker_threads';
import type { Clock, Timer } from '../base/clock';
import { ApiError, apiError } from '../base/errors';
import type { Service } from '../base/lifecycle';
import type { ImportProgressOut } from '../contract/import-progress';
import { type ImportJob, type ImportJobResult, type ImportStep, runImportJob } from './import-job';

/** What the thread tells of its work. */
export type FromImportWorker =
  | { readonly kind: 'step'; readonly step: ImportStep }
  | { readonly kind: 'done'; readonly result: ImportJobResult }
  | { readonly kind: 'refused'; readonly status: number; readonly body: ApiError['body'] }
  | { readonly kind: 'failed'; readonly message: string };

/** Longest that one document may take. The largest real one takes two seconds. */
const JOB_TIMEOUT_MS = 60_000;
/** How long an idle thread is kept. */
const IDLE_MS = 60_000;
/** Most memory for the objects of one job. */
const HEAP_MAX_MB = 1024;

/** How a job is told apart, and stopped. */
export interface ImportJobOptions {
  /** As the caller gave it; null when it gave none. */
  readonly progressId: string | null;
  /** Calls its listener when the caller has gone away. */
  readonly onGone: (listener: () => void) => void;
}

/** Does the work of imports, one after the other. */
export interface ImportReader extends Service {
  /** Throws ApiError, as the document deserves it. */
  run(job: ImportJob, options: ImportJobOptions): Promise<ImportJobResult>;
  /** What waits or runs, oldest first. */
  progress(): ImportProgressOut['data'];
}

interface Running {
  readonly progressId: string | null;
  readonly job: ImportJob;
  step: ImportStep | null;
  readonly settle: (result: ImportJobResult) => void;
  readonly fail: (cause: unknown) => void;
}

/** @param worker the built `import-worker`; null: the work is done in this thread */
export function createImportReader(worker: URL | null, clock: Clock): ImportReader {
  return new QueuedReader(worker, clock);
}

class QueuedReader implements ImportReader {
  readonly name = 'import reader';
  readonly #file: URL | null;
  readonly #clock: Clock;
  /** The first one is being worked on. */
  #jobs: Running[] = [];
  #thread: Worker | null = null;
  #timer: Timer | null = null;

  constructor(file: URL | null, clock: Clock) {
    this.#file = file;
    this.#clock = clock;
  }

  start(): Promise<void> {
    return Promise.resolve();
  }

  async stop(): Promise<void> {
    const stopping = apiError('unavailable', 'The service is stopping.');
    for (const { fail } of this.#jobs.splice(0)) fail(stopping);
    await this.#endThread();
  }

  run(job: ImportJob, { progressId, onGone }: ImportJobOptions): Promise<ImportJobResult> {
    return new Promise((settle, fail) => {
      const running: Running = { progressId, job, step: null, settle, fail };
      this.#jobs.push(running);
      onGone(() => this.#cancel(running));
      if (this.#jobs.length === 1) this.#begin(running);
    });
  }

  progress(): ImportProgressOut['data'] {
    return this.#jobs.map(({ progressId, step }) => ({
      progressId,
      ...(step ?? { stage: 'waiting' as const, done: 0, total: null }),
    }));
  }

  #cancel(running: Running): void {
    if (!this.#jobs.includes(running)) return;
    const isFirst = this.#jobs[0] === running;
    if (isFirst && this.#file !== null) void this.#endThread();
    this.#end(running, () => running.fail(apiError('unavailable', 'The caller has gone away.')));
  }

  #begin(running: Running): void {
    this.#timer?.cancel();
    running.step = { stage: 'parsing', done: 0, total: null };
    if (this.#file === null) {
      runImportJob(running.job, (step) => {
        running.step = step;
      }).then(
        (result) => this.#end(running, () => running.settle(result)),
        (cause: unknown) => this.#end(running, () => running.fail(cause)),
      );
      return;
    }
    const thread = this.#thread ?? this.#startThread(this.#file);
    this.#thread = thread;
    thread.ref();
    thread.postMessage(running.job);
    this.#timer = this.#clock.setTimer(JOB_TIMEOUT_MS, () => {
      this.#giveUp('It takes longer than a minute to read.');
    });
  }

  #startThread(file: URL): Worker {
    const thread = new Worker(file, {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MB },
      // Nothing of the command line of this process, and nothing of its environment, is of use there.
      argv: [],
      execArgv: [],
      env: {},
    });
    thread.on('message', (message: FromImportWorker) => {
      if (thread === this.#thread) this.#hear(message);
    });
    thread.on('error', (cause) => {
      if (thread !== this.#thread) return;
      this.#thread = null;
      const isMemory = 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
      if (isMemory) this.#giveUp('It needs too much memory.');
      else this.#failFirst(cause);
    });
    thread.on('exit', (code) => {
      if (thread !== this.#thread) return;
      this.#thread = null;
      this.#failFirst(new Error(`the import thread ended with ${code}`));
    });
    return thread;
  }

  #hear(message: FromImportWorker): void {
    const [running] = this.#jobs;
    if (running === undefined) return;
    switch (message.kind) {
      case 'step':
        running.step = message.step;
        return;
      case 'done':
        this.#end(running, () => running.settle(message.result));
        return;
      case 'refused':
        this.#end(running, () => running.fail(new ApiError(message.status, message.body)));
        return;
      case 'failed':
        this.#failFirst(new Error(`the import thread failed: ${message.message}`));
    }
  }

  /** Ends the thread, and with it the first job, which is to blame. */
  #giveUp(why: string): void {
    void this.#endThread();
    this.#failFirst(apiError('openapi_invalid', `The document cannot be imported. ${why}`));
  }

  #failFirst(cause: unknown): void {
    const [running] = this.#jobs;
    if (running !== undefined) this.#end(running, () => running.fail(cause));
  }

  #end(running: Running, tell: () => void): void {
    const wasFirst = this.#jobs[0] === running;
    if (!this.#jobs.includes(running)) return;
    this.#jobs = this.#jobs.filter((other) => other !== running);
    tell();
    if (!wasFirst) return;
    this.#timer?.cancel();
    const [next] = this.#jobs;
    if (next !== undefined) this.#begin(next);
    else this.#rest();
  }

  #rest(): void {
    if (this.#thread === null) return;
    // An idle thread must not keep the process alive.
    this.#thread.unref();
    this.#timer = this.#clock.setTimer(IDLE_MS, () => void this.#endThread());
  }

  async #endThread(): Promise<void> {
    this.#timer?.cancel();
    const thread = this.#thread;
    this.#thread = null;
    await thread?.terminate();
  }
}
