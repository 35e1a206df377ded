import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { Checkbox } from '../../../ui/checkbox';
import { classNames } from '../../../ui/class-names';
import { useCommand } from '../../platform/commands/command-store';
import { isFocusFree } from '../../platform/commands/panes';
import { useScreenKeys } from '../../platform/commands/screen-keys';
import { useSingleKeys } from '../../platform/commands/single-keys';
import { ImportRowLine } from './import-row-line';
import type { ImportRun } from './import-run';
import { number } from './import-summary';
import styles from './import-table.module.css';
import { type DecidedRow, isDecided, wholeSide } from './row-choice';
import { useImportWork } from './use-import-run';
import { rowHeight, useRowWindow } from './use-row-window';

export interface ImportTableProps {
  readonly run: ImportRun;
  /** Those that are listed. */
  readonly rows: readonly DecidedRow[];
  readonly moved: ReadonlySet<string>;
  /** The row whose detail is open; empty: none. */
  readonly chosenId: string;
  /** What is said when there are no rows. */
  readonly empty: ReactNode;
}

const KEYS = [
  { keys: 'Enter', words: 'Open the row' },
  { keys: 'Space', words: 'Take the row or leave it' },
  { keys: '1', words: 'Keep what the catalog has' },
  { keys: '2', words: 'Take what the document has' },
  { keys: 'Mod+.', words: 'Use the suggested name' },
  { keys: 'Mod+Enter', words: 'Import' },
];

/**
 * One line per row of the plan, or one card where it is narrow; only those in sight exist. The row that has the focus
 * stays in the document while it is out of sight, so that focus is never lost to scrolling or to a new plan.
 */
export function ImportTable({ run, rows, moved, chosenId, empty }: ImportTableProps) {
  const grid = useRef<HTMLDivElement>(null);
  const activeId = useImportWork(run, (work) => work.activeId);
  const view = useRowWindow(grid, run);
  const wanted = useRef(false);
  const anchor = useRef('');
  const found = rows.findIndex(({ row }) => row.id === activeId);
  const active = Math.max(0, found);
  const height = rowHeight(view.isNarrow);
  const indexes = view.indexes(rows.length, found);
  useLayoutEffect(() => {
    if (!wanted.current) return;
    wanted.current = false;
    grid.current?.querySelector<HTMLElement>('[role=row][tabindex="0"]')?.focus({ preventScroll: true });
  });

  useEffect(() => {
    // What had the focus, such as the sign that the file is being read, is gone.
    if (!isFocusFree()) return;
    grid.current?.querySelector<HTMLElement>('[role=row][tabindex="0"]')?.focus({ preventScroll: true });
  }, []);

  const moveTo = (index: number) => {
    const next = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (!next) return;
    wanted.current = true;
    view.reveal(rows.indexOf(next));
    run.set({ activeId: next.row.id, ...(chosenId === '' ? {} : { rowId: next.row.id }) });
  };
  const tick = (index: number, toRange: boolean) => {
    const one = rows[index];
    if (!one) return;
    if (one.isContested) {
      run.decide([one.row.id], { accept: one.choice.accept === false });
      return;
    }
    const from = rows.findIndex(({ row }) => row.id === anchor.current);
    const range = toRange && from >= 0 ? rows.slice(Math.min(from, index), Math.max(from, index) + 1) : [one];
    const on = toRange && from >= 0 ? (rows[from]?.isTicked ?? true) : !one.isTicked;
    run.decide(idsToTick(range), { accept: on });
    anchor.current = one.row.id;
    // A conflict is only written when each clash is decided: that is where to go.
    const asks = on && one.open > 0;
    run.set({ activeId: one.row.id, ...(asks ? { rowId: one.row.id } : {}) });
  };
  const decideNext = (index: number, side: 'catalog' | 'document') => {
    const one = rows[index];
    const clash = one?.row.clashes.find((each) => !isDecided(each, one.choice)) ?? one?.row.clashes[0];
    if (!one || !clash) return false;
    run.decide([one.row.id], { accept: true, ...wholeSide(clash, side, one.choice) });
    run.set({ rowId: one.row.id, activeId: one.row.id });
    return true;
  };
  const toAsking = (step: 1 | -1) => {
    for (let index = active + step; index >= 0 && index < rows.length; index += step) {
      const state = rows[index]?.row.state;
      if (state === 'problem' || state === 'conflict') return moveTo(index);
    }
  };
  useScreenKeys(KEYS);
  const single = useSingleKeys((state) => state.on);
  const current = rows[active];
  useCommand('select', current ? () => tick(active, false) : null);
  useCommand('select-range', current ? () => tick(active, true) : null);
  useCommand('edit', current ? () => focusName(grid.current, current.row.id) : null, 'Change the name');
  useCommand('previous-problem', current ? () => toAsking(-1) : null);
  useCommand('next-problem', current ? () => toAsking(1) : null);
  const onKeyDown = (event: KeyboardEvent) => {
    const one = rows[active];
    if (!one || (event.target as HTMLElement).closest('input, button')) return;
    if (event.key === '.' && (event.ctrlKey || event.metaKey)) {
      const [suggestion] = one.row.suggestions;
      if (suggestion !== undefined) run.decide([one.row.id], { name: suggestion });
      event.preventDefault();
      return;
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const page = Math.max(1, view.count - 2);
    const moves: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: rows.length - 1,
    };
    const target = moves[event.key];
    const key = event.key.toLowerCase();
    if (target !== undefined) moveTo(target);
    else if (key === ' ') tick(active, event.shiftKey);
    else if (key === 'enter') run.set({ rowId: one.row.id, activeId: one.row.id });
    else if (key === 'escape' && chosenId !== '') run.set({ rowId: '' });
    else if (key === 'f2') focusName(grid.current, one.row.id);
    else if (!single || !(key === '1' || key === '2')) return;
    else if (!decideNext(active, key === '1' ? 'catalog' : 'document')) return;
    event.preventDefault();
    event.stopPropagation();
  };
  // The rows get functions that never change, so that a row is drawn again only for what it shows.
  const acts = useRef({ tick });
  useLayoutEffect(() => {
    acts.current = { tick };
  });
  const onTick = useCallback((index: number, toRange: boolean) => acts.current.tick(index, toRange), []);
  const onOpen = useCallback(
    (id: string, event: MouseEvent) => {
      if ((event.target as HTMLElement).closest('input, button')) run.set({ activeId: id });
      else run.set({ activeId: id, rowId: id });
    },
    [run],
  );
  const tickable = rows.filter(({ canTick }) => canTick);
  const ticked = tickable.filter(({ isTicked }) => isTicked).length;
  return (
    <div className={classNames(styles.frame, view.isNarrow && styles.narrow)}>
      {/* biome-ignore lint/a11y/useSemanticElements: a table cannot leave out the rows that are not in sight */}
      <div
        ref={grid}
        role="grid"
        aria-label="Rows of the plan"
        aria-rowcount={rows.length + 1}
        tabIndex={-1}
        className={styles.list}
        onKeyDown={onKeyDown}
      >
        <Heads
          words={tickable.length === 0 ? 'Nothing to tick' : `Tick all ${number(tickable.length)} shown`}
          isDisabled={tickable.length === 0}
          isSelected={ticked > 0 && ticked === tickable.length}
          isIndeterminate={ticked > 0 && ticked < tickable.length}
          onChange={(accept) => run.decide(idsToTick(tickable), { accept })}
        />
        <div role="presentation" className={styles.rows} style={{ height: rows.length * height }}>
          {indexes.map((index) => {
            const decided = rows[index];
            return (
              decided && (
                <ImportRowLine
                  key={decided.row.id}
                  run={run}
                  decided={decided}
                  index={index}
                  top={index * height}
                  isActive={index === active}
                  isChosen={decided.row.id === chosenId}
                  isMoved={moved.has(decided.row.id)}
                  onOpen={onOpen}
                  onTick={onTick}
                />
              )
            );
          })}
        </div>
      </div>
      {rows.length === 0 && <div className={styles.none}>{empty}</div>}
    </div>
  );
}

interface HeadsProps {
  readonly words: string;
  readonly isDisabled: boolean;
  readonly isSelected: boolean;
  readonly isIndeterminate: boolean;
  readonly onChange: (accept: boolean) => void;
}

const HEADS = ['State', 'Source', 'Event type', 'Description', 'Schema', 'Notes'] as const;

function Heads({ words, ...box }: HeadsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the grid
    // biome-ignore lint/a11y/useFocusableInteractive: what is in it takes the focus
    <div role="row" aria-rowindex={1} className={classNames(styles.heads, styles.cells)}>
      {/* biome-ignore lint/a11y/useSemanticElements: see the grid */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: see above */}
      <span role="columnheader" className={styles.all}>
        <Checkbox {...box} aria-label={words} />
        <span className={styles.allWords} aria-hidden>
          {words}
        </span>
      </span>
      {HEADS.map((head) => (
        // biome-ignore lint/a11y/useSemanticElements: see the grid
        // biome-ignore lint/a11y/useFocusableInteractive: it says what is under it
        <span key={head} role="columnheader" className={styles.headWord}>
          {head}
        </span>
      ))}
    </div>
  );
}

function idsToTick(rows: readonly DecidedRow[]): string[] {
  return rows.filter(({ canTick }) => canTick).map(({ row }) => row.id);
}

function focusName(grid: HTMLElement | null, rowId: string): void {
  const input = grid?.querySelector<HTMLInputElement>(`input[data-name="${CSS.escape(rowId)}"]`);
  input?.focus();
  input?.select();
}
