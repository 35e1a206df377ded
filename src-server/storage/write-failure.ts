import { apiError } from '../base/errors';

/** The folder turned read-only, a disk fails or was taken away, or another program holds the file. */
const CANNOT_WRITE = new Set([
  'SQLITE_READONLY',
  'SQLITE_IOERR',
  'SQLITE_CANTOPEN',
  'SQLITE_BUSY',
  'SQLITE_LOCKED',
  'SQLITE_PERM',
]);

/** Gives the storage failures a caller can act on their own answer; leaves all others as they are. */
export function writeFailure(cause: unknown): unknown {
  const code = (cause as { code?: unknown } | null)?.code;
  if (code === 'SQLITE_FULL')
    return apiError('disk_full', 'The disk is full. Nothing was written; free some space and try again.');
  if (code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB') {
    return apiError(
      'unavailable',
      'The database file is damaged. Nothing was written; stop the server and put a backup back: posthorn restore FILE',
    );
  }
  if (typeof code === 'string' && CANNOT_WRITE.has(code)) {
    return apiError(
      'unavailable',
      'The database cannot be written now. Nothing was written; check the data folder and try again.',
    );
  }
  return cause;
}
