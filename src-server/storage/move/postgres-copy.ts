import { arrayLiteral } from '../postgres/array-literal';
import type { PgConnection } from '../postgres/pg-connection';
import { postgresDialect } from '../postgres/postgres-dialect';
import { postgresReason } from '../postgres/postgres-failure';
import type { MoveCopy } from './move-sides';
import type { MovedTable } from './moved-table';
import type { MovedRow } from './read-table';

const TYPES = { text: 'text', integer: 'bigint', bytes: 'bytea', place: 'bigint' } as const;

/** A copy in a database of PostgreSQL: one transaction, which nobody sees before it is committed. */
export class PostgresCopy implements MoveCopy {
  readonly dialect = postgresDialect;
  readonly rows: PgConnection;
  readonly #assertHeld: () => void;

  private constructor(connection: PgConnection, assertHeld: () => void) {
    this.rows = connection;
    this.#assertHeld = assertHeld;
  }

  /** Begins it with tables without a row. */
  static async begin(
    connection: PgConnection,
    tables: readonly MovedTable[],
    assertHeld: () => void,
  ): Promise<PostgresCopy> {
    try {
      await connection.exec('BEGIN');
      for (const { name } of tables.toReversed()) await connection.run(`DELETE FROM "${name}"`);
      return new PostgresCopy(connection, assertHeld);
    } catch (cause) {
      await connection.close();
      throw cause;
    }
  }

  async insert(table: MovedTable, rows: readonly MovedRow[]): Promise<void> {
    refuseNul(table, rows);
    const names = table.columns.map(({ name }) => `"${name}"`).join(', ');
    const arrays = table.columns.map(({ kind }) => `?::${TYPES[kind]}[]`).join(', ');
    await this.rows.run(
      `INSERT INTO "${table.name}" (${names}) SELECT * FROM unnest(${arrays})`,
      table.columns.map((_, at) => arrayLiteral(rows.map((row) => row[at] ?? null))),
    );
  }

  async continueAfter({ name, numbered }: MovedTable, last: number): Promise<void> {
    await this.rows.all(`SELECT setval(pg_get_serial_sequence(?, ?), ?::bigint, ?::bigint > 0)`, [
      name,
      numbered,
      Math.max(1, last),
      last,
    ]);
  }

  async prepare(): Promise<void> {
    // Without what the planner knows of them, the first questions would read whole tables.
    await this.rows.exec('ANALYZE');
    this.#assertHeld();
  }

  async complete(): Promise<'done' | 'unknown'> {
    this.#assertHeld();
    try {
      await this.rows.commit();
      return 'done';
    } catch (cause) {
      if (postgresReason(cause) === 'away') return 'unknown';
      throw cause;
    }
  }

  /** Undoes what is not committed. */
  async close(): Promise<void> {
    await this.rows.close().catch(() => undefined);
  }
}

/** SQLite keeps it in a text; PostgreSQL cannot. */
function refuseNul(table: MovedTable, rows: readonly MovedRow[]): void {
  for (const row of rows) {
    const at = row.findIndex((value) => typeof value === 'string' && value.includes('\0'));
    if (at < 0) continue;
    const key = table.key.map((name) => row[table.columns.findIndex((column) => column.name === name)]);
    throw new Error(
      `The ${table.columns[at]?.name} of ${table.name} ${key.join(', ')} contains the character NUL, which PostgreSQL cannot keep in a text. Change it first.`,
    );
  }
}
