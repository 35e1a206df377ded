import type { Clock } from '../base/clock';
import type { Log } from '../base/log';
import type { ChangeLog } from './change-log';
import type { Database } from './database';
import { type FolderLock, LOCK_FILE, lockFolder } from './files/folder-lock';
import { FolderOwnership } from './files/folder-ownership';
import { openData } from './files/open-data';
import { applyStagedRestore } from './files/staged-restore';
import { tightenFolder } from './files/tighten-folder';
import { assertNotMoved } from './move/move-mark';
import type { NodeTable, NodeTableState } from './node-table';
import type { SqliteDatabase } from './sqlite/sqlite-database';

/** The table of the nodes of a database, and what it said last. */
export interface FoundNodes {
  readonly table: NodeTable;
  readonly state: NodeTableState;
  /** From the time of opening on. */
  readonly changes: ChangeLog;
}

/** A PostgreSQL database, and the lease of its nodes in milliseconds. */
export interface DatabaseToShare {
  readonly address: string;
  readonly leaseMs: number;
}

/** A data folder that is in use. */
export interface OpenFolder {
  readonly db: Database;
  /** The same, if it is a file of this folder. Null: it is in PostgreSQL. */
  readonly file: SqliteDatabase | null;
  /** Tells whether this server still owns that file. Null: the database is in PostgreSQL. */
  readonly ownership: FolderOwnership | null;
  /** The nodes that use a PostgreSQL database. Null: the folder is held, and nobody else has the database. */
  readonly nodes: FoundNodes | null;
  /** Whether the last process on that file ended without closing it. False in PostgreSQL: its table of nodes says that. */
  readonly endedUnasked: boolean;
  /** Closes the database and releases the folder. */
  close(): Promise<void>;
}

/**
 * Claims a data folder for one server, creates it if needed, closes it to other accounts, puts in place a backup staged
 * for this start, and opens the database.
 * @param shared a PostgreSQL database, which is used instead of a file; null: there is none
 * @returns the open database; once it is closed, another server may use the folder
 * @throws Error with a sentence for the user when the folder cannot be used; then nothing is held
 */
export async function openFolder(
  folder: string,
  shared: DatabaseToShare | null,
  clock: Clock,
  log: Log,
): Promise<OpenFolder> {
  const { closed, open } = await tightenFolder(folder);
  // Real time, whatever clock this server is given: other processes measure it, too.
  const lock = await lockFolder(folder);
  const loose = [...closed, ...(lock.wasLoose ? [LOCK_FILE] : [])];
  if (loose.length > 0) log.warn({ folder, loose }, 'other accounts could open these files; now they cannot');
  if (open.length > 0)
    log.error({ folder, open }, 'other accounts can open these files, and this cannot be changed');
  try {
    const data =
      shared === null ? await openFile(folder, lock, { clock, log }) : await openShared(shared, log);
    const close = async () => {
      try {
        await data.close();
      } finally {
        await lock.release();
      }
    };
    return { ...data, close };
  } catch (cause) {
    await lock.release();
    throw cause;
  }
}

async function openFile(
  folder: string,
  lock: FolderLock,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Promise<OpenFolder> {
  if (await applyStagedRestore(folder, clock.now()))
    log.warn('a backup was put in the place of the database');
  const { db, wasLeftOpen: endedUnasked, close: closeData } = await openData(folder, log);
  const closed = () => closeData(clock.now());
  await closedUnless(assertNotMoved(db, folder), closed);
  const ownership = await closedUnless(FolderOwnership.claim({ db, lock, log }), closed);
  const close = async () => {
    await ownership.end();
    await closed();
  };
  return { db, file: db, ownership, nodes: null, endedUnasked, close };
}

async function openShared({ address, leaseMs }: DatabaseToShare, log: Log): Promise<OpenFolder> {
  // Only now: a server with a file never loads it.
  const { openSharedPostgres } = await import('./postgres/open-shared-postgres');
  const { db, nodes, found, changes, close } = await openSharedPostgres(address, { log, leaseMs });
  await closedUnless(assertNotMoved(db, db.name), close);
  return {
    db,
    file: null,
    ownership: null,
    nodes: { table: nodes, state: found, changes },
    endedUnasked: false,
    close,
  };
}

async function closedUnless<T>(usable: Promise<T>, close: () => Promise<void>): Promise<T> {
  try {
    return await usable;
  } catch (cause) {
    await close();
    throw cause;
  }
}
