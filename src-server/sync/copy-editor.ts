import { apiError, notFound } from '../base/errors';
import type { SyncReceiptStore } from '../storage/catalog/sync-receipt-store';
import {
  type CopyEdit,
  type EditedType,
  type EditSummary,
  isEditedSince,
  markEdit,
  type StepDirection,
  type StoredEdit,
  type WorkingCopyJournal,
} from '../storage/catalog/working-copy-journal';
import type { CopyRow, WorkingCopyStore } from '../storage/catalog/working-copy-store';
import { type EditAuthor, isSameAuthor } from '../working-copy/edit-author';
import { FLAG_SETS, isFlagSets } from '../working-copy/flag-sets-text';
import type { RunCopyTask } from '../working-copy/run-copy-task';
import type { CopyChangeText, Sides } from '../working-copy/sides';
import { type CopyWriter, NO_SIDES, notFetched, type PlannedCopy } from './copy-writer';

/** What an undo or a redo restored, and what it left because it was changed since. */
export interface PutBack {
  readonly restored: readonly string[];
  readonly left: readonly string[];
}

/** Which edit is taken back, or made again, for whom. */
export interface StepWish {
  /** Null: the next one, unless it is known to be somebody else's. */
  readonly edit: number | null;
  readonly author: EditAuthor;
}

/** What an edit makes of an event type of mine, as JSON texts; null: it does not exist. */
export interface OneEdit {
  /** Called again when another write comes first. Throws to refuse. */
  readonly next: (mine: string | null) => string | null;
  readonly author: EditAuthor;
}

/** Edits of mine in working copies. Each is one undoable step, and on disk when its promise resolves. */
export interface CopyEditor {
  /** Creates, changes or removes an event type; returns it before and after. */
  edit(connectionId: string, name: string, edit: OneEdit): Promise<Omit<EditedType, 'name'>>;
  /** Resets mine to base. @throws ApiError not_found, when it has no change */
  discard(connectionId: string, name: string, author: EditAuthor): Promise<void>;
  /** Merges changes made elsewhere into mine, all or none; where both changed the same, the imported ones win. */
  importChanges(connectionId: string, changes: readonly CopyChangeText[], author: EditAuthor): Promise<void>;
  /** The next edit to undo, or to redo; undefined: none. */
  nextStep(connectionId: string, direction: StepDirection): Promise<EditSummary | undefined>;
  /** @throws ApiError conflict, when there is nothing to undo or redo; confirmation_needed, when it is another's */
  step(connectionId: string, direction: StepDirection, wish: StepWish): Promise<PutBack>;
  /** Applies the inverse of what a sync wrote to mine. @throws ApiError not_found */
  undoSync(receiptId: string, author: EditAuthor): Promise<PutBack>;
}

export interface CopyEditorParts {
  readonly copies: WorkingCopyStore;
  readonly journal: WorkingCopyJournal;
  readonly receipts: SyncReceiptStore;
  readonly writer: CopyWriter;
  readonly run: RunCopyTask;
}

export function createCopyEditor(parts: CopyEditorParts): CopyEditor {
  const { copies, journal, receipts, writer, run } = parts;
  const mustBeFetched = async (connectionId: string) => {
    if (!(await copies.get(connectionId))) throw notFetched();
  };

  return {
    async edit(connectionId, name, { next, author }) {
      await mustBeFetched(connectionId);
      let edited: EditedType = { name, before: null, after: null };
      await writer.update(connectionId, [name], (rows) => {
        const row = rows.get(name);
        edited = editOf(row, name, next(row?.mine ?? null));
        return planEdit({ act: 'edit', author }, [edited], rows);
      });
      return edited;
    },
    async discard(connectionId, name, author) {
      await mustBeFetched(connectionId);
      await writer.update(connectionId, [name], (rows) => {
        const row = rows.get(name);
        if (!row || row.base === row.mine) throw notFound('Change');
        return planEdit({ act: 'discard', author }, [editOf(row, name, row.base)], rows);
      });
    },
    async importChanges(connectionId, changes, author) {
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
        return planEdit({ act: 'import', author }, edits, rows);
      });
    },
    nextStep: journal.findSummary,
    async step(connectionId, direction, wish) {
      await mustBeFetched(connectionId);
      const edit = await journal.find(connectionId, direction, wish.edit);
      if (!edit) throw apiError('conflict', `There is nothing to ${direction}.`);
      if (wish.edit === null && isSameAuthor(edit.author, wish.author) === false)
        throw apiError(
          'confirmation_needed',
          `Someone else made this edit. To ${direction} it, give its id as \`edit\`.`,
        );
      return takeStep(parts, connectionId, { edit, direction });
    },
    async undoSync(receiptId, author) {
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
        return planEdit({ act: 'undo-sync', author }, edits, rows);
      });
      return result;
    },
  };
}

/** The edit of one event type of mine. */
export function editOf(row: CopyRow | undefined, name: string, after: string | null): EditedType {
  return { name, before: row?.mine ?? null, after };
}

/**
 * One step of the journal. Null: nothing would change, and there is nothing to undo.
 * @throws ApiError conflict, when it would make an event type of the flag sets, or the other way round
 */
export function planEdit(
  edit: Omit<CopyEdit, 'types'>,
  edits: readonly EditedType[],
  rows: ReadonlyMap<string, CopyRow>,
): PlannedCopy | null {
  if (edits.some(({ before, after }) => isFlagSets(before) !== isFlagSets(after))) {
    const why = `In a working copy, ${FLAG_SETS} stands for the sets of feature flags of an instance that has them.`;
    throw apiError('conflict', `${why} Edit an event type of this name on the instance itself.`);
  }
  const types = edits.filter(({ before, after }) => before !== after);
  if (types.length === 0) return null;
  const sides = types.map(({ name, after }): [string, Sides] => [
    name,
    { ...(rows.get(name) ?? NO_SIDES), mine: after },
  ]);
  return { sides: new Map(sides), edit: { ...edit, types } };
}

/** Goes one step back, or forward again. What was changed since is left; if that is all of it, nothing is used up. */
async function takeStep(
  { writer }: Pick<CopyEditorParts, 'writer'>,
  connectionId: string,
  { edit, direction }: { readonly edit: StoredEdit; readonly direction: StepDirection },
): Promise<PutBack> {
  const result: { restored: string[]; left: string[] } = { restored: [], left: [] };
  const names = edit.types.map(({ name }) => name);
  await writer.update(connectionId, names, (rows) => {
    Object.assign(result, { restored: [], left: [] });
    const sides = new Map<string, Sides>();
    for (const { name, from, to } of stepsOf(edit, direction)) {
      const row = rows.get(name) ?? NO_SIDES;
      if (row.mine !== from) result.left.push(name);
      else {
        result.restored.push(name);
        sides.set(name, { ...row, mine: to });
      }
    }
    return {
      sides,
      also: async (tx) => {
        // Without a later edit, a sync came in between, and the way to the other edits stays open. So it does for a redo:
        // an edit after the undo would have ended it.
        const isRefusable = direction === 'undo' && result.restored.length === 0;
        if (isRefusable && (await isEditedSince(tx, connectionId, edit.id)))
          throw apiError('conflict', 'It has been edited again since. Nothing was changed.');
        if (await markEdit(tx, edit.id, direction === 'undo')) return;
        throw apiError('conflict', `Someone else did the same ${direction} at the same time.`);
      },
    };
  });
  return result;
}

function stepsOf({ types }: StoredEdit, direction: StepDirection) {
  return types.map(({ name, before, after }) =>
    direction === 'undo' ? { name, from: after, to: before } : { name, from: before, to: after },
  );
}
