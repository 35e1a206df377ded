import type { TrafficBucket } from '../../../src-server/contract/traffic';

/** What is drawn of a minute. */
export type ActivityMinute = Pick<TrafficBucket, 'at' | 'succeeded' | 'failed'>;

/** Attempts of half an hour. */
export interface ActivityBar {
  /** When it began, in ms since 1970. */
  readonly atMs: number;
  readonly arrived: number;
  readonly failed: number;
}

const BAR_MS = 30 * 60_000;
const BARS = 48;

/** The last day in half hours, the running one last; those in which nothing happened too. */
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
