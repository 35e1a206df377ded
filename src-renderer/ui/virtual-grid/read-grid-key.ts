/** A key press; a DOM KeyboardEvent fits. */
export interface GridKey {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

/** Where the focus is in a grid, and what the grid has. All numbers count from 0. */
export interface GridPlace {
  readonly rowCount: number;
  readonly row: number;
  /** How far Page Up and Page Down lead. */
  readonly pageRows: number;
  /** The columns, where cells have the focus. Absent: whole rows have it. */
  readonly columns?: {
    readonly count: number;
    readonly at: number;
    /** Whether Home and End lead to the first and the last column; else they lead to the first and the last row. */
    readonly takeHomeEnd: boolean;
  };
  /** What the row with the focus is in a tree. Absent: the grid is no tree. */
  readonly branch?: {
    /** Null: nothing is below it. */
    readonly isOpen: boolean | null;
    /** Number of the row above it in the tree; -1: there is none. */
    readonly parent: number;
  };
}

/** What a key press in a grid means. A column is 0 where whole rows have the focus. */
export type GridAct =
  | { readonly kind: 'move'; readonly row: number; readonly column: number }
  | { readonly kind: 'expand'; readonly open: boolean }
  /** Space; `range` with Shift. */
  | { readonly kind: 'select'; readonly range: boolean }
  /** Mod+A. */
  | { readonly kind: 'select-all' }
  /** Enter. */
  | { readonly kind: 'activate' }
  | { readonly kind: 'escape' };

/**
 * What a key means in a grid or a tree grid, the same in all of them; null: nothing. A grid that has no use for an act
 * leaves the key to the browser. A key that leads out of the grid stays at its edge. With Alt, keys belong to others.
 */
export function readGridKey(press: GridKey, place: GridPlace): GridAct | null {
  if (press.altKey) return null;
  const isMod = press.ctrlKey || press.metaKey;
  const act = moveAct(press.key, isMod, place) ?? sidewaysAct(press.key, place);
  if (act) return act;
  if (isMod) return press.key.toLowerCase() === 'a' ? { kind: 'select-all' } : null;
  if (press.key === ' ') return { kind: 'select', range: press.shiftKey };
  if (press.key === 'Enter') return { kind: 'activate' };
  return press.key === 'Escape' ? { kind: 'escape' } : null;
}

function moveAct(key: string, isMod: boolean, place: GridPlace): GridAct | null {
  const { row, rowCount, pageRows, columns } = place;
  const staysInRow = columns?.takeHomeEnd && !isMod;
  switch (key) {
    case 'ArrowUp':
      return to(place, row - 1);
    case 'ArrowDown':
      return to(place, row + 1);
    case 'PageUp':
      return to(place, row - pageRows);
    case 'PageDown':
      return to(place, row + pageRows);
    case 'Home':
      return staysInRow ? to(place, row, 0) : to(place, 0);
    case 'End':
      return staysInRow ? to(place, row, columns.count - 1) : to(place, rowCount - 1);
    default:
      return null;
  }
}

/** Right opens a branch or leads into it, Left closes it or leads out of it; beside the first column they lead by one. */
function sidewaysAct(key: string, place: GridPlace): GridAct | null {
  const { row, columns, branch } = place;
  const column = columns?.at ?? 0;
  if (key === 'ArrowRight') {
    if (column === 0 && branch?.isOpen === false) return { kind: 'expand', open: true };
    if (columns) return to(place, row, column + 1);
    return branch?.isOpen ? to(place, row + 1) : null;
  }
  if (key !== 'ArrowLeft') return null;
  if (column > 0) return to(place, row, column - 1);
  if (branch?.isOpen) return { kind: 'expand', open: false };
  if (branch) return branch.parent >= 0 ? to(place, branch.parent) : null;
  return columns ? to(place, row, 0) : null;
}

function to({ rowCount, columns }: GridPlace, row: number, column = columns?.at ?? 0): GridAct {
  const clamp = (value: number, count: number) => Math.max(0, Math.min(count - 1, value));
  return { kind: 'move', row: clamp(row, rowCount), column: clamp(column, columns?.count ?? 1) };
}
