import { useState } from 'react';
import { fromValue, type JsonNode } from '../../../../../src-server/json-schema/json-node';
import { fromPointer } from '../../../../../src-server/json-schema/json-pointer';
import { announce, toast } from '../../../../ui/toast-store';
import { dropUnfinished, keepUnfinished } from '../../../parts/schema-drafts/schema-drafts';
import type { SchemaDocument, SchemaEdit } from '../draft/use-schema-draft';
import { documentPath } from '../model/document-path';
import { type EditOutcome, locate, movedTo } from '../model/edit-outcome';
import type { EditRow } from '../model/edit-rows';
import { renameKey, renameRow } from '../model/field-edits';
import { setKeyword } from '../model/keyword-edits';
import { NAMED_KINDS } from '../model/schema-node';
import type { CellLeave } from './cell-input';
import type { Column } from './grid-row';

/** A cell being edited. */
interface Editing {
  readonly column: Column;
  /** The step that all of its key strokes belong to. */
  readonly group: string;
  /** Leads to the row as it was before the first key: for a new row, adds it. */
  readonly start: SchemaEdit;
  /** The row before the first key; null: it is new. */
  readonly row: EditRow | null;
}

/** The edited row. It keeps its identity on the screen while its key, and with it its pointer, is being typed. */
interface EditedRow {
  readonly pointer: string;
  readonly id: string;
}

/** The field of an unfinished text that is the key of its row. */
export const KEY_FIELD = 'key';

/** Edits the key or the description of a row in its cell: at each key, the document has what was typed. */
export function useCellEditing(document: SchemaDocument) {
  const { key, draft, tryEdit } = document;
  const [editing, setEditing] = useState<Editing | null>(null);
  const [edited, setEdited] = useState<EditedRow | null>(null);
  const unfinishedKey = (pointer: string) =>
    draft.unfinished.find((entry) => entry.pointer === pointer && entry.field === KEY_FIELD);

  const begin = (row: Pick<EditRow, 'pointer'>, id: string, cell: Editing) => {
    setEdited({ pointer: row.pointer, id });
    setEditing(cell);
  };
  /** Edits an existing row. */
  const edit = (row: EditRow, column: Column) =>
    begin(row, idOf(edited, row.pointer), {
      column,
      group: `cell ${performance.now()}`,
      start: (root) => movedTo(root, `Keep ${row.place.label}`, row.path),
      row,
    });
  /** Adds a row, and edits its key if it has one. */
  const add = (make: SchemaEdit): 'edited' | 'unnamed' | 'refused' => {
    const group = `add ${performance.now()}`;
    const outcome = tryEdit(make, group);
    if (!outcome.ok) {
      toast(outcome.reason);
      return 'refused';
    }
    const added = locate(outcome.root, documentPath(outcome.root, outcome.focus));
    if (!added || !NAMED_KINDS.includes(added.place.kind)) return 'unnamed';
    begin({ pointer: outcome.focus }, outcome.focus, { column: 'key', group, start: make, row: null });
    return 'edited';
  };
  const type = (text: string) => {
    if (!editing || !edited) return;
    const { pointer } = edited;
    const outcome = tryEdit((root) => typedInto(editing, root, text), editing.group);
    if (outcome.ok) {
      // The text has followed its row.
      dropUnfinished(key, { pointer: outcome.focus, field: KEY_FIELD });
      setEdited({ ...edited, pointer: outcome.focus });
      return;
    }
    if (!unfinishedKey(pointer)) announce(outcome.reason);
    keepUnfinished(key, { pointer, field: KEY_FIELD, label: 'Key', text, reason: outcome.reason });
  };
  /** @returns false if the text is refused: the input stays */
  const leave = (how: CellLeave): boolean => {
    if (!editing || !edited) return true;
    const fault = unfinishedKey(edited.pointer);
    if (fault && (how === 'enter' || how === 'next' || how === 'previous')) {
      toast(fault.reason);
      return false;
    }
    if (how === 'escape') {
      if (fault) dropUnfinished(key, fault);
      const outcome = tryEdit(editing.start, editing.group);
      if (outcome.ok) setEdited({ ...edited, pointer: outcome.focus });
    }
    setEditing(null);
    return true;
  };
  return {
    /** The column of the cell; null while none is edited. */
    column: editing?.column ?? null,
    /** The key of the row before it is typed; null: the row is new. */
    name: editing?.row?.place.label ?? null,
    isEditing: (pointer: string) => editing !== null && edited?.pointer === pointer,
    unfinishedKey,
    idOf: (pointer: string) => idOf(edited, pointer),
    edit,
    add,
    type,
    leave,
  };
}

function idOf(edited: EditedRow | null, pointer: string): string {
  if (edited?.pointer === pointer) return edited.id;
  // Another row may have the old pointer by now.
  return edited?.id === pointer ? `again ${pointer}` : pointer;
}

function typedInto({ column, start, row }: Editing, root: JsonNode, text: string): EditOutcome {
  const at = start(root);
  if (!at.ok) return at;
  const path = fromPointer(at.focus);
  if (column === 'description') {
    const description = text.trim() === '' ? null : fromValue(text);
    return setKeyword(at.root, row?.describedAt ?? path, 'description', description);
  }
  const outcome = row ? renameRow(at.root, row, text) : renameKey(at.root, path, text);
  if (!outcome.ok) return outcome;
  return { ...outcome, label: row ? `Rename ${row.place.label} to ${text}` : `Add ${text}` };
}
