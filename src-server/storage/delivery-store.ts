import type { Database } from './database';
import type { FailingClock } from './endpoint-record';
import { defineAccepted, insertMessages, type NewDelivery, type NewMessage } from './message-store';
import type { Transaction } from './transaction';

/** A waiting delivery, as the engine sees it. */
export interface WaitingDelivery {
  readonly id: number;
  readonly messageId: string;
  /** When it may leave, in milliseconds since 1970. */
  readonly dueAt: number;
  /** Attempts made so far. */
  readonly attemptCount: number;
  /** True when somebody requested this send. */
  readonly manual: boolean;
}

/** A waiting delivery's place among all that wait for its endpoint. */
export interface WaitingPlace {
  readonly id: number;
  readonly messageId: string;
  readonly dueAt: number;
}

/** What is needed to send a message. */
export interface MessageContent {
  readonly id: string;
  readonly eventType: string;
  /** The text to send, in UTF-8. Null: it was removed. */
  readonly payload: Buffer | null;
  /** Content type of the payload. Null: JSON. */
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
  /** Why its address was refused, for the admin only. Null: it was not. */
  readonly exactReason: string | null;
  readonly responseDurationMs: number;
  /** See AttemptHeaders. Null or absent: there were none. */
  readonly sentHeaders?: string | null;
  readonly receivedHeaders?: string | null;
  readonly manual: boolean;
  /** When it was sent, in milliseconds since 1970. */
  readonly createdAt: number;
  /** Delivered, permanently failed, or waiting again until `dueAt`. */
  readonly next:
    | { readonly state: 'delivered' | 'failed' }
    | { readonly state: 'waiting'; readonly dueAt: number };
  readonly finishedAt: number;
  /** The new state of the endpoint's failing; null: it is not failing. Absent: nothing new. */
  readonly failing?: FailingClock | null;
  /** A message that reports this attempt, to store with it. Null or absent: there is none. */
  readonly notice?: NewMessage | null;
}

export interface DeliveryStore {
  /**
   * For the start, where a clock set back meanwhile puts past times in the future: deliveries never attempted become
   * due by `now`, and so do those due later than any wait allows (`latest`). Those that their sender scheduled for
   * later stay.
   */
  pullForward(now: number, latest: number): Promise<void>;
  /** Living endpoints with something waiting, and when the first of it is due. */
  listQueues(): Promise<{ endpointId: string; nextDueAt: number }[]>;
  /** Deliveries waiting for an endpoint and due by `dueBy`, in sending order, which is that of the index. */
  listDue(endpointId: string, dueBy: number, limit: number): Promise<WaitingDelivery[]>;
  /** When the first waiting delivery after `dueBy` is due; null when there is none. */
  nextDueAfter(endpointId: string, dueBy: number): Promise<number | null>;
  countWaiting(endpointId: string): Promise<number>;
  /** How many wait, for each endpoint with any. Read from the index alone. */
  countAllWaiting(): Promise<{ endpointId: string; waiting: number }[]>;
  /** How many of those are due after `now`, by the second in which they are. Reads nothing of what is due. */
  countLater(now: number): Promise<{ endpointId: string; dueS: number; count: number }[]>;
  /** The contents of messages, for those that exist. */
  readContents(messageIds: readonly string[]): Promise<MessageContent[]>;
  /**
   * Records an attempt and advances its delivery, unless the delivery was canceled meanwhile. On disk when it resolves,
   * with the deliveries of its notice; concurrent calls share a commit. An attempt already recorded changes nothing.
   */
  finish(result: AttemptResult): Promise<readonly NewDelivery[]>;
  /** The sender's own identifier of a message. Null: it has none. */
  readEventId(messageId: string): Promise<string | null>;
  /** Deliveries waiting for an endpoint, due or not, in due order, after the given one (null: from the first). */
  listWaiting(endpointId: string, after: WaitingPlace | null, limit: number): Promise<WaitingPlace[]>;
  /** Cancels the waiting ones among these deliveries; returns how many. */
  cancel(deliveryIds: readonly number[], now: number): Promise<number>;
  /** Fails a message that can no longer be sent (its content was removed), without an attempt. */
  failUnsendable(deliveryId: number, now: number): Promise<void>;
}

const LIST_QUEUES = `
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
// Seeks future deliveries endpoint by endpoint in the index: nothing of a due backlog is read.
const AHEAD = `
  FROM endpoint CROSS JOIN delivery ON delivery.endpoint_id = endpoint.id
  WHERE endpoint.deleted_at IS NULL AND delivery.state = 'waiting' AND delivery.due_at > ?
    AND (delivery.attempt_count = 0 OR delivery.due_at > ?)
    AND NOT EXISTS (
      SELECT 1 FROM message WHERE message.id = delivery.message_id AND message.deliver_at = delivery.due_at)`;
const PULL_FORWARD = `
  UPDATE delivery SET due_at = ? WHERE id IN (SELECT delivery.id ${AHEAD})`;
const COUNT_ALL_WAITING = `
  SELECT endpoint_id AS endpointId, count(*) AS waiting FROM delivery WHERE state = 'waiting' GROUP BY endpoint_id`;
const COUNT_LATER = `
  SELECT endpoint_id AS endpointId, (due_at + 999) / 1000 AS dueS, count(*) AS count
  FROM endpoint CROSS JOIN delivery ON delivery.endpoint_id = endpoint.id
  WHERE endpoint.deleted_at IS NULL AND delivery.state = 'waiting' AND delivery.due_at > ?
  GROUP BY 1, 2`;
// One row with the whole page: an object per row costs the driver three times as much.
const LIST_DUE = `
  SELECT json_group_array(json_array(id, message_id, due_at, attempt_count, manual)) AS page
  FROM (
    SELECT id, message_id, due_at, attempt_count, manual
    FROM delivery
    WHERE endpoint_id = ? AND state = 'waiting' AND due_at <= ?
    ORDER BY due_at, id
    LIMIT ?
  )`;
const LIST_WAITING = `
  SELECT id, message_id AS messageId, due_at AS dueAt
  FROM delivery
  WHERE endpoint_id = ? AND state = 'waiting' AND (due_at, id) > (?, ?)
  ORDER BY due_at, id
  LIMIT ?`;
const CANCEL = `
  UPDATE delivery SET state = 'canceled', due_at = NULL, finished_at = ?
  WHERE id IN (SELECT value FROM json_each(?)) AND state = 'waiting'`;
const NEXT_DUE = `
  SELECT min(due_at) AS dueAt FROM delivery
  WHERE endpoint_id = ? AND state = 'waiting' AND due_at > ?`;
// As bytes: that is what is signed and sent, and each payload is freed alone rather than with its neighbors. Everything
// else in one text, because each extra column costs the driver more.
const READ_CONTENTS = `
  SELECT json_array(id, event_type, content_type) AS about, CAST(payload AS BLOB) AS payload
  FROM message
  WHERE id IN (SELECT value FROM json_each(?))`;
// One statement for a batch. `jsonb_each`, because a row as JSON text would be parsed again for each of its columns.
// Every attempt is counted once, even of a delivery canceled meanwhile; only a waiting delivery advances. The CASEs see
// the state before the update.
const DEFINE_FINISHED = `
  CREATE TEMP VIEW IF NOT EXISTS finished AS SELECT NULL AS moves, NULL AS attempts;
  CREATE TEMP TRIGGER IF NOT EXISTS finish INSTEAD OF INSERT ON finished BEGIN
    UPDATE delivery
    SET state = CASE state WHEN 'waiting' THEN result.value ->> 1 ELSE state END,
        due_at = CASE state WHEN 'waiting' THEN result.value ->> 2 END,
        finished_at = CASE state WHEN 'waiting' THEN result.value ->> 3 ELSE finished_at END,
        attempt_count = attempt_count + 1
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
const FINISH = 'INSERT INTO finished VALUES (?, ?)';
const MARK_FAILING = `
  UPDATE endpoint
  SET failing_since = mark.value ->> 1,
      failing_marked_at = mark.value ->> 2
  FROM json_each(?) AS mark
  WHERE endpoint.id = mark.value ->> 0`;

export function createDeliveryStore(db: Database): DeliveryStore {
  defineAccepted(db);
  db.define(DEFINE_FINISHED);
  return {
    async pullForward(now, latest) {
      const first = await db.get(`SELECT 1 ${AHEAD} LIMIT 1`, [now, latest]);
      if (first) await db.write((tx) => tx.run(PULL_FORWARD, [now, now, latest]));
    },
    listQueues: () => db.all(LIST_QUEUES),
    async listDue(endpointId, dueBy, limit) {
      const row = await db.get<{ page: string }>(LIST_DUE, [endpointId, dueBy, limit]);
      const rows: readonly [number, string, number, number, number][] = JSON.parse(row?.page ?? '[]');
      return rows.map(([id, messageId, dueAt, attemptCount, manual]) => ({
        id,
        messageId,
        dueAt,
        attemptCount,
        manual: manual === 1,
      }));
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
    countLater: (now) => db.all(COUNT_LATER, [now]),
    async readContents(messageIds) {
      const rows = await db.all<{ about: string; payload: Buffer | null }>(READ_CONTENTS, [
        JSON.stringify(messageIds),
      ]);
      return rows.map(({ about, payload }) => {
        const [id, eventType, contentType]: [string, string, string | null] = JSON.parse(about);
        return { id, eventType, payload, contentType };
      });
    },
    finish: db.batchWriter(finishAttempts, isOneStatement),
    async readEventId(messageId) {
      const row = await db.get<{ eventId: string | null }>(
        'SELECT event_id AS eventId FROM message WHERE id = ?',
        [messageId],
      );
      return row?.eventId ?? null;
    },
    listWaiting: (endpointId, after, limit) =>
      db.all<WaitingPlace>(LIST_WAITING, [endpointId, after?.dueAt ?? -1, after?.id ?? 0, limit]),
    async cancel(deliveryIds, now) {
      return (await db.write((tx) => tx.run(CANCEL, [now, JSON.stringify(deliveryIds)]))).changes;
    },
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

async function finishAttempts(
  tx: Transaction,
  results: readonly AttemptResult[],
): Promise<(readonly NewDelivery[])[]> {
  for (const part of withoutRepeats(results)) await tx.run(FINISH, [movesOf(part), attemptsOf(part)]);
  await markFailing(tx, results);
  return insertNotices(tx, results);
}

/** The common case: nothing besides the attempts, and no delivery twice. */
function isOneStatement(results: readonly AttemptResult[]): boolean {
  return (
    results.every(({ failing, notice }) => failing === undefined && !notice) &&
    new Set(results.map(({ deliveryId }) => deliveryId)).size === results.length
  );
}

/**
 * In their order, in as few parts as possible without repeating a delivery: an UPDATE uses at most one source row per
 * target.
 */
function withoutRepeats(results: readonly AttemptResult[]): AttemptResult[][] {
  const parts: AttemptResult[][] = [];
  const seen = new Map<number, number>();
  for (const result of results) {
    const at = seen.get(result.deliveryId) ?? 0;
    seen.set(result.deliveryId, at + 1);
    const part = parts[at];
    if (part) part.push(result);
    else parts.push([result]);
  }
  return parts;
}

function movesOf(results: readonly AttemptResult[]): string {
  return JSON.stringify(
    results.map((r) => [
      r.deliveryId,
      r.next.state,
      r.next.state === 'waiting' ? r.next.dueAt : null,
      r.next.state === 'waiting' ? null : r.finishedAt,
      r.attemptId,
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

/** Rare: at the first failure, at later ones now and then, and at the first success afterwards. */
async function markFailing(tx: Transaction, results: readonly AttemptResult[]): Promise<void> {
  // The last word about an endpoint counts: an UPDATE that finds two takes either of them.
  const marks = new Map<string, FailingClock | null>();
  for (const { endpointId, failing } of results) if (failing !== undefined) marks.set(endpointId, failing);
  if (marks.size === 0) return;
  const rows = Array.from(marks, ([id, clock]) => [id, clock?.since ?? null, clock?.markedAt ?? null]);
  await tx.run(MARK_FAILING, [JSON.stringify(rows)]);
}

async function insertNotices(
  tx: Transaction,
  results: readonly AttemptResult[],
): Promise<(readonly NewDelivery[])[]> {
  const given = results.flatMap(({ notice }) => notice ?? []);
  const notices = given.length === 0 ? given : await unstored(tx, given);
  const stored = notices.length === 0 ? [] : await insertMessages(tx, notices);
  const created = new Map(notices.map((notice, i) => [notice, stored[i]]));
  return results.map(({ notice }) => {
    const result = notice && created.get(notice);
    return result?.kind === 'stored' ? result.deliveries : [];
  });
}

/** Without the notices of attempts recorded before. */
async function unstored(tx: Transaction, notices: readonly NewMessage[]): Promise<readonly NewMessage[]> {
  const known = await tx.all<{ id: string }>(
    'SELECT id FROM message WHERE id IN (SELECT value FROM json_each(?))',
    [JSON.stringify(notices.map(({ id }) => id))],
  );
  return notices.filter((notice) => !known.some(({ id }) => id === notice.id));
}
