import type { DeliveryState } from '../../contract/attempt';
import type { Database } from '../database';
import { oncePerDialect } from '../once-per-dialect';
import { DELIVERY_RANK } from './outcome-store';

/** The delivery of a message that needs a person most, at an endpoint that did not get it. Times in ms since 1970. */
export interface Obstacle {
  readonly messageId: string;
  readonly deliveryId: number;
  readonly endpointId: string;
  readonly state: Extract<DeliveryState, 'failed' | 'waiting'>;
  readonly attempts: number;
  /** Null: it does not wait. */
  readonly dueAt: number | null;
  readonly isDisabled: boolean;
  readonly isPaused: boolean;
  /** The limit that applies, in messages per second. Null: none. */
  readonly rateLimit: number | null;
}

/** Why messages of a list did not arrive. Costs two reads, bounded by the deliveries of these messages. */
export interface ObstacleStore {
  /** One for each of these messages that failed or waits somewhere: what was given up, then what is held, then the rest. */
  obstacles(messageIds: readonly string[]): Promise<Obstacle[]>;
  /** Those of these messages at whose acceptance their application had an endpoint. */
  withEndpoints(messageIds: readonly string[]): Promise<ReadonlySet<string>>;
}

type Flag = 'isDisabled' | 'isPaused';

const statementsOf = oncePerDialect((dialect) => ({
  obstacles: `
  SELECT "messageId", "deliveryId", "endpointId", state, attempts, "dueAt", "isDisabled", "isPaused", "rateLimit"
  FROM (
    SELECT ranked.*, row_number() OVER (
      PARTITION BY "messageId"
      ORDER BY CASE WHEN state = 'failed' THEN 0 WHEN "isDisabled" = 1 OR "isPaused" = 1 THEN 1
          WHEN attempts > 0 THEN 2 ELSE 3 END,
        coalesce("dueAt", -"finishedAt"), "deliveryId"
    ) AS place
    FROM (
      SELECT delivery.message_id AS "messageId", delivery.id AS "deliveryId", delivery.endpoint_id AS "endpointId",
        delivery.state, delivery.attempt_count AS attempts, delivery.due_at AS "dueAt",
        delivery.finished_at AS "finishedAt", endpoint.disabled AS "isDisabled", endpoint.paused AS "isPaused",
        coalesce(endpoint.rate_limit, application.rate_limit) AS "rateLimit", ${DELIVERY_RANK} AS own,
        min(${DELIVERY_RANK}) OVER (PARTITION BY delivery.message_id, delivery.endpoint_id) AS best
      FROM delivery
      ${dialect.joinNext} endpoint ON endpoint.id = delivery.endpoint_id
      ${dialect.joinNext} application ON application.id = endpoint.app_id
      WHERE ${dialect.isAmongTexts('delivery.message_id', '?')}
    ) AS ranked
    WHERE own = best AND state IN ('failed', 'waiting')
  ) AS placed
  WHERE place = 1`,
  withEndpoints: `
  SELECT message.id FROM message
  WHERE ${dialect.isAmongTexts('message.id', '?')} AND EXISTS (
    SELECT 1 FROM endpoint
    WHERE endpoint.app_id = message.app_id AND endpoint.created_at <= message.created_at
      AND (endpoint.deleted_at IS NULL OR endpoint.deleted_at > message.created_at))`,
}));

export function createObstacleStore(db: Database): ObstacleStore {
  const sql = statementsOf(db.dialect);
  return {
    async obstacles(messageIds) {
      if (messageIds.length === 0) return [];
      const rows = await db.lists.all<Omit<Obstacle, Flag> & Record<Flag, number>>(sql.obstacles, [
        JSON.stringify(messageIds),
      ]);
      return rows.map((row) => ({ ...row, isDisabled: row.isDisabled === 1, isPaused: row.isPaused === 1 }));
    },
    async withEndpoints(messageIds) {
      if (messageIds.length === 0) return new Set();
      const rows = await db.lists.all<{ id: string }>(sql.withEndpoints, [JSON.stringify(messageIds)]);
      return new Set(rows.map(({ id }) => id));
    },
  };
}
