import { slicesOf } from '../../base/slices-of';
import type { VersionAct } from '../../contract/event-type-history';
import { EVENT_TYPE_VERSIONS_KEPT } from '../../contract/limits';
import type { ListResponse } from '../../contract/list';
import type { EventTypeDiff } from '../../json-schema/event-type-changes';
import { columnsOf, flag, json, type RowOf } from '../columns';
import type { Database } from '../database';
import { oncePerDialect } from '../once-per-dialect';
import { mapPage, type PageRequest, readPage } from '../page';
import type { SqlValue, Transaction } from '../transaction';
import {
  CONTENT_COLUMNS,
  contentOfText,
  type EventTypeContent,
  type EventTypeText,
  type EventTypeTextChange,
  isSameEventType,
  textOfEventType,
} from './event-type-text';

/** Who changes an event type, for its history. */
export interface ChangeAuthor {
  /** The token that was used. Null: the one of the settings. */
  readonly tokenId: string | null;
  /** Absent: follows from the change itself, such as create, update or archive. */
  readonly act?: 'restore' | 'import';
  /** The file of an import, the version of a restore. Absent: neither. */
  readonly source?: string | null;
  /** False: nobody is told of the change. Absent: true. Only for one event type at a time. */
  readonly announced?: boolean;
}

/** One past state of an event type, without its content. */
export interface VersionRecord {
  readonly id: number;
  readonly name: string;
  readonly version: number;
  readonly act: VersionAct;
  /** Null: not recorded. */
  readonly author: string | null;
  readonly tokenId: string | null;
  readonly source: string | null;
  /** False: whoever made it chose that nobody is told of it. */
  readonly announced: boolean;
  /** From the previous version; at most 50 changes are kept. */
  readonly difference: EventTypeDiff;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** The same with its content. Of a deleted one: its last content. */
export interface VersionWithContent extends VersionRecord {
  readonly content: EventTypeContent;
}

export interface EventTypeVersionStore {
  /** The history of one event type, newest first; deleted ones have one too. */
  list(name: string, request: PageRequest): Promise<ListResponse<VersionRecord>>;
  /** Changes of all event types, newest first, without those that nobody made (`known`). */
  listAll(request: PageRequest): Promise<ListResponse<VersionRecord>>;
  get(name: string, version: number): Promise<VersionWithContent | undefined>;
  /** Deletes up to `limit` versions beyond those kept of each event type; returns how many. */
  deleteBeyondKept(limit: number): Promise<number>;
}

type VersionRow = RowOf<VersionRecord>;
type ContentRow = VersionRow & EventTypeText;

/** Changes kept in words; a completely rewritten schema has thousands. */
const CHANGES_KEPT = 50;
/** Names per query; all its rows become objects at once. */
const NAMES_AT_ONCE = 1_000;
/** The author's name if the token of the settings was used. */
const ADMIN = 'admin';

const COLUMNS = columnsOf<VersionRecord>({
  id: 'id',
  name: 'name',
  version: 'version',
  act: 'act',
  author: 'author',
  tokenId: 'token_id',
  source: 'source',
  announced: flag('announced'),
  difference: json('difference'),
  createdAt: 'created_at',
});
const CONTENT = CONTENT_COLUMNS.changing.join(', ');
const SELECT_ONE = `
  SELECT ${COLUMNS.select}, ${CONTENT_COLUMNS.select} FROM event_type_version WHERE name = ? AND version = ?`;
const NEWEST = 'SELECT max(version) AS version FROM event_type_version WHERE name = ?';
const INSERT = `
  INSERT INTO event_type_version (name, version, act, author, token_id, source, announced, difference, created_at,
    ${CONTENT})
  VALUES (${Array(9 + CONTENT_COLUMNS.changing.length)
    .fill('?')
    .join(', ')})`;
// What the public catalog is compared with stays.
const DELETE_BEYOND = `
  DELETE FROM event_type_version WHERE id IN (
    SELECT old.id
    FROM (SELECT name, max(version) AS version FROM event_type_version GROUP BY name) AS newest
    JOIN event_type_version AS old ON old.name = newest.name AND old.version <= newest.version - ?
    WHERE NOT EXISTS (SELECT 1 FROM publication_type AS kept WHERE kept.name = old.name AND kept.version = old.version)
    LIMIT ?)`;

export function createEventTypeVersionStore(db: Database): EventTypeVersionStore {
  const page = async (
    where: string,
    params: readonly SqlValue[],
    key: 'id' | 'version',
    request: PageRequest,
  ) => {
    const found = await readPage<VersionRow>(
      db.lists,
      {
        select: `SELECT ${COLUMNS.select} FROM event_type_version WHERE ${where}`,
        params,
        keyColumn: key,
        keyOf: (row) => String(row[key]),
        keyPattern: /^\d{1,15}$/,
        defaultOrder: 'descending',
        largeColumns: ['difference'],
      },
      request,
    );
    return mapPage(found, COLUMNS.toRecord);
  };
  return {
    list: (name, request) => page('name = ?', [name], 'version', request),
    listAll: (request) => page("act <> 'known'", [], 'id', request),
    async get(name, version) {
      const row = await db.get<ContentRow>(SELECT_ONE, [name, version]);
      return row && { ...COLUMNS.toRecord(row), content: contentOfText(row) };
    },
    async deleteBeyondKept(limit) {
      return (await db.write((tx) => tx.run(DELETE_BEYOND, [EVENT_TYPE_VERSIONS_KEPT, limit]))).changes;
    },
  };
}

/** One change of an event type that stays: `before` is null for a new one. */
interface VersionChange {
  readonly before: EventTypeContent | null;
  readonly after: EventTypeContent;
  /** Null: the two were not compared. */
  readonly difference?: EventTypeDiff | null;
  readonly now: number;
  /** Null: not known. */
  readonly author: ChangeAuthor | null;
}

/**
 * Writes a version of an event type in the write that changes it, and returns its number. Does nothing if nothing
 * differs: null.
 */
export async function writeVersion(
  tx: Transaction,
  { before, after, difference, now, author }: VersionChange,
): Promise<number | null> {
  if (before && isSameEventType(before, after)) return null;
  const newest = await tx.get<{ version: number | null }>(NEWEST, [after.name]);
  const version = (newest?.version ?? 0) + 1;
  const { name, ...columns } = textOfEventType(after);
  await tx.run(INSERT, [
    name,
    version,
    author?.act ?? actOf(before, after),
    author && (await nameOf(tx, author)),
    author?.tokenId ?? null,
    author?.source ?? null,
    author?.announced === false ? 0 : 1,
    JSON.stringify(shortened(difference ?? UNCOMPARED)),
    now,
    ...Object.values(columns),
  ]);
  return version;
}

const WRITTEN_COLUMNS = {
  name: 'text',
  version: 'integer',
  act: 'text',
  author: 'text',
  token_id: 'text',
  source: 'text',
  announced: 'integer',
  difference: 'text',
} as const;
const statementsOf = oncePerDialect((dialect) => ({
  listNamed: `SELECT name FROM event_type WHERE ${dialect.isAmongTexts('name', '?')} ORDER BY name`,
  insertMany: `
  INSERT INTO event_type_version (name, version, act, author, token_id, source, announced, difference, created_at,
    ${CONTENT})
  SELECT written.name, written.version, written.act, written.author, written.token_id, written.source,
    written.announced, written.difference, ?2, ${CONTENT}
  FROM ${dialect.rows('?1', WRITTEN_COLUMNS, 'written')}
  ${dialect.joinNext} event_type ON event_type.name = written.name
  ORDER BY written.key`,
  newest: `
  SELECT name, max(version) AS version FROM event_type_version
  WHERE ${dialect.isAmongTexts('name', '?')} GROUP BY name`,
}));

/**
 * The versions of many event types just written together, and the statement that takes them as JSON and the time; it
 * reads their content from their rows. Those without a difference get none.
 */
export async function newVersionRows(
  tx: Transaction,
  changes: readonly EventTypeTextChange[],
  newest: ReadonlyMap<string, number>,
  author: ChangeAuthor | null,
): Promise<{ readonly insert: string; readonly rows: readonly (readonly SqlValue[])[] }> {
  const rowOf = await versionRows(tx, newest, author);
  const rows = changes.flatMap(({ before, after, difference }) => {
    const { name, ...content } = after;
    if (
      before &&
      Object.entries(content).every(([key, value]) => before[key as keyof typeof content] === value)
    )
      return [];
    return [rowOf(name, actOf(before && isArchived(before), isArchived(after)), difference)];
  });
  return { insert: statementsOf(tx.dialect).insertMany, rows };
}

/** The same for the last versions of event types about to be removed, whose rows are still there. */
export async function lastVersionRows(
  tx: Transaction,
  names: readonly string[],
  newest: ReadonlyMap<string, number>,
  author: ChangeAuthor | null,
): ReturnType<typeof newVersionRows> {
  const rowOf = await versionRows(tx, newest, author);
  return {
    insert: statementsOf(tx.dialect).insertMany,
    rows: names.map((name) => rowOf(name, 'delete', null)),
  };
}

async function versionRows(
  tx: Transaction,
  newest: ReadonlyMap<string, number>,
  author: ChangeAuthor | null,
): Promise<(name: string, act: VersionAct, difference: EventTypeDiff | null) => readonly SqlValue[]> {
  const who = author && (await nameOf(tx, author));
  return (name, act, difference) => [
    name,
    (newest.get(name) ?? 0) + 1,
    author?.act ?? act,
    who,
    author?.tokenId ?? null,
    author?.source ?? null,
    author?.announced === false ? 0 : 1,
    JSON.stringify(shortened(difference ?? UNCOMPARED)),
  ];
}

function isArchived({ archived }: Pick<EventTypeTextChange['after'], 'archived'>) {
  return { archived: archived === 1 };
}

/** Keeps others from changing these event types before this write has ended. */
export async function holdEventTypes(tx: Transaction, names: readonly string[]): Promise<void> {
  const { held } = tx.dialect;
  if (held === '') return;
  for (const some of slicesOf(names.toSorted(), NAMES_AT_ONCE))
    await tx.all(`${statementsOf(tx.dialect).listNamed} ${held}`, [JSON.stringify(some)]);
}

/** Lets nobody else change any event type before this write has ended, nor begin to. Call it before `holdEventTypes`. */
export async function holdCatalog(tx: Transaction): Promise<void> {
  // Whoever holds an event type ends first. With a weaker lock, that write and this one might wait for each other.
  if (tx.dialect.held !== '') await tx.run('LOCK TABLE event_type IN EXCLUSIVE MODE');
}

/** The newest version of each of `names` that has a history. */
export async function newestVersions(
  tx: Pick<Transaction, 'all' | 'dialect'>,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const newest = new Map<string, number>();
  for (const some of slicesOf(names, NAMES_AT_ONCE)) {
    const rows = await tx.all<{ name: string; version: number }>(statementsOf(tx.dialect).newest, [
      JSON.stringify(some),
    ]);
    for (const { name, version } of rows) newest.set(name, version);
  }
  return newest;
}

/** The content of an event type in a version. */
export async function readVersionContent(
  tx: Pick<Transaction, 'get'>,
  name: string,
  version: number,
): Promise<EventTypeContent | undefined> {
  const row = await tx.get<ContentRow>(SELECT_ONE, [name, version]);
  return row && contentOfText(row);
}

type IsArchived = Pick<EventTypeContent, 'archived'>;

/** The difference between two states that were not compared. */
export const UNCOMPARED: EventTypeDiff = { changes: [], more: 0, schemaSummary: '', verdict: null };

function actOf(before: IsArchived | null, after: IsArchived): VersionAct {
  if (!before) return 'create';
  if (before.archived === after.archived) return 'update';
  return after.archived ? 'archive' : 'unarchive';
}

/** The token's current name: it may be revoked by the time somebody reads this. */
async function nameOf(tx: Transaction, { tokenId }: ChangeAuthor): Promise<string> {
  if (tokenId === null) return ADMIN;
  const row = await tx.get<{ name: string }>('SELECT name FROM token WHERE id = ?', [tokenId]);
  return row?.name || tokenId;
}

function shortened(diff: EventTypeDiff): EventTypeDiff {
  const changes = diff.changes.slice(0, CHANGES_KEPT);
  return { ...diff, changes, more: diff.more + diff.changes.length - changes.length };
}
