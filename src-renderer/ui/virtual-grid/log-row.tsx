import type { HTMLAttributes, ReactNode } from 'react';
import { classNames } from '../class-names';
import styles from './log-frame.module.css';

interface LogRowProps extends HTMLAttributes<HTMLElement> {
  readonly index: number;
  /** Its position in the list. */
  readonly topPx: number;
  /** True for the one row that Tab reaches. */
  readonly isActive: boolean;
  readonly children: ReactNode;
}

/** A row of a `LogFrame`, filled with `LogCells`. */
export function LogRow({ index, topPx, isActive, className, children, ...rest }: LogRowProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the frame
    <div
      role="row"
      data-row={index}
      aria-rowindex={index + 1}
      tabIndex={isActive ? 0 : -1}
      className={classNames(styles.row, styles.cells, className)}
      style={{ top: `${topPx}px` }}
      {...rest}
    >
      {children}
    </div>
  );
}
