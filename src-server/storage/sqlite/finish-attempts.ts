import type { AttemptResult } from '../attempt-result';
import type { BatchStatement } from '../hot-statements';

// One statement for a batch. `jsonb_each`, because a row as JSON text would be parsed again for each of its columns.
// Every attempt is counted once, even of a delivery canceled meanwhile; only a waiting delivery advances. The CASEs see
// the state before the update.
const DEFINITION = `
  CREATE TEMP VIEW IF NOT EXISTS finished AS SELECT NULL AS moves, NULL AS attempts;
  CREATE TEMP TRIGGER IF NOT EXISTS finish INSTEAD OF INSERT ON finished BEGIN
    UPDATE delivery
    SET state = CASE state WHEN 'waiting' THEN result.value ->> 1 ELSE state END,
        due_at = CASE state WHEN 'waiting' THEN result.value ->> 2 END,
        finished_at = CASE state WHEN 'waiting' THEN result.value ->> 3 ELSE finished_at END,
        attempt_count = attempt_count + 1,
        extra_count = extra_count + (result.value ->> 5),
        scheduled_at = NULL
    FROM jsonb_each(NEW.moves) AS result
    WHERE delivery.id = result.value ->> 0
      AND NOT EXISTS (SELECT 1 FROM attempt WHERE attempt.id = result.value ->> 4);
    INSERT INTO attempt (id, delivery_id, message_id, endpoint_id, url, succeeded, response_status_code, response,
      response_duration_ms, manual, created_at, exact_reason, sent_headers, received_headers)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
      value ->> 8, value ->> 9, value ->> 10, value ->> 11, value ->> 12, value ->> 13
    FROM jsonb_each(NEW.attempts)
    WHERE true
    ON CONFLICT (id) DO NOTHING;
  END`;

export const finishAttempts: BatchStatement<AttemptResult> & { readonly definition: string } = {
  definition: DEFINITION,
  sql: 'INSERT INTO finished VALUES (?, ?)',
  params: (results) => [movesOf(results), attemptsOf(results)],
};

function movesOf(results: readonly AttemptResult[]): string {
  return JSON.stringify(
    results.map((r) => [
      r.deliveryId,
      r.next.state,
      r.next.state === 'waiting' ? r.next.dueAt : null,
      r.next.state === 'waiting' ? null : r.finishedAt,
      r.attemptId,
      r.extra ? 1 : 0,
    ]),
  );
}

function attemptsOf(results: readonly AttemptResult[]): string {
  return JSON.stringify(
    results.map((r) => [
      r.attemptId,
      r.deliveryId,
      r.messageId,
      r.endpointId,
      r.url,
      r.succeeded ? 1 : 0,
      r.responseStatusCode,
      r.response,
      r.responseDurationMs,
      r.manual ? 1 : 0,
      r.createdAt,
      r.exactReason,
      r.sentHeaders ?? null,
      r.receivedHeaders ?? null,
    ]),
  );
}
