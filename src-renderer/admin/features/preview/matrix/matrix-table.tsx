import {
  Fragment,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { FlagSet } from '../../../../../src-server/contract/flag-set';
import { SetBadge } from '../../../../shared/preview-frames/set-badge';
import layout from '../../../../ui/layout.module.css';
import { readGridKey } from '../../../../ui/virtual-grid/read-grid-key';
import { useVirtualGrid } from '../../../../ui/virtual-grid/use-virtual-grid';
import { useRowHeight } from '../../../platform/appearance';
import { useCommand } from '../../../platform/commands/command-store';
import { type Difference, DifferenceMap } from '../difference-map';
import type { FlagEdits } from './flag-edits';
import { type LineHeights, linesOf, type MatrixLine } from './matrix-lines';
import { GroupLine, TypeLine } from './matrix-row';
import type { MatrixGroup } from './matrix-rows';
import styles from './matrix-view.module.css';

/** A cell identified by its content, which is stable when rows come and go. */
interface NamedCell {
  readonly name: string;
  readonly setId: string;
}

interface MatrixTableProps {
  readonly groups: readonly MatrixGroup[];
  readonly sets: readonly FlagSet[];
  /** How many event types each set sees. */
  readonly totals: readonly number[];
  readonly size: number;
  readonly edits: FlagEdits;
  readonly chosen: NamedCell | null;
  readonly onChoose: (name: string, setId: string) => void;
}

/** The table itself: one tab stop; arrow keys move through its cells. Only the visible rows exist. */
export function MatrixTable({ groups, sets, totals, size, edits, chosen, onChoose }: MatrixTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => linesOf(groups), [groups]);
  /** Indexes of the lines that have cells. */
  const rows = useMemo(() => lines.flatMap(({ kind }, at) => (kind === 'type' ? [at] : [])), [lines]);
  const [focused, setFocused] = useState<NamedCell | null>(null);
  const stop = useMemo(() => {
    const known = (cell: NamedCell | null) =>
      cell !== null && lines.some(({ key }) => key === cell.name) ? cell : null;
    const first = { name: lines[rows[0] ?? -1]?.key ?? '', setId: '' };
    const cell = known(focused) ?? known(chosen) ?? first;
    const column = Math.max(
      0,
      sets.findIndex(({ id }) => id === cell.setId),
    );
    return { name: cell.name, setId: sets[column]?.id ?? '', column };
  }, [focused, chosen, lines, rows, sets]);
  const stopLine = lines.findIndex(({ key }) => key === stop.name);
  const heights = useLineHeights(scroller, lines);
  const rowPx = useCallback((index: number) => heights[lines[index]?.kind ?? 'type'], [heights, lines]);
  const grid = useVirtualGrid({
    scroller,
    count: lines.length,
    rowPx,
    active: stopLine,
    headPx: heights.head,
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const act = readGridKey(event, {
      rowCount: rows.length,
      row: rows.indexOf(stopLine),
      pageRows: grid.pageRows(),
      columns: { count: sets.length, at: stop.column, takeHomeEnd: false },
    });
    if (act?.kind !== 'move') return;
    const name = lines[rows[act.row] ?? -1]?.key;
    const setId = sets[act.column]?.id;
    if (!name || !setId) return;
    event.preventDefault();
    setFocused({ name, setId });
    grid.takeFocus();
    grid.reveal();
  };
  const show = (name: string) => {
    setFocused({ name, setId: stop.setId });
    grid.takeFocus();
    grid.reveal();
  };
  const difference = (by: 1 | -1) => () => {
    const from = rows.indexOf(stopLine);
    const after = rows.map((_, step) => rows[(from + by * (step + 1) + rows.length) % rows.length] ?? -1);
    const next = after.find((at) => isDifferent(lines[at]));
    if (next !== undefined) show(lines[next]?.key ?? '');
  };
  const differences = useMemo(() => differencesIn(lines), [lines]);
  useCommand('next-problem', difference(1), 'Next difference', true);
  useCommand('previous-problem', difference(-1), 'Previous difference', true);
  const onFocus = useCallback((name: string, setId: string) => setFocused({ name, setId }), []);
  const renderRow = (index: number) => {
    const line = lines[index];
    if (!line) return null;
    if (line.kind === 'group') return <GroupLine group={line.group} index={index} sets={sets} />;
    return (
      <TypeLine
        row={line.row}
        index={index}
        sets={sets}
        isEdited={Object.hasOwn(edits, line.key)}
        chosen={chosen?.name === line.key ? chosen.setId : null}
        stop={stop.name === line.key ? stop.setId : null}
        onChoose={onChoose}
        onFocus={onFocus}
      />
    );
  };
  const columns = sets.length + 1;
  return (
    <div className={`${layout.flex} ${layout.restDown}`}>
      <DifferenceMap differences={differences} current={focused?.name ?? null} onShow={show} />
      <div ref={scroller} className={`${layout.scrollingRest} ${styles.tableRoom}`}>
        <table
          className={styles.table}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are acted on is a grid
          role="grid"
          aria-label="Event types by flag sets"
          aria-rowcount={lines.length + 1}
          onKeyDown={onKeyDown}
        >
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col" className={styles.nameHead}>
                Event type
              </th>
              {sets.map((set, column) => (
                <th key={set.id} scope="col">
                  <span className={`${layout.lineFlat} ${layout.gapClose} ${layout.strong}`}>
                    <SetBadge set={set} />
                    <span className={styles.setName}>{set.name}</span>
                  </span>
                  <span className={styles.total}>
                    {totals[column]} of {size}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {grid.rows.map(({ index, topPx }, at) => (
              <Fragment key={lines[index]?.key}>
                <Space heightPx={topPx - (grid.rows[at - 1]?.bottomPx ?? 0)} columns={columns} />
                {renderRow(index)}
              </Fragment>
            ))}
            <Space heightPx={grid.heightPx - (grid.rows.at(-1)?.bottomPx ?? 0)} columns={columns} />
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** Whether some sets see it and others do not. */
function isDifferent(line: MatrixLine | undefined): boolean {
  return line?.kind === 'type' && new Set(line.row.visible).size > 1;
}

/** The marks of the map: only where there are others between them. */
function differencesIn(lines: readonly MatrixLine[]): readonly Difference[] {
  const marks = lines.flatMap((line, index): Difference[] =>
    line.kind === 'type' && isDifferent(line)
      ? [{ name: line.key, at: index / lines.length, flag: line.row.type.featureFlags?.[0] ?? '' }]
      : [],
  );
  return marks.length === lines.filter(({ kind }) => kind === 'type').length ? [] : marks;
}

/** Replaces the lines that are not drawn. */
function Space({ heightPx, columns }: { readonly heightPx: number; readonly columns: number }) {
  if (heightPx <= 0) return null;
  return (
    <tr aria-hidden className={styles.space}>
      <td colSpan={columns} style={{ height: heightPx }} />
    </tr>
  );
}

/**
 * The measured heights of the lines and of the head: density, zoom and narrow windows change them; all lines of a kind
 * have the same height.
 */
function useLineHeights(scroller: RefObject<HTMLElement | null>, lines: readonly MatrixLine[]): LineHeights {
  const rowHeight = useRowHeight();
  const [heights, setHeights] = useState<LineHeights>({ head: 56, group: 33, type: rowHeight + 1 });
  const measure = () => {
    setHeights((old) => {
      const head = heightOf(scroller.current, 'thead') ?? old.head;
      const group = heightOf(scroller.current, '[data-line=group]') ?? old.group;
      const type = heightOf(scroller.current, '[data-line=type]') ?? old.type;
      const isSame = old.head === head && old.group === group && old.type === type;
      return isSame ? old : { head, group, type };
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: other lines and another density may have other heights
  useLayoutEffect(measure, [lines, rowHeight]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: observes one element as long as it exists
  useEffect(() => {
    if (!scroller.current) return;
    const observer = new ResizeObserver(measure);
    observer.observe(scroller.current);
    return () => observer.disconnect();
  }, [scroller]);
  return heights;
}

function heightOf(scroller: HTMLElement | null, selector: string): number | null {
  return scroller?.querySelector(selector)?.getBoundingClientRect().height ?? null;
}
