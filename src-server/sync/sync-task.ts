/**
 * A sync as a background task. It runs outside the turns of the tasks, since it mostly waits for another instance.
 *
 * Promises: one sync per connection at a time; a stopped one sends nothing more once its requests in flight have ended;
 * one interrupted by the end of the server continues at the next start, and sends nothing again.
 */
import type { Clock } from '../base/clock';
import { ApiError, apiError } from '../base/errors';
import type { NewId } from '../base/id';
import type { Service } from '../base/lifecycle';
import type { Log } from '../base/log';
import type {
  NewTask,
  TaskAdvance,
  TaskCounts,
  TaskRecord,
  TaskStore,
} from '../storage/installation/task-store';
import type { SyncChoices } from '../working-copy/sides';
import { checkRemovals } from './check-removals';
import type { Connections } from './connections';
import { runSync, type SyncArguments, type SyncProgress, type SyncRunParts } from './run-sync';
import { toSyncItemOut } from './sync-item-out';
import type { WorkingCopies } from './working-copies';
import { targetOf } from './working-copy-target';

const SYNC_TASK = 'working-copy.sync';

interface SyncTaskParts extends SyncRunParts {
  readonly connections: Pick<Connections, 'target'>;
  readonly workingCopies: Pick<WorkingCopies, 'fetch' | 'get'>;
  readonly taskStore: Pick<TaskStore, 'get' | 'listRunning' | 'setResult'>;
  readonly begin: (task: Omit<NewTask, 'id'>) => Promise<TaskRecord>;
  readonly newId: NewId;
  readonly clock: Clock;
  readonly log: Log;
}

export interface SyncTask extends Service {
  /** A kind of background task. */
  readonly kind: {
    readonly name: string;
    next(task: TaskRecord): Promise<TaskAdvance | { readonly pauseMs: number } | { readonly error: string }>;
    receipt(task: TaskRecord): Readonly<Record<string, unknown>>;
    release(): Promise<void>;
  };
  /** Call this for each task that has ended. @param endedHere as in `TaskEndListener` */
  ended(task: TaskRecord, endedHere: boolean): void;
  /**
   * Fetches, and starts a sync with the result.
   * @throws ApiError not_found, remote_unreachable, confirmation_needed, other_installation; conflict while this
   *   connection has one running
   */
  begin(connectionId: string, choices: SyncChoices): Promise<TaskRecord>;
}

interface Run {
  readonly connectionId: string;
  readonly stop: AbortController;
  readonly cut: AbortController;
  /** Items that have ended, of how many, and the last that was begun; null: none yet. */
  ended: number;
  total: number;
  item: string | null;
  outcome: 'running' | 'done' | { readonly error: string };
  readonly settled: Promise<void>;
}

/** Whether a sync of this connection runs. */
export async function isSyncing(
  taskStore: Pick<TaskStore, 'listRunning'>,
  connectionId: string,
): Promise<boolean> {
  const running = await taskStore.listRunning();
  return running.some(
    ({ task, arguments: args }) => task === SYNC_TASK && args.connectionId === connectionId,
  );
}

const LOOK_EVERY_MS = 50;
const BROKEN = 'The sync met an error of the service; its log says more.';

export function createSyncTask(parts: SyncTaskParts): SyncTask {
  const { workingCopies, connections, copies, receipts, clock, newId, log } = parts;
  const runs = new Map<string, Run>();
  /** Connections with a sync about to begin. */
  const beginning = new Set<string>();
  let isStopping = false;

  function launch(task: TaskRecord): Run {
    const [stop, cut] = [new AbortController(), new AbortController()];
    const progress: SyncProgress = {
      begin: (counts) => void Object.assign(run, counts),
      reach(name) {
        run.item = name;
      },
      end(count) {
        run.ended += count;
      },
    };
    const args = task.arguments as unknown as SyncArguments;
    const { connectionId } = args;
    const work = async () => {
      // It was stopped before it was known here, so no stop signal reaches it.
      if ((await parts.taskStore.get(task.id))?.status !== 'running') return void runs.delete(task.id);
      const target = await targetOf(connections, connectionId);
      const { gone } = target;
      const ending = { stop: AbortSignal.any([stop.signal, gone]), cut: AbortSignal.any([cut.signal, gone]) };
      const deleted = apiError('not_found', 'The connection was deleted.');
      // Its receipt may be gone before it is told.
      await runSync(parts, args, { target, ending, progress }).catch((cause: unknown) => {
        throw gone.aborted ? deleted : cause;
      });
      if (gone.aborted) throw deleted;
      const copy = await copies.get(connectionId);
      // The receipt now has what it was about.
      if (copy?.changes === 0) await copies.setNote(connectionId, '');
    };
    const run: Run = {
      connectionId,
      stop,
      cut,
      ended: 0,
      total: 0,
      item: null,
      outcome: 'running',
      settled: work().then(
        () => {
          run.outcome = 'done';
        },
        (cause: unknown) => {
          const isExpected = cause instanceof ApiError;
          if (!isExpected) log.error({ err: cause, taskId: task.id }, 'a sync failed');
          run.outcome = { error: isExpected ? cause.message : BROKEN };
        },
      ),
    };
    runs.set(task.id, run);
    return run;
  }

  async function next(task: TaskRecord) {
    // Another one of the connection may have been begun in another process, which does not know of the first.
    if (isStopping || isBusy(task)) return { pauseMs: LOOK_EVERY_MS };
    const run = runs.get(task.id) ?? launch(task);
    const { outcome, ended, total, item } = run;
    const { counts } = task;
    const more = { ended: ended - (counts.ended ?? 0), total: total - (counts.total ?? 0) };
    if (outcome === 'running') {
      const cursor = item === null ? task.cursor : JSON.stringify(item);
      const isMoved = more.ended > 0 || more.total > 0 || cursor !== task.cursor;
      return isMoved ? advance(cursor, more) : { pauseMs: LOOK_EVERY_MS };
    }
    if (outcome !== 'done') return outcome;
    return { ...advance(await itemsText(task), more), done: true };
  }

  /** Whether another sync of its connection is going on. */
  function isBusy({ id, arguments: { connectionId } }: TaskRecord): boolean {
    if (runs.has(id)) return false;
    return [...runs.values()].some((run) => run.connectionId === connectionId && run.outcome === 'running');
  }

  async function itemsText({ arguments: args }: TaskRecord): Promise<string> {
    const { receiptId } = args as unknown as SyncArguments;
    return JSON.stringify((await receipts.listItems(receiptId)).map(toSyncItemOut));
  }

  /** A sync that ended early has its items too, once those in flight have ended. */
  async function close(task: TaskRecord): Promise<void> {
    const run = runs.get(task.id);
    run?.stop.abort();
    await run?.settled;
    runs.delete(task.id);
    const isComplete = task.status === 'finished' && !task.stopped;
    if (!isComplete) await parts.taskStore.setResult(task.id, await itemsText(task));
  }

  async function cutAll(): Promise<void> {
    for (const { stop, cut } of runs.values()) {
      stop.abort();
      cut.abort();
    }
    await Promise.all([...runs.values()].map(({ settled }) => settled));
  }

  return {
    name: 'syncs',
    kind: {
      name: SYNC_TASK,
      next,
      receipt: ({ arguments: args, cursor, counts }) => ({
        connectionId: args.connectionId,
        receiptId: args.receiptId,
        ended: counts.ended ?? 0,
        total: counts.total ?? 0,
        ...placeOf(cursor),
      }),
      // Whoever runs the tasks next goes on from what is stored.
      async release() {
        await cutAll();
        runs.clear();
      },
    },
    ended(task, endedHere) {
      if (task.task !== SYNC_TASK || (!endedHere && !runs.has(task.id))) return;
      void close(task).catch((cause: unknown) =>
        log.error({ err: cause, taskId: task.id }, 'the items of a sync that ended early were not kept'),
      );
    },
    async begin(connectionId, { names, resolutions, acceptRemovals, announce }) {
      if ((await isSyncing(parts.taskStore, connectionId)) || beginning.has(connectionId)) {
        throw apiError('conflict', 'A sync of this connection runs already. Wait for it, or stop it.');
      }
      beginning.add(connectionId);
      try {
        // A stopped one may still have requests in flight.
        const others = [...runs.values()].filter((run) => run.connectionId === connectionId);
        await Promise.all(others.map(({ settled }) => settled));
        const { new: moved } = await workingCopies.fetch(connectionId);
        await checkRemovals(copies, connectionId, { names, acceptRemovals });
        const edited = (await copies.listChanged(connectionId)).filter(({ mineChanged }) => mineChanged);
        const unseen = new Set(moved);
        const args: SyncArguments = {
          connectionId,
          receiptId: newId('sync_'),
          names,
          resolutions,
          acceptRemovals,
          announce: announce ?? true,
          moved: edited.map(({ name }) => name).filter((name) => unseen.has(name)),
        };
        await receipts.begin(args.receiptId, connectionId, clock.now());
        return await parts.begin({ task: SYNC_TASK, appId: null, endpointId: null, arguments: { ...args } });
      } finally {
        beginning.delete(connectionId);
      }
    },
    start: () => Promise.resolve(),
    async stop() {
      isStopping = true;
      await cutAll();
    },
  };
}

/** The cursor is the name of the item that it is at, and at the end a list of the items. */
function placeOf(cursor: string | null) {
  const place: unknown = cursor === null ? null : JSON.parse(cursor);
  return Array.isArray(place) ? { item: null, items: place } : { item: place, items: [] };
}

function advance(cursor: string | null, counts: TaskCounts): TaskAdvance {
  return { cursor, done: false, write: () => Promise.resolve(counts) };
}
