import type { TrafficSeries } from '../../platform/live/traffic-ring';
import type { TimeSpan } from './time-span';

/** Which aspect of the traffic a chart shows. */
export type ChartKind = 'rate' | 'queue' | 'delay';

/** What a mark says: an outage began or ended, the limit changed, sending paused or resumed, the service started, or else. */
export type MarkKind = 'outage' | 'limit' | 'paused' | 'resumed' | 'restart' | 'changed';

/** A moment worth marking. */
export interface ChartMark {
  readonly kind: MarkKind;
  /** In seconds since 1970. */
  readonly atS: number;
  readonly label: string;
}

/** What a chart shows besides its series. */
export interface PlotFacts {
  readonly series: TrafficSeries;
  /** Messages per second; null: none. */
  readonly limit: number | null;
  readonly span: TimeSpan | null;
  readonly marks: readonly ChartMark[];
  /** The same traffic under another limit, drawn over it; absent: none. */
  readonly compared?: ComparedFacts | undefined;
  /** Rates above this are off the chart, per second; absent: everything fits. */
  readonly ceiling?: number | undefined;
}

/** What it is compared with. Its series has the same instants. */
interface ComparedFacts {
  readonly series: TrafficSeries;
  readonly limit: number | null;
}
