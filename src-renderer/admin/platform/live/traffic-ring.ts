import type { TrafficBucket } from '../../../../src-server/contract/traffic';

/** What is kept for each second. */
const TRAFFIC_COLUMNS = [
  'arrivals',
  'sends',
  'succeeded',
  'failed',
  'queue',
  'oldestMs',
  'delayP50Ms',
  'delayP95Ms',
] as const;
export type TrafficColumn = (typeof TRAFFIC_COLUMNS)[number];

/** Whether a column counts what happened in a second; in a series, such columns are rates per second. */
export function isCount(column: TrafficColumn): boolean {
  return column === 'arrivals' || column === 'sends' || column === 'succeeded' || column === 'failed';
}

/** A time range of which nothing is known, in seconds since 1970, including `untilS`. */
interface TrafficGap {
  readonly fromS: number;
  readonly untilS: number;
}

/** Values over time, one column each, ready to be drawn. Null is a gap or a value that does not exist. */
export interface TrafficSeries {
  /** Length of a bucket, in seconds. */
  readonly stepS: 1 | 60;
  readonly at: readonly number[];
  readonly columns: Readonly<Record<TrafficColumn, readonly (number | null)[]>>;
  readonly gaps: readonly TrafficGap[];
}

const DRAWN_COLUMNS = ['arrivals', 'sends', 'succeeded', 'failed'] as const;
/** Counts second by second. */
export type DrawnCounts = Readonly<Record<(typeof DRAWN_COLUMNS)[number], Float64Array>>;

const UNKNOWN = 0;
const QUIET = 1;
const MEASURED = 2;

/**
 * The last minutes of one endpoint, second by second, in typed arrays: writing a second costs a few assignments and
 * creates no garbage. A second is measured, quiet (known to have no traffic) or unknown, and unknown is never zero.
 */
export class TrafficRing {
  /** Total sends ever added, for counting new ones. */
  sendsTotal = 0;
  /** Everything up to then was added, as far as it could be known, in seconds since 1970; 0: nothing was. */
  coveredUntilS = 0;
  #newestS = 0;
  readonly #capacity: number;
  readonly #at: Float64Array;
  readonly #kind: Uint8Array;
  readonly #values: Record<TrafficColumn, Float64Array>;

  constructor(capacity = 310) {
    this.#capacity = capacity;
    this.#at = new Float64Array(capacity);
    this.#kind = new Uint8Array(capacity);
    this.#values = Object.fromEntries(
      TRAFFIC_COLUMNS.map((column) => [column, new Float64Array(capacity).fill(Number.NaN)]),
    ) as Record<TrafficColumn, Float64Array>;
  }

  /** Writes a second; a later bucket of the same second replaces it. */
  put(bucket: TrafficBucket): void {
    if (bucket.at <= this.#newestS - this.#capacity) return;
    const slot = bucket.at % this.#capacity;
    const before = this.#kindOf(bucket.at) === MEASURED ? (this.#values.sends[slot] ?? 0) : 0;
    this.sendsTotal += Math.max(0, bucket.sends - before);
    this.#at[slot] = bucket.at;
    this.#kind[slot] = MEASURED;
    for (const column of TRAFFIC_COLUMNS) this.#values[column][slot] = bucket[column] ?? Number.NaN;
    this.#newestS = Math.max(this.#newestS, bucket.at);
  }

  /** States that everything that happened from `fromS` to `untilS`, inclusive, has been added. */
  cover(fromS: number, untilS: number): void {
    for (let at = Math.max(fromS, untilS - this.#capacity + 1); at <= untilS; at += 1) {
      if (this.#kindOf(at) !== UNKNOWN) continue;
      const slot = at % this.#capacity;
      if ((this.#at[slot] ?? 0) > at) continue;
      this.#at[slot] = at;
      this.#kind[slot] = QUIET;
    }
    this.coveredUntilS = Math.max(this.coveredUntilS, untilS);
    this.#newestS = Math.max(this.#newestS, untilS);
  }

  /** A count over whole seconds, inclusive, oldest first; unknown ones are left out. */
  counts(column: 'arrivals' | 'sends' | 'succeeded' | 'failed', fromS: number, untilS: number): number[] {
    const counts: number[] = [];
    for (let at = fromS; at <= untilS; at += 1) {
      const kind = this.#kindOf(at);
      if (kind === UNKNOWN) continue;
      counts.push(kind === MEASURED ? (this.#values[column][at % this.#capacity] ?? 0) : 0);
    }
    return counts;
  }

  /** The first second in the inclusive range with traffic, in seconds since 1970; null: there is none. */
  firstActiveS(fromS: number, untilS: number): number | null {
    for (let at = fromS; at <= untilS; at += 1) if (this.#kindOf(at) === MEASURED) return at;
    return null;
  }

  /** Only what a sparkline draws, for many of them at once: NaN if unknown. Inclusive range. */
  drawn(fromS: number, untilS: number): DrawnCounts {
    const drawn = {
      arrivals: new Float64Array(untilS - fromS + 1),
      sends: new Float64Array(untilS - fromS + 1),
      succeeded: new Float64Array(untilS - fromS + 1),
      failed: new Float64Array(untilS - fromS + 1),
    };
    for (let second = fromS; second <= untilS; second += 1) {
      const kind = this.#kindOf(second);
      const slot = second % this.#capacity;
      for (const column of DRAWN_COLUMNS) {
        drawn[column][second - fromS] =
          kind === UNKNOWN ? Number.NaN : kind === MEASURED ? (this.#values[column][slot] ?? 0) : 0;
      }
    }
    return drawn;
  }

  /** The seconds from `fromS` to `untilS`, inclusive. */
  series(fromS: number, untilS: number): TrafficSeries {
    const at: number[] = [];
    const columns = Object.fromEntries(TRAFFIC_COLUMNS.map((column) => [column, []])) as unknown as Record<
      TrafficColumn,
      (number | null)[]
    >;
    const gaps: TrafficGap[] = [];
    let queue = this.#queueBefore(fromS, untilS);
    for (let second = fromS; second <= untilS; second += 1) {
      const kind = this.#kindOf(second);
      const slot = second % this.#capacity;
      at.push(second);
      if (kind === UNKNOWN) addToGaps(gaps, second, 1);
      if (kind === MEASURED) queue = this.#values.queue[slot] ?? queue;
      for (const column of TRAFFIC_COLUMNS) {
        const value = kind === MEASURED ? (this.#values[column][slot] ?? Number.NaN) : Number.NaN;
        if (kind === UNKNOWN) columns[column].push(null);
        else if (column === 'queue') columns[column].push(queue);
        else if (Number.isNaN(value)) columns[column].push(isCount(column) ? 0 : null);
        else columns[column].push(value);
      }
    }
    return { stepS: 1, at, columns, gaps };
  }

  #kindOf(at: number): number {
    const slot = at % this.#capacity;
    return this.#at[slot] === at ? (this.#kind[slot] ?? UNKNOWN) : UNKNOWN;
  }

  /** The queue before the first measured second of a range: a quiet second keeps the queue of the previous one. */
  #queueBefore(fromS: number, untilS: number): number | null {
    for (let at = fromS; at <= untilS; at += 1) {
      if (this.#kindOf(at) !== MEASURED) continue;
      const value = (column: TrafficColumn) => this.#values[column][at % this.#capacity] ?? 0;
      return Math.max(0, value('queue') - value('arrivals') + value('succeeded'));
    }
    return null;
  }
}

/**
 * The minutes of a day as a series.
 * @param runningSinceS since when the service runs, in seconds since 1970: a minute that is missing since then had no
 *   traffic. An earlier one is a gap: nobody knows whether it was measured.
 */
export function minuteSeries(
  buckets: readonly TrafficBucket[],
  { fromS, untilS, runningSinceS }: MinuteRange,
): TrafficSeries {
  const byMinute = new Map(buckets.map((bucket) => [bucket.at, bucket]));
  const at: number[] = [];
  const columns = Object.fromEntries(TRAFFIC_COLUMNS.map((column) => [column, []])) as unknown as Record<
    TrafficColumn,
    (number | null)[]
  >;
  const gaps: TrafficGap[] = [];
  let queue: number | null = null;
  for (let minute = fromS - (fromS % 60); minute <= untilS; minute += 60) {
    const bucket = byMinute.get(minute);
    const isQuiet = !bucket && minute >= runningSinceS;
    at.push(minute);
    if (!bucket && !isQuiet) addToGaps(gaps, minute, 60);
    queue = bucket ? bucket.queue : isQuiet ? (queue ?? 0) : null;
    for (const column of TRAFFIC_COLUMNS) {
      const value = bucket?.[column] ?? (isQuiet && isCount(column) ? 0 : null);
      if (column === 'queue') columns[column].push(queue);
      else columns[column].push(value !== null && isCount(column) ? value / 60 : value);
    }
  }
  return { stepS: 60, at, columns, gaps };
}

/** The end of a series: its last steps, at most `count`. */
export function lastOf({ stepS, at, columns, gaps }: TrafficSeries, count: number): TrafficSeries {
  const kept = at.slice(-count);
  const fromS = kept[0] ?? 0;
  return {
    stepS,
    at: kept,
    columns: Object.fromEntries(
      TRAFFIC_COLUMNS.map((column) => [column, columns[column].slice(-count)]),
    ) as unknown as TrafficSeries['columns'],
    gaps: gaps.flatMap((gap) =>
      gap.untilS < fromS ? [] : [{ fromS: Math.max(fromS, gap.fromS), untilS: gap.untilS }],
    ),
  };
}

/** Times in seconds since 1970. */
interface MinuteRange {
  readonly fromS: number;
  readonly untilS: number;
  readonly runningSinceS: number;
}

function addToGaps(gaps: TrafficGap[], at: number, stepS: number): void {
  const last = gaps.at(-1);
  if (last && last.untilS === at - 1) gaps[gaps.length - 1] = { fromS: last.fromS, untilS: at + stepS - 1 };
  else gaps.push({ fromS: at, untilS: at + stepS - 1 });
}
