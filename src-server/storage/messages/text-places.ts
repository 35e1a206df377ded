/** Where a text stands outside of messages: in what people have written, and in what was made of that. */
import type { Dialect } from '../dialect';
import type { Reads, SqlValue, Transaction } from '../transaction';

/** A column with a text in it. */
export interface TextPlace {
  readonly table: string;
  readonly column: string;
  readonly rows: number;
}

/** What is to be written in place of rows with the text, in a bounded part of a table. */
export interface PastPage {
  write(tx: Transaction): Promise<void>;
  /** Where the next part begins. Null: that was the last one. */
  readonly upTo: string | null;
}

/** The columns of a table that hold texts. */
interface TextTable {
  readonly table: string;
  /** Its first column, which is its key or begins it. */
  readonly key: string;
  readonly columns: readonly string[];
}

/** What nobody can change any more. */
interface PastTable extends TextTable {
  /** With this one too, where the first column has several rows. */
  readonly secondKey?: string;
  /** Only these rows. */
  readonly where?: string;
  /** True: rows with a text are deleted, since they are worth nothing without it. */
  readonly isDeleted?: boolean;
}

/** The rows that one statement looks at, and their bytes; fewer where this thread looks into them. */
const SLICE_ROWS = 1000;
const SLICE_BYTES = 4 * 1024 * 1024;
const READ_BYTES = 512 * 1024;

/** Ids, times, counts and hashes of ours, and what an erasure finds by message. */
const WITHOUT_SETTINGS: ReadonlySet<string> = new Set(['message', 'attempt', 'delivery', 'traffic_minute']);
const OF_MESSAGES: ReadonlySet<string> = new Set(['background_task', 'idempotent_answer']);

/** The audit first: no text that is erased stays in it, whatever narrows the messages. */
const PAST: readonly PastTable[] = [
  { table: 'audit_line', key: 'id', columns: ['actor_name', 'target', 'before', 'after'] },
  { table: 'attempt', key: 'id', columns: ['url'] },
  {
    ...{ table: 'application', key: 'id', columns: ['uid', 'name', 'metadata'] },
    where: 'deleted_at IS NOT NULL',
  },
  {
    ...{ table: 'endpoint', key: 'id', where: 'deleted_at IS NOT NULL' },
    columns: ['uid', 'url', 'description', 'metadata', 'headers', 'filter_groups', 'filter', 'channels'],
  },
  {
    ...{ table: 'event_type_version', key: 'id' },
    columns: ['author', 'source', 'description', 'group_name', 'schemas', 'difference', 'replaced_by'],
  },
  { table: 'flag_release', key: 'id', columns: ['note'], where: "state <> 'planned'" },
  { table: 'import_receipt', key: 'id', columns: ['source_name', 'title', 'outcome', 'document'] },
  {
    ...{ table: 'import_change', key: 'receipt_id', secondKey: 'name' },
    columns: ['before', 'before_source', 'before_baseline'],
  },
  { table: 'import_baseline', key: 'name', columns: ['source', 'content'] },
  { table: 'sync_receipt', key: 'id', columns: ['note'] },
  {
    ...{ table: 'sync_receipt_item', key: 'receipt_id', secondKey: 'name' },
    columns: ['reason', 'before', 'after'],
  },
  // Made anew from what is left, but one may have been made meanwhile.
  { table: 'schema_report', key: 'event_type', columns: ['problems'] },
  // What waits for a customer whose address it is; what waits for others goes without the text.
  { table: 'notice', key: 'id', columns: ['recipient'], isDeleted: true },
  { table: 'notice', key: 'id', columns: ['facts'] },
  { table: 'notice_condition', key: 'subject', secondKey: 'kind', columns: ['facts'] },
  { table: 'working_copy_edit_type', key: 'edit_id', secondKey: 'name', columns: ['before', 'after'] },
];

/**
 * The columns outside of messages and of what repeats them that have one of these texts in some row.
 * @param inBackup with what an erasure would overwrite, too
 */
export async function findTextPlaces(
  db: Reads,
  dialect: Dialect,
  texts: readonly string[],
  inBackup: boolean,
): Promise<readonly TextPlace[]> {
  const rows = await db.all<{ table: string; column: string; isText: number }>(dialect.textColumns);
  const wanted = rows.filter(
    ({ table }) => !WITHOUT_SETTINGS.has(table) && (inBackup || !OF_MESSAGES.has(table)),
  );
  const places: TextPlace[] = [];
  for (const table of new Set(wanted.map((row) => row.table))) {
    const columns = wanted.filter((row) => row.table === table);
    const names = columns.filter(({ isText }) => isText === 1).map(({ column }) => column);
    const [first] = columns;
    if (!first || names.length === 0) continue;
    const counts = await countIn(db, dialect, { table, key: first.column, columns: names }, texts);
    for (const [n, column] of names.entries()) if (counts[n]) places.push({ table, column, rows: counts[n] });
  }
  return places;
}

async function countIn(db: Reads, dialect: Dialect, table: TextTable, texts: readonly string[]) {
  const counted = table.columns.map(
    (column, n) => `count(CASE WHEN ${has(dialect, table, column)} THEN 1 END) AS c${n}`,
  );
  const counts = table.columns.map(() => 0);
  for (let after: SqlValue = null; ; ) {
    const end = await endOfSlice(db, table, after, SLICE_BYTES);
    const row = await db.get<Record<string, number>>(
      `SELECT ${counted.join(', ')} FROM ${table.table} ${part(table, after, end)}`,
      [JSON.stringify(texts), ...ends(after, end)],
    );
    for (const n of counts.keys()) counts[n] = (counts[n] ?? 0) + (row?.[`c${n}`] ?? 0);
    if (end === null) return counts;
    after = end;
  }
}

/**
 * The next part of what nobody can change any more, such as a deleted application and earlier versions of an event type.
 * @param texts a text, and how else JSON spells it
 * @param from `place` is '' at first, and then `upTo`
 */
export async function nextPast(
  db: Reads,
  dialect: Dialect,
  texts: readonly string[],
  { place, auditOnly }: { readonly place: string; readonly auditOnly: boolean },
): Promise<PastPage> {
  const [n, after]: [number, SqlValue] = place === '' ? [0, null] : JSON.parse(place);
  const table = (auditOnly ? PAST.slice(0, 1) : PAST)[n];
  if (!table || texts.length === 0) return { upTo: null, write: async () => {} };
  const end = await endOfSlice(db, table, after, READ_BYTES);
  const { key, secondKey, columns, isDeleted = false } = table;
  const found = columns.map((column) => has(dialect, table, column)).join(' OR ');
  const names = [key, ...(secondKey ? [secondKey] : []), ...columns].map((column) => `"${column}"`);
  const rows = await db.all<Record<string, SqlValue>>(
    `SELECT ${names.join(', ')} FROM ${table.table} ${part(table, after, end)}
     AND ${table.where ?? 'TRUE'} AND (${found})`,
    [JSON.stringify(texts), ...ends(after, end)],
  );
  const set = columns.map((column) => `"${column}" = ?`).join(', ');
  const change = isDeleted ? `DELETE FROM ${table.table}` : `UPDATE ${table.table} SET ${set}`;
  const statement = `${change} WHERE "${key}" = ?${secondKey ? ` AND "${secondKey}" = ?` : ''}`;
  const params = rows.map((row) => [
    ...(isDeleted ? [] : columns.map((column) => withoutTexts(row[column] ?? null, texts))),
    ...[row[key] ?? null, ...(secondKey ? [row[secondKey] ?? null] : [])],
  ]);
  const next = end === null ? [n + 1, null] : [n, end];
  return {
    upTo: JSON.stringify(next),
    async write(tx) {
      for (const values of params) await tx.run(statement, values);
    },
  };
}

/** The first parameter is the list of texts. */
function has(dialect: Dialect, { table }: TextTable, column: string): string {
  const position = dialect.position(`coalesce(${table}."${column}", '')`, 'spelling.value');
  return `EXISTS (SELECT 1 FROM ${dialect.elements('?1', 'spelling')} WHERE ${position} > 0)`;
}

/** @param after null: from the beginning; @param end null: to the end */
function part({ key }: TextTable, after: SqlValue, end: SqlValue): string {
  const from = after === null ? 'TRUE' : `"${key}" > ?2`;
  return `WHERE ${from} AND ${end === null ? 'TRUE' : `"${key}" <= ?${after === null ? 2 : 3}`}`;
}

const ends = (after: SqlValue, end: SqlValue) => [after, end].filter((value) => value !== null);

/** The last key of a bounded part of a table. Null: the rest is one. */
async function endOfSlice(
  db: Reads,
  { table, key, columns }: TextTable,
  after: SqlValue,
  most: number,
): Promise<SqlValue> {
  const size = columns.map((column) => `octet_length(coalesce("${column}", ''))`).join(' + ');
  const rows = await db.all<{ key: SqlValue; bytes: number }>(
    `SELECT "${key}" AS key, ${size} AS bytes FROM ${table} ${after === null ? '' : `WHERE "${key}" > ?1`}
     ORDER BY "${key}" LIMIT ${SLICE_ROWS}`,
    ends(after, null),
  );
  let bytes = 0;
  const full = rows.find((row) => {
    bytes += row.bytes;
    return bytes > most;
  });
  return full?.key ?? (rows.length === SLICE_ROWS ? (rows.at(-1)?.key ?? null) : null);
}

/** A column without a text: within the strings of a JSON text, which stays one, or anywhere else. */
function withoutTexts(stored: SqlValue, texts: readonly string[]): SqlValue {
  if (typeof stored !== 'string' || !texts.some((text) => stored.includes(text))) return stored;
  // Nothing that is put in its place may have the text again.
  const instead = texts.some((text) => '[erased]'.includes(text)) ? '*' : '[erased]';
  const [text = ''] = texts;
  if (isJson(stored))
    return stored.replace(/"(?:[^"\\]|\\.)*"/g, (string) => {
      const value: string = JSON.parse(string);
      return value.includes(text) ? JSON.stringify(value.replaceAll(text, instead)) : string;
    });
  return texts.reduce((rest, spelling) => rest.replaceAll(spelling, instead), stored);
}

function isJson(text: string): boolean {
  if (!/^\s*["[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
