/** The only file that knows sqlite3. */
import { pathToFileURL } from 'node:url';
import sqlite3 from 'sqlite3';
import type { SqlValue, Transaction } from '../transaction';
import { sqliteDialect } from './sqlite-dialect';

/** Older versions can corrupt a WAL when two connections write or checkpoint at the same moment. */
const OLDEST_SQLITE = [3, 51, 3] as const;

/**
 * How a file is opened: read-only, read-only without regard to its log and locks, to change it, or to change it and
 * create it if it does not exist.
 */
type OpenMode = keyof typeof MODES;

const MODES = {
  read: sqlite3.OPEN_READONLY,
  readAlone: sqlite3.OPEN_READONLY | sqlite3.OPEN_URI,
  write: sqlite3.OPEN_READWRITE,
  create: sqlite3.OPEN_READWRITE | sqlite3.OPEN_CREATE,
} as const;

/**
 * One sqlite3 connection with promises and a cache of prepared statements. Callers that share one must not let
 * their transactions interleave.
 */
export class Connection implements Transaction {
  readonly dialect = sqliteDialect;
  readonly #raw: sqlite3.Database;
  /** A promise while it is being prepared: a second caller must not prepare another, which nobody would finalize. */
  readonly #statements = new Map<string, sqlite3.Statement | Promise<sqlite3.Statement>>();

  #watch: (statement: Promise<unknown>) => void = () => undefined;

  private constructor(raw: sqlite3.Database) {
    this.#raw = raw;
  }

  static open(path: string, mode: OpenMode): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const name = mode === 'readAlone' ? `${pathToFileURL(path)}?immutable=1` : path;
      const raw = new sqlite3.Database(name, MODES[mode], (error) =>
        error ? reject(error) : resolve(new Connection(raw)),
      );
    });
  }

  /** Calls `watch` with each statement as it begins. */
  watchStatements(watch: (statement: Promise<unknown>) => void): void {
    this.#watch = watch;
  }

  exec(sql: string): Promise<void> {
    return this.#watched(
      new Promise((resolve, reject) => this.#raw.exec(sql, (error) => (error ? reject(error) : resolve()))),
    );
  }

  run(sql: string, params: readonly SqlValue[] = []) {
    return this.#watched(this.#run(sql, params));
  }

  all<T>(sql: string, params: readonly SqlValue[] = []): Promise<T[]> {
    return this.#watched(this.#all<T>(sql, params));
  }

  #watched<T>(statement: Promise<T>): Promise<T> {
    this.#watch(statement);
    return statement;
  }

  async #run(sql: string, params: readonly SqlValue[]) {
    const statement = await this.#prepare(sql);
    return new Promise<{ changes: number; lastId: number }>((resolve, reject) => {
      statement.run(params, function (this: sqlite3.RunResult, error: Error | null) {
        if (error) reject(error);
        else resolve({ changes: this.changes, lastId: this.lastID });
      });
    });
  }

  async #all<T>(sql: string, params: readonly SqlValue[]): Promise<T[]> {
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

/** @throws Error when this program's version of SQLite can damage files */
export async function assertVersion(connection: Connection): Promise<void> {
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
