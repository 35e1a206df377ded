import type { Clock } from '../base/clock';
import type { Log } from '../base/log';
import type { Database } from './database';
import { LOCK_FILE, lockFolder } from './folder-lock';
import { openData } from './open-data';
import { applyStagedRestore } from './staged-restore';
import { tightenFolder } from './tighten-folder';

/** A data folder that is in use. */
interface OpenFolder {
  readonly db: Database;
  /** Closes the database and releases the folder. */
  close(): Promise<void>;
}

/**
 * Claims a data folder for one server, creates it if needed, closes it to other accounts, puts in place a backup staged
 * for this start, and opens the database.
 * @returns the open database; once it is closed, another server may use the folder
 * @throws Error with a sentence for the user when the folder cannot be used; then nothing is held
 */
export async function openFolder(folder: string, clock: Clock, log: Log): Promise<OpenFolder> {
  const { closed, open } = await tightenFolder(folder);
  const lock = await lockFolder(folder, clock);
  const loose = [...closed, ...(lock.wasLoose ? [LOCK_FILE] : [])];
  if (loose.length > 0) log.warn({ folder, loose }, 'other accounts could open these files; now they cannot');
  if (open.length > 0)
    log.error({ folder, open }, 'other accounts can open these files, and this cannot be changed');
  try {
    if (await applyStagedRestore(folder, clock.now()))
      log.warn('a backup was put in the place of the database');
    const data = await openData(folder, log);
    const close = async () => {
      try {
        await data.close(clock.now());
      } finally {
        await lock.release();
      }
    };
    return { db: data.db, close };
  } catch (cause) {
    await lock.release();
    throw cause;
  }
}
