import { CAUSES_AMONG, type FailureCause, GIVEN_UP_MOST } from '../contract/attention';
import { LIST_LIMIT_DEFAULT } from '../contract/list';
import { IS_LIVING_CUSTOMER } from './application-store';
import type { Database } from './database';
import type { Dialect } from './dialect';
import type { DisabledReason } from './endpoint-record';
import { oncePerDialect } from './once-per-dialect';

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
}

interface AttentionRequest {
  readonly limit?: number | undefined;
  /** Of the page before. */
  readonly iterator?: string | undefined;
}

/** The endpoints that need a person: those that fail, and those that were disabled automatically. */
export interface AttentionStore {
  /** The newest change first. The iterator is null on an empty page. */
  list(request: AttentionRequest): Promise<{
    readonly rows: readonly AttentionRecord[];
    readonly iterator: string | null;
    readonly done: boolean;
    readonly total: number;
  }>;
}

/**
 * True for an endpoint that needs a person. One that a person disabled needs none: that was the decision.
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
  // The body of an answer is no cause, and may be large. What an earlier address answered says nothing about this one.
  const attempts = `
  SELECT ${dialect.jsonList(dialect.jsonArray('succeeded', 'status', 'reason'))} FROM (
    SELECT succeeded, response_status_code AS status,
      CASE WHEN response_status_code = 0 AND response <> 'EXPUNGED'
        THEN coalesce(exact_reason, ${dialect.searchable('response')}) ELSE '' END AS reason
    FROM attempt WHERE endpoint_id = endpoint.id AND url = endpoint.url ORDER BY id DESC LIMIT ${CAUSES_AMONG}
  ) AS newest`;
  return {
    select: `
  SELECT endpoint.app_id AS "appId", application.name AS "appName", endpoint.id AS "endpointId", endpoint.url,
    endpoint.paused, endpoint.disabled_reason AS "disabledReason", endpoint.failing_since AS "failingSince",
    endpoint.disabled_at AS "disabledAt", ${changedAt} AS "changedAt",
    (SELECT min(due_at) FROM delivery WHERE endpoint_id = endpoint.id AND state = 'waiting') AS "nextDueAt",
    (${GIVEN_UP}) AS "givenUp", (${attempts}) AS attempts
  ${listed}`,
    isAfter: `AND (${changedAt}, endpoint.id) < (?, ?)`,
    inOrder: `ORDER BY ${changedAt} DESC, endpoint.id DESC LIMIT ?`,
    count: `SELECT count(*) AS total ${listed}`,
  };
});

type AttentionRow = Omit<AttentionRecord, 'paused' | 'causes'> & { paused: number; attempts: string };

export function createAttentionStore(db: Database): AttentionStore {
  const sql = statementsOf(db.dialect);
  return {
    async list({ limit = LIST_LIMIT_DEFAULT, iterator }) {
      const [changedAt, id] = iterator?.split('-') ?? [];
      const rows = await db.lists.all<AttentionRow>(
        `${sql.select} ${id === undefined ? '' : sql.isAfter} ${sql.inOrder}`,
        [...(id === undefined ? [] : [Number(changedAt), id]), limit + 1],
      );
      const count = await db.lists.get<{ total: number }>(sql.count);
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      return {
        rows: page.map(({ attempts, ...row }) => ({
          ...row,
          paused: row.paused === 1,
          causes: causesOf(JSON.parse(attempts)),
        })),
        iterator: last ? `${last.changedAt}-${last.endpointId}` : null,
        done: rows.length <= limit,
        total: count?.total ?? 0,
      };
    },
  };
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
