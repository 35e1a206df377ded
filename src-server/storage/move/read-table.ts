import type { Dialect } from '../dialect';
import type { Row, SqlValue, Transaction } from '../transaction';
import type { MovedTable } from './moved-table';

/** The values of a row, in the order of the columns of its table. */
export type MovedRow = readonly SqlValue[];

/** What rows are read from: as of one moment, or in a transaction. */
export interface RowReader {
  readonly dialect: Dialect;
  readonly rows: Pick<Transaction, 'all' | 'get'>;
}

/** Rows in memory at a time, and the most that these can take, whatever is in them. */
const ROWS_MAX = 1000;
const SLICE_BYTES_MAX = 32 * 1024 * 1024;

/** Reads a table in slices, in the order of its key, which is the same with every engine. */
export async function* readTable(
  { dialect, rows }: RowReader,
  table: MovedTable,
): AsyncGenerator<readonly MovedRow[]> {
  const from = `SELECT ${table.columns.map((column) => selected(column, dialect)).join(', ')} FROM "${table.name}"`;
  const key = table.key.map((name) => (name === 'place' ? dialect.inserted : `"${name}"`)).join(', ');
  const after = `WHERE (${key}) > (${table.key.map(() => '?').join(', ')})`;
  const limit = Math.max(
    1,
    Math.min(ROWS_MAX, Math.floor(SLICE_BYTES_MAX / (await largestRow({ dialect, rows }, table)))),
  );
  let last: readonly SqlValue[] = [];
  for (;;) {
    const sql = `${from} ${last.length > 0 ? after : ''} ORDER BY ${key} LIMIT ?`;
    const found = await rows.all<Row>(sql, [...last, limit]);
    const end = found.at(-1);
    if (!end) return;
    const slice = found.map((row) => table.columns.map(({ name }) => row[name] ?? null));
    yield slice;
    if (found.length < limit) return;
    last = table.key.map((name) => end[name] ?? null);
  }
}

/** How many rows a table has. */
export async function countRows({ rows }: RowReader, table: MovedTable): Promise<number> {
  return (await rows.get<{ count: number }>(`SELECT count(*) AS count FROM "${table.name}"`))?.count ?? 0;
}

function selected({ name, kind }: MovedTable['columns'][number], dialect: Dialect): string {
  if (kind === 'place') return `${dialect.inserted} AS "${name}"`;
  return kind === 'bytes' ? `${dialect.bytes(`"${name}"`)} AS "${name}"` : `"${name}"`;
}

/** Bytes of the texts in the largest row; at least 1. */
async function largestRow({ rows }: RowReader, { name, columns }: MovedTable): Promise<number> {
  const lengths = columns
    .filter(({ kind }) => kind === 'text' || kind === 'bytes')
    .map((column) => `coalesce(octet_length("${column.name}"), 0)`);
  if (lengths.length === 0) return 1;
  const row = await rows.get<{ bytes: number | null }>(
    `SELECT max(${lengths.join(' + ')}) AS bytes FROM "${name}"`,
  );
  return Math.max(1, row?.bytes ?? 1);
}
