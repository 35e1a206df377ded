import { invalid } from '../base/errors';
import { LIST_BYTES_MAX, LIST_LIMIT_DEFAULT, type ListResponse } from '../contract/list';
import type { Database } from './database';
import type { SqlValue } from './transaction';

/** What a caller of a list operation may ask for. */
export interface PageRequest {
  /** Rows wanted; 50 when absent. */
  readonly limit?: number | undefined;
  /** Key of the last row seen; with a leading "-", the key of the first row seen, to go backwards. */
  readonly iterator?: string | null | undefined;
  readonly order?: 'ascending' | 'descending' | undefined;
}

/** How to read one kind of list, keyset-paged by a unique text column. */
export interface PageQuery<T> {
  /** `SELECT ... FROM ... WHERE ...` up to and without the key condition; must have a WHERE. */
  readonly select: string;
  readonly params: readonly SqlValue[];
  /** The column that orders the list, as SQL. */
  readonly keyColumn: string;
  readonly keyOf: (row: T) => string;
  readonly defaultOrder: 'ascending' | 'descending';
  /** The form of a valid iterator; others are refused with 422. */
  readonly keyPattern: RegExp;
  /**
   * Columns of the result whose texts may be large: a page ends when those of its rows reach `LIST_BYTES_MAX` together.
   */
  readonly largeColumns?: readonly string[];
  /** Another limit than `LIST_BYTES_MAX`. */
  readonly bytesMax?: number;
}

/** Reads one page and one extra row, to know whether there is another page. */
export async function readPage<T>(
  db: Pick<Database, 'all'>,
  query: PageQuery<T>,
  request: PageRequest,
): Promise<ListResponse<T>> {
  const limit = request.limit ?? LIST_LIMIT_DEFAULT;
  const { key, backwards } = parseIterator(request.iterator, query.keyPattern);
  const ascending = (request.order ?? query.defaultOrder) === 'ascending';
  const upwards = ascending !== backwards;
  const select = `${query.select}${key === null ? '' : ` AND ${query.keyColumn} ${upwards ? '>' : '<'} ?`}
     ORDER BY ${query.keyColumn} ${upwards ? 'ASC' : 'DESC'}
     LIMIT ?`;
  const params = [...query.params, ...(key === null ? [] : [key])];
  const fitting = await countFitting(db, query, select, [...params, limit]);
  const rows = await db.all<T>(select, [...params, fitting ?? limit + 1]);
  const done = fitting === null && rows.length <= limit;
  const page = rows.slice(0, limit);
  return toPage(page, { keyOf: query.keyOf, backwards, done });
}

/**
 * A page of rows in the direction of travel.
 * @param around how they were read: `backwards` in the list, and whether nothing follows
 */
export function toPage<T>(
  rows: readonly T[],
  {
    keyOf,
    backwards,
    done,
  }: Pick<PageQuery<T>, 'keyOf'> & { readonly backwards: boolean; readonly done: boolean },
): ListResponse<T> {
  const data = backwards ? rows.toReversed() : rows;
  const first = data[0];
  const last = data.at(-1);
  if (first === undefined || last === undefined) return { data: [], iterator: null, done: true };
  return { data, iterator: forwardIterator(keyOf(last)), prevIterator: `-${keyOf(first)}`, done };
}

/** Rows of a walk read at once. */
const WALK_ROWS = 500;
/** Bytes of text that a walk holds in memory at once. */
const WALK_BYTES = 1024 * 1024;

/** All rows, a few at a time, so that neither their number nor their size blocks the event loop. */
export async function* readPages<T>(
  db: Pick<Database, 'all'>,
  query: PageQuery<T>,
): AsyncGenerator<readonly T[], void> {
  const walk = { ...query, bytesMax: WALK_BYTES };
  for (let iterator: string | null = null, done = false; !done; ) {
    const page: ListResponse<T> = await readPage(db, walk, { iterator, limit: WALK_ROWS });
    yield page.data;
    ({ iterator, done } = page);
  }
}

/**
 * How many of the rows fit into a page by size, at least one; null: all. Checked before the rows are read, since the
 * size of a text is known without reading it.
 */
async function countFitting(
  db: Pick<Database, 'all'>,
  { largeColumns = [], bytesMax = LIST_BYTES_MAX }: Pick<PageQuery<never>, 'largeColumns' | 'bytesMax'>,
  select: string,
  params: readonly SqlValue[],
): Promise<number | null> {
  if (largeColumns.length === 0) return null;
  const bytes = largeColumns.map((column) => `coalesce(octet_length("${column}"), 0)`).join(' + ');
  const rows = await db.all<{ bytes: number }>(`SELECT ${bytes} AS bytes FROM (${select}) AS page`, params);
  let sum = 0;
  const beyond = rows.findIndex((row) => {
    sum += row.bytes;
    return sum > bytesMax;
  });
  return beyond < 0 ? null : Math.max(1, beyond);
}

/** The same page with each row mapped. */
export function mapPage<A, B>(page: ListResponse<A>, map: (row: A) => B): ListResponse<B> {
  return { ...page, data: page.data.map(map) };
}

/**
 * The iterator for the rows after this key. A key that itself begins with "-" (an event type name may) would read as a backward iterator, so a forward one is
 * written with a "+" before it; no key can begin with "+".
 */
export function forwardIterator(key: string): string {
  return key.startsWith('-') ? `+${key}` : key;
}

/** The key in an iterator, and the direction; key null: from the start. @throws ApiError 422 */
export function parseIterator(iterator: string | null | undefined, pattern: RegExp) {
  if (!iterator) return { key: null, backwards: false };
  const backwards = iterator.startsWith('-');
  const key = backwards || iterator.startsWith('+') ? iterator.slice(1) : iterator;
  if (!pattern.test(key)) {
    throw invalid({ loc: ['query', 'iterator'], msg: 'Invalid iterator', type: 'value_error' });
  }
  return { key, backwards };
}
