import type { TrafficSeries } from '../../platform/live/traffic-ring';
import type { TimeSpan } from './time-span';

/** What of the traffic a chart shows. */
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
