/**
 * A database in a file: SQLite.
 *
 * How it keeps the promises of `Database`: one connection writes. sqlite3 gives no isolation between callers that share
 * a connection (two open transactions would interleave), so all writes go through one queue. Whatever queued up while
 * the last commit was being flushed (WAL, synchronous FULL) becomes the next transaction (natural batching): no added
 * wait when idle, large batches under load, one disk flush per batch. Reads run on a second connection, and those that may
 * take long on a third. Each of the three uses one thread at a time, of the four that Node has.
 *
 * A write is not acknowledged once the file names no longer lead to the open files, or these no longer hold what was
 * written to them (see `DatabaseTrouble`).
 */
import type { Database } from '../database';
import type { DatabaseTrouble } from '../database-trouble';
import { beginSnapshot } from '../engine/snapshot';
import { WriteQueue } from '../engine/write-queue';
import type { Reads, Snapshot, Transaction } from '../transaction';
import { DatabaseCondition } from './database-condition';
import { FileContent, LOG_KEPT_BYTES } from './file-content';
import { createReadLane } from './read-lane';
import { assertVersion, Connection } from './sqlite-connection';
import { sqliteDialect } from './sqlite-dialect';
import { SqliteWriter } from './sqlite-writer';

export interface SqliteDatabase extends Database {
  readonly path: string;
  /**
   * Runs statements that create temporary views and triggers, before the next write. Thanks to these, a batch that
   * fills several tables is one statement; they are not in the file.
   */
  define(sql: string): void;
  /**
   * Calls `check` before and after each commit; when it rejects, the writes fail. Only the last one given is kept. It
   * rejects only while `reportTaken` says so.
   */
  guardCommits(check: () => Promise<void>): void;
  /** Reports whether another server has taken over. Nothing is written while it has. */
  reportTaken(isTaken: boolean): void;
  /** The application id that the file has from now on: with another one, it is not the one that was opened. */
  expectId(id: number): void;
  /** Looks at the files now. Otherwise like `trouble`, which says what the last look found. */
  examine(): Promise<DatabaseTrouble | null>;
  /** Reports that reading through the file has found damage. */
  reportDamage(): void;
  /** Writes a consistent copy of everything committed to a new or empty file. */
  copyTo(path: string): Promise<void>;
  /**
   * Moves the content of the write-ahead log into the file, between two writes, if it is `minPages` pages or more, so
   * that the log starts over. Readers still at an older state hold back the rest.
   * @returns pages in the log that were not in the file before, and how many of them still are not
   */
  checkpoint(minPages: number): Promise<{ readonly before: number; readonly after: number }>;
  /**
   * Writes the file anew, between two writes: once the log is emptied, nothing that was deleted or overwritten is left.
   * Other writes wait for it, some seconds for each gigabyte. It needs as much space again, beside the file and where
   * SQLite puts its temporary files.
   * @returns false: another program, or doubts about the files, hold it back. Try again
   */
  rewrite(): Promise<boolean>;
  /** Moves all of the log into the file, and cuts it to nothing. False: a reader at an older state holds it back. */
  emptyLog(): Promise<boolean>;
  /** As of every database; the log is empty then. */
  close(): Promise<void>;
}

export function isSqliteDatabase(db: Database): db is SqliteDatabase {
  return db.dialect.engine === 'SQLite';
}

/** Further writes wait for the next transaction, so that no caller waits for an endless one. */
const UNITS_PER_TRANSACTION = 256;
/** For a lock of another program. A request waits at most for the transaction before its own, and for its own. */
const BUSY_TIMEOUT_MS = 1500;

/**
 * Opens or creates the database file. Throws when SQLite is too old or the file is not a database.
 * @param hangingAfterMs see `Database.isHanging`; some seconds when absent
 */
export async function openDatabase(path: string, hangingAfterMs?: number): Promise<SqliteDatabase> {
  const opened: Connection[] = [];
  try {
    const writer = await Connection.open(path, 'create');
    opened.push(writer);
    await assertVersion(writer);
    await writer.exec('PRAGMA journal_mode = WAL');
    await writer.exec('PRAGMA synchronous = FULL');
    if (process.platform === 'darwin')
      await writer.exec('PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON');
    // Never in the middle of a commit: `Checkpointer` says when. A log that grew exceptionally (a long read, a backup)
    // is truncated when it starts over.
    await writer.exec(`PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = ${LOG_KEPT_BYTES}`);
    await writer.exec(`PRAGMA foreign_keys = ON; PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    const readers = [await Connection.open(path, 'read'), await Connection.open(path, 'read')] as const;
    opened.push(...readers);
    for (const reader of readers)
      await reader.exec(`PRAGMA query_only = ON; PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    // SQLite opens the log with the first read of a connection.
    for (const connection of opened) await connection.get('SELECT 1 FROM sqlite_schema');
    const content = new FileContent(path, writer);
    const condition = new DatabaseCondition(path, content, hangingAfterMs);
    // Not those of lists, which may take long by themselves.
    for (const connection of [writer, readers[0]])
      connection.watchStatements((statement) => condition.watch(statement));
    return databaseOf(path, { writer, readers, content, condition });
  } catch (cause) {
    for (const connection of opened) await connection.close();
    throw cause;
  }
}

interface Opened {
  readonly writer: Connection;
  readonly readers: readonly [quick: Connection, lists: Connection];
  readonly content: FileContent;
  readonly condition: DatabaseCondition;
}

/** What `openDatabase` returns, once all connections and the log are open. */
function databaseOf(path: string, { writer, readers, content, condition }: Opened): SqliteDatabase {
  const engine = new SqliteWriter(writer, condition);
  const writes = new WriteQueue(engine, UNITS_PER_TRANSACTION);
  let isExamining = false;
  /** In its turn between the writes. The listener of `onTrouble` hears what is found. */
  const examineSoon = () => {
    if (isExamining || writes.hasEnded() || !condition.isDoubtful()) return;
    isExamining = true;
    writes
      .betweenWrites(() => condition.examine())
      .catch(() => undefined) // the next look tries again
      .finally(() => {
        isExamining = false;
      });
  };
  /** False: the files are in doubt, or it is closing. */
  const betweenSoundWrites = async (work: () => Promise<boolean>) =>
    !writes.hasEnded() &&
    writes.betweenWrites(async () => {
      await condition.examine();
      if (!condition.mayMoveLog() || condition.isLost()) return false;
      const isDone = await work();
      await condition.examine();
      return isDone;
    });
  const [quick, lists] = readers.map((reader) =>
    createReadLane(reader, (cause) => condition.failed(cause, 'read')),
  ) as [Reads, Reads];
  return {
    path,
    name: path,
    dialect: sqliteDialect,
    ...quick,
    lists,
    openSnapshot: () => openSnapshot(path),
    write: (work) => writes.write(work),
    batchWriter: (...how) => writes.batchWriter(...how),
    define: (sql) => engine.define(sql),
    trouble() {
      examineSoon();
      return condition.trouble();
    },
    async examine() {
      await writes.betweenWrites(() => condition.examine());
      return condition.trouble();
    },
    isHanging: () => condition.isHanging(),
    onTrouble: (listener) => condition.onTrouble(listener),
    tryWriting: () => writes.write(writeVersionAgain),
    guardCommits: (check) => engine.guardCommits(check),
    reportTaken: (isTaken) => condition.taken(isTaken),
    reportDamage: () => condition.damaged(),
    expectId: (id) => content.expectId(id),
    load: () => writes.load(),
    async copyTo(to) {
      // A new connection would open whatever is at the path now; only open connections still reach the file.
      if (condition.isLost()) return writes.betweenWrites(() => copyInto(writer, to));
      // Not the reader: SQLite refuses VACUUM, even into another file, while query_only is on.
      const connection = await Connection.open(path, 'write');
      try {
        await copyInto(connection, to);
      } finally {
        await connection.close();
      }
    },
    async checkpoint(minPages) {
      if (writes.hasEnded()) return NOTHING_MOVED;
      return writes.betweenWrites(async () => {
        await condition.examine();
        if (!condition.mayMoveLog()) return NOTHING_MOVED;
        const moved = await checkpoint(writer, minPages, content);
        await condition.examine(); // while the file must have all: the next write may begin the log anew
        return moved;
      });
    },
    rewrite: () => betweenSoundWrites(() => vacuum(path)),
    emptyLog: () =>
      betweenSoundWrites(async () => {
        await content.renewId();
        return truncateLog(writer);
      }),
    onCommit: (listener) => writes.onCommit(listener),
    async close() {
      await writes.end();
      await condition.examine().catch(() => undefined);
      content.close();
      const closeReaders = () => Promise.all(readers.map((reader) => reader.close()));
      // The last connection moves the log into the file and deletes it, unless it may only read. What cannot be moved
      // (a full disk) stays in the log, where the next start finds it; if the file is gone or damaged, or somebody
      // else's, the log may be all that is left.
      if (condition.mayMoveLog()) {
        await closeReaders();
        await emptyLog(writer);
        await writer.close();
      } else {
        await writer.close();
        await closeReaders();
      }
    },
  };
}

const NOTHING_MOVED = { before: 0, after: 0 };

async function writeVersionAgain(tx: Transaction): Promise<void> {
  const row = await tx.get<{ user_version: number }>('PRAGMA user_version');
  await tx.run(`PRAGMA user_version = ${row?.user_version ?? 0}`);
}

async function openSnapshot(path: string): Promise<Snapshot> {
  return beginSnapshot(await Connection.open(path, 'read'), async (connection) => {
    await connection.exec(`PRAGMA query_only = ON; PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}; BEGIN`);
    await connection.get('SELECT 1 FROM sqlite_schema LIMIT 1');
  });
}

async function copyInto(connection: Connection, path: string): Promise<void> {
  await connection.run('VACUUM INTO ?', [path]);
}

/**
 * On a connection of its own: what takes long on that of the writer counts as a disk that hangs.
 * @returns false: another program writes
 */
async function vacuum(path: string): Promise<boolean> {
  const connection = await Connection.open(path, 'write');
  try {
    // With it, no page that SQLite takes anew begins with what its memory held before.
    await connection.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}; PRAGMA synchronous = FULL`);
    await connection.exec('PRAGMA secure_delete = ON; PRAGMA wal_autocheckpoint = 0');
    await connection.exec('VACUUM');
    return true;
  } catch (cause) {
    if ((cause as { code?: unknown }).code === 'SQLITE_BUSY') return false;
    throw cause;
  } finally {
    await connection.close();
  }
}

/** @returns false: a reader holds it back */
async function truncateLog(writer: Connection): Promise<boolean> {
  const row = await writer.get<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)');
  return row?.busy === 0;
}

async function emptyLog(writer: Connection): Promise<void> {
  await writer.exec('PRAGMA busy_timeout = 1000; PRAGMA wal_checkpoint(TRUNCATE)').catch(() => undefined);
}

async function checkpoint(writer: Connection, minPages: number, content: FileContent) {
  const before = await unmoved(writer, 'NOOP');
  if (before < Math.max(1, minPages)) return { before, after: before };
  await content.renewId();
  return { before, after: await unmoved(writer, 'PASSIVE') };
}

/** Pages that are only in the log, after a checkpoint of this kind; NOOP checks without changing anything. */
async function unmoved(writer: Connection, kind: 'NOOP' | 'PASSIVE'): Promise<number> {
  const row = await writer.get<{ log: number; checkpointed: number }>(`PRAGMA wal_checkpoint(${kind})`);
  return row ? row.log - row.checkpointed : 0;
}
