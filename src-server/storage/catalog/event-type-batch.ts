import { slicesOf } from '../../base/slices-of';
import { oncePerDialect } from '../once-per-dialect';
import { readPages } from '../page';
import type { SqlValue, Transaction } from '../transaction';
import {
  CONTENT_COLUMNS,
  type EventTypeText,
  type EventTypeTextChange,
  REPLACED_CONTENT,
} from './event-type-text';
import {
  type ChangeAuthor,
  lastVersionRows,
  newestVersions,
  newVersionRows,
} from './event-type-version-store';
import { PAGES_BY_NAME } from './pages-by-name';

/** Rows per statement; thousands of statements would each wait for their turn. */
const ROWS_AT_ONCE = 500;
/** Characters per statement; assembling one blocks the event loop. */
const TEXT_AT_ONCE = 1_000_000;

/** The columns whose size matters to readers of many rows. */
const LARGE_COLUMNS = ['description', 'schemas'] as const;

const UPSERT_COLUMNS = {
  name: 'text',
  description: 'text',
  archived: 'integer',
  deprecated: 'integer',
  sunset_at: 'text',
  replaced_by: 'text',
  group_name: 'text',
  feature_flags: 'text',
  schemas: 'text',
} as const;
const COLUMNS = Object.keys(UPSERT_COLUMNS).join(', ');
const statementsOf = oncePerDialect((dialect) => ({
  upsert: `
  INSERT INTO event_type (${COLUMNS}, deprecated_at, created_at, updated_at)
  SELECT ${COLUMNS}, CASE deprecated WHEN 1 THEN coalesce(deprecated_at, CAST(?2 AS BIGINT)) END, ?2, ?2
  FROM ${dialect.rows('?1', { ...UPSERT_COLUMNS, deprecated_at: 'integer' }, 'given')}
  WHERE true
  ON CONFLICT (name) DO UPDATE SET ${REPLACED_CONTENT}, updated_at = excluded.updated_at`,
  selectNamed: `
  SELECT ${CONTENT_COLUMNS.select} FROM event_type WHERE ${dialect.isAmongTexts('name', '?')}`,
  removeNamed: `DELETE FROM event_type WHERE ${dialect.isAmongTexts('name', '?')}`,
}));

/** Those of `names` that exist. */
export async function readEventTypeTexts(
  tx: Pick<Transaction, 'all' | 'dialect'>,
  names: readonly string[],
): Promise<ReadonlyMap<string, EventTypeText>> {
  const there = new Map<string, EventTypeText>();
  for (const some of slicesOf(names, ROWS_AT_ONCE)) {
    const query = {
      ...PAGES_BY_NAME,
      select: statementsOf(tx.dialect).selectNamed,
      params: [JSON.stringify(some)],
    };
    for await (const page of readPages<EventTypeText>(tx, { ...query, largeColumns: LARGE_COLUMNS })) {
      for (const row of page) there.set(row.name, row);
    }
  }
  return there;
}

/** Inserts or replaces many as part of another write, and records each in its history. Each name once. */
export async function putEventTypeTexts(
  tx: Transaction,
  changes: readonly EventTypeTextChange[],
  now: number,
  author: ChangeAuthor | null,
): Promise<void> {
  for (const some of slicesOf(changes, ROWS_AT_ONCE)) {
    await runInPieces(
      tx,
      statementsOf(tx.dialect).upsert,
      some.map(({ after, deprecatedAt = null }) => [...Object.values(after), deprecatedAt]),
      now,
    );
    const newest = await newestVersions(
      tx,
      some.map(({ after }) => after.name),
    );
    const { insert, rows } = await newVersionRows(tx, some, newest, author);
    await runInPieces(tx, insert, rows, now);
  }
}

/** Removes those of `names` that exist, as part of another write; their histories stay. */
export async function removeEventTypes(
  tx: Transaction,
  names: readonly string[],
  now: number,
  author: ChangeAuthor | null,
): Promise<void> {
  for (const some of slicesOf([...new Set(names)], ROWS_AT_ONCE)) {
    const { insert, rows } = await lastVersionRows(tx, some, await newestVersions(tx, some), author);
    await runInPieces(tx, insert, rows, now);
    await tx.run(statementsOf(tx.dialect).removeNamed, [JSON.stringify(some)]);
  }
}

/**
 * Runs a statement that takes rows as JSON and the time, as often as the bounds require. Rows may be produced lazily,
 * in turns of their own.
 */
export async function runInPieces(
  tx: Transaction,
  sql: string,
  rows: Iterable<readonly SqlValue[]> | AsyncIterable<readonly SqlValue[]>,
  now: number | null,
): Promise<void> {
  let piece: string[] = [];
  let length = 0;
  const flush = async () => {
    if (piece.length > 0) await tx.run(sql, [`[${piece.join(',')}]`, ...(now === null ? [] : [now])]);
    piece = [];
    length = 0;
  };
  for await (const row of rows) {
    const text = JSON.stringify(row);
    if (piece.length >= ROWS_AT_ONCE || length + text.length > TEXT_AT_ONCE) await flush();
    piece.push(text);
    length += text.length;
  }
  await flush();
}
