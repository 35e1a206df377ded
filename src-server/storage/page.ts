import { invalid } from '../base/errors';
import { LIST_EXAMINED_MAX } from '../contract/limits';
import { LIST_BYTES_MAX, LIST_LIMIT_DEFAULT, type ListResponse } from '../contract/list';
import type { Reads, SqlValue } from './transaction';

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
  /** For a list of those rows among many that fulfil a condition. Absent: an index leads to the rows of the list alone. */
  readonly filter?: PageFilter | undefined;
}

/** A statement up to and without the key condition; it has a WHERE. */
interface Statement {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

/** Keys between which all of a list are, for lists of ids those of a window of time. Undefined: it has no end there. */
export interface IdWindow {
  readonly above: string | undefined;
  readonly below: string | undefined;
}

/** How the rows of a filtered list are found: by their keys, a bounded number of rows at a time. */
export interface PageFilter {
  /** The column of the keys in both statements. */
  readonly keyColumn: string;
  /** Absent: all keys. */
  readonly window?: IdWindow | undefined;
  /** `SELECT <key> ...` of all rows that are examined. An index has their keys in order. */
  readonly among: Statement;
  /** The same of those that the filter leaves. */
  readonly matching: Statement;
  /** The condition that a column has one of the keys in a JSON list, the parameter. */
  isAmongKeys(column: string): string;
}

/** The most rows that one statement of a filtered list examines. */
const SLICE_ROWS = 5000;

/** Where a page begins, and in which direction it goes through the keys. */
interface Walk {
  readonly column: string;
  readonly from: string | null;
  readonly upwards: boolean;
}

/** Reads one page and one extra row, to know whether there is another page. */
export async function readPage<T>(
  db: Pick<Reads, 'all'>,
  query: PageQuery<T>,
  request: PageRequest,
): Promise<ListResponse<T>> {
  const limit = request.limit ?? LIST_LIMIT_DEFAULT;
  const { key: from, backwards } = parseIterator(request.iterator, query.keyPattern);
  const ascending = (request.order ?? query.defaultOrder) === 'ascending';
  const walk = { column: query.keyColumn, from, upwards: ascending !== backwards };
  const { filter } = query;
  const found = filter && (await findKeys(db, filter, { ...walk, column: filter.keyColumn }, limit));
  const isFound = filter && ` AND ${filter.isAmongKeys(query.keyColumn)}`;
  const { sql: select, params } = onWalk(
    {
      sql: `${query.select}${isFound ?? ''}`,
      params: found ? [...query.params, JSON.stringify(found.keys)] : query.params,
    },
    walk,
  );
  const fitting = await countFitting(db, query, select, [...params, limit]);
  const read = await db.all<T>(select, [...params, fitting ?? limit + 1]);
  const isCut = fitting !== null || read.length > limit;
  const reached = isCut ? undefined : found?.reached;
  const page = read.slice(0, limit);
  return toPage(page, { keyOf: query.keyOf, backwards, done: !isCut && reached === undefined, reached });
}

/**
 * The keys of the next rows that fulfil the filter, as many as wanted.
 * @returns `reached`: the last key examined, where the list goes on behind it. Rows may be gone before they are read, so
 *   that their number does not tell
 */
async function findKeys(db: Pick<Reads, 'all'>, filter: PageFilter, walk: Walk, limit: number) {
  const keys: string[] = [];
  const { above, below } = filter.window ?? { above: undefined, below: undefined };
  let from = walk.upwards ? later(walk.from, above) : earlier(walk.from, below);
  const end = walk.upwards ? below : above;
  for (let examined = 0; examined < LIST_EXAMINED_MAX; examined += SLICE_ROWS) {
    const slice = { ...walk, from };
    const [until] = await keysOf(db, onWalk(before(filter.among, walk, end), slice), 1, SLICE_ROWS - 1);
    const within =
      until === undefined ? before(filter.matching, walk, end) : upTo(filter.matching, walk, until);
    keys.push(...(await keysOf(db, onWalk(within, slice), limit + 1 - keys.length, 0)));
    if (keys.length > limit) return { keys: keys.slice(0, limit), reached: keys[limit - 1] };
    if (until === undefined) return { keys };
    from = until;
  }
  return { keys, reached: from ?? undefined };
}

async function keysOf(db: Pick<Reads, 'all'>, { sql, params }: Statement, limit: number, offset: number) {
  const rows = await db.all<Record<string, string>>(`${sql} OFFSET ?`, [...params, limit, offset]);
  return rows.flatMap((row) => Object.values(row));
}

/** The statement from a key on and in the order of the list; a limit is its last parameter. */
function onWalk({ sql, params }: Statement, { column, from, upwards }: Walk): Statement {
  return {
    sql: `${sql}${from === null ? '' : ` AND ${column} ${upwards ? '>' : '<'} ?`}
     ORDER BY ${column} ${upwards ? 'ASC' : 'DESC'}
     LIMIT ?`,
    params: [...params, ...(from === null ? [] : [from])],
  };
}

/*
 * One condition for each end of what is walked: with two, SQLite follows the index from the one that comes first, which
 * may be far away.
 */
const later = (from: string | null, above: string | undefined) =>
  from === null || (above !== undefined && above > from) ? (above ?? null) : from;
const earlier = (from: string | null, below: string | undefined) =>
  from === null || (below !== undefined && below < from) ? (below ?? null) : from;

/** The part of a statement before the end of the window. */
function before({ sql, params }: Statement, { column, upwards }: Walk, end: string | undefined): Statement {
  return end === undefined
    ? { sql, params }
    : { sql: `${sql} AND ${column} ${upwards ? '<' : '>'} ?`, params: [...params, end] };
}

function upTo({ sql, params }: Statement, { column, upwards }: Walk, key: string): Statement {
  return { sql: `${sql} AND ${column} ${upwards ? '<=' : '>='} ?`, params: [...params, key] };
}

/** How the rows of a page were read. */
interface PageEnd<T> extends Pick<PageQuery<T>, 'keyOf'> {
  /** Against the direction of the list. */
  readonly backwards: boolean;
  /** Whether nothing follows in the direction of travel. */
  readonly done: boolean;
  /** The last key examined, where rows beyond the last one of the page were. */
  readonly reached?: string | undefined;
}

/** A page of rows in the direction of travel. */
export function toPage<T>(
  rows: readonly T[],
  { keyOf, backwards, done, reached }: PageEnd<T>,
): ListResponse<T> {
  const data = backwards ? rows.toReversed() : rows;
  const keys = [...rows.map(keyOf), ...(reached === undefined ? [] : [reached])];
  if (backwards) keys.reverse();
  const first = keys[0];
  const last = keys.at(-1);
  if (first === undefined || last === undefined) return { data: [], iterator: null, done: true };
  return { data, iterator: forwardIterator(last), prevIterator: `-${first}`, done };
}

/** Rows of a walk read at once. */
const WALK_ROWS = 500;
/** Bytes of text that a walk holds in memory at once. */
const WALK_BYTES = 1024 * 1024;

/** All rows, a few at a time, so that neither their number nor their size blocks the event loop. */
export async function* readPages<T>(
  db: Pick<Reads, 'all'>,
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
  db: Pick<Reads, 'all'>,
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
