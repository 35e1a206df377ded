import { apiError, notFound } from '../base/errors';
import type { SyncReceiptStore } from '../storage/sync-receipt-store';
import {
  type CopyEdit,
  type EditedType,
  markEdit,
  type StoredEdit,
  type WorkingCopyJournal,
} from '../storage/working-copy-journal';
import type { CopyRow, WorkingCopyStore } from '../storage/working-copy-store';
import type { RunCopyTask } from '../working-copy/run-copy-task';
import type { CopyChangeText, Sides } from '../working-copy/sides';
import { type CopyWriter, NO_SIDES, notFetched, type PlannedCopy } from './copy-writer';

/** What an undo or a redo restored, and what it left because it was changed since. */
export interface PutBack {
  readonly restored: readonly string[];
  readonly left: readonly string[];
}

/** Edits of mine in working copies. Each is one undoable step, and on disk when its promise resolves. */
export interface CopyEditor {
  /** Creates or replaces an event type; true: it is new in mine. @param content JSON text */
  put(connectionId: string, name: string, content: string): Promise<boolean>;
  /** @throws ApiError not_found, when it is not in mine */
  remove(connectionId: string, name: string): Promise<void>;
  /** Resets mine to base. @throws ApiError not_found, when it has no change */
  discard(connectionId: string, name: string): Promise<void>;
  /** Merges changes made elsewhere into mine, all or none; where both changed the same, the imported ones win. */
  importChanges(connectionId: string, changes: readonly CopyChangeText[]): Promise<void>;
  /** @throws ApiError conflict, when there is nothing to undo or redo */
  undo(connectionId: string): Promise<PutBack>;
  redo(connectionId: string): Promise<PutBack>;
  /** Applies the inverse of what a sync wrote to mine. @throws ApiError not_found */
  undoSync(receiptId: string): Promise<PutBack>;
}

export interface CopyEditorParts {
  readonly copies: WorkingCopyStore;
  readonly journal: WorkingCopyJournal;
  readonly receipts: SyncReceiptStore;
  readonly writer: CopyWriter;
  readonly run: RunCopyTask;
}

export function createCopyEditor({ copies, journal, receipts, writer, run }: CopyEditorParts): CopyEditor {
  const mustBeFetched = async (connectionId: string) => {
    if (!(await copies.get(connectionId))) throw notFetched();
  };

  /** @param next returns the JSON text of the new mine, given the current one */
  async function editOne(
    connectionId: string,
    name: string,
    {
      act,
      next,
    }: { readonly act: CopyEdit['act']; readonly next: (row: CopyRow | undefined) => string | null },
  ): Promise<void> {
    await mustBeFetched(connectionId);
    await writer.update(connectionId, [name], (rows) => {
      const row = rows.get(name);
      return planEdit(act, [editOf(row, name, next(row))], rows);
    });
  }

  /** Goes one step back, or forward again. */
  async function step(connectionId: string, direction: 'undo' | 'redo'): Promise<PutBack> {
    await mustBeFetched(connectionId);
    const edit = await (direction === 'undo' ? journal.findUndo : journal.findRedo)(connectionId);
    if (!edit) throw apiError('conflict', `There is nothing to ${direction}.`);
    const result: { restored: string[]; left: string[] } = { restored: [], left: [] };
    const names = edit.types.map(({ name }) => name);
    await writer.update(connectionId, names, (rows) => {
      Object.assign(result, { restored: [], left: [] });
      const sides = new Map<string, Sides>();
      for (const { name, from, to } of stepsOf(edit, direction)) {
        const row = rows.get(name) ?? NO_SIDES;
        // A sync, or the undo of one, came in between.
        if (row.mine !== from) result.left.push(name);
        else {
          result.restored.push(name);
          sides.set(name, { ...row, mine: to });
        }
      }
      return {
        sides,
        also: async (tx) => {
          if (await markEdit(tx, edit.id, direction === 'undo')) return;
          throw apiError('conflict', 'Somebody else did so at the same time.');
        },
      };
    });
    return result;
  }

  return {
    async put(connectionId, name, content) {
      let isNew = false;
      const next = (row: CopyRow | undefined) => {
        isNew = (row?.mine ?? null) === null;
        return content;
      };
      await editOne(connectionId, name, { act: 'edit', next });
      return isNew;
    },
    remove: (connectionId, name) =>
      editOne(connectionId, name, {
        act: 'edit',
        next: (row) => {
          if ((row?.mine ?? null) === null) throw notFound('Event type');
          return null;
        },
      }),
    discard: (connectionId, name) =>
      editOne(connectionId, name, {
        act: 'discard',
        next: (row) => {
          if (!row || row.base === row.mine) throw notFound('Change');
          return row.base;
        },
      }),
    async importChanges(connectionId, changes) {
      await mustBeFetched(connectionId);
      const names = changes.map(({ name }) => name);
      await writer.update(connectionId, names, async (rows) => {
        const edits: EditedType[] = [];
        for (const { name, base, mine } of changes) {
          const row = rows.get(name);
          const sides = { base, mine, theirs: row?.mine ?? null };
          const { merged } = await run('mergeItem', { sides, resolutions: [] });
          edits.push(editOf(row, name, merged));
        }
        return planEdit('import', edits, rows);
      });
    },
    undo: (connectionId) => step(connectionId, 'undo'),
    redo: (connectionId) => step(connectionId, 'redo'),
    async undoSync(receiptId) {
      const receipt = await receipts.get(receiptId);
      if (!receipt) throw notFound('Receipt');
      const names = await receipts.listWritten(receiptId);
      let result: PutBack = { restored: [], left: [] };
      await writer.update(receipt.connectionId, names, async (rows) => {
        const edits: EditedType[] = [];
        const left: string[] = [];
        for (const name of names) {
          const written = await receipts.getWritten(receiptId, name);
          if (!written) continue;
          const row = rows.get(name);
          const sides = { base: written.after, mine: row?.mine ?? null, theirs: written.before };
          const { merged, conflicts } = await run('mergeItem', { sides, resolutions: [] });
          // Changed since in the same places.
          if (conflicts.length > 0) left.push(name);
          else edits.push(editOf(row, name, merged));
        }
        result = { restored: edits.map(({ name }) => name), left };
        return planEdit('undo-sync', edits, rows);
      });
      return result;
    },
  };
}

/** The edit of one event type of mine. */
export function editOf(row: CopyRow | undefined, name: string, after: string | null): EditedType {
  return { name, before: row?.mine ?? null, after };
}

/** One step of the journal. Null: nothing would change, and there is nothing to undo. */
export function planEdit(
  act: CopyEdit['act'],
  edits: readonly EditedType[],
  rows: ReadonlyMap<string, CopyRow>,
): PlannedCopy | null {
  const types = edits.filter(({ before, after }) => before !== after);
  if (types.length === 0) return null;
  const sides = types.map(({ name, after }): [string, Sides] => [
    name,
    { ...(rows.get(name) ?? NO_SIDES), mine: after },
  ]);
  return { sides: new Map(sides), edit: { act, types } };
}

function stepsOf({ types }: StoredEdit, direction: 'undo' | 'redo') {
  return types.map(({ name, before, after }) =>
    direction === 'undo' ? { name, from: after, to: before } : { name, from: before, to: after },
  );
}
