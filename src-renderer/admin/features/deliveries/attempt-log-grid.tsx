import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import type { LiveAttempt } from '../../../../src-server/contract/live-event';
import { classNames } from '../../../ui/class-names';
import layout from '../../../ui/layout.module.css';
import { useStableCallback } from '../../../ui/use-stable-callback';
import { readGridKey } from '../../../ui/virtual-grid/read-grid-key';
import { useVirtualGrid } from '../../../ui/virtual-grid/use-virtual-grid';
import { useRowHeight } from '../../platform/appearance';
import { useCommand } from '../../platform/commands/command-store';
import styles from './attempt-log-grid.module.css';
import { AttemptRow } from './attempt-row';

interface AttemptLogGridProps {
  /** Newest first. */
  readonly attempts: readonly LiveAttempt[];
  /** Names of applications by id. */
  readonly names: ReadonlyMap<string, string>;
  /** The attempt in the inspector; empty for none. */
  readonly chosenId: string;
  readonly onChoose: (id: string) => void;
  readonly selected: ReadonlySet<string>;
  /** True selects all of `ids`, false deselects them. */
  readonly onSelect: (ids: readonly string[], on: boolean) => void;
  /** Resends the focused attempt, or the selected ones. */
  readonly onResend: (attempt: LiveAttempt) => void;
  /** Back: clears the selection, or closes the inspector. False: nothing to go back from. */
  readonly onEscape: () => boolean;
  /** The last rows are visible. */
  readonly onNearEnd: () => void;
  /** True once the user has scrolled away from the newest rows. */
  readonly onScrolled: (away: boolean) => void;
}

const NEAR_END_ROWS = 30;

/** One line per attempt; only the visible lines exist. Nothing is animated. */
export function AttemptLogGrid(props: AttemptLogGridProps) {
  const {
    attempts,
    names,
    chosenId,
    onChoose,
    selected,
    onSelect,
    onResend,
    onEscape,
    onNearEnd,
    onScrolled,
  } = props;
  const rowHeight = useRowHeight();
  const [activeId, setActiveId] = useState('');
  const [anchorId, setAnchorId] = useState('');
  const active = Math.max(
    0,
    attempts.findIndex(({ id }) => id === activeId),
  );
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useVirtualGrid({ scroller, count: attempts.length, rowPx: rowHeight, active });

  const isNearEnd = grid.lastInSight >= attempts.length - NEAR_END_ROWS;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page with few rows must be followed by another
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  }, [isNearEnd, attempts.length, onNearEnd]);
  useEffect(() => () => onScrolled(false), [onScrolled]);

  const range = (toIndex: number) => {
    const from = attempts.findIndex(({ id }) => id === anchorId);
    const ends = [from < 0 ? active : from, toIndex].sort((a, b) => a - b) as [number, number];
    return attempts.slice(ends[0], ends[1] + 1).map(({ id }) => id);
  };
  const select = (index: number, toRange: boolean) => {
    const id = attempts[index]?.id;
    if (id === undefined) return;
    if (toRange) onSelect(range(index), true);
    else onSelect([id], !selected.has(id));
    setAnchorId(id);
    setActiveId(id);
  };
  const moveTo = (index: number) => {
    const attempt = attempts[index];
    if (!attempt) return;
    setActiveId(attempt.id);
    grid.takeFocus();
    grid.reveal();
    if (chosenId !== '') onChoose(attempt.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const place = { rowCount: attempts.length, row: active, pageRows: grid.pageRows() };
    const act = readGridKey(event, place);
    if (act?.kind === 'move') moveTo(act.row);
    else if (act?.kind === 'activate') onChoose(attempts[active]?.id ?? '');
    else if (act?.kind !== 'escape' || !onEscape()) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const current = attempts[active];
  const resend = selected.size > 0 ? `Send ${selected.size} selected again` : 'Send this attempt again';
  useCommand('resend', current ? () => onResend(current) : null, resend, true);
  useCommand(
    'inspector',
    current ? () => onChoose(chosenId === '' ? current.id : '') : null,
    chosenId === '' ? 'Show the inspector' : 'Close the inspector',
    true,
  );
  useCommand('select', current ? () => select(active, false) : null);
  useCommand('select-range', current ? () => select(active, true) : null);
  const onRowClick = useStableCallback((event: MouseEvent, index: number) => {
    const id = attempts[index]?.id ?? '';
    if (event.shiftKey || event.ctrlKey || event.metaKey) return select(index, event.shiftKey);
    setActiveId(id);
    setAnchorId(id);
    onChoose(id);
  });
  const onRowSelect = useStableCallback(select);
  return (
    <div className={layout.frame}>
      <HeaderRow />
      {/* biome-ignore lint/a11y/useSemanticElements: a table cannot leave out the rows that are not visible */}
      <div
        ref={scroller}
        role="grid"
        aria-label="Attempts, newest first"
        aria-rowcount={attempts.length}
        aria-multiselectable="true"
        data-takes-space=""
        tabIndex={-1}
        className={styles.list}
        onKeyDownCapture={onKeyDown}
        onScroll={({ currentTarget }) => onScrolled(currentTarget.scrollTop > rowHeight / 2)}
      >
        <div role="presentation" className={styles.rows} style={{ height: grid.heightPx }}>
          {grid.rows.map(({ index, topPx }) => {
            const attempt = attempts[index];
            if (!attempt) return null;
            return (
              <AttemptRow
                key={attempt.id}
                attempt={attempt}
                index={index}
                topPx={topPx}
                application={names.get(attempt.appId) ?? attempt.appId}
                isActive={index === active}
                isChosen={attempt.id === chosenId}
                isSelected={selected.has(attempt.id)}
                onClick={onRowClick}
                onSelect={onRowSelect}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

function HeaderRow() {
  return (
    <div className={classNames(styles.cells, styles.heads)} aria-hidden>
      <span />
      <span>Outcome</span>
      <span className={styles.time}>Time</span>
      <span>Event type</span>
      <span className={styles.app}>Application</span>
      <span className={styles.host}>Endpoint</span>
      <span className={styles.number}>Code</span>
      <span className={styles.number}>Duration</span>
    </div>
  );
}
