import type { TrafficColumn } from '../../platform/live/traffic-ring';
import type { ChartColours } from './chart-colours';
import type { ChartKind } from './plot-facts';

/** One line of a chart. */
interface PlotLine {
  readonly column: TrafficColumn;
  readonly look: LineLook;
  /** True: a line of the run it is compared with. */
  readonly isSecond?: boolean;
}

interface LineLook {
  readonly colour: keyof ChartColours;
  readonly ground: keyof ChartColours | null;
  readonly width: number;
  readonly dash: number[];
}

/** Which columns a chart draws, and how. */
export const LINES: Record<ChartKind, readonly PlotLine[]> = {
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

/** The run it is compared with. */
const SECOND: LineLook = { colour: 'inFlight', ground: null, width: 1.75, dash: [6, 3] };

/** One line for each of two runs, told apart by their dashes. */
export const COMPARED_LINES: Record<ChartKind, readonly PlotLine[]> = {
  rate: [...LINES.rate, { column: 'sends', isSecond: true, look: SECOND }],
  queue: [...LINES.queue, { column: 'queue', isSecond: true, look: SECOND }],
  delay: [
    { column: 'delayP95Ms', look: { colour: 'delivered', ground: null, width: 1.5, dash: [] } },
    { column: 'delayP95Ms', isSecond: true, look: SECOND },
  ],
};
