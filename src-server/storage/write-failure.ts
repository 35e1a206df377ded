import { apiError } from '../base/errors';
import { damagedTrouble, reasonOf } from './database-trouble';

/**
 * Turns storage failures that a caller can act on into their own answers, with the failure as `cause`; returns all
 * others unchanged.
 */
export function writeFailure(path: string, cause: unknown): unknown {
  if ((cause as { code?: unknown } | null)?.code === 'SQLITE_FULL') {
    const full = apiError(
      'disk_full',
      'The disk is full. Nothing was written; free some space and try again.',
    );
    return Object.assign(full, { cause });
  }
  switch (reasonOf(cause, 'write')) {
    case 'damaged':
      return unavailable(`Nothing was written. ${damagedTrouble(path).detail}`, cause);
    case 'unwritable':
      return unavailable(
        'The database cannot be written now. Nothing was written; check the data folder and try again.',
        cause,
      );
    case null:
      return cause;
  }
}

/** The same for a read. */
export function readFailure(path: string, cause: unknown): unknown {
  switch (reasonOf(cause, 'read')) {
    case 'damaged':
      return unavailable(damagedTrouble(path).detail, cause);
    case 'unwritable':
      return unavailable('The database cannot be read now. Check the data folder and try again.', cause);
    case null:
      return cause;
  }
}

/** The code by which PostgreSQL says so; SQLite has one for all constraints. */
const UNIQUE_VIOLATION = '23505';

/** True when a statement violated a UNIQUE or PRIMARY KEY constraint. */
export function isUniqueViolation(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  return (
    (cause as { code?: unknown }).code === UNIQUE_VIOLATION || /UNIQUE constraint failed/.test(cause.message)
  );
}

function unavailable(detail: string, cause: unknown): Error {
  return Object.assign(apiError('unavailable', detail), { cause });
}
