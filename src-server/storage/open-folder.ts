import type { Log } from '../base/log';
import { LOCK_FILE, lockFolder } from './folder-lock';
import { type OpenData, openData } from './open-data';
import { applyStagedRestore } from './staged-restore';
import { tightenFolder } from './tighten-folder';

/**
 * Takes a data folder for one server, makes it when it is not there, closes it to other accounts, puts a backup in place that was staged for this
 * start, and opens the database.
 * @param now milliseconds since 1970
 * @returns the open database; once it is closed, another server may use the folder
 * @throws Error with a sentence for the user when the folder cannot be used; then nothing of it is held
 */
export async function openFolder(folder: string, now: number, log: Log): Promise<OpenData> {
  const { closed, open } = await tightenFolder(folder);
  const lock = await lockFolder(folder);
  const loose = [...closed, ...(lock.wasLoose ? [LOCK_FILE] : [])];
  if (loose.length > 0) log.warn({ folder, loose }, 'other accounts could open these files; now they cannot');
  if (open.length > 0)
    log.error({ folder, open }, 'other accounts can open these files, and this cannot be changed');
  try {
    if (await applyStagedRestore(folder, now)) log.warn('a backup was put in the place of the database');
    const data = await openData(folder, log);
    const close = async () => {
      try {
        await data.close();
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
