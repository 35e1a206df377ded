import type { Reads, Row, SqlValue } from '../transaction';
import type { Connection } from './sqlite-connection';

/**
 * Reads on one connection, one after another in the order they were made. sqlite3 would give each of them a thread of the
 * pool and let those wait for the connection: a few long reads held every thread, and no write got one.
 * @param onFailure makes the error of a failed read
 */
export function createReadLane(connection: Connection, onFailure: (cause: unknown) => unknown): Reads {
  let last: Promise<unknown> = Promise.resolve();
  const all = <T = Row>(sql: string, params?: readonly SqlValue[]): Promise<T[]> => {
    const rows = last.then(() => connection.all<T>(sql, params));
    last = rows.catch(() => undefined);
    return rows.catch((cause) => Promise.reject(onFailure(cause)));
  };
  return {
    all,
    get: async <T = Row>(sql: string, params?: readonly SqlValue[]) => (await all<T>(sql, params))[0],
  };
}
