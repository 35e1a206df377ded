import { lowestId } from '../../base/id';
import { IS_LIVING_CUSTOMER } from '../application-store';
import type { Database } from '../database';
import { groupColumn } from '../group-column';
import { oncePerDialect } from '../once-per-dialect';
import { CLOCK_STEP_MS } from '../timeline';
import type { SqlValue } from '../transaction';

/** Which event types one application listens to. */
export interface EventTypeUsage {
  readonly appId: string;
  /** Names that its living endpoints filter by, directly or through their group, each once, in order. */
  readonly eventTypes: readonly string[];
  /** Whether one of its living endpoints takes every event type. */
  readonly catchesAll: boolean;
}

/** Some messages of an application, counted. */
export interface CountedMessages {
  /** How many messages were examined. */
  readonly messages: number;
  /** The total number of endpoints they were meant for. */
  readonly destinations: number;
  /** The last one examined. Null: there are no more. */
  readonly lastId: string | null;
}

/** Counts over all applications, in pages: each call reads a bounded number of rows and holds nothing up. */
export interface UsageStore {
  /** Applications after `appId` (null: from the first), in id order. */
  eventTypesAfter(appId: string | null, limit: number): Promise<EventTypeUsage[]>;
  /**
   * @param start where to begin, and whether to include that one. Null: with the first
   * @param only the applications that count. Null: all
   */
  applicationsFrom(
    start: { readonly id: string; readonly inclusive: boolean } | null,
    only: readonly string[] | null,
    limit: number,
  ): Promise<{ readonly id: string; readonly uid: string | null }[]>;
  /** Counts at most `limit` messages of the range after `afterId` (null: from the first). Resends do not count. */
  countMessages(
    appId: string,
    range: { readonly since: number; readonly until: number },
    afterId: string | null,
    limit: number,
  ): Promise<CountedMessages>;
}

const statementsOf = oncePerDialect((dialect) => ({
  eventTypes: `
  SELECT application.id AS "appId",
    EXISTS (
      SELECT 1 FROM endpoint
      WHERE app_id = application.id AND deleted_at IS NULL AND filter_types IS NULL AND filter_groups IS NULL
    ) AS "catchesAll",
    (SELECT ${dialect.jsonList('name')} FROM (
      SELECT type.value AS name FROM endpoint, ${dialect.elements('endpoint.filter_types', 'type')}
      WHERE app_id = application.id AND deleted_at IS NULL
      UNION
      SELECT event_type.name FROM endpoint, ${dialect.elements('endpoint.filter_groups', 'wanted')}, event_type
      WHERE app_id = application.id AND deleted_at IS NULL AND archived = 0
        AND ${groupColumn(dialect)} = wanted.value
      ORDER BY 1) AS listened) AS "eventTypes"
  FROM application WHERE ${IS_LIVING_CUSTOMER} AND id > ? ORDER BY id LIMIT ?`,
  among: `AND ${dialect.isAmongTexts('id', '?')}`,
}));
/** By id, which the index has in order; ids rise with time, and the exact time is checked as well. */
export const COUNT_MESSAGES = `
  SELECT count(*) AS messages, max(id) AS "lastId", coalesce(sum(destinations), 0) AS destinations
  FROM (
    SELECT id, CASE WHEN created_at >= ? AND created_at < ? THEN
        (SELECT count(*) FROM delivery WHERE message_id = message.id AND manual = 0) ELSE 0 END AS destinations
    FROM message WHERE app_id = ? AND id > ? AND id < ? ORDER BY id LIMIT ?) AS counted`;

export function createUsageStore(db: Database): UsageStore {
  const sql = statementsOf(db.dialect);
  return {
    async eventTypesAfter(appId, limit) {
      const rows = await db.lists.all<{ appId: string; catchesAll: number; eventTypes: string }>(
        sql.eventTypes,
        [appId ?? '', limit],
      );
      return rows.map((row) => ({
        appId: row.appId,
        eventTypes: JSON.parse(row.eventTypes),
        catchesAll: row.catchesAll === 1,
      }));
    },
    applicationsFrom(start, only, limit) {
      const params: SqlValue[] = [start?.id ?? '', ...(only ? [JSON.stringify(only)] : []), limit];
      return db.lists.all<{ id: string; uid: string | null }>(
        `SELECT id, uid FROM application WHERE ${IS_LIVING_CUSTOMER} AND id ${start?.inclusive ? '>=' : '>'} ?
         ${only ? sql.among : ''} ORDER BY id LIMIT ?`,
        params,
      );
    },
    async countMessages(appId, { since, until }, afterId, limit) {
      const first = afterId ?? lowestId('msg_', since - CLOCK_STEP_MS);
      const end = lowestId('msg_', until + CLOCK_STEP_MS);
      const row = await db.lists.get<CountedMessages>(COUNT_MESSAGES, [
        since,
        until,
        appId,
        first,
        end,
        limit,
      ]);
      if (!row) return { messages: 0, destinations: 0, lastId: null };
      return { ...row, lastId: row.messages < limit ? null : row.lastId };
    },
  };
}
