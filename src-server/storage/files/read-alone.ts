import { Connection } from '../sqlite/sqlite-connection';
import type { Transaction } from '../transaction';

/** Reads a database in a file that nobody writes, such as a backup, and leaves no file beside it. */
export async function readAlone<T>(
  path: string,
  work: (db: Pick<Transaction, 'all' | 'get' | 'dialect'>) => Promise<T>,
): Promise<T> {
  const connection = await Connection.open(path, 'readAlone');
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}
