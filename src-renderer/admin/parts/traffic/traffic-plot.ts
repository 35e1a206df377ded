import 'uplot/dist/uPlot.min.css';
import uPlot from 'uplot';
import { shortRate } from '../../../ui/fuse-bar-geometry';
import type { TrafficColumn } from '../../platform/live/traffic-ring';
import { type ChartColors, chartColors } from './chart-colors';
import { type ChartTime, formatMoment } from './chart-time';
import { formatMs } from './format-amount';
import { hatchPattern } from './hatch-pattern';
import { drawOver, drawUnder } from './plot-drawing';
import type { ChartKind, PlotFacts } from './plot-facts';
import { COMPARED_LINES, LINES, lineValues } from './plot-lines';
import { type TimeSpan, timeOfDay } from './time-span';

/** The configuration of a plot; another look needs another plot. */
interface PlotLook {
  readonly time: ChartTime;
  readonly isCompared: boolean;
}

export interface Plot {
  show(facts: PlotFacts): void;
  destroy(): void;
}

const HEIGHT_PX = 132;
/** The charts of a page share one cursor. */
const SYNC_KEY = 'delivery';

interface PlotEvents {
  /** A time range was dragged. Null: ranges cannot be chosen here. */
  readonly onSpan: ((span: TimeSpan) => void) | null;
  /** The cursor of the page is on these values, in words; null: it is on none. */
  onCursor(text: string | null): void;
}

/** Draws one chart into `host` and keeps it at the width of `host`. */
export function createPlot(
  kind: ChartKind,
  host: HTMLElement,
  look: PlotLook,
  { onSpan, onCursor }: PlotEvents,
): Plot {
  const colors = chartColors();
  const lines = (look.isCompared ? COMPARED_LINES : LINES)[kind];
  const isElapsed = look.time === 'elapsed';
  let facts: PlotFacts | null = null;
  const fillOf = (ground: keyof ChartColors, { color, isHatched }: (typeof lines)[number]['look']) =>
    isHatched
      ? (plot: uPlot) => hatchPattern(plot.ctx, colors[color], colors[ground]) ?? colors[ground]
      : colors[ground];
  const paths = uPlot.paths.stepped?.({ align: 1 });
  const options: uPlot.Options = {
    width: Math.max(120, host.clientWidth),
    height: HEIGHT_PX,
    legend: { show: false },
    padding: [8, isElapsed ? 20 : 8, 0, 0],
    cursor: {
      sync: { key: SYNC_KEY },
      drag: { x: onSpan !== null, y: false, setScale: false, dist: 4 },
      y: false,
      points: { size: 5 },
    },
    scales: {
      x: { time: !isElapsed },
      y: { range: (_plot, _min, max) => [0, yMax(kind, max, facts)] },
    },
    axes: [
      {
        ...axis(colors, 24),
        space: 72,
        values: isElapsed ? elapsedLabels : timeLabels,
        ...(isElapsed ? { incrs: ELAPSED_STEPS_S } : {}),
      },
      { ...axis(colors, 52), values: (_plot, ticks) => ticks.map(yLabel(kind)) },
    ],
    series: [
      {},
      ...lines.map(({ look }) => ({
        ...(look.width === 0 ? {} : { stroke: colors[look.color] }),
        ...(look.ground === null ? {} : { fill: fillOf(look.ground, look) }),
        width: look.width,
        dash: look.dash,
        points: { show: false },
        spanGaps: false,
        ...(paths ? { paths } : {}),
      })),
    ],
    hooks: {
      drawClear: [(plot) => facts && drawUnder(plot, facts, colors)],
      draw: [(plot) => facts && drawOver(plot, kind, facts, colors)],
      setCursor: [(plot) => onCursor(facts && plotReadout(kind, facts, look.time, plot.cursor.idx ?? null))],
      setSelect: [
        (plot) => {
          if (plot.select.width <= 0 || !onSpan) return;
          const fromS = Math.round(plot.posToVal(plot.select.left, 'x'));
          const untilS = Math.round(plot.posToVal(plot.select.left + plot.select.width, 'x'));
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          onSpan({ fromS, untilS });
        },
      ],
    },
  };
  const plot = new uPlot(options, [[], ...lines.map(() => [])] as uPlot.AlignedData, host);
  const resized = new ResizeObserver(() => {
    const width = Math.max(120, host.clientWidth);
    if (width !== plot.width) plot.setSize({ width, height: HEIGHT_PX });
  });
  resized.observe(host);
  return {
    show(next) {
      facts = next;
      const columns = lines.map((line) =>
        lineValues(line, line.isSecond ? (next.compared?.series ?? next.series) : next.series),
      );
      // A step ends where the next one begins: without an end, the last one would have no width.
      const endS = (next.series.at.at(-1) ?? 0) + next.series.stepS;
      const ended = columns.map((values) => [...values, values.at(-1) ?? null]);
      plot.setData([[...next.series.at, endS], ...ended] as uPlot.AlignedData);
    },
    destroy() {
      resized.disconnect();
      plot.destroy();
    },
  };
}

function axis(colors: ChartColors, size: number): uPlot.Axis {
  return {
    stroke: colors.muted,
    grid: { stroke: colors.hairline, width: 1 },
    ticks: { show: false },
    font: '11px "Inter Variable", system-ui, sans-serif',
    size,
  };
}

/** Times of day, with seconds if the steps are shorter than a minute. */
function timeLabels(_plot: uPlot, ticks: number[]): string[] {
  const isFine = (ticks[1] ?? 0) - (ticks[0] ?? 0) < 60;
  return ticks.map((atS) => (isFine ? timeOfDay(atS) : timeOfDay(atS).slice(0, 5)));
}

/** Steps between two labels of elapsed time. */
const ELAPSED_STEPS_S = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600];

function elapsedLabels(_plot: uPlot, ticks: number[]): string[] {
  return ticks.map((atS) => formatMoment(atS, 'elapsed'));
}

/** Leaves room for the limit if the traffic comes near it; a distant limit would flatten the lines. */
function yMax(kind: ChartKind, max: number | null, facts: PlotFacts | null): number {
  const ceiling = kind === 'rate' ? (facts?.ceiling ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
  const top = Math.min(ceiling, Math.max(max ?? 0, kind === 'delay' ? 100 : 1));
  const limits = [facts?.limit ?? 0, facts?.compared?.limit ?? 0];
  const near = kind === 'rate' ? limits.filter((limit) => top > limit / 4) : [];
  return Math.max(top, ...near) * 1.12;
}

function yLabel(kind: ChartKind): (value: number) => string {
  if (kind === 'delay') {
    return (value) => (value >= 1000 ? `${Number((value / 1000).toPrecision(3))} s` : `${value} ms`);
  }
  const unit = kind === 'rate' ? '/s' : '';
  return (value) => (Number.isInteger(value) ? value.toLocaleString('en') + unit : '');
}

/** A chart's description of one bucket: "04:26:03  received 16/s, sent 10/s". */
function plotReadout(
  kind: ChartKind,
  { series, compared }: PlotFacts,
  time: ChartTime,
  index: number | null,
): string | null {
  const at = index === null ? undefined : series.at[index];
  if (index === null || at === undefined) return null;
  const value = (column: TrafficColumn) => series.columns[column][index] ?? null;
  if (compared) {
    const other = (column: TrafficColumn) => compared.series.columns[column][index] ?? null;
    const pair = {
      rate: `sent ${shortRate(value('sends') ?? 0)}/s and ${shortRate(other('sends') ?? 0)}/s`,
      queue: `${(value('queue') ?? 0).toLocaleString('en')} and ${(other('queue') ?? 0).toLocaleString('en')} waiting`,
      delay: `95th percentile ${formatMs(value('delayP95Ms'))} and ${formatMs(other('delayP95Ms'))}`,
    }[kind];
    return `${formatMoment(at, time)}  ${pair}`;
  }
  const rate = (column: TrafficColumn) => shortRate(value(column) ?? 0);
  if (value('sends') === null) return `${formatMoment(at, time)}  not measured`;
  const text = {
    rate: `received ${rate('arrivals')}/s, sent ${rate('sends')}/s, delivered ${rate('succeeded')}/s, failed ${rate('failed')}/s`,
    queue: `${(value('queue') ?? 0).toLocaleString('en')} waiting`,
    delay: `median ${formatMs(value('delayP50Ms'))}, 95th percentile ${formatMs(value('delayP95Ms'))}, oldest ${formatMs(value('oldestMs'))}`,
  }[kind];
  return `${formatMoment(at, time)}  ${text}`;
}
