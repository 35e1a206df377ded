import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { Checkbox } from '../../../ui/checkbox';
import { classNames } from '../../../ui/class-names';
import layout from '../../../ui/layout.module.css';
import { useIsNarrower } from '../../../ui/use-is-narrower';
import { useStableCallback } from '../../../ui/use-stable-callback';
import { logWidths } from '../../../ui/virtual-grid/log-column';
import { readGridKey } from '../../../ui/virtual-grid/read-grid-key';
import { useVirtualGrid } from '../../../ui/virtual-grid/use-virtual-grid';
import { useCommand } from '../../platform/commands/command-store';
import { isFocusFree } from '../../platform/commands/panes';
import { useScreenKeys } from '../../platform/commands/screen-keys';
import { useSingleKeys } from '../../platform/commands/single-keys';
import { IMPORT_COLUMNS, ImportRowLine } from './import-row-line';
import type { ImportRun } from './import-run';
import { number } from './import-summary';
import styles from './import-table.module.css';
import { type DecidedRow, isDecided, wholeSide } from './row-choice';
import { useImportWork } from './use-import-run';

interface ImportTableProps {
  readonly run: ImportRun;
  /** The listed rows. */
  readonly rows: readonly DecidedRow[];
  readonly moved: ReadonlySet<string>;
  /** The row whose detail is open; empty: none. */
  readonly chosenId: string;
  /** Shown when there are no rows. */
  readonly empty: ReactNode;
}

const KEYS = [
  { keys: 'Enter', label: 'Open the row' },
  { keys: 'Space', label: 'Select or deselect the row' },
  { keys: '1', label: 'Keep the catalog version' },
  { keys: '2', label: 'Use the document version' },
  { keys: 'Mod+.', label: 'Use the suggested name' },
  { keys: 'Mod+Enter', label: 'Import' },
];

const ROW_PX = 36;
const CARD_PX = 118;
const HEAD_PX = 32;
/** Narrower than this, rows are cards. */
const NARROW_PX = 720;

/** One line per row of the plan, or one card in a narrow pane; only the visible ones exist. */
export function ImportTable({ run, rows, moved, chosenId, empty }: ImportTableProps) {
  const activeId = useImportWork(run, (work) => work.activeId);
  const active = Math.max(
    0,
    rows.findIndex(({ row }) => row.id === activeId),
  );
  const scroller = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrower(scroller, NARROW_PX);
  const grid = useVirtualGrid({
    scroller,
    count: rows.length,
    rowPx: isNarrow ? CARD_PX : ROW_PX,
    active,
    headPx: HEAD_PX,
    initialScrollPx: run.store.getState().scrollTop,
  });
  const { takeFocus } = grid;
  useLayoutEffect(() => {
    const element = scroller.current;
    return () => run.set({ scrollTop: element?.scrollTop ?? 0 });
  }, [run]);

  useEffect(() => {
    // The focused element, such as the sign that the file is being read, is gone.
    if (isFocusFree()) takeFocus();
  }, [takeFocus]);

  const { select, onKeyDown } = useTableActs({ run, rows, active, chosenId, scroller, grid });
  const onSelect = useStableCallback(select);
  const onOpen = useCallback(
    (id: string, event: MouseEvent) => {
      if ((event.target as HTMLElement).closest('input, button')) run.set({ activeId: id });
      else run.set({ activeId: id, rowId: id });
    },
    [run],
  );
  const selectable = rows.filter(({ canSelect }) => canSelect);
  const selected = selectable.filter(({ isSelected }) => isSelected).length;
  return (
    <div
      className={classNames(layout.column, layout.space, styles.frame, isNarrow && styles.narrow)}
      style={logWidths(IMPORT_COLUMNS, '24px')}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a table cannot leave out the rows that are not visible */}
      <div
        ref={scroller}
        role="grid"
        aria-label="Import plan rows"
        aria-rowcount={rows.length + 1}
        tabIndex={-1}
        className={`${layout.positioned} ${layout.scroller} ${styles.list}`}
        onKeyDown={onKeyDown}
      >
        <HeaderRow
          label={
            selectable.length === 0 ? 'Nothing to select' : `Select all ${number(selectable.length)} shown`
          }
          isDisabled={selectable.length === 0}
          isSelected={selected > 0 && selected === selectable.length}
          isIndeterminate={selected > 0 && selected < selectable.length}
          onChange={(accept) => run.decide(idsToSelect(selectable), { accept })}
        />
        <div role="presentation" className={layout.positioned} style={{ height: grid.heightPx }}>
          {grid.rows.map(({ index, topPx }) => {
            const decided = rows[index];
            return (
              decided && (
                <ImportRowLine
                  key={decided.row.id}
                  run={run}
                  decided={decided}
                  index={index}
                  top={topPx}
                  isActive={index === active}
                  isChosen={decided.row.id === chosenId}
                  isMoved={moved.has(decided.row.id)}
                  onOpen={onOpen}
                  onSelect={onSelect}
                />
              )
            );
          })}
        </div>
      </div>
      {rows.length === 0 && (
        <div className={`${layout.rowAligned} ${layout.gap3} ${styles.none}`}>{empty}</div>
      )}
    </div>
  );
}

interface TableActsParts extends Pick<ImportTableProps, 'run' | 'rows' | 'chosenId'> {
  /** Index of the current row, from 0. */
  readonly active: number;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly grid: ReturnType<typeof useVirtualGrid>;
}

/** What keys, commands and clicks do with the rows. */
function useTableActs({ run, rows, active, chosenId, scroller, grid }: TableActsParts) {
  const anchor = useRef('');
  const moveTo = (index: number) => {
    const next = rows[index];
    if (!next) return;
    run.set({ activeId: next.row.id, ...(chosenId === '' ? {} : { rowId: next.row.id }) });
    grid.takeFocus();
    grid.reveal();
  };
  const select = (index: number, toRange: boolean) => {
    const decided = rows[index];
    if (!decided) return;
    if (decided.isContested) {
      run.decide([decided.row.id], { accept: decided.choice.accept === false });
      return;
    }
    const from = rows.findIndex(({ row }) => row.id === anchor.current);
    const range =
      toRange && from >= 0 ? rows.slice(Math.min(from, index), Math.max(from, index) + 1) : [decided];
    const on = toRange && from >= 0 ? (rows[from]?.isSelected ?? true) : !decided.isSelected;
    run.decide(idsToSelect(range), { accept: on });
    anchor.current = decided.row.id;
    // A conflict is only written once every conflict is decided: go there.
    const asks = on && decided.open > 0;
    run.set({ activeId: decided.row.id, ...(asks ? { rowId: decided.row.id } : {}) });
  };
  const decideNext = (index: number, side: 'catalog' | 'document') => {
    const decided = rows[index];
    const conflict =
      decided?.row.conflicts.find((each) => !isDecided(each, decided.choice)) ?? decided?.row.conflicts[0];
    if (!decided || !conflict) return false;
    run.decide([decided.row.id], { accept: true, ...wholeSide(conflict, side, decided.choice) });
    run.set({ rowId: decided.row.id, activeId: decided.row.id });
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
  useCommand('select', current ? () => select(active, false) : null);
  useCommand('select-range', current ? () => select(active, true) : null);
  useCommand('edit', current ? () => focusName(scroller.current, current.row.id) : null, 'Change the name');
  useCommand('previous-problem', current ? () => toAsking(-1) : null);
  useCommand('next-problem', current ? () => toAsking(1) : null);
  /** Keys that only this table has. False: not one of them. */
  const actOnRow = (event: KeyboardEvent): boolean => {
    const decided = rows[active];
    if (!decided || event.altKey) return false;
    if (event.ctrlKey || event.metaKey) {
      if (event.key !== '.') return false;
      const [suggestion] = decided.row.suggestions;
      if (suggestion !== undefined) run.decide([decided.row.id], { name: suggestion });
      return true;
    }
    if (event.key === 'F2') focusName(scroller.current, decided.row.id);
    else if (!single || !(event.key === '1' || event.key === '2')) return false;
    else return decideNext(active, event.key === '1' ? 'catalog' : 'document');
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const decided = rows[active];
    if (!decided || (event.target as HTMLElement).closest('input, button')) return;
    const act = readGridKey(event, { rowCount: rows.length, row: active, pageRows: grid.pageRows() });
    if (act?.kind === 'move') moveTo(act.row);
    else if (act?.kind === 'select') select(active, act.range);
    else if (act?.kind === 'activate') run.set({ rowId: decided.row.id, activeId: decided.row.id });
    else if (act?.kind === 'escape' && chosenId !== '') run.set({ rowId: '' });
    else if (!actOnRow(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { select, onKeyDown };
}

interface HeaderRowProps {
  readonly label: string;
  readonly isDisabled: boolean;
  readonly isSelected: boolean;
  readonly isIndeterminate: boolean;
  readonly onChange: (accept: boolean) => void;
}

function HeaderRow({ label, ...box }: HeaderRowProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the grid
    // biome-ignore lint/a11y/useFocusableInteractive: what is in it takes the focus
    <div
      role="row"
      aria-rowindex={1}
      className={classNames(
        layout.underlined,
        layout.meta,
        styles.heads,
        layout.gridCentered,
        layout.gap3,
        styles.cells,
      )}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see the grid */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: see above */}
      <span role="columnheader" className={`${layout.line2} ${layout.target} ${styles.all}`}>
        <Checkbox {...box} aria-label={label} />
        <span className={`${layout.hidden} ${styles.allLabel}`} aria-hidden>
          {label}
        </span>
      </span>
      {IMPORT_COLUMNS.map(({ id, head, widths }) => (
        // biome-ignore lint/a11y/useSemanticElements: see the grid
        // biome-ignore lint/a11y/useFocusableInteractive: it says what is under it
        <span key={id} role="columnheader" className={styles.headLabel} data-widths={widths.length}>
          {head}
        </span>
      ))}
    </div>
  );
}

function idsToSelect(rows: readonly DecidedRow[]): string[] {
  return rows.filter(({ canSelect }) => canSelect).map(({ row }) => row.id);
}

function focusName(grid: HTMLElement | null, rowId: string): void {
  const input = grid?.querySelector<HTMLInputElement>(`input[data-name="${CSS.escape(rowId)}"]`);
  input?.focus();
  input?.select();
}
