import type { DeliveryState } from '../../contract/attempt';
import type { JudgedMessage } from '../../message-filter/judge-messages';
import type { Database } from '../database';
import { oncePerDialect } from '../once-per-dialect';
import { readPages } from '../page';
import { Conditions } from '../timeline';
import type { Transaction } from '../transaction';
import {
  filterContent,
  MESSAGE_KEY,
  type MessageRow,
  messageColumns,
  toMessageRecord,
} from './message-archive';
import {
  idsBetween,
  type MessageChoice,
  meantBy,
  OUTCOME_STATES,
  type ReplayPage,
  type ReplayRange,
  type SentFilter,
} from './replay-filter';
import { createWaitingRetries, type WaitingRetries } from './waiting-retries';

export interface SentMessage {
  readonly id: string;
  /** True: it is waiting for the endpoint now. */
  readonly waits: boolean;
  readonly isExpunged: boolean;
}

/** A message without a delivery to an endpoint. */
export interface UnsentMessage {
  readonly id: string;
  readonly eventType: string;
  /** The custom group name of its type. Null: it has none, or it was not requested. */
  readonly groupName: string | null;
  /** Null: on no channel, or not requested. */
  readonly channels: readonly string[] | null;
  readonly isExpunged: boolean;
}

/** What must not exist between message and endpoint when one is queued: any delivery, or deliveries in some states. */
export type QueueGuard = 'never-sent' | 'not-delivered' | 'not-waiting';

/** Finds messages to resend, and queues them. Every page reads a bounded number of rows. */
export interface ReplayStore extends WaitingRetries {
  /** Messages that had a delivery to the endpoint and match the filter. */
  listSent(
    endpointId: string,
    range: ReplayRange,
    filter: SentFilter,
    cursor: string | null,
    rows: number,
  ): Promise<ReplayPage<SentMessage>>;
  /** Messages of the application that never had one, and match the filter by their content or id. */
  listUnsent(
    at: {
      readonly appId: string;
      readonly endpointId: string;
      readonly withChannels: boolean;
      readonly withGroups: boolean;
    },
    range: ReplayRange,
    filter: MessageChoice,
    cursor: string | null,
    rows: number,
  ): Promise<ReplayPage<UnsentMessage>>;
  /** What filters look at in those of these messages that have their content, a megabyte at a time. */
  readContents(ids: readonly string[]): AsyncIterable<readonly (JudgedMessage & { readonly id: string })[]>;
  /** How many wait for the endpoint and were due by `dueBy`; counted up to `most`. Read from the index alone. */
  countDue(endpointId: string, dueBy: number, most: number): Promise<number>;
  /**
   * New waiting deliveries, due at `dueAt`, in the order of the messages; they get as many attempts as first ones. None
   * for messages whose content is gone by now or that the guard excludes, and none to an endpoint that is disabled or
   * gone. Returns how many.
   */
  queue(
    tx: Transaction,
    endpointId: string,
    messageIds: readonly string[],
    guard: QueueGuard,
    dueAt: number,
  ): Promise<number>;
}

const RANK = `CASE state WHEN 'delivered' THEN 0 WHEN 'waiting' THEN 1 WHEN 'failed' THEN 2 ELSE 3 END`;
const GUARDED_STATES: Readonly<Record<QueueGuard, readonly DeliveryState[]>> = {
  'never-sent': OUTCOME_STATES,
  'not-delivered': ['delivered', 'waiting'],
  'not-waiting': ['waiting'],
};
const statementsOf = oncePerDialect((dialect) => ({
  // The payload's length tells whether there is content, and is known without reading it. The guard's subquery reads
  // the table being written; SQLite then collects all rows before it writes the first.
  queue: `
  INSERT INTO delivery (message_id, endpoint_id, due_at)
  SELECT message.id, endpoint.id, ?
  FROM ${dialect.elements('?', 'wanted')}
  ${dialect.joinNext} message ON message.id = wanted.value AND octet_length(message.payload) IS NOT NULL
  ${dialect.joinNext} endpoint ON endpoint.id = ? AND endpoint.deleted_at IS NULL AND endpoint.disabled = 0
  WHERE NOT EXISTS (
    SELECT 1 FROM delivery
    WHERE delivery.message_id = message.id AND delivery.endpoint_id = endpoint.id
      AND ${dialect.isAmongTexts('delivery.state', '?')}
  )
  ORDER BY wanted.key`,
  amongMessages: `AND ${dialect.isAmongTexts('message_id', '?')}`,
  amongAll: dialect.isAmongTexts('message.id', '?'),
  amongIds: `AND ${dialect.isAmongTexts('id', '?')}`,
}));

const COUNT_DUE = `
  SELECT count(*) AS count FROM (
    SELECT 1 FROM delivery WHERE endpoint_id = ? AND state = 'waiting' AND due_at <= ? LIMIT ?
  ) AS due`;

function toJudged(row: MessageRow): JudgedMessage & { readonly id: string } {
  const { payload, contentType, ...record } = toMessageRecord(row);
  return { ...record, payload: contentType === null ? payload : null };
}

interface SentRow {
  id: string;
  waits: number;
  meant: number;
  isExpunged: number;
}

interface UnsentRow {
  meant: number;
  id: string;
  eventType: string;
  groupName: string | null;
  channels: string | null;
  isExpunged: number;
  wasSent: number;
}

export function createReplayStore(db: Database): ReplayStore {
  const sql = statementsOf(db.dialect);
  return {
    ...createWaitingRetries(db),
    async listSent(endpointId, range, filter, cursor, rows) {
      const meant = meantBy(db.dialect, filter);
      const { messageIds } = filter;
      const found = await db.lists.all<SentRow>(
        `WITH page AS (
           SELECT message_id AS id, CAST(? AS TEXT) AS endpoint_id, min(${RANK}) AS best,
             max(CASE state WHEN 'waiting' THEN 1 ELSE 0 END) AS waits
           FROM delivery
           WHERE endpoint_id = ? AND message_id > ? AND message_id < ?
             ${messageIds ? sql.amongMessages : ''}
           GROUP BY message_id
           ORDER BY message_id
           LIMIT ?
         ), marked AS MATERIALIZED (
           SELECT page.*, CASE WHEN ${meant} THEN 1 ELSE 0 END AS meant FROM page
         )
         SELECT id, waits, meant,
           meant = 1 AND (SELECT octet_length(payload) IS NULL FROM message WHERE id = marked.id) AS "isExpunged"
         FROM marked
         ORDER BY id`,
        [
          endpointId,
          endpointId,
          ...idsBetween(range, cursor),
          ...(messageIds ? [JSON.stringify(messageIds)] : []),
          rows,
          ...meant.params,
        ],
      );
      const messages = found
        .filter((row) => row.meant === 1)
        .map(({ id, waits, isExpunged }) => ({ id, waits: waits === 1, isExpunged: isExpunged === 1 }));
      return { messages, cursor: found.at(-1)?.id ?? cursor, done: found.length < rows };
    },
    async listUnsent({ appId, endpointId, withChannels, withGroups }, range, filter, cursor, rows) {
      // The column is stored after the payload: reading it means reading through that.
      const channels = withChannels ? 'channels' : 'NULL';
      const groupName = withGroups
        ? `(SELECT nullif(group_name, '') FROM event_type WHERE name = page."eventType")`
        : 'NULL';
      const meant = filterContent(db.dialect, new Conditions(), filter);
      const { messageIds } = filter;
      const found = await db.lists.all<UnsentRow>(
        `WITH page AS (
           SELECT id, event_type AS "eventType", ${channels} AS channels, octet_length(payload) IS NULL AS "isExpunged",
             CASE WHEN ${meant} THEN 1 ELSE 0 END AS meant
           FROM message
           WHERE app_id = ? AND id > ? AND id < ?
             ${messageIds ? sql.amongIds : ''}
           ORDER BY id
           LIMIT ?
         )
         SELECT *, ${groupName} AS "groupName", EXISTS (
           SELECT 1 FROM delivery WHERE message_id = page.id AND endpoint_id = ?
         ) AS "wasSent"
         FROM page
         ORDER BY id`,
        [
          ...meant.params,
          appId,
          ...idsBetween(range, cursor),
          ...(messageIds ? [JSON.stringify(messageIds)] : []),
          rows,
          endpointId,
        ],
      );
      const messages = found
        .filter((row) => row.wasSent === 0 && row.meant === 1)
        .map((row) => ({
          id: row.id,
          eventType: row.eventType,
          groupName: row.groupName,
          channels: row.channels === null ? null : (JSON.parse(row.channels) as string[]),
          isExpunged: row.isExpunged === 1,
        }));
      return { messages, cursor: found.at(-1)?.id ?? cursor, done: found.length < rows };
    },
    async *readContents(ids) {
      const query = {
        select: `SELECT ${messageColumns(true)} FROM message WHERE ${sql.amongAll} AND message.payload IS NOT NULL`,
        params: [JSON.stringify(ids)],
        ...MESSAGE_KEY,
        largeColumns: ['payload'],
      };
      for await (const page of readPages<MessageRow>(db.lists, query)) yield page.map(toJudged);
    },
    async countDue(endpointId, dueBy, most) {
      return (await db.lists.get<{ count: number }>(COUNT_DUE, [endpointId, dueBy, most]))?.count ?? 0;
    },
    async queue(tx, endpointId, messageIds, guard, dueAt) {
      if (messageIds.length === 0) return 0;
      const states = JSON.stringify(GUARDED_STATES[guard]);
      return (
        await tx.run(statementsOf(tx.dialect).queue, [dueAt, JSON.stringify(messageIds), endpointId, states])
      ).changes;
    },
  };
}
