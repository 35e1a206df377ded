import type { Clock } from '../base/clock';
import type { Log } from '../base/log';
import type { ChangeLog } from './change-log';
import type { Database } from './database';
import { LOCK_FILE, lockFolder } from './folder-lock';
import { assertNotMoved } from './move/move-mark';
import type { NodeTable, NodeTableState } from './node-table';
import { openData } from './open-data';
import type { SqliteDatabase } from './sqlite-database';
import { applyStagedRestore } from './staged-restore';
import { tightenFolder } from './tighten-folder';

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
  /** The nodes that use a PostgreSQL database. Null: the folder is held, and nobody else has the database. */
  readonly nodes: FoundNodes | null;
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
  const lock = await lockFolder(folder, clock);
  const loose = [...closed, ...(lock.wasLoose ? [LOCK_FILE] : [])];
  if (loose.length > 0) log.warn({ folder, loose }, 'other accounts could open these files; now they cannot');
  if (open.length > 0)
    log.error({ folder, open }, 'other accounts can open these files, and this cannot be changed');
  try {
    const data = shared === null ? await openFile(folder, clock, log) : await openShared(shared, log);
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

async function openFile(folder: string, clock: Clock, log: Log): Promise<OpenFolder> {
  if (await applyStagedRestore(folder, clock.now()))
    log.warn('a backup was put in the place of the database');
  const { db, close: closeData } = await openData(folder, log);
  const close = () => closeData(clock.now());
  return closedUnlessUsable({ db, file: db, nodes: null, close }, folder);
}

async function openShared({ address, leaseMs }: DatabaseToShare, log: Log): Promise<OpenFolder> {
  // Only now: a server with a file never loads it.
  const { openSharedPostgres } = await import('./postgres/open-shared-postgres');
  const { db, nodes, found, changes, close } = await openSharedPostgres(address, { log, leaseMs });
  return closedUnlessUsable(
    { db, file: null, nodes: { table: nodes, state: found, changes }, close },
    db.name,
  );
}

async function closedUnlessUsable(open: OpenFolder, place: string): Promise<OpenFolder> {
  try {
    await assertNotMoved(open.db, place);
    return open;
  } catch (cause) {
    await open.close();
    throw cause;
  }
}
