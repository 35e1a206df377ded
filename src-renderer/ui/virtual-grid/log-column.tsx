import type { CSSProperties, ReactNode } from 'react';
import { classNames } from '../class-names';

/** What the frame of a log has to know of a column. */
export interface LogHead {
  readonly id: string;
  readonly head: string;
  /** Of its head and of its cells. */
  readonly className?: string | undefined;
  /**
   * As in `grid-template-columns`, for a wide log and for each narrower form of it, which the style sheet takes from
   * `--log-columns-1`, `--log-columns-2` and so on. Where a width is missing, the style sheet hides the column by its
   * `data-widths`.
   */
  readonly widths: readonly string[];
}

/** A column of a log. @typeParam Row what its cells are drawn from */
export interface LogColumn<Row> extends LogHead {
  readonly cell: (row: Row) => ReactNode;
  /** Of its cells alone. */
  readonly cellClass?: string | undefined;
  readonly title?: (row: Row) => string;
}

/** The heads of the columns; a reader of the screen hears the cells alone. */
export function LogHeads({ columns }: { readonly columns: readonly LogHead[] }) {
  return columns.map(({ id, head, className, widths }) => (
    <span key={id} className={className} data-widths={widths.length}>
      {head}
    </span>
  ));
}

interface LogCellsProps<Row> {
  readonly columns: readonly LogColumn<Row>[];
  readonly row: Row;
}

/** The cells of a `LogRow`. */
export function LogCells<Row>({ columns, row }: LogCellsProps<Row>) {
  return columns.map(({ id, className, cellClass, widths, title, cell }) => (
    // biome-ignore lint/a11y/useSemanticElements: see the frame
    // biome-ignore lint/a11y/useFocusableInteractive: rows take the focus
    <span
      key={id}
      role="gridcell"
      className={classNames(cellClass, className) || undefined}
      title={title?.(row)}
      data-widths={widths.length}
    >
      {cell(row)}
    </span>
  ));
}

/** The widths of the columns as properties for the style sheet. @param first the width of the column of boxes, if any */
export function logWidths(columns: readonly LogHead[], first: string): CSSProperties {
  const forms = Math.max(...columns.map(({ widths }) => widths.length));
  return Object.fromEntries(
    Array.from({ length: forms }, (_, form) => [
      `--log-columns-${form + 1}`,
      `${first} ${columns.map(({ widths }) => widths[form] ?? '').join(' ')}`,
    ]),
  );
}
