import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../base/log';
import { type Database, openDatabase } from './database';
import { checkNeeded, explainDamage, markClean, quickCheck } from './file-check';
import { migrate } from './migrate';

/** Where the database of a data folder is. */
export function databasePath(dataDir: string): string {
  return join(dataDir, 'posthorn.db');
}

/** The database of a data folder, in use. */
export interface OpenData {
  readonly db: Database;
  /** Closes it, and notes that this was done in order. */
  close(): Promise<void>;
}

/**
 * Opens the database of a data folder, or makes it; checked where that is needed, and brought to the version of this
 * program. Readable by its owner only: it holds the signing secrets of all endpoints. The caller holds the lock.
 * @throws Error with a sentence for the user when the file is damaged or from a newer program
 */
export async function openData(dataDir: string, log: Log): Promise<OpenData> {
  const path = databasePath(dataDir);
  await (await open(path, 'a', 0o600)).close();
  const needed = await checkNeeded(path);
  if (needed === 'before-start') await quickCheck(path);
  const db = await openWhole(path);
  let isWhole = needed !== 'beside-work';
  if (!isWhole) {
    quickCheck(path).then(
      () => {
        isWhole = true;
      },
      (cause: unknown) => log.error({ err: cause }, 'the database is damaged'),
    );
  }
  return {
    db,
    async close() {
      await db.close();
      // A check that has not ended is made again by the next start.
      if (isWhole) await markClean(path);
    },
  };
}

async function openWhole(path: string): Promise<Database> {
  try {
    const db = await openDatabase(path);
    try {
      await migrate(db);
      return db;
    } catch (cause) {
      await db.close();
      throw cause;
    }
  } catch (cause) {
    throw explainDamage(path, cause);
  }
}
