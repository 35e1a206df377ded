import { useEffect, useRef } from 'react';
import { outcomeStack } from '../../../ui/outcome-stack';
import { useInstance } from '../../platform/instance';
import type { DrawnCounts } from '../../platform/live/traffic-ring';
import { chartColors, onThemeChange } from './chart-colors';
import { hatchPattern } from './hatch-pattern';
import { outcomesOfSends } from './outcomes-of-sends';
import styles from './traffic-chart.module.css';

interface SparklineProps {
  readonly endpointId: string;
  /** Shown as a dashed line, messages per second; null or absent: none. */
  readonly limit?: number | null;
}

/**
 * The last minutes of sends, by how they ended, as stacked bars in the seconds in which they left, and of arrivals as an
 * area behind them, without axes; unknown values are left blank. All sparklines show the same range of time.
 */
export function Sparkline({ endpointId, limit = null }: SparklineProps) {
  const { traffic } = useInstance();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let drawnS = 0;
    let stepS = 1;
    const draw = (force = false) => {
      const target = canvas.current;
      const ring = traffic.ring(endpointId);
      // Until a whole column is complete, the picture would be the same.
      if (!target || !ring || (!force && traffic.wholeS < drawnS + stepS)) return;
      const shownS = traffic.shownS(null);
      stepS = Math.max(1, Math.ceil((shownS * NARROWEST_PX) / Math.max(1, target.clientWidth)));
      // Whole steps keep each second in its column.
      drawnS = traffic.wholeS - (traffic.wholeS % stepS);
      const columns = Math.ceil(shownS / stepS);
      const counts = ring.drawn(drawnS - columns * stepS, drawnS - 1);
      drawBars(target, meansOf({ ...counts, ...outcomesOfSends(counts) }, stepS), limit);
    };
    const redraw = () => draw(true);
    redraw();
    const stops = [traffic.subscribe(() => draw()), onThemeChange(redraw)];
    const resized = new ResizeObserver(redraw);
    if (canvas.current) resized.observe(canvas.current);
    return () => {
      for (const stop of stops) stop();
      resized.disconnect();
    };
  }, [traffic, endpointId, limit]);
  return <canvas ref={canvas} className={styles.spark} aria-hidden />;
}

/** The narrowest bar in which hatching is seen. */
const NARROWEST_PX = 2;

type BarCounts = Omit<DrawnCounts, 'sends'>;

/** As many values as can be told apart: the mean of every `size` consecutive values, ignoring unknown ones. */
function meansOf({ arrivals, succeeded, failed }: BarCounts, size: number): BarCounts {
  const mean = (values: Float64Array) => {
    if (size === 1) return values;
    return Float64Array.from({ length: Math.floor(values.length / size) }, (_, column) => {
      const known = values.slice(column * size, (column + 1) * size).filter((value) => !Number.isNaN(value));
      return known.length === 0 ? Number.NaN : known.reduce((sum, value) => sum + value, 0) / known.length;
    });
  };
  return { arrivals: mean(arrivals), succeeded: mean(succeeded), failed: mean(failed) };
}

function drawBars(canvas: HTMLCanvasElement, counts: BarCounts, limit: number | null): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { arrivals, succeeded, failed } = counts;
  const scale = devicePixelRatio;
  const { clientWidth: width, clientHeight: height } = canvas;
  const [pixelWidth, pixelHeight] = [Math.round(width * scale), Math.round(height * scale)];
  // Setting a size allocates a new bitmap: with a hundred sparklines that is most of the work.
  if (canvas.width !== pixelWidth) canvas.width = pixelWidth;
  if (canvas.height !== pixelHeight) canvas.height = pixelHeight;
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  const colors = chartColors();
  const step = width / arrivals.length;
  let max = Math.max(1, (limit ?? 0) * 1.15);
  arrivals.forEach((value, index) => {
    max = Math.max(max, value || 0, (succeeded[index] || 0) + (failed[index] || 0));
  });
  const y = (value: number) => height - 1 - (value / max) * (height - 3);
  const bar = (index: number, from: number, until: number) =>
    context.fillRect(index * step, y(until), step + 0.5, Math.max(1, y(from) - y(until)));
  // A line where nothing happened, so that a quiet time does not look like one that was not measured.
  context.fillStyle = colors.hairline;
  for (const [index, value] of arrivals.entries()) if (!Number.isNaN(value)) bar(index, 0, 0);
  context.fillStyle = colors.arrivalsGround;
  for (const [index, value] of arrivals.entries()) if (value > 0) bar(index, 0, value);
  const fills = {
    delivered: colors.delivered,
    failed: hatchPattern(context, colors.failed, colors.failedGround) ?? colors.failed,
  };
  succeeded.forEach((value, index) => {
    const ended = { succeeded: value || 0, failed: failed[index] || 0 };
    for (const { look, from, until } of outcomeStack(ended)) {
      context.fillStyle = fills[look.tone];
      bar(index, from, until);
    }
  });
  if (limit === null) return;
  context.strokeStyle = colors.text;
  context.lineWidth = 1.25;
  context.setLineDash([5, 4]);
  context.beginPath();
  context.moveTo(0, y(limit));
  context.lineTo(width, y(limit));
  context.stroke();
  context.setLineDash([]);
}
