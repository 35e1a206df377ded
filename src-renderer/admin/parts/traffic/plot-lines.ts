import { outcomeLook } from '../../../ui/outcome-stack';
import type { TrafficColumn, TrafficSeries } from '../../platform/live/traffic-ring';
import type { ChartColors } from './chart-colors';
import type { ChartKind } from './plot-facts';

/** One line of a chart. */
interface PlotLine {
  /** What it shows: the sum of these columns. */
  readonly columns: readonly TrafficColumn[];
  readonly look: LineLook;
  /** True: a line of the run it is compared with. */
  readonly isSecond?: boolean;
}

interface LineLook {
  readonly color: keyof ChartColors;
  readonly ground: keyof ChartColors | null;
  /** True: the ground is hatched in the colour of the line. */
  readonly isHatched?: boolean;
  readonly width: number;
  readonly dash: number[];
}

const [FAILED, DELIVERED] = [outcomeLook('failed'), outcomeLook('succeeded')];
const SENT: PlotLine = {
  columns: ['sends'],
  look: { color: 'inFlight', ground: null, width: 1.25, dash: [] },
};
const ARRIVING: PlotLine = {
  columns: ['arrivals'],
  look: { color: 'arrivals', ground: null, width: 1.25, dash: [] },
};

/** Which columns a chart draws, and how; a later line covers an earlier one. */
export const LINES: Record<ChartKind, readonly PlotLine[]> = {
  rate: [
    {
      // Stacked: failures stand on the axis, and cover the lower part of this.
      columns: ['succeeded', 'failed'],
      look: { color: DELIVERED.tone, ground: 'deliveredTint', width: 1.5, dash: [] },
    },
    {
      columns: ['failed'],
      look: {
        ...{ color: FAILED.tone, ground: 'failedTint', isHatched: FAILED.isHatched },
        // A line would lie on the axis while nothing fails.
        ...{ width: 0, dash: [] },
      },
    },
    SENT,
    ARRIVING,
  ],
  queue: [{ columns: ['queue'], look: { color: 'waiting', ground: 'waitingTint', width: 1.5, dash: [] } }],
  delay: [
    { columns: ['delayP50Ms'], look: { color: 'text', ground: null, width: 1.5, dash: [] } },
    { columns: ['delayP95Ms'], look: { color: 'inFlight', ground: null, width: 1.5, dash: [6, 3] } },
    { columns: ['oldestMs'], look: { color: 'waiting', ground: null, width: 1.5, dash: [1.5, 3] } },
  ],
};

/** The run it is compared with. */
const SECOND: LineLook = { color: 'inFlight', ground: null, width: 1.75, dash: [6, 3] };

/** One line for each of two runs, told apart by their dashes. */
export const COMPARED_LINES: Record<ChartKind, readonly PlotLine[]> = {
  rate: [LINES.rate[0] as PlotLine, ARRIVING, { columns: ['sends'], isSecond: true, look: SECOND }],
  queue: [...LINES.queue, { columns: ['queue'], isSecond: true, look: SECOND }],
  delay: [
    { columns: ['delayP95Ms'], look: { color: 'text', ground: null, width: 1.5, dash: [] } },
    { columns: ['delayP95Ms'], isSecond: true, look: SECOND },
  ],
};

/** The values of a line: null where one of its columns is unknown. */
export function lineValues({ columns }: PlotLine, series: TrafficSeries): (number | null)[] {
  return series.at.map((_, index) => {
    let sum: number | null = 0;
    for (const column of columns) {
      const value = series.columns[column][index] ?? null;
      sum = sum === null || value === null ? null : sum + value;
    }
    return sum;
  });
}
