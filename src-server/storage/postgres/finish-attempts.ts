import type { AttemptResult } from '../attempt-result';
import type { BatchStatement } from '../hot-statements';
import { arrayLiteral } from './array-literal';
import { keptPlan } from './kept-plan';

/** What the fence of an attempt is compared with: the slots of `cluster-tables`, each in its current epoch. */
export const CURRENT_FENCES = 'SELECT epoch * 256 + n AS fence FROM slot';

/**
 * One statement for a batch. Every attempt is counted once, even of a delivery canceled meanwhile; only a waiting
 * delivery advances. What was stored before is not among the stored, and so changes nothing. A failure under a right
 * to send that another process has by now changes no state: that process decides what becomes of the delivery. The
 * fences are an array and no join, which would cost a third.
 */
const FINISH = `
  WITH given AS (
    SELECT *, state = 'delivered' OR fence IS NULL OR fence = ANY (ARRAY(${CURRENT_FENCES})) AS decides
    FROM unnest(?::text[], ?::bigint[], ?::text[], ?::text[], ?::text[], ?::bigint[], ?::bigint[], ?::bytea[],
      ?::bigint[], ?::bigint[], ?::bigint[], ?::text[], ?::text[], ?::text[], ?::text[], ?::bigint[], ?::bigint[],
      ?::bigint[], ?::bigint[])
      AS given (id, delivery_id, message_id, endpoint_id, url, succeeded, response_status_code, response,
      response_duration_ms, manual, created_at, exact_reason, sent_headers, received_headers, state, due_at,
      finished_at, extra, fence)
  ), stored AS (
    INSERT INTO attempt (id, delivery_id, message_id, endpoint_id, url, succeeded, response_status_code, response,
      response_duration_ms, manual, created_at, exact_reason, sent_headers, received_headers)
    SELECT id, delivery_id, message_id, endpoint_id, url, succeeded, response_status_code, response,
      response_duration_ms, manual, created_at, exact_reason, sent_headers, received_headers
    FROM given
    WHERE (SELECT 1 FROM delivery WHERE delivery.id = given.delivery_id) = 1
    ON CONFLICT (id) DO NOTHING
    RETURNING id
  )
  UPDATE delivery
  SET state = CASE WHEN delivery.state = 'waiting' AND given.decides THEN given.state ELSE delivery.state END,
      due_at = CASE WHEN delivery.state = 'waiting' AND given.decides THEN given.due_at ELSE delivery.due_at END,
      finished_at = CASE WHEN delivery.state = 'waiting' AND given.decides THEN given.finished_at
        ELSE delivery.finished_at END,
      attempt_count = delivery.attempt_count + 1,
      extra_count = delivery.extra_count + given.extra,
      scheduled_at = CASE WHEN delivery.state = 'waiting' AND NOT given.decides THEN delivery.scheduled_at END
  FROM given
  WHERE delivery.id = given.delivery_id AND (given.id IN (SELECT id FROM stored)) IS TRUE`;

const plan = keptPlan('finish_attempts', FINISH, null, ['enable_hashjoin = off', 'enable_mergejoin = off']);
/** Of the function that `finishAttempts` calls. */
export const FINISH_FUNCTION = plan.definition;

export const finishAttempts: BatchStatement<AttemptResult> = {
  sql: plan.call,
  params: (results) => [
    arrayLiteral(results.map((r) => r.attemptId)),
    arrayLiteral(results.map((r) => r.deliveryId)),
    arrayLiteral(results.map((r) => r.messageId)),
    arrayLiteral(results.map((r) => r.endpointId)),
    arrayLiteral(results.map((r) => r.url)),
    arrayLiteral(results.map((r) => Number(r.succeeded))),
    arrayLiteral(results.map((r) => r.responseStatusCode)),
    arrayLiteral(results.map((r) => Buffer.from(r.response))),
    arrayLiteral(results.map((r) => r.responseDurationMs)),
    arrayLiteral(results.map((r) => Number(r.manual))),
    arrayLiteral(results.map((r) => r.createdAt)),
    arrayLiteral(results.map((r) => r.exactReason)),
    arrayLiteral(results.map((r) => r.sentHeaders ?? null)),
    arrayLiteral(results.map((r) => r.receivedHeaders ?? null)),
    arrayLiteral(results.map((r) => r.next.state)),
    arrayLiteral(results.map((r) => (r.next.state === 'waiting' ? r.next.dueAt : null))),
    arrayLiteral(results.map((r) => (r.next.state === 'waiting' ? null : r.finishedAt))),
    arrayLiteral(results.map((r) => Number(r.extra ?? false))),
    arrayLiteral(results.map((r) => r.fence ?? null)),
  ],
};
