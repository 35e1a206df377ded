import type { DeliveryState } from '../../contract/attempt';
import type { ListResponse } from '../../contract/list';
import type { Database } from '../database';
import type { EndpointRecord } from '../endpoint-record';
import { ENDPOINT_SELECTED, type EndpointRow, SIZED_FIELDS, toEndpointRecord } from '../endpoint-record';
import { oncePerDialect } from '../once-per-dialect';
import { mapPage, type PageRequest, readPage } from '../page';
import { DELIVERIES_REMOVED_BEFORE } from '../put-setting';

/** For one endpoint and state, the most telling delivery of a message. Times in ms since 1970. */
export interface ExplainedDelivery {
  readonly id: number;
  readonly endpointId: string;
  readonly state: DeliveryState;
  readonly manual: boolean;
  readonly attemptCount: number;
  /** Those of them that were outside of its schedule. */
  readonly extraCount: number;
  /** When its schedule goes on, while an attempt outside of it is due. Null: none is. */
  readonly scheduledAt: number | null;
  /** Attempts of this delivery, and of those of this message to this endpoint that ended before. */
  readonly allAttempts: number;
  /** Null unless it waits. */
  readonly dueAt: number | null;
  /** Null while it waits. */
  readonly finishedAt: number | null;
  /** True: it failed because somebody skipped it. */
  readonly skipped: boolean;
}

type Flag = 'manual' | 'skipped';

/** The newest attempt of a delivery. */
export interface LastAttempt {
  readonly deliveryId: number;
  /** 0: there was no response. */
  readonly responseStatusCode: number;
  /** Why there was no response, at most 200 characters; empty if there was one. */
  readonly reason: string;
  /** Why its address was refused, for the admin only. Null: it was not. */
  readonly exactReason: string | null;
}

/** What an ordered endpoint attempts before everything else that waits for it. */
export type FirstAttempted = Pick<ExplainedDelivery, 'id' | 'attemptCount' | 'extraCount'> & {
  readonly messageId: string;
  readonly dueAt: number;
};

/** What is read to explain why a message did, or did not, arrive. */
export interface ExplanationStore {
  /** Endpoints of an application, by id: the living ones, and deleted ones that the message was meant for. */
  listEndpoints(
    appId: string,
    messageId: string,
    request: PageRequest,
  ): Promise<ListResponse<EndpointRecord>>;
  /** By id, deleted or not. */
  getEndpoint(appId: string, id: string): Promise<EndpointRecord | undefined>;
  /**
   * At most one row per endpoint and state: the first that was delivered, the last that failed or was canceled, the
   * next that is due.
   */
  readDeliveries(messageId: string, endpointIds: readonly string[]): Promise<ExplainedDelivery[]>;
  readLastAttempts(deliveryIds: readonly number[]): Promise<LastAttempt[]>;
  /** How many deliveries leave before this one, counted up to `most`. Read from the index alone. */
  countAhead(
    delivery: { readonly id: number; readonly endpointId: string; readonly dueAt: number },
    most: number,
  ): Promise<number>;
  /** Of what waits for an endpoint and was attempted before, the oldest message. Undefined: there is none. */
  readFirstAttempted(endpointId: string): Promise<FirstAttempted | undefined>;
  /** The time before which ended deliveries were removed, in ms since 1970. Null: none ever was. */
  readRemovedBefore(): Promise<number | null>;
}

const SELECT_ENDPOINT = `SELECT ${ENDPOINT_SELECTED} FROM endpoint`;
const statementsOf = oncePerDialect((dialect) => ({
  deliveries: `
  SELECT id, "endpointId", state, manual, "attemptCount", "extraCount", "scheduledAt", "allAttempts", "dueAt", "finishedAt",
    skipped
  FROM (
    SELECT id, endpoint_id AS "endpointId", state, manual, attempt_count AS "attemptCount",
      extra_count AS "extraCount", scheduled_at AS "scheduledAt", CAST(sum(attempt_count) OVER (
        PARTITION BY endpoint_id ORDER BY CASE state WHEN 'waiting' THEN 1 ELSE 0 END, finished_at, id
      ) AS BIGINT) AS "allAttempts", due_at AS "dueAt",
      finished_at AS "finishedAt", skipped,
      row_number() OVER (
        PARTITION BY endpoint_id, state
        ORDER BY CASE state WHEN 'waiting' THEN -due_at WHEN 'delivered' THEN -finished_at ELSE finished_at END DESC, id
      ) AS place
    FROM delivery
    WHERE message_id = ? AND ${dialect.isAmongTexts('endpoint_id', '?')}
  ) AS placed
  WHERE place = 1`,
  lastAttempts: `
  SELECT delivery_id AS "deliveryId", response_status_code AS "responseStatusCode",
    CASE response_status_code WHEN 0 THEN substr(${dialect.searchable('response')}, 1, 200) ELSE '' END AS reason,
    exact_reason AS "exactReason"
  FROM attempt
  WHERE id IN (
    SELECT (SELECT max(id) FROM attempt WHERE delivery_id = CAST(wanted.value AS BIGINT))
    FROM ${dialect.elements('?', 'wanted')})`,
  firstAttempted: `
  SELECT id, message_id AS "messageId", attempt_count AS "attemptCount", extra_count AS "extraCount", due_at AS "dueAt"
  FROM delivery ${dialect.indexedBy('delivery_retry')}
  WHERE endpoint_id = ? AND state = 'waiting' AND attempt_count > 0
  ORDER BY message_id, id
  LIMIT 1`,
}));
export const COUNT_AHEAD = `
  SELECT count(*) AS count FROM (
    SELECT 1 FROM delivery
    WHERE endpoint_id = ? AND state = 'waiting' AND (due_at, id) < (?, ?)
    LIMIT ?
  ) AS ahead`;

export function createExplanationStore(db: Database): ExplanationStore {
  const sql = statementsOf(db.dialect);
  return {
    async listEndpoints(appId, messageId, request) {
      const page = await readPage<EndpointRow>(
        db.lists,
        {
          select: `${SELECT_ENDPOINT} WHERE app_id = ? AND (deleted_at IS NULL OR EXISTS (
            SELECT 1 FROM delivery WHERE message_id = ? AND endpoint_id = endpoint.id))`,
          params: [appId, messageId],
          keyColumn: 'endpoint.id',
          keyOf: (row) => row.id,
          keyPattern: /^ep_[0-9A-Za-z]+$/,
          defaultOrder: 'ascending',
          largeColumns: SIZED_FIELDS,
        },
        request,
      );
      return mapPage(page, toEndpointRecord);
    },
    async getEndpoint(appId, id) {
      const row = await db.get<EndpointRow>(`${SELECT_ENDPOINT} WHERE id = ? AND app_id = ?`, [id, appId]);
      return row && toEndpointRecord(row);
    },
    async readDeliveries(messageId, endpointIds) {
      const rows = await db.all<Omit<ExplainedDelivery, Flag> & Record<Flag, number | null>>(sql.deliveries, [
        messageId,
        JSON.stringify(endpointIds),
      ]);
      return rows.map((row) => ({ ...row, manual: row.manual === 1, skipped: row.skipped === 1 }));
    },
    readLastAttempts: (deliveryIds) => db.all(sql.lastAttempts, [JSON.stringify(deliveryIds)]),
    async countAhead({ id, endpointId, dueAt }, most) {
      const row = await db.get<{ count: number }>(COUNT_AHEAD, [endpointId, dueAt, id, most]);
      return row?.count ?? 0;
    },
    readFirstAttempted: (endpointId) => db.get<FirstAttempted>(sql.firstAttempted, [endpointId]),
    async readRemovedBefore() {
      const row = await db.get<{ value: string }>('SELECT value FROM setting WHERE name = ?', [
        DELIVERIES_REMOVED_BEFORE,
      ]);
      return row ? Number(row.value) : null;
    },
  };
}
