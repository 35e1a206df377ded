import { performance } from 'node:perf_hooks';

/** Returns the share of the time since its last call, from 0 to 1, in which the event loop was busy. */
export function createLoopShare(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}
