import { lowestId } from '../../base/id';
import type { Database } from '../database';
import { oncePerDialect } from '../once-per-dialect';
import { DELIVERIES_REMOVED_BEFORE, PUT_SETTING } from '../put-setting';
import type { Transaction } from '../transaction';

/** A message that was accepted long ago. */
export interface OldMessage {
  readonly id: string;
  /** Size of its payload. Null: already removed. */
  readonly payloadBytes: number | null;
}

/** A message whose sender set a time to remove its payload. */
export interface ExpiredMessage extends OldMessage {
  /** When to remove it, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/** A delivery of a message that was accepted long ago. */
export interface OldDelivery {
  readonly id: number;
  /** When it reached a final state, in milliseconds since 1970. Null: it is waiting. */
  readonly finishedAt: number | null;
}

/** A table whose rows are removed when they are old. */
export type AgingTable =
  | 'delivery'
  | 'token'
  | 'browser_session'
  | 'share_event_type'
  | 'share_link'
  | 'background_task'
  | 'idempotent_answer'
  | 'audit_line';

/** Reads and removes what is old. Times are milliseconds since 1970. */
export interface RetentionStore {
  /** Up to `limit` messages accepted before `time`, by id, after `afterId`. No payload is read. */
  listMessages(afterId: string, time: number, limit: number): Promise<OldMessage[]>;
  /**
   * Up to `limit` messages whose senders wanted their payloads gone by `time`, ordered by that time and then by id,
   * after `after`. Null: from the first one.
   */
  listExpired(after: ExpiredMessage | null, time: number, limit: number): Promise<ExpiredMessage[]>;
  /** Removes the payloads of these messages, except those still waiting somewhere; returns how many. */
  removePayloads(messageIds: readonly string[]): Promise<number>;
  /**
   * Up to `limit` deliveries after `afterId`, by id, up to the first one of a message accepted at `time` or later: the
   * following ones are younger still.
   */
  listDeliveries(afterId: number, time: number, limit: number): Promise<OldDelivery[]>;
  /**
   * Deletes those of these deliveries that ended before `time`, with their attempts; and the payloads of their
   * messages, if the message is that old too and nothing of it waits. Notes that time, for explanations. Returns how many
   * deliveries.
   */
  deleteDeliveries(ids: readonly number[], time: number): Promise<number>;
  /** How many rows a table has, counted up to `most`. */
  countRows(table: AgingTable, most: number): Promise<number>;
  /** How many of the newest `most` messages have a payload. */
  countPayloads(most: number): Promise<number>;
}

// Ids encode when a message was accepted. The column for it is stored after the payload, so reading it would mean
// reading through the payload.
const LIST_MESSAGES = `
  SELECT id, octet_length(payload) AS "payloadBytes"
  FROM message
  WHERE id > ? AND id < ?
  ORDER BY id
  LIMIT ?`;
const statementsOf = oncePerDialect((dialect) => ({
  removePayloads: `
  UPDATE message SET payload = NULL, payload_expires_at = NULL
  WHERE ${dialect.isAmongTexts('id', '?')}
    AND payload IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM delivery WHERE delivery.message_id = message.id AND delivery.state = 'waiting')`,
  listExpired: `
  SELECT id, octet_length(payload) AS "payloadBytes", payload_expires_at AS "expiresAt"
  FROM message ${dialect.indexedBy('message_payload_expiry')}
  WHERE (payload_expires_at, id) > (?, ?)
    AND payload_expires_at <= ?
  ORDER BY payload_expires_at, id
  LIMIT ?`,
  deleteAttempts: `
  DELETE FROM attempt
  WHERE delivery_id IN (SELECT id FROM delivery WHERE ${dialect.isAmongIntegers('id', '?')} AND finished_at < ?)`,
  deleteDeliveries: `
  DELETE FROM delivery
  WHERE ${dialect.isAmongIntegers('id', '?')} AND finished_at < ?
  RETURNING message_id AS "messageId"`,
}));
const LIST_DELIVERIES = `
  SELECT id, message_id AS "messageId", finished_at AS "finishedAt"
  FROM delivery
  WHERE id > ?
  ORDER BY id
  LIMIT ?`;
// Where deliveries are kept for longer now than when the note was made, it stays.
const NOTE_REMOVED = `${PUT_SETTING} WHERE CAST(setting.value AS BIGINT) < CAST(excluded.value AS BIGINT)`;
// How many rows it looks at is bounded; without a payload there may be any number of them.
const NEWEST_PAYLOADS = `
  SELECT 1 FROM (SELECT payload IS NOT NULL AS is_there FROM message ORDER BY id DESC LIMIT ?) AS newest
  WHERE is_there`;

export function createRetentionStore(db: Database): RetentionStore {
  const sql = statementsOf(db.dialect);
  return {
    listMessages: (afterId, time, limit) =>
      db.lists.all<OldMessage>(LIST_MESSAGES, [afterId, lowestId('msg_', time), limit]),
    listExpired: (after, time, limit) =>
      db.lists.all<ExpiredMessage>(sql.listExpired, [after?.expiresAt ?? 0, after?.id ?? '', time, limit]),
    countRows: (table, most) => count(db, `SELECT 1 FROM ${table} LIMIT ?`, most),
    countPayloads: (most) => count(db, NEWEST_PAYLOADS, most),
    removePayloads: (messageIds) => db.write((tx) => removePayloads(tx, messageIds)),
    async listDeliveries(afterId, time, limit) {
      const rows = await db.lists.all<OldDelivery & { messageId: string }>(LIST_DELIVERIES, [afterId, limit]);
      const bound = lowestId('msg_', time);
      const young = rows.findIndex((row) => row.messageId >= bound);
      return young < 0 ? rows : rows.slice(0, young);
    },
    deleteDeliveries(ids, time) {
      const list = JSON.stringify(ids);
      return db.write(async (tx) => {
        await tx.run(sql.deleteAttempts, [list, time]);
        const deleted = await tx.all<{ messageId: string }>(sql.deleteDeliveries, [list, time]);
        if (deleted.length > 0) await tx.run(NOTE_REMOVED, [DELIVERIES_REMOVED_BEFORE, String(time)]);
        const bound = lowestId('msg_', time);
        const messageIds = deleted.map((row) => row.messageId).filter((id) => id < bound);
        if (messageIds.length > 0) await removePayloads(tx, messageIds);
        return deleted.length;
      });
    },
  };
}

async function count(db: Database, rows: string, most: number): Promise<number> {
  const row = await db.lists.get<{ count: number }>(`SELECT count(*) AS count FROM (${rows}) AS counted`, [
    most,
  ]);
  return row?.count ?? 0;
}

async function removePayloads(tx: Transaction, messageIds: readonly string[]): Promise<number> {
  return (await tx.run(statementsOf(tx.dialect).removePayloads, [JSON.stringify(messageIds)])).changes;
}
