/**
 * Checks whether a database file is intact, if there is reason to doubt it.
 *
 * A server that shuts down cleanly leaves a mark with the size and the time of the file. If the mark fits the file,
 * nothing has happened to it since, and it is opened without a check. Otherwise (a crash, a power cut, a file that
 * somebody put there) SQLite reads through it: before the start if the file is small, in the background if that would
 * take long.
 */
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { ApiError } from '../../base/errors';
import { reasonOf, restoreAdvice } from '../database-trouble';
import { Connection } from '../sqlite/sqlite-connection';

/** Read through in about a second on a slow disk. */
const SMALL_BYTES = 256 * 1024 * 1024;

/** Whether the file has to be checked, and when. */
type CheckNeeded = 'none' | 'before-start' | 'beside-work';

/** Removes the mark, so that only a clean shutdown leaves one. Call it before the file is opened. */
export async function checkNeeded(path: string, smallBytes = SMALL_BYTES): Promise<CheckNeeded> {
  const file = await stat(path);
  const mark = await readFile(markOf(path), 'utf8').catch(() => '');
  await rm(markOf(path), { force: true });
  const log = await stat(`${path}-wal`).catch(() => null);
  if (file.size === 0 || (mark === identity(file) && !log?.size)) return 'none';
  return file.size + (log?.size ?? 0) <= smallBytes ? 'before-start' : 'beside-work';
}

/** Leaves the mark. Call it when the file is closed. It only saves time, so a failure does not matter. */
export async function markClean(path: string): Promise<void> {
  await writeFile(markOf(path), identity(await stat(path)), { mode: 0o600 }).catch(() => undefined);
}

/**
 * Reads through the file.
 * @throws Error with a sentence for the user when it is damaged
 */
export async function quickCheck(path: string): Promise<void> {
  try {
    const connection = await Connection.open(path, 'read');
    try {
      const rows = await connection.all<{ quick_check: string }>('PRAGMA quick_check(5)');
      const found = rows.map((row) => row.quick_check);
      if (found[0] !== 'ok') throw damaged(path, found.join('; '));
    } finally {
      await connection.close();
    }
  } catch (cause) {
    throw explainDamage(path, cause);
  }
}

/** Gives the failure of a damaged file a message and a way out; returns all others unchanged. */
export function explainDamage(path: string, cause: unknown): unknown {
  // The error of a request has SQLite's failure as its cause.
  const found = cause instanceof ApiError ? cause.cause : cause;
  if (reasonOf(found, 'read') !== 'damaged') return cause;
  return damaged(path, found instanceof Error ? found.message : String(found));
}

function damaged(path: string, found: string): Error {
  return new Error(
    `The database ${path} is damaged (${found}). Stop every server on it and put a backup back: ${restoreAdvice(path)} (the damaged file is kept beside it).`,
  );
}

const markOf = (path: string): string => `${path}.clean`;

function identity(file: { readonly size: number; readonly mtimeMs: number }): string {
  return `${file.size} ${file.mtimeMs}\n`;
}
