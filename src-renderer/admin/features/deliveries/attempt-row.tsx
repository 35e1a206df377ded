import { type MouseEvent, memo } from 'react';
import type { LiveAttempt } from '../../../../src-server/contract/live-event';
import { classNames } from '../../../ui/class-names';
import { NameLockup } from '../../../ui/name-lockup';
import { SelectCell } from '../../../ui/select-cell';
import { Status } from '../../../ui/status';
import { Time } from '../../../ui/time';
import styles from './attempt-log-grid.module.css';

interface AttemptRowProps {
  readonly attempt: LiveAttempt;
  readonly index: number;
  /** Its position in the list. */
  readonly topPx: number;
  /** The name of its application. */
  readonly application: string;
  /** True for the one row that Tab reaches. */
  readonly isActive: boolean;
  readonly isChosen: boolean;
  readonly isSelected: boolean;
  readonly onClick: (event: MouseEvent, index: number) => void;
  readonly onSelect: (index: number, toRange: boolean) => void;
}

/** A row of the attempt log. Rendered again only if something on it changed. */
export const AttemptRow = memo(Row);

function Row({
  attempt,
  index,
  topPx,
  application,
  isActive,
  isChosen,
  isSelected,
  onClick,
  onSelect,
}: AttemptRowProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the grid
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid listens to the keys of its rows
    <div
      role="row"
      data-row={index}
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      {...(isChosen ? { 'aria-current': true } : {})}
      tabIndex={isActive ? 0 : -1}
      className={classNames(
        styles.row,
        styles.cells,
        isChosen && styles.chosen,
        isSelected && styles.selected,
        attempt.statusText === 'fail' && styles.failed,
      )}
      style={{ top: `${topPx}px` }}
      onClick={(event) => onClick(event, index)}
    >
      <SelectCell label="Select" isSelected={isSelected} onSelect={(toRange) => onSelect(index, toRange)} />
      <Cell>
        <Status status={attempt.statusText} />
      </Cell>
      <Cell className={styles.time}>
        <Time at={attempt.timestamp} as="clock" />
      </Cell>
      <Cell className={styles.type}>
        <NameLockup name={attempt.eventType} />
      </Cell>
      <Cell className={styles.app}>{application}</Cell>
      <Cell className={styles.host} title={attempt.url}>
        {attempt.url.replace(/^https?:\/\//, '')}
      </Cell>
      <Cell className={styles.number}>{attempt.responseStatusCode || 'none'}</Cell>
      <Cell className={styles.number}>{attempt.responseDurationMs} ms</Cell>
    </div>
  );
}

interface CellProps {
  readonly className?: string | undefined;
  readonly title?: string;
  readonly children: React.ReactNode;
}

function Cell({ className, title, children }: CellProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the grid
    // biome-ignore lint/a11y/useFocusableInteractive: rows take the focus
    <span role="gridcell" className={classNames(className)} {...(title ? { title } : {})}>
      {children}
    </span>
  );
}
