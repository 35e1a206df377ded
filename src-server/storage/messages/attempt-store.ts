import { AFTER_IDS } from '../../base/id';
import { COUNTED_ATTEMPTS_MAX, LIST_EXAMINED_MAX } from '../../contract/limits';
import type { ListResponse } from '../../contract/list';
import { timeOfId } from '../../contract/time-of-id';
import { IS_LIVING_CUSTOMER } from '../application-store';
import type { Database } from '../database';
import { oncePerDialect } from '../once-per-dialect';
import { OPERATIONAL_APP_ID } from '../operational-application';
import { mapPage, readPage } from '../page';
import { storedText } from '../stored-text';
import { Conditions, filterRows, idWindow } from '../timeline';
import { countInSlices } from './count-in-slices';
import { likePattern } from './like-pattern';
import {
  filterContent,
  type MessageFilter,
  type MessageRecord,
  type MessageRow,
  messageColumns,
  toMessageRecord,
} from './message-archive';

/** One HTTP request that was made, and how it ended. */
export interface AttemptRecord {
  readonly id: string;
  readonly messageId: string;
  readonly endpointId: string;
  readonly url: string;
  readonly succeeded: boolean;
  /** 0: there was no response. */
  readonly responseStatusCode: number;
  readonly response: string;
  /** Why its address was refused, for the admin only. Null: it was not, or the reason was not recorded at the time. */
  readonly exactReason: string | null;
  readonly responseDurationMs: number;
  readonly manual: boolean;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** An attempt with its message. */
export interface AttemptWithMessage extends AttemptRecord {
  readonly message: MessageRecord;
}

/** The headers of an attempt: a line each, `name: value`; of a hidden header, only the name. */
export interface AttemptHeaders {
  readonly messageId: string;
  /** When it was sent, in milliseconds since 1970. */
  readonly createdAt: number;
  /** Content type of the payload. Null: JSON. */
  readonly contentType: string | null;
  /** See HeaderLines. Null: nothing was sent, or it was not recorded at the time. */
  readonly sent: string | null;
  /** Null: there was no response, or it was not recorded at the time. */
  readonly received: string | null;
}

export interface AttemptFilter extends MessageFilter {
  readonly succeeded?: boolean | undefined;
  /** 200 means 200 to 299; 0 means no response. */
  readonly statusCodeClass?: number | undefined;
  readonly endpointId?: string | undefined;
  readonly messageId?: string | undefined;
}

interface AllAttemptFilter extends AttemptFilter {
  /** The beginning of their ids, with its prefix. */
  readonly idStart?: string | undefined;
  /** The beginning of their ids without its prefix, or where none begins with it, a part of them. */
  readonly idPart?: string | undefined;
  readonly appId?: string | undefined;
}

export interface AttemptStore {
  /** Attempts of one application, newest first; `withContent` also applies to the message's payload. */
  list(appId: string, filter: AttemptFilter): Promise<ListResponse<AttemptWithMessage>>;
  get(messageId: string, id: string): Promise<AttemptRecord | undefined>;
  getHeaders(messageId: string, id: string): Promise<AttemptHeaders | undefined>;
  /**
   * How many an endpoint has that began in this time (ms since 1970, both ends excluded), the newest first.
   * @returns `countedSince`: those that began before that time were too many to be counted. Null: all were
   */
  count(
    endpointId: string,
    before?: number,
    after?: number,
  ): Promise<{ readonly count: number; readonly countedSince: number | null }>;
  /** The newest over all applications, newest first, without payloads. */
  listNewest(count: number): Promise<AttemptWithMessage[]>;
  /** Of all applications, newest first. */
  listOfAll(filter: AllAttemptFilter): Promise<ListResponse<AttemptWithMessage>>;
  /** Replaces the stored response by the word EXPUNGED, and removes the headers; false when there is no such attempt. */
  expungeContent(messageId: string, id: string): Promise<boolean>;
}

interface AttemptRow {
  attempt_id: string;
  message_id: string;
  endpoint_id: string;
  url: string;
  succeeded: number;
  response_status_code: number;
  /** `storedText` reads it. */
  response: string | Uint8Array;
  exact_reason: string | null;
  response_duration_ms: number;
  manual: number;
  attempted_at: number;
}

const COLUMNS = `attempt.id AS attempt_id, attempt.message_id, attempt.endpoint_id, attempt.url, attempt.succeeded,
  attempt.response_status_code, attempt.response, attempt.exact_reason, attempt.response_duration_ms, attempt.manual,
  attempt.created_at AS attempted_at`;
const OF_APPLICATION = 'attempt.endpoint_id IN (SELECT id FROM endpoint WHERE app_id = ?)';
// We fix the order of the tables, since a page of attempts is read along an index of attempts.
const statementsOf = oncePerDialect(({ joinNext, isLike }) => ({
  joined: `attempt ${joinNext} message ON message.id = attempt.message_id`,
  joinApplication: `${joinNext} application ON application.id = message.app_id`,
  // Not of the prefix, which all have.
  hasPart: isLike('substr(attempt.id, 7)', '?'),
}));

export function createAttemptStore(db: Database): AttemptStore {
  const sql = statementsOf(db.dialect);

  /** Those of these attempts that the filter leaves. */
  function matching(among: Conditions, filter: AttemptFilter, from = 'attempt') {
    const code = filter.statusCodeClass;
    const ofAttempt = among
      .add('attempt.succeeded = ?', filter.succeeded === undefined ? undefined : Number(filter.succeeded))
      .add('attempt.response_status_code BETWEEN ? AND ?', code, code && code + 99)
      .add('attempt.created_at < ?', filter.before)
      .add('attempt.created_at > ?', filter.after);
    const own = `${ofAttempt}`;
    const where = filterContent(db.dialect, ofAttempt, filter);
    return { from: `${where}` === own ? from : sql.joined.replace('attempt', from), where };
  }

  async function hasFewAttempts(appId: string): Promise<boolean> {
    const rows = await db.lists.all(
      `SELECT 1 FROM attempt ${db.dialect.indexedBy('attempt_endpoint')} WHERE ${OF_APPLICATION} LIMIT 1 OFFSET ?`,
      [appId, LIST_EXAMINED_MAX],
    );
    return rows.length === 0;
  }

  async function hasBeginning(idStart: string): Promise<boolean> {
    const statement = 'SELECT 1 FROM attempt WHERE id >= ? AND id < ? LIMIT 1';
    return (await db.lists.get(statement, [idStart, idStart + AFTER_IDS])) !== undefined;
  }

  return {
    async list(appId, filter) {
      const among = () =>
        new Conditions()
          .add('attempt.endpoint_id = ?', filter.endpointId)
          .add('attempt.message_id = ?', filter.messageId);
      const page = await readPage<AttemptRow & MessageRow>(
        db.lists,
        {
          select: `SELECT ${COLUMNS}, ${messageColumns(filter.withContent)} FROM ${sql.joined}
            WHERE message.app_id = ? AND ${among()}`,
          params: [appId, ...among().params],
          keyColumn: 'attempt.id',
          keyOf: (row) => row.attempt_id,
          keyPattern: /^atmpt_[0-9A-Za-z]+$/,
          defaultOrder: 'descending',
          largeColumns: ['response', 'url', 'payload'],
          filter: filterRows(db.dialect, 'attempt.id', {
            among: { from: 'attempt', where: among() },
            matching: matching(among(), filter),
            window: idWindow('atmpt_', filter),
          }),
        },
        filter,
      );
      return mapPage(page, withMessage);
    },
    async get(messageId, id) {
      const row = await db.get<AttemptRow>(
        `SELECT ${COLUMNS} FROM attempt WHERE attempt.message_id = ? AND attempt.id = ?`,
        [messageId, id],
      );
      return row && toRecord(row);
    },
    getHeaders: (messageId, id) =>
      db.get<AttemptHeaders>(
        `SELECT message.id AS "messageId", attempt.created_at AS "createdAt", message.content_type AS "contentType",
           attempt.sent_headers AS sent, attempt.received_headers AS received
         FROM ${sql.joined} WHERE attempt.message_id = ? AND attempt.id = ?`,
        [messageId, id],
      ),
    async count(endpointId, before, after) {
      const among = () => new Conditions().add('endpoint_id = ?', endpointId);
      const counted = {
        from: 'attempt',
        key: 'id',
        window: idWindow('atmpt_', { before, after }),
        among,
        matching: () => among().add('created_at < ?', before).add('created_at > ?', after),
        columns: 'count(*) AS count',
      };
      const { slices, stoppedAt } = await countInSlices<{ count: number }>(
        db.lists,
        counted,
        COUNTED_ATTEMPTS_MAX,
      );
      return {
        count: slices.reduce((sum, { count }) => sum + count, 0),
        countedSince: stoppedAt === null ? null : timeOfId(stoppedAt),
      };
    },
    async listNewest(count) {
      const rows = await db.lists.all<AttemptRow & MessageRow>(
        `SELECT ${COLUMNS}, ${messageColumns(false)} FROM ${sql.joined}
         WHERE message.app_id <> ? ORDER BY attempt.id DESC LIMIT ?`,
        [OPERATIONAL_APP_ID, count],
      );
      return rows.map(withMessage);
    },
    async listOfAll({ idPart, appId, ...filter }) {
      const isStart = idPart !== undefined && (await hasBeginning(`atmpt_${idPart}`));
      const idStart = isStart ? `atmpt_${idPart}` : filter.idStart;
      const within = idPart === undefined || isStart ? undefined : likePattern(idPart);
      const ofApp = filter.endpointId === undefined ? appId : undefined;
      // Those of a quiet application are few, and far between among all; those of a busy one are soon found among them.
      const few = ofApp !== undefined && (await hasFewAttempts(ofApp)) ? ofApp : undefined;
      const among = () =>
        new Conditions()
          .add('attempt.endpoint_id = ?', filter.endpointId)
          .add('attempt.id >= ? AND attempt.id < ?', idStart, idStart && idStart + AFTER_IDS)
          .add(OF_APPLICATION, few);
      const from = few === undefined ? 'attempt' : `attempt ${db.dialect.indexedBy('attempt_endpoint')}`;
      const page = await readPage<AttemptRow & MessageRow>(
        db.lists,
        {
          select: `SELECT ${COLUMNS}, ${messageColumns(filter.withContent)}
            FROM ${sql.joined} ${sql.joinApplication} WHERE ${IS_LIVING_CUSTOMER} AND ${among()}`,
          params: among().params,
          keyColumn: 'attempt.id',
          keyOf: (row) => row.attempt_id,
          keyPattern: /^atmpt_[0-9A-Za-z]+$/,
          defaultOrder: 'descending',
          largeColumns: ['response', 'url'],
          filter: filterRows(db.dialect, 'attempt.id', {
            among: { from, where: among() },
            // Also where all of the few are wanted: their keys are sorted, and only those of a page read as a whole.
            matching: matching(among().add(OF_APPLICATION, ofApp).add(sql.hasPart, within), filter, from),
            window: idWindow('atmpt_', filter),
          }),
        },
        filter,
      );
      return mapPage(page, withMessage);
    },
    async expungeContent(messageId, id) {
      const expunge = `UPDATE attempt SET response = 'EXPUNGED', exact_reason = NULL,
        sent_headers = NULL, received_headers = NULL WHERE message_id = ? AND id = ?`;
      return (await db.write((tx) => tx.run(expunge, [messageId, id]))).changes > 0;
    },
  };
}

function withMessage(row: AttemptRow & MessageRow): AttemptWithMessage {
  return { ...toRecord(row), message: toMessageRecord(row) };
}

function toRecord(row: AttemptRow): AttemptRecord {
  return {
    id: row.attempt_id,
    messageId: row.message_id,
    endpointId: row.endpoint_id,
    url: row.url,
    succeeded: row.succeeded === 1,
    responseStatusCode: row.response_status_code,
    response: storedText(row.response),
    exactReason: row.exact_reason,
    responseDurationMs: row.response_duration_ms,
    manual: row.manual === 1,
    createdAt: row.attempted_at,
  };
}
