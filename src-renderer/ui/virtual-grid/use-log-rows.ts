import { useEffect, useRef, useState } from 'react';
import { useIsNarrower } from '../use-is-narrower';
import { useVirtualGrid } from './use-virtual-grid';

interface LogRowsOptions {
  /** Newest first. */
  readonly items: readonly { readonly id: string }[];
  /** Height of a line in CSS pixels. */
  readonly rowPx: number;
  /** The last rows are visible. */
  readonly onNearEnd: () => void;
  /** True once the user has scrolled away from the newest rows. */
  readonly onScrolled: (away: boolean) => void;
}

const NEAR_END_ROWS = 30;
/** Below this width a row has two lines, so that what tells it from the others still fits. */
const NARROW_PX = 560;

/** The rows of a log in a `LogFrame`. The active row is known by its id: new rows above it do not move the focus. */
export function useLogRows({ items, rowPx, onNearEnd, onScrolled }: LogRowsOptions) {
  const [activeId, setActiveId] = useState('');
  const active = Math.max(
    0,
    items.findIndex(({ id }) => id === activeId),
  );
  const scroller = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrower(scroller, NARROW_PX);
  const grid = useVirtualGrid({ scroller, count: items.length, rowPx: isNarrow ? 2 * rowPx : rowPx, active });
  const isNearEnd = grid.lastInSight >= items.length - NEAR_END_ROWS;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page with few rows must be followed by another
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  }, [isNearEnd, items.length, onNearEnd]);
  useEffect(() => () => onScrolled(false), [onScrolled]);
  return {
    grid,
    scroller,
    /** True: each row has two lines. */
    isNarrow,
    /** Number of the row that Tab reaches. */
    active,
    setActiveId,
    /** Makes a row the active one, with the focus. */
    moveTo(id: string) {
      setActiveId(id);
      grid.takeFocus();
      grid.reveal();
    },
    onScroll: (topPx: number) => onScrolled(topPx > rowPx / 2),
  };
}
