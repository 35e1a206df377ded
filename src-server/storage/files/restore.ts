import { existsSync } from 'node:fs';
import { link, rename, rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { toIsoTime } from '../../base/clock';
import { sizeOf } from '../data-folder';
import { Connection } from '../sqlite/sqlite-connection';
import { copyOwnFile } from './copy-own-file';
import { databasePath } from './database-path';
import { describeFile, type FileDescription } from './describe-file';
import { LOCK_FILE, lockFolder } from './folder-lock';
import { assertFileFitsLog } from './log-check';
import { syncFile, syncFolder } from './sync-file';
import { tightenFolder } from './tighten-folder';

export interface RestoreResult extends FileDescription {
  /** Where it came from. */
  readonly from: string;
  /** Where it is now. */
  readonly database: string;
  /** Where the previous database is kept. Null: there was none. */
  readonly replaced: string | null;
  /** What other accounts could open until now, by its path in the data folder; "." is the folder itself. */
  readonly tightened: readonly string[];
}

/**
 * Replaces the database with a backup. The copy that is checked is the one used; nothing is touched until it has
 * passed. The change itself is one rename.
 * @param now milliseconds since 1970, for the name of the kept file
 * @throws Error with a sentence for the user; then everything is unchanged
 */
export async function restore(dataDir: string, backup: string, now: number): Promise<RestoreResult> {
  const from = resolve(backup);
  const database = databasePath(dataDir);
  if (!(await stat(from).catch(() => null))?.isFile()) throw new Error(`There is no file ${from}.`);
  const { closed } = await tightenFolder(dataDir);
  const lock = await lockFolder(dataDir);
  const incoming = `${database}.restoring`;
  try {
    await removeWithLog(incoming);
    await copyWithLog(from, incoming);
    const description = await describeFile(incoming).catch((cause: unknown) => {
      throw new Error(`${from} cannot be restored: ${(cause as Error).message}.`, { cause });
    });
    await syncFile(incoming);
    const replaced = await putInPlace(dataDir, incoming, now);
    const tightened = [...closed, ...(lock.wasLoose ? [LOCK_FILE] : [])];
    return { from, database, replaced, tightened, ...description };
  } finally {
    await removeWithLog(incoming);
    await lock.release();
  }
}

/**
 * Makes a file that passed the check the database of the folder. The caller holds the lock.
 * @returns where the previous database is kept. Null: there was none
 */
export async function putInPlace(dataDir: string, incoming: string, now: number): Promise<string | null> {
  const database = databasePath(dataDir);
  const replaced = await keep(database, now);
  // A log of the old file must never be applied to the new one. It is kept next to its own file.
  await removeLog(database);
  await rm(`${database}.clean`, { force: true });
  await rename(incoming, database);
  await syncFolder(dataDir);
  return replaced;
}

/**
 * Gives the database a second, lasting name, and its log too if it cannot be merged into the file: a log that does not
 * fit the file may be all that is left.
 * @returns the second name. Null: there was neither
 */
async function keep(database: string, now: number): Promise<string | null> {
  await assertFileFitsLog(database).then(
    () => emptyLog(database),
    () => undefined,
  );
  const day = toIsoTime(now).replaceAll(':', '-').replace(/\.\d+/, '');
  let kept = `${database}.replaced-${day}`;
  for (let n = 2; existsSync(kept); n++) kept = `${database}.replaced-${day}-${n}`;
  const hasLog = (await sizeOf(`${database}-wal`)) > 0;
  if (hasLog) {
    await copyOwnFile(`${database}-wal`, `${kept}-wal`);
    await syncFile(`${kept}-wal`);
  }
  if (!existsSync(database)) return hasLog ? `${kept}-wal` : null;
  await link(database, kept).catch(async () => {
    await copyOwnFile(database, kept); // a file system without links
    await syncFile(kept);
  });
  return kept;
}

async function emptyLog(database: string): Promise<void> {
  if (!existsSync(database)) return;
  try {
    const connection = await Connection.open(database, 'write');
    try {
      await connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } finally {
      await connection.close();
    }
  } catch {
    // It is damaged, which may be the very reason for the restore.
  }
}

async function copyWithLog(from: string, to: string): Promise<void> {
  await copyOwnFile(from, to);
  if (existsSync(`${from}-wal`)) await copyOwnFile(`${from}-wal`, `${to}-wal`);
}

async function removeLog(path: string): Promise<void> {
  await rm(`${path}-wal`, { force: true });
  await rm(`${path}-shm`, { force: true });
}

async function removeWithLog(path: string): Promise<void> {
  await rm(path, { force: true });
  await removeLog(path);
}
