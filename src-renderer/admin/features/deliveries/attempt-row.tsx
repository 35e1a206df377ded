import { type MouseEvent, memo } from 'react';
import type { LiveAttempt } from '../../../../src-server/contract/live-event';
import { responseLabel } from '../../../shared/attempt/response-label';
import { classNames } from '../../../ui/class-names';
import layout from '../../../ui/layout.module.css';
import { NameLockup } from '../../../ui/name-lockup';
import { SelectCell } from '../../../ui/select-cell';
import { Status } from '../../../ui/status';
import { Time } from '../../../ui/time';
import { LogCells, type LogColumn } from '../../../ui/virtual-grid/log-column';
import { LogRow } from '../../../ui/virtual-grid/log-row';
import styles from './deliveries-screen.module.css';

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

/** The columns of the attempt log, after that of the boxes. */
export const ATTEMPT_COLUMNS: readonly LogColumn<Pick<AttemptRowProps, 'attempt' | 'application'>>[] = [
  {
    id: 'outcome',
    head: 'Outcome',
    widths: ['92px', '88px', '88px'],
    cell: ({ attempt }) => <Status status={attempt.statusText} />,
  },
  {
    id: 'time',
    head: 'Time',
    className: styles.time,
    widths: ['104px', '104px', '88px'],
    cell: ({ attempt }) => <Time at={attempt.timestamp} as="listed" />,
  },
  {
    id: 'type',
    head: 'Event type',
    className: styles.type,
    widths: ['minmax(150px, 1.4fr)', 'minmax(110px, 1.4fr)', 'minmax(80px, 1.4fr)'],
    cell: ({ attempt }) => <NameLockup name={attempt.eventType} />,
  },
  {
    id: 'application',
    head: 'Application',
    className: styles.app,
    widths: ['minmax(80px, 0.7fr)', 'minmax(70px, 0.8fr)', 'minmax(60px, 0.8fr)'],
    cell: ({ application }) => application,
  },
  {
    id: 'endpoint',
    head: 'Endpoint',
    className: styles.host,
    cellClass: layout.codeMeta,
    widths: ['minmax(120px, 1.2fr)', 'minmax(90px, 1fr)', 'minmax(60px, 0.8fr)'],
    cell: ({ attempt }) => <ShortUrl url={attempt.url.replace(/^https?:\/\//, '')} />,
    title: ({ attempt }) => attempt.url,
  },
  {
    id: 'response',
    head: 'Response',
    className: styles.answer,
    widths: ['80px', '80px', '76px'],
    cell: ({ attempt }) => responseLabel(attempt),
  },
  {
    id: 'duration',
    head: 'Duration',
    className: styles.number,
    widths: ['64px'],
    cell: ({ attempt }) => `${attempt.responseDurationMs} ms`,
  },
];

/** Where there is no room, the host is cut and not the path: endpoints of one customer often have the same host. */
function ShortUrl({ url }: { readonly url: string }) {
  const [, host, path] = /^([^/]*)(.*)$/.exec(url) ?? [];
  return (
    <span className={layout.flex}>
      <span className={layout.cut}>{host}</span>
      <span className={`${layout.cut} ${layout.fixed} ${layout.fitting}`}>{path}</span>
    </span>
  );
}

/** A row of the attempt log. Rendered again only if something on it changed. */
export const AttemptRow = memo(function AttemptRow(props: AttemptRowProps) {
  const { attempt, index, topPx, isActive, isChosen, isSelected, onClick, onSelect } = props;
  return (
    <LogRow
      index={index}
      topPx={topPx}
      isActive={isActive}
      aria-selected={isSelected}
      {...(isChosen ? { 'aria-current': true } : {})}
      className={classNames(
        styles.columns,
        isChosen && styles.chosen,
        isSelected && layout.selectedTint,
        attempt.statusText === 'fail' && styles.failed,
      )}
      onClick={(event) => onClick(event, index)}
    >
      <SelectCell label="Select" isSelected={isSelected} onSelect={(toRange) => onSelect(index, toRange)} />
      <LogCells columns={ATTEMPT_COLUMNS} row={props} />
    </LogRow>
  );
});
