import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { FlagSet } from '../../../../../src-server/contract/flag-set';
import { SetBadge } from '../sets/set-badge';
import type { FlagEdits } from './flag-edits';
import { cellAfterKey } from './grid-keys';
import { linesOf } from './matrix-lines';
import { GroupLine, TypeLine } from './matrix-row';
import type { MatrixGroup } from './matrix-rows';
import styles from './matrix-view.module.css';
import { useMatrixWindow } from './use-matrix-window';

/** A cell by what it is about, which stays when rows come and go. */
interface NamedCell {
  readonly name: string;
  readonly letter: string;
}

export interface MatrixTableProps {
  readonly groups: readonly MatrixGroup[];
  readonly sets: readonly FlagSet[];
  /** How many event types each set sees. */
  readonly totals: readonly number[];
  readonly size: number;
  readonly edits: FlagEdits;
  readonly chosen: NamedCell | null;
  readonly onChoose: (name: string, letter: string) => void;
}

/**
 * The table itself: one stop for Tab, and arrow keys lead through its cells. Only the rows in sight exist; the one in
 * reach of Tab exists wherever it is, so that scrolling never loses the focus.
 */
export function MatrixTable({ groups, sets, totals, size, edits, chosen, onChoose }: MatrixTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => linesOf(groups), [groups]);
  /** Numbers of the lines that have cells. */
  const rows = useMemo(() => lines.flatMap(({ kind }, at) => (kind === 'type' ? [at] : [])), [lines]);
  const [focused, setFocused] = useState<NamedCell | null>(null);
  const stop = useMemo(() => {
    const known = (cell: NamedCell | null) =>
      cell !== null && lines.some(({ key }) => key === cell.name) ? cell : null;
    const first = { name: lines[rows[0] ?? -1]?.key ?? '', letter: '' };
    const cell = known(focused) ?? known(chosen) ?? first;
    const column = Math.max(
      0,
      sets.findIndex(({ letter }) => letter === cell.letter),
    );
    return { name: cell.name, letter: sets[column]?.letter ?? '', column };
  }, [focused, chosen, lines, rows, sets]);
  const stopLine = lines.findIndex(({ key }) => key === stop.name);
  const view = useMatrixWindow(scroller, lines, stopLine);
  const wanted = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (wanted.current !== null && focusCell(scroller.current, wanted.current)) wanted.current = null;
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const from = { row: rows.indexOf(stopLine), column: stop.column };
    const next = cellAfterKey(from, event.key, { rows: rows.length, columns: sets.length, page: view.page });
    const line = next && rows[next.row];
    const name = line !== null && line !== undefined && lines[line]?.key;
    const letter = next && sets[next.column]?.letter;
    if (!name || !letter) return;
    event.preventDefault();
    const id = `${name}/${letter}`;
    setFocused({ name, letter });
    if (focusCell(scroller.current, id)) return;
    wanted.current = id;
    view.scrollTo(line);
  };
  return (
    <div ref={scroller} className={styles.tableRoom} onScroll={view.onScroll}>
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
              <th key={set.letter} scope="col">
                <span className={styles.setHead}>
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
          {view.drawn.map((part) => {
            if (part.kind === 'room') {
              return (
                <tr key={`room ${part.at}`} aria-hidden className={styles.room}>
                  <td colSpan={sets.length + 1} style={{ height: part.heightPx }} />
                </tr>
              );
            }
            const line = lines[part.at];
            if (!line) return null;
            const place = part.at + 2;
            if (line.kind === 'group')
              return <GroupLine key={line.key} group={line.group} place={place} sets={sets} />;
            return (
              <TypeLine
                key={line.key}
                row={line.row}
                place={place}
                sets={sets}
                isEdited={Object.hasOwn(edits, line.key)}
                chosen={chosen?.name === line.key ? chosen.letter : null}
                stop={stop.name === line.key ? stop.letter : null}
                onChoose={onChoose}
                onFocus={(name, letter) => setFocused({ name, letter })}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Gives a cell the focus. False: it is not drawn yet. */
function focusCell(scroller: HTMLElement | null, id: string): boolean {
  const cell = scroller?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(id)}"]`);
  cell?.focus();
  return cell !== null && cell !== undefined;
}
