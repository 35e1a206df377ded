import { toIsoTime } from '../../base/clock';
import { assertNever } from '../../base/errors';
import type { ReplaySkippedOut } from '../../contract/replay';
import type { EndpointRecord } from '../../storage/endpoint-record';
import type { TaskRecord } from '../../storage/installation/task-store';
import type { ReplayRange, SentFilter } from '../../storage/messages/replay-filter';
import type { QueueGuard, ReplayStore } from '../../storage/messages/replay-store';
import type { WaitingRetry } from '../../storage/messages/waiting-retries';
import type { Transaction } from '../../storage/transaction';
import type { AskFiltersOf } from '../endpoints/ask-filters';
import type { EndpointDirectory } from '../endpoints/endpoint-directory';
import type { FindEndpoint } from '../endpoints/find-endpoint';
import { takesMessage } from '../endpoints/match-endpoints';
import type { Engine } from '../engine/engine';
import type { TaskKind } from './task-runner';

/**
 * Which messages are sent again:
 * - `endpoint.retry-now`: those that wait for a retry there, which are attempted now, beside their schedule;
 * - `endpoint.recover`: those that failed or were canceled at the endpoint, never arrived there, and whose content its
 *   current filter lets through;
 * - `endpoint.replay`: those that match its current filters but were never meant for it;
 * - `endpoint.bulk-replay`: those that were sent to it and match a filter of the caller, whatever their outcome.
 * None that already waits for it, is due already or is held, and none without content. All in the order of acceptance, which is
 * the order in which the receiver would have got them: a message that failed more often must not come after younger
 * ones only because its retry was planned later.
 */
const REPLAY_NAMES = [
  'endpoint.retry-now',
  'endpoint.recover',
  'endpoint.replay',
  'endpoint.bulk-replay',
] as const;
export type ReplayName = (typeof REPLAY_NAMES)[number];

export interface ReplayScope extends ReplayRange {
  readonly name: ReplayName;
  /** `states` is for bulk-replay only, and a missing message has no status code. */
  readonly filter: SentFilter;
}

/** What a replay task starts with. */
export interface ReplayArguments extends ReplayRange {
  readonly filter: SentFilter;
  /** Deliveries already due at the endpoint, and how fast they left; null: without a limit, or paused. */
  readonly waiting: number;
  readonly ratePerSecond: number | null;
}

/** Some messages in scope. */
interface ReplayBatch {
  readonly messages: readonly SendableMessage[];
  readonly contentRemoved: number;
  readonly alreadyWaiting: number;
  readonly cursor: string | null;
  readonly done: boolean;
}

interface SendableMessage {
  readonly id: string;
  /** The delivery that becomes due. Absent: it gets a new one. */
  readonly retry?: WaitingRetry;
}

/** Messages per read, and about as many queued per write: some milliseconds each. */
const ROWS_PER_READ = 250;
/** Where few match, a piece is this many reads. */
const READS_PER_PIECE = 10;
/** How much may wait for an endpoint at once on behalf of a replay. */
const FEED_AHEAD_S = 5;
const LEAST_MOST_WAITING = 50;
const MOST_WAITING_WITHOUT_LIMIT = 1000;
/** How often a task checks whether enough has left. */
const SHORTEST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1000;
/** Between the last message and the due time in a cursor; occurs in no id. */
const SEPARATOR = ' ';

/**
 * Searches the next part of a scope.
 * @param rows how many messages are examined
 * @param most the most that may be taken
 */
export async function findBatch(
  { store, askFilters }: FinderParts,
  { endpoint, scope, cursor, now, isPaused }: ReplayPlace,
  rows: number,
  most = rows,
): Promise<ReplayBatch> {
  const wanted = (messages: readonly FoundMessage[]) => wantedOf({ store, askFilters }, endpoint, messages);
  if (scope.name === 'endpoint.retry-now') {
    const page = await store.listRetrying(endpoint.id, scope, scope.filter, cursor, rows);
    const messages = page.messages.map(({ id, isExpunged, ...retry }) => ({
      id,
      isExpunged,
      waits: retry.dueAt <= now || isPaused,
      retry,
    }));
    return toBatch({ ...page, messages }, most);
  }
  if (scope.name === 'endpoint.replay') {
    const at = {
      appId: endpoint.appId,
      endpointId: endpoint.id,
      withChannels: endpoint.channels !== null,
      withGroups: endpoint.filterGroups !== null,
    };
    const page = await store.listUnsent(at, scope, scope.filter, cursor, rows);
    const matching = page.messages.filter((message) => takesMessage(endpoint, message));
    const messages = await wanted(matching.map((message) => ({ ...message, waits: false })));
    return toBatch({ ...page, messages }, most);
  }
  if (scope.name === 'endpoint.recover') {
    const filter: SentFilter = { ...scope.filter, states: ['failed', 'canceled'] };
    const page = await store.listSent(endpoint.id, scope, filter, cursor, rows);
    return toBatch({ ...page, messages: await wanted(page.messages) }, most);
  }
  return toBatch(await store.listSent(endpoint.id, scope, scope.filter, cursor, rows), most);
}

/** What messages are found with. */
interface FinderParts {
  readonly store: ReplayStore;
  readonly askFilters: AskFiltersOf;
}

/** Those whose content the endpoint's filter lets through, with those that have none any more. */
async function wantedOf(
  { store, askFilters }: FinderParts,
  { appId, filter }: EndpointRecord,
  messages: readonly FoundMessage[],
): Promise<readonly FoundMessage[]> {
  if (filter === null) return messages;
  const refused = new Set<string>();
  const ids = messages.filter(({ isExpunged }) => !isExpunged).map(({ id }) => id);
  for await (const page of store.readContents(ids)) {
    const verdicts = await askFilters(appId)({ filters: [filter], messages: page, reasons: 'none' });
    for (const [at, { id }] of page.entries()) if (verdicts[at]?.[0] !== null) refused.add(id);
  }
  return messages.filter(({ id }) => !refused.has(id));
}

/** How far a replay has come. */
export interface ReplayPlace {
  readonly endpoint: EndpointRecord;
  readonly scope: ReplayScope;
  /** The last message examined. Null: none yet. */
  readonly cursor: string | null;
  /** Steady time, ms since 1970: a retry due by then needs no help. */
  readonly now: number;
  /** True while the endpoint or all sending is paused: a retry is held, and stays as it is. */
  readonly isPaused: boolean;
}

interface FoundMessage extends SendableMessage {
  readonly waits: boolean;
  readonly isExpunged: boolean;
}

interface FoundPage {
  readonly messages: readonly FoundMessage[];
  readonly cursor: string | null;
  readonly done: boolean;
}

const isSendable = ({ waits, isExpunged }: FoundMessage) => !waits && !isExpunged;

function toBatch(found: FoundPage, most: number): ReplayBatch {
  const { messages, cursor, done } = upToSendable(found, most);
  const sendable = messages.filter(isSendable);
  const alreadyWaiting = messages.filter(({ waits }) => waits).length;
  return {
    messages: sendable,
    alreadyWaiting,
    contentRemoved: messages.length - sendable.length - alreadyWaiting,
    cursor,
    done,
  };
}

/** The page cut after the last message that may be taken, if it has more. */
function upToSendable(page: FoundPage, most: number): FoundPage {
  let left = most;
  const end = page.messages.findIndex((message) => isSendable(message) && --left < 0);
  if (end < 0) return page;
  const messages = page.messages.slice(0, end);
  return { messages, cursor: messages.at(-1)?.id ?? null, done: false };
}

/** Enough for one piece of a task, in as few reads as possible; at most `most`, which is above 0. */
async function gatherBatch(parts: FinderParts, place: ReplayPlace, most: number): Promise<ReplayBatch> {
  let batch = await findBatch(parts, place, ROWS_PER_READ, most);
  for (let reads = 1; reads < READS_PER_PIECE && !batch.done; reads++) {
    const left = most - batch.messages.length;
    if (left === 0 || batch.messages.length >= ROWS_PER_READ / 2) break;
    const more = await findBatch(parts, { ...place, cursor: batch.cursor }, ROWS_PER_READ, left);
    batch = {
      ...more,
      messages: [...batch.messages, ...more.messages],
      contentRemoved: batch.contentRemoved + more.contentRemoved,
      alreadyWaiting: batch.alreadyWaiting + more.alreadyWaiting,
    };
  }
  return batch;
}

interface ReplayTaskParts extends FinderParts {
  /** Never goes backwards; due times are measured by it. */
  readonly now: () => number;
  readonly directory: EndpointDirectory;
  readonly findEndpoint: FindEndpoint;
  readonly engine: Engine;
  /** Since when all sending is paused. Null: it is not. */
  readonly pausedSince: () => number | null;
}

/**
 * The kinds of tasks. They queue in step with sending: the next piece follows when less than half of what may
 * wait is left, so that new messages never wait behind a whole replay, and little is left over when it is stopped.
 * Queued deliveries leave in their turn, behind what waited before them; only that is considered, so that later
 * messages never hold up a replay.
 *
 * Queued deliveries get as many attempts as first ones, and count as sent by the service. A retry that is wanted now is
 * an attempt beside the schedule, which goes on as planned if it fails.
 */
export function createReplayTasks(parts: ReplayTaskParts): readonly TaskKind[] {
  return REPLAY_NAMES.map((name) => createReplayTask(name, parts));
}

function createReplayTask(name: ReplayName, parts: ReplayTaskParts): TaskKind {
  const { now, store, directory, findEndpoint, engine, pausedSince } = parts;
  const guard = guardOf(name);
  return {
    name,
    async next(task) {
      const endpoint = await findEndpoint(task.endpointId ?? '');
      if (!endpoint) return { error: 'The endpoint was deleted.' };
      if (endpoint.disabled)
        return { error: 'The endpoint was disabled. Enable it, then start the task again for the rest.' };
      const rateLimit = directory.rateLimitOf(endpoint);
      const most = mostWaiting(rateLimit);
      const { lastId, queuedAt } = readCursor(task.cursor);
      const waiting = queuedAt === null ? 0 : await store.countDue(endpoint.id, queuedAt, most);
      if (waiting > most / 2) return { pauseMs: pauseUntil(waiting - most / 2, rateLimit) };
      const dueAt = now();
      const scope = { name, ...argumentsOf(task) };
      const isPaused = endpoint.paused || pausedSince() !== null;
      const place = { endpoint, scope, cursor: lastId, now: dueAt, isPaused };
      const batch = await gatherBatch(parts, place, most - waiting);
      const { messages, alreadyWaiting, contentRemoved, cursor, done } = batch;
      const put = (tx: Transaction) =>
        guard === null
          ? store.makeDue(tx, retriesOf(messages), dueAt)
          : store.queue(tx, endpoint.id, idsOf(messages), guard, dueAt);
      let queued = 0;
      return {
        cursor: writeCursor(cursor, messages.length > 0 ? dueAt : queuedAt),
        done,
        async write(tx) {
          queued = await put(tx);
          return { queued, alreadyWaiting, contentRemoved, changedMeanwhile: messages.length - queued };
        },
        committed() {
          if (queued === 0) return;
          if (guard === null) engine.madeDue(endpoint.id, queued);
          else engine.enqueueStored(endpoint.id, queued);
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
        messagesSent: queued,
        skipped,
        estimatedSeconds: ratePerSecond === null ? null : Math.ceil((waiting + queued) / ratePerSecond),
      };
    },
  };
}

const idsOf = (messages: readonly SendableMessage[]) => messages.map(({ id }) => id);
const retriesOf = (messages: readonly SendableMessage[]) => messages.flatMap(({ retry }) => retry ?? []);

/** How many may wait at once, including what waited before them: five seconds' worth. */
function mostWaiting(rateLimit: number | null): number {
  if (rateLimit === null) return MOST_WAITING_WITHOUT_LIMIT;
  return Math.max(LEAST_MOST_WAITING, FEED_AHEAD_S * rateLimit);
}

/** About how long it takes until this many have left. */
function pauseUntil(leaving: number, rateLimit: number | null): number {
  const ms = rateLimit === null ? SHORTEST_PAUSE_MS : (leaving / rateLimit) * 1000;
  return Math.min(Math.max(ms, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);
}

/** A cursor holds the last message examined, and the due time of the last one queued (ms since 1970). */
function readCursor(cursor: string | null): { lastId: string | null; queuedAt: number | null } {
  const [lastId = null, queuedAt] = cursor?.split(SEPARATOR) ?? [];
  return { lastId, queuedAt: queuedAt === undefined ? null : Number(queuedAt) };
}

function writeCursor(lastId: string | null, queuedAt: number | null): string | null {
  return queuedAt === null ? lastId : `${lastId}${SEPARATOR}${queuedAt}`;
}

/** Only `beginReplay` writes this. */
function argumentsOf(task: TaskRecord): ReplayArguments {
  return task.arguments as unknown as ReplayArguments;
}

/** What must not exist when a delivery is queued. Null: none is queued, waiting ones become due. */
function guardOf(name: ReplayName): QueueGuard | null {
  switch (name) {
    case 'endpoint.retry-now':
      return null;
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
