import { vi } from 'vitest';
import { Connection } from '../../src-server/storage/sqlite-connection';

/**
 * From now on no commit in this process succeeds, as with a disk that fails or has turned read-only.
 * @returns a function that makes the disk whole again
 */
export function breakDisk(): () => void {
  const { run } = Connection.prototype;
  const spy = vi.spyOn(Connection.prototype, 'run').mockImplementation(function (
    this: Connection,
    sql,
    params,
  ) {
    if (sql !== 'COMMIT') return run.call(this, sql, params);
    return Promise.reject(Object.assign(new Error('SQLITE_IOERR: disk I/O error'), { code: 'SQLITE_IOERR' }));
  });
  return () => spy.mockRestore();
}
