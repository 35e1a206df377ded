/** A key press; a DOM KeyboardEvent fits. */
export interface GridKey {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

/** Where the focus is in a grid, and the size of the grid. All numbers count from 0. */
export interface GridPlace {
  readonly rowCount: number;
  readonly row: number;
  /** How far Page Up and Page Down move. */
  readonly pageRows: number;
  /** The columns, if cells take the focus. Absent: whole rows do. */
  readonly columns?: {
    readonly count: number;
    readonly at: number;
    /** Whether Home and End go to the first and the last column; otherwise they go to the first and the last row. */
    readonly takeHomeEnd: boolean;
  };
  /** The state of the focused row in a tree. Absent: the grid is not a tree. */
  readonly branch?: {
    /** Null: it has no children. */
    readonly isOpen: boolean | null;
    /** Number of its parent row; -1: it has none. */
    readonly parent: number;
  };
}

/** What a key press in a grid means. The column is 0 if whole rows take the focus. */
type GridAct =
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
 * What a key means in any grid or tree grid; null: nothing. A grid that does not support an act leaves the key to the
 * browser. A key that would leave the grid stops at its edge. Keys with Alt belong to others.
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

/** Right opens a branch or goes into it, Left closes it or leaves it; in the other columns they move by one. */
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
