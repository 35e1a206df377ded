import { toIsoTime } from '../base/clock';
import { assertNever } from '../base/errors';
import type { ReplaySkippedOut } from '../contract/replay';
import type { EndpointRecord } from '../storage/endpoint-store';
import type { QueueGuard, ReplayRange, ReplayStore, SentFilter } from '../storage/replay-store';
import type { TaskRecord } from '../storage/task-store';
import type { EndpointDirectory } from './endpoint-directory';
import type { Engine } from './engine';
import { matchEndpoints } from './match-endpoints';
import type { TaskKind } from './task-runner';

/**
 * Which messages are sent again:
 * - `endpoint.recover`: those that failed, or were canceled, at the endpoint and never arrived there;
 * - `endpoint.replay`: those that match the filters it has now and were never to go to it;
 * - `endpoint.bulk-replay`: those that were sent to it and match a filter of the caller, whatever became of them.
 * None that waits for it already, and none without content.
 */
export const REPLAY_NAMES = ['endpoint.recover', 'endpoint.replay', 'endpoint.bulk-replay'] as const;
export type ReplayName = (typeof REPLAY_NAMES)[number];

export interface ReplayScope extends ReplayRange {
  readonly name: ReplayName;
  /** For bulk-replay alone. */
  readonly filter: SentFilter;
}

/** What a replay task is begun with. */
export interface ReplayArguments extends ReplayRange {
  readonly filter: SentFilter;
  /** Deliveries that waited for the endpoint already, and how fast they left; null: without a limit, or paused. */
  readonly waiting: number;
  readonly ratePerSecond: number | null;
}

/** Some messages of a scope. */
export interface ReplayBatch {
  readonly messageIds: readonly string[];
  readonly contentRemoved: number;
  readonly alreadyWaiting: number;
  readonly cursor: string | null;
  readonly done: boolean;
}

/** Messages looked at in one read, and about as many as are queued in one write: some milliseconds each. */
const ROWS_PER_READ = 250;
/** Where little is meant, a piece is so many reads. */
const READS_PER_PIECE = 10;

/** Looks through the next part of a scope. */
export async function findBatch(
  store: ReplayStore,
  endpoint: EndpointRecord,
  scope: ReplayScope,
  cursor: string | null,
  rows: number,
): Promise<ReplayBatch> {
  if (scope.name === 'endpoint.replay') {
    const at = { appId: endpoint.appId, endpointId: endpoint.id, withChannels: endpoint.channels !== null };
    const page = await store.listUnsent(at, scope, cursor, rows);
    const matching = page.messages.filter((message) => matchEndpoints(message, [endpoint]).length > 0);
    return toBatch({ ...page, messages: matching.map((message) => ({ ...message, waits: false })) });
  }
  const filter: SentFilter =
    scope.name === 'endpoint.recover' ? { states: ['failed', 'canceled'] } : scope.filter;
  return toBatch(await store.listSent(endpoint.id, scope, filter, cursor, rows));
}

interface FoundPage {
  readonly messages: readonly {
    readonly id: string;
    readonly waits: boolean;
    readonly isExpunged: boolean;
  }[];
  readonly cursor: string | null;
  readonly done: boolean;
}

function toBatch({ messages, cursor, done }: FoundPage): ReplayBatch {
  const sendable = messages.filter(({ waits, isExpunged }) => !waits && !isExpunged);
  const alreadyWaiting = messages.filter(({ waits }) => waits).length;
  return {
    messageIds: sendable.map(({ id }) => id),
    alreadyWaiting,
    contentRemoved: messages.length - sendable.length - alreadyWaiting,
    cursor,
    done,
  };
}

/** Enough for one piece of a task, from as few reads as it takes. */
async function gatherBatch(
  store: ReplayStore,
  endpoint: EndpointRecord,
  scope: ReplayScope,
  from: string | null,
): Promise<ReplayBatch> {
  let batch = await findBatch(store, endpoint, scope, from, ROWS_PER_READ);
  for (let reads = 1; reads < READS_PER_PIECE && !batch.done; reads++) {
    if (batch.messageIds.length >= ROWS_PER_READ / 2) break;
    const more = await findBatch(store, endpoint, scope, batch.cursor, ROWS_PER_READ);
    batch = {
      ...more,
      messageIds: [...batch.messageIds, ...more.messageIds],
      contentRemoved: batch.contentRemoved + more.contentRemoved,
      alreadyWaiting: batch.alreadyWaiting + more.alreadyWaiting,
    };
  }
  return batch;
}

export interface ReplayTaskParts {
  /** Never falls; what due times are measured by. */
  readonly now: () => number;
  readonly store: ReplayStore;
  readonly directory: EndpointDirectory;
  readonly engine: Engine;
}

/** The three kinds of tasks. Queued deliveries are tried as often as first ones, and count as sent by the service. */
export function createReplayTasks(parts: ReplayTaskParts): readonly TaskKind[] {
  return REPLAY_NAMES.map((name) => createReplayTask(name, parts));
}

function createReplayTask(name: ReplayName, { now, store, directory, engine }: ReplayTaskParts): TaskKind {
  const guard = guardOf(name);
  return {
    name,
    async next(task) {
      const endpoint = directory.endpoint(task.endpointId ?? '');
      if (!endpoint) return { error: 'The endpoint was deleted.' };
      if (endpoint.disabled)
        return { error: 'The endpoint was disabled. What is left can be asked for again.' };
      const scope = { name, ...argumentsOf(task) };
      const batch = await gatherBatch(store, endpoint, scope, task.cursor);
      const { messageIds, alreadyWaiting, contentRemoved, cursor, done } = batch;
      let queued = 0;
      return {
        cursor,
        done,
        async write(tx) {
          queued = await store.queue(tx, endpoint.id, messageIds, guard, now());
          return { queued, alreadyWaiting, contentRemoved, changedMeanwhile: messageIds.length - queued };
        },
        committed() {
          if (queued > 0) engine.takeUp(endpoint.id, queued);
        },
      };
    },
    receipt(task) {
      const { since, until, waiting, ratePerSecond } = argumentsOf(task);
      const { queued = 0, contentRemoved = 0, alreadyWaiting = 0, changedMeanwhile = 0 } = task.counts;
      const skipped: ReplaySkippedOut = { contentRemoved, alreadyWaiting, changedMeanwhile };
      return {
        from: toIsoTime(since),
        until: toIsoTime(until),
        found: queued + contentRemoved + alreadyWaiting + changedMeanwhile,
        queued,
        skipped,
        estimatedSeconds: ratePerSecond === null ? null : Math.ceil((waiting + queued) / ratePerSecond),
      };
    },
  };
}

/** What nobody but `beginReplay` writes. */
function argumentsOf(task: TaskRecord): ReplayArguments {
  return task.arguments as unknown as ReplayArguments;
}

/** What must not have happened between the look and the write. */
function guardOf(name: ReplayName): QueueGuard {
  switch (name) {
    case 'endpoint.recover':
      return 'not-delivered';
    case 'endpoint.replay':
      return 'never-sent';
    case 'endpoint.bulk-replay':
      return 'not-waiting';
    default:
      return assertNever(name);
  }
}
