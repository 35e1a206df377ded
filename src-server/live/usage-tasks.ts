import type { AppUsageStats, EventTypeUsageData } from '../contract/usage-statistics';
import type { UsageStore } from '../storage/messages/usage-store';

/** How far a task has come, as the task runner stores it. */
export interface UsageTaskState {
  /** Null: at the beginning. */
  readonly cursor: string | null;
  /** The arguments it started with. */
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly counts: Readonly<Record<string, number>>;
}

/** A piece of counting: how far it got, and what to add to the counts. */
export interface UsagePiece {
  readonly cursor: string | null;
  readonly done: boolean;
  /** Only the counts are written. */
  write(): Promise<Readonly<Record<string, number>>>;
}

/** A kind of task for the runner: it reads in pieces, so that a restart costs one piece and nothing waits for it. */
export interface UsageTaskKind<Data> {
  readonly name: string;
  next(task: UsageTaskState): Promise<UsagePiece>;
  /** What it adds to the `data` of the task. */
  receipt(task: UsageTaskState): Data;
}

/** What an `application.stats` task starts with. */
export interface AppStatsArguments {
  /** Milliseconds since 1970; messages accepted at or after `since`, and before `until`. */
  readonly since: number;
  readonly until: number;
  /** Ids. Null: all applications. */
  readonly appIds: readonly string[] | null;
}

const APPLICATIONS_PER_PIECE = 100;
const MESSAGES_PER_PIECE = 1000;
/** Between the parts of a key of the counts, and of a cursor: occurs in no id, uid or name. */
const SEPARATOR = ' ';

/**
 * Who listens to which event types. In the counts, the key `app_1` says whether to all of them (1 or 0), and the key
 * `app_1 a.name` to that one.
 */
export function createEventTypeUsageTask(
  store: Pick<UsageStore, 'eventTypesAfter'>,
): UsageTaskKind<EventTypeUsageData> {
  return {
    name: 'event-type.aggregate',
    async next({ cursor }) {
      const page = await store.eventTypesAfter(cursor, APPLICATIONS_PER_PIECE);
      const counts: Record<string, number> = {};
      for (const { appId, catchesAll, eventTypes } of page) {
        counts[appId] = catchesAll ? 1 : 0;
        for (const name of eventTypes) counts[appId + SEPARATOR + name] = 1;
      }
      return piece(page.at(-1)?.appId ?? cursor, page.length < APPLICATIONS_PER_PIECE, counts);
    },
    receipt({ counts }) {
      const byApp = new Map<string, string[]>();
      for (const key of Object.keys(counts)) {
        const [appId = '', name] = key.split(SEPARATOR);
        const names = byApp.get(appId) ?? [];
        if (name !== undefined) names.push(name);
        byApp.set(appId, names);
      }
      return {
        event_types: [...byApp].map(([appId, explicitlySubscribedEventTypes]) => ({
          appId,
          explicitlySubscribedEventTypes,
          hasCatchAllEndpoint: (counts[appId] ?? 0) > 0,
        })),
      };
    },
  };
}

/**
 * How many endpoints the messages of a period were meant for, by application. In the counts, the keys are `app_1 uid`
 * or, without a uid, `app_1`. A cursor is `app_1` (that one is done) or `app_1 msg_1` (in the middle of it).
 */
export function createAppStatsTask(
  store: Pick<UsageStore, 'applicationsFrom' | 'countMessages'>,
): UsageTaskKind<AppUsageStats> {
  return {
    name: 'application.stats',
    async next(task) {
      // Only the route that starts the task writes this.
      const wish = task.arguments as unknown as AppStatsArguments;
      const counts: Record<string, number> = {};
      let cursor = task.cursor;
      let left = MESSAGES_PER_PIECE;
      const apps = await store.applicationsFrom(startOf(cursor), wish.appIds, APPLICATIONS_PER_PIECE);
      for (const { id, uid } of apps) {
        const counted = await store.countMessages(id, wish, messageOf(cursor, id), left);
        counts[uid === null ? id : id + SEPARATOR + uid] = counted.destinations;
        left -= counted.messages;
        cursor = counted.lastId === null ? id : id + SEPARATOR + counted.lastId;
        if (left <= 0) return piece(cursor, false, counts);
      }
      return piece(cursor, apps.length < APPLICATIONS_PER_PIECE, counts);
    },
    receipt({ counts }) {
      const byApp = new Map<string, AppUsageStats['appStats'][number]>();
      for (const [key, destinations] of Object.entries(counts)) {
        const [appId = '', appUid = null] = key.split(SEPARATOR);
        // Two entries if its uid was changed meanwhile.
        const sum = (byApp.get(appId)?.messageDestinations ?? 0) + destinations;
        byApp.set(appId, { appId, appUid, messageDestinations: sum });
      }
      return { appStats: [...byApp.values()] };
    },
  };
}

function piece(cursor: string | null, done: boolean, counts: Record<string, number>): UsagePiece {
  return { cursor, done, write: async () => counts };
}

/** The application to continue with: the one that the cursor is in the middle of, otherwise the next one. */
function startOf(cursor: string | null): { readonly id: string; readonly inclusive: boolean } | null {
  if (cursor === null) return null;
  const [id = '', messageId] = cursor.split(SEPARATOR);
  return { id, inclusive: messageId !== undefined };
}

function messageOf(cursor: string | null, appId: string): string | null {
  const [id, messageId] = cursor?.split(SEPARATOR) ?? [];
  return id === appId ? (messageId ?? null) : null;
}
