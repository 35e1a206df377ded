/** A cell of a grid, by the numbers of its row and its column. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** How large a grid is. */
export interface GridSize {
  readonly rows: number;
  readonly columns: number;
  /** Rows that are in sight at once. */
  readonly page: number;
}

/**
 * Where a key leads from a cell: arrow keys by one, Page Up and Page Down by what is in sight, Home and End to the
 * first and the last row. A key that leads out of the grid stays at its edge. Null: not a key of the grid.
 */
export function cellAfterKey(from: Cell, key: string, { rows, columns, page }: GridSize): Cell | null {
  const to = (row: number, column: number): Cell => ({
    row: Math.max(0, Math.min(rows - 1, row)),
    column: Math.max(0, Math.min(columns - 1, column)),
  });
  const { row, column } = from;
  switch (key) {
    case 'ArrowUp':
      return to(row - 1, column);
    case 'ArrowDown':
      return to(row + 1, column);
    case 'ArrowLeft':
      return to(row, column - 1);
    case 'ArrowRight':
      return to(row, column + 1);
    case 'PageUp':
      return to(row - page, column);
    case 'PageDown':
      return to(row + page, column);
    case 'Home':
      return to(0, column);
    case 'End':
      return to(rows - 1, column);
    default:
      return null;
  }
}
