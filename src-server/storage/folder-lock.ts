/**
 * One server at a time per data folder: the process that holds `posthorn.lock` by an exclusive transaction of SQLite
 * may use the folder. The operating system drops the lock when the process dies, however it dies, so none remains after
 * a crash.
 *
 * A file that other accounts could open (older versions created it that way) may be held by any of them, now or later,
 * through a descriptor that no permission can take away. Such a file is replaced by a new one. Two servers never both
 * succeed:
 * - one that finds the loose file free keeps it locked as well, so that one that opened it before is refused;
 * - one that finds it held replaces it only if no Posthorn server answers and no process of ours holds it;
 * - the one that replaces it holds `posthorn.lock.next` from before its last check of the old file until after the
 *   rename.
 */
import { open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, systemClock } from '../base/clock';
import { lockHolders } from './lock-holders';
import { forgetServerAddress, readServerAddress } from './server-address';
import { proveServer } from './server-proof';
import { Connection } from './sqlite-connection';

/** Name of the lock file in the data folder. */
export const LOCK_FILE = 'posthorn.lock';
const NEXT_LOCK_FILE = `${LOCK_FILE}.next`;
/** The files whose permissions are never tightened in place: see above. */
export const LOCK_FILES: ReadonlySet<string> = new Set([LOCK_FILE, NEXT_LOCK_FILE]);

/** Held as long as a server uses a data folder. */
interface FolderLock {
  /** True: other accounts could open the lock file found, and it was replaced. */
  readonly wasLoose: boolean;
  release(): Promise<void>;
}

/** Where the system does not say who holds a lock, a starting server gets this many checks to answer. */
const LOOKS = 4;
const LOOK_EVERY_MS = 1000;

/**
 * Refuses a second server on the same data folder.
 * @throws Error with a sentence for the user when another server holds it
 */
export async function lockFolder(folder: string, clock: Clock = systemClock): Promise<FolderLock> {
  try {
    const lock = await take(folder, clock);
    await forgetServerAddress(folder);
    return lock;
  } catch (cause) {
    if (isBusy(cause)) {
      throw new Error(
        `Another Posthorn server is already using the data folder ${folder}. Stop it, or choose another --data-dir.`,
      );
    }
    throw new Error(
      `The data folder ${folder} cannot be used: ${cause instanceof Error ? cause.message : cause}`,
      { cause },
    );
  }
}

/** @throws Error with the code SQLITE_BUSY when another server holds it */
async function take(folder: string, clock: Clock): Promise<FolderLock> {
  const path = join(folder, LOCK_FILE);
  for (;;) {
    const { inode, isLoose } = await inspect(folder, path);
    const releaseOld = await holdExclusively(path).catch((cause: unknown) => {
      if (isLoose) return null;
      throw cause;
    });
    try {
      const isCurrent = (await inspect(folder, path)).inode === inode;
      if (isCurrent && releaseOld && !isLoose) return { wasLoose: false, release: releaseOld };
      if (isCurrent && !releaseOld && !(await isHeldByStranger(folder, inode, clock))) throw busy();
      const releaseNew = isCurrent ? await replace(folder, path, inode) : null;
      if (releaseNew) {
        return { wasLoose: true, release: () => Promise.all([releaseNew(), releaseOld?.()]).then(() => {}) };
      }
    } catch (cause) {
      await releaseOld?.();
      throw cause;
    }
    await releaseOld?.(); // another server has replaced it meanwhile: check again
  }
}

/**
 * Creates the file if it does not exist. Never opens an existing one: closing it again would drop the locks of this
 * process.
 */
async function inspect(folder: string, path: string): Promise<{ inode: bigint; isLoose: boolean }> {
  const made = await open(path, 'wx', 0o600).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EEXIST') throw cause;
  });
  await made?.close();
  const { ino, mode, uid } = await stat(path, { bigint: true });
  const isOurs = (await trustedAccounts(folder)).has(Number(uid));
  return { inode: ino, isLoose: process.platform !== 'win32' && ((mode & 0o077n) !== 0n || !isOurs) };
}

/** @returns null, with nothing held, when the file at `path` is no longer the one to replace */
async function replace(folder: string, path: string, inode: bigint): Promise<(() => Promise<void>) | null> {
  const next = join(folder, NEXT_LOCK_FILE);
  // Left by a stranger while the folder was open; ours are never loose.
  if ((await inspect(folder, next)).isLoose) await rm(next, { force: true });
  await inspect(folder, next);
  const release = await holdExclusively(next);
  if ((await stat(path, { bigint: true })).ino !== inode) {
    await release();
    return null;
  }
  await rename(next, path);
  return release;
}

/** True when the holder of this file is neither a Posthorn server nor a process that could become one. */
async function isHeldByStranger(folder: string, inode: bigint, clock: Clock): Promise<boolean> {
  const trusted = await trustedAccounts(folder);
  for (let look = 1; ; look++) {
    const address = await readServerAddress(folder);
    const proof = address && (await proveServer(address));
    if (proof === 'proven' || proof === 'alive') return false;
    const holders = await lockHolders(inode);
    if (holders.length > 0) return !holders.some((account) => trusted.has(account));
    if (look === LOOKS) return true;
    await clock.sleep(LOOK_EVERY_MS);
  }
}

/** The accounts that may run a server here: this one, the owner of the folder, and root. */
async function trustedAccounts(folder: string): Promise<ReadonlySet<number>> {
  return new Set([process.getuid?.() ?? 0, (await stat(folder)).uid, 0]);
}

/** Holds a file exclusively until the returned function is called. Rejects when it is held. */
async function holdExclusively(path: string): Promise<() => Promise<void>> {
  const connection = await Connection.open(path, 'write');
  try {
    // Nothing is ever written, and a journal file would be one more file to protect.
    await connection.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (cause) {
    await connection.close();
    throw cause;
  }
  return () => connection.close();
}

const busy = () => Object.assign(new Error('the lock is held'), { code: 'SQLITE_BUSY' });
const isBusy = (cause: unknown) => (cause as { code?: unknown }).code === 'SQLITE_BUSY';
