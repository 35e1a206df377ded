import { lowestId } from '../../base/id';
import { USAGE_MESSAGES_MAX } from '../../contract/limits';
import { groupOf } from '../../contract/names';
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
  /** True: it filters by the name or the group. False: it has no filter. */
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

/** What decides who receives an event type, and who sees it. */
export interface ReceivedType {
  readonly name: string;
  readonly groupName: string | null;
  /** Null: everyone sees it. */
  readonly featureFlags: readonly string[] | null;
}

/** An endpoint that is told of event types. */
export type ToldEndpoint = Pick<ReceivingEndpoint, 'id' | 'appId'>;

/** Who receives one event type. */
export interface EventTypeUsageStore {
  countReceivers(type: ReceivedType, now: number): Promise<ReceiverCounts>;
  /** Up to `limit`: those that cannot see it first, then those that name it. */
  listReceivers(type: ReceivedType, now: number, limit: number): Promise<ReceivingEndpoint[]>;
  /** False: no endpoint wants to be told of any event type. */
  tellsAny(): Promise<boolean>;
  /** Up to `limit` that receive it, want to be told, and whose customer sees it: those after one, by application. */
  listTold(
    type: ReceivedType,
    now: number,
    after: ToldEndpoint | null,
    limit: number,
  ): Promise<ToldEndpoint[]>;
  /** Whether everyone sees an event type of this name. */
  isSeenByAll(name: string): Promise<boolean>;
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
  const receivers = (among = '') => `
  WITH seeing AS (
    SELECT DISTINCT token.app_id FROM token
    WHERE token.kind = 'portal' AND ${IS_LIVING_TOKEN} AND EXISTS (
      SELECT 1 FROM ${dialect.elements('token.feature_flags', 'own')} JOIN ${dialect.elements('?', 'wanted')}
        ON own.value = wanted.value)),
  receiving AS (
    SELECT endpoint.id, endpoint.app_id AS "appId", application.name AS "appName", endpoint.url, endpoint.description,
      (endpoint.filter_types IS NOT NULL OR endpoint.filter_groups IS NOT NULL) AS "isNamed",
      ? = 1 AND endpoint.app_id NOT IN (SELECT app_id FROM seeing) AS "isHidden",
      endpoint.channels IS NOT NULL AS "onChannels", endpoint.disabled, endpoint.paused
    FROM endpoint JOIN application ON application.id = endpoint.app_id
    WHERE endpoint.deleted_at IS NULL AND ${IS_LIVING_CUSTOMER} ${among} AND (
      (endpoint.filter_types IS NULL AND endpoint.filter_groups IS NULL)
      OR EXISTS (SELECT 1 FROM ${dialect.elements('endpoint.filter_types', 'type')} WHERE type.value = ?)
      OR EXISTS (SELECT 1 FROM ${dialect.elements('endpoint.filter_groups', 'whole')} WHERE whole.value = ?)))`;
  return {
    countReceivers: `${receivers()}
  SELECT count(CASE WHEN "isNamed" THEN 1 END) AS named, count(CASE WHEN NOT "isNamed" THEN 1 END) AS unfiltered,
    count(CASE WHEN "isHidden" THEN 1 END) AS hidden, count(CASE WHEN disabled = 1 OR paused = 1 THEN 1 END) AS held,
    count(DISTINCT "appId") AS applications
  FROM receiving`,
    listReceivers: `${receivers()}
  SELECT * FROM receiving ORDER BY "isHidden" DESC, "isNamed" DESC, "appName", id LIMIT ?`,
    listTold: `${receivers('AND endpoint.event_type_notices = 1 AND (endpoint.app_id, endpoint.id) > (?, ?)')}
  SELECT id, "appId" FROM receiving WHERE NOT "isHidden" ORDER BY "appId", id LIMIT ?`,
    countDeliveries: `
  SELECT delivery.state AS state, count(*) AS count
  FROM message ${dialect.joinNext} delivery ON delivery.message_id = message.id
  WHERE message.id >= ? AND message.event_type = ? AND message.app_id <> '${OPERATIONAL_APP_ID}'
  GROUP BY delivery.state`,
  };
});
// The newest messages by id, which rises with time: an index by event type would be another one to write for each
// message.
const TELLS_ANY = 'SELECT id FROM endpoint WHERE event_type_notices = 1 AND deleted_at IS NULL LIMIT 1';
const SEEN_BY_ALL = 'SELECT name FROM event_type WHERE name = ? AND archived = 0 AND feature_flags IS NULL';
const OLDEST_COUNTED =
  'SELECT id, created_at AS at FROM message WHERE id >= ? ORDER BY id DESC LIMIT 1 OFFSET ?';

export function createEventTypeUsageStore(db: Database): EventTypeUsageStore {
  const sql = statementsOf(db.dialect);
  /** @param among those of the condition that is added */
  const params = (type: ReceivedType, now: number, among: readonly string[] = []) => [
    now,
    now,
    JSON.stringify(type.featureFlags ?? []),
    type.featureFlags === null ? 0 : 1,
    ...among,
    type.name,
    groupOf(type),
  ];
  return {
    async countReceivers(type, now) {
      const row = await db.lists.get<ReceiverCounts>(sql.countReceivers, params(type, now));
      return row ?? { named: 0, unfiltered: 0, hidden: 0, held: 0, applications: 0 };
    },
    tellsAny: async () => (await db.get(TELLS_ANY)) !== undefined,
    isSeenByAll: async (name) => (await db.get(SEEN_BY_ALL, [name])) !== undefined,
    listTold: (type, now, after, limit) =>
      db.lists.all<ToldEndpoint>(sql.listTold, [
        ...params(type, now, [after?.appId ?? '', after?.id ?? '']),
        limit,
      ]),
    async listReceivers(type, now, limit) {
      const rows = await db.lists.all<ReceivingEndpoint>(sql.listReceivers, [...params(type, now), limit]);
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
