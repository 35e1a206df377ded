import { lowestId } from '../../base/id';
import { USAGE_MESSAGES_MAX } from '../../contract/limits';
import { IS_LIVING_CUSTOMER } from '../application-store';
import type { Database } from '../database';
import { oncePerDialect } from '../once-per-dialect';
import { OPERATIONAL_APP_ID } from '../operational-application';

/** An endpoint that receives an event type. */
export interface ReceivingEndpoint {
  readonly id: string;
  readonly appId: string;
  readonly appName: string;
  readonly url: string;
  readonly description: string;
  /** True: it filters by the name. False: it has no filter. */
  readonly isNamed: boolean;
  /** True: the event type has flags, and its customer has none of them. */
  readonly isHidden: boolean;
  readonly onChannels: boolean;
  readonly disabled: boolean;
  readonly paused: boolean;
}

/** How many endpoints receive an event type. */
export interface ReceiverCounts {
  readonly named: number;
  readonly unfiltered: number;
  readonly hidden: number;
  /** Disabled or paused. */
  readonly held: number;
  readonly applications: number;
}

/** What became of the messages of an event type. */
export interface DeliveryCounts {
  readonly delivered: number;
  readonly failed: number;
  readonly waiting: number;
  readonly canceled: number;
  /** Messages from this time on are counted, in milliseconds since 1970. */
  readonly countedSince: number;
}

/** Who receives one event type. `flags` are those of the event type; null means that everyone sees it. */
export interface EventTypeUsageStore {
  countReceivers(name: string, flags: readonly string[] | null, now: number): Promise<ReceiverCounts>;
  /** Up to `limit`: those that cannot see it first, then those that name it. */
  listReceivers(
    name: string,
    flags: readonly string[] | null,
    now: number,
    limit: number,
  ): Promise<ReceivingEndpoint[]>;
  /** Counts deliveries of messages accepted from `since` on, among the newest of all messages. */
  countDeliveries(name: string, since: number): Promise<DeliveryCounts>;
}

/**
 * Condition on the table of tokens: grants access now, or is a link that can still be followed. One parameter twice:
 * now.
 */
export const IS_LIVING_TOKEN =
  '(token.expires_at IS NULL OR token.expires_at > ?) AND (token.link_until IS NULL OR token.link_until > ?)';
const statementsOf = oncePerDialect((dialect) => {
  const receivers = `
  WITH seeing AS (
    SELECT DISTINCT token.app_id FROM token
    WHERE token.kind = 'portal' AND ${IS_LIVING_TOKEN} AND EXISTS (
      SELECT 1 FROM ${dialect.elements('token.feature_flags', 'own')} JOIN ${dialect.elements('?', 'wanted')}
        ON own.value = wanted.value)),
  receiving AS (
    SELECT endpoint.id, endpoint.app_id AS "appId", application.name AS "appName", endpoint.url, endpoint.description,
      endpoint.filter_types IS NOT NULL AS "isNamed",
      ? = 1 AND endpoint.app_id NOT IN (SELECT app_id FROM seeing) AS "isHidden",
      endpoint.channels IS NOT NULL AS "onChannels", endpoint.disabled, endpoint.paused
    FROM endpoint JOIN application ON application.id = endpoint.app_id
    WHERE endpoint.deleted_at IS NULL AND ${IS_LIVING_CUSTOMER} AND (
      endpoint.filter_types IS NULL
      OR EXISTS (SELECT 1 FROM ${dialect.elements('endpoint.filter_types', 'type')} WHERE type.value = ?)))`;
  return {
    countReceivers: `${receivers}
  SELECT count(CASE WHEN "isNamed" THEN 1 END) AS named, count(CASE WHEN NOT "isNamed" THEN 1 END) AS unfiltered,
    count(CASE WHEN "isHidden" THEN 1 END) AS hidden, count(CASE WHEN disabled = 1 OR paused = 1 THEN 1 END) AS held,
    count(DISTINCT "appId") AS applications
  FROM receiving`,
    listReceivers: `${receivers}
  SELECT * FROM receiving ORDER BY "isHidden" DESC, "isNamed" DESC, "appName", id LIMIT ?`,
    countDeliveries: `
  SELECT delivery.state AS state, count(*) AS count
  FROM message ${dialect.joinNext} delivery ON delivery.message_id = message.id
  WHERE message.id >= ? AND message.event_type = ? AND message.app_id <> '${OPERATIONAL_APP_ID}'
  GROUP BY delivery.state`,
  };
});
// The newest messages by id, which rises with time: an index by event type would be another one to write for each
// message.
const OLDEST_COUNTED =
  'SELECT id, created_at AS at FROM message WHERE id >= ? ORDER BY id DESC LIMIT 1 OFFSET ?';

export function createEventTypeUsageStore(db: Database): EventTypeUsageStore {
  const sql = statementsOf(db.dialect);
  const params = (name: string, flags: readonly string[] | null, now: number) => [
    now,
    now,
    JSON.stringify(flags ?? []),
    flags === null ? 0 : 1,
    name,
  ];
  return {
    async countReceivers(name, flags, now) {
      const row = await db.lists.get<ReceiverCounts>(sql.countReceivers, params(name, flags, now));
      return row ?? { named: 0, unfiltered: 0, hidden: 0, held: 0, applications: 0 };
    },
    async listReceivers(name, flags, now, limit) {
      const rows = await db.lists.all<ReceivingEndpoint>(sql.listReceivers, [
        ...params(name, flags, now),
        limit,
      ]);
      return rows.map((row) => ({
        ...row,
        isNamed: Boolean(row.isNamed),
        isHidden: Boolean(row.isHidden),
        onChannels: Boolean(row.onChannels),
        disabled: Boolean(row.disabled),
        paused: Boolean(row.paused),
      }));
    },
    async countDeliveries(name, since) {
      const first = lowestId('msg_', since);
      const oldest = await db.lists.get<{ id: string; at: number }>(OLDEST_COUNTED, [
        first,
        USAGE_MESSAGES_MAX - 1,
      ]);
      const rows = await db.lists.all<{ state: keyof DeliveryCounts; count: number }>(sql.countDeliveries, [
        oldest?.id ?? first,
        name,
      ]);
      const counts = { delivered: 0, failed: 0, waiting: 0, canceled: 0, countedSince: oldest?.at ?? since };
      for (const { state, count } of rows) counts[state] = count;
      return counts;
    },
  };
}
