import type { Snapshot, Transaction } from '../transaction';

/** A connection of its own for a snapshot. */
type SnapshotConnection = Pick<Transaction, 'all' | 'get'> & { close(): Promise<void> };

/**
 * A connection that keeps seeing what is committed now.
 * @param begin opens a transaction on it, and reads something: the first read fixes the moment
 */
export async function beginSnapshot<T extends SnapshotConnection>(
  connection: T,
  begin: (connection: T) => Promise<unknown>,
): Promise<Snapshot> {
  let closing: Promise<void> | null = null;
  const close = () => {
    closing ??= connection.close();
    return closing;
  };
  const open = () => {
    if (closing === null) return connection;
    throw new Error('this snapshot of the database has ended');
  };
  try {
    await begin(connection);
  } catch (cause) {
    await close();
    throw cause;
  }
  return {
    all: async (sql, params) => open().all(sql, params),
    get: async (sql, params) => open().get(sql, params),
    close,
  };
}
