import { memo, type ReactNode } from 'react';
import type { FleetMessageOut } from '../../../../../src-server/contract/fleet-message';
import { classNames } from '../../../../ui/class-names';
import { NameLockup } from '../../../../ui/name-lockup';
import { Time } from '../../../../ui/time';
import styles from './message-grid.module.css';
import { MessageStateMark } from './message-state-mark';
import { outcomeLabel } from './outcome-label';

export interface MessageRowProps {
  readonly message: FleetMessageOut;
  readonly index: number;
  /** Its position in the list. */
  readonly topPx: number;
  /** True for the one row that Tab reaches. */
  readonly isActive: boolean;
  readonly onOpen: (message: FleetMessageOut) => void;
}

/** A row of the list of messages. Rendered again only if something on it changed. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { message, index, topPx, isActive, onOpen } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the grid
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid listens to the keys of its rows
    <div
      role="row"
      data-row={index}
      aria-rowindex={index + 1}
      tabIndex={isActive ? 0 : -1}
      className={classNames(styles.row, styles.cells)}
      style={{ top: `${topPx}px` }}
      onClick={() => onOpen(message)}
    >
      <Cell>
        <MessageStateMark state={message.state} />
      </Cell>
      <Cell className={styles.type}>
        <NameLockup name={message.eventType} />
      </Cell>
      <Cell className={styles.outcomes}>{outcomeLabel(message)}</Cell>
      <Cell className={styles.app}>{message.appName}</Cell>
      <Cell className={styles.id}>{message.eventId ?? message.id}</Cell>
      <Cell className={styles.time}>
        <Time at={message.timestamp} />
      </Cell>
    </div>
  );
});

interface CellProps {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

function Cell({ className, children }: CellProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the grid
    // biome-ignore lint/a11y/useFocusableInteractive: rows take the focus
    <span role="gridcell" className={classNames(className)}>
      {children}
    </span>
  );
}
