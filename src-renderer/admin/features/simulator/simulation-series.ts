import { shortRate } from '../../../ui/fuse-bar-geometry';
import { extentOf } from '../../parts/traffic/chart-summary';
import { formatMs } from '../../parts/traffic/format-amount';
import type { TrafficColumn, TrafficSeries } from '../../platform/live/traffic-ring';
import type { SimulatedSeconds } from './second-log';

/**
 * The seconds of a simulation in the form that the live traffic charts take; the first is second 0.
 * @param longest the longest of those shown together. A shorter one ended because all was calm, and is assumed to
 *   stay calm.
 */
export function simulationSeries(seconds: SimulatedSeconds, longest: SimulatedSeconds): TrafficSeries {
  const { length } = longest.arrivals;
  const known = seconds.arrivals.length;
  const column = (values: Float64Array, after: (second: number) => number) =>
    Array.from({ length }, (_, second) => {
      const value = second < known ? (values[second] ?? Number.NaN) : after(second);
      return Number.isNaN(value) ? null : value;
    });
  const arriving = (second: number) => longest.arrivals[second] ?? 0;
  const asLast = (values: Float64Array) => (second: number) =>
    arriving(second) === 0 ? Number.NaN : (values.at(-1) ?? Number.NaN);
  const sends = column(seconds.sends, arriving);
  return {
    stepS: 1,
    at: Array.from({ length }, (_, second) => second),
    columns: {
      arrivals: column(seconds.arrivals, arriving),
      sends,
      succeeded: sends,
      failed: Array.from({ length }, () => 0),
      queue: column(seconds.queue, () => seconds.queue.at(-1) ?? 0),
      oldestMs: column(seconds.oldestMs, () => Number.NaN),
      delayP50Ms: column(seconds.delayP50Ms, asLast(seconds.delayP50Ms)),
      delayP95Ms: column(seconds.delayP95Ms, asLast(seconds.delayP95Ms)),
    },
    gaps: [],
  };
}

/** Each chart as a sentence; for two runs, the maximum of each. */
export function simulationSummaries(
  runs: readonly { readonly name: string; readonly series: TrafficSeries }[],
  ceiling: number,
): { readonly rate: string; readonly queue: string; readonly delay: string } {
  const most = (column: TrafficColumn, describe: (value: number) => string) =>
    runs
      .map(({ name, series }) => {
        const extent = extentOf(series.columns[column]);
        const text = extent === null ? 'none' : describe(extent.max);
        return runs.length === 1 ? text : `${text} at ${name}`;
      })
      .join(', ');
  const perS = (value: number) => `${shortRate(value)}/s`;
  const count = (value: number) => Math.round(value).toLocaleString('en');
  const arriving = extentOf(runs[0]?.series.columns.arrivals ?? [])?.max ?? 0;
  const beyond = arriving > ceiling ? ', beyond the top of the chart' : '';
  return {
    rate: `Received: peak ${perS(arriving)}${beyond}; sent at most ${most('sends', perS)}.`,
    queue: `Waiting at most: ${most('queue', count)}.`,
    delay: `Longest 95th percentile: ${most('delayP95Ms', formatMs)}; longest wait: ${most('oldestMs', formatMs)}.`,
  };
}
