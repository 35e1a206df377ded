import { memo } from 'react';
import type { FleetMessageOut } from '../../../../../src-server/contract/fleet-message';
import layout from '../../../../ui/layout.module.css';
import { NameLockup } from '../../../../ui/name-lockup';
import { Time } from '../../../../ui/time';
import { LogCells, type LogColumn } from '../../../../ui/virtual-grid/log-column';
import { LogRow } from '../../../../ui/virtual-grid/log-row';
import { MessageStateMark } from '../../../parts/messages/message-state-mark';
import { outcomeLabel } from '../../../parts/messages/outcome-label';
import styles from './message-screen.module.css';

interface MessageRowProps {
  readonly message: FleetMessageOut;
  readonly index: number;
  /** Its position in the list. */
  readonly topPx: number;
  /** True for the one row that Tab reaches. */
  readonly isActive: boolean;
  readonly onOpen: (message: FleetMessageOut) => void;
}

export const MESSAGE_COLUMNS: readonly LogColumn<FleetMessageOut>[] = [
  {
    id: 'state',
    head: 'State',
    widths: ['104px', '104px'],
    cell: ({ state }) => <MessageStateMark state={state} />,
  },
  {
    id: 'type',
    head: 'Event type',
    className: styles.type,
    widths: ['minmax(150px, 1.2fr)', 'minmax(130px, 1.2fr)'],
    cell: ({ eventType }) => <NameLockup name={eventType} />,
  },
  {
    id: 'outcomes',
    head: 'Endpoints',
    className: styles.outcomes,
    widths: ['minmax(140px, 1.2fr)', 'minmax(130px, 1.2fr)'],
    cell: outcomeLabel,
  },
  {
    id: 'application',
    head: 'Application',
    className: styles.app,
    widths: ['minmax(90px, 0.8fr)', 'minmax(90px, 0.8fr)'],
    cell: ({ appName }) => appName,
  },
  {
    id: 'id',
    head: 'Id',
    className: styles.id,
    cellClass: layout.codeMeta,
    widths: ['minmax(90px, 1fr)'],
    cell: ({ eventId, id }) => eventId ?? id,
  },
  {
    id: 'accepted',
    head: 'Accepted',
    className: styles.time,
    widths: ['104px', '104px'],
    cell: ({ timestamp }) => <Time at={timestamp} />,
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
      <LogCells columns={MESSAGE_COLUMNS} row={message} />
    </LogRow>
  );
});
