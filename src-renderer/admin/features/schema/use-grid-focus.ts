import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { EditRow } from '../../../shared/schema-edit/edit-rows';
import { type RowWindow, rowWindow } from '../../../ui/row-window';
import type { Column } from './grid-keys';

export interface GridFocus {
  readonly column: Column;
  setColumn(column: Column): void;
  /** The rows to draw; the one in focus is always among them, see `extra`. */
  readonly window: RowWindow;
  /** Number of the row in focus when it is out of sight, and must exist all the same; else null. */
  readonly extra: number | null;
  /** How many rows are in sight. */
  readonly page: number;
  readonly width: number;
  onScroll(): void;
  /** The next row in focus gets the focus of the page, too. */
  take(): void;
}

/** Where the focus is in a grid that draws only what is in sight, and what is in sight. */
export function useGridFocus(
  scroller: RefObject<HTMLElement | null>,
  rows: readonly EditRow[],
  at: number,
  rowHeight: number,
): GridFocus {
  const [column, setColumn] = useState<Column>('key');
  const [view, setView] = useState({ top: 0, height: 600, width: 800 });
  const wanted = useRef(false);
  const [asked, setAsked] = useState(0);
  const measure = () => {
    const element = scroller.current;
    if (!element) return;
    const next = { top: element.scrollTop, height: element.clientHeight, width: element.clientWidth };
    setView((old) =>
      old.top === next.top && old.height === next.height && old.width === next.width ? old : next,
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: watches one element as long as it is there
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  const pointer = rows[at]?.pointer;
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || pointer === undefined) return;
    const top = at * rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + rowHeight > element.scrollTop + element.clientHeight) {
      element.scrollTop = top + rowHeight - element.clientHeight;
    }
  }, [scroller, at, pointer, rowHeight]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: acts after the drawing that `take` asked for
  useLayoutEffect(() => {
    if (!wanted.current) return;
    const cell = scroller.current?.querySelector<HTMLElement>('[data-current-cell]');
    if (!cell) return;
    wanted.current = false;
    cell.focus({ preventScroll: true });
  }, [scroller, at, pointer, column, asked]);
  const shown = rowWindow(rows.length, rowHeight, view.top, view.height);
  return {
    column,
    setColumn,
    window: shown,
    extra: at < shown.from || at >= shown.to ? at : null,
    page: Math.max(1, Math.floor(view.height / rowHeight) - 1),
    width: view.width,
    onScroll: measure,
    take: () => {
      wanted.current = true;
      setAsked((times) => times + 1);
    },
  };
}
