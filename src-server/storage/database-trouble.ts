import { basename, dirname, join } from 'node:path';
import { BACKUP_FOLDER, newestBackup } from './data-folder';

/**
 * Why a database cannot be relied on.
 * - `lost`: a name in the folder no longer leads to the open file; nothing is written until it does again.
 * - `damaged`: SQLite has met malformed pages, or somebody has cut or overwritten a file. Nothing is written from then
 *   on, and the log is left as it is. Lasts until the server is restarted.
 * - `unwritable`: the last write or read failed because of the disk, which ends with the next one that succeeds; or the
 *   disk does not answer; or PostgreSQL accepts no writes.
 * - `taken`: another server has taken over the data folder, or holds its lock.
 * - `away`: PostgreSQL cannot be reached. Ends with the next statement that succeeds.
 */
export interface DatabaseTrouble {
  readonly reason: 'lost' | 'damaged' | 'unwritable' | 'taken' | 'away';
  /** What happened and what to do. Names files without their folder: anyone who asks may read it. */
  readonly detail: string;
}

const DAMAGED = new Set(['SQLITE_CORRUPT', 'SQLITE_NOTADB']);

/** A disk fails or was removed, or another program holds the file. */
const UNREADABLE = new Set(['SQLITE_IOERR', 'SQLITE_CANTOPEN', 'SQLITE_BUSY', 'SQLITE_LOCKED']);
/** The same, or the folder turned read-only. */
const UNWRITABLE = new Set([...UNREADABLE, 'SQLITE_READONLY', 'SQLITE_PERM']);

/** What the failure of a statement says about its file. Null: nothing. */
export function reasonOf(
  cause: unknown,
  statement: 'read' | 'write',
): Exclude<DatabaseTrouble['reason'], 'lost' | 'taken' | 'away'> | null {
  const code = (cause as { code?: unknown } | null)?.code;
  if (typeof code !== 'string') return null;
  if (DAMAGED.has(code)) return 'damaged';
  return (statement === 'read' ? UNREADABLE : UNWRITABLE).has(code) ? 'unwritable' : null;
}

/** @param names of the missing files, without their folder */
export function lostTrouble(path: string, names: readonly string[]): DatabaseTrouble {
  return {
    reason: 'lost',
    detail: `${names.join(' and ')} in the data folder ${names.length === 1 ? 'was' : 'were'} deleted or replaced while the server runs, so nothing is accepted or sent any more. The server still holds everything: make a backup now (posthorn backup, or Settings, Data), then stop the server and put it back: ${restoreCommand(path, 'FILE')}.`,
  };
}

export function damagedTrouble(path: string): DatabaseTrouble {
  return {
    reason: 'damaged',
    detail: `The database file ${basename(path)} is damaged, so nothing is accepted or sent any more. Stop the server and put a backup back: ${restoreCommand(path)}. The damaged file is kept beside it.`,
  };
}

/** @param names of the files, without their folder */
export function spoiledTrouble(path: string, names: readonly string[]): DatabaseTrouble {
  return {
    reason: 'damaged',
    detail: `${names.join(' and ')} in the data folder ${names.length === 1 ? 'was' : 'were'} cut off or overwritten while the server runs, so nothing is accepted or sent any more. Stop the server and put the file or a backup back: ${restoreCommand(path)}. The log ${basename(path)}-wal, with what was written last, is left as it is.`,
  };
}

export const TAKEN_TROUBLE: DatabaseTrouble = {
  reason: 'taken',
  detail:
    'Another Posthorn server has taken over the data folder of this one, which did not react for some seconds. So this one sends and accepts nothing any more. Stop one of the two.',
};

export const UNWRITABLE_TROUBLE: DatabaseTrouble = {
  reason: 'unwritable',
  detail:
    'The database cannot be read or written now. Check the disk and the data folder; it is tried again each second.',
};

export const HANGING_TROUBLE: DatabaseTrouble = {
  reason: 'unwritable',
  detail:
    'The disk with the database does not respond, so nothing is accepted. The server continues by itself when the disk responds; what was being written may still be written then. Check the disk and the data folder.',
};

/** The command that restores a backup, the newest of the data folder if there is one, with its full path. */
export function restoreAdvice(path: string): string {
  const dataDir = dirname(path);
  const newest = newestBackup(dataDir);
  const file = newest === null ? 'FILE' : join(dataDir, BACKUP_FOLDER, newest);
  return `posthorn restore ${file} --data-dir ${dataDir}`;
}

function restoreCommand(path: string, file?: string): string {
  const newest = newestBackup(dirname(path));
  return `posthorn restore ${file ?? (newest === null ? 'FILE' : join(BACKUP_FOLDER, newest))}`;
}
