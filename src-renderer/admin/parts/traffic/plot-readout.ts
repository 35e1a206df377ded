import { shortRate } from '../../../ui/fuse-bar-geometry';
import type { TrafficColumn } from '../../platform/live/traffic-ring';
import { type ChartTime, formatMoment } from './chart-time';
import { formatMs } from './format-amount';
import type { ChartKind, PlotFacts } from './plot-facts';

/** A chart's description of one bucket: "04:26:03  arriving 16/s, sent 10/s". */
export function plotReadout(
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
    rate: `arriving ${rate('arrivals')}/s, sent ${rate('sends')}/s, delivered ${rate('succeeded')}/s, failed ${rate('failed')}/s`,
    queue: `${(value('queue') ?? 0).toLocaleString('en')} waiting`,
    delay: `median ${formatMs(value('delayP50Ms'))}, 95 % ${formatMs(value('delayP95Ms'))}, oldest ${formatMs(value('oldestMs'))}`,
  }[kind];
  return `${formatMoment(at, time)}  ${text}`;
}
