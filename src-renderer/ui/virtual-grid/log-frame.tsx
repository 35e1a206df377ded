import type { HTMLAttributes, KeyboardEvent, ReactNode } from 'react';
import { classNames } from '../class-names';
import layout from '../layout.module.css';
import { type LogHead, LogHeads, logWidths } from './log-column';
import styles from './log-frame.module.css';
import type { useLogRows } from './use-log-rows';

interface LogFrameProps {
  readonly label: string;
  readonly log: ReturnType<typeof useLogRows>;
  /** The class that places the columns, and has the padding if it differs. */
  readonly className: string | undefined;
  readonly columns: readonly LogHead[];
  readonly count: number;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** Draws a row. @param topPx its position in the list */
  readonly row: (index: number, topPx: number) => ReactNode;
  /** Further attributes of the grid. */
  readonly attributes?: Pick<HTMLAttributes<HTMLElement>, 'aria-multiselectable'> & {
    readonly 'data-takes-space'?: '';
  };
}

/** A log as a grid: heads, and below them the rows, of which only the visible ones exist. Nothing is animated. */
export function LogFrame(props: LogFrameProps) {
  const { label, log, className, columns, count, onKeyDown, row, attributes } = props;
  const hasBoxes = attributes?.['aria-multiselectable'] === true;
  return (
    <div
      className={layout.frame}
      data-narrow={log.isNarrow || undefined}
      style={logWidths(columns, hasBoxes ? '24px' : '')}
    >
      <div
        className={classNames(styles.cells, layout.fixed, layout.meta, styles.heads, className)}
        aria-hidden
      >
        {hasBoxes && <span />}
        <LogHeads columns={columns} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a table cannot leave out the rows that are not visible */}
      <div
        ref={log.scroller}
        role="grid"
        aria-label={label}
        aria-rowcount={count}
        tabIndex={-1}
        className={`${layout.restDown} ${layout.positioned} ${styles.list}`}
        onKeyDownCapture={onKeyDown}
        onScroll={({ currentTarget }) => log.onScroll(currentTarget.scrollTop)}
        {...attributes}
      >
        <div role="presentation" className={layout.positioned} style={{ height: log.grid.heightPx }}>
          {log.grid.rows.map(({ index, topPx }) => row(index, topPx))}
        </div>
      </div>
    </div>
  );
}
