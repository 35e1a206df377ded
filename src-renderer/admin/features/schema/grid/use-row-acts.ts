import { useState } from 'react';
import { type Path, toPointer } from '../../../../../src-server/json-schema/json-pointer';
import { announce, toast } from '../../../../ui/toast-store';
import { toastLastStep } from '../draft/toast-last-step';
import type { SchemaDocument } from '../draft/use-schema-draft';
import type { EditRow } from '../model/edit-rows';
import { addChild, addSibling, deleteField, toggleRequiredIn, whyLocked } from '../model/field-edits';
import { moveInto, moveOut, moveRow } from '../model/move-edits';
import { refPath } from '../model/references';
import { NAMED_KINDS } from '../model/schema-node';
import type { SchemaGridAct } from './grid-keys';
import type { Column } from './grid-row';
import type { useCellEditing } from './use-cell-editing';
import type { GridRows } from './use-grid-rows';

/** What can be done with a row of the grid. */
export function useRowActs(
  { edit, key: draftKey }: SchemaDocument,
  { rows, at, grid, columns, column: currentColumn, setColumn, armed, setArmed, ...place }: GridRows,
  editing: ReturnType<typeof useCellEditing>,
  onInspector: () => void,
) {
  const [menuAt, setMenuAt] = useState<string | null>(null);
  const { goTo, open } = place;
  const startEdit = (row: EditRow, column: Column) => {
    if (column === 'key' && !NAMED_KINDS.includes(row.place.kind)) {
      return row.hasChildren ? open(row, !row.isOpen) : onInspector();
    }
    const locked = whyLocked(row);
    if (locked !== null) return toast(locked);
    if (column === 'description' && !columns.includes('description')) return onInspector();
    setColumn(column);
    editing.edit(row, column);
  };
  const write = (row: EditRow) => {
    setArmed(null);
    const isKey = currentColumn === 'key' && NAMED_KINDS.includes(row.place.kind);
    if (isKey || currentColumn === 'description') startEdit(row, currentColumn);
    else if (currentColumn === 'type') activate(row, 'type');
  };
  const activate = (row: EditRow, column: Column) => {
    const locked = column === 'type' ? whyLocked(row) : null;
    if (locked !== null) toast(locked);
    // The row may just have been scrolled into view. The event of that comes in a later frame, and closes menus.
    else if (column === 'type')
      requestAnimationFrame(() => requestAnimationFrame(() => setMenuAt(row.pointer)));
    else if (column === 'required') edit((node) => toggleRequiredIn(node, row));
    else if (column === 'constraints') onInspector();
    else startEdit(row, column);
  };
  const add = (selected: EditRow, wanted: typeof addChild) => {
    // Beside a field of a definition, the new field is the author's own: it goes where this value has its own fields.
    const holder = selected.origin && rows.find(({ pointer }) => pointer === selected.parent);
    const isBeside = wanted === addSibling && holder && selected.origin?.definition;
    const [row, make] = isBeside ? [holder, addChild] : [selected, wanted];
    const added = editing.add((node) => make(node, row.path));
    if (added === 'refused') return;
    if (make === addChild) open(row, true);
    setColumn('key');
    if (added === 'unnamed') grid.takeFocus();
  };
  const remove = (row: EditRow) => {
    if (row.place.kind !== 'root' && armed !== row.pointer) {
      setArmed(row.pointer);
      announce(`Press Backspace again to delete ${row.place.label}`);
      return;
    }
    const next = rows[at + 1]?.level === row.level ? rows[at + 1] : rows[at - 1];
    if (!edit((node) => deleteField(node, row))) return;
    toastLastStep(`Deleted ${row.place.label}`, draftKey);
    // The next branch or item has moved up into the place of the deleted one.
    const follows = /^\d+$/.test(row.path.at(-1) ?? '') && next === rows[at + 1] ? row : next;
    goTo(follows?.pointer ?? '');
  };
  const move = (by: Parameters<typeof edit>[0], label?: string) => {
    if (edit(by, label)) grid.takeFocus();
  };
  /** Does what a key press means for a row. */
  const perform = (act: SchemaGridAct, row: EditRow) => {
    if (act.kind === 'write') return write(row);
    if (act.kind !== 'delete') setArmed(null);
    switch (act.kind) {
      case 'focus':
        return goTo(rows[act.row]?.pointer ?? '', act.column);
      case 'open':
        return open(row, act.open);
      case 'activate':
        return activate(row, currentColumn);
      case 'move':
        return move((node) => moveRow(node, row.path, act.by), `move ${row.place.label}`);
      case 'move-into':
        return move((node) => moveInto(node, row.path));
      case 'move-out':
        return move((node) => moveOut(node, row.path));
      case 'add-sibling':
        return add(row, addSibling);
      case 'add-child':
        return add(row, addChild);
      case 'delete':
        return remove(row);
      case 'required':
        return void edit((node) => toggleRequiredIn(node, row));
      case 'type':
        setColumn('type');
        return activate(row, 'type');
      case 'description':
        return startEdit(row, 'description');
      case 'inspector':
        return onInspector();
      case 'definition': {
        const path = definitionOf(row);
        // Opened before the focus: a row that is not drawn cannot take it.
        return path ? goTo(place.openAround(toPointer(path))) : toast('This row is not a reference.');
      }
    }
  };
  return { menuAt, setMenuAt, activate, perform };
}

/** Where a row has its definition: the one it refers to, or the one it comes from. Null: neither. */
function definitionOf({ type, origin, path }: EditRow): Path | null {
  if (type.ref !== null) return refPath(type.ref);
  return origin?.definition ? path : null;
}
