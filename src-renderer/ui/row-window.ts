/** Rows drawn beyond what is in sight, so that fast scrolling shows no gaps. */
const SPARE = 8;

/** Which rows to draw. */
export interface RowWindow {
  /** Number of the first row, from 0. */
  readonly from: number;
  /** One after the last. */
  readonly to: number;
}

/** The rows of equal height that are in sight, and a few more. */
export function rowWindow(count: number, rowHeight: number, top: number, height: number): RowWindow {
  const from = Math.max(0, Math.min(count, Math.floor(top / rowHeight)) - SPARE);
  return { from, to: Math.min(count, Math.ceil((top + height) / rowHeight) + SPARE) };
}
