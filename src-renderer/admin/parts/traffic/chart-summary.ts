import { shortRate } from '../../../ui/fuse-bar-geometry';
import { isCount, type TrafficColumn, type TrafficSeries } from '../../platform/live/traffic-ring';
import { formatDuration, formatMs } from './format-amount';

/** Smallest, largest and newest known value of a column; null: none is known. */
interface Extent {
  readonly min: number;
  readonly max: number;
  readonly last: number;
}

export function extentOf(values: readonly (number | null)[]): Extent | null {
  const known = values.filter((value): value is number => value !== null);
  const last = known.at(-1);
  return last === undefined ? null : { min: Math.min(...known), max: Math.max(...known), last };
}

const count = (value: number) => Math.round(value).toLocaleString('en');

/** What an endpoint does right now: the same figures as in the sentence about it. */
export interface CurrentFigures {
  readonly arrivalsPerS: number;
  readonly sendsPerS: number;
  readonly queue: number;
}

/**
 * Each chart as a sentence, with its highest, lowest and current value.
 * @param ceiling the highest rate that is drawn
 * @param current the current figures; null: the end of the chart is not now
 */
export function chartSummaries(
  series: TrafficSeries,
  { limit, ceiling }: { readonly limit: number | null; readonly ceiling: number },
  current: CurrentFigures | null,
): { readonly rate: string; readonly queue: string; readonly delay: string } {
  const extent = (column: TrafficColumn) => extentOf(series.columns[column]);
  const [arrivals, sends, queue] = [extent('arrivals'), extent('sends'), extent('queue')];
  const [p50, p95, oldest] = [extent('delayP50Ms'), extent('delayP95Ms'), extent('oldestMs')];
  const gaps = gapsLabel(series);
  const now = current === null ? 'at the end' : 'now';
  const held = limit === null ? 'No rate limit' : `Rate limit ${count(limit)}/s`;
  const waited = oldest ? `; longest wait in the queue ${formatMs(oldest.max)}` : '';
  const between = (low: number, high: number, text: (value: number) => string) =>
    `from ${text(low)} to ${text(high)}`;
  const sent = current?.sendsPerS ?? sends?.last ?? 0;
  const arriving = current?.arrivalsPerS ?? arrivals?.last ?? 0;
  const most = Math.max(arriving, arrivals?.max ?? 0);
  const beyond = most > ceiling ? ', beyond the top of the chart' : '';
  const waiting = current?.queue ?? queue?.last ?? 0;
  return {
    rate:
      sends && arrivals
        ? `Sent: ${shortRate(sent)}/s ${now}, peak ${shortRate(Math.max(sent, sends.max))}/s. ${outcomesLabel(series)}. Received: ${shortRate(arriving)}/s ${now}, peak ${shortRate(most)}/s${beyond}. ${held}.${gaps}`
        : `No data. ${held}.${gaps}`,
    queue: queue
      ? `${count(waiting)} waiting ${now}, ${between(Math.min(waiting, queue.min), Math.max(waiting, queue.max), count)}.${gaps}`
      : `No data.${gaps}`,
    delay: p95
      ? `Delay: median ${formatMs(p50?.last ?? null)}, 95th percentile ${formatMs(p95.last)} (at most ${formatMs(p95.max)})${waited}.${gaps}`
      : `Nothing was sent${waited}.${gaps}`,
  };
}

/** How many of the attempts drawn ended how. */
function outcomesLabel({ columns, stepS }: TrafficSeries): string {
  const total = (column: 'succeeded' | 'failed') =>
    Math.round(columns[column].reduce<number>((sum, value) => sum + (value ?? 0) * stepS, 0));
  return `${count(total('succeeded'))} delivered, ${count(total('failed'))} failed`;
}

/** What is missing, in words; empty if nothing is. */
function gapsLabel({ gaps }: TrafficSeries): string {
  const seconds = gaps.reduce((sum, { fromS, untilS }) => sum + untilS - fromS + 1, 0);
  if (seconds === 0) return '';
  return ` No data for ${formatDuration(seconds)}.`;
}

/** One line of the table that replaces a chart. */
interface ChartRow {
  /** When it started, in seconds since 1970. */
  readonly at: number;
  /** One value per requested column: the mean of counts, the largest of everything else. Null: unknown. */
  readonly values: readonly (number | null)[];
}

/** Buckets combined into lines of `groupS` seconds, newest first. */
export function chartRows(
  series: TrafficSeries,
  columns: readonly TrafficColumn[],
  groupS: number,
): readonly ChartRow[] {
  const groups = new Map<number, number[]>();
  series.at.forEach((at, index) => {
    const begin = at - (at % groupS);
    groups.set(begin, [...(groups.get(begin) ?? []), index]);
  });
  return [...groups]
    .map(([at, indexes]) => ({
      at,
      values: columns.map((column) => {
        const known = indexes
          .map((index) => series.columns[column][index])
          .filter((value): value is number => value !== null && value !== undefined);
        if (known.length === 0) return null;
        const isMean = isCount(column);
        return isMean ? known.reduce((sum, value) => sum + value, 0) / known.length : Math.max(...known);
      }),
    }))
    .reverse();
}
