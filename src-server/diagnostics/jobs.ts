/**
 * Background work that does not walk through rows piece by piece: a copy of a file, an experiment. It runs alongside
 * the task that represents it, reports its progress, and ends with a result.
 *
 * Promises: one job per kind at a time; a job whose task was stopped is told at once; it removes whatever it created
 * for itself at its end; the next start marks a job as failed that ended with its server, and removes what it left
 * behind. Where several servers share the database, the one that runs the tasks runs the jobs that any of them began,
 * and a job that it cannot finish itself fails as well.
 */
import { apiError } from '../base/errors';
import type { Service } from '../base/lifecycle';
import type { Log } from '../base/log';
import type { TaskPiece, TaskRunner } from '../delivery/tasks/task-runner';
import type { TaskCounts, TaskRecord } from '../storage/installation/task-store';

/** How a job reports its progress. */
export interface JobWork {
  readonly taskId: string;
  /** The arguments it started with. */
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Aborts when somebody stops the task, or the server stops. */
  readonly signal: AbortSignal;
  /** Sets the current counts. */
  report(counts: TaskCounts): void;
}

export interface JobKind {
  /** As in `TaskRecord.task`. */
  readonly name: string;
  /** Why it cannot run now, as a sentence for the user. Null: it can. Absent: it always can. */
  refusal?(): string | null;
  /**
   * Does the work, and returns the content of the receipt.
   * @throws Error with a sentence for the user
   */
  run(work: JobWork): Promise<object>;
  /** Removes what a job that ended with its server left behind. */
  cleanUp?(taskId: string): Promise<void>;
}

export interface Jobs extends Service {
  /** Registers a kind. Call it before `start`. */
  register(kind: JobKind): void;
  /**
   * Starts a job.
   * @throws ApiError generic_error when it cannot run now, conflict while one of its kind is running
   */
  begin(name: string, args: Readonly<Record<string, unknown>>): Promise<TaskRecord>;
}

interface Job {
  readonly stop: AbortController;
  counts: TaskCounts;
  outcome: { readonly result: object } | { readonly error: string } | null;
  readonly ended: Promise<void>;
}

const LOOK_EVERY_MS = 250;
const INTERRUPTED = 'The server stopped during this task. Start the task again.';
const BUSY = 'A task of this kind is already running. Wait for it, or stop it.';

export function createJobs(tasks: TaskRunner, log: Log): Jobs {
  const jobs = new Map<string, Job>();
  const kinds = new Map<string, JobKind>();
  /** The running task of each kind; null while it is being stored. */
  const busy = new Map<string, string | null>();
  /** Tasks that this process is to do, and that have no job yet. */
  const begun = new Set<string>();

  function leave(name: string, taskId: string): void {
    if (busy.get(name) === taskId) busy.delete(name);
  }

  function launch(kind: JobKind, task: TaskRecord): void {
    const stop = new AbortController();
    const job: Job = {
      stop,
      counts: {},
      outcome: null,
      ended: kind
        .run({
          taskId: task.id,
          arguments: task.arguments,
          signal: stop.signal,
          report: (counts) => {
            job.counts = counts;
          },
        })
        .then(
          (result) => {
            job.outcome = { result };
          },
          (cause: unknown) => {
            if (!stop.signal.aborted) log.warn({ err: cause, task: kind.name }, 'a job failed');
            job.outcome = { error: cause instanceof Error ? cause.message : String(cause) };
          },
        )
        .finally(() => {
          leave(kind.name, task.id);
          if (stop.signal.aborted) jobs.delete(task.id);
        }),
    };
    jobs.set(task.id, job);
  }

  async function next(kind: JobKind, task: TaskRecord): Promise<TaskPiece> {
    // Only once that is stored: a backup of this moment must not start the job again where it is restored.
    if (task.cursor === null) return piece('{}', false, {});
    if (begun.delete(task.id)) {
      // Begun in another process, which did not know of the one that runs here.
      if (busy.get(kind.name) !== task.id) return { error: BUSY };
      launch(kind, task);
    }
    const job = jobs.get(task.id);
    if (!job) {
      await kind.cleanUp?.(task.id);
      return { error: INTERRUPTED };
    }
    const { outcome } = job;
    const more = difference(job.counts, task.counts);
    if (outcome && 'error' in outcome) {
      jobs.delete(task.id);
      return { error: outcome.error };
    }
    if (outcome) return piece(JSON.stringify(outcome.result), true, more, () => jobs.delete(task.id));
    return Object.keys(more).length === 0 ? { pauseMs: LOOK_EVERY_MS } : piece(task.cursor, false, more);
  }

  tasks.onFinished(({ id, task }) => {
    begun.delete(id);
    const job = jobs.get(id);
    if (job) job.stop.abort();
    else leave(task, id);
  });

  async function endAll(): Promise<void> {
    const running = [...jobs.values()];
    for (const job of running) job.stop.abort();
    await Promise.all(running.map(({ ended }) => ended));
  }

  return {
    name: 'jobs',
    register(kind) {
      kinds.set(kind.name, kind);
      tasks.register({
        name: kind.name,
        next: (task) => next(kind, task),
        picked(task) {
          if (!busy.has(kind.name)) busy.set(kind.name, task.id);
          begun.add(task.id);
        },
        release: endAll,
        receipt: ({ counts, cursor, status }) => ({
          ...counts,
          result: status === 'finished' && cursor !== null && cursor !== '{}' ? JSON.parse(cursor) : null,
        }),
      });
    },
    async begin(name, args) {
      const refusal = kinds.get(name)?.refusal?.() ?? null;
      if (refusal !== null) throw apiError('generic_error', refusal);
      if (busy.has(name)) throw apiError('conflict', BUSY);
      busy.set(name, null);
      try {
        const task = await tasks.begin({ task: name, appId: null, endpointId: null, arguments: args });
        busy.set(name, task.id);
        begun.add(task.id);
        return task;
      } catch (cause) {
        busy.delete(name);
        throw cause;
      }
    },
    start: () => Promise.resolve(),
    stop: () => endAll(),
  };
}

function piece(cursor: string, done: boolean, counts: TaskCounts, committed?: () => void): TaskPiece {
  return { cursor, done, write: () => Promise.resolve(counts), ...(committed && { committed }) };
}

/** What to add to the stored counts to get the current ones. */
function difference(now: TaskCounts, written: TaskCounts): TaskCounts {
  return Object.fromEntries(
    Object.entries(now)
      .map(([name, count]) => [name, count - (written[name] ?? 0)] as const)
      .filter(([, more]) => more !== 0),
  );
}
