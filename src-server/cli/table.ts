import { printable } from '../base/printable';

/** Lines with aligned columns, one for each row. */
export function table(cells: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  // As they will be printed, since that decides how wide they are.
  const rows = cells.map((row) => row.map(printable));
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, cell.length);
    });
  }
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return rows.map(line);
}

/** `1 event type`, `2 event types`. */
export function count(number: number, singular: string, many = `${singular}s`): string {
  return `${number} ${number === 1 ? singular : many}`;
}
