/**
 * Erases messages for good: what customers want of a service that has their data.
 *
 * First the deliveries end, since each outcome may add a notice. Then what repeats a message (operational webhooks, kept
 * responses), since it is found by the message; then the messages with their attempts, a few at a time, each when nothing
 * of it waits or is in flight any more; then what was asked for itself, where a task still has it, and a text in what
 * nobody can change any more; at last the files, in which a database keeps what it has deleted.
 */
import type { NewId } from '../../base/id';
import type { TaskCounts, TaskRecord } from '../../storage/installation/task-store';
import type { ErasureScope, ErasureStore } from '../../storage/messages/erasure-store';
import type { TextPlace } from '../../storage/messages/text-places';
import type { TaskKind, TaskPiece } from './task-runner';

export const ERASURE_NAME = 'message.erase';

/** The files of an installation, as far as an erasure concerns them. All paths are whole. */
export interface ErasureFiles {
  /** The backups that hold a message of the scope. */
  backups(scope: ErasureScope): Promise<readonly string[]>;
  /** The databases in the data folder that an update or a restore has left, and that hold one. */
  oldDatabases(scope: ErasureScope): Promise<readonly string[]>;
  /** Deletes those, and writes the file of the database anew, if it is in one. */
  clean(scope: ErasureScope): Promise<'done' | 'not yet' | { readonly error: string }>;
  /** Empties the log beside that file. False: not yet. */
  emptyLog(): Promise<boolean>;
}

export interface ErasureParts {
  readonly store: ErasureStore;
  readonly cancellation: {
    /** Ends waiting deliveries of an endpoint, unless they are in flight; returns how many. */
    end(endpointId: string, deliveryIds: readonly number[]): Promise<number>;
  };
  readonly files: ErasureFiles;
  readonly newId: NewId;
  /** Milliseconds since 1970, as endpoints are deleted by. */
  readonly now: () => number;
  /** How long a receiver may take for its whole response, in milliseconds. */
  readonly requestTimeoutMs: number;
  /** Seals what is asked for: it must not be readable in the database either. */
  readonly seal: (text: string) => string;
  /** @throws Error when it was sealed with another key */
  readonly open: (sealed: string) => string;
}

interface ErasureArguments {
  /** The scope, sealed. Absent once the task is done with it. */
  readonly sealed?: string;
  /** Both are absent until the end. */
  readonly backups?: readonly string[];
  readonly elsewhere?: readonly TextPlace[];
}

/** What is done, in this order. */
const STEPS = ['deliveries', 'notices', 'responses', 'messages', 'tasks', 'past', 'file', 'log'] as const;
type Step = (typeof STEPS)[number];

/** Where it is: a step, and the last key that was looked at. */
interface Place {
  readonly step: Step;
  readonly after: string;
  /** The last notice that is looked at: later ones are about none of the messages. Absent before that step. */
  readonly lastNotice?: string;
}

const FIRST: Place = { step: 'deliveries', after: '' };
const CANCELED_AT_ONCE = 500;
const TASKS_AT_ONCE = 100;
/** What is in flight ends by itself, at the latest with the time limit of a request. */
const IN_FLIGHT_PAUSE_MS = 250;
const FILES_PAUSE_MS = 1000;
/** Until every process knows that an endpoint was deleted, and the last attempt at it is on disk. */
const RECORDED_WITHIN_MS = 5000;
const NOTHING = async () => ({});

export function createErasureTask(parts: ErasureParts): TaskKind {
  const { store, cancellation, files, newId, now, requestTimeoutMs } = parts;

  /**
   * Cancels what waits of these messages. False: some are in flight. Those to a deleted endpoint were canceled with it,
   * and no process knows any more which of them were in flight: the last of these has ended once a request has timed out.
   */
  async function endDeliveries(messageIds: readonly string[]): Promise<boolean> {
    if (!(await endWaiting(messageIds))) return false;
    return !(await store.isDeletedSince(messageIds, now() - requestTimeoutMs - RECORDED_WITHIN_MS));
  }

  /** False: some are in flight, and the queue of their endpoint knows it. */
  async function endWaiting(messageIds: readonly string[]): Promise<boolean> {
    for (;;) {
      const waiting = await store.listWaiting(messageIds, CANCELED_AT_ONCE);
      if (waiting.length === 0) return true;
      let ended = 0;
      for (const endpointId of new Set(waiting.map((delivery) => delivery.endpointId))) {
        const ids = waiting.filter((delivery) => delivery.endpointId === endpointId).map(({ id }) => id);
        ended += await cancellation.end(endpointId, ids);
      }
      if (ended === 0) return false;
    }
  }

  async function endAll(place: Place, scope: ErasureScope): Promise<TaskPiece> {
    const { found, upTo } = await store.nextMessages(scope, place.after);
    if (!(await endDeliveries(found))) return { pauseMs: IN_FLIGHT_PAUSE_MS };
    return {
      ...goingOn(upTo === null ? { ...place, lastNotice: newId('msg_') } : place, upTo),
      write: NOTHING,
    };
  }

  async function eraseMessages(task: TaskRecord, place: Place, scope: ErasureScope): Promise<TaskPiece> {
    const isNotices = place.step === 'notices';
    const { found, upTo } = isNotices
      ? await store.nextNotices(scope, unnarrowedTexts(scope), {
          after: place.after,
          last: place.lastNotice ?? scope.lastId,
        })
      : await store.nextMessages(scope, place.after);
    if (!(await endDeliveries(found))) return { pauseMs: IN_FLIGHT_PAUSE_MS };
    return {
      ...goingOn(place, upTo),
      async write(tx): Promise<TaskCounts> {
        if (found.length === 0) return {};
        const counts = await store.erase(tx, found, { texts: scope.texts, since: task.createdAt });
        if (isNotices) return {};
        return { messages: found.length, ...counts };
      },
    };
  }

  async function cleanFile(place: Place, scope: ErasureScope): Promise<TaskPiece> {
    const cleaned = await files.clean(scope);
    if (cleaned === 'not yet') return { pauseMs: FILES_PAUSE_MS };
    return cleaned === 'done' ? { ...goingOn(place, null), write: NOTHING } : cleaned;
  }

  async function finish(task: TaskRecord, scope: ErasureScope): Promise<TaskPiece> {
    if (!(await files.emptyLog())) return { pauseMs: FILES_PAUSE_MS };
    const left: ErasureArguments = {
      backups: await files.backups(scope),
      elsewhere: await store.elsewhere(scope),
    };
    return {
      cursor: null,
      done: true,
      async write(tx) {
        await store.setArguments(tx, task.id, { ...left });
        return {};
      },
    };
  }

  return {
    name: ERASURE_NAME,
    async next(task) {
      const place: Place = task.cursor === null ? FIRST : JSON.parse(task.cursor);
      const scope: ErasureScope = JSON.parse(parts.open(argumentsOf(task).sealed ?? ''));
      switch (place.step) {
        case 'deliveries':
          return endAll(place, scope);
        case 'notices':
        case 'messages':
          return eraseMessages(task, place, scope);
        case 'responses': {
          const { found, upTo } = await store.nextResponses(scope, unnarrowedTexts(scope), place.after);
          return {
            ...goingOn(place, upTo),
            async write(tx) {
              await store.eraseResponses(tx, found);
              return {};
            },
          };
        }
        case 'tasks':
          if (await store.isAskedFor(askedFor(scope), scope.appIds)) return { pauseMs: FILES_PAUSE_MS };
          return {
            ...goingOn(place, null),
            async write(tx) {
              const of = { texts: askedFor(scope), appIds: scope.appIds };
              while ((await store.deleteTasks(tx, of, TASKS_AT_ONCE)) === TASKS_AT_ONCE);
              return {};
            },
          };
        case 'past': {
          const { upTo, write } = await store.nextPast(scope.texts ?? [], place.after, isNarrowed(scope));
          return {
            ...goingOn(place, upTo),
            async write(tx) {
              await write(tx);
              return {};
            },
          };
        }
        case 'file':
          return cleanFile(place, scope);
        case 'log':
          return finish(task, scope);
      }
    },
    receipt(task) {
      const { messages = 0, attempts = 0, waiting = 0 } = task.counts;
      const { backups = [], elsewhere = [] } = argumentsOf(task);
      return { messages, attempts, waiting, backups, elsewhere };
    },
  };
}

/** The place after a piece: in the same step, or at the beginning of the next. @param upTo null: the step is done */
function goingOn(
  { step, ...place }: Place,
  upTo: string | null,
): { readonly cursor: string; readonly done: false } {
  const next = upTo === null ? (STEPS[STEPS.indexOf(step) + 1] ?? step) : step;
  const going: Place = { ...place, step: next, after: upTo ?? '' };
  return { cursor: JSON.stringify(going), done: false };
}

/** What was asked for, as the arguments of a task spell it. */
function askedFor({ texts, tags, eventIdPrefix }: ErasureScope): readonly string[] {
  return [...(texts ?? []), ...[...(tags ?? []), ...(eventIdPrefix ? [eventIdPrefix] : [])].map(quoted)];
}

/** A text that is erased wherever it stands: also from what is about none of the messages, and nobody can change. */
function unnarrowedTexts(scope: ErasureScope): readonly string[] {
  return isNarrowed(scope) ? [] : (scope.texts ?? []);
}

/** Whether the text stays in what is about none of the messages, and nobody can change: all of it but the audit. */
function isNarrowed({ appIds, tags, eventIdPrefix, before }: ErasureScope): boolean {
  return [appIds, tags, eventIdPrefix, before].some((condition) => condition !== null);
}

const quoted = (text: string) => JSON.stringify(text);

/** Only `createErasures` writes them. */
function argumentsOf(task: TaskRecord): ErasureArguments {
  return task.arguments as unknown as ErasureArguments;
}
