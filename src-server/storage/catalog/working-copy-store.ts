import { slicesOf } from '../../base/slices-of';
import type { ListResponse } from '../../contract/list';
import { rawMember } from '../../json-schema/raw-json-text';
import type { Sides, SidesStatus } from '../../working-copy/sides';
import type { Database } from '../database';
import { mapPage, type PageRequest, readPage, readPages } from '../page';
import type { Transaction } from '../transaction';
import { runInPieces } from './event-type-batch';
import type { EventTypeContent } from './event-type-text';
import { PAGES_BY_NAME } from './pages-by-name';
import { type CopyEdit, writeEdit } from './working-copy-journal';
import { IS_CHANGED, IS_TYPE, ROWS, workingCopyStatements } from './working-copy-statements';

/** The catalog of another instance, as edited here. */
export interface WorkingCopyRecord {
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
  /** The last attempt to reach the other instance failed. */
  readonly isOffline: boolean;
  readonly note: string;
  /** Counts of event types that differ from base here, there, and in a way that needs a choice. */
  readonly changes: number;
  readonly theirs: number;
  readonly conflicts: number;
}

/** An event type of a working copy. */
export interface CopyRow extends Sides {
  readonly name: string;
  /** Rises with every write, and is never reused for this name. */
  readonly revision: number;
}

/** What to write of an event type; one without any side is removed. */
export interface CopyRowChange extends Sides {
  readonly name: string;
  readonly status: SidesStatus;
}

/** How mine differs from base. */
export interface CopyChange {
  readonly name: string;
  readonly kind: 'added' | 'changed' | 'removed';
  /** Pointers. */
  readonly fields: readonly string[];
}

/** An event type with any difference. */
export interface ChangedName extends Omit<SidesStatus, 'fields'> {
  readonly name: string;
}

/** An event type that is gone there. */
export interface GoneName {
  readonly name: string;
  /** False: a sync removes it here too. */
  readonly mineChanged: boolean;
}

export interface CopyWrite {
  /** The revision of each name when the write was planned; absent: there was none. */
  readonly planned: ReadonlyMap<string, number>;
  readonly rows: readonly CopyRowChange[];
  /** What else a fetch found out; creates the working copy if there is none. */
  readonly fetchedAt?: number;
  /** The edit to make undoable; absent: nobody edited. */
  readonly edit?: CopyEdit;
  /** More work for the same write. */
  readonly also?: (tx: Transaction) => Promise<void>;
}

export interface WorkingCopyStore {
  /** Undefined: nothing was ever fetched. */
  get(connectionId: string): Promise<WorkingCopyRecord | undefined>;
  read(connectionId: string, names: readonly string[]): Promise<ReadonlyMap<string, CopyRow>>;
  /** All rows, by name, a few at a time. */
  walk(connectionId: string): AsyncGenerator<readonly CopyRow[], void>;
  /** Rows whose mine differs from base, as above. */
  walkChanged(connectionId: string): AsyncGenerator<readonly CopyRow[], void>;
  /** The content of mine. */
  walkMine(
    connectionId: string,
  ): AsyncGenerator<readonly { readonly name: string; readonly mine: string }[], void>;
  /** All of mine without schemas, by name, as the JSON text of a list, written by the database off the main thread. */
  summariesAsJson(connectionId: string): Promise<string>;
  /** One page of mine by name; without schemas, those are null and their texts are not read. */
  listMine(
    connectionId: string,
    request: PageRequest,
    withSchemas: boolean,
  ): Promise<ListResponse<EventTypeContent>>;
  walkChanges(connectionId: string): AsyncGenerator<readonly CopyChange[], void>;
  /** Those that differ, by name. */
  listChanged(connectionId: string): Promise<readonly ChangedName[]>;
  /** What was there at the last agreement: how many, and those of them that are gone there, by name. */
  listGone(connectionId: string): Promise<{ readonly known: number; readonly gone: readonly GoneName[] }>;
  /** Writes all of it, in one write. False, with nothing written, when one of the names was written since the plan. */
  write(connectionId: string, write: CopyWrite, now: number): Promise<boolean>;
  /** Notes whether the last attempt to reach the other instance failed. False: that was known. */
  setOffline(connectionId: string, isOffline: boolean): Promise<boolean>;
  /** False: there is no working copy. */
  setNote(connectionId: string, note: string): Promise<boolean>;
}

const GET = `
  SELECT fetched_at AS "fetchedAt", is_offline AS "isOffline", note,
    (SELECT count(*) FROM working_copy_type AS one
      WHERE one.connection_id = copy.connection_id AND ${IS_CHANGED} AND mine_changed = 1) AS changes,
    (SELECT count(*) FROM working_copy_type AS one
      WHERE one.connection_id = copy.connection_id AND ${IS_CHANGED} AND theirs_changed = 1) AS theirs,
    (SELECT count(*) FROM working_copy_type AS one
      WHERE one.connection_id = copy.connection_id AND ${IS_CHANGED} AND in_conflict = 1) AS conflicts
  FROM working_copy AS copy WHERE connection_id = ?`;
const LARGE = { ...PAGES_BY_NAME, largeColumns: ['base', 'mine', 'theirs'] } as const;
const PUT_COPY = `
  INSERT INTO working_copy (connection_id, fetched_at) VALUES (?, ?)
  ON CONFLICT (connection_id) DO UPDATE SET fetched_at = excluded.fetched_at, is_offline = 0`;
/** Names per statement. */
const NAMES_AT_ONCE = 500;

export function createWorkingCopyStore(db: Database): WorkingCopyStore {
  const sql = workingCopyStatements(db.dialect);
  const pages = <T extends { readonly name: string }>(
    select: string,
    connectionId: string,
    large: readonly string[],
  ) => readPages<T>(db.lists, { ...PAGES_BY_NAME, select, params: [connectionId], largeColumns: large });
  return {
    async get(connectionId) {
      const row = await db.get<Omit<WorkingCopyRecord, 'isOffline'> & { isOffline: number }>(GET, [
        connectionId,
      ]);
      return row && { ...row, isOffline: row.isOffline === 1 };
    },
    async read(connectionId, names) {
      const found = new Map<string, CopyRow>();
      for (const some of slicesOf(names, NAMES_AT_ONCE)) {
        const query = { ...LARGE, select: sql.someRows, params: [connectionId, JSON.stringify(some)] };
        for await (const page of readPages<CopyRow>(db.lists, query))
          for (const row of page) found.set(row.name, row);
      }
      return found;
    },
    walk: (connectionId) => pages(ROWS, connectionId, LARGE.largeColumns),
    walkChanged: (connectionId) =>
      pages(`${ROWS} AND ${IS_CHANGED} AND mine_changed = 1`, connectionId, LARGE.largeColumns),
    walkMine: (connectionId) =>
      pages(
        `SELECT name, mine FROM working_copy_type WHERE connection_id = ? AND mine IS NOT NULL AND ${IS_TYPE}`,
        connectionId,
        ['mine'],
      ),
    async summariesAsJson(connectionId) {
      return (await db.get<{ json: string }>(sql.summaries, [connectionId]))?.json ?? '[]';
    },
    async listMine(connectionId, request, withSchemas) {
      const query = {
        ...PAGES_BY_NAME,
        select: `SELECT ${sql.mineFields}, ${withSchemas ? 'mine' : 'NULL AS mine'}
          FROM working_copy_type WHERE connection_id = ? AND mine IS NOT NULL AND ${IS_TYPE}`,
        params: [connectionId],
        largeColumns: withSchemas ? ['mine'] : ['description'],
      };
      return mapPage(await readPage<MineRow>(db.lists, query, request), toContent);
    },
    async *walkChanges(connectionId) {
      const select = `SELECT name, kind, fields FROM working_copy_type
        WHERE connection_id = ? AND ${IS_CHANGED} AND mine_changed = 1`;
      type Row = Omit<CopyChange, 'fields'> & { readonly fields: string };
      for await (const page of pages<Row>(select, connectionId, ['fields']))
        yield page.map((row) => ({ ...row, fields: JSON.parse(row.fields) }));
    },
    async listChanged(connectionId) {
      const rows = await db.all<{ name: string; mine: number; theirs: number; inBoth: number }>(
        `SELECT name, mine_changed AS mine, theirs_changed AS theirs, in_conflict AS "inBoth"
         FROM working_copy_type WHERE connection_id = ? AND ${IS_CHANGED} ORDER BY name`,
        [connectionId],
      );
      return rows.map(({ name, mine, theirs, inBoth }) => ({
        name,
        mineChanged: mine === 1,
        theirsChanged: theirs === 1,
        inConflict: inBoth === 1,
      }));
    },
    async listGone(connectionId) {
      const known = await db.get<{ count: number }>(
        `SELECT count(*) AS count FROM working_copy_type
         WHERE connection_id = ? AND base IS NOT NULL AND name <> 'flag-sets'`,
        [connectionId],
      );
      const rows = await db.all<{ name: string; mine: number }>(
        `SELECT name, mine_changed AS mine FROM working_copy_type
         WHERE connection_id = ? AND ${IS_CHANGED} AND theirs_changed = 1 AND theirs IS NULL ORDER BY name`,
        [connectionId],
      );
      return {
        known: known?.count ?? 0,
        gone: rows.map(({ name, mine }) => ({ name, mineChanged: mine === 1 })),
      };
    },
    write: (connectionId, write, now) => db.write((tx) => writeCopy(tx, connectionId, write, now)),
    async setOffline(connectionId, isOffline) {
      const sql = 'UPDATE working_copy SET is_offline = ? WHERE connection_id = ? AND is_offline <> ?';
      const params = [Number(isOffline), connectionId, Number(isOffline)];
      return (await db.write((tx) => tx.run(sql, params))).changes > 0;
    },
    async setNote(connectionId, note) {
      const sql = 'UPDATE working_copy SET note = ? WHERE connection_id = ?';
      return (await db.write((tx) => tx.run(sql, [note, connectionId]))).changes > 0;
    },
  };
}

interface MineRow {
  name: string;
  description: string;
  archived: number;
  deprecated: number;
  sunset_at: string | null;
  replaced_by: string | null;
  group_name: string | null;
  flags: string;
  mine: string | null;
}

function toContent(row: MineRow): EventTypeContent {
  const schemas = row.mine === null ? null : (rawMember(row.mine, 'schemas') ?? null);
  return {
    name: row.name,
    description: row.description,
    archived: row.archived === 1,
    deprecated: row.deprecated === 1,
    sunsetAt: row.sunset_at,
    replacedBy: row.replaced_by,
    groupName: row.group_name,
    featureFlags: JSON.parse(row.flags),
    schemas: schemas === 'null' ? null : schemas,
  };
}

async function writeCopy(
  tx: Transaction,
  connectionId: string,
  write: CopyWrite,
  now: number,
): Promise<boolean> {
  const { planned, rows, fetchedAt, edit, also } = write;
  const sql = workingCopyStatements(tx.dialect);
  if (!(await isAsPlanned(tx, connectionId, rows, planned))) return false;
  if (fetchedAt !== undefined) {
    // Deleted while it was being fetched.
    const connection = await tx.get('SELECT 1 FROM connection WHERE id = ?', [connectionId]);
    if (!connection) return false;
    await tx.run(PUT_COPY, [connectionId, fetchedAt]);
  }
  const next = 'UPDATE working_copy SET revision = revision + 1 WHERE connection_id = ?';
  if ((await tx.run(next, [connectionId])).changes === 0) return false;
  await runInPieces(
    tx,
    sql.put,
    rows.filter(isThere).map((row) => parametersOf(connectionId, row)),
    null,
  );
  const gone = rows.filter((row) => !isThere(row)).map(({ name }) => name);
  await tx.run(sql.removeSome, [connectionId, JSON.stringify(gone)]);
  if (edit) await writeEdit(tx, connectionId, edit, now);
  await also?.(tx);
  return true;
}

async function isAsPlanned(
  tx: Transaction,
  connectionId: string,
  rows: readonly CopyRowChange[],
  planned: ReadonlyMap<string, number>,
): Promise<boolean> {
  for (const some of slicesOf(rows, NAMES_AT_ONCE)) {
    const names = some.map(({ name }) => name);
    const there = await tx.all<{ name: string; revision: number }>(
      workingCopyStatements(tx.dialect).revisions,
      [connectionId, JSON.stringify(names)],
    );
    const revisions = new Map(there.map(({ name, revision }) => [name, revision]));
    if (names.some((name) => revisions.get(name) !== planned.get(name))) return false;
  }
  return true;
}

function isThere({ base, mine, theirs }: Sides): boolean {
  return base !== null || mine !== null || theirs !== null;
}

function parametersOf(connectionId: string, { name, status, base, mine, theirs }: CopyRowChange) {
  const { mineChanged, theirsChanged, inConflict, fields } = status;
  const kind = mineChanged ? (base === null ? 'added' : mine === null ? 'removed' : 'changed') : null;
  const flags = [mineChanged, theirsChanged, inConflict].map(Number);
  return [connectionId, name, ...flags, kind, JSON.stringify(fields), base, mine, theirs];
}
