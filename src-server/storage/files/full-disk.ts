import { join } from 'node:path';
import { BACKUP_FOLDER, freeBytes } from '../data-folder';

const FULL = new Set(['SQLITE_FULL', 'ENOSPC', 'EDQUOT']);
/** How SQLite says that it could not extend a file which it maps into memory, among others. */
const MAYBE_FULL = new Set(['SQLITE_IOERR', 'SQLITE_CANTOPEN']);
/** A start needs less. */
const LEAST_FREE_BYTES = 1024 * 1024;

/** Gives the failure of a start on a full disk a message and a way out; returns all others unchanged. */
export async function explainFullDisk(dataDir: string, cause: unknown): Promise<unknown> {
  const codes = codesOf(cause);
  if (!codes.some((code) => FULL.has(code))) {
    if (!codes.some((code) => MAYBE_FULL.has(code))) return cause;
    if (((await freeBytes(dataDir)) ?? LEAST_FREE_BYTES) >= LEAST_FREE_BYTES) return cause;
  }
  return new Error(
    `The disk of the data folder ${dataDir} is full, so the server cannot start. Nothing was lost. Free some megabytes there, and start it again; backups that are not needed are in ${join(dataDir, BACKUP_FOLDER)}.`,
    { cause },
  );
}

function codesOf(cause: unknown): readonly string[] {
  if (!(cause instanceof Error)) return [];
  const { code } = cause as { code?: unknown };
  return [...(typeof code === 'string' ? [code] : []), ...codesOf(cause.cause)];
}
