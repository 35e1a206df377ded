import type { Database, Transaction } from './database';
import { type AnswerToKeep, writeAnswers } from './idempotency-store';

/** A message about to be accepted, with the endpoints it is meant for. */
export interface NewMessage {
  readonly id: string;
  readonly appId: string;
  readonly eventId: string | null;
  readonly eventType: string;
  /** The JSON text as received. */
  readonly payload: string;
  readonly channels: readonly string[] | null;
  readonly tags: readonly string[] | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly endpointIds: readonly string[];
  /** Makes the answer that is kept for repeats, to be written together with the message. Absent: none is. */
  readonly answerToKeep?: ((message: NewMessage) => AnswerToKeep) | undefined;
  /** When its deliveries are due, ms since 1970. Null or absent: at once. */
  readonly deliverAt?: number | null | undefined;
  /** Content type of a payload that is any text. Null or absent: the payload is JSON. */
  readonly contentType?: string | null | undefined;
  /** When its payload is to be removed, ms since 1970. Null or absent: with all the others. */
  readonly payloadExpiresAt?: number | null | undefined;
}

/** A delivery that was just born: waiting. */
export interface NewDelivery {
  readonly id: number;
  readonly endpointId: string;
}

export type InsertResult =
  | { readonly kind: 'stored'; readonly deliveries: readonly NewDelivery[] }
  /** The event id was used before in this application; nothing was written. */
  | { readonly kind: 'repeated-event-id' };

export interface MessageWriter {
  /** Stores a message and its deliveries; on disk when it resolves. Many at once share a commit. */
  insert(message: NewMessage): Promise<InsertResult>;
  /** A new waiting delivery of a stored message, due at once; for a resend. Null: the endpoint is deleted. */
  insertManualDelivery(messageId: string, endpointId: string, now: number): Promise<NewDelivery | null>;
}

/** One statement per table and batch: json_each turns the whole batch into rows inside SQLite. */
const INSERT_MESSAGES = `
  INSERT INTO message (id, app_id, event_id, event_type, payload, channels, tags, created_at, deliver_at,
    content_type, payload_expires_at)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
    value ->> 8, value ->> 9, value ->> 10
  FROM json_each(?)
  WHERE true
  ON CONFLICT (app_id, event_id) WHERE event_id IS NOT NULL DO NOTHING
  RETURNING id`;
// The join leaves out endpoints that were deleted after the message was matched.
const INSERT_DELIVERIES = `
  INSERT INTO delivery (message_id, endpoint_id, due_at)
  SELECT born.value ->> 0, endpoint.id, born.value ->> 2
  FROM json_each(?) AS born
  CROSS JOIN endpoint ON endpoint.id = born.value ->> 1 AND endpoint.deleted_at IS NULL
  WHERE true
  ORDER BY born.key
  RETURNING id, message_id AS messageId, endpoint_id AS endpointId`;
const INSERT_MANUAL = `
  INSERT INTO delivery (message_id, endpoint_id, due_at, manual)
  SELECT ?, id, ?, 1 FROM endpoint WHERE id = ? AND deleted_at IS NULL`;

export function createMessageWriter(db: Database): MessageWriter {
  return {
    insert: db.batchWriter(insertMessages),
    insertManualDelivery(messageId, endpointId, now) {
      return db.write(async (tx) => {
        const { changes, lastId } = await tx.run(INSERT_MANUAL, [messageId, now, endpointId]);
        return changes === 1 ? { id: lastId, endpointId } : null;
      });
    },
  };
}

/** Stores messages and their deliveries as a part of another write. */
export async function insertMessages(
  tx: Transaction,
  messages: readonly NewMessage[],
): Promise<InsertResult[]> {
  const stored = await tx.all<{ id: string }>(INSERT_MESSAGES, [
    JSON.stringify(
      messages.map((m) => [
        m.id,
        m.appId,
        m.eventId,
        m.eventType,
        m.payload,
        m.channels && JSON.stringify(m.channels),
        m.tags && JSON.stringify(m.tags),
        m.createdAt,
        m.deliverAt ?? null,
        m.contentType ?? null,
        m.payloadExpiresAt ?? null,
      ]),
    ),
  ]);
  const storedIds = new Set(stored.map((row) => row.id));
  await writeAnswers(
    tx,
    messages.flatMap((m) => (m.answerToKeep && storedIds.has(m.id) ? [m.answerToKeep(m)] : [])),
  );
  const born = messages
    .filter((m) => storedIds.has(m.id))
    .flatMap((m) => m.endpointIds.map((endpointId) => [m.id, endpointId, m.deliverAt ?? m.createdAt]));
  const deliveriesOf = new Map<string, NewDelivery[]>();
  if (born.length > 0) {
    const rows = await tx.all<{ id: number; messageId: string; endpointId: string }>(INSERT_DELIVERIES, [
      JSON.stringify(born),
    ]);
    for (const { id, messageId, endpointId } of rows) {
      const list = deliveriesOf.get(messageId);
      if (list) list.push({ id, endpointId });
      else deliveriesOf.set(messageId, [{ id, endpointId }]);
    }
  }
  return messages.map((m) =>
    storedIds.has(m.id)
      ? { kind: 'stored', deliveries: deliveriesOf.get(m.id) ?? [] }
      : { kind: 'repeated-event-id' },
  );
}
