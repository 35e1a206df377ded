import { expect } from 'vitest';
import { longestOwnStallMs, STALL_MAX_MS } from './longest-stall';

/**
 * Fails if work holds this thread for too long. The minimum over several runs of the longest stall counts: a busy
 * machine stalls now and then, but a stall caused by the work recurs every time. With `LARGE_CATALOG_TYPES` the figures
 * are printed.
 */
export async function expectNoStall(what: string, work: () => Promise<unknown>, tries = 4): Promise<void> {
  const stalls: number[] = [];
  const beganMs = performance.now();
  for (let n = 0; n < tries; n += 1) stalls.push(await longestOwnStallMs(work));
  const ms = Math.round((performance.now() - beganMs) / tries);
  if (process.env.LARGE_CATALOG_TYPES) {
    const rss = Math.round(process.memoryUsage().rss / 1024 / 1024);
    process.stdout.write(`${what}: ${ms} ms, stalls ${stalls.map(Math.round).join(' ')} ms, ${rss} MB\n`);
  }
  expect([what, Math.min(...stalls)]).toEqual([what, expect.toSatisfy((ms: number) => ms < STALL_MAX_MS)]);
}
