import { type RefObject, useCallback, useEffect, useState } from 'react';
import { type RowWindow, rowWindow } from '../../../ui/row-window';

export interface TreeView {
  /** The rows to draw. */
  readonly window: RowWindow;
  /** How many rows are in sight. */
  readonly page: number;
  readonly onScroll: () => void;
}

/** What is in sight of a list with rows of equal height. Says something new only when other rows are. */
export function useTreeView(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
): TreeView {
  const [view, setView] = useState({ top: 0, height: 800 });
  const measure = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const top = Math.floor(element.scrollTop / rowHeight) * rowHeight;
    const height = element.clientHeight + rowHeight;
    setView((old) => (old.top === top && old.height === height ? old : { top, height }));
  }, [scroller, rowHeight]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, measure]);
  return {
    window: rowWindow(count, rowHeight, view.top, view.height),
    page: Math.max(1, Math.floor(view.height / rowHeight) - 2),
    onScroll: measure,
  };
}
