import { type CSSProperties, type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { classNames } from '../../../ui/class-names';
import layout from '../../../ui/layout.module.css';
import { useStableCallback } from '../../../ui/use-stable-callback';
import { readGridKey } from '../../../ui/virtual-grid/read-grid-key';
import { useVirtualGrid } from '../../../ui/virtual-grid/use-virtual-grid';
import { useChangesSince } from '../../data/use-catalog';
import { useChangedNames } from '../../data/use-changes';
import type { LastSent } from '../../data/use-last-sent';
import { useViolationCounts } from '../../data/use-payload-fit';
import { useUnsavedNames } from '../../parts/schema-drafts/use-unsaved-names';
import { useRowHeight } from '../../platform/appearance';
import { useCommand } from '../../platform/commands/command-store';
import { useTo } from '../../platform/instance';
import { branchOf } from './branch-of';
import type { CatalogRow } from './catalog-rows';
import styles from './catalog-screen.module.css';
import { CatalogTreeRow } from './catalog-tree-row';
import type { Selection } from './use-selection';

interface CatalogTreeProps {
  readonly rows: readonly CatalogRow[];
  readonly selection: Selection;
  /** Shown if the list is ordered by it. */
  readonly lastSent?: LastSent | undefined;
  /** Opens or closes a group. */
  readonly onFold: (key: string, open: boolean) => void;
}

/** The catalog as a tree; only the visible rows exist, so tens of thousands are fine. */
export function CatalogTree({ rows, selection, lastSent, onFold }: CatalogTreeProps) {
  const { name } = useParams();
  const { search } = useLocation();
  const to = useTo();
  const navigate = useNavigate();
  const rowHeight = useRowHeight();
  const violating = useViolationCounts();
  const unsaved = useUnsavedNames();
  const edits = useChangedNames().data;
  const since = useChangesSince()?.what;
  const scroller = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<string | null>(name ?? null);
  const at = useMemoRow(rows, current, name);
  const grid = useVirtualGrid({ scroller, count: rows.length, rowPx: rowHeight, active: at });
  useOpenedByLink(rows[at]?.key === name, grid.reveal);

  const open = (row: CatalogRow | undefined) => {
    if (row?.kind !== 'type' || row.key === name) return;
    void navigate(to('catalog', row.key) + search, { replace: name !== undefined });
  };
  const focusRow = (index: number) => {
    const row = rows[index];
    if (!row) return;
    setCurrent(row.key);
    grid.takeFocus();
    grid.reveal();
  };

  const press = useStableCallback((index: number, event: MouseEvent) => {
    const row = rows[index];
    if (!row) return;
    focusRow(index);
    const isChevron = (event.target as HTMLElement).closest('[data-chevron]') !== null;
    if (row.kind === 'group' && (isChevron || !selection.isOn)) onFold(row.key, !row.isOpen);
    else if (event.shiftKey) selection.extend(row, rows);
    else if (selection.isOn || event.ctrlKey || event.metaKey) selection.toggle(row);
    else open(row);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[at];
    if (!row) return;
    const place = { rowCount: rows.length, row: at, pageRows: grid.pageRows(), branch: branchOf(row, at) };
    const act = readGridKey(event, place);
    if (!act) return;
    if (act.kind === 'escape') {
      if (selection.isOn) selection.names.size > 0 ? selection.clear() : selection.end();
      return;
    }
    if (act.kind === 'select-all' && !selection.isOn) return;
    event.preventDefault();
    if (act.kind === 'move') {
      focusRow(act.row);
      if (!selection.isOn) open(rows[act.row]);
    } else if (act.kind === 'expand') onFold(row.key, act.open);
    else if (act.kind === 'select-all') selection.add(rows.flatMap(namesOf));
    else if (act.kind === 'select' && selection.isOn) {
      act.range ? selection.extend(row, rows) : selection.toggle(row);
    } else if (row.kind === 'group') onFold(row.key, !row.isOpen);
    else open(row);
  };
  const row = rows[at];
  useCommand('select', row ? () => selection.toggle(row) : null);
  useCommand('select-range', row ? () => selection.extend(row, rows) : null);

  return (
    <div
      ref={scroller}
      role="treegrid"
      aria-label="Event types"
      aria-rowcount={rows.length}
      {...(selection.isOn ? { 'aria-multiselectable': true } : {})}
      tabIndex={-1}
      className={classNames(layout.scroller)}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        if (event.target === event.currentTarget) focusRow(at);
      }}
    >
      <div
        role="presentation"
        className={styles.rows}
        style={{ '--height': `${grid.heightPx}px` } as CSSProperties}
      >
        {grid.rows.map(({ index, topPx }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <CatalogTreeRow
              key={row.key}
              row={row}
              index={index}
              top={topPx}
              isCurrent={index === at}
              isChosen={row.key === name}
              selection={selection.isOn ? selectionOf(row, selection.names) : null}
              violating={violating?.get(row.key) ?? 0}
              isUnsaved={unsaved.has(row.key)}
              edit={edits?.get(row.key)}
              since={since}
              sentAt={lastSent && (lastSent.get(row.key) ?? null)}
              onPress={press}
            />
          );
        })}
      </div>
    </div>
  );
}

/**
 * Index of the row that has or would get the focus: its previous place, otherwise what is shown, otherwise the first.
 */
function useMemoRow(rows: readonly CatalogRow[], current: string | null, name: string | undefined): number {
  const kept = useRef({ rows, current, name, at: -1 });
  const last = kept.current;
  if (last.at < 0 || last.rows !== rows || last.current !== current || last.name !== name) {
    const found = rows.findIndex(({ key }) => key === current);
    const at = found >= 0 ? found : rows.findIndex(({ key }) => key === name);
    kept.current = { rows, current, name, at: Math.max(0, at) };
  }
  return kept.current.at;
}

/** A row chosen by a link may be far down: scrolls it into view once it is there. */
function useOpenedByLink(isThere: boolean, reveal: (block: 'center') => void): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current || !isThere) return;
    isDone.current = true;
    reveal('center');
  }, [isThere, reveal]);
}

function namesOf(row: CatalogRow): readonly string[] {
  return row.kind === 'group' ? row.names : [row.key];
}

function selectionOf(row: CatalogRow, names: ReadonlySet<string>): 'all' | 'some' | 'none' {
  const own = namesOf(row);
  let count = 0;
  for (const name of own) if (names.has(name)) count += 1;
  return count === own.length ? 'all' : count > 0 ? 'some' : 'none';
}
