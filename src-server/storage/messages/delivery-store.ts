import type { AttemptResult, FailingClock } from '../attempt-result';
import type { Database } from '../database';
import type { NewDelivery, NewMessage } from '../new-message';
import { oncePerDialect } from '../once-per-dialect';
import type { TraceContext } from '../trace-context';
import type { Transaction } from '../transaction';
import { defineHot, insertMessages } from './message-store';

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
  /** Null or absent: every attempt was one of the schedule, and so is the next. */
  readonly extra?: ExtraAttempts | null | undefined;
}

/** Attempts of a delivery outside of its schedule. */
export interface ExtraAttempts {
  /** Made so far; among all attempts. */
  readonly made: number;
  /** The next one is such an attempt, unless this time comes first: when the schedule goes on (ms since 1970). Null: it is not. */
  readonly scheduledAt: number | null;
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
  /** The trace that it is a part of. Null: none. */
  readonly trace: TraceContext | null;
}

/** An endpoint whose attempts fail. */
export interface FailingEndpoint extends FailingClock {
  readonly endpointId: string;
}

/** What waits for an endpoint, as of one moment. */
export interface DuePage {
  readonly rows: readonly WaitingDelivery[];
  /** When the first one is due that is not due yet. Null: there is none. */
  readonly nextDueAt: number | null;
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
  /**
   * Deliveries waiting for an endpoint and due by `dueBy`, in sending order, which is that of the index.
   * @param attemptedFirst before those, all that were attempted, due or not: those of the oldest messages first
   */
  listDue(endpointId: string, dueBy: number, limit: number, attemptedFirst?: boolean): Promise<DuePage>;
  countWaiting(endpointId: string): Promise<number>;
  /** How many wait, for each living endpoint with any. Read from the index alone, and a row of each endpoint. */
  countAllWaiting(): Promise<{ endpointId: string; waiting: number }[]>;
  /** How many of those are due after `now`, by the second in which they are. Reads nothing of what is due. */
  countLater(now: number): Promise<{ endpointId: string; dueS: number; count: number }[]>;
  /** Waiting deliveries that were attempted before, due or not, by endpoint. */
  countRetries(): Promise<{ endpointId: string; count: number }[]>;
  /** When the newest attempt at each living endpoint began. Endpoints without one are absent. */
  listLastAttempts(): Promise<{ endpointId: string; at: number }[]>;
  /** Living endpoints whose attempts fail. */
  listFailing(): Promise<FailingEndpoint[]>;
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
  /**
   * Fails a waiting delivery without another attempt, because its content was removed, or somebody skips it.
   * @returns how many it was
   */
  fail(deliveryId: number, now: number, isSkipped: boolean): Promise<number>;
}

/** Id, event type, content type, traceparent and tracestate. */
type About = readonly [string, string, string | null, string | null, string | null];

/** What is written for an attempt and its delivery, with their places in the indexes. */
const ROWS_PER_ATTEMPT = 2;
/** Due times that one write changes: it is over in some tens of milliseconds. */
const PULLED_AT_ONCE = 2000;

const LIST_QUEUES = `
  SELECT "endpointId", "nextDueAt"
  FROM (
    SELECT endpoint.id AS "endpointId", (
      SELECT due_at FROM delivery
      WHERE endpoint_id = endpoint.id AND state = 'waiting'
      ORDER BY due_at LIMIT 1
    ) AS "nextDueAt"
    FROM endpoint
    WHERE deleted_at IS NULL
  ) AS queue
  WHERE "nextDueAt" IS NOT NULL`;
const LIST_FAILING = `
  SELECT id AS "endpointId", failing_since AS since, failing_marked_at AS "markedAt" FROM endpoint
  WHERE failing_since IS NOT NULL AND failing_marked_at IS NOT NULL AND deleted_at IS NULL`;
const LIST_LAST_ATTEMPTS = `
  SELECT "endpointId", at
  FROM (
    SELECT id AS "endpointId",
      (SELECT created_at FROM attempt WHERE endpoint_id = endpoint.id ORDER BY id DESC LIMIT 1) AS at
    FROM endpoint WHERE deleted_at IS NULL
  ) AS last
  WHERE at IS NOT NULL`;
// What waits for a deleted endpoint is canceled later, and nobody would take it from a count.
const COUNT_ALL_WAITING = `
  SELECT queue."endpointId", queue.waiting
  FROM (
    SELECT endpoint_id AS "endpointId", count(*) AS waiting FROM delivery WHERE state = 'waiting' GROUP BY endpoint_id
  ) AS queue
  WHERE EXISTS (SELECT 1 FROM endpoint WHERE endpoint.id = queue."endpointId" AND endpoint.deleted_at IS NULL)`;
/** Of a waiting delivery, in one row with the others: an object per row costs the driver three times as much. */
type PackedWaiting = readonly [
  id: number,
  messageId: string,
  dueAt: number,
  attemptCount: number,
  manual: number,
  made: number,
  scheduledAt: number | null,
];
const LIST_WAITING = `
  SELECT id, message_id AS "messageId", due_at AS "dueAt"
  FROM delivery
  WHERE endpoint_id = ? AND state = 'waiting' AND (due_at, id) > (?, ?)
  ORDER BY due_at, id
  LIMIT ?`;
const FAIL = `
  UPDATE delivery SET state = 'failed', due_at = NULL, finished_at = ?, skipped = ? WHERE id = ? AND state = 'waiting'`;
const statementsOf = oncePerDialect((dialect) => {
  const page = dialect.jsonList(
    dialect.jsonArray('id', 'message_id', 'due_at', 'attempt_count', 'manual', 'extra_count', 'scheduled_at'),
  );
  // Seeks future deliveries endpoint by endpoint in the index: nothing of a due backlog is read.
  const ahead = `
  FROM endpoint ${dialect.joinNext} delivery ON delivery.endpoint_id = endpoint.id
  WHERE endpoint.deleted_at IS NULL AND delivery.state = 'waiting' AND delivery.due_at > ?`;
  const tooFarAhead = `${ahead}
    AND (delivery.attempt_count = 0 OR delivery.due_at > ?)
    AND NOT EXISTS (
      SELECT 1 FROM message WHERE message.id = delivery.message_id AND message.deliver_at = delivery.due_at)`;
  return {
    findTooFarAhead: `SELECT 1 ${tooFarAhead} LIMIT 1`,
    // The state again, because another process may end one of them meanwhile.
    pullForward: `UPDATE delivery SET due_at = ?
  WHERE id IN (SELECT delivery.id ${tooFarAhead} LIMIT ${PULLED_AT_ONCE}) AND state = 'waiting'`,
    countLater: `
  SELECT endpoint_id AS "endpointId", (due_at + 999) / 1000 AS "dueS", count(*) AS count ${ahead}
  GROUP BY 1, 2`,
    // Another index leads through everything that waits, also for its first attempt.
    countRetries: `
  SELECT endpoint_id AS "endpointId", count(*) AS count FROM delivery ${dialect.indexedBy('delivery_retry')}
  WHERE state = 'waiting' AND attempt_count > 0 GROUP BY endpoint_id`,
    listAttempted: `
  SELECT ${page} AS page
  FROM (
    SELECT id, message_id, due_at, attempt_count, manual, extra_count, scheduled_at
    FROM delivery ${dialect.indexedBy('delivery_retry')}
    WHERE endpoint_id = ? AND state = 'waiting' AND attempt_count > 0
    ORDER BY message_id, id
    LIMIT ?
  ) AS attempted`,
    // With the time of the next one, since what is stored between two statements would be due already, and bring about the
    // next read.
    listDue: `
  SELECT ${page} AS page, (
    SELECT min(due_at) FROM delivery WHERE endpoint_id = ?1 AND state = 'waiting' AND due_at > ?2
  ) AS "nextDueAt"
  FROM (
    SELECT id, message_id, due_at, attempt_count, manual, extra_count, scheduled_at
    FROM delivery
    WHERE endpoint_id = ?1 AND state = 'waiting' AND due_at <= ?2
    ORDER BY due_at, id
    LIMIT ?3
  ) AS due`,
    cancel: `
  UPDATE delivery SET state = 'canceled', due_at = NULL, finished_at = ?
  WHERE ${dialect.isAmongIntegers('id', '?')} AND state = 'waiting'`,
    // As bytes: that is what is signed and sent, and each payload is freed alone rather than with its neighbors.
    // Everything else in one text, because each extra column costs the driver more.
    readContents: `
  SELECT ${dialect.jsonText(dialect.jsonArray('id', 'event_type', 'content_type', 'traceparent', 'tracestate'))} AS about,
    ${dialect.bytes('payload')} AS payload
  FROM message
  WHERE ${dialect.isAmongTexts('id', '?')}`,
    markFailing: `
  UPDATE endpoint SET failing_since = mark.since, failing_marked_at = mark.marked_at
  FROM ${dialect.rows('?', { id: 'text', since: 'integer', marked_at: 'integer' }, 'mark')}
  WHERE endpoint.id = mark.id`,
    findStored: `SELECT id FROM message WHERE ${dialect.isAmongTexts('id', '?')}`,
  };
});

export function createDeliveryStore(db: Database): DeliveryStore {
  const sql = statementsOf(db.dialect);
  defineHot(db);
  const unpack = (page: string): WaitingDelivery[] =>
    JSON.parse(page).map(
      ([id, messageId, dueAt, attemptCount, manual, made, scheduledAt]: PackedWaiting) => ({
        id,
        messageId,
        dueAt,
        attemptCount,
        manual: manual === 1,
        extra: made === 0 && scheduledAt === null ? null : { made, scheduledAt },
      }),
    );
  async function listAttempted(endpointId: string, limit: number): Promise<readonly WaitingDelivery[]> {
    const row = await db.get<{ page: string }>(sql.listAttempted, [endpointId, limit]);
    return unpack(row?.page ?? '[]');
  }
  return {
    async pullForward(now, latest) {
      if (!(await db.get(sql.findTooFarAhead, [now, latest]))) return;
      const pull = () => db.write((tx) => tx.run(sql.pullForward, [now, now, latest]));
      while ((await pull()).changes === PULLED_AT_ONCE);
    },
    listQueues: () => db.all(LIST_QUEUES),
    async listDue(endpointId, dueBy, limit, attemptedFirst = false) {
      const first = attemptedFirst ? await listAttempted(endpointId, limit) : [];
      if (first.length === limit) return { rows: first, nextDueAt: null };
      const row = await db.get<{ page: string; nextDueAt: number | null }>(sql.listDue, [
        endpointId,
        dueBy,
        limit,
      ]);
      const due = unpack(row?.page ?? '[]');
      const known = new Set(first.map(({ id }) => id));
      const rows = attemptedFirst ? [...first, ...due.filter(({ id }) => !known.has(id))] : due;
      return { rows: rows.slice(0, limit), nextDueAt: row?.nextDueAt ?? null };
    },
    async countWaiting(endpointId) {
      const row = await db.lists.get<{ count: number }>(
        `SELECT count(*) AS count FROM delivery WHERE endpoint_id = ? AND state = 'waiting'`,
        [endpointId],
      );
      return row?.count ?? 0;
    },
    countAllWaiting: () => db.all(COUNT_ALL_WAITING),
    countLater: (now) => db.all(sql.countLater, [now]),
    countRetries: () => db.all(sql.countRetries),
    listLastAttempts: () => db.all(LIST_LAST_ATTEMPTS),
    listFailing: () => db.all(LIST_FAILING),
    async readContents(messageIds) {
      const rows = await db.all<{ about: string; payload: Buffer | null }>(sql.readContents, [
        JSON.stringify(messageIds),
      ]);
      return rows.map(({ about, payload }) => {
        const [id, eventType, contentType, traceparent, tracestate]: About = JSON.parse(about);
        const trace = traceparent === null ? null : { traceparent, tracestate };
        return { id, eventType, payload, contentType, trace };
      });
    },
    finish: createFinisher(db),
    async readEventId(messageId) {
      const row = await db.get<{ eventId: string | null }>(
        'SELECT event_id AS "eventId" FROM message WHERE id = ?',
        [messageId],
      );
      return row?.eventId ?? null;
    },
    listWaiting: (endpointId, after, limit) =>
      db.all<WaitingPlace>(LIST_WAITING, [endpointId, after?.dueAt ?? -1, after?.id ?? 0, limit]),
    async cancel(deliveryIds, now) {
      return (await db.write((tx) => tx.run(sql.cancel, [now, JSON.stringify(deliveryIds)]))).changes;
    },
    async fail(deliveryId, now, isSkipped) {
      const params = [now, isSkipped ? 1 : null, deliveryId];
      return (await db.write((tx) => tx.run(FAIL, params))).changes;
    },
  };
}

/**
 * What an attempt says about its endpoint, and a notice of it, are written in order with all else that changes those. The
 * attempts alone are in nobody's way: each is the only one of its delivery.
 */
function createFinisher(db: Database): DeliveryStore['finish'] {
  const rowsOf = () => ROWS_PER_ATTEMPT;
  const finishInOrder = db.batchWriter(finishAttempts, undefined, { rowsOf });
  const finishBeside = db.batchWriter(finishAttempts, isWithoutRepeats, { rowsOf, isBeside: true });
  return (result) => (result.failing !== undefined || result.notice ? finishInOrder : finishBeside)(result);
}

async function finishAttempts(
  tx: Transaction,
  results: readonly AttemptResult[],
): Promise<(readonly NewDelivery[])[]> {
  const { sql, params } = tx.dialect.hot.finish;
  for (const part of withoutRepeats(results)) await tx.run(sql, params(part));
  const valid = await withoutOutdated(tx, results);
  await markFailing(tx, valid);
  return insertNotices(tx, valid);
}

/** A failure that decides nothing, because another process sends to the endpoint by now, says nothing about it either. */
async function withoutOutdated(
  tx: Transaction,
  results: readonly AttemptResult[],
): Promise<readonly AttemptResult[]> {
  const { currentFences } = tx.dialect.hot;
  const isFenced = ({ fence, next }: AttemptResult) => fence != null && next.state !== 'delivered';
  if (currentFences === null || !results.some(isFenced)) return results;
  const rows = await tx.all<{ fence: number }>(currentFences);
  const current = new Set<unknown>(rows.map(({ fence }) => fence));
  return results.map((result) => {
    if (!isFenced(result) || current.has(result.fence)) return result;
    const { failing: _, ...rest } = result;
    return { ...rest, notice: null };
  });
}

/** The common case. Without anything else to store, it is one statement. */
function isWithoutRepeats(results: readonly AttemptResult[]): boolean {
  return new Set(results.map(({ deliveryId }) => deliveryId)).size === results.length;
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

/** Rare: at the first failure, at later ones now and then, and at the first success afterwards. */
async function markFailing(tx: Transaction, results: readonly AttemptResult[]): Promise<void> {
  // The last word about an endpoint counts: an UPDATE that finds two takes either of them.
  const marks = new Map<string, FailingClock | null>();
  for (const { endpointId, failing } of results) if (failing !== undefined) marks.set(endpointId, failing);
  if (marks.size === 0) return;
  const rows = Array.from(marks, ([id, clock]) => [id, clock?.since ?? null, clock?.markedAt ?? null]);
  await tx.run(statementsOf(tx.dialect).markFailing, [JSON.stringify(rows)]);
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
  const known = await tx.all<{ id: string }>(statementsOf(tx.dialect).findStored, [
    JSON.stringify(notices.map(({ id }) => id)),
  ]);
  return notices.filter((notice) => !known.some(({ id }) => id === notice.id));
}
