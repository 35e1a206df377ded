import { dirname } from 'node:path';
import { type Clock, systemClock, type Timer } from '../../base/clock';
import { apiError } from '../../base/errors';
import type { Service } from '../../base/lifecycle';
import type { Log } from '../../base/log';
import { TAKEN_TROUBLE } from '../database-trouble';
import type { SqliteDatabase } from '../sqlite/sqlite-database';
import { OWNER_TRUST_MS, Trust } from '../trust';
import { type FolderLock, folderInUse, LOCK_FILE } from './folder-lock';
import {
  ownerOf,
  readFolderOwner,
  removeFolderOwner,
  renewFolderOwner,
  withLock,
  writeFolderOwner,
} from './folder-owner';

const LOOK_EVERY_MS = 1000;

interface OwnershipParts {
  readonly db: Pick<SqliteDatabase, 'path' | 'get' | 'write' | 'guardCommits' | 'reportTaken'>;
  readonly lock: Pick<FolderLock, 'inode' | 'keep'>;
  readonly log: Log;
  /** Absent: real time, also where the rest of a server lives by another, because other processes measure it too. */
  readonly clock?: Clock;
}

/**
 * Whether this server still owns its data folder. Each second it looks whether the database names it as its owner, and
 * whether the name of the lock file leads to the file that it holds. A lock file that was deleted or replaced is taken
 * anew, which keeps others away; see `lockFolder`. A process that could not look for too long (it stood still) sends and
 * writes nothing before it has looked again.
 */
export class FolderOwnership implements Service {
  readonly name = 'folder ownership';
  readonly #parts: OwnershipParts;
  readonly #clock: Clock;
  readonly #trust: Trust;
  /** What the row of the owner says while this server is it. */
  #owner: string;
  #isTaken = false;
  #isStopped = false;
  #couldLook = true;
  #timer: Timer | null = null;
  #looking: Promise<void> = Promise.resolve();
  #onRegained: () => void = () => undefined;

  private constructor(parts: OwnershipParts, owner: string) {
    this.#parts = parts;
    this.#clock = parts.clock ?? systemClock;
    this.#trust = new Trust(this.#clock, OWNER_TRUST_MS);
    this.#owner = owner;
  }

  /**
   * Makes the holder of the lock the owner of the database, in one write.
   * @throws Error with a sentence for the user when another one holds the lock by now
   */
  static async claim(parts: OwnershipParts): Promise<FolderOwnership> {
    const { db, lock } = parts;
    const moment = new Trust(parts.clock ?? systemClock, OWNER_TRUST_MS).moment();
    if (!(await lock.keep())) throw folderInUse(dirname(db.path));
    const ownership = new FolderOwnership(parts, await ownerOf(db.path, lock.inode()));
    await db.write((tx) => writeFolderOwner(tx, ownership.#owner));
    ownership.#trust.renew(moment);
    db.guardCommits(() => ownership.#assertOwner());
    return ownership;
  }

  /** Whether a send may leave at this moment. Only reads clocks. */
  holds(): boolean {
    return this.#trust.holds();
  }

  /** Calls `listener` when sends may leave again. */
  onRegained(listener: () => void): void {
    this.#onRegained = listener;
  }

  async start(): Promise<void> {
    await this.#tick();
  }

  /** Resolves when the look that has begun, if one has, is over. */
  looked(): Promise<void> {
    return this.#looking;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#timer?.cancel();
    await this.#looking;
  }

  /** The folder is closed in order: the next server need not wait, whatever became of the lock file. */
  async end(): Promise<void> {
    await this.#parts.db.write((tx) => removeFolderOwner(tx, this.#owner)).catch(() => undefined);
  }

  async #tick(): Promise<void> {
    this.#looking = this.#look().then(
      () => {
        this.#couldLook = true;
      },
      (cause: unknown) => {
        if (this.#couldLook)
          this.#parts.log.warn(
            { err: cause },
            'could not look whether this server still owns its data folder',
          );
        this.#couldLook = false;
      },
    );
    await this.#looking;
    if (this.#isStopped || this.#isTaken) return;
    this.#timer = this.#clock.setTimer(LOOK_EVERY_MS, () => void this.#tick());
  }

  async #look(): Promise<void> {
    const { db, lock } = this.#parts;
    const had = this.#trust.holds();
    const moment = this.#trust.moment();
    if ((await readFolderOwner(db)) !== this.#owner) return this.#lose();
    const isKept = await lock.keep();
    // Whoever holds the lock is about to be the owner, or lets go of it again: a look of a start takes an instant.
    if (!isKept) return had ? undefined : db.reportTaken(true);
    this.#trust.renew(moment);
    db.reportTaken(false);
    await this.#noteLock();
    if (!had && this.holds()) this.#onRegained();
  }

  /** Writes down the file that is held, if it was taken anew. */
  async #noteLock(): Promise<void> {
    const { db, lock, log } = this.#parts;
    const owner = withLock(this.#owner, lock.inode());
    if (owner === this.#owner) return;
    if (!(await db.write((tx) => renewFolderOwner(tx, this.#owner, owner)))) return this.#lose();
    this.#owner = owner;
    log.warn(`${LOCK_FILE} was deleted or replaced while the server runs; it is in place again`);
  }

  /** Before and after each commit. @throws ApiError when the database has another owner */
  async #assertOwner(): Promise<void> {
    if (this.#trust.holds()) return; // nobody takes it over before that has ended
    if (!this.#isTaken && (await readFolderOwner(this.#parts.db)) === this.#owner) return;
    this.#lose();
    throw apiError('unavailable', TAKEN_TROUBLE.detail);
  }

  #lose(): void {
    this.#isTaken = true;
    this.#trust.end();
    this.#parts.db.reportTaken(true);
  }
}
