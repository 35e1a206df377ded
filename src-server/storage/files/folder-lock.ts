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
 *
 * The file may be deleted under a living server, and a new file of its name is free. So the database says which file its
 * server holds (`folder-owner.ts`), and another one is left alone for a while: a living owner takes it within a second
 * (`FolderOwnership`).
 */
import { open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, systemClock } from '../../base/clock';
import { Connection } from '../sqlite/sqlite-connection';
import { TAKE_OVER_MS } from '../trust';
import { databasePath } from './database-path';
import { mayHaveOtherOwner } from './folder-owner';
import { lockHolders } from './lock-holders';
import { forgetServerAddress, readServerAddress } from './server-address';
import { proveServer } from './server-proof';

/** Name of the lock file in the data folder. */
export const LOCK_FILE = 'posthorn.lock';
const NEXT_LOCK_FILE = `${LOCK_FILE}.next`;
/** The files whose permissions are never tightened in place: see above. */
export const LOCK_FILES: ReadonlySet<string> = new Set([LOCK_FILE, NEXT_LOCK_FILE]);

/** Held as long as a server uses a data folder. */
export interface FolderLock {
  /** True: other accounts could open the lock file found, and it was replaced. */
  readonly wasLoose: boolean;
  /** The number of the file that is held. No other file has it as long as this one is open. */
  inode(): bigint;
  /**
   * Takes the file that the name leads to now, if it is another one, and lets go of the old one.
   * @returns false, with the old one held, when somebody else holds it
   */
  keep(): Promise<boolean>;
  release(): Promise<void>;
}

/** A lock file that is held. */
interface HeldFile extends Pick<FolderLock, 'wasLoose' | 'release'> {
  readonly inode: bigint;
  /** Tells it from a later file, which may get its number once it is closed. */
  readonly bornNs: bigint;
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
    const held = await takeFromNobody(folder, clock);
    await forgetServerAddress(folder);
    return lockOf(folder, held, clock);
  } catch (cause) {
    if (isBusy(cause)) throw folderInUse(folder);
    throw new Error(
      `The data folder ${folder} cannot be used: ${cause instanceof Error ? cause.message : cause}`,
      { cause },
    );
  }
}

/** What whoever wants to start beside another server is told. */
export const folderInUse = (folder: string): Error =>
  new Error(
    `Another Posthorn server is already using the data folder ${folder}. Stop it, or choose another --data-dir.`,
  );

function lockOf(folder: string, first: HeldFile, clock: Clock): FolderLock {
  let held = first;
  return {
    wasLoose: first.wasLoose,
    inode: () => held.inode,
    async keep() {
      const found = await stat(join(folder, LOCK_FILE), { bigint: true }).catch(() => null);
      if (found?.ino === held.inode) return true;
      const next = await take(folder, clock).catch((cause: unknown) => {
        if (isBusy(cause)) return null;
        throw cause;
      });
      if (!next) return false;
      const old = held;
      held = next;
      await old.release();
      return true;
    },
    release: () => held.release(),
  };
}

/**
 * As `take`, and sure that no owner of the database lives.
 * @throws Error with the code SQLITE_BUSY when one does
 */
async function takeFromNobody(folder: string, clock: Clock): Promise<HeldFile> {
  for (let left: HeldFile | null = null; ; ) {
    const held = await take(folder, clock);
    const wasLeftAlone = left?.inode === held.inode && left.bornNs === held.bornNs;
    if (wasLeftAlone || !(await mayHaveOtherOwner(databasePath(folder), held.inode)))
      return { ...held, wasLoose: held.wasLoose || left?.wasLoose === true };
    left = held;
    await held.release();
    await clock.sleep(TAKE_OVER_MS);
  }
}

/** @throws Error with the code SQLITE_BUSY when another server holds it */
async function take(folder: string, clock: Clock): Promise<HeldFile> {
  const path = join(folder, LOCK_FILE);
  for (;;) {
    const { inode, bornNs, isLoose } = await inspect(folder, path);
    const releaseOld = await holdExclusively(path).catch((cause: unknown) => {
      if (isLoose) return null;
      throw cause;
    });
    try {
      const isCurrent = (await inspect(folder, path)).inode === inode;
      if (isCurrent && releaseOld && !isLoose) return { inode, bornNs, wasLoose: false, release: releaseOld };
      if (isCurrent && !releaseOld && !(await isHeldByStranger(folder, inode, clock))) throw busy();
      const fresh = isCurrent ? await replace(folder, path, inode) : null;
      if (fresh) {
        return { ...fresh, release: () => Promise.all([fresh.release(), releaseOld?.()]).then(() => {}) };
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
async function inspect(folder: string, path: string) {
  const made = await open(path, 'wx', 0o600).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EEXIST') throw cause;
  });
  await made?.close();
  const { ino, mode, uid, birthtimeNs } = await stat(path, { bigint: true });
  const isOurs = (await trustedAccounts(folder)).has(Number(uid));
  const isLoose = process.platform !== 'win32' && ((mode & 0o077n) !== 0n || !isOurs);
  return { inode: ino, bornNs: birthtimeNs, isLoose };
}

/** @returns null, with nothing held, when the file at `path` is no longer the one to replace */
async function replace(folder: string, path: string, inode: bigint): Promise<HeldFile | null> {
  const next = join(folder, NEXT_LOCK_FILE);
  // Left by a stranger while the folder was open; ours are never loose.
  if ((await inspect(folder, next)).isLoose) await rm(next, { force: true });
  const fresh = await inspect(folder, next);
  const release = await holdExclusively(next);
  if ((await stat(path, { bigint: true })).ino !== inode) {
    await release();
    return null;
  }
  await rename(next, path);
  return { inode: fresh.inode, bornNs: fresh.bornNs, wasLoose: true, release };
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
