import { expect } from 'vitest';
import { longestStallMs, STALL_MAX_MS } from './longest-stall';

/**
 * Fails if work holds this thread for too long in each of several runs: a busy machine stalls now and then, but a stall
 * caused by the work recurs every time. The first run that is quick enough is the last. With `LARGE_CATALOG_TYPES` the
 * figures are printed.
 */
export async function expectNoStall(what: string, work: () => Promise<unknown>, tries = 4): Promise<void> {
  const stalls: number[] = [];
  const beganMs = performance.now();
  while (stalls.length < tries && !stalls.some((ms) => ms < STALL_MAX_MS))
    stalls.push(await longestStallMs(work));
  if (process.env.LARGE_CATALOG_TYPES) {
    const ms = Math.round((performance.now() - beganMs) / stalls.length);
    const rss = Math.round(process.memoryUsage().rss / 1024 / 1024);
    process.stdout.write(`${what}: ${ms} ms, stalls ${stalls.map(Math.round).join(' ')} ms, ${rss} MB\n`);
  }
  expect([what, Math.min(...stalls)]).toEqual([what, expect.toSatisfy((ms: number) => ms < STALL_MAX_MS)]);
}
