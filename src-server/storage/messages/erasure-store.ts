import { ID_LENGTH } from '../../contract/time-of-id';
import type { Database } from '../database';
import type { Dialect } from '../dialect';
import { oncePerDialect } from '../once-per-dialect';
import { OPERATIONAL_APP_ID } from '../operational-application';
import { Conditions } from '../timeline';
import type { Reads, Transaction } from '../transaction';
import { findTextPlaces, nextPast, type PastPage, type TextPlace } from './text-places';

/** Which messages are erased: those that fulfil every condition. Null: it is none. */
export interface ErasureScope {
  /** Of one of these applications. */
  readonly appIds: readonly string[] | null;
  /** With one of these tags. */
  readonly tags: readonly string[] | null;
  readonly eventIdPrefix: string | null;
  /** With one of these texts anywhere in what is erased: the spellings of one text. */
  readonly texts: readonly string[] | null;
  /** Accepted before this time, in milliseconds since 1970. */
  readonly before: number | null;
  /** Up to this id: what is accepted later stays. */
  readonly lastId: string;
}

/** What was found in a bounded part of a table. */
export interface ErasurePage {
  /** The keys of the rows to erase, in their order. */
  readonly found: readonly string[];
  /** Up to here, everything was looked at. Null: to the end. */
  readonly upTo: string | null;
}

/** A delivery that waits. */
interface Waiting {
  readonly id: number;
  readonly endpointId: string;
}

/** How much there is of some messages. */
interface ErasureCounts {
  readonly attempts: number;
  /** Deliveries that wait. */
  readonly waiting: number;
}

/** Finds what stands in an erasure's scope. Every statement takes some ten milliseconds at most. */
interface ErasureFinder {
  /** Messages of customers after an id, at most `ERASED_AT_ONCE`. */
  nextMessages(scope: ErasureScope, after: string): Promise<ErasurePage>;
  /** Where else the text of the scope stands, if it has one; not what only repeats messages, unless this is a backup. */
  elsewhere(scope: ErasureScope): Promise<readonly TextPlace[]>;
}

export interface ErasureStore extends ErasureFinder {
  /** The applications with this id or uid, deleted ones included. */
  findApplications(idOrUid: string): Promise<readonly string[]>;
  /**
   * Operational webhooks after an id, up to another, that are about a message of the scope, or have one of these texts
   * and are about no message that came later.
   */
  nextNotices(
    scope: ErasureScope,
    texts: readonly string[],
    ids: { readonly after: string; readonly last: string },
  ): Promise<ErasurePage>;
  /** The keys of responses kept for a repeat that show a message of the scope, or have one of these texts, after a key. */
  nextResponses(scope: ErasureScope, texts: readonly string[], after: string): Promise<ErasurePage>;
  /**
   * The next part of what nobody can change any more and that has the text. A place is '' at first, and then `upTo`.
   * @param auditOnly only of the audit
   */
  nextPast(texts: readonly string[], place: string, auditOnly: boolean): Promise<PastPage>;
  /** Whether a task that runs has one of these texts in its arguments. @param appIds only of these; null: any task */
  isAskedFor(texts: readonly string[], appIds: ErasureScope['appIds']): Promise<boolean>;
  count(messageIds: readonly string[]): Promise<ErasureCounts>;
  /** Up to `limit` deliveries of these messages that wait. */
  listWaiting(messageIds: readonly string[], limit: number): Promise<readonly Waiting[]>;
  /**
   * Whether a delivery of these messages was canceled with its endpoint, which was deleted after this time (ms since
   * 1970): an attempt that was under way then may still be recorded.
   */
  isDeletedSince(messageIds: readonly string[], since: number): Promise<boolean>;
  /**
   * Overwrites the content of these messages and of their attempts, and deletes the reports that name parts of it; ids,
   * times and outcomes stay.
   * @param since deliveries that were canceled from this time on (ms since 1970) count as those that waited
   */
  erase(
    tx: Transaction,
    messageIds: readonly string[],
    how: { readonly texts: readonly string[] | null; readonly since: number },
  ): Promise<ErasureCounts>;
  /** Overwrites kept responses: a repeat of their requests is refused. */
  eraseResponses(tx: Transaction, keys: readonly string[]): Promise<void>;
  /** Deletes up to `limit` ended tasks, likewise, with one of these texts in their arguments or result; returns how many. */
  deleteTasks(
    tx: Transaction,
    of: { readonly texts: readonly string[]; readonly appIds: ErasureScope['appIds'] },
    limit: number,
  ): Promise<number>;
  /** Replaces the arguments of a task. */
  setArguments(tx: Transaction, taskId: string, args: Readonly<Record<string, unknown>>): Promise<void>;
}

/** The most messages that one write erases, and the attempts that are enough for one. */
const ERASED_AT_ONCE = 200;
const ATTEMPTS_AT_ONCE = 2000;
/** The rows that one statement looks at, and their bytes. */
const SLICE_ROWS = 1000;
const SLICE_BYTES = 4 * 1024 * 1024;
/** Those that are read by this thread. */
const READ_BYTES = 512 * 1024;

/** How the response about a message begins. */
const MESSAGE_RESPONSE = '{"id":"msg_';
/** The message that a response is about. NULL: it is about none. */
const RESPONSE_MESSAGE = `CASE WHEN substr(response.body, 1, ${MESSAGE_RESPONSE.length}) = '${MESSAGE_RESPONSE}'
  THEN substr(response.body, ${MESSAGE_RESPONSE.indexOf('msg_') + 1}, ${'msg_'.length + ID_LENGTH}) END`;
const ERASED_RESPONSE = {
  status: 409,
  body: JSON.stringify({ code: 'conflict', detail: 'The response to this idempotency key was erased.' }),
};

const SLICES = {
  message: slice('message', 'id', 'payload'),
  notice: slice('message', 'id', 'payload', `AND app_id = '${OPERATIONAL_APP_ID}'`),
  response: slice('idempotent_answer', 'key_hash', 'body'),
};

function slice(table: string, key: string, large: string, and = ''): string {
  return `SELECT ${key} AS key, coalesce(octet_length(${large}), 0) AS bytes FROM ${table}
  WHERE ${key} > ? ${and} ORDER BY ${key} LIMIT ${SLICE_ROWS}`;
}

/** Conditions on a message. */
const conditionsOf = oncePerDialect((dialect) => {
  const hasText = (...columns: readonly string[]) =>
    columns
      .map((column) => `${dialect.position(`coalesce(${column}, '')`, 'spelling.value')} > 0`)
      .join(' OR ');
  const ofSpellings = (condition: string) =>
    `EXISTS (SELECT 1 FROM ${dialect.elements('?', 'spelling')} WHERE ${condition})`;
  return {
    isAmong: dialect.isAmongTexts('message.id', '?'),
    taskOfApplications: dialect.isAmongTexts('background_task.app_id', '?'),
    ofApplications: dialect.isAmongTexts('message.app_id', '?'),
    withTags: `EXISTS (SELECT 1 FROM ${dialect.elements('message.tags', 'tag')}
      WHERE ${dialect.isAmongTexts('tag.value', '?')})`,
    withEventId: `${dialect.position('message.event_id', '?')} = 1`,
    withText: ofSpellings(`${dialect.holds('message.payload', 'spelling.value')}
      OR ${hasText('message.event_id', 'message.tags', 'message.channels', 'message.traceparent', 'message.tracestate')}
      OR EXISTS (SELECT 1 FROM attempt WHERE attempt.message_id = message.id
        AND (${dialect.holds('attempt.response', 'spelling.value')}
          OR ${hasText('attempt.sent_headers', 'attempt.received_headers', 'attempt.exact_reason')}))`),
    responseWithText: ofSpellings(hasText('response.body')),
    taskWithText: ofSpellings(
      hasText('background_task.arguments', 'background_task.cursor', 'background_task.error'),
    ),
    reasonWithText: ofSpellings(dialect.holds('attempt.response', 'spelling.value')),
    exactReasonWithText: ofSpellings(hasText('attempt.exact_reason')),
  };
});
/** Something of it is left. What a request failed with instead of a response is ours, and tells why. */
const IS_LEFT = `(message.payload IS NOT NULL OR message.event_id IS NOT NULL OR message.tags IS NOT NULL
  OR message.channels IS NOT NULL OR message.traceparent IS NOT NULL
  OR EXISTS (SELECT 1 FROM attempt WHERE attempt.message_id = message.id
    AND (attempt.sent_headers IS NOT NULL OR attempt.received_headers IS NOT NULL
      OR (attempt.response_status_code <> 0 AND octet_length(attempt.response) > 0))))`;

const statementsOf = oncePerDialect((dialect) => {
  const among = (column: string) => dialect.isAmongTexts(column, '?');
  const { reasonWithText, exactReasonWithText } = conditionsOf(dialect);
  return {
    attemptsOf: `SELECT message_id AS "messageId", count(*) AS count FROM attempt WHERE ${among('message_id')}
      GROUP BY message_id`,
    countWaiting: `SELECT count(*) AS count FROM delivery WHERE ${among('message_id')} AND state = 'waiting'`,
    listWaiting: `SELECT id, endpoint_id AS "endpointId" FROM delivery
      WHERE ${among('message_id')} AND state = 'waiting' ORDER BY endpoint_id, id LIMIT ?`,
    findDeleted: `SELECT delivery.id FROM delivery JOIN endpoint ON endpoint.id = delivery.endpoint_id
      WHERE ${among('delivery.message_id')} AND delivery.state = 'canceled' AND endpoint.deleted_at > ? LIMIT 1`,
    countCanceled: `SELECT count(*) AS count FROM delivery
      WHERE ${among('message_id')} AND state = 'canceled' AND finished_at >= ?`,
    eraseMessages: `UPDATE message SET payload = NULL, payload_expires_at = NULL, content_type = NULL,
      event_id = NULL, channels = NULL, tags = NULL, traceparent = NULL, tracestate = NULL WHERE ${among('id')}`,
    eraseAttempts: `UPDATE attempt SET sent_headers = NULL, received_headers = NULL,
      response = CASE WHEN response_status_code <> 0 OR ${reasonWithText} THEN '' ELSE response END,
      exact_reason = CASE WHEN ${exactReasonWithText} THEN NULL ELSE exact_reason END
      WHERE ${among('message_id')}`,
    eraseResponses: `UPDATE idempotent_answer SET status = ?, body = ? WHERE ${among('key_hash')}`,
    deleteReports: `DELETE FROM schema_report WHERE event_type IN (
      SELECT event_type FROM message WHERE ${among('id')})`,
  };
});

/** @param texts null: the scope names none */
const spellings = (texts: readonly string[] | null) => JSON.stringify(texts ?? []);

function messagesOf(dialect: Dialect, scope: ErasureScope): Conditions {
  const sql = conditionsOf(dialect);
  const list = (values: readonly string[] | null) => (values ? JSON.stringify(values) : undefined);
  const conditions = new Conditions()
    .add(`message.app_id <> '${OPERATIONAL_APP_ID}'`)
    .add(sql.ofApplications, list(scope.appIds))
    .add('message.created_at < ?', scope.before ?? undefined)
    .add(sql.withTags, list(scope.tags))
    .add(sql.withEventId, scope.eventIdPrefix ?? undefined);
  return scope.texts ? conditions.add(sql.withText, spellings(scope.texts)) : conditions.add(IS_LEFT);
}

/** @param appIds tasks of one of these applications; null: any task */
function tasksOf(
  dialect: Dialect,
  { texts, appIds }: { readonly texts: readonly string[]; readonly appIds: ErasureScope['appIds'] },
): Conditions {
  const sql = conditionsOf(dialect);
  return new Conditions()
    .add(sql.taskWithText, spellings(texts))
    .add(sql.taskOfApplications, appIds ? JSON.stringify(appIds) : undefined);
}

/** Finds messages in any database with the tables of this one: also in a backup. */
export function createErasureFinder(db: Reads, dialect: Dialect, inBackup: boolean): ErasureFinder {
  return {
    elsewhere: async ({ texts }) => (texts ? findTextPlaces(db, dialect, texts, inBackup) : []),
    async nextMessages(scope, after) {
      const end = await endOfSlice(db, SLICES.message, { after, last: scope.lastId });
      const of = messagesOf(dialect, scope)
        .add('message.id > ?', after)
        .add('message.id <= ?', end ?? scope.lastId);
      const rows = await db.all<{ id: string }>(
        `SELECT message.id FROM message WHERE ${of} ORDER BY message.id LIMIT ${ERASED_AT_ONCE}`,
        of.params,
      );
      const found = rows.map(({ id }) => id);
      return { found, upTo: found.length === ERASED_AT_ONCE ? (found.at(-1) ?? null) : end };
    },
  };
}

export function createErasureStore(db: Database): ErasureStore {
  const { lists, dialect } = db;
  const sql = statementsOf(dialect);
  const conditions = conditionsOf(dialect);
  const finder = createErasureFinder(lists, dialect, false);

  async function attemptsOf(messageIds: readonly string[]) {
    const rows = await lists.all<{ messageId: string; count: number }>(sql.attemptsOf, [
      JSON.stringify(messageIds),
    ]);
    return new Map(rows.map(({ messageId, count }) => [messageId, count]));
  }

  return {
    async findApplications(idOrUid) {
      const rows = await db.all<{ id: string }>(
        `SELECT id FROM application WHERE (id = ? OR uid = ?) AND id <> '${OPERATIONAL_APP_ID}' ORDER BY id`,
        [idOrUid, idOrUid],
      );
      return rows.map(({ id }) => id);
    },
    elsewhere: finder.elsewhere,
    nextPast: (texts, place, auditOnly) => nextPast(lists, dialect, texts, { place, auditOnly }),
    async isAskedFor(texts, appIds) {
      const of = tasksOf(dialect, { texts, appIds }).add("status = 'running'");
      return (await db.get(`SELECT id FROM background_task WHERE ${of} LIMIT 1`, of.params)) !== undefined;
    },
    async nextMessages(scope, after) {
      const page = await finder.nextMessages(scope, after);
      const attempts = await attemptsOf(page.found);
      let sum = 0;
      const beyond = page.found.findIndex((id, n) => {
        sum += attempts.get(id) ?? 0;
        return n > 0 && sum > ATTEMPTS_AT_ONCE;
      });
      if (beyond < 0) return page;
      const found = page.found.slice(0, beyond);
      return { found, upTo: found.at(-1) ?? null };
    },
    async nextNotices(scope, texts, { after, last }) {
      const end = await endOfSlice(lists, SLICES.notice, { after, last, most: READ_BYTES });
      const of = new Conditions()
        .add(`message.app_id = '${OPERATIONAL_APP_ID}' AND message.payload IS NOT NULL`)
        .add('message.id > ?', after)
        .add('message.id <= ?', end ?? last);
      const rows = await lists.all<{ id: string; payload: Uint8Array }>(
        `SELECT message.id, ${dialect.bytes('message.payload')} AS payload FROM message
         WHERE ${of} ORDER BY message.id LIMIT ${ERASED_AT_ONCE}`,
        of.params,
      );
      const about = new Map(rows.map(({ id, payload }) => [id, messageOf(payload)]));
      const erased = messagesOf(dialect, scope).add(
        conditions.isAmong,
        JSON.stringify([...about.values()].filter((id) => id !== null && id <= scope.lastId)),
      );
      const matching = await lists.all<{ id: string }>(
        `SELECT message.id FROM message WHERE ${erased}`,
        erased.params,
      );
      const ids = new Set(matching.map(({ id }) => id));
      const found = rows
        .filter(({ id, payload }) => {
          const messageId = about.get(id) ?? '';
          return ids.has(messageId) || (messageId <= scope.lastId && hasOneOf(payload, texts));
        })
        .map(({ id }) => id);
      return { found, upTo: rows.length === ERASED_AT_ONCE ? (rows.at(-1)?.id ?? null) : end };
    },
    async nextResponses(scope, texts, after) {
      const end = await endOfSlice(lists, SLICES.response, { after, last: null });
      const of = messagesOf(dialect, scope).add('message.id <= ?', scope.lastId);
      const among = new Conditions()
        .add('response.key_hash > ?', after)
        .add('response.key_hash <= ?', end ?? undefined)
        .add('response.body <> ?', ERASED_RESPONSE.body)
        .add(`(message.id IS NOT NULL OR ${conditions.responseWithText})`, spellings(texts));
      const rows = await lists.all<{ key: string }>(
        `SELECT response.key_hash AS key FROM idempotent_answer AS response
         LEFT JOIN message ON message.id = ${RESPONSE_MESSAGE} AND ${of}
         WHERE ${among} ORDER BY response.key_hash`,
        [...of.params, ...among.params],
      );
      return { found: rows.map(({ key }) => key), upTo: end };
    },
    async count(messageIds) {
      const ids = JSON.stringify(messageIds);
      const attempts = await attemptsOf(messageIds);
      const waiting = await lists.get<{ count: number }>(sql.countWaiting, [ids]);
      return { attempts: [...attempts.values()].reduce((a, b) => a + b, 0), waiting: waiting?.count ?? 0 };
    },
    listWaiting: (messageIds, limit) => db.all<Waiting>(sql.listWaiting, [JSON.stringify(messageIds), limit]),
    async isDeletedSince(messageIds, since) {
      return (await lists.get(sql.findDeleted, [JSON.stringify(messageIds), since])) !== undefined;
    },
    async erase(tx, messageIds, { texts, since }) {
      const ids = JSON.stringify(messageIds);
      await tx.run(sql.eraseMessages, [ids]);
      await tx.run(sql.deleteReports, [ids]);
      const attempts = await tx.run(sql.eraseAttempts, [spellings(texts), spellings(texts), ids]);
      const ended = await tx.get<{ count: number }>(sql.countCanceled, [ids, since]);
      return { attempts: attempts.changes, waiting: ended?.count ?? 0 };
    },
    async eraseResponses(tx, keys) {
      const { status, body } = ERASED_RESPONSE;
      await tx.run(sql.eraseResponses, [status, body, JSON.stringify(keys)]);
    },
    async deleteTasks(tx, of, limit) {
      const ended = tasksOf(dialect, of).add("status <> 'running'");
      const deleted = await tx.run(
        `DELETE FROM background_task WHERE id IN (
          SELECT id FROM background_task WHERE ${ended} ORDER BY id LIMIT ?)`,
        [...ended.params, limit],
      );
      return deleted.changes;
    },
    async setArguments(tx, taskId, args) {
      await tx.run('UPDATE background_task SET arguments = ? WHERE id = ?', [JSON.stringify(args), taskId]);
    },
  };
}

/** The last key of a bounded part of a table after a key. Null: the rest, up to `last`, is one. */
async function endOfSlice(
  db: Reads,
  sql: string,
  { after, last, most = SLICE_BYTES }: { after: string; last: string | null; most?: number },
): Promise<string | null> {
  const rows = await db.all<{ key: string; bytes: number }>(sql, [after]);
  let bytes = 0;
  const full = rows.find((row) => {
    bytes += row.bytes;
    return bytes > most;
  });
  const end = full?.key ?? (rows.length === SLICE_ROWS ? rows.at(-1)?.key : undefined);
  return end === undefined || (last !== null && end >= last) ? null : end;
}

/** The message that an operational webhook is about. Null: it is about none. */
function messageOf(payload: Uint8Array): string | null {
  const { data } = JSON.parse(Buffer.from(payload).toString()) as { data?: { msgId?: unknown } };
  return typeof data?.msgId === 'string' ? data.msgId : null;
}

function hasOneOf(payload: Uint8Array, texts: readonly string[]): boolean {
  const bytes = Buffer.from(payload);
  return texts.some((text) => bytes.includes(text));
}
