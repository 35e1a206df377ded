import type uPlot from 'uplot';
import type { ChartColors } from './chart-colors';
import type { ChartKind, MarkKind, PlotFacts } from './plot-facts';

/** A gap narrower than this has no word in it, in CSS pixels. */
const WORD_PX = 64;

/** Gaps as hatched areas, the widest of which says what they are, and the chosen span as a background. */
export function drawUnder(plot: uPlot, { series, span }: PlotFacts, colors: ChartColors): void {
  const { ctx, bbox } = plot;
  const x = (atS: number) =>
    Math.min(bbox.left + bbox.width, Math.max(bbox.left, plot.valToPos(atS, 'x', true)));
  ctx.save();
  if (span) {
    ctx.fillStyle = colors.selected;
    ctx.fillRect(x(span.fromS), bbox.top, Math.max(2, x(span.untilS) - x(span.fromS)), bbox.height);
  }
  let widest = { left: 0, width: 0 };
  for (const { fromS, untilS } of series.gaps) {
    const left = x(fromS);
    const width = Math.max(1, x(untilS + 1) - left);
    fillHatched(ctx, left, bbox.top, width, bbox.height, colors.hairline);
    if (width > widest.width) widest = { left, width };
  }
  if (widest.width > WORD_PX * devicePixelRatio) {
    ctx.font = FONT();
    ctx.fillStyle = colors.muted;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ctx.fillText('No data', widest.left + widest.width / 2, bbox.top + bbox.height / 2);
  }
  ctx.restore();
}

/** The limit, the edges of the span, and the marks. */
export function drawOver(
  plot: uPlot,
  kind: ChartKind,
  { limit, span, marks, compared }: PlotFacts,
  colors: ChartColors,
): void {
  const { ctx, bbox } = plot;
  const scale = devicePixelRatio;
  const right = bbox.left + bbox.width;
  ctx.save();
  ctx.lineWidth = 1.25 * scale;
  const max = plot.scales.y?.max ?? 0;
  if (kind === 'rate' && limit !== null && limit <= max) {
    const y = plot.valToPos(limit, 'y', true);
    line(ctx, [bbox.left, y, right, y], colors.text, [5 * scale, 4 * scale]);
  }
  const second = compared?.limit ?? null;
  if (kind === 'rate' && second !== null && second <= max) {
    const y = plot.valToPos(second, 'y', true);
    line(ctx, [bbox.left, y, right, y], colors.inFlight, [1.5 * scale, 3 * scale]);
  }
  const vertical = (atS: number, color: string, dash: number[]) => {
    const x = plot.valToPos(atS, 'x', true);
    if (x >= bbox.left && x <= right) line(ctx, [x, bbox.top, x, bbox.top + bbox.height], color, dash);
  };
  for (const [index, mark] of marks.entries()) {
    const { color, dash } = MARK_LOOK[mark.kind];
    vertical(
      mark.atS,
      colors[color],
      dash.map((length) => length * scale),
    );
    // The charts stand one below the other.
    if (kind === 'rate') write(plot, mark.atS, { text: mark.label, color: colors[color], row: index % 3 });
  }
  if (span) for (const edge of [span.fromS, span.untilS]) vertical(edge, colors.accent, []);
  ctx.restore();
}

/** How the line of each kind of mark looks; its label tells them apart without color. */
const MARK_LOOK: Readonly<Record<MarkKind, { readonly color: keyof ChartColors; readonly dash: number[] }>> =
  {
    outage: { color: 'failed', dash: [] },
    limit: { color: 'waiting', dash: [6, 3] },
    paused: { color: 'muted', dash: [2, 2] },
    resumed: { color: 'delivered', dash: [2, 2] },
    restart: { color: 'accent', dash: [8, 3] },
    changed: { color: 'text', dash: [1, 3] },
  };

const FONT = () => `${11 * devicePixelRatio}px "Inter Variable", system-ui, sans-serif`;
const ROW_PX = 13;

interface MarkText {
  readonly text: string;
  readonly color: string;
  /** So that marks close to each other stand one below the other. */
  readonly row: number;
}

/** A word beside a mark, on the side where it has room. */
function write({ ctx, bbox, valToPos }: uPlot, atS: number, { text, color, row }: MarkText): void {
  const x = valToPos(atS, 'x', true);
  if (x < bbox.left || x > bbox.left + bbox.width) return;
  const gap = 4 * devicePixelRatio;
  ctx.font = FONT();
  ctx.fillStyle = color;
  ctx.textBaseline = 'top';
  ctx.textAlign = x < bbox.left + bbox.width / 2 ? 'left' : 'right';
  const top = bbox.top + gap + row * ROW_PX * devicePixelRatio;
  ctx.fillText(text, x + (ctx.textAlign === 'left' ? gap : -gap), top);
}

function line(
  ctx: CanvasRenderingContext2D,
  [x1, y1, x2, y2]: readonly [number, number, number, number],
  color: string,
  dash: number[],
): void {
  ctx.strokeStyle = color;
  ctx.setLineDash(dash);
  ctx.beginPath();
  ctx.moveTo(x1, y1);
  ctx.lineTo(x2, y2);
  ctx.stroke();
  ctx.setLineDash([]);
}

/** Slanted lines, six pixels apart, cut to a rectangle. */
function fillHatched(
  ctx: CanvasRenderingContext2D,
  left: number,
  top: number,
  width: number,
  height: number,
  color: string,
): void {
  const step = 6 * devicePixelRatio;
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, top, width, height);
  ctx.clip();
  ctx.strokeStyle = color;
  ctx.lineWidth = 1.25 * devicePixelRatio;
  ctx.setLineDash([]); // the one of the last series is still set
  ctx.beginPath();
  // Starts at a multiple of the step, so that the pattern stays still while time moves on.
  for (let x = Math.floor((left - height) / step) * step; x < left + width; x += step) {
    ctx.moveTo(x, top + height);
    ctx.lineTo(x + height, top);
  }
  ctx.stroke();
  ctx.restore();
}
