import { open, stat } from 'node:fs/promises';
import type { Log } from '../../base/log';
import { newBackupPath } from '../data-folder';
import { migrate } from '../sqlite/migrate';
import { openDatabase, type SqliteDatabase } from '../sqlite/sqlite-database';
import { backUp } from './backup';
import { databasePath } from './database-path';
import { checkNeeded, explainDamage, markClean, quickCheck } from './file-check';
import { renewFileId } from './file-id';
import { assertFileFitsLog } from './log-check';

/** The database of a data folder, in use. */
interface OpenData {
  readonly db: SqliteDatabase;
  /** Whether whoever had it open last did not close it. */
  readonly wasLeftOpen: boolean;
  /**
   * Closes it, and marks the shutdown as clean. A database whose file was lost while open is first copied into the
   * folder `backups`, because it ends with its process.
   * @param now milliseconds since 1970
   */
  close(now: number): Promise<void>;
}

/**
 * Opens or creates the database of a data folder; checks it if needed, and upgrades it to the version of this program.
 * Readable by its owner only: it holds the signing secrets of all endpoints. The caller holds the lock.
 * @throws Error with a sentence for the user when the file is damaged or from a newer program
 */
export async function openData(dataDir: string, log: Log): Promise<OpenData> {
  const path = databasePath(dataDir);
  await assertFileFitsLog(path);
  await (await open(path, 'a', 0o600)).close();
  // Whoever closes it removes the log.
  const wasLeftOpen = ((await stat(`${path}-wal`).catch(() => null))?.size ?? 0) > 0;
  const needed = await checkNeeded(path);
  if (needed === 'before-start') await quickCheck(path);
  const db = await openWhole(path);
  let isWhole = needed !== 'beside-work';
  if (!isWhole) {
    quickCheck(path).then(
      () => {
        isWhole = true;
      },
      (cause: unknown) => {
        log.error({ err: cause }, 'the database is damaged');
        db.reportDamage();
      },
    );
  }
  return {
    db,
    wasLeftOpen,
    async close(now) {
      const trouble = await db.examine();
      if (trouble?.reason === 'lost') await keepLost(db, dataDir, now, log);
      await db.close();
      if (trouble) return;
      // An unfinished check is repeated at the next start.
      if (isWhole) await markClean(path);
    },
  };
}

async function openWhole(path: string): Promise<SqliteDatabase> {
  try {
    const db = await openDatabase(path);
    try {
      await migrate(db);
      await renewFileId(db);
      return db;
    } catch (cause) {
      await db.close();
      throw cause;
    }
  } catch (cause) {
    throw explainDamage(path, cause);
  }
}

async function keepLost(db: SqliteDatabase, dataDir: string, now: number, log: Log): Promise<void> {
  try {
    const { path } = await newBackupPath(dataDir, now);
    await backUp(dataDir, path, (target) => db.copyTo(target));
    log.warn(
      { backup: path },
      'the database was lost while the server ran; what the server still held is a backup now',
    );
  } catch (cause) {
    log.error({ err: cause }, 'the database was lost while the server ran, and could not be copied');
  }
}
