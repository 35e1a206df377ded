import type uPlot from 'uplot';
import { TOLERANCE } from '../../../ui/fuse-bar-geometry';
import type { ChartColors } from './chart-colors';
import type { ChartKind, PlotFacts } from './plot-facts';

/** Hatched gaps, and the chosen span as a background. */
export function drawUnder(plot: uPlot, { series, span }: PlotFacts, colors: ChartColors): void {
  const { ctx, bbox } = plot;
  const x = (atS: number) =>
    Math.min(bbox.left + bbox.width, Math.max(bbox.left, plot.valToPos(atS, 'x', true)));
  ctx.save();
  if (span) {
    ctx.fillStyle = colors.selected;
    ctx.fillRect(x(span.fromS), bbox.top, Math.max(2, x(span.untilS) - x(span.fromS)), bbox.height);
  }
  for (const { fromS, untilS } of series.gaps) {
    const left = x(fromS);
    fillHatched(ctx, left, bbox.top, Math.max(1, x(untilS + 1) - left), bbox.height, colors.hairline);
  }
  ctx.restore();
}

/** The limit with its tolerance, the edges of the span, and the marks. */
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
    const above = Math.max(bbox.top, plot.valToPos(limit * TOLERANCE, 'y', true));
    fillHatched(ctx, bbox.left, above, bbox.width, Math.max(2, y - above), colors.waiting);
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
  for (const { atS, label } of marks) {
    vertical(atS, colors.text, [2 * scale, 2 * scale]);
    // The charts stand one below the other.
    if (kind === 'rate') write(plot, atS, label, colors.text);
  }
  if (span) for (const edge of [span.fromS, span.untilS]) vertical(edge, colors.accent, []);
  ctx.restore();
}

/** A word beside a mark, on the side where it has room. */
function write({ ctx, bbox, valToPos }: uPlot, atS: number, label: string, color: string): void {
  const x = valToPos(atS, 'x', true);
  if (x < bbox.left || x > bbox.left + bbox.width) return;
  const gap = 4 * devicePixelRatio;
  ctx.font = `${11 * devicePixelRatio}px "Inter Variable", system-ui, sans-serif`;
  ctx.fillStyle = color;
  ctx.textBaseline = 'top';
  ctx.textAlign = x < bbox.left + bbox.width / 2 ? 'left' : 'right';
  ctx.fillText(label, x + (ctx.textAlign === 'left' ? gap : -gap), bbox.top + gap);
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
