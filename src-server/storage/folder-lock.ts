import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { forgetServerAddress } from './server-address';
import { Connection } from './sqlite-connection';

const FILE = 'posthorn.lock';

/** Held for as long as a server uses a data folder. */
export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Refuses a second server on the same data folder. No stale lock can stay behind a crash.
 * @throws Error with a sentence for the user when another server holds it
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  try {
    const release = await holdExclusively(join(folder, FILE));
    await forgetServerAddress(folder);
    return { release };
  } catch (cause) {
    if ((cause as { code?: unknown }).code === 'SQLITE_BUSY') {
      throw new Error(
        `Another Posthorn server is already using the data folder ${folder}. Stop it, or choose another --data-dir.`,
      );
    }
    throw new Error(
      `The data folder ${folder} cannot be used: ${cause instanceof Error ? cause.message : cause}`,
      {
        cause,
      },
    );
  }
}

/** True while a server, or a restore, holds the folder. */
export async function isFolderLocked(folder: string): Promise<boolean> {
  const path = join(folder, FILE);
  if (!existsSync(path)) return false;
  try {
    const release = await holdExclusively(path);
    await release();
    return false;
  } catch (cause) {
    if ((cause as { code?: unknown }).code === 'SQLITE_BUSY') return true;
    throw cause;
  }
}

/**
 * Holds a file for this process alone by an exclusive transaction, until the returned function is called.
 * The operating system drops the lock when the process dies, however it dies. Rejects when it is held.
 */
async function holdExclusively(path: string): Promise<() => Promise<void>> {
  const connection = await Connection.open(path, 'create');
  try {
    await connection.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
  } catch (cause) {
    await connection.close();
    throw cause;
  }
  return () => connection.close();
}
