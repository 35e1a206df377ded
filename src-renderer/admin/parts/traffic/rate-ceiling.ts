import type { TrafficSeries } from '../../platform/live/traffic-ring';
import { extentOf } from './chart-summary';

/** How far a rate chart extends above limits and sends, so that a burst does not flatten what is delivered and fails. */
const CEILING = 4;

/** The highest rate that a chart of these runs draws. */
export function rateCeiling(
  runs: readonly { readonly limit: number | null; readonly series: TrafficSeries }[],
): number {
  const most = runs.map(({ limit, series }) =>
    Math.max(limit ?? 0, extentOf(series.columns.sends)?.max ?? 0),
  );
  return CEILING * Math.max(1, ...most);
}
