import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';

/** How late the event loop came to its timers since the last reading, in seconds. */
export interface EventLoopDelay {
  /** Half of the time it was at most this late. */
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

const RESOLUTION_MS = 20;

/**
 * Measures from its first reading on, so that it costs nothing where nobody asks; the first one is all zero.
 * @returns reads and begins again
 */
export function createEventLoopDelay(): { read(): EventLoopDelay; stop(): void } {
  let histogram: IntervalHistogram | null = null;
  return {
    read() {
      if (!histogram) {
        histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
        histogram.enable();
        return { p50: 0, p99: 0, max: 0 };
      }
      // What is measured is the time from one tick to the next; what is asked for is what it has too much of.
      const late = (ns: number) => Math.max(0, ns / 1e9 - RESOLUTION_MS / 1000);
      const read = {
        p50: late(histogram.percentile(50)),
        p99: late(histogram.percentile(99)),
        max: late(histogram.max),
      };
      histogram.reset();
      return read;
    },
    stop: () => histogram?.disable(),
  };
}
