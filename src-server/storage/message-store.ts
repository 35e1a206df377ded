import type { Database } from './database';
import type { AnswerToKeep } from './idempotency-store';
import type { Transaction } from './transaction';

/** A message about to be accepted, with its target endpoints. */
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
  /** Creates the answer kept for repeats, to be written together with the message. Absent: none is kept. */
  readonly answerToKeep?: ((message: NewMessage) => AnswerToKeep) | undefined;
  /** When its deliveries are due, ms since 1970. Null or absent: at once. */
  readonly deliverAt?: number | null | undefined;
  /** Content type of a payload that is arbitrary text. Null or absent: the payload is JSON. */
  readonly contentType?: string | null | undefined;
  /** When to remove its payload, ms since 1970. Null or absent: with all the others. */
  readonly payloadExpiresAt?: number | null | undefined;
}

/** A delivery just created: waiting. */
export interface NewDelivery {
  readonly id: number;
  readonly endpointId: string;
}

export type InsertResult =
  | { readonly kind: 'stored'; readonly deliveries: readonly NewDelivery[] }
  /** The event id was already used in this application; nothing was written. */
  | { readonly kind: 'repeated-event-id' };

export interface MessageWriter {
  /** Stores a message and its deliveries; on disk when it resolves. Concurrent calls share a commit. */
  insert(message: NewMessage): Promise<InsertResult>;
  /** A new waiting delivery of a stored message, due at once; for a resend. Null: the endpoint is deleted. */
  insertManualDelivery(messageId: string, endpointId: string, now: number): Promise<NewDelivery | null>;
}

/**
 * One statement for a batch: jsonb_each turns it into the rows of each table inside SQLite, and the answer is the ids
 * of the deliveries in the order requested. The joins leave out what must not exist: deliveries of a message that
 * repeats an event id, and those to endpoints deleted after the message was matched.
 */
const DEFINE_ACCEPTED = `
  CREATE TEMP VIEW IF NOT EXISTS accepted AS SELECT NULL AS messages, NULL AS answers, NULL AS deliveries;
  CREATE TEMP TRIGGER IF NOT EXISTS accept INSTEAD OF INSERT ON accepted BEGIN
    INSERT INTO message (id, app_id, event_id, event_type, payload, channels, tags, created_at, deliver_at,
      content_type, payload_expires_at)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
      value ->> 8, value ->> 9, value ->> 10
    FROM jsonb_each(NEW.messages)
    WHERE true
    ON CONFLICT (app_id, event_id) WHERE event_id IS NOT NULL DO NOTHING;
    INSERT INTO idempotent_answer (key_hash, request_hash, status, body, created_at)
    SELECT value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5
    FROM jsonb_each(NEW.answers) AS answer
    CROSS JOIN message ON message.id = answer.value ->> 0
    WHERE true
    ON CONFLICT (key_hash) DO UPDATE SET request_hash = excluded.request_hash, status = excluded.status,
      body = excluded.body, created_at = excluded.created_at;
    INSERT INTO delivery (message_id, endpoint_id, due_at)
    SELECT message.id, endpoint.id, created.value ->> 2
    FROM jsonb_each(NEW.deliveries) AS created
    CROSS JOIN message ON message.id = created.value ->> 0
    CROSS JOIN endpoint ON endpoint.id = created.value ->> 1 AND endpoint.deleted_at IS NULL
    ORDER BY created.key;
  END`;
const ACCEPT = `
  INSERT INTO accepted VALUES (?, ?, ?)
  RETURNING
    (SELECT json_group_array(key) FROM jsonb_each(messages)
     WHERE value ->> 2 IS NOT NULL AND NOT EXISTS (SELECT 1 FROM message WHERE id = value ->> 0)) AS repeated,
    (SELECT json_group_array(delivery.id) FROM jsonb_each(deliveries) AS created
     LEFT JOIN delivery ON delivery.message_id = created.value ->> 0 AND delivery.endpoint_id = created.value ->> 1
    ) AS created`;
const INSERT_MANUAL = `
  INSERT INTO delivery (message_id, endpoint_id, due_at, manual)
  SELECT ?, id, ?, 1 FROM endpoint WHERE id = ? AND deleted_at IS NULL`;

export function createMessageWriter(db: Database): MessageWriter {
  defineAccepted(db);
  return {
    insert: db.batchWriter(insertMessages, () => true),
    insertManualDelivery(messageId, endpointId, now) {
      return db.write(async (tx) => {
        const { changes, lastId } = await tx.run(INSERT_MANUAL, [messageId, now, endpointId]);
        return changes === 1 ? { id: lastId, endpointId } : null;
      });
    },
  };
}

/** Enables `insertMessages` in the writes of this database. */
export function defineAccepted(db: Database): void {
  db.define(DEFINE_ACCEPTED);
}

/** Stores messages and their deliveries in one statement, also as part of another write. */
export async function insertMessages(
  tx: Transaction,
  messages: readonly NewMessage[],
): Promise<InsertResult[]> {
  const answers = messages.flatMap((m) => (m.answerToKeep ? [answerRow(m.id, m.answerToKeep(m))] : []));
  const wanted = messages.flatMap((m) => m.endpointIds.map((id) => [m.id, id, m.deliverAt ?? m.createdAt]));
  const row = await tx.get<{ repeated: string; created: string }>(ACCEPT, [
    JSON.stringify(messages.map(messageRow)),
    JSON.stringify(answers),
    JSON.stringify(wanted),
  ]);
  const repeated = new Set<number>(JSON.parse(row?.repeated ?? '[]'));
  const created: readonly (number | null)[] = JSON.parse(row?.created ?? '[]');
  let next = 0;
  return messages.map(({ endpointIds }, i) => {
    const deliveries: NewDelivery[] = [];
    for (const endpointId of endpointIds) {
      const id = created[next++];
      if (id != null) deliveries.push({ id, endpointId });
    }
    return repeated.has(i) ? { kind: 'repeated-event-id' } : { kind: 'stored', deliveries };
  });
}

function messageRow(m: NewMessage): readonly unknown[] {
  return [
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
  ];
}

function answerRow(messageId: string, answer: AnswerToKeep): readonly unknown[] {
  return [messageId, answer.keyHash, answer.requestHash, answer.status, answer.body, answer.now];
}
