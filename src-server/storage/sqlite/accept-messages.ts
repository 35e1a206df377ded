import type { BatchStatement } from '../hot-statements';
import type { NewMessage } from '../new-message';
import type { ResponseToKeep } from '../stored-response';

/**
 * One statement for a batch: jsonb_each turns it into the rows of each table inside SQLite. The joins leave out what
 * must not exist: deliveries of a message that repeats an event id, and those to endpoints deleted after the message
 * was matched.
 */
const DEFINITION = `
  CREATE TEMP VIEW IF NOT EXISTS accepted AS SELECT NULL AS messages, NULL AS answers, NULL AS deliveries;
  CREATE TEMP TRIGGER IF NOT EXISTS accept INSTEAD OF INSERT ON accepted BEGIN
    INSERT INTO message (id, app_id, event_id, event_type, payload, channels, tags, created_at, deliver_at,
      content_type, payload_expires_at, traceparent, tracestate)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
      value ->> 8, value ->> 9, value ->> 10, value ->> 11, value ->> 12
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
    (SELECT json_group_object(key, 'repeated-event-id') FROM jsonb_each(messages)
     WHERE value ->> 2 IS NOT NULL AND NOT EXISTS (SELECT 1 FROM message WHERE id = value ->> 0)) AS left_out,
    (SELECT json_group_array(delivery.id) FROM jsonb_each(deliveries) AS created
     LEFT JOIN delivery ON delivery.message_id = created.value ->> 0 AND delivery.endpoint_id = created.value ->> 1
    ) AS created`;

export const acceptMessages: BatchStatement<NewMessage> & { readonly definition: string } = {
  definition: DEFINITION,
  sql: ACCEPT,
  params: (messages) => [
    JSON.stringify(messages.map(messageRow)),
    JSON.stringify(
      messages.flatMap((m) => (m.responseToKeep ? [responseRow(m.id, m.responseToKeep(m))] : [])),
    ),
    JSON.stringify(
      messages.flatMap((m) => m.endpointIds.map((id) => [m.id, id, m.deliverAt ?? m.createdAt])),
    ),
  ],
};

function messageRow(m: NewMessage): readonly unknown[] {
  const row = [
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
  // What is not there is NULL.
  if (m.trace) row.push(m.trace.traceparent, m.trace.tracestate);
  return row;
}

function responseRow(messageId: string, response: ResponseToKeep): readonly unknown[] {
  return [messageId, response.keyHash, response.requestHash, response.status, response.body, response.now];
}
