import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { classNames } from '../../../ui/class-names';
import { useChangesSince } from '../../data/use-catalog';
import type { LastSent } from '../../data/use-last-sent';
import { useMisfits } from '../../data/use-payload-fit';
import { useRowHeight } from '../../platform/appearance';
import { useCommand } from '../../platform/commands/command-store';
import { useTo } from '../../platform/instance';
import type { CatalogRow } from './catalog-rows';
import styles from './catalog-tree.module.css';
import { CatalogTreeRow } from './catalog-tree-row';
import { readTreeKey } from './tree-keys';
import type { Selection } from './use-selection';
import { useTreeView } from './use-tree-view';

export interface CatalogTreeProps {
  readonly rows: readonly CatalogRow[];
  readonly selection: Selection;
  /** Shown where the list is ordered by it. */
  readonly lastSent?: LastSent | undefined;
  /** Opens or closes a group. */
  readonly onFold: (key: string, open: boolean) => void;
}

/** The catalog as a tree; only the rows in sight exist, so tens of thousands are fine. */
export function CatalogTree({ rows, selection, lastSent, onFold }: CatalogTreeProps) {
  const { name } = useParams();
  const { search } = useLocation();
  const to = useTo();
  const navigate = useNavigate();
  const rowHeight = useRowHeight();
  const misfits = useMisfits();
  const since = useChangesSince()?.what;
  const scroller = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<string | null>(name ?? null);
  const { window: shown, page, onScroll } = useTreeView(scroller, rows.length, rowHeight);
  const at = useMemoRow(rows, current, name);
  const wantsFocus = useRef(false);

  const open = (row: CatalogRow | undefined) => {
    if (row?.kind !== 'type' || row.key === name) return;
    void navigate(to('catalog', row.key) + search, { replace: name !== undefined });
  };
  const focusRow = (index: number) => {
    const row = rows[index];
    const element = scroller.current;
    if (!row || !element) return;
    setCurrent(row.key);
    // One that is drawn can have it now; the others once they are.
    const drawn = element.querySelector<HTMLElement>(`[data-key="${CSS.escape(row.key)}"]`);
    drawn?.focus({ preventScroll: true });
    wantsFocus.current = !drawn;
    const top = index * rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + rowHeight > element.scrollTop + element.clientHeight) {
      element.scrollTop = top + rowHeight - element.clientHeight;
    }
  };
  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    const row = scroller.current?.querySelector<HTMLElement>('[role=row][tabindex="0"]');
    wantsFocus.current = false;
    row?.focus({ preventScroll: true });
  });
  useOpenedByLink(scroller, rows, name, rowHeight);

  const press = useLatest((index: number, event: MouseEvent) => {
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
    if (event.key === 'Escape' && selection.isOn) {
      selection.names.size > 0 ? selection.clear() : selection.end();
      return;
    }
    const act = readTreeKey(event, rows, at, page, selection.isOn);
    if (!act) return;
    event.preventDefault();
    const row = rows[at];
    if (act.kind === 'focus') {
      focusRow(act.row);
      if (!selection.isOn) open(rows[act.row]);
    } else if (act.kind === 'fold') onFold(act.key, act.open);
    else if (act.kind === 'open') open(row);
    else if (act.kind === 'tick-all') selection.add(rows.flatMap(namesOf));
    else if (row) selection.toggle(row);
  };
  const row = rows[at];
  useCommand('select', row ? () => selection.toggle(row) : null);
  useCommand('select-range', row ? () => selection.extend(row, rows) : null);

  const draw = (index: number) => {
    const one = rows[index];
    if (!one) return null;
    return (
      <CatalogTreeRow
        key={one.key}
        row={one}
        index={index}
        top={index * rowHeight}
        isCurrent={index === at}
        isChosen={one.key === name}
        tick={selection.isOn ? tickOf(one, selection.names) : null}
        misfits={misfits?.get(one.key) ?? 0}
        since={since}
        sentAt={lastSent && (lastSent.get(one.key) ?? null)}
        onPress={press}
      />
    );
  };
  const drawn = Array.from({ length: shown.to - shown.from }, (_, offset) => shown.from + offset);
  return (
    <div
      ref={scroller}
      role="treegrid"
      aria-label="Event types"
      aria-rowcount={rows.length}
      {...(selection.isOn ? { 'aria-multiselectable': true } : {})}
      tabIndex={-1}
      className={classNames(styles.tree)}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        if (event.target === event.currentTarget) focusRow(at);
      }}
    >
      <div
        role="presentation"
        className={styles.rows}
        style={{ '--height': `${rows.length * rowHeight}px` } as CSSProperties}
      >
        {at < shown.from && draw(at)}
        {drawn.map(draw)}
        {at >= shown.to && draw(at)}
      </div>
    </div>
  );
}

/** Number of the row that has the focus, or would get it: where it was, else what is shown, else the first. */
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

/** Opened by a link, the chosen row may be far down: brings it into sight once it is there. */
function useOpenedByLink(
  scroller: { readonly current: HTMLElement | null },
  rows: readonly CatalogRow[],
  name: string | undefined,
  rowHeight: number,
): void {
  const isDone = useRef(false);
  useEffect(() => {
    const element = scroller.current;
    if (isDone.current || !name || !element) return;
    const index = rows.findIndex(({ key }) => key === name);
    if (index < 0) return;
    isDone.current = true;
    if ((index + 1) * rowHeight > element.clientHeight) {
      element.scrollTop = Math.max(0, index * rowHeight - element.clientHeight / 3);
    }
  });
}

/** A function that is always the same and does what the newest one does, so that rows need not be drawn again. */
function useLatest<A extends readonly unknown[]>(run: (...args: A) => void): (...args: A) => void {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  return useCallback((...args: A) => latest.current(...args), []);
}

function namesOf(row: CatalogRow): readonly string[] {
  return row.kind === 'group' ? row.names : [row.key];
}

function tickOf(row: CatalogRow, names: ReadonlySet<string>): 'all' | 'some' | 'none' {
  const own = namesOf(row);
  let count = 0;
  for (const name of own) if (names.has(name)) count += 1;
  return count === own.length ? 'all' : count > 0 ? 'some' : 'none';
}
