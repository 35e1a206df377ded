/**
 * Work on many rows, done alongside everything else.
 *
 * Promises
 * - A task is cut into pieces. What a piece writes and the cursor behind it are one transaction, so that a crash
 *   neither repeats a piece nor leaves one out; tasks that ran go on where they were after the next start.
 * - Several tasks take turns, a piece each, and the pause after every piece is longer than the piece: together they
 *   take a quarter of the time at most, however many they are.
 * - A task that has to wait for something gets no turns meanwhile, and holds nothing up.
 * - A task that was stopped writes nothing after `stopTask` has resolved.
 * - While nothing can be written (a full disk), tasks wait; any other error fails the task, with a reason.
 *
 * - Where several processes share the database, one of them at a time runs the tasks of all: between its `start` and
 *   `stop`, which may come again. A piece that two of them write at the same moment is written once.
 *
 * Not promised: when it is finished.
 *
 *   running --last piece--------------> finished
 *   running --stopTask----------------> finished, stopped
 *   running --cannot go on------------> failed
 */
import { setMaxListeners } from 'node:events';
import { type Clock, toIsoTime } from '../../base/clock';
import { ApiError } from '../../base/errors';
import type { NewId } from '../../base/id';
import type { Service } from '../../base/lifecycle';
import type { Log } from '../../base/log';
import type { BackgroundTaskOut } from '../../contract/background-task';
import type { LiveBus } from '../../live/live-bus';
import type { NewTask, TaskAdvance, TaskRecord, TaskStore } from '../../storage/installation/task-store';

/** One kind of work. */
export interface TaskKind {
  /** As in `TaskRecord.task`. */
  readonly name: string;
  /** Looks for the next piece; writes nothing itself. */
  next(task: TaskRecord): Promise<TaskPiece>;
  /** What this kind adds to `data`: its progress, and at the end its receipt. */
  receipt(task: TaskRecord): Readonly<Record<string, unknown>>;
  /** Another process began it, and this one runs it from now on. Only where several share the database. */
  picked?(task: TaskRecord): void;
  /** Another process runs the tasks from now on: ends what is going on beside the turns. Only there, too. */
  release?(): Promise<void>;
}

export type TaskPiece =
  /** @param committed called once the piece is on disk */
  | (TaskAdvance & { committed?(): void })
  /** Nothing can be done now; it is asked again after this time. */
  | { readonly pauseMs: number }
  /** It cannot continue; the reason as a sentence. */
  | { readonly error: string };

export interface TaskRunner extends Service {
  /** Registers a kind. Call it before `start`. */
  register(kind: TaskKind): void;
  /** Begins a task; it is on disk when this resolves. */
  begin(task: Omit<NewTask, 'id'>): Promise<TaskRecord>;
  /** Stops a task early. One that has ended is unchanged. Undefined: there is no such task. */
  stopTask(id: string): Promise<TaskRecord | undefined>;
  /** A task as clients see it. */
  present(task: TaskRecord): BackgroundTaskOut;
  /** Calls `listener` with every task that has ended, including stopped and failed ones. It must not throw. */
  onFinished(listener: TaskEndListener): void;
  /** Tasks that began or ended, perhaps in another process; `all`: any may have. Only where several share the database. */
  noticed(ids: ReadonlySet<string> | 'all'): Promise<void>;
}

/** @param endedHere false: another process has ended it, and has told whoever must be told once */
export type TaskEndListener = (task: TaskRecord, endedHere: boolean) => void;

interface TaskRunnerParts {
  readonly store: TaskStore;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  readonly liveBus: LiveBus;
  /** Whether several processes share the database. Then nothing runs before `start`. */
  readonly isShared?: boolean;
}

const LEAST_PAUSE_MS = 10;
/** After a piece, nothing is done for this many times as long as it took: a slow disk gets less work. */
const PAUSE_SHARE = 3;
const CANNOT_WRITE_PAUSE_MS = 5000;
const UNKNOWN_KIND = 'This version of the service does not know this kind of task.';
const BROKEN = 'The task failed because of an error in the service. See the log.';

export function createTaskRunner(parts: TaskRunnerParts): TaskRunner {
  const { store, clock, newId, log, liveBus, isShared = false } = parts;
  const kinds = new Map<string, TaskKind>();
  const listeners: TaskEndListener[] = [];
  let stopping = newStop();
  if (isShared) stopping.abort();
  /** Tasks that run, in the order of their turns. */
  let turns: TaskRecord[] = [];
  /** Those that run here, whether it is their turn or they rest. */
  const running = new Set<string>();
  /** Those that ended here, and that `noticed` has not been told of. */
  const endedHere = new Set<string>();
  /** Tasks that have to wait for something first. */
  const resting = new Set<Promise<void>>();
  let working: Promise<void> | null = null;

  function present(task: TaskRecord): BackgroundTaskOut {
    return {
      id: task.id,
      status: task.status,
      task: task.task,
      data: {
        appId: task.appId,
        endpointId: task.endpointId,
        startedAt: toIsoTime(task.createdAt),
        finishedAt: task.finishedAt === null ? null : toIsoTime(task.finishedAt),
        stopped: task.stopped,
        error: task.error,
        ...kinds.get(task.task)?.receipt(task),
      },
      updatedAt: toIsoTime(task.updatedAt),
    };
  }

  function moved(task: TaskRecord): void {
    liveBus.publish({ kind: 'background-task', task: present(task) });
    if (task.status === 'running') return;
    running.delete(task.id);
    if (isShared) endedHere.add(task.id);
    for (const listener of listeners) listener(task, true);
  }

  function take(task: TaskRecord): void {
    if (stopping.signal.aborted) return;
    running.add(task.id);
    turns.push(task);
    working ??= work(stopping.signal);
  }

  /** Takes no turns for a while; then it resumes from wherever it is, if it still runs. */
  function rest(task: TaskRecord, pauseMs: number): void {
    const { signal } = stopping;
    const wake = async () => {
      await clock.sleep(pauseMs, signal);
      if (signal.aborted) return;
      const current = await store.get(task.id).catch(() => task);
      if (signal.aborted) return;
      if (current?.status === 'running') take(current);
      else running.delete(task.id);
    };
    const waking = wake();
    resting.add(waking);
    void waking.finally(() => resting.delete(waking));
  }

  async function work(signal: AbortSignal): Promise<void> {
    for (let task = turns.shift(); task; task = turns.shift()) {
      const beganUs = clock.monotonicUs();
      let pauseMs = 0;
      try {
        await turn(task);
      } catch (cause) {
        log.warn(
          { err: cause, taskId: task.id },
          'a background task cannot continue now; it will be retried',
        );
        turns.push(task);
        pauseMs = CANNOT_WRITE_PAUSE_MS;
      }
      const tookMs = (clock.monotonicUs() - beganUs) / 1000;
      await clock.sleep(Math.max(pauseMs, LEAST_PAUSE_MS, PAUSE_SHARE * tookMs), signal);
      if (signal.aborted) break;
    }
    working = null;
  }

  /** @throws when nothing can be written now */
  async function turn(task: TaskRecord): Promise<void> {
    const piece = await nextPiece(task);
    if ('pauseMs' in piece) {
      rest(task, piece.pauseMs);
      return;
    }
    const next = await write(task, piece);
    if (next) moved(next);
    // Not in the expected state: usually stopped, otherwise it continues from where it really is.
    const current = next ?? (await store.get(task.id));
    if (current?.status === 'running') turns.push(current);
    else running.delete(task.id);
  }

  /**
   * @returns the task after this piece; undefined when it no longer runs
   * @throws when nothing can be written now
   */
  async function write(
    task: TaskRecord,
    piece: Exclude<TaskPiece, { pauseMs: number }>,
  ): Promise<TaskRecord | undefined> {
    if ('error' in piece) return store.end(task.id, piece, clock.now());
    try {
      const next = await store.advance(task, piece, clock.now());
      if (next) piece.committed?.();
      return next;
    } catch (cause) {
      if (isPassing(cause)) throw cause;
      log.error({ err: cause, taskId: task.id }, 'a background task failed');
      return store.end(task.id, { error: BROKEN }, clock.now());
    }
  }

  async function nextPiece(task: TaskRecord): Promise<TaskPiece> {
    const kind = kinds.get(task.task);
    if (!kind) return { error: UNKNOWN_KIND };
    try {
      return await kind.next(task);
    } catch (cause) {
      if (isPassing(cause)) throw cause;
      log.error({ err: cause, taskId: task.id }, 'a background task failed');
      return { error: BROKEN };
    }
  }

  async function resume(): Promise<void> {
    for (const task of await store.listRunning()) if (!running.has(task.id)) take(task);
  }

  async function notice(id: string): Promise<void> {
    const task = await store.get(id);
    if (!task || endedHere.delete(id)) return;
    if (task.status !== 'running') {
      for (const listener of listeners) listener(task, false);
      return;
    }
    if (running.has(id) || stopping.signal.aborted) return;
    kinds.get(task.task)?.picked?.(task);
    take(task);
  }

  return {
    name: 'background tasks',
    register: (kind) => void kinds.set(kind.name, kind),
    async begin(task) {
      const record = await store.insert({ ...task, id: newId('qtask_') }, clock.now());
      moved(record);
      take(record);
      return record;
    },
    async stopTask(id) {
      const ended = await store.end(id, { stopped: true }, clock.now());
      if (ended) moved(ended);
      return ended ?? store.get(id);
    },
    present,
    onFinished: (listener) => void listeners.push(listener),
    async noticed(ids) {
      if (ids !== 'all') {
        for (const id of ids) await notice(id);
        return;
      }
      endedHere.clear();
      if (!stopping.signal.aborted) await resume();
    },
    async start() {
      if (isShared) stopping = newStop();
      await resume();
    },
    async stop() {
      stopping.abort();
      await Promise.all([working, ...resting]);
      turns = [];
      running.clear();
      if (isShared) await Promise.all([...kinds.values()].map((kind) => kind.release?.()));
    },
  };
}

function newStop(): AbortController {
  const stop = new AbortController();
  setMaxListeners(0, stop.signal); // each resting task listens
  return stop;
}

/** A full disk, a file that cannot be written now, a server shutting down: not the task's fault. */
function isPassing(cause: unknown): boolean {
  return cause instanceof ApiError && (cause.status === 503 || cause.status === 507);
}
