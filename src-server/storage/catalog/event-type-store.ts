import type { ListResponse } from '../../contract/list';
import { noteChange } from '../audit-scope';
import type { RowOf } from '../columns';
import type { Database } from '../database';
import { oncePerDialect } from '../once-per-dialect';
import { mapPage, type PageRequest, readPage, readPages } from '../page';
import type { SqlValue, Transaction } from '../transaction';
import { isUniqueViolation } from '../write-failure';
import { readCatalogTag } from './catalog-tag';
import { type CompareEventTypes, compareHere, writeCompared } from './compared-write';
import { removeEventTypes } from './event-type-batch';
import {
  CONTENT_COLUMNS,
  contentOfText,
  type EventTypeContent,
  isSameEventType,
  REPLACED_CONTENT,
  textOfEventType,
} from './event-type-text';
import { type ChangeAuthor, writeVersion } from './event-type-version-store';
import { PAGES_BY_NAME } from './pages-by-name';

export interface EventTypeRecord extends EventTypeContent {
  /** Since when it is deprecated, in milliseconds since 1970. Null: it is not, or nobody noted it. */
  readonly deprecatedAt: number | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** One event type in its current state, with the number of its newest version. */
export interface VersionedEventType extends EventTypeRecord {
  /** Rises with every change of content, and is never reused for this name. */
  readonly version: number;
}

export interface EventTypeListRequest extends PageRequest {
  readonly includeArchived: boolean;
  /** False leaves `schemas` null, so that far less is read. */
  readonly withSchemas: boolean;
  /** Only unflagged types and types with one of these flags, and no other as a replacement. Null: all. */
  readonly visibleFlags: readonly string[] | null;
}

/** Each change is recorded in the history in the same write; without an author, it is nobody's. */
export interface EventTypeStore {
  list(request: EventTypeListRequest): Promise<ListResponse<EventTypeRecord>>;
  /**
   * Every event type with its schemas, by name, a few at a time: only the requested part is in memory. All are of one
   * moment; `signal` ends the walk with an error.
   */
  walk(signal: AbortSignal): AsyncGenerator<readonly EventTypeRecord[], void>;
  /** Identifies the state of the whole catalog: every change of an event type changes it. */
  catalogTag(): Promise<string>;
  get(name: string): Promise<VersionedEventType | undefined>;
  /**
   * The same for a caller who sees only unflagged types and those with one of these flags (null: all). The query leaves
   * out a hidden type, so that it takes no longer to answer than a name that does not exist. It names no replacement that
   * they do not see.
   */
  getVisible(name: string, visibleFlags: readonly string[] | null): Promise<VersionedEventType | undefined>;
  /** Inserts; false when one of that name exists. */
  insert(content: EventTypeContent, now: number, author?: ChangeAuthor): Promise<boolean>;
  /**
   * Changes one event type: `change` gets the current row and returns the new content, or null for no change; identical
   * content is no change either. It is called again when another write comes in between. Resolves to the resulting row,
   * undefined when there is none.
   */
  update(
    name: string,
    now: number,
    change: (current: VersionedEventType) => EventTypeContent | null,
    author?: ChangeAuthor | null,
  ): Promise<VersionedEventType | undefined>;
  /**
   * Removes it from the catalog; its history stays. False when there was none. If `check` throws at the current row, it
   * stays.
   */
  expunge(
    name: string,
    now: number,
    author?: ChangeAuthor,
    check?: (current: VersionedEventType) => void,
  ): Promise<boolean>;
  /** Custom group names of those of `names` that have one. */
  findGroupNames(names: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Those of `names` that a new filter may not contain, in the given order: unknown and archived ones. A caller who
   * does not see every type (`visibleFlags` is not null) is refused only archived types that it sees: refusing unknown
   * names would reveal which of the others are hidden types.
   */
  findUnusable(names: readonly string[], visibleFlags: readonly string[] | null): Promise<string[]>;
}

type EventTypeRow = RowOf<EventTypeRecord>;
type VersionedRow = EventTypeRow & Pick<VersionedEventType, 'version'>;

const TIMES = 'deprecated_at AS "deprecatedAt", created_at AS "createdAt", updated_at AS "updatedAt"';
const COLUMNS = `${CONTENT_COLUMNS.select}, ${TIMES}`;
const COLUMNS_WITHOUT_SCHEMAS = COLUMNS.replace('schemas', 'NULL');
const SELECT_ONE = `
  SELECT ${COLUMNS},
    (SELECT coalesce(max(version), 0) FROM event_type_version WHERE name = event_type.name) AS version
  FROM event_type WHERE name = ?`;
const statementsOf = oncePerDialect((dialect) => {
  /** @param flags the parameter with the visible flags, a JSON list */
  const isVisible = (table: string, flags: string) => `(${table}.feature_flags IS NULL OR EXISTS (
  SELECT 1 FROM ${dialect.elements(`${table}.feature_flags`, 'own')} JOIN ${dialect.elements(flags, 'allowed')}
    ON own.value = allowed.value))`;
  /** The columns as somebody with the flags of the first parameter sees them. */
  const visible = (columns: string) =>
    columns.replace(
      'replaced_by AS',
      `CASE WHEN EXISTS (SELECT 1 FROM event_type AS next
    WHERE next.name = event_type.replaced_by AND ${isVisible('next', '?1')}) THEN replaced_by END AS`,
    );
  const unusable = (isUnusable: string) => `
  SELECT wanted.value AS value
  FROM ${dialect.elements('?', 'wanted')}
  LEFT JOIN event_type ON event_type.name = wanted.value
  WHERE ${isUnusable}
  ORDER BY wanted.key`;
  return {
    isVisible: isVisible('event_type', '?1'),
    visibleColumns: visible(COLUMNS),
    visibleWithoutSchemas: visible(COLUMNS_WITHOUT_SCHEMAS),
    selectVisible: `${visible(SELECT_ONE)} AND ${isVisible('event_type', '?1')}`,
    groupNames: `
  SELECT name, group_name AS "groupName" FROM event_type
  WHERE ${dialect.isAmongTexts('name', '?')} AND group_name <> ''`,
    unusable: unusable('archived IS DISTINCT FROM 0'),
    unusableAmongVisible: unusable(`archived = 1 AND ${isVisible('event_type', '?2')}`),
  };
});
const WALK = {
  ...PAGES_BY_NAME,
  select: `SELECT ${COLUMNS} FROM event_type WHERE TRUE`,
  params: [],
  largeColumns: ['description', 'schemas'],
} as const;
const INSERT = CONTENT_COLUMNS.insertInto('event_type', 'deprecated_at', 'created_at', 'updated_at');
const UPSERT = `${INSERT} ON CONFLICT (name) DO UPDATE SET ${REPLACED_CONTENT}, updated_at = excluded.updated_at`;

export function createEventTypeStore(db: Database, compare: CompareEventTypes = compareHere): EventTypeStore {
  const sql = statementsOf(db.dialect);
  return {
    async list(request) {
      const conditions = ['TRUE'];
      const params: SqlValue[] = [];
      if (!request.includeArchived) conditions.push('archived = 0');
      if (request.visibleFlags) {
        conditions.push(sql.isVisible);
        params.push(JSON.stringify(request.visibleFlags));
      }
      const [complete, withoutSchemas] = request.visibleFlags
        ? [sql.visibleColumns, sql.visibleWithoutSchemas]
        : [COLUMNS, COLUMNS_WITHOUT_SCHEMAS];
      const page = await readPage<EventTypeRow>(
        db.lists,
        {
          select: `SELECT ${request.withSchemas ? complete : withoutSchemas}
            FROM event_type WHERE ${conditions.join(' AND ')}`,
          params,
          ...PAGES_BY_NAME,
          largeColumns: request.withSchemas ? ['description', 'schemas'] : ['description'],
        },
        request,
      );
      return mapPage(page, toRecord);
    },
    catalogTag: () => readCatalogTag(db),
    async *walk(signal) {
      const snapshot = await db.openSnapshot();
      const end = () => void snapshot.close();
      signal.addEventListener('abort', end);
      try {
        for await (const page of readPages<EventTypeRow>(snapshot, WALK)) yield page.map(toRecord);
      } finally {
        signal.removeEventListener('abort', end);
        await snapshot.close();
      }
    },
    async get(name) {
      const row = await db.get<VersionedRow>(SELECT_ONE, [name]);
      return row && toVersioned(row);
    },
    async getVisible(name, visibleFlags) {
      if (visibleFlags === null) return this.get(name);
      const row = await db.get<VersionedRow>(sql.selectVisible, [JSON.stringify(visibleFlags), name]);
      return row && toVersioned(row);
    },
    async insert(content, now, author) {
      try {
        await db.write(async (tx) => {
          await tx.run(INSERT, toParams(content, now));
          await writeVersion(tx, { before: null, after: content, now, author: author ?? null });
          noteChange(tx, { target: content.name, before: null, after: content });
        });
        return true;
      } catch (cause) {
        if (isUniqueViolation(cause)) return false;
        throw cause;
      }
    },
    update(name, now, change, author = null) {
      return writeCompared(db, compare, {
        names: [name],
        author,
        async plan(from) {
          const row = await from.get<VersionedRow>(SELECT_ONE, [name]);
          const current = row && toVersioned(row);
          const next = current ? change(current) : null;
          const pair = current && next && { before: textOfEventType(current), after: textOfEventType(next) };
          return { current, next, pairs: [pair ?? null] };
        },
        async write(tx, { current, next }, [difference = null]) {
          if (!current || !next || isSameEventType(current, next)) return current;
          await upsert(tx, next, now);
          const written = await writeVersion(tx, { before: current, after: next, difference, now, author });
          noteChange(tx, { target: name, before: contentOf(current), after: contentOf(next) });
          const { createdAt, version } = current;
          const deprecatedAt = deprecatedSince(current, next, now);
          return { ...next, deprecatedAt, createdAt, updatedAt: now, version: written ?? version };
        },
        inWrite: (work) => db.write(work),
      });
    },
    expunge(name, now, author, check) {
      return db.write(async (tx) => {
        const row = await tx.get<VersionedRow>(SELECT_ONE, [name]);
        if (!row) return false;
        const before = toVersioned(row);
        check?.(before);
        noteChange(tx, { target: name, before: contentOf(before), after: null });
        await removeEventTypes(tx, [name], now, author ?? null);
        return true;
      });
    },
    async findGroupNames(names) {
      const rows = await db.all<{ name: string; groupName: string }>(sql.groupNames, [JSON.stringify(names)]);
      return new Map(rows.map(({ name, groupName }) => [name, groupName]));
    },
    async findUnusable(names, visibleFlags) {
      const rows = await db.all<{ value: string }>(
        visibleFlags === null ? sql.unusable : sql.unusableAmongVisible,
        [JSON.stringify(names), ...(visibleFlags === null ? [] : [JSON.stringify(visibleFlags)])],
      );
      return rows.map((row) => row.value);
    },
  };
}

/** What somebody can change of it. */
function contentOf(content: EventTypeContent): object {
  const { description, archived, deprecated, sunsetAt, replacedBy, groupName, featureFlags, schemas } =
    content;
  return { description, archived, deprecated, sunsetAt, replacedBy, groupName, featureFlags, schemas };
}

function upsert(tx: Transaction, content: EventTypeContent, now: number) {
  return tx.run(UPSERT, toParams(content, now));
}

/** Since when the next state of an event type is deprecated: what the row of an upsert then says. */
export function deprecatedSince(
  current: Pick<EventTypeRecord, 'deprecated' | 'deprecatedAt'> | null,
  { deprecated }: Pick<EventTypeContent, 'deprecated'>,
  now: number,
): number | null {
  if (!deprecated) return null;
  return current?.deprecated ? current.deprecatedAt : now;
}

function toParams(content: EventTypeContent, now: number): SqlValue[] {
  return [...CONTENT_COLUMNS.values(content), content.deprecated ? now : null, now, now];
}

function toVersioned(row: VersionedRow): VersionedEventType {
  return { version: row.version, ...toRecord(row) };
}

function toRecord(row: EventTypeRow): EventTypeRecord {
  const { deprecatedAt, createdAt, updatedAt } = row;
  return { deprecatedAt, createdAt, updatedAt, ...contentOfText(row) };
}
