import type { EditRow } from '../../../shared/schema-edit/edit-rows';

/** The columns of the grid, from left to right. */
export const COLUMNS = ['key', 'type', 'required', 'constraints', 'description'] as const;
export type Column = (typeof COLUMNS)[number];

/** What a key press in the grid means, besides moving the focus. */
export type GridAct =
  | { readonly kind: 'focus'; readonly row: number; readonly column: Column }
  | { readonly kind: 'open'; readonly open: boolean }
  | { readonly kind: 'activate' }
  | { readonly kind: 'move'; readonly by: 1 | -1 }
  | { readonly kind: 'move-into' | 'move-out' | 'add-sibling' | 'add-child' }
  | { readonly kind: 'delete' | 'required' | 'type' | 'description' | 'inspector' | 'definition' };

/** A key press; a DOM KeyboardEvent fits. */
export interface GridKey {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

export interface GridPlace {
  readonly rows: readonly EditRow[];
  /** Number of the row in focus, from 0. */
  readonly at: number;
  readonly column: Column;
  /** The columns that are shown. */
  readonly columns: readonly Column[];
  /** How many rows a page is. */
  readonly page: number;
  /** Whether letters without Ctrl act. */
  readonly singleKeys: boolean;
}

/** The keys of the grid in words, for the sheet of shortcuts. Arrow keys, Home and End move as in every list. */
export const GRID_SCREEN_KEYS = [
  { keys: 'Enter', words: 'Edit the cell' },
  { keys: 'Mod+Enter', words: 'Add a field below' },
  { keys: 'Mod+Shift+Enter', words: 'Add a field inside' },
  { keys: 'Alt+ArrowUp', words: 'Move the row up' },
  { keys: 'Alt+ArrowDown', words: 'Move the row down' },
  { keys: 'Backspace', words: 'Delete the row, pressed twice' },
  { keys: 'R', words: 'Required or not' },
  { keys: 'T', words: 'Choose the type' },
  { keys: 'D', words: 'Describe it' },
  { keys: 'I', words: 'Show or close the inspector' },
  { keys: 'F12', words: 'Go to the definition' },
] as const;

/** What a key means here; null: nothing, it is the browser's. */
export function readGridKey(press: GridKey, place: GridPlace): GridAct | null {
  const mod = press.ctrlKey || press.metaKey;
  if (press.key === 'Enter' && mod) return { kind: press.shiftKey ? 'add-child' : 'add-sibling' };
  if (press.altKey) return altAct(press);
  if (press.key === 'Tab') return tabAct(press, place);
  const moved = arrowAct(press, place, mod);
  if (moved || mod) return moved;
  if (press.key === 'Enter' || press.key === 'F2') return { kind: 'activate' };
  if (press.key === 'F12') return { kind: 'definition' };
  if (press.key === 'Backspace' || press.key === 'Delete') return { kind: 'delete' };
  if (press.key === ' ') return place.column === 'key' ? toggleOpen(place) : { kind: 'activate' };
  return place.singleKeys ? letterAct(press.key) : null;
}

function letterAct(key: string): GridAct | null {
  switch (key.toLowerCase()) {
    case 'r':
      return { kind: 'required' };
    case 't':
      return { kind: 'type' };
    case 'd':
      return { kind: 'description' };
    case 'i':
      return { kind: 'inspector' };
    default:
      return null;
  }
}

function altAct({ key }: GridKey): GridAct | null {
  if (key === 'ArrowUp') return { kind: 'move', by: -1 };
  if (key === 'ArrowDown') return { kind: 'move', by: 1 };
  if (key === 'ArrowRight') return { kind: 'move-into' };
  return key === 'ArrowLeft' ? { kind: 'move-out' } : null;
}

/** Tab goes through the cells of a row, and then on: nobody is caught here. */
function tabAct({ shiftKey }: GridKey, { columns, column, at }: GridPlace): GridAct | null {
  const next = columns[columns.indexOf(column) + (shiftKey ? -1 : 1)];
  return next ? { kind: 'focus', row: at, column: next } : null;
}

function arrowAct({ key }: GridKey, place: GridPlace, mod: boolean): GridAct | null {
  const { rows, at, column, columns, page } = place;
  const row = rows[at];
  const beside = (by: number) =>
    columns[Math.min(columns.length - 1, Math.max(0, columns.indexOf(column) + by))];
  const to = (next: number, nextColumn: Column = column): GridAct => ({
    kind: 'focus',
    row: Math.min(rows.length - 1, Math.max(0, next)),
    column: nextColumn,
  });
  switch (key) {
    case 'ArrowUp':
      return to(at - 1);
    case 'ArrowDown':
      return to(at + 1);
    case 'PageUp':
      return to(at - page);
    case 'PageDown':
      return to(at + page);
    case 'Home':
      return mod ? to(0) : to(at, columns[0]);
    case 'End':
      return mod ? to(rows.length - 1) : to(at, columns.at(-1));
    case 'ArrowRight':
      return column === 'key' && row?.hasChildren && !row.isOpen
        ? { kind: 'open', open: true }
        : to(at, beside(1));
    case 'ArrowLeft':
      if (column !== 'key') return to(at, beside(-1));
      if (row?.isOpen) return { kind: 'open', open: false };
      return to(
        Math.max(
          0,
          rows.findIndex(({ pointer }) => pointer === row?.parent),
        ),
      );
    default:
      return null;
  }
}

function toggleOpen({ rows, at }: GridPlace): GridAct | null {
  const row = rows[at];
  return row?.hasChildren ? { kind: 'open', open: !row.isOpen } : null;
}
