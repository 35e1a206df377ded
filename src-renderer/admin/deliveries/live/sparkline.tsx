import { useEffect, useRef } from 'react';
import { useInstance } from '../../frame/instance';
import { WINDOW_S } from '../../live/traffic-feed';
import { chartColours, onThemeChange } from './chart-colours';
import styles from './sparkline.module.css';

/** Five minutes of sends as a line and of arrivals as a ground, without axes; what is not known is left blank. */
export function Sparkline({ endpointId }: { readonly endpointId: string }) {
  const { traffic } = useInstance();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let drawnS = 0;
    const draw = (force = false) => {
      const target = canvas.current;
      const ring = traffic.ring(endpointId);
      // The running second would only make the end of the line jump.
      if (!target || !ring || (!force && drawnS === traffic.nowS)) return;
      drawnS = traffic.nowS;
      const series = ring.series(drawnS - WINDOW_S, drawnS - 1);
      drawLines(target, series.columns.arrivals, series.columns.sends);
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
  }, [traffic, endpointId]);
  return <canvas ref={canvas} className={styles.spark} aria-hidden />;
}

function drawLines(
  canvas: HTMLCanvasElement,
  arrivals: readonly (number | null)[],
  sends: readonly (number | null)[],
): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const scale = devicePixelRatio;
  const { clientWidth: width, clientHeight: height } = canvas;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  context.scale(scale, scale);
  const colours = chartColours();
  const max = Math.max(1, ...arrivals.map((value) => value ?? 0), ...sends.map((value) => value ?? 0));
  const x = (index: number) => (index / Math.max(1, sends.length - 1)) * width;
  const y = (value: number) => height - 1 - (value / max) * (height - 3);
  context.fillStyle = colours.arrivalsGround;
  arrivals.forEach((value, index) => {
    if (value) context.fillRect(x(index), y(value), width / arrivals.length + 0.5, height - 1 - y(value));
  });
  context.strokeStyle = colours.delivered;
  context.lineWidth = 1.25;
  context.lineJoin = 'round';
  context.beginPath();
  let isDown = false;
  sends.forEach((value, index) => {
    if (value === null) isDown = false;
    else if (isDown) context.lineTo(x(index), y(value));
    else {
      context.moveTo(x(index), y(value));
      isDown = true;
    }
  });
  context.stroke();
}
