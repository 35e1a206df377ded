import { memo } from 'react';
import type { FleetMessageOut } from '../../../../../src-server/contract/fleet-message';
import layout from '../../../../ui/layout.module.css';
import { NameLockup } from '../../../../ui/name-lockup';
import { Time } from '../../../../ui/time';
import { LogCell } from '../../../../ui/virtual-grid/log-cell';
import { LogRow } from '../../../../ui/virtual-grid/log-row';
import { MessageStateMark } from '../../../parts/messages/message-state-mark';
import { outcomeLabel } from '../../../parts/messages/outcome-label';
import styles from './message-screen.module.css';

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
    <LogRow
      index={index}
      topPx={topPx}
      isActive={isActive}
      className={styles.columns}
      onClick={() => onOpen(message)}
    >
      <LogCell>
        <MessageStateMark state={message.state} />
      </LogCell>
      <LogCell className={styles.type}>
        <NameLockup name={message.eventType} />
      </LogCell>
      <LogCell className={styles.outcomes}>{outcomeLabel(message)}</LogCell>
      <LogCell className={styles.app}>{message.appName}</LogCell>
      <LogCell className={`${layout.codeMeta} ${styles.id}`}>{message.eventId ?? message.id}</LogCell>
      <LogCell className={styles.time}>
        <Time at={message.timestamp} />
      </LogCell>
    </LogRow>
  );
});
