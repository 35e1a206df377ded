import { useEffect, useRef } from 'react';
import { useInstance } from '../../platform/instance';
import { WINDOW_S } from '../../platform/live/traffic-feed';
import { chartColours, onThemeChange } from './chart-colours';
import styles from './sparkline.module.css';

interface SparklineProps {
  readonly endpointId: string;
  /** Shown as a dashed line, messages per second; null or absent: none. */
  readonly limit?: number | null;
}

/** Five minutes of sends as a line and of arrivals as an area, without axes; unknown values are left blank. */
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
      if (!target || !ring || (!force && traffic.nowS < drawnS + stepS)) return;
      stepS = Math.max(1, Math.ceil(WINDOW_S / Math.max(1, target.clientWidth)));
      // The current second would only make the end of the line jump; whole steps keep each second in its column.
      drawnS = traffic.nowS - (traffic.nowS % stepS);
      const { arrivals, sends } = ring.counts(drawnS - WINDOW_S, drawnS - 1);
      drawLines(target, meansOf(arrivals, stepS), meansOf(sends, stepS), limit);
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

/** As many values as can be told apart: the mean of every `size` consecutive values, ignoring unknown ones. */
function meansOf(values: Float64Array, size: number): Float64Array {
  if (size === 1) return values;
  const means = new Float64Array(Math.floor(values.length / size));
  for (let column = 0; column < means.length; column += 1) {
    let sum = 0;
    let known = 0;
    for (let index = column * size; index < (column + 1) * size; index += 1) {
      const value = values[index] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      sum += value;
      known += 1;
    }
    means[column] = known === 0 ? Number.NaN : sum / known;
  }
  return means;
}

function drawLines(
  canvas: HTMLCanvasElement,
  arrivals: Float64Array,
  sends: Float64Array,
  limit: number | null,
): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const scale = devicePixelRatio;
  const { clientWidth: width, clientHeight: height } = canvas;
  const [pixelWidth, pixelHeight] = [Math.round(width * scale), Math.round(height * scale)];
  // Setting a size allocates a new bitmap: with a hundred sparklines that is most of the work.
  if (canvas.width !== pixelWidth) canvas.width = pixelWidth;
  if (canvas.height !== pixelHeight) canvas.height = pixelHeight;
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  const colours = chartColours();
  let max = Math.max(1, (limit ?? 0) * 1.15);
  for (const values of [arrivals, sends]) for (const value of values) if (value > max) max = value;
  const step = width / Math.max(1, sends.length - 1);
  const y = (value: number) => height - 1 - (value / max) * (height - 3);
  context.fillStyle = colours.arrivalsGround;
  context.beginPath();
  arrivals.forEach((value, index) => {
    if (value > 0) context.rect(index * step, y(value), width / arrivals.length + 0.5, height - 1 - y(value));
  });
  context.fill();
  context.strokeStyle = colours.delivered;
  context.lineWidth = 1.25;
  context.lineJoin = 'round';
  context.setLineDash([]);
  context.beginPath();
  let isDown = false;
  sends.forEach((value, index) => {
    if (Number.isNaN(value)) isDown = false;
    else if (isDown) context.lineTo(index * step, y(value));
    else {
      context.moveTo(index * step, y(value));
      isDown = true;
    }
  });
  context.stroke();
  if (limit === null) return;
  context.strokeStyle = colours.text;
  context.setLineDash([5, 4]);
  context.beginPath();
  context.moveTo(0, y(limit));
  context.lineTo(width, y(limit));
  context.stroke();
}
