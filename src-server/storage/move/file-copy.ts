import type { Connection } from '../sqlite/sqlite-connection';
import { sqliteDialect } from '../sqlite/sqlite-dialect';
import type { MoveCopy } from './move-sides';
import type { MovedTable } from './moved-table';
import type { MovedRow } from './read-table';

/** Rows of one statement: more are not faster, and each statement stays prepared. */
const ROWS_PER_STATEMENT = 40;

/** A copy in a file of SQLite. */
export class FileCopy implements MoveCopy {
  readonly dialect = sqliteDialect;
  readonly rows: Connection;
  readonly prepare: () => Promise<void>;
  readonly complete: MoveCopy['complete'];
  readonly #tables: readonly MovedTable[];
  #isCleared = false;

  constructor(
    connection: Connection,
    tables: readonly MovedTable[],
    end: Pick<MoveCopy, 'prepare' | 'complete'>,
  ) {
    this.rows = connection;
    this.#tables = tables;
    this.prepare = end.prepare;
    this.complete = end.complete;
  }

  async insert(table: MovedTable, rows: readonly MovedRow[]): Promise<void> {
    await this.#clear();
    await this.rows.exec('BEGIN');
    for (let at = 0; at < rows.length; ) {
      const count = rows.length - at >= ROWS_PER_STATEMENT ? ROWS_PER_STATEMENT : 1;
      await this.rows.run(insertOf(table, count), rows.slice(at, at + count).flat());
      at += count;
    }
    await this.rows.exec('COMMIT');
  }

  async continueAfter({ name, numbered }: MovedTable, last: number): Promise<void> {
    await this.#clear();
    // The number of a row that has no column of its own follows from the rows.
    if (numbered === null || numbered === 'place') return;
    await this.rows.run('DELETE FROM sqlite_sequence WHERE name = ?', [name]);
    if (last === 0) return;
    await this.rows.run('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)', [name, last]);
  }

  /** Removes the rows that each new database has. */
  async #clear(): Promise<void> {
    if (this.#isCleared) return;
    this.#isCleared = true;
    for (const { name } of this.#tables.toReversed()) await this.rows.run(`DELETE FROM "${name}"`);
  }
}

function insertOf({ name, columns }: MovedTable, count: number): string {
  const names = columns.map((column) => (column.kind === 'place' ? 'rowid' : `"${column.name}"`));
  const values = columns.map(({ kind, isTextInSqlite }) =>
    kind === 'bytes' && isTextInSqlite ? 'CAST(? AS TEXT)' : '?',
  );
  const row = `(${values.join(', ')})`;
  return `INSERT INTO "${name}" (${names.join(', ')}) VALUES ${new Array(count).fill(row).join(', ')}`;
}
