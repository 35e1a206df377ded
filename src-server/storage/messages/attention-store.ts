import { AFTER_IDS } from '../../base/id';
import { CAUSES_AMONG, type FailureCause, GIVEN_UP_MOST } from '../../contract/attention';
import { LIST_LIMIT_DEFAULT } from '../../contract/list';
import { IS_LIVING_CUSTOMER } from '../application-store';
import type { Database } from '../database';
import type { Dialect } from '../dialect';
import type { DisabledReason } from '../endpoint-record';
import { oncePerDialect } from '../once-per-dialect';

/** An endpoint that needs a person. Times are milliseconds since 1970. */
export interface AttentionRecord {
  readonly appId: string;
  readonly appName: string;
  readonly endpointId: string;
  readonly url: string;
  readonly paused: boolean;
  /** Null: it is not disabled. */
  readonly disabledReason: Exclude<DisabledReason, 'manual'> | null;
  /** The first failure since the last success. Null: it was disabled without one. */
  readonly failingSince: number | null;
  /** When it was disabled. Null: it is not, or the time was not recorded. */
  readonly disabledAt: number | null;
  /** The last change of its state; 0: not recorded. */
  readonly changedAt: number;
  /** When the first delivery that waits is due. Null: none waits. */
  readonly nextDueAt: number | null;
  /** Deliveries given up since it began to fail, counted up to `GIVEN_UP_MOST`. */
  readonly givenUp: number;
  /** Distinct, the newest first. */
  readonly causes: readonly FailureCause[];
  /** True: it is listed because its messages are delayed. */
  readonly isDelayed: boolean;
}

interface AttentionRequest {
  readonly limit?: number | undefined;
  /** Of the page before. */
  readonly iterator?: string | undefined;
  /** Endpoints whose messages are delayed, which only their senders know; none when absent. */
  readonly delayed?: readonly string[];
}

/** The endpoints that need a person: those that fail, were disabled automatically, or whose messages are delayed. */
export interface AttentionStore {
  /** The newest change first, and after all others those that are delayed. The iterator is null on an empty page. */
  list(request: AttentionRequest): Promise<{
    readonly rows: readonly AttentionRecord[];
    readonly iterator: string | null;
    readonly done: boolean;
    readonly total: number;
  }>;
}

/** Before the id in the iterator of a page that ends with one that is delayed. */
const DELAYED = 'delayed';

/**
 * True for an endpoint that needs a person by what is stored. One that a person disabled needs none: that was the decision.
 * A column of the table of endpoints; the index `endpoint_attention` repeats it.
 */
export function needsAttention(dialect: Dialect): string {
  return dialect.choose(
    'endpoint.disabled = 1',
    "endpoint.disabled_reason IN ('failing', 'receiver')",
    'endpoint.failing_since IS NOT NULL',
  );
}
const GIVEN_UP = `
  SELECT count(*) FROM (
    SELECT 1 FROM delivery
    WHERE endpoint_id = endpoint.id AND state = 'failed' AND finished_at >= endpoint.failing_since
    LIMIT ${GIVEN_UP_MOST}
  ) AS given_up`;
const statementsOf = oncePerDialect((dialect) => {
  const changedAt = dialect.greatest(
    'coalesce(endpoint.failing_since, 0)',
    'coalesce(endpoint.paused_at, 0)',
    'coalesce(endpoint.disabled_at, 0)',
  );
  const listed = `
  FROM endpoint ${dialect.indexedBy('endpoint_attention')}
  ${dialect.joinNext} application ON application.id = endpoint.app_id
  WHERE endpoint.deleted_at IS NULL AND ${needsAttention(dialect)} AND ${IS_LIVING_CUSTOMER}`;
  // What is stored may be newer than what its sender said.
  const delayed = `
  FROM endpoint ${dialect.joinNext} application ON application.id = endpoint.app_id
  WHERE ${dialect.isAmongTexts('endpoint.id', '?')} AND endpoint.deleted_at IS NULL AND endpoint.disabled = 0
    AND endpoint.paused = 0 AND endpoint.failing_since IS NULL AND ${IS_LIVING_CUSTOMER}`;
  // The body of a response is no cause, and may be large. What an earlier address answered says nothing about this one.
  const attempts = `
  SELECT ${dialect.jsonList(dialect.jsonArray('succeeded', 'status', 'reason'))} FROM (
    SELECT succeeded, response_status_code AS status,
      CASE WHEN response_status_code = 0 AND response <> 'EXPUNGED'
        THEN coalesce(exact_reason, ${dialect.searchable('response')}) ELSE '' END AS reason
    FROM attempt WHERE endpoint_id = endpoint.id AND url = endpoint.url ORDER BY id DESC LIMIT ${CAUSES_AMONG}
  ) AS newest`;
  const columns = `
  SELECT endpoint.app_id AS "appId", application.name AS "appName", endpoint.id AS "endpointId", endpoint.url,
    endpoint.paused, endpoint.disabled_reason AS "disabledReason", endpoint.failing_since AS "failingSince",
    endpoint.disabled_at AS "disabledAt", ${changedAt} AS "changedAt",
    (SELECT min(due_at) FROM delivery WHERE endpoint_id = endpoint.id AND state = 'waiting') AS "nextDueAt",
    (${GIVEN_UP}) AS "givenUp", (${attempts}) AS attempts`;
  return {
    select: `${columns} ${listed}`,
    isAfter: `AND (${changedAt}, endpoint.id) < (?, ?)`,
    inOrder: `ORDER BY ${changedAt} DESC, endpoint.id DESC LIMIT ?`,
    count: `SELECT count(*) AS total ${listed}`,
    selectDelayed: `${columns} ${delayed} AND endpoint.id < ? ORDER BY endpoint.id DESC LIMIT ?`,
    countDelayed: `SELECT count(*) AS total ${delayed}`,
  };
});

type AttentionRow = Omit<AttentionRecord, 'paused' | 'causes' | 'isDelayed'> & {
  paused: number;
  attempts: string;
};

export function createAttentionStore(db: Database): AttentionStore {
  const sql = statementsOf(db.dialect);

  async function stored(iterator: string | undefined, limit: number): Promise<AttentionRecord[]> {
    const [changedAt, id] = iterator?.split('-') ?? [];
    if (changedAt === DELAYED) return [];
    const rows = await db.lists.all<AttentionRow>(
      `${sql.select} ${id === undefined ? '' : sql.isAfter} ${sql.inOrder}`,
      [...(id === undefined ? [] : [Number(changedAt), id]), limit],
    );
    return rows.map((row) => toRecord(row, false));
  }

  async function delayedOf(
    ids: string,
    iterator: string | undefined,
    limit: number,
  ): Promise<AttentionRecord[]> {
    const [section, id] = iterator?.split('-') ?? [];
    const below = section === DELAYED && id !== undefined ? id : `ep_${AFTER_IDS}`;
    const rows = await db.lists.all<AttentionRow>(sql.selectDelayed, [ids, below, limit]);
    return rows.map((row) => toRecord({ ...row, changedAt: 0 }, true));
  }

  async function count(statement: string, params: readonly string[] = []): Promise<number> {
    return (await db.lists.get<{ total: number }>(statement, [...params]))?.total ?? 0;
  }

  return {
    async list({ limit = LIST_LIMIT_DEFAULT, iterator, delayed = [] }) {
      const ids = delayed.length > 0 ? JSON.stringify(delayed) : null;
      const rows = await stored(iterator, limit + 1);
      if (ids !== null && rows.length <= limit)
        rows.push(...(await delayedOf(ids, iterator, limit + 1 - rows.length)));
      const total = (await count(sql.count)) + (ids === null ? 0 : await count(sql.countDelayed, [ids]));
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      return {
        rows: page,
        iterator: last ? `${last.isDelayed ? DELAYED : last.changedAt}-${last.endpointId}` : null,
        done: rows.length <= limit,
        total,
      };
    },
  };
}

function toRecord({ attempts, ...row }: AttentionRow, isDelayed: boolean): AttentionRecord {
  return { ...row, paused: row.paused === 1, causes: causesOf(JSON.parse(attempts)), isDelayed };
}

type AttemptFacts = readonly [succeeded: 0 | 1, status: number, reason: string];

/** @param attempts the newest first */
function causesOf(attempts: readonly AttemptFacts[]): FailureCause[] {
  const causes = new Map<string, FailureCause>();
  for (const [succeeded, responseStatusCode, reason] of attempts) {
    if (succeeded === 1) break;
    const key = `${responseStatusCode} ${reason}`;
    if (!causes.has(key)) causes.set(key, { responseStatusCode, reason });
  }
  return [...causes.values()];
}
