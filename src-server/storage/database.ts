/**
 * The only file that knows sqlite3.
 *
 * Promises: `write` calls run one after the other in the order they were made, and each is on disk
 * (WAL, synchronous FULL) before its promise resolves; one that fails leaves no trace and does not harm its
 * neighbours, nor does one bad input of a batch writer harm the others of its batch. Reads run on a second connection, see only committed data and never wait for a writer.
 *
 * How: one connection writes. sqlite3 gives no isolation between callers that share a connection (two open
 * transactions would interleave), so all writes go through one lane. Whatever queued up while the last
 * commit was on its way to the disk becomes the next transaction (natural batching): no added wait when idle,
 * large batches under load, one disk flush for all of them.
 *
 * Not promised: work inside `write` must only await its `tx`; anything else would hold up every writer.
 */
import sqlite3 from 'sqlite3';
import { systemClock } from '../base/clock';
import { apiError } from '../base/errors';
import { Histogram } from '../base/histogram';

/** What may stand for a `?` in a statement. */
export type SqlValue = string | number | null | Uint8Array;
export type Row = Record<string, SqlValue>;

/** Statements inside one write. */
export interface Transaction {
  /** Runs a statement; gives the number of rows it changed and the last row id. */
  run(sql: string, params?: readonly SqlValue[]): Promise<{ changes: number; lastId: number }>;
  /** Runs a statement and gives its rows (also for INSERT ... RETURNING). */
  all<T = Row>(sql: string, params?: readonly SqlValue[]): Promise<T[]>;
  /** The first row, or undefined. */
  get<T = Row>(sql: string, params?: readonly SqlValue[]): Promise<T | undefined>;
}

export interface Database {
  readonly path: string;
  /** Reads committed rows. */
  all<T = Row>(sql: string, params?: readonly SqlValue[]): Promise<T[]>;
  /** The first row, or undefined. */
  get<T = Row>(sql: string, params?: readonly SqlValue[]): Promise<T | undefined>;
  /** Runs `work` alone and makes it durable; rejects, with nothing written, when it throws. */
  write<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * A writer that takes many small inputs at once: inputs given while the lane was busy reach `work`
   * together, in order. `work` gives one result per input. When it throws, nothing of that batch is written and
   * it is called again for each input alone, so that only those that cannot be written are rejected.
   */
  batchWriter<In, Out>(
    work: (tx: Transaction, inputs: readonly In[]) => Promise<readonly Out[]>,
  ): (input: In) => Promise<Out>;
  /** Writes that wait for their turn, and how long each transaction took so far. */
  load(): { readonly queued: number; readonly commitSeconds: Histogram };
  /** Writes a consistent copy of everything committed to a new file; the original is not touched. */
  copyTo(path: string): Promise<void>;
  /** Resolves when everything queued is written, then closes both connections. */
  close(): Promise<void>;
}

/** Older versions can corrupt a WAL when two connections write or checkpoint at the same moment. */
const OLDEST_SQLITE = [3, 51, 3] as const;
/** One write more than this waits for the next transaction, so that no caller waits for an endless one. */
const UNITS_PER_TRANSACTION = 256;
/** Bounds of the histogram of transactions, in seconds. */
const COMMIT_BOUNDS_S = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5] as const;
/** Inputs more than this go to a new unit of a batch writer, which bounds the size of one statement. */
const INPUTS_PER_BATCH = 512;

/** Opens (or makes) the database file. Throws when SQLite is too old or the file is no database. */
export async function openDatabase(path: string): Promise<Database> {
  const writer = await Connection.open(path, sqlite3.OPEN_READWRITE | sqlite3.OPEN_CREATE);
  try {
    await assertVersion(writer);
    await writer.exec('PRAGMA journal_mode = WAL');
    await writer.exec('PRAGMA synchronous = FULL');
    if (process.platform === 'darwin')
      await writer.exec('PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON');
    await writer.exec('PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000');
    const reader = await Connection.open(path, sqlite3.OPEN_READONLY);
    await reader.exec('PRAGMA query_only = ON; PRAGMA busy_timeout = 5000');
    return new LaneDatabase(path, writer, reader);
  } catch (cause) {
    await writer.close();
    throw cause;
  }
}

/** One sqlite3 connection with promises and a cache of prepared statements. */
class Connection implements Transaction {
  readonly #raw: sqlite3.Database;
  /** A promise while it is being prepared: a second caller must not prepare another, which nobody would finalize. */
  readonly #statements = new Map<string, sqlite3.Statement | Promise<sqlite3.Statement>>();

  private constructor(raw: sqlite3.Database) {
    this.#raw = raw;
  }

  static open(path: string, mode: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const raw = new sqlite3.Database(path, mode, (error) =>
        error ? reject(error) : resolve(new Connection(raw)),
      );
    });
  }

  exec(sql: string): Promise<void> {
    return new Promise((resolve, reject) =>
      this.#raw.exec(sql, (error) => (error ? reject(error) : resolve())),
    );
  }

  async run(sql: string, params: readonly SqlValue[] = []) {
    const statement = await this.#prepare(sql);
    return new Promise<{ changes: number; lastId: number }>((resolve, reject) => {
      statement.run(params, function (this: sqlite3.RunResult, error: Error | null) {
        if (error) reject(error);
        else resolve({ changes: this.changes, lastId: this.lastID });
      });
    });
  }

  async all<T>(sql: string, params: readonly SqlValue[] = []): Promise<T[]> {
    const statement = await this.#prepare(sql);
    return new Promise((resolve, reject) => {
      statement.all<T>(params, (error, rows) => (error ? reject(error) : resolve(rows)));
    });
  }

  async get<T>(sql: string, params: readonly SqlValue[] = []): Promise<T | undefined> {
    // Not Statement.get: it leaves the statement open after its row, and with it the read snapshot.
    return (await this.all<T>(sql, params))[0];
  }

  async close(): Promise<void> {
    for (const prepared of this.#statements.values()) {
      const statement = await prepared;
      await new Promise<void>((resolve) => statement.finalize(() => resolve()));
    }
    await new Promise<void>((resolve, reject) =>
      this.#raw.close((error) => (error ? reject(error) : resolve())),
    );
  }

  #prepare(sql: string): Promise<sqlite3.Statement> | sqlite3.Statement {
    const known = this.#statements.get(sql);
    if (known) return known;
    const prepared = new Promise<sqlite3.Statement>((resolve, reject) => {
      const statement = this.#raw.prepare(sql, (error: Error | null) => {
        if (error) {
          this.#statements.delete(sql);
          return reject(error);
        }
        this.#statements.set(sql, statement);
        resolve(statement);
      });
    });
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

/** One piece of work in the lane; `settle` and `fail` are called after the commit or the failure. */
interface Unit {
  run(tx: Transaction): Promise<void>;
  settle(): void;
  fail(cause: unknown): void;
  /** The same work in pieces that can succeed or fail apart; empty when it cannot be split. */
  split(): readonly Unit[];
}

class LaneDatabase implements Database {
  readonly path: string;
  readonly #writer: Connection;
  readonly #reader: Connection;
  #queue: Unit[] = [];
  readonly #commitSeconds = new Histogram(COMMIT_BOUNDS_S);
  #draining: Promise<void> | null = null;
  #closed = false;

  constructor(path: string, writer: Connection, reader: Connection) {
    this.path = path;
    this.#writer = writer;
    this.#reader = reader;
  }

  all<T>(sql: string, params?: readonly SqlValue[]): Promise<T[]> {
    return this.#reader.all<T>(sql, params);
  }

  get<T>(sql: string, params?: readonly SqlValue[]): Promise<T | undefined> {
    return this.#reader.get<T>(sql, params);
  }

  write<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let result: T;
      this.#enqueue({
        async run(tx) {
          result = await work(tx);
        },
        settle: () => resolve(result),
        fail: reject,
        split: () => [],
      });
    });
  }

  batchWriter<In, Out>(work: BatchWork<In, Out>) {
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
          batchUnit(work, batch, () => {
            if (open === batch) open = null;
          }),
        );
      });
  }

  load() {
    return { queued: this.#queue.length, commitSeconds: this.#commitSeconds };
  }

  async copyTo(path: string): Promise<void> {
    // Not the reader: SQLite refuses VACUUM, even into another file, where query_only is on.
    const connection = await Connection.open(this.path, sqlite3.OPEN_READWRITE);
    try {
      await connection.run('VACUUM INTO ?', [path]);
    } finally {
      await connection.close();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#draining;
    await this.#reader.close();
    await this.#writer.close();
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
    while (this.#queue.length > 0) {
      const units = this.#queue.splice(0, UNITS_PER_TRANSACTION);
      const beganUs = systemClock.monotonicUs();
      await this.#commit(units);
      this.#commitSeconds.observe((systemClock.monotonicUs() - beganUs) / 1e6);
    }
    this.#draining = null;
  }

  async #commit(units: readonly Unit[]): Promise<void> {
    const written: Unit[] = [];
    const failed: { unit: Unit; cause: unknown }[] = [];
    const attempt = async (unit: Unit): Promise<void> => {
      await this.#writer.run('SAVEPOINT unit');
      try {
        await unit.run(this.#writer);
        written.push(unit);
      } catch (cause) {
        // Where SQLite has rolled back everything by itself (disk full), there is no savepoint any more.
        await this.#writer.run('ROLLBACK TO unit').catch(() => Promise.reject(cause));
        const parts = unit.split();
        for (const part of parts) await attempt(part);
        if (parts.length === 0) failed.push({ unit, cause });
      }
      await this.#writer.run('RELEASE unit');
    };
    try {
      await this.#writer.run('BEGIN IMMEDIATE');
      for (const unit of units) await attempt(unit);
      await this.#writer.run('COMMIT');
    } catch (cause) {
      // SQLite may already have rolled back by itself (disk full); then this has nothing to do and says so.
      await this.#writer.exec('ROLLBACK').catch(() => undefined);
      for (const unit of units) unit.fail(explain(cause));
      return;
    }
    for (const unit of written) unit.settle();
    for (const { unit, cause } of failed) unit.fail(explain(cause));
  }
}

type BatchWork<In, Out> = (tx: Transaction, inputs: readonly In[]) => Promise<readonly Out[]>;

/** One input of a batch writer and its caller. */
interface BatchEntry<In, Out> {
  readonly input: In;
  resolve(value: Out): void;
  reject(cause: unknown): void;
}

/** A batch as one unit of the lane. `onRun` is called when it runs: from then on it takes no more entries. */
function batchUnit<In, Out>(
  work: BatchWork<In, Out>,
  entries: readonly BatchEntry<In, Out>[],
  onRun: () => void,
): Unit {
  let results: readonly Out[] = [];
  return {
    async run(tx) {
      onRun();
      results = await work(
        tx,
        entries.map((entry) => entry.input),
      );
    },
    settle() {
      for (const [i, entry] of entries.entries()) entry.resolve(results[i] as Out);
    },
    fail(cause) {
      for (const entry of entries) entry.reject(cause);
    },
    // A batch of one is not split: it has failed by its own fault.
    split: () => (entries.length > 1 ? entries.map((entry) => batchUnit(work, [entry], () => {})) : []),
  };
}

/** Gives the storage failures a caller can act on their own answer; leaves all others as they are. */
function explain(cause: unknown): unknown {
  const code = (cause as { code?: unknown } | null)?.code;
  if (code === 'SQLITE_FULL')
    return apiError('disk_full', 'The disk is full. Nothing was written; free some space and try again.');
  if (code === 'SQLITE_READONLY' || code === 'SQLITE_IOERR') {
    return apiError(
      'unavailable',
      'The database cannot be written now. Nothing was written; check the data folder and try again.',
    );
  }
  return cause;
}

/**
 * Holds a file for this process alone by an exclusive transaction, until the returned function is called.
 * The operating system drops the lock when the process dies, however it dies. Rejects when it is held.
 */
export async function holdExclusively(path: string): Promise<() => Promise<void>> {
  const connection = await Connection.open(path, sqlite3.OPEN_READWRITE | sqlite3.OPEN_CREATE);
  try {
    await connection.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
  } catch (cause) {
    await connection.close();
    throw cause;
  }
  return () => connection.close();
}

/** True when a statement broke a UNIQUE or PRIMARY KEY rule. */
export function isUniqueViolation(cause: unknown): boolean {
  return cause instanceof Error && /UNIQUE constraint failed/.test(cause.message);
}

async function assertVersion(connection: Connection): Promise<void> {
  const row = await connection.get<{ version: string }>('SELECT sqlite_version() AS version');
  const found = row?.version ?? 'unknown';
  const parts = found.split('.').map(Number);
  for (const [i, wanted] of OLDEST_SQLITE.entries()) {
    const part = parts[i] ?? 0;
    if (part > wanted) return;
    if (part < wanted || Number.isNaN(part)) {
      throw new Error(
        `SQLite ${found} is too old: ${OLDEST_SQLITE.join('.')} or newer is needed, older ones can damage the file`,
      );
    }
  }
}
