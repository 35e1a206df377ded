import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { useRowHeight } from '../../../platform/appearance';
import type { LineHeights, MatrixLine } from './matrix-lines';

/**
 * The measured heights of the lines and of the head: density, zoom and narrow windows change them; all lines of a kind
 * have the same height.
 */
export function useLineHeights(
  scroller: RefObject<HTMLElement | null>,
  lines: readonly MatrixLine[],
): LineHeights {
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
