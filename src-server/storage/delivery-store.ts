import type { Database, Transaction } from './database';

/** A delivery that waits, as the engine sees it. */
export interface WaitingDelivery {
  readonly id: number;
  readonly messageId: string;
  /** When it may leave, in milliseconds since 1970. */
  readonly dueAt: number;
  /** Attempts made so far. */
  readonly attemptCount: number;
  /** True when somebody asked for this send. */
  readonly manual: boolean;
}

/** What is needed to send a message. */
export interface MessageContent {
  readonly id: string;
  readonly eventType: string;
  /** The text to send. Null: it was removed. */
  readonly payload: string | null;
  /** What to say it is. Null: JSON. */
  readonly contentType: string | null;
}

/** The end of one attempt and what becomes of its delivery. */
export interface AttemptResult {
  readonly attemptId: string;
  readonly deliveryId: number;
  readonly messageId: string;
  readonly endpointId: string;
  readonly url: string;
  readonly succeeded: boolean;
  /** HTTP status; 0 when there was no response. */
  readonly responseStatusCode: number;
  readonly response: string;
  readonly responseDurationMs: number;
  readonly manual: boolean;
  /** When it was sent, in milliseconds since 1970. */
  readonly createdAt: number;
  /** Delivered or failed for good, or waiting again until `dueAt`. */
  readonly next:
    | { readonly state: 'delivered' | 'failed' }
    | { readonly state: 'waiting'; readonly dueAt: number };
  readonly finishedAt: number;
}

export interface DeliveryStore {
  /** Living endpoints that have something waiting, with the time the first of it is due. */
  listLanes(): Promise<{ endpointId: string; nextDueAt: number }[]>;
  /** What waits for an endpoint and is due by `dueBy`, in the order it may leave. Read from the index alone. */
  listDue(endpointId: string, dueBy: number, limit: number): Promise<WaitingDelivery[]>;
  /** When the first waiting delivery after `dueBy` is due; null when there is none. */
  nextDueAfter(endpointId: string, dueBy: number): Promise<number | null>;
  countWaiting(endpointId: string): Promise<number>;
  /** How many wait, for each endpoint for which some do. Read from the index alone. */
  countAllWaiting(): Promise<{ endpointId: string; waiting: number }[]>;
  /** The contents of messages, for those that exist. */
  readContents(messageIds: readonly string[]): Promise<MessageContent[]>;
  /**
   * Records an attempt and moves its delivery on, unless the delivery was canceled meanwhile. On disk when it
   * resolves; many at once share a commit.
   */
  finish(result: AttemptResult): Promise<void>;
  /** A message that can no longer be sent (its content was removed) fails without an attempt. */
  failUnsendable(deliveryId: number, now: number): Promise<void>;
}

const LIST_LANES = `
  SELECT endpointId, nextDueAt
  FROM (
    SELECT endpoint.id AS endpointId, (
      SELECT due_at FROM delivery
      WHERE endpoint_id = endpoint.id AND state = 'waiting'
      ORDER BY due_at LIMIT 1
    ) AS nextDueAt
    FROM endpoint
    WHERE deleted_at IS NULL
  )
  WHERE nextDueAt IS NOT NULL`;
const COUNT_ALL_WAITING = `
  SELECT endpoint_id AS endpointId, count(*) AS waiting FROM delivery WHERE state = 'waiting' GROUP BY endpoint_id`;
const LIST_DUE = `
  SELECT id, message_id AS messageId, due_at AS dueAt, attempt_count AS attemptCount, manual
  FROM delivery
  WHERE endpoint_id = ? AND state = 'waiting' AND due_at <= ?
  ORDER BY due_at, id
  LIMIT ?`;
const NEXT_DUE = `
  SELECT min(due_at) AS dueAt FROM delivery
  WHERE endpoint_id = ? AND state = 'waiting' AND due_at > ?`;
const READ_CONTENTS = `
  SELECT id, event_type AS eventType, payload, content_type AS contentType
  FROM message
  WHERE id IN (SELECT value FROM json_each(?))`;
const INSERT_ATTEMPTS = `
  INSERT INTO attempt (id, delivery_id, message_id, endpoint_id, url, succeeded, response_status_code, response,
    response_duration_ms, manual, created_at)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
    value ->> 8, value ->> 9, value ->> 10
  FROM json_each(?)`;
const MOVE_DELIVERIES = `
  UPDATE delivery
  SET state = result.value ->> 1,
      due_at = result.value ->> 2,
      finished_at = result.value ->> 3,
      attempt_count = attempt_count + 1
  FROM json_each(?) AS result
  WHERE delivery.id = result.value ->> 0 AND delivery.state = 'waiting'`;

export function createDeliveryStore(db: Database): DeliveryStore {
  return {
    listLanes: () => db.all(LIST_LANES),
    async listDue(endpointId, dueBy, limit) {
      const rows = await db.all<Omit<WaitingDelivery, 'manual'> & { manual: number }>(LIST_DUE, [
        endpointId,
        dueBy,
        limit,
      ]);
      return rows.map((row) => ({ ...row, manual: row.manual === 1 }));
    },
    async nextDueAfter(endpointId, dueBy) {
      return (await db.get<{ dueAt: number | null }>(NEXT_DUE, [endpointId, dueBy]))?.dueAt ?? null;
    },
    async countWaiting(endpointId) {
      const row = await db.get<{ count: number }>(
        `SELECT count(*) AS count FROM delivery WHERE endpoint_id = ? AND state = 'waiting'`,
        [endpointId],
      );
      return row?.count ?? 0;
    },
    countAllWaiting: () => db.all(COUNT_ALL_WAITING),
    readContents: (messageIds) => db.all(READ_CONTENTS, [JSON.stringify(messageIds)]),
    finish: db.batchWriter(finishAttempts),
    async failUnsendable(deliveryId, now) {
      await db.write((tx) =>
        tx.run(
          `UPDATE delivery SET state = 'failed', due_at = NULL, finished_at = ? WHERE id = ? AND state = 'waiting'`,
          [now, deliveryId],
        ),
      );
    },
  };
}

async function finishAttempts(tx: Transaction, results: readonly AttemptResult[]): Promise<undefined[]> {
  await tx.run(INSERT_ATTEMPTS, [
    JSON.stringify(
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
      ]),
    ),
  ]);
  await tx.run(MOVE_DELIVERIES, [
    JSON.stringify(
      results.map((r) => [
        r.deliveryId,
        r.next.state,
        r.next.state === 'waiting' ? r.next.dueAt : null,
        r.next.state === 'waiting' ? null : r.finishedAt,
      ]),
    ),
  ]);
  return results.map(() => undefined);
}
