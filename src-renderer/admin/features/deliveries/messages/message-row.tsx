import { memo } from 'react';
import type { FleetMessageOut } from '../../../../../src-server/contract/fleet-message';
import layout from '../../../../ui/layout.module.css';
import { NameLockup } from '../../../../ui/name-lockup';
import { Time } from '../../../../ui/time';
import { LogCells, type LogColumn } from '../../../../ui/virtual-grid/log-column';
import { LogRow } from '../../../../ui/virtual-grid/log-row';
import { MessageOutcome } from '../../../parts/messages/message-outcome';
import styles from './message-screen.module.css';

interface MessageRowProps {
  readonly message: FleetMessageOut;
  /** Flags of its event type. */
  readonly flags: readonly string[];
  readonly index: number;
  /** Its position in the list. */
  readonly topPx: number;
  /** True for the one row that Tab reaches. */
  readonly isActive: boolean;
  readonly onOpen: (message: FleetMessageOut) => void;
}

export const MESSAGE_COLUMNS: readonly LogColumn<Pick<MessageRowProps, 'message' | 'flags'>>[] = [
  {
    id: 'accepted',
    head: 'Accepted',
    className: styles.time,
    widths: ['112px', '112px'],
    cell: ({ message }) => <Time at={message.timestamp} as="listed" />,
  },
  {
    id: 'outcome',
    head: 'Outcome',
    className: styles.outcome,
    widths: ['minmax(230px, 1.3fr)', 'minmax(200px, 1.3fr)'],
    cell: (row) => <MessageOutcome {...row} />,
  },
  {
    id: 'type',
    head: 'Event type',
    className: styles.type,
    widths: ['minmax(150px, 1.2fr)', 'minmax(130px, 1.2fr)'],
    cell: ({ message }) => <NameLockup name={message.eventType} />,
  },
  {
    id: 'application',
    head: 'Application',
    className: styles.app,
    widths: ['minmax(90px, 0.8fr)', 'minmax(90px, 0.8fr)'],
    cell: ({ message }) => message.appName,
  },
  {
    id: 'id',
    head: 'Id',
    className: styles.id,
    cellClass: layout.codeMeta,
    widths: ['minmax(90px, 1fr)'],
    cell: ({ message }) => message.eventId ?? message.id,
  },
];

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
      <LogCells columns={MESSAGE_COLUMNS} row={props} />
    </LogRow>
  );
});
