import type { Transaction } from './transaction';

/** Notes event types that a check found changed, as part of the write that follows from it. */
export async function addUnseen(
  tx: Transaction,
  connectionId: string,
  names: readonly string[],
): Promise<void> {
  await tx.run(
    `INSERT OR IGNORE INTO working_copy_unseen (connection_id, name)
     SELECT ?, value FROM json_each(?)`,
    [connectionId, JSON.stringify(names)],
  );
}

/** Returns those noted so far and forgets them: somebody is about to see them. */
export async function takeUnseen(tx: Transaction, connectionId: string): Promise<readonly string[]> {
  const rows = await tx.all<{ name: string }>(
    'SELECT name FROM working_copy_unseen WHERE connection_id = ?',
    [connectionId],
  );
  await tx.run('DELETE FROM working_copy_unseen WHERE connection_id = ?', [connectionId]);
  return rows.map(({ name }) => name);
}
