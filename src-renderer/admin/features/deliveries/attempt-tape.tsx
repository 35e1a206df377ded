import {
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { LiveAttempt } from '../../../../src-server/contract/live-event';
import { classNames } from '../../../ui/class-names';
import { useRowHeight } from '../../platform/appearance';
import { useCommand } from '../../platform/commands/command-store';
import { AttemptRow } from './attempt-row';
import styles from './attempt-tape.module.css';

export interface AttemptTapeProps {
  /** Newest first. */
  readonly attempts: readonly LiveAttempt[];
  /** Names of applications by id. */
  readonly names: ReadonlyMap<string, string>;
  /** The attempt in the inspector; empty for none. */
  readonly chosenId: string;
  readonly onChoose: (id: string) => void;
  readonly ticked: ReadonlySet<string>;
  /** All of `ids` are to be ticked, or none of them. */
  readonly onTick: (ids: readonly string[], on: boolean) => void;
  /** Sends the attempt that has the focus again, or those that are ticked. */
  readonly onResend: (attempt: LiveAttempt) => void;
  /** Back: clears the ticks, or closes the inspector. False: there was nothing to go back from. */
  readonly onEscape: () => boolean;
  /** The last rows are in sight. */
  readonly onNearEnd: () => void;
  /** True once somebody has scrolled away from the newest rows. */
  readonly onScrolled: (away: boolean) => void;
}

const OVERSCAN_ROWS = 10;
const NEAR_END_ROWS = 30;

/**
 * One line per attempt; only the lines in sight exist. Nothing is animated. The focused row stays in the document
 * while it is out of sight, so that focus is never lost to scrolling.
 */
export function AttemptTape(props: AttemptTapeProps) {
  const { attempts, names, chosenId, onChoose, ticked, onTick, onResend, onEscape, onNearEnd, onScrolled } =
    props;
  const rowHeight = useRowHeight();
  const grid = useRef<HTMLDivElement>(null);
  const { first, count } = useVisibleRows(grid, rowHeight, onScrolled);
  const [activeId, setActiveId] = useState('');
  const [anchorId, setAnchorId] = useState('');
  const focusWanted = useRef(false);
  const found = attempts.findIndex(({ id }) => id === activeId);
  const active = found >= 0 ? found : 0;
  const last = Math.min(attempts.length, first + count + OVERSCAN_ROWS);
  const indexes = span(Math.max(0, first - OVERSCAN_ROWS), last);
  if (found >= 0 && !indexes.includes(found)) indexes.push(found);

  useEffect(() => {
    if (last >= attempts.length - NEAR_END_ROWS) onNearEnd();
  }, [last, attempts.length, onNearEnd]);
  useLayoutEffect(() => {
    if (!focusWanted.current) return;
    focusWanted.current = false;
    grid.current?.querySelector<HTMLElement>('[role=row][tabindex="0"]')?.focus({ preventScroll: true });
  });

  const range = (toIndex: number) => {
    const from = attempts.findIndex(({ id }) => id === anchorId);
    const ends = [from < 0 ? active : from, toIndex].sort((a, b) => a - b) as [number, number];
    return attempts.slice(ends[0], ends[1] + 1).map(({ id }) => id);
  };
  const tick = (index: number, toRange: boolean) => {
    const id = attempts[index]?.id;
    if (id === undefined) return;
    if (toRange) onTick(range(index), true);
    else onTick([id], !ticked.has(id));
    setAnchorId(id);
    setActiveId(id);
  };
  const moveTo = (index: number) => {
    const attempt = attempts[Math.max(0, Math.min(attempts.length - 1, index))];
    if (!attempt) return;
    focusWanted.current = true;
    setActiveId(attempt.id);
    reveal(grid.current, attempts.indexOf(attempt), rowHeight);
    if (chosenId !== '') onChoose(attempt.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const page = Math.max(1, count - 2);
    const moves: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: attempts.length - 1,
    };
    const target = moves[event.key];
    if (target !== undefined) moveTo(target);
    else if (event.key === 'Enter') onChoose(attempts[active]?.id ?? '');
    else if (event.key !== 'Escape' || !onEscape()) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const current = attempts[active];
  const resend = ticked.size > 0 ? `Send ${ticked.size} selected again` : 'Send this attempt again';
  useCommand('resend', current ? () => onResend(current) : null, resend, true);
  useCommand(
    'inspector',
    current ? () => onChoose(chosenId === '' ? current.id : '') : null,
    chosenId === '' ? 'Show the inspector' : 'Close the inspector',
    true,
  );
  useCommand('select', current ? () => tick(active, false) : null);
  useCommand('select-range', current ? () => tick(active, true) : null);
  const click = (event: MouseEvent, index: number) => {
    const id = attempts[index]?.id ?? '';
    if (event.shiftKey || event.ctrlKey || event.metaKey) return tick(index, event.shiftKey);
    setActiveId(id);
    setAnchorId(id);
    onChoose(id);
  };
  // The rows get functions that never change, so that a row is drawn again only for what it shows.
  const acts = useRef({ click, tick });
  useLayoutEffect(() => {
    acts.current = { click, tick };
  });
  const onRowClick = useCallback((event: MouseEvent, index: number) => acts.current.click(event, index), []);
  const onRowTick = useCallback((index: number, toRange: boolean) => acts.current.tick(index, toRange), []);
  return (
    <div className={styles.frame}>
      <Heads />
      {/* biome-ignore lint/a11y/useSemanticElements: a table cannot leave out the rows that are not in sight */}
      <div
        ref={grid}
        role="grid"
        aria-label="Attempts, newest first"
        aria-rowcount={attempts.length}
        aria-multiselectable="true"
        data-takes-space=""
        tabIndex={-1}
        className={styles.list}
        onKeyDownCapture={onKeyDown}
      >
        <div role="presentation" className={styles.rows} style={{ height: attempts.length * rowHeight }}>
          {indexes.map((index) => {
            const attempt = attempts[index];
            if (!attempt) return null;
            return (
              <AttemptRow
                key={attempt.id}
                attempt={attempt}
                index={index}
                topPx={index * rowHeight}
                application={names.get(attempt.appId) ?? attempt.appId}
                isActive={index === active}
                isChosen={attempt.id === chosenId}
                isTicked={ticked.has(attempt.id)}
                onClick={onRowClick}
                onTick={onRowTick}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

function Heads() {
  return (
    <div className={classNames(styles.cells, styles.heads)} aria-hidden>
      <span />
      <span>Outcome</span>
      <span className={styles.time}>Time</span>
      <span>Event type</span>
      <span className={styles.app}>Application</span>
      <span className={styles.host}>Endpoint</span>
      <span className={styles.number}>Code</span>
      <span className={styles.number}>Took</span>
    </div>
  );
}

/** Which rows are in sight; renders again only when that changes. */
function useVisibleRows(
  grid: { readonly current: HTMLDivElement | null },
  rowHeight: number,
  onScrolled: (away: boolean) => void,
) {
  const [rows, setRows] = useState({ first: 0, count: 20 });
  useEffect(() => {
    const element = grid.current;
    if (!element) return;
    const look = () => {
      const first = Math.floor(element.scrollTop / rowHeight);
      const count = Math.ceil(element.clientHeight / rowHeight) + 1;
      setRows((old) => (old.first === first && old.count === count ? old : { first, count }));
      onScrolled(element.scrollTop > rowHeight / 2);
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
      onScrolled(false);
    };
  }, [grid, rowHeight, onScrolled]);
  return rows;
}

function reveal(element: HTMLElement | null, index: number, rowHeight: number): void {
  if (!element) return;
  const top = index * rowHeight;
  if (top < element.scrollTop) element.scrollTop = top;
  else if (top + rowHeight > element.scrollTop + element.clientHeight) {
    element.scrollTop = top + rowHeight - element.clientHeight;
  }
}

function span(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, step) => from + step);
}
