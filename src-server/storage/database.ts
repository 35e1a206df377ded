/**
 * The database: one queue of writes, and reads beside it.
 *
 * Promises: `write` calls run one after the other in the order they were made, and each is on disk
 * (WAL, synchronous FULL) before its promise resolves; one that fails leaves no trace and does not harm its
 * neighbours, nor does one bad input of a batch writer harm the others of its batch. Reads run on a second connection, see only committed data and never wait for a writer.
 *
 * How: one connection writes. sqlite3 gives no isolation between callers that share a connection (two open
 * transactions would interleave), so all writes go through one queue. Whatever queued up while the last
 * commit was on its way to the disk becomes the next transaction (natural batching): no added wait when idle,
 * large batches under load, one disk flush for all of them.
 *
 * A write is not acknowledged when the names of the files no longer lead to what is open (see `DatabaseTrouble`).
 *
 * Not promised: work inside `write` must only await its `tx`; anything else would hold up every writer.
 */
import { systemClock } from '../base/clock';
import { apiError } from '../base/errors';
import { Histogram } from '../base/histogram';
import { DatabaseCondition } from './database-condition';
import type { DatabaseTrouble } from './database-trouble';
import { openSnapshot, type Snapshot } from './snapshot';
import { assertVersion, Connection } from './sqlite-connection';
import type { Row, SqlValue, Transaction } from './transaction';
import { type BatchEntry, type BatchWork, batchUnit, type Unit } from './write-unit';

export interface Database {
  readonly path: string;
  /** Reads committed rows. */
  all<T = Row>(sql: string, params?: readonly SqlValue[]): Promise<T[]>;
  /** The first row, or undefined. */
  get<T = Row>(sql: string, params?: readonly SqlValue[]): Promise<T | undefined>;
  /**
   * Everything that is committed now, to be read in many steps whatever is written meanwhile. The log cannot be emptied
   * until it is closed, so it must not wait for anybody without a limit.
   */
  openSnapshot(): Promise<Snapshot>;
  /** Runs `work` alone and makes it durable; rejects, with nothing written, when it throws. */
  write<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * A writer that takes many small inputs at once: inputs given while the queue was busy reach `work`
   * together, in order. `work` gives one result per input. When it throws, nothing of that batch is written and
   * it is called again for each input alone, so that only those that cannot be written are rejected.
   * @param isOneStatement for which inputs `work` runs one statement and no more. SQLite makes a statement whole or
   *   not at all by itself, so such a batch needs no BEGIN and COMMIT around it when it is alone.
   */
  batchWriter<In, Out>(
    work: BatchWork<In, Out>,
    isOneStatement?: (inputs: readonly In[]) => boolean,
  ): (input: In) => Promise<Out>;
  /**
   * Runs statements that make temporary views and triggers, before the next write. Those are how a batch that fills
   * several tables is one statement; they are not in the file.
   */
  define(sql: string): void;
  /** What keeps the file from being relied on, as it is at this moment. Null: nothing known. */
  trouble(): DatabaseTrouble | null;
  /** Calls `listener` when a statement or a commit has met trouble; one listener, the last given. */
  onTrouble(listener: () => void): void;
  /** Somebody has found the file damaged by reading through it. */
  reportDamage(): void;
  /** Writes that wait for their turn, and how long each transaction took so far. */
  load(): { readonly queued: number; readonly commitSeconds: Histogram };
  /** Writes a consistent copy of everything committed to a file that is new or empty. */
  copyTo(path: string): Promise<void>;
  /**
   * Moves what the write-ahead log holds into the file, between two writes, if it is `minPages` pages or more, so
   * that the log is written from its beginning again. Readers that are still at an old state hold back the rest.
   * @returns pages in the log that were not in the file before, and how many of them still are not
   */
  checkpoint(minPages: number): Promise<{ readonly before: number; readonly after: number }>;
  /** Calls `listener` after each commit; one listener, the last given. */
  onCommit(listener: () => void): void;
  /** Resolves when everything queued is written and the log is empty, then closes both connections. */
  close(): Promise<void>;
}

/** One write more than this waits for the next transaction, so that no caller waits for an endless one. */
const UNITS_PER_TRANSACTION = 256;
/** Bounds of the histogram of transactions, in seconds. */
const COMMIT_BOUNDS_S = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5] as const;
/** Inputs more than this go to a new unit of a batch writer, which bounds the size of one statement. */
const INPUTS_PER_BATCH = 512;
/** The write-ahead log may keep this much of the disk once it has grown. */
const LOG_KEPT_BYTES = 64 * 1024 * 1024;

/** Opens (or makes) the database file. Throws when SQLite is too old or the file is no database. */
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
    // Never in the middle of somebody's commit: `Checkpointer` says when. A log that grew for once (a long read, a
    // backup) is cut when it begins anew.
    await writer.exec(`PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = ${LOG_KEPT_BYTES}`);
    await writer.exec('PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000');
    const reader = await Connection.open(path, 'read');
    opened.push(reader);
    await reader.exec('PRAGMA query_only = ON; PRAGMA busy_timeout = 5000');
    // SQLite opens the log with the first read of a connection.
    for (const connection of opened) await connection.get('SELECT 1 FROM sqlite_schema');
    return new QueuedDatabase(path, writer, reader);
  } catch (cause) {
    for (const connection of opened) await connection.close();
    throw cause;
  }
}

class QueuedDatabase implements Database {
  readonly path: string;
  readonly #writer: Connection;
  readonly #reader: Connection;
  readonly #condition: DatabaseCondition;
  /** Whether the last commit was refused because the files are lost. */
  #wasLost = false;
  #queue: Unit[] = [];
  /** Work for the writer between two transactions. */
  #between: (() => Promise<void>)[] = [];
  /** What was asked to be defined and is not yet. */
  readonly #pendingDefinitions: string[] = [];
  #onCommit: () => void = () => {};
  readonly #commitSeconds = new Histogram(COMMIT_BOUNDS_S);
  #draining: Promise<void> | null = null;
  #closed = false;

  constructor(path: string, writer: Connection, reader: Connection) {
    this.path = path;
    this.#writer = writer;
    this.#reader = reader;
    this.#condition = new DatabaseCondition(path);
  }

  async all<T>(sql: string, params?: readonly SqlValue[]): Promise<T[]> {
    try {
      return await this.#reader.all<T>(sql, params);
    } catch (cause) {
      throw this.#condition.failed(cause, 'read');
    }
  }

  async get<T>(sql: string, params?: readonly SqlValue[]): Promise<T | undefined> {
    return (await this.all<T>(sql, params))[0];
  }

  trouble(): DatabaseTrouble | null {
    return this.#condition.trouble();
  }

  onTrouble(listener: () => void): void {
    this.#condition.onTrouble(listener);
  }

  reportDamage(): void {
    this.#condition.damaged();
  }

  openSnapshot(): Promise<Snapshot> {
    return openSnapshot(this.path);
  }

  write<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let result: T;
      this.#enqueue({
        async run(tx) {
          result = await work(tx);
        },
        isOneStatement: () => false,
        settle: () => resolve(result),
        fail: reject,
        split: () => [],
      });
    });
  }

  define(sql: string): void {
    this.#pendingDefinitions.push(sql);
  }

  batchWriter<In, Out>(
    work: BatchWork<In, Out>,
    isOneStatement: (inputs: readonly In[]) => boolean = () => false,
  ) {
    let open: BatchEntry<In, Out>[] | null = null;
    return (input: In): Promise<Out> =>
      new Promise((resolve, reject) => {
        const entry = { input, resolve, reject };
        if (open && open.length < INPUTS_PER_BATCH) {
          open.push(entry);
          return;
        }
        const batch = [entry];
        open = batch;
        this.#enqueue(
          batchUnit(work, isOneStatement, batch, () => {
            if (open === batch) open = null;
          }),
        );
      });
  }

  load() {
    return { queued: this.#queue.length, commitSeconds: this.#commitSeconds };
  }

  async copyTo(path: string): Promise<void> {
    // A connection of its own would open what lies at the path now; only those that are open still reach the file.
    if (this.#condition.isLost()) {
      return this.#betweenWrites(async () => void (await this.#writer.run('VACUUM INTO ?', [path])));
    }
    // Not the reader: SQLite refuses VACUUM, even into another file, where query_only is on.
    const connection = await Connection.open(this.path, 'write');
    try {
      await connection.run('VACUUM INTO ?', [path]);
    } finally {
      await connection.close();
    }
  }

  checkpoint(minPages: number): Promise<{ before: number; after: number }> {
    if (this.#closed) return Promise.resolve({ before: 0, after: 0 });
    return this.#betweenWrites(() => this.#checkpoint(minPages));
  }

  onCommit(listener: () => void): void {
    this.#onCommit = listener;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#draining;
    await this.#reader.close();
    // What cannot be moved into the file (a full disk) stays in the log, where the next start finds it. The log of a
    // file that is gone is all that the folder has left of it.
    if (!this.#condition.isFileLost()) await this.#emptyLog();
    await this.#writer.close();
  }

  #emptyLog(): Promise<void> {
    return this.#writer
      .exec('PRAGMA busy_timeout = 1000; PRAGMA wal_checkpoint(TRUNCATE)')
      .catch(() => undefined);
  }

  #betweenWrites<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#between.push(() => work().then(resolve, reject));
      this.#draining ??= this.#drain();
    });
  }

  async #checkpoint(minPages: number): Promise<{ before: number; after: number }> {
    const before = await this.#unmoved('NOOP');
    return { before, after: before < Math.max(1, minPages) ? before : await this.#unmoved('PASSIVE') };
  }

  /** Pages that are only in the log, after a checkpoint of this kind; NOOP looks and does nothing. */
  async #unmoved(kind: 'NOOP' | 'PASSIVE'): Promise<number> {
    const row = await this.#writer.get<{ log: number; checkpointed: number }>(
      `PRAGMA wal_checkpoint(${kind})`,
    );
    return row ? row.log - row.checkpointed : 0;
  }

  #enqueue(unit: Unit): void {
    if (this.#closed) {
      unit.fail(apiError('unavailable', 'The service is stopping.'));
      return;
    }
    this.#queue.push(unit);
    this.#draining ??= this.#drain();
  }

  async #drain(): Promise<void> {
    // Starting on the next turn lets everything that arrived in this one share the first commit.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#queue.length > 0 || this.#between.length > 0) {
      for (const work of this.#between.splice(0)) await work();
      if (this.#queue.length === 0) continue;
      const units = this.#queue.splice(0, UNITS_PER_TRANSACTION);
      const beganUs = systemClock.monotonicUs();
      await this.#commit(units);
      this.#commitSeconds.observe((systemClock.monotonicUs() - beganUs) / 1e6);
    }
    this.#draining = null;
  }

  /**
   * Every statement waits for a turn of the event loop, and under load that takes longer than most statements. So
   * there are as few as can be: a unit that is alone needs no savepoint, and one statement nothing around it.
   */
  async #commit(units: readonly Unit[]): Promise<void> {
    if (this.#wasLost && this.#refuseIfLost(units)) return;
    const written: Unit[] = [];
    const failed: { unit: Unit; cause: unknown }[] = [];
    const attempt = async (unit: Unit): Promise<void> => {
      const isWhole = unit.isOneStatement();
      if (!isWhole) await this.#writer.run('SAVEPOINT unit');
      try {
        await unit.run(this.#writer);
        written.push(unit);
      } catch (cause) {
        // Where SQLite has rolled back everything by itself (disk full), nothing of this transaction is left.
        if (isWhole) await this.#assertInTransaction(cause);
        else await this.#writer.run('ROLLBACK TO unit').catch(() => Promise.reject(cause));
        const parts = unit.split();
        for (const part of parts) await attempt(part);
        if (parts.length === 0) failed.push({ unit, cause });
      }
      if (!isWhole) await this.#writer.run('RELEASE unit');
    };
    const attemptAlone = async (unit: Unit): Promise<void> => {
      const isWhole = unit.isOneStatement();
      if (!isWhole) await this.#writer.run('BEGIN IMMEDIATE');
      try {
        await unit.run(this.#writer);
        written.push(unit);
      } catch (cause) {
        const parts = unit.split();
        if (parts.length === 0) throw cause;
        if (!isWhole) await this.#writer.run('ROLLBACK').catch(() => Promise.reject(cause));
        return attemptAll(parts);
      }
      if (!isWhole) await this.#writer.run('COMMIT');
    };
    const attemptAll = async (all: readonly Unit[]): Promise<void> => {
      await this.#writer.run('BEGIN IMMEDIATE');
      for (const unit of all) await attempt(unit);
      await this.#writer.run('COMMIT');
    };
    try {
      await this.#defineAll();
      const [first, ...others] = units;
      await (first && others.length === 0 ? attemptAlone(first) : attemptAll(units));
    } catch (cause) {
      // SQLite may already have rolled back by itself (disk full); then this has nothing to do and says so.
      await this.#writer.exec('ROLLBACK').catch(() => undefined);
      if (this.#refuseIfLost(units)) return;
      const failure = this.#condition.failed(cause, 'write');
      for (const unit of units) unit.fail(failure);
      return;
    }
    // After the commit: what was written to a file that is gone is not safe, and nobody may be told that it is.
    if (this.#refuseIfLost(units)) return;
    this.#condition.written();
    this.#onCommit();
    for (const unit of written) unit.settle();
    for (const { unit, cause } of failed) unit.fail(this.#condition.failed(cause, 'write'));
  }

  /** Refuses these writes while a name of the database leads elsewhere; true when it did. */
  #refuseIfLost(units: readonly Unit[]): boolean {
    const failure = this.#condition.lostFailure();
    this.#wasLost = failure !== null;
    if (failure) for (const unit of units) unit.fail(failure);
    return this.#wasLost;
  }

  /** What cannot be defined now fails the writes that may need it, and is tried again with the next. */
  async #defineAll(): Promise<void> {
    for (let sql = this.#pendingDefinitions[0]; sql !== undefined; sql = this.#pendingDefinitions[0]) {
      await this.#writer.exec(sql);
      this.#pendingDefinitions.shift();
    }
  }

  /** @throws cause when SQLite has ended the transaction by itself: only then can another one begin */
  async #assertInTransaction(cause: unknown): Promise<void> {
    const hasEnded = await this.#writer.run('BEGIN').then(
      () => true,
      () => false,
    );
    if (hasEnded) throw cause;
  }
}

/** True when a statement broke a UNIQUE or PRIMARY KEY rule. */
export function isUniqueViolation(cause: unknown): boolean {
  return cause instanceof Error && /UNIQUE constraint failed/.test(cause.message);
}
