import { slicesOf } from '../../base/slices-of';
import type { EditAuthor } from '../../working-copy/edit-author';
import type { Database } from '../database';
import { oncePerDialect } from '../once-per-dialect';
import { readPages } from '../page';
import type { Transaction } from '../transaction';
import { runInPieces } from './event-type-batch';
import { PAGES_BY_NAME } from './pages-by-name';

/** What an edit did to one event type, as JSON texts of its content; null: it does not exist. */
export interface EditedType {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** One step that can be undone. */
export interface CopyEdit {
  readonly act: 'edit' | 'discard' | 'import' | 'undo-sync';
  readonly types: readonly EditedType[];
  readonly author: EditAuthor;
}

export interface StoredEdit extends Omit<CopyEdit, 'author'> {
  readonly id: number;
  /** Null: not known, since an earlier version recorded it. */
  readonly author: EditAuthor | null;
  /** Milliseconds since 1970. */
  readonly editedAt: number;
}

/** An edit without its texts. */
export interface EditSummary extends Omit<StoredEdit, 'types'> {
  /** How many event types it changed, and the first of them by name. */
  readonly types: number;
  readonly name: string;
}

export type StepDirection = 'undo' | 'redo';

/** The last edit of an event type. */
export interface EditTime {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly editedAt: number;
}

/** The edits of working copies in order, some of them undone. */
export interface WorkingCopyJournal {
  /**
   * An edit that can be undone, or redone; undefined: there is none.
   * @param id null: the next one
   */
  find(connectionId: string, direction: StepDirection, id: number | null): Promise<StoredEdit | undefined>;
  /** The next one to undo or redo, without its texts. */
  findSummary(connectionId: string, direction: StepDirection): Promise<EditSummary | undefined>;
  /** What edits of these event types replaced, oldest first, as JSON texts; undone edits too. */
  listBefore(
    connectionId: string,
    names: readonly string[],
  ): Promise<readonly { readonly name: string; readonly before: string }[]>;
  /** When event types were last edited, by name, a few at a time; undone edits do not count. */
  walkTimes(connectionId: string): AsyncGenerator<readonly EditTime[], void>;
}

/** Steps remembered per working copy; undo goes no further back. */
export const KEPT_EDITS = 500;
/** Bytes of their texts together; if they are large, fewer steps are remembered. */
export const KEPT_EDIT_BYTES = 32 * 1024 * 1024;

const statementsOf = oncePerDialect((dialect) => ({
  before: `
  SELECT name, before FROM working_copy_edit AS edit JOIN working_copy_edit_type ON edit_id = edit.id
  WHERE connection_id = ? AND before IS NOT NULL AND ${dialect.isAmongTexts('name', '?')}
  ORDER BY edit.id`,
  insertTypes: `
  INSERT INTO working_copy_edit_type (edit_id, name, before, after)
  SELECT edit_id, name, before, after
  FROM ${dialect.rows('?', { edit_id: 'integer', name: 'text', before: 'text', after: 'text' }, 'edited')}`,
}));
/** Names per statement. */
const NAMES_AT_ONCE = 500;
const NEXT = { undo: 'is_undone = 0 ORDER BY id DESC', redo: 'is_undone = 1 ORDER BY id' };
const TIMES = `
  SELECT name, "editedAt" FROM (
    SELECT name, max(edited_at) AS "editedAt"
    FROM working_copy_edit AS edit JOIN working_copy_edit_type ON edit_id = edit.id
    WHERE connection_id = ? AND is_undone = 0 GROUP BY name
  ) AS times WHERE TRUE`;
/** The newest is always kept, however large it is. No text is read: its size is known without it. */
const DELETE_OLD = `
  DELETE FROM working_copy_edit WHERE id IN (
    SELECT id FROM (
      SELECT edit.id, row_number() OVER newest AS place,
        sum((SELECT sum(coalesce(octet_length(before), 0) + coalesce(octet_length(after), 0))
          FROM working_copy_edit_type WHERE edit_id = edit.id)) OVER newest AS bytes
      FROM working_copy_edit AS edit WHERE connection_id = ?
      WINDOW newest AS (ORDER BY edit.id DESC)
    ) AS placed WHERE place > 1 AND (place > ? OR bytes > ?))`;

export function createWorkingCopyJournal(db: Database): WorkingCopyJournal {
  const { before } = statementsOf(db.dialect);
  const head = async (connectionId: string, direction: StepDirection, id: number | null) => {
    const row = await db.get<Omit<StoredEdit, 'types' | 'author'> & { readonly author: string | null }>(
      `SELECT id, act, edited_at AS "editedAt", author FROM working_copy_edit WHERE connection_id = ?
        AND ${id === null ? '' : 'id = ? AND '}${NEXT[direction]} LIMIT 1`,
      [connectionId, ...(id === null ? [] : [id])],
    );
    return row && { ...row, author: row.author === null ? null : (JSON.parse(row.author) as EditAuthor) };
  };
  return {
    async find(connectionId, direction, id) {
      const edit = await head(connectionId, direction, id);
      if (!edit) return undefined;
      const types = await db.all<EditedType>(
        'SELECT name, before, after FROM working_copy_edit_type WHERE edit_id = ? ORDER BY name',
        [edit.id],
      );
      return { ...edit, types };
    },
    async findSummary(connectionId, direction) {
      const edit = await head(connectionId, direction, null);
      const sql = 'SELECT count(*) AS types, min(name) AS name FROM working_copy_edit_type WHERE edit_id = ?';
      const counted = edit && (await db.get<Pick<EditSummary, 'types' | 'name'>>(sql, [edit.id]));
      return edit && counted && { ...edit, ...counted };
    },
    async listBefore(connectionId, names) {
      const found: { readonly name: string; readonly before: string }[] = [];
      for (const some of slicesOf(names, NAMES_AT_ONCE))
        for (const row of await db.all<(typeof found)[number]>(before, [connectionId, JSON.stringify(some)]))
          found.push(row);
      return found;
    },
    walkTimes: (connectionId) =>
      readPages<EditTime>(db.lists, {
        ...PAGES_BY_NAME,
        select: TIMES,
        params: [connectionId],
        largeColumns: [],
      }),
  };
}

/** Records an edit as part of the write that makes it. Edits undone before can no longer be redone afterwards. */
export async function writeEdit(
  tx: Transaction,
  connectionId: string,
  { act, types, author }: CopyEdit,
  now: number,
): Promise<void> {
  await tx.run('DELETE FROM working_copy_edit WHERE connection_id = ? AND is_undone = 1', [connectionId]);
  const edit = await tx.get<{ id: number }>(
    'INSERT INTO working_copy_edit (connection_id, edited_at, act, author) VALUES (?, ?, ?, ?) RETURNING id',
    [connectionId, now, act, JSON.stringify(author)],
  );
  const id = edit?.id ?? null;
  await runInPieces(
    tx,
    statementsOf(tx.dialect).insertTypes,
    types.map(({ name, before, after }) => [id, name, before, after]),
    null,
  );
  await tx.run(DELETE_OLD, [connectionId, KEPT_EDITS, KEPT_EDIT_BYTES]);
}

/** Whether somebody has edited since, as part of the write that takes an edit back. */
export async function isEditedSince(tx: Transaction, connectionId: string, id: number): Promise<boolean> {
  const sql =
    'SELECT 1 AS found FROM working_copy_edit WHERE connection_id = ? AND id > ? AND is_undone = 0 LIMIT 1';
  return (await tx.get(sql, [connectionId, id])) !== undefined;
}

/**
 * Marks an edit as undone, or as no longer undone, as part of the write that does it. False if somebody else did so
 * before.
 */
export async function markEdit(tx: Transaction, id: number, isUndone: boolean): Promise<boolean> {
  const sql = 'UPDATE working_copy_edit SET is_undone = ? WHERE id = ? AND is_undone <> ?';
  return (await tx.run(sql, [Number(isUndone), id, Number(isUndone)])).changes > 0;
}
