import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { useRowHeight } from '../../../platform/appearance';
import { type DrawnLine, drawnLines, type LineHeights, lineTops, type MatrixLine } from './matrix-lines';

export interface MatrixWindow {
  readonly drawn: readonly DrawnLine[];
  /** How many event types are in sight. */
  readonly page: number;
  readonly onScroll: () => void;
  /** Brings a line into sight that is not drawn. */
  readonly scrollTo: (line: number) => void;
}

/** A scroll of less changes nothing that is drawn, in pixels. */
const STEP_PX = 64;

/**
 * What is drawn of the matrix. The heights are those of the lines that stand there: density, zoom and narrow windows
 * change them, and every line of a kind has the same.
 */
export function useMatrixWindow(
  scroller: RefObject<HTMLElement | null>,
  lines: readonly MatrixLine[],
  kept: number,
): MatrixWindow {
  const rowHeight = useRowHeight();
  const [heights, setHeights] = useState<LineHeights>({ group: 33, type: rowHeight + 1 });
  const [view, setView] = useState({ top: 0, height: 900 });
  const measure = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const top = Math.floor(element.scrollTop / STEP_PX) * STEP_PX;
    const height = element.clientHeight + STEP_PX;
    setView((old) => (old.top === top && old.height === height ? old : { top, height }));
    setHeights((old) => {
      const group = heightOf(element, 'group') ?? old.group;
      const type = heightOf(element, 'type') ?? old.type;
      return old.group === group && old.type === type ? old : { group, type };
    });
  }, [scroller]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, measure]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other lines and another density may have other heights
  useLayoutEffect(measure, [measure, lines, rowHeight]);
  const tops = useMemo(() => lineTops(lines, heights), [lines, heights]);
  return {
    drawn: drawnLines(tops, view.top, view.height, kept),
    page: Math.max(1, Math.floor(view.height / heights.type) - 3),
    onScroll: measure,
    scrollTo: (line) => {
      const element = scroller.current;
      const top = tops[line] ?? 0;
      if (!element) return;
      element.scrollTop = top < element.scrollTop ? top : top - element.clientHeight / 2;
    },
  };
}

function heightOf(element: HTMLElement, kind: MatrixLine['kind']): number | null {
  return element.querySelector(`[data-line="${kind}"]`)?.getBoundingClientRect().height ?? null;
}
