import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import type { LiveAttempt } from '../../../../src-server/contract/live-event';
import { useStableCallback } from '../../../ui/use-stable-callback';
import { LogFrame } from '../../../ui/virtual-grid/log-frame';
import { readGridKey } from '../../../ui/virtual-grid/read-grid-key';
import { useLogRows } from '../../../ui/virtual-grid/use-log-rows';
import { useRowHeight } from '../../platform/appearance';
import { useCommand } from '../../platform/commands/command-store';
import { ATTEMPT_COLUMNS, AttemptRow } from './attempt-row';
import styles from './deliveries-screen.module.css';

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
  /** Resends the focused attempt, or the selected ones. Null: the token may not. */
  readonly onResend: ((attempt: LiveAttempt) => void) | null;
  /** Back: clears the selection, or closes the inspector. False: nothing to go back from. */
  readonly onEscape: () => boolean;
  /** The last rows are visible. */
  readonly onNearEnd: () => void;
  /** True once the user has scrolled away from the newest rows. */
  readonly onScrolled: (away: boolean) => void;
}

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
  const log = useLogRows({ items: attempts, rowPx: useRowHeight(), onNearEnd, onScrolled });
  const { active, setActiveId } = log;
  const [anchorId, setAnchorId] = useState('');
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
    log.moveTo(attempt.id);
    if (chosenId !== '') onChoose(attempt.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const place = { rowCount: attempts.length, row: active, pageRows: log.grid.pageRows() };
    const act = readGridKey(event, place);
    if (act?.kind === 'move') moveTo(act.row);
    else if (act?.kind === 'activate') onChoose(attempts[active]?.id ?? '');
    else if (act?.kind !== 'escape' || !onEscape()) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const current = attempts[active];
  const resend = selected.size > 0 ? `Send ${selected.size} selected again` : 'Send this attempt again';
  useCommand('resend', current && onResend ? () => onResend(current) : null, resend, true);
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
    <LogFrame
      label="Attempts, newest first"
      log={log}
      className={styles.columns}
      columns={ATTEMPT_COLUMNS}
      count={attempts.length}
      onKeyDown={onKeyDown}
      attributes={{ 'aria-multiselectable': true, 'data-takes-space': '' }}
      row={(index, topPx) => {
        const attempt = attempts[index];
        return (
          attempt && (
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
          )
        );
      }}
    />
  );
}
