import { oncePerDialect } from '../once-per-dialect';
import type { Transaction } from '../transaction';

const insertOf = oncePerDialect(
  (dialect) => `
  INSERT INTO working_copy_unseen (connection_id, name)
  SELECT ?, changed.value FROM ${dialect.elements('?', 'changed')}
  WHERE true
  ON CONFLICT DO NOTHING`,
);

/** Notes event types that a check found changed, as part of the write that follows from it. */
export async function addUnseen(
  tx: Transaction,
  connectionId: string,
  names: readonly string[],
): Promise<void> {
  await tx.run(insertOf(tx.dialect), [connectionId, JSON.stringify(names)]);
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
