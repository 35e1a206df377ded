import { OPERATIONAL_APP_ID } from './operational-application';
import type { SqlValue, Transaction } from './transaction';

/**
 * Counts rows in the write that will add one. No other node counts before it ends, so that a limit holds when several add
 * at once.
 * @param sql selects `count`
 */
export async function countAlone(tx: Transaction, sql: string, params: readonly SqlValue[]): Promise<number> {
  // A row that every database has, and that nothing changes.
  await tx.get(`SELECT id FROM application WHERE id = ? ${tx.dialect.held}`, [OPERATIONAL_APP_ID]);
  return (await tx.get<{ count: number }>(sql, params))?.count ?? 0;
}
