/**
 * The database: one queue of writes, and reads next to it.
 *
 * Promises: `write` calls run one after another in the order they were made, and each is on disk (WAL, synchronous
 * FULL) before its promise resolves; one that fails leaves no trace and does not harm its neighbors, nor does a bad
 * input of a batch writer harm the rest of its batch. Reads run on a second connection, see only committed data and
 * never wait for a writer.
 *
 * How: one connection writes. sqlite3 gives no isolation between callers that share a connection (two open transactions
 * would interleave), so all writes go through one queue. Whatever queued up while the last commit was being flushed
 * becomes the next transaction (natural batching): no added wait when idle, large batches under load, one disk flush
 * per batch.
 *
 * A write is not acknowledged once the file names no longer lead to the open files (see `DatabaseTrouble`).
 *
 * Not promised: work inside `write` must only await its `tx`; anything else would hold up every writer.
 */
import type { Histogram } from '../base/histogram';
import { DatabaseCondition } from './database-condition';
import type { DatabaseTrouble } from './database-trouble';
import { openSnapshot, type Snapshot } from './snapshot';
import { assertVersion, Connection } from './sqlite-connection';
import type { Row, SqlValue, Transaction } from './transaction';
import { WriteQueue } from './write-queue';
import type { BatchWork } from './write-unit';

export interface Database {
  readonly path: string;
  /** Reads committed rows. */
  all<T = Row>(sql: string, params?: readonly SqlValue[]): Promise<T[]>;
  /** The first row, or undefined. */
  get<T = Row>(sql: string, params?: readonly SqlValue[]): Promise<T | undefined>;
  /**
   * Everything committed now, readable in many steps whatever is written meanwhile. The log cannot be emptied until it
   * is closed, so it must not wait for anything without a time limit.
   */
  openSnapshot(): Promise<Snapshot>;
  /** Runs `work` alone and makes it durable; rejects, with nothing written, when it throws. */
  write<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * A writer that takes many small inputs at once: inputs given while the queue was busy reach `work` together, in
   * order. `work` returns one result per input. When it throws, nothing of that batch is written, and it is called
   * again for each input alone, so that only inputs that cannot be written are rejected.
   * @param isOneStatement for which inputs `work` runs exactly one statement. SQLite executes a statement completely or
   *   not at all by itself, so such a batch needs no BEGIN and COMMIT around it when it is alone.
   */
  batchWriter<In, Out>(
    work: BatchWork<In, Out>,
    isOneStatement?: (inputs: readonly In[]) => boolean,
  ): (input: In) => Promise<Out>;
  /**
   * Runs statements that create temporary views and triggers, before the next write. Thanks to these, a batch that
   * fills several tables is one statement; they are not in the file.
   */
  define(sql: string): void;
  /** Why the file cannot be relied on right now. Null: nothing known. */
  trouble(): DatabaseTrouble | null;
  /** Calls `listener` when a statement or a commit has met trouble; only the last listener given is kept. */
  onTrouble(listener: () => void): void;
  /** Reports that reading through the file has found damage. */
  reportDamage(): void;
  /** Writes waiting for their turn, and how long each transaction has taken so far. */
  load(): { readonly queued: number; readonly commitSeconds: Histogram };
  /** Writes a consistent copy of everything committed to a new or empty file. */
  copyTo(path: string): Promise<void>;
  /**
   * Moves the content of the write-ahead log into the file, between two writes, if it is `minPages` pages or more, so
   * that the log starts over. Readers still at an older state hold back the rest.
   * @returns pages in the log that were not in the file before, and how many of them still are not
   */
  checkpoint(minPages: number): Promise<{ readonly before: number; readonly after: number }>;
  /** Calls `listener` after each commit; only the last listener given is kept. */
  onCommit(listener: () => void): void;
  /** Resolves when everything queued is written and the log is empty, then closes both connections. */
  close(): Promise<void>;
}

/** How much disk space the write-ahead log may keep once it has grown. */
const LOG_KEPT_BYTES = 64 * 1024 * 1024;

/** Opens or creates the database file. Throws when SQLite is too old or the file is not a database. */
export async function openDatabase(path: string): Promise<Database> {
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
    await writer.exec('PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000');
    const reader = await Connection.open(path, 'read');
    opened.push(reader);
    await reader.exec('PRAGMA query_only = ON; PRAGMA busy_timeout = 5000');
    // SQLite opens the log with the first read of a connection.
    for (const connection of opened) await connection.get('SELECT 1 FROM sqlite_schema');
    return databaseOf(path, writer, reader);
  } catch (cause) {
    for (const connection of opened) await connection.close();
    throw cause;
  }
}

/** What `openDatabase` returns, once both connections and the log are open. */
function databaseOf(path: string, writer: Connection, reader: Connection): Database {
  const condition = new DatabaseCondition(path);
  const writes = new WriteQueue(writer, condition);
  const all = <T>(sql: string, params?: readonly SqlValue[]) =>
    reader.all<T>(sql, params).catch((cause) => Promise.reject(condition.failed(cause, 'read')));
  return {
    path,
    all,
    get: async <T>(sql: string, params?: readonly SqlValue[]) => (await all<T>(sql, params))[0],
    openSnapshot: () => openSnapshot(path),
    write: (work) => writes.write(work),
    batchWriter: (work, isOneStatement) => writes.batchWriter(work, isOneStatement),
    define: (sql) => writes.define(sql),
    trouble: () => condition.trouble(),
    onTrouble: (listener) => condition.onTrouble(listener),
    reportDamage: () => condition.damaged(),
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
      if (writes.hasEnded()) return { before: 0, after: 0 };
      return writes.betweenWrites(() => checkpoint(writer, minPages));
    },
    onCommit: (listener) => writes.onCommit(listener),
    async close() {
      await writes.end();
      await reader.close();
      // What cannot be moved into the file (a full disk) stays in the log, where the next start finds it. If the file
      // is gone, its log is all that the folder has left of it.
      if (!condition.isFileLost()) await emptyLog(writer);
      await writer.close();
    },
  };
}

async function copyInto(connection: Connection, path: string): Promise<void> {
  await connection.run('VACUUM INTO ?', [path]);
}

async function emptyLog(writer: Connection): Promise<void> {
  await writer.exec('PRAGMA busy_timeout = 1000; PRAGMA wal_checkpoint(TRUNCATE)').catch(() => undefined);
}

async function checkpoint(writer: Connection, minPages: number) {
  const before = await unmoved(writer, 'NOOP');
  return { before, after: before < Math.max(1, minPages) ? before : await unmoved(writer, 'PASSIVE') };
}

/** Pages that are only in the log, after a checkpoint of this kind; NOOP checks without changing anything. */
async function unmoved(writer: Connection, kind: 'NOOP' | 'PASSIVE'): Promise<number> {
  const row = await writer.get<{ log: number; checkpointed: number }>(`PRAGMA wal_checkpoint(${kind})`);
  return row ? row.log - row.checkpointed : 0;
}
