import type { Database } from './database';
import { oncePerDialect } from './once-per-dialect';
import type { Transaction } from './transaction';

/** Finds deleted endpoints for which something still waits: the engine knows nothing of it, and it is never sent. */
export interface AbandonedDeliveries {
  /** The ids of up to `limit` of them. */
  listEndpoints(limit: number): Promise<string[]>;
}

/** So many are canceled in the write that deletes their endpoints, which is over in milliseconds. The others follow. */
const CANCELED_AT_ONCE = 500;

const statementsOf = oncePerDialect((dialect) => {
  const cancelFirst = (endpoints: string) => `
  UPDATE delivery SET state = 'canceled', due_at = NULL, finished_at = ?
  WHERE state = 'waiting' AND id IN (
    SELECT waiting.id
    FROM endpoint ${dialect.joinNext} delivery AS waiting ON waiting.endpoint_id = endpoint.id
    WHERE ${endpoints} AND waiting.state = 'waiting'
    LIMIT ${CANCELED_AT_ONCE})`;
  return {
    cancelFirstOfEndpoint: cancelFirst('endpoint.id = ?'),
    cancelFirstOfApplication: cancelFirst('endpoint.app_id = ?'),
    // From endpoint to endpoint with anything waiting, of which there are few; deleted ones accumulate.
    listEndpoints: `
  WITH RECURSIVE queue (endpoint_id) AS (
    SELECT min(endpoint_id) FROM delivery WHERE state = 'waiting'
    UNION ALL
    SELECT (SELECT min(endpoint_id) FROM delivery WHERE state = 'waiting' AND endpoint_id > queue.endpoint_id)
    FROM queue WHERE queue.endpoint_id IS NOT NULL
  )
  SELECT endpoint.id FROM queue ${dialect.joinNext} endpoint ON endpoint.id = queue.endpoint_id
  WHERE endpoint.deleted_at IS NOT NULL LIMIT ?`,
  };
});

export function createAbandonedDeliveries(db: Database): AbandonedDeliveries {
  const sql = statementsOf(db.dialect);
  return {
    async listEndpoints(limit) {
      return (await db.lists.all<{ id: string }>(sql.listEndpoints, [limit])).map(({ id }) => id);
    },
  };
}

/** Part of the write that deletes an endpoint: cancels the first of what waits for it. */
export async function cancelFirstOfEndpoint(tx: Transaction, endpointId: string, now: number): Promise<void> {
  await tx.run(statementsOf(tx.dialect).cancelFirstOfEndpoint, [now, endpointId]);
}

/** Part of the write that deletes an application: cancels the first of what waits for its endpoints. */
export async function cancelFirstOfApplication(tx: Transaction, appId: string, now: number): Promise<void> {
  await tx.run(statementsOf(tx.dialect).cancelFirstOfApplication, [now, appId]);
}
