import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useReducer, useRef } from 'react';
import { drawnRows } from './drawn-rows';

interface VirtualGridOptions {
  /** The scrolling element. Each row in it has its number as `data-row`. */
  readonly scroller: RefObject<HTMLElement | null>;
  readonly count: number;
  /** Height of every row in CSS pixels, or of each row by its number. A different function means different heights. */
  readonly rowPx: number | ((index: number) => number);
  /** Number of the row that Tab reaches; -1 for none. */
  readonly active: number;
  /** Height of a sticky head at the top of the scroller, above the rows. */
  readonly headPx?: number;
  /** The initial scroll position. */
  readonly initialScrollPx?: number;
}

/** A row to draw: its number, and its distance from the top of all rows, in CSS pixels. */
export interface VisibleRow {
  readonly index: number;
  readonly topPx: number;
  readonly bottomPx: number;
}

export interface VirtualGrid {
  /** In reading order; always includes the active row. */
  readonly rows: readonly VisibleRow[];
  /** Height of all rows. */
  readonly heightPx: number;
  /** Number of the last visible row. */
  readonly lastInSight: number;
  /** How far Page Up and Page Down move. */
  readonly pageRows: () => number;
  /** Focuses the active row, or its cell, once it is drawn. */
  readonly takeFocus: () => void;
  /** Scrolls the active row into view once it is drawn; `center` centers it unless it is already visible. */
  readonly reveal: (block?: Reveal) => void;
}

type Reveal = 'nearest' | 'center';

/** Rows drawn beyond the visible ones, so that fast scrolling shows no gaps. */
const OVERSCAN_ROWS = 10;
/** Drawn before the scroller has been measured. */
const FIRST_RECT = { width: 0, height: 800 };

/**
 * A list of which only the visible rows exist: which rows to draw, where the focus goes, and what is scrolled into
 * view. The caller knows which row is active, draws the rows, and gives the only tab stop to the active row or to a
 * cell in it. `scroll-padding` of the scroller keeps rows clear of what sticks to its edges.
 */
export function useVirtualGrid(options: VirtualGridOptions): VirtualGrid {
  const { scroller, count, rowPx, active, headPx = 0, initialScrollPx = 0 } = options;
  const heightOf = useCallback(
    (index: number) => (typeof rowPx === 'number' ? rowPx : rowPx(index)),
    [rowPx],
  );
  const rangeExtractor = useCallback(
    (range: Range) => drawnRows(defaultRangeExtractor(range), active, range.count),
    [active],
  );
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: heightOf,
    overscan: OVERSCAN_ROWS,
    scrollMargin: headPx,
    initialRect: FIRST_RECT,
    initialOffset: initialScrollPx,
    rangeExtractor,
    // Rows beyond the visible ones are already drawn: a frame need not wait for more of them.
    useFlushSync: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other heights put the rows elsewhere
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, heightOf]);
  const center = () => virtualizer.scrollToIndex(active, { align: 'center' });
  return {
    rows: virtualizer.getVirtualItems().map(({ index, start, end }) => ({
      index,
      topPx: start - headPx,
      bottomPx: end - headPx,
    })),
    heightPx: virtualizer.getTotalSize(),
    lastInSight: virtualizer.range?.endIndex ?? 0,
    pageRows: () => {
      const shownPx = (virtualizer.scrollRect?.height ?? 0) - headPx;
      return Math.max(1, Math.floor(shownPx / heightOf(Math.max(0, active))) - 1);
    },
    ...useActiveRow(scroller, active, center),
  };
}

/**
 * Focus and scrolling wait for the next rendering: only then is the active row in its final place. If an element is
 * missing then, such as a cell that has become an input, nothing waits for it: it would steal the focus later.
 */
function useActiveRow(
  scroller: RefObject<HTMLElement | null>,
  active: number,
  center: () => void,
): Pick<VirtualGrid, 'takeFocus' | 'reveal'> {
  const wantsFocus = useRef(false);
  const wantsReveal = useRef<Reveal | null>(null);
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  useLayoutEffect(() => {
    const [takesFocus, block] = [wantsFocus.current, wantsReveal.current];
    if (!takesFocus && block === null) return;
    wantsFocus.current = false;
    wantsReveal.current = null;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${active}"]`);
    if (!row) return;
    const stop = row.matches('[tabindex]') ? row : row.querySelector<HTMLElement>('[tabindex="0"]');
    if (takesFocus) stop?.focus({ preventScroll: true });
    if (block === 'nearest') (stop ?? row).scrollIntoView({ block, inline: 'nearest' });
    else if (block === 'center' && !isInSight(row, scroller.current)) center();
  });
  const takeFocus = useCallback(() => {
    wantsFocus.current = true;
    drawAgain();
  }, []);
  const reveal = useCallback((block: Reveal = 'nearest') => {
    wantsReveal.current = block;
    drawAgain();
  }, []);
  return { takeFocus, reveal };
}

function isInSight(row: HTMLElement, scroller: HTMLElement | null): boolean {
  const box = row.getBoundingClientRect();
  const view = scroller?.getBoundingClientRect();
  // A zoomed page has fractional pixels.
  return view !== undefined && box.top > view.top - 1 && box.bottom < view.bottom + 1;
}
