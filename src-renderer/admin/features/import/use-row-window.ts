import { useEffect, useLayoutEffect, useState } from 'react';
import type { ImportRun } from './import-run';

const ROW_PX = 36;
const CARD_PX = 118;
const HEAD_PX = 32;
/** Narrower than this, rows are cards. */
const NARROW_PX = 720;
const OVERSCAN_ROWS = 8;

/** Height of a line, or of a card. */
export function rowHeight(isNarrow: boolean): number {
  return isNarrow ? CARD_PX : ROW_PX;
}

/** Which rows of a long list are in sight. Renders again only when that changes; remembers how far it is scrolled. */
export function useRowWindow(grid: { readonly current: HTMLDivElement | null }, run: ImportRun) {
  const [state, setState] = useState({ first: 0, count: 20, isNarrow: false });
  const { first, count, isNarrow } = state;
  const height = rowHeight(isNarrow);
  useEffect(() => {
    const element = grid.current;
    if (!element) return;
    const look = () => {
      const narrow = element.clientWidth < NARROW_PX;
      const next = {
        first: Math.max(0, Math.floor((element.scrollTop - HEAD_PX) / rowHeight(narrow))),
        count: Math.ceil(element.clientHeight / rowHeight(narrow)) + 1,
        isNarrow: narrow,
      };
      setState((old) =>
        old.first === next.first && old.count === next.count && old.isNarrow === narrow ? old : next,
      );
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [grid]);
  useLayoutEffect(() => {
    const element = grid.current;
    if (!element) return;
    element.scrollTop = run.store.getState().scrollTop;
    return () => run.set({ scrollTop: element.scrollTop });
  }, [grid, run]);
  return {
    isNarrow,
    count,
    /** The rows to draw: those in sight, some around them, and `held`, which has the focus. */
    indexes(total: number, held: number): number[] {
      const from = Math.max(0, first - OVERSCAN_ROWS);
      const to = Math.min(total, first + count + OVERSCAN_ROWS);
      const shown = Array.from({ length: Math.max(0, to - from) }, (_, step) => from + step);
      return held >= 0 && !(held >= from && held < to) ? [...shown, held] : shown;
    },
    reveal(index: number): void {
      const element = grid.current;
      if (!element) return;
      const top = index * height;
      if (top < element.scrollTop) element.scrollTop = top;
      else if (top + height + HEAD_PX > element.scrollTop + element.clientHeight) {
        element.scrollTop = top + height + HEAD_PX - element.clientHeight;
      }
    },
  };
}
