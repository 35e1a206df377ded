import { type GridKey, type GridPlace, readGridKey } from '../../../../ui/virtual-grid/read-grid-key';
import type { EditRow } from '../model/edit-rows';
import type { Column } from './grid-row';

/** What a key press in the grid of a schema means. */
export type SchemaGridAct =
  | { readonly kind: 'focus'; readonly row: number; readonly column: Column }
  | { readonly kind: 'open'; readonly open: boolean }
  | { readonly kind: 'activate' }
  /** A character: it begins the text of the cell. */
  | { readonly kind: 'write' }
  | { readonly kind: 'move'; readonly by: 1 | -1 }
  | { readonly kind: 'move-into' | 'move-out' | 'add-sibling' | 'add-child' }
  | { readonly kind: 'delete' | 'required' | 'type' | 'description' | 'inspector' | 'definition' };

export interface SchemaGridPlace {
  readonly rows: readonly EditRow[];
  /** Index of the focused row, from 0. */
  readonly at: number;
  readonly column: Column;
  /** The visible columns. */
  readonly columns: readonly Column[];
  /** How far Page Up and Page Down move. */
  readonly pageRows: number;
}

/** The keys of the grid in words, for the sheet of shortcuts. Arrow keys, Home and End work as in every list. */
export const GRID_SCREEN_KEYS = [
  { keys: 'Enter', label: 'Edit the cell; typing replaces its text' },
  { keys: 'Mod+Enter', label: 'Add a field below' },
  { keys: 'Mod+Shift+Enter', label: 'Add a field inside' },
  { keys: 'Alt+ArrowUp', label: 'Move the row up' },
  { keys: 'Alt+ArrowDown', label: 'Move the row down' },
  { keys: 'Backspace', label: 'Delete the row (press twice)' },
  { keys: 'Alt+R', label: 'Make required or optional' },
  { keys: 'Alt+T', label: 'Change the type' },
  { keys: 'Alt+D', label: 'Edit the description' },
  { keys: 'Alt+Enter', label: 'Open the inspector' },
  { keys: 'F12', label: 'Go to the definition' },
] as const;

const ALT_LETTERS: Readonly<Record<string, 'required' | 'type' | 'description'>> = {
  KeyR: 'required',
  KeyT: 'type',
  KeyD: 'description',
};

/** A key press; a DOM KeyboardEvent fits. */
interface SchemaGridKey extends GridKey {
  /** The place of the key on the keyboard. */
  readonly code: string;
}

/** What a key means here; null: nothing, the browser handles it. A letter alone is always text. */
export function readSchemaGridKey(press: SchemaGridKey, place: SchemaGridPlace): SchemaGridAct | null {
  const mod = press.ctrlKey || press.metaKey;
  if (press.key === 'Enter' && mod) return { kind: press.shiftKey ? 'add-child' : 'add-sibling' };
  if (press.altKey) return altAct(press);
  if (press.key === 'Tab') return tabAct(press, place);
  const act = readGridKey(press, gridPlace(place));
  if (act?.kind === 'move')
    return { kind: 'focus', row: act.row, column: place.columns[act.column] ?? 'key' };
  if (act?.kind === 'expand') return { kind: 'open', open: act.open };
  if (mod) return null;
  if (act?.kind === 'activate' || press.key === 'F2') return { kind: 'activate' };
  if (act?.kind === 'select') return place.column === 'key' ? toggleOpen(place) : { kind: 'activate' };
  if (press.key === 'F12') return { kind: 'definition' };
  if (press.key === 'Backspace' || press.key === 'Delete') return { kind: 'delete' };
  return [...press.key].length === 1 ? { kind: 'write' } : null;
}

function gridPlace({ rows, at, column, columns, pageRows }: SchemaGridPlace): GridPlace {
  const row = rows[at];
  return {
    rowCount: rows.length,
    row: at,
    pageRows,
    columns: { count: columns.length, at: Math.max(0, columns.indexOf(column)), takeHomeEnd: true },
    branch: {
      isOpen: row?.hasChildren ? row.isOpen : null,
      parent: rows.findIndex(({ pointer }) => pointer === row?.parent),
    },
  };
}

function altAct({ key, code, ctrlKey }: SchemaGridKey): SchemaGridAct | null {
  // With Alt a Mac writes other characters, and with Ctrl and Alt many keyboards do.
  const letter = ctrlKey ? undefined : ALT_LETTERS[code];
  if (letter) return { kind: letter };
  if (key === 'Enter') return { kind: 'inspector' };
  if (key === 'ArrowUp') return { kind: 'move', by: -1 };
  if (key === 'ArrowDown') return { kind: 'move', by: 1 };
  if (key === 'ArrowRight') return { kind: 'move-into' };
  return key === 'ArrowLeft' ? { kind: 'move-out' } : null;
}

/** Tab goes through the cells of a row, then leaves it: there is no keyboard trap. */
function tabAct({ shiftKey }: GridKey, { columns, column, at }: SchemaGridPlace): SchemaGridAct | null {
  const next = columns[columns.indexOf(column) + (shiftKey ? -1 : 1)];
  return next ? { kind: 'focus', row: at, column: next } : null;
}

function toggleOpen({ rows, at }: SchemaGridPlace): SchemaGridAct | null {
  const row = rows[at];
  return row?.hasChildren ? { kind: 'open', open: !row.isOpen } : null;
}
