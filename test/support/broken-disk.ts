import { vi } from 'vitest';
import { Connection } from '../../src-server/storage/sqlite/sqlite-connection';

/**
 * From now on no commit in this process succeeds, as with a disk that fails or has turned read-only: neither that of a
 * transaction nor that of a single statement.
 * @returns a function that repairs the disk
 */
export function breakDisk(): () => void {
  const inTransaction = new WeakSet<Connection>();
  const { run, all } = Connection.prototype;
  /** True if this statement would write to the disk. */
  const commits = (connection: Connection, sql: string): boolean => {
    if (sql === 'COMMIT') return true;
    if (/^(BEGIN|ROLLBACK$)/.test(sql)) {
      if (sql === 'ROLLBACK') inTransaction.delete(connection);
      else inTransaction.add(connection);
      return false;
    }
    return !inTransaction.has(connection) && /^\s*(INSERT|UPDATE|DELETE)\b/.test(sql);
  };
  const failure = () =>
    Promise.reject(Object.assign(new Error('SQLITE_IOERR: disk I/O error'), { code: 'SQLITE_IOERR' }));
  const { exec } = Connection.prototype;
  const spies = [
    vi.spyOn(Connection.prototype, 'run').mockImplementation(function (this: Connection, sql, params) {
      return commits(this, sql) ? failure() : run.call(this, sql, params);
    }),
    vi.spyOn(Connection.prototype, 'all').mockImplementation(function (this: Connection, sql, params) {
      return commits(this, sql) ? failure() : all.call(this, sql, params);
    }),
    vi.spyOn(Connection.prototype, 'exec').mockImplementation(function (this: Connection, sql) {
      if (sql === 'ROLLBACK') inTransaction.delete(this);
      return exec.call(this, sql);
    }),
  ];
  return () => {
    for (const spy of spies) spy.mockRestore();
  };
}
