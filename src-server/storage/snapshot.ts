import { Connection } from './sqlite-connection';
import type { Snapshot } from './transaction';

/** Opens a connection that keeps seeing what is committed now. */
export async function openSnapshot(path: string): Promise<Snapshot> {
  const connection = await Connection.open(path, 'read');
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
    await connection.exec('PRAGMA query_only = ON; PRAGMA busy_timeout = 5000; BEGIN');
    // The first read fixes the moment.
    await connection.get('SELECT 1 FROM sqlite_schema LIMIT 1');
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
