import { type MouseEvent, memo } from 'react';
import type { LiveAttempt } from '../../../../src-server/contract/live-event';
import { answerLabel } from '../../../shared/attempt/answer-label';
import { classNames } from '../../../ui/class-names';
import layout from '../../../ui/layout.module.css';
import { NameLockup } from '../../../ui/name-lockup';
import { SelectCell } from '../../../ui/select-cell';
import { Status } from '../../../ui/status';
import { Time } from '../../../ui/time';
import { LogCell } from '../../../ui/virtual-grid/log-cell';
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
    <LogRow
      index={index}
      topPx={topPx}
      isActive={isActive}
      aria-selected={isSelected}
      {...(isChosen ? { 'aria-current': true } : {})}
      className={classNames(
        styles.columns,
        isChosen && styles.chosen,
        isSelected && styles.selected,
        attempt.statusText === 'fail' && styles.failed,
      )}
      onClick={(event) => onClick(event, index)}
    >
      <SelectCell label="Select" isSelected={isSelected} onSelect={(toRange) => onSelect(index, toRange)} />
      <LogCell>
        <Status status={attempt.statusText} />
      </LogCell>
      <LogCell className={styles.time}>
        <Time at={attempt.timestamp} as="clock" />
      </LogCell>
      <LogCell className={styles.type}>
        <NameLockup name={attempt.eventType} />
      </LogCell>
      <LogCell className={styles.app}>{application}</LogCell>
      <LogCell className={`${layout.codeMeta} ${styles.host}`} title={attempt.url}>
        {attempt.url.replace(/^https?:\/\//, '')}
      </LogCell>
      <LogCell className={styles.answer}>{answerLabel(attempt)}</LogCell>
      <LogCell className={styles.number}>{attempt.responseDurationMs} ms</LogCell>
    </LogRow>
  );
}
