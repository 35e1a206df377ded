import 'uplot/dist/uPlot.min.css';
import uPlot from 'uplot';
import { shortRate, TOLERANCE } from '../../../ui/fuse-bar-geometry';
import type { TrafficColumn, TrafficSeries } from '../../platform/live/traffic-ring';
import { type ChartColours, chartColours } from './chart-colours';
import { type ChartTime, formatMoment } from './chart-time';
import { formatMs } from './format-amount';
import { type TimeSpan, timeOfDay } from './time-span';

export type ChartKind = 'rate' | 'queue' | 'delay';

/** What a chart shows besides its series. */
export interface PlotFacts {
  readonly series: TrafficSeries;
  /** Messages per second; null: none. */
  readonly limit: number | null;
  readonly span: TimeSpan | null;
  /** Instants with something to know, in seconds since 1970. */
  readonly marks: readonly number[];
  /** The same traffic under another limit, drawn over it; absent: there is none. */
  readonly compared?: ComparedFacts | undefined;
  /** Rates above this are beyond the picture, per second; absent: everything is in it. */
  readonly ceiling?: number | undefined;
}

/** What is compared with. Its series has the same instants. */
export interface ComparedFacts {
  readonly series: TrafficSeries;
  readonly limit: number | null;
}

/** How a plot is made; another look needs another plot. */
export interface PlotLook {
  readonly time: ChartTime;
  readonly isCompared: boolean;
}

export interface Plot {
  show(facts: PlotFacts): void;
  destroy(): void;
}

/** Which columns a chart draws, and how. */
const LINES: Record<ChartKind, readonly PlotLine[]> = {
  rate: [
    { column: 'sends', look: { colour: 'delivered', ground: 'deliveredGround', width: 1.25, dash: [] } },
    { column: 'arrivals', look: { colour: 'arrivals', ground: null, width: 1.25, dash: [] } },
  ],
  queue: [{ column: 'queue', look: { colour: 'waiting', ground: 'waitingGround', width: 1.5, dash: [] } }],
  delay: [
    { column: 'delayP50Ms', look: { colour: 'delivered', ground: null, width: 1.5, dash: [] } },
    { column: 'delayP95Ms', look: { colour: 'inFlight', ground: null, width: 1.5, dash: [6, 3] } },
    { column: 'oldestMs', look: { colour: 'failed', ground: null, width: 1.5, dash: [1.5, 3] } },
  ],
};

/** Of two runs one line each, told apart by their dashes. */
const COMPARED_LINES: Record<ChartKind, readonly PlotLine[]> = {
  rate: [
    ...LINES.rate,
    {
      column: 'sends',
      isSecond: true,
      look: { colour: 'inFlight', ground: null, width: 1.75, dash: [6, 3] },
    },
  ],
  queue: [
    ...LINES.queue,
    {
      column: 'queue',
      isSecond: true,
      look: { colour: 'inFlight', ground: null, width: 1.75, dash: [6, 3] },
    },
  ],
  delay: [
    { column: 'delayP95Ms', look: { colour: 'delivered', ground: null, width: 1.5, dash: [] } },
    {
      column: 'delayP95Ms',
      isSecond: true,
      look: { colour: 'inFlight', ground: null, width: 1.75, dash: [6, 3] },
    },
  ],
};

interface PlotLine {
  readonly column: TrafficColumn;
  readonly look: LineLook;
  /** True: of the run that is compared with. */
  readonly isSecond?: boolean;
}

interface LineLook {
  readonly colour: keyof ChartColours;
  readonly ground: keyof ChartColours | null;
  readonly width: number;
  readonly dash: number[];
}

const HEIGHT_PX = 132;
/** The charts of a page have one cursor. */
const SYNC_KEY = 'delivery';

export interface PlotEvents {
  /** A stretch was dragged. Null: stretches cannot be chosen here. */
  readonly onSpan: ((span: TimeSpan) => void) | null;
  /** The cursor of the page stands on these values, in words; null: it stands on none. */
  onCursor(text: string | null): void;
}

/** Draws one chart into `host` and keeps its width. */
export function createPlot(
  kind: ChartKind,
  host: HTMLElement,
  look: PlotLook,
  { onSpan, onCursor }: PlotEvents,
): Plot {
  const colours = chartColours();
  const lines = (look.isCompared ? COMPARED_LINES : LINES)[kind];
  const isElapsed = look.time === 'elapsed';
  let facts: PlotFacts | null = null;
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
        ...axis(colours, 24),
        space: 72,
        values: isElapsed ? elapsedLabels : timeLabels,
        ...(isElapsed ? { incrs: ELAPSED_STEPS_S } : {}),
      },
      { ...axis(colours, 52), values: (_plot, ticks) => ticks.map(yLabel(kind)) },
    ],
    series: [
      {},
      ...lines.map(({ look }) => ({
        stroke: colours[look.colour],
        ...(look.ground === null ? {} : { fill: colours[look.ground] }),
        width: look.width,
        dash: look.dash,
        points: { show: false },
        spanGaps: false,
        ...(paths ? { paths } : {}),
      })),
    ],
    hooks: {
      drawClear: [(plot) => facts && drawUnder(plot, facts, colours)],
      draw: [(plot) => facts && drawOver(plot, kind, facts, colours)],
      setCursor: [(plot) => onCursor(facts && readout(kind, facts, look.time, plot.cursor.idx ?? null))],
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
      const columns = lines.map(({ column, isSecond }) => [
        ...(isSecond ? (next.compared?.series ?? next.series) : next.series).columns[column],
      ]);
      plot.setData([[...next.series.at], ...columns] as uPlot.AlignedData);
    },
    destroy() {
      resized.disconnect();
      plot.destroy();
    },
  };
}

function axis(colours: ChartColours, size: number): uPlot.Axis {
  return {
    stroke: colours.muted,
    grid: { stroke: colours.hairline, width: 1 },
    ticks: { show: false },
    font: '11px "Inter Variable", system-ui, sans-serif',
    size,
  };
}

/** Times of day, with seconds where the steps are shorter than a minute. */
function timeLabels(_plot: uPlot, ticks: number[]): string[] {
  const isFine = (ticks[1] ?? 0) - (ticks[0] ?? 0) < 60;
  return ticks.map((atS) => (isFine ? timeOfDay(atS) : timeOfDay(atS).slice(0, 5)));
}

/** Steps between two labels of time since the begin. */
const ELAPSED_STEPS_S = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600];

function elapsedLabels(_plot: uPlot, ticks: number[]): string[] {
  return ticks.map((atS) => formatMoment(atS, 'elapsed'));
}

/** What a chart says of one bucket: "04:26:03  arriving 16/s, sent 10/s". */
function readout(
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
      delay: `95 % ${formatMs(value('delayP95Ms'))} and ${formatMs(other('delayP95Ms'))}`,
    }[kind];
    return `${formatMoment(at, time)}  ${pair}`;
  }
  const rate = (column: TrafficColumn) => shortRate(value(column) ?? 0);
  if (value('sends') === null) return `${formatMoment(at, time)}  not measured`;
  const text = {
    rate: `arriving ${rate('arrivals')}/s, sent ${rate('sends')}/s`,
    queue: `${(value('queue') ?? 0).toLocaleString('en')} waiting`,
    delay: `half ${formatMs(value('delayP50Ms'))}, 95 % ${formatMs(value('delayP95Ms'))}, oldest ${formatMs(value('oldestMs'))}`,
  }[kind];
  return `${formatMoment(at, time)}  ${text}`;
}

/** Leaves room for the limit where the traffic comes near it; a far one would press the lines flat. */
function yMax(kind: ChartKind, max: number | null, facts: PlotFacts | null): number {
  const ceiling = kind === 'rate' ? (facts?.ceiling ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
  const top = Math.min(ceiling, Math.max(max ?? 0, kind === 'delay' ? 100 : 1));
  const limits = [facts?.limit ?? 0, facts?.compared?.limit ?? 0];
  const near = kind === 'rate' ? limits.filter((limit) => top > limit / 4) : [];
  return Math.max(top, ...near.map((limit) => limit * TOLERANCE)) * 1.12;
}

function yLabel(kind: ChartKind): (value: number) => string {
  if (kind === 'delay') {
    return (value) => (value >= 1000 ? `${Number((value / 1000).toPrecision(3))} s` : `${value} ms`);
  }
  const unit = kind === 'rate' ? '/s' : '';
  return (value) => (Number.isInteger(value) ? value.toLocaleString('en') + unit : '');
}

/** Gaps hatched, and the chosen span as a ground. */
function drawUnder(plot: uPlot, { series, span }: PlotFacts, colours: ChartColours): void {
  const { ctx, bbox } = plot;
  const x = (atS: number) =>
    Math.min(bbox.left + bbox.width, Math.max(bbox.left, plot.valToPos(atS, 'x', true)));
  ctx.save();
  if (span) {
    ctx.fillStyle = colours.selected;
    ctx.fillRect(x(span.fromS), bbox.top, Math.max(2, x(span.untilS) - x(span.fromS)), bbox.height);
  }
  for (const { fromS, untilS } of series.gaps) {
    const left = x(fromS);
    fillHatched(ctx, left, bbox.top, Math.max(1, x(untilS + 1) - left), bbox.height, colours.hairline);
  }
  ctx.restore();
}

/** The limit with its tolerance, the edges of the span, and the marks. */
function drawOver(
  plot: uPlot,
  kind: ChartKind,
  { limit, span, marks, compared }: PlotFacts,
  colours: ChartColours,
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
    fillHatched(ctx, bbox.left, above, bbox.width, Math.max(2, y - above), colours.waiting);
    line(ctx, [bbox.left, y, right, y], colours.text, [5 * scale, 4 * scale]);
  }
  const second = compared?.limit ?? null;
  if (kind === 'rate' && second !== null && second <= max) {
    const y = plot.valToPos(second, 'y', true);
    line(ctx, [bbox.left, y, right, y], colours.inFlight, [1.5 * scale, 3 * scale]);
  }
  const vertical = (atS: number, colour: string, dash: number[]) => {
    const x = plot.valToPos(atS, 'x', true);
    if (x >= bbox.left && x <= right) line(ctx, [x, bbox.top, x, bbox.top + bbox.height], colour, dash);
  };
  for (const mark of marks) vertical(mark, colours.text, [2 * scale, 2 * scale]);
  if (span) for (const edge of [span.fromS, span.untilS]) vertical(edge, colours.accent, []);
  ctx.restore();
}

function line(
  ctx: CanvasRenderingContext2D,
  [x1, y1, x2, y2]: readonly [number, number, number, number],
  colour: string,
  dash: number[],
): void {
  ctx.strokeStyle = colour;
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
  colour: string,
): void {
  const step = 6 * devicePixelRatio;
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, top, width, height);
  ctx.clip();
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1.25 * devicePixelRatio;
  ctx.setLineDash([]); // that of the last series is still set
  ctx.beginPath();
  // Beginning at a multiple of the step, so that the pattern stands still while time moves on.
  for (let x = Math.floor((left - height) / step) * step; x < left + width; x += step) {
    ctx.moveTo(x, top + height);
    ctx.lineTo(x + height, top);
  }
  ctx.stroke();
  ctx.restore();
}
