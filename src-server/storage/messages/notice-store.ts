import type { NoticeKind } from '../../contract/notice-channel';
import { IS_LIVING_CUSTOMER } from '../application-store';
import { columnsOf, json, type RowOf } from '../columns';
import type { Database } from '../database';
import { oncePerDialect } from '../once-per-dialect';
import type { Transaction } from '../transaction';
import { needsAttention } from './attention-store';

/** What a notice is about, as far as it can be said without payloads and secrets. What it has nothing of is absent. */
export interface NoticeFacts {
  readonly appId?: string;
  readonly appName?: string;
  /** The sender's own identifier of the application. */
  readonly appUid?: string;
  readonly endpointId?: string;
  /** A polling endpoint. */
  readonly pollerId?: string;
  /** The host of its address; for a polling endpoint, what it and its consumer are called. */
  readonly host?: string;
  /** A clause or a sentence for people: why, how many, how long. */
  readonly detail?: string;
  /** True: what was told of has ended. */
  readonly isOver?: boolean;
  /** Milliseconds since 1970. */
  readonly since?: number;
}

/** What has begun, was said, and has not ended. Times are milliseconds since 1970. */
export interface NoticeCondition {
  readonly kind: NoticeKind;
  /** The id of an endpoint, or of a polling endpoint with the name of a consumer; empty where there is only one. */
  readonly subject: string;
  readonly facts: NoticeFacts;
  readonly since: number;
}

/** What waits to be told by a channel. */
export interface NoticeRecord {
  readonly id: string;
  readonly channelId: string;
  readonly kind: NoticeKind;
  /** The address of a customer; empty: those of the channel. */
  readonly recipient: string;
  readonly facts: NoticeFacts;
  readonly createdAt: number;
  /** The first attempt that failed. Null: none has. */
  readonly triedAt: number | null;
}

/** An endpoint that fails, or no longer does. */
export interface FailingEndpoint {
  readonly appId: string;
  readonly appName: string;
  readonly endpointId: string;
  readonly url: string;
  readonly failingSince: number;
}

/** Deliveries to an endpoint that were given up. */
export interface GivenUp {
  readonly appId: string;
  readonly appName: string;
  readonly endpointId: string;
  readonly url: string;
  readonly count: number;
}

/** Why the newest attempt at an endpoint failed. */
export interface NewestFailure {
  /** 0: there was no response. */
  readonly status: number;
  /** In a few words. Empty: there was a response, or nothing is recorded. */
  readonly reason: string;
}

/** How the look at an endpoint that was said to fail ends. */
export interface EndedFailure {
  readonly subject: string;
  readonly facts: NoticeFacts;
  /** False: it was disabled or is gone, of which nothing is said here. */
  readonly hasRecovered: boolean;
}

export interface NoticeStore {
  /** What stands, except endpoints that fail, of which there may be thousands. */
  listConditions(): Promise<NoticeCondition[]>;
  /** Endpoints that fail since then or longer, and of which nothing was said; the one that failed first comes first. */
  listNewlyFailing(until: number, limit: number): Promise<FailingEndpoint[]>;
  /** Those of which it was said, and that no longer do. One whose address was changed counts once it is reached. */
  listEndedFailures(limit: number): Promise<EndedFailure[]>;
  /** Deliveries given up from `from` until before `until`, by endpoint, the most first. */
  countGivenUp(from: number, until: number): Promise<GivenUp[]>;
  /** Null: there is none on record. */
  newestFailure(endpointId: string): Promise<NewestFailure | null>;
  /** Notes what has begun, what has ended and what is to be told of it, in one write. */
  note(news: NoticeNews): Promise<void>;
  /** What waits, the oldest first: of each channel, kind and customer at most so many. */
  listWaiting(most: number): Promise<NoticeRecord[]>;
  /** Forgets these: nobody is to be told any more. */
  drop(notices: readonly NoticeRecord[]): Promise<void>;
  /** Notes that these were told, and when their channel told this kind last. */
  markTold(notices: readonly NoticeRecord[], key: string, now: number): Promise<void>;
  /** Notes that these were not told. With `givenUp`, that they never will be. */
  markFailed(
    notices: readonly NoticeRecord[],
    failure: { readonly error: string; readonly now: number; readonly givenUp: boolean },
  ): Promise<void>;
}

export interface NoticeNews {
  /** One that is there keeps its time, and its facts are replaced. */
  readonly begun: readonly NoticeCondition[];
  readonly ended: readonly Pick<NoticeCondition, 'kind' | 'subject'>[];
  readonly notices: readonly NoticeRecord[];
}

const COLUMNS = columnsOf<NoticeRecord>({
  id: 'id',
  channelId: 'channel_id',
  kind: 'kind',
  recipient: 'recipient',
  facts: json('facts'),
  createdAt: 'created_at',
  triedAt: 'tried_at',
});
const CONDITION = columnsOf<NoticeCondition>({
  kind: 'kind',
  subject: 'subject',
  facts: json('facts'),
  since: 'since',
});
const INSERT = COLUMNS.insertInto('notice');
const WAITING = `
  SELECT ${COLUMNS.select} FROM (
    SELECT notice.*, row_number() OVER (PARTITION BY channel_id, kind, recipient ORDER BY id) AS place FROM notice
  ) AS placed WHERE place <= ? ORDER BY id`;
const CONDITIONS = `SELECT ${CONDITION.select} FROM notice_condition WHERE kind <> 'endpoint.failing'`;
const BEGIN = `${CONDITION.insertInto('notice_condition')}
  ON CONFLICT (kind, subject) DO UPDATE SET facts = excluded.facts, since = excluded.since`;
const END = 'DELETE FROM notice_condition WHERE kind = ? AND subject = ?';
const statementsOf = oncePerDialect((dialect) => ({
  newlyFailing: `
  SELECT endpoint.app_id AS "appId", application.name AS "appName", endpoint.id AS "endpointId", endpoint.url,
    endpoint.failing_since AS "failingSince"
  FROM endpoint ${dialect.indexedBy('endpoint_attention')}
  ${dialect.joinNext} application ON application.id = endpoint.app_id
  WHERE endpoint.deleted_at IS NULL AND ${IS_LIVING_CUSTOMER} AND ${needsAttention(dialect)}
    AND endpoint.disabled = 0 AND endpoint.paused = 0 AND endpoint.failing_since <= ?
    AND NOT EXISTS (
      SELECT 1 FROM notice_condition WHERE kind = 'endpoint.failing' AND subject = endpoint.id)
  ORDER BY endpoint.failing_since, endpoint.id LIMIT ?`,
  endedFailures: `
  SELECT subject, facts, living, succeeded FROM (
    SELECT subject, facts,
      CASE WHEN endpoint.id IS NULL OR endpoint.deleted_at IS NOT NULL OR endpoint.disabled = 1 THEN 0 ELSE 1 END
        AS living,
      (SELECT succeeded FROM attempt WHERE endpoint_id = endpoint.id ORDER BY id DESC LIMIT 1) AS succeeded
    FROM notice_condition LEFT JOIN endpoint ON endpoint.id = subject
    WHERE notice_condition.kind = 'endpoint.failing'
      AND (endpoint.id IS NULL OR endpoint.deleted_at IS NOT NULL OR endpoint.disabled = 1
        OR endpoint.failing_since IS NULL)
  ) AS looked WHERE living = 0 OR succeeded = 1 LIMIT ?`,
  // Materialized: else each count is made once more for each place that names it.
  givenUp: `
  WITH counted AS MATERIALIZED (
    SELECT endpoint.app_id AS "appId", application.name AS "appName", endpoint.id AS "endpointId", endpoint.url, (
      SELECT count(*) FROM delivery
      WHERE endpoint_id = endpoint.id AND state = 'failed' AND finished_at >= ? AND finished_at < ?) AS count
    FROM endpoint JOIN application ON application.id = endpoint.app_id
    WHERE endpoint.deleted_at IS NULL AND ${IS_LIVING_CUSTOMER}
  )
  SELECT * FROM counted WHERE count > 0 ORDER BY count DESC, "endpointId"`,
  newestFailure: `
  SELECT response_status_code AS status,
    CASE WHEN response_status_code = 0 AND response <> 'EXPUNGED'
      THEN coalesce(exact_reason, ${dialect.searchable('response')}) ELSE '' END AS reason
  FROM attempt WHERE endpoint_id = ? AND succeeded = 0 ORDER BY id DESC LIMIT 1`,
}));

export function createNoticeStore(db: Database): NoticeStore {
  const sql = statementsOf(db.dialect);
  const idsOf = (notices: readonly NoticeRecord[]) => JSON.stringify(notices.map(({ id }) => id));
  const among = db.dialect.isAmongTexts('id', '?');
  return {
    listConditions: async () => (await db.all<RowOf<NoticeCondition>>(CONDITIONS)).map(CONDITION.toRecord),
    listNewlyFailing: (until, limit) => db.lists.all<FailingEndpoint>(sql.newlyFailing, [until, limit]),
    async listEndedFailures(limit) {
      const rows = await db.lists.all<{ subject: string; facts: string; living: number }>(sql.endedFailures, [
        limit,
      ]);
      return rows.map(({ subject, facts, living }) => ({
        subject,
        facts: JSON.parse(facts),
        hasRecovered: living === 1,
      }));
    },
    countGivenUp: (from, until) => db.lists.all<GivenUp>(sql.givenUp, [from, until]),
    newestFailure: async (endpointId) =>
      (await db.get<NewestFailure>(sql.newestFailure, [endpointId])) ?? null,
    async note({ begun, ended, notices }) {
      await db.write(async (tx) => {
        for (const condition of begun) await tx.run(BEGIN, CONDITION.values(condition));
        for (const { kind, subject } of ended) await tx.run(END, [kind, subject]);
        await insertNotices(tx, notices);
      });
    },
    listWaiting: async (most) => (await db.all<RowOf<NoticeRecord>>(WAITING, [most])).map(COLUMNS.toRecord),
    async drop(notices) {
      await db.write((tx) => tx.run(`DELETE FROM notice WHERE ${among}`, [idsOf(notices)]));
    },
    async markTold(notices, key, now) {
      await db.write(async (tx) => {
        const { channelId = '' } = notices[0] ?? {};
        const row = await tx.get<{ lastToldAt: string }>(
          `SELECT told AS "lastToldAt" FROM notice_channel WHERE id = ? ${tx.dialect.held}`,
          [channelId],
        );
        await tx.run(`DELETE FROM notice WHERE ${among}`, [idsOf(notices)]);
        if (!row) return;
        const lastToldAt = { ...(JSON.parse(row.lastToldAt) as Record<string, number>), [key]: now };
        // What is older decides nothing any more.
        const recent = Object.entries(lastToldAt).filter(([, at]) => at > now - KEPT_MS);
        await tx.run(
          'UPDATE notice_channel SET told = ?, failing_since = NULL, error = NULL, gave_up = 0 WHERE id = ?',
          [JSON.stringify(Object.fromEntries(recent)), channelId],
        );
      });
    },
    async markFailed(notices, { error, now, givenUp }) {
      await db.write(async (tx) => {
        await tx.run(
          `UPDATE notice_channel SET failing_since = coalesce(failing_since, ?), error = ?,
             gave_up = CASE WHEN ? = 1 THEN 1 ELSE gave_up END WHERE id = ?`,
          [now, error, givenUp ? 1 : 0, notices[0]?.channelId ?? ''],
        );
        if (givenUp) await tx.run(`DELETE FROM notice WHERE ${among}`, [idsOf(notices)]);
        else
          await tx.run(`UPDATE notice SET tried_at = coalesce(tried_at, ?) WHERE ${among}`, [
            now,
            idsOf(notices),
          ]);
      });
    },
  };
}

const KEPT_MS = 3_600_000;

/** Adds what is to be told, as part of a write. */
export async function insertNotices(tx: Transaction, notices: readonly NoticeRecord[]): Promise<void> {
  for (const notice of notices) await tx.run(INSERT, COLUMNS.values(notice));
}
