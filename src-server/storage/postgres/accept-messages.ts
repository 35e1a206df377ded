import type { BatchStatement } from '../hot-statements';
import type { NewMessage } from '../new-message';
import { RESPONSES_KEPT_MS } from '../stored-response';
import { arrayLiteral } from './array-literal';
import { keptPlan } from './kept-plan';

/** Nodes estimate the time of the database. What comes through two that are further apart is not kept in order. */
const CLOCKS_DIFFER_MS = 1000;

/**
 * One statement for a batch, which comes as an array for each column: those are read faster than JSON, and the payload
 * in bytes may hold NUL, which text refuses.
 *
 * A message already stored under the same id was accepted by a commit whose answer got lost: it counts as stored by
 * this one. All parts of a statement see the tables as they were before it.
 *
 * The rows of the versions are held until the commit, in one order for all: a change that is not in these tables yet
 * commits after this, or is seen when its row is there to be held. They alone are read as they are then.
 *
 * What is stored at the same moment by another node is not seen either. In the way of a message it leaves it out, as
 * `unsettled`. In the way of a key that is to be kept it must end the whole statement, since the message is written with
 * it: the time becomes NULL, which the column refuses. Whoever asks again sees it.
 *
 * At an ordered endpoint a message is due no earlier than those that were due at once and wait there already: the node
 * that accepted them may have a clock that is ahead.
 */
const ACCEPT = `
  WITH given AS (
    SELECT * FROM unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::bytea[], ?::text[], ?::text[], ?::bigint[],
      ?::bigint[], ?::text[], ?::bigint[], ?::bigint[], ?::text[], ?::text[]) WITH ORDINALITY AS given (id, app_id,
      event_id, event_type, payload, channels, tags, created_at, deliver_at, content_type, payload_expires_at,
      config_version, traceparent, tracestate, place)
  ), answer AS (
    SELECT * FROM unnest(?::text[], ?::text[], ?::text[], ?::bigint[], ?::text[], ?::bigint[]) WITH ORDINALITY AS answer
      (message_id, key_hash, request_hash, status, body, created_at, place)
  ), held AS (
    SELECT app_id, version FROM application_version WHERE app_id = ANY(?::text[]) ORDER BY app_id FOR SHARE
  ), stale AS (
    SELECT id FROM given LEFT JOIN held USING (app_id)
    WHERE config_version IS NOT NULL AND config_version <> coalesce(version, 0)
  ), repeated AS (
    SELECT message_id AS id FROM answer
    WHERE answer.created_at - ${RESPONSES_KEPT_MS} <
      (SELECT kept.created_at FROM idempotent_answer AS kept WHERE kept.key_hash = answer.key_hash)
  ), stored AS (
    INSERT INTO message (id, app_id, event_id, event_type, payload, channels, tags, created_at, deliver_at,
      content_type, payload_expires_at, traceparent, tracestate)
    SELECT id, app_id, event_id, event_type, payload, channels, tags, created_at, deliver_at, content_type,
      payload_expires_at, traceparent, tracestate
    FROM given
    WHERE id NOT IN (SELECT id FROM stale) AND id NOT IN (SELECT id FROM repeated)
      AND (SELECT 1 FROM application WHERE application.id = given.app_id) = 1
    ON CONFLICT DO NOTHING
    RETURNING id
  ), answered AS (
    INSERT INTO idempotent_answer (key_hash, request_hash, status, body, created_at)
    SELECT DISTINCT ON (key_hash) key_hash, request_hash, status, body, created_at
    FROM answer
    WHERE (message_id IN (SELECT id FROM stored)) IS TRUE
    ORDER BY key_hash, place DESC
    ON CONFLICT (key_hash) DO UPDATE SET request_hash = excluded.request_hash, status = excluded.status,
      body = excluded.body, created_at = CASE
        WHEN idempotent_answer.created_at <= excluded.created_at - ${RESPONSES_KEPT_MS} THEN excluded.created_at END
  ), wanted AS (
    SELECT *, (message_id IN (SELECT id FROM stored)) IS TRUE AS is_new
    FROM unnest(?::text[], ?::text[], ?::bigint[], ?::bigint[]) WITH ORDINALITY AS wanted
      (message_id, endpoint_id, due_at, behind_until, place)
  ), numbered AS MATERIALIZED (
    SELECT nextval('delivery_id_seq') AS id, message_id, endpoint_id, greatest(due_at, CASE
      WHEN (SELECT ordered FROM endpoint WHERE endpoint.id = living.endpoint_id) = 1 THEN (
        SELECT delivery.due_at FROM delivery
        WHERE delivery.endpoint_id = living.endpoint_id AND state = 'waiting'
          AND delivery.due_at > living.due_at AND delivery.due_at < behind_until AND attempt_count = 0
          AND (SELECT deliver_at IS NULL FROM message WHERE message.id = delivery.message_id)
        ORDER BY delivery.due_at DESC LIMIT 1
      ) END) AS due_at, place
    FROM (
      SELECT * FROM wanted
      WHERE is_new AND (SELECT deleted_at IS NULL FROM endpoint WHERE endpoint.id = wanted.endpoint_id)
      ORDER BY place
    ) AS living
  ), created AS (
    INSERT INTO delivery (id, message_id, endpoint_id, due_at)
    SELECT id, message_id, endpoint_id, due_at FROM numbered
  ), queued AS (
    SELECT id, place FROM numbered
    UNION ALL
    SELECT known.id, place FROM wanted CROSS JOIN LATERAL (
      SELECT delivery.id FROM delivery
      WHERE delivery.message_id = wanted.message_id AND delivery.endpoint_id = wanted.endpoint_id AND manual = 0
      LIMIT 1
    ) AS known
    WHERE NOT is_new
  ), left_out AS (
    SELECT place, CASE
      WHEN id IN (SELECT id FROM stale) THEN 'stale'
      WHEN id IN (SELECT id FROM repeated) THEN 'repeated-key'
      WHEN event_id IS NOT NULL AND (
        SELECT 1 FROM message WHERE message.app_id = given.app_id AND message.event_id = given.event_id
      ) = 1 THEN 'repeated-event-id'
      ELSE 'unsettled' END AS kind
    FROM given
    WHERE id NOT IN (SELECT id FROM stored) AND (SELECT 1 FROM message WHERE message.id = given.id) IS NULL
  )
  SELECT (
    SELECT coalesce(json_object_agg(place - 1, kind), '{}')::text FROM left_out
  ) AS left_out, (
    SELECT coalesce(json_object_agg(place - 1, id), '{}')::text FROM queued
  ) AS created`;

const plan = keptPlan('accept_messages', ACCEPT, '(left_out text, created text)');
/** Of the function that `acceptMessages` calls. */
export const ACCEPT_FUNCTION = plan.definition;

export const acceptMessages: BatchStatement<NewMessage> = {
  sql: plan.call,
  params(messages) {
    const responses = messages.flatMap((m) =>
      m.responseToKeep ? [{ id: m.id, ...m.responseToKeep(m) }] : [],
    );
    const wanted = messages.flatMap((m) =>
      m.endpointIds.map((endpointId) => ({
        id: m.id,
        endpointId,
        dueAt: m.deliverAt ?? m.createdAt,
        behindUntil: m.deliverAt == null ? m.createdAt + CLOCKS_DIFFER_MS : null,
      })),
    );
    return [
      arrayLiteral(messages.map((m) => m.id)),
      arrayLiteral(messages.map((m) => m.appId)),
      arrayLiteral(messages.map((m) => m.eventId)),
      arrayLiteral(messages.map((m) => m.eventType)),
      arrayLiteral(messages.map((m) => Buffer.from(m.payload))),
      arrayLiteral(messages.map((m) => m.channels && JSON.stringify(m.channels))),
      arrayLiteral(messages.map((m) => m.tags && JSON.stringify(m.tags))),
      arrayLiteral(messages.map((m) => m.createdAt)),
      arrayLiteral(messages.map((m) => m.deliverAt ?? null)),
      arrayLiteral(messages.map((m) => m.contentType ?? null)),
      arrayLiteral(messages.map((m) => m.payloadExpiresAt ?? null)),
      arrayLiteral(messages.map((m) => m.configVersion ?? null)),
      arrayLiteral(messages.map((m) => m.trace?.traceparent ?? null)),
      arrayLiteral(messages.map((m) => m.trace?.tracestate ?? null)),
      arrayLiteral(responses.map((a) => a.id)),
      arrayLiteral(responses.map((a) => a.keyHash)),
      arrayLiteral(responses.map((a) => a.requestHash)),
      arrayLiteral(responses.map((a) => a.status)),
      arrayLiteral(responses.map((a) => a.body)),
      arrayLiteral(responses.map((a) => a.now)),
      arrayLiteral([...new Set(messages.filter((m) => m.configVersion != null).map((m) => m.appId))]),
      arrayLiteral(wanted.map((w) => w.id)),
      arrayLiteral(wanted.map((w) => w.endpointId)),
      arrayLiteral(wanted.map((w) => w.dueAt)),
      arrayLiteral(wanted.map((w) => w.behindUntil)),
    ];
  },
};
