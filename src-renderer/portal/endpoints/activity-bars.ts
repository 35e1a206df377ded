import type { TrafficBucket } from '../../../src-server/contract/traffic';

/** The part of a minute that is drawn. */
export type ActivityMinute = Pick<TrafficBucket, 'at' | 'succeeded' | 'failed'>;

/** Attempts within half an hour. */
export interface ActivityBar {
  /** When it started, in ms since 1970. */
  readonly atMs: number;
  readonly arrived: number;
  readonly failed: number;
}

const BAR_MS = 30 * 60_000;
const BARS = 48;

/** The last day in half hours, the current one last; includes those without activity. */
export function activityBars(minutes: readonly ActivityMinute[], nowMs: number): readonly ActivityBar[] {
  const last = Math.floor(nowMs / BAR_MS);
  const bars = Array.from({ length: BARS }, (_, index) => ({
    atMs: (last - BARS + 1 + index) * BAR_MS,
    arrived: 0,
    failed: 0,
  }));
  for (const { at, succeeded, failed } of minutes) {
    const bar = bars[Math.floor((at * 1000) / BAR_MS) - (last - BARS + 1)];
    if (!bar) continue;
    bar.arrived += succeeded;
    bar.failed += failed;
  }
  return bars;
}
