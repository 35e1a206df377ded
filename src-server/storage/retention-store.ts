import { lowestId } from '../base/id';
import type { Database } from './database';
import type { Transaction } from './transaction';

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
   * messages, if the message is that old too and nothing of it waits. Returns how many deliveries.
   */
  deleteDeliveries(ids: readonly number[], time: number): Promise<number>;
}

// Ids encode when a message was accepted. The column for it is stored after the payload, so reading it would mean
// reading through the payload.
const LIST_MESSAGES = `
  SELECT id, octet_length(payload) AS payloadBytes
  FROM message
  WHERE id > ? AND id < ?
  ORDER BY id
  LIMIT ?`;
const REMOVE_PAYLOADS = `
  UPDATE message SET payload = NULL, payload_expires_at = NULL
  WHERE id IN (SELECT value FROM json_each(?))
    AND payload IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM delivery WHERE delivery.message_id = message.id AND delivery.state = 'waiting')`;
const LIST_EXPIRED = `
  SELECT id, octet_length(payload) AS payloadBytes, payload_expires_at AS expiresAt
  FROM message INDEXED BY message_payload_expiry
  WHERE (payload_expires_at, id) > (?, ?)
    AND payload_expires_at <= ?
  ORDER BY payload_expires_at, id
  LIMIT ?`;
const LIST_DELIVERIES = `
  SELECT id, message_id AS messageId, finished_at AS finishedAt
  FROM delivery
  WHERE id > ?
  ORDER BY id
  LIMIT ?`;
const DELETE_ATTEMPTS = `
  DELETE FROM attempt
  WHERE delivery_id IN (
    SELECT delivery.id FROM json_each(?) JOIN delivery ON delivery.id = value WHERE delivery.finished_at < ?
  )`;
const DELETE_DELIVERIES = `
  DELETE FROM delivery
  WHERE id IN (SELECT value FROM json_each(?)) AND finished_at < ?
  RETURNING message_id AS messageId`;

export function createRetentionStore(db: Database): RetentionStore {
  return {
    listMessages: (afterId, time, limit) =>
      db.all<OldMessage>(LIST_MESSAGES, [afterId, lowestId('msg_', time), limit]),
    listExpired: (after, time, limit) =>
      db.all<ExpiredMessage>(LIST_EXPIRED, [after?.expiresAt ?? 0, after?.id ?? '', time, limit]),
    removePayloads: (messageIds) => db.write((tx) => removePayloads(tx, messageIds)),
    async listDeliveries(afterId, time, limit) {
      const rows = await db.all<OldDelivery & { messageId: string }>(LIST_DELIVERIES, [afterId, limit]);
      const bound = lowestId('msg_', time);
      const young = rows.findIndex((row) => row.messageId >= bound);
      return young < 0 ? rows : rows.slice(0, young);
    },
    deleteDeliveries(ids, time) {
      const list = JSON.stringify(ids);
      return db.write(async (tx) => {
        await tx.run(DELETE_ATTEMPTS, [list, time]);
        const deleted = await tx.all<{ messageId: string }>(DELETE_DELIVERIES, [list, time]);
        const bound = lowestId('msg_', time);
        const messageIds = deleted.map((row) => row.messageId).filter((id) => id < bound);
        if (messageIds.length > 0) await removePayloads(tx, messageIds);
        return deleted.length;
      });
    },
  };
}

async function removePayloads(tx: Transaction, messageIds: readonly string[]): Promise<number> {
  return (await tx.run(REMOVE_PAYLOADS, [JSON.stringify(messageIds)])).changes;
}
