import { monitorEventLoopDelay } from 'node:perf_hooks';

/** No request may hold the event loop for longer. */
export const STALL_MAX_MS = 50;

/** The longest time for which nothing else could be done in this thread while `work` went on, in milliseconds. */
export async function longestStallMs(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await work();
  delay.disable();
  return delay.max / 1e6;
}
