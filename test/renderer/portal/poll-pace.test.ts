import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { costMs, pollAfterMs } from '../../../src-renderer/portal/endpoints/poll-pace';
import { READ_ALLOWANCES } from '../../../src-server/contract/limits';
import { ReadTurns } from '../../../src-server/http/pipeline/read-turns';
import { FakeClock } from '../../support/fake-clock';

const CUSTOMER = { key: 'app', allowance: READ_ALLOWANCES.customer };
const MINUTES = 80;
const STEP_MS = 100;

/**
 * Keeps pages with a list of endpoints open, whose counts take this long, while messages are sent.
 * @returns reads that were answered or refused
 */
async function keepOpen(pages: number, countMs: number, nextMs: (tookMs: number) => number) {
  const clock = new FakeClock();
  const turns = new ReadTurns(
    clock,
    1,
    () => true,
    () => 0,
  );
  let [served, refused] = [0, 0];
  const read = (lastMs: number) => {
    const beganMs = clock.now();
    const work = () => clock.sleep(countMs);
    turns
      .run(CUSTOMER, () => undefined, work)
      .then(
        () => {
          served += 1;
          const tookMs = costMs([{ value: null, ms: clock.now() - beganMs }], [{ value: null, ms: 0 }]);
          clock.setTimer(nextMs(tookMs), () => read(tookMs));
        },
        () => {
          refused += 1;
          clock.setTimer(nextMs(lastMs), () => read(lastMs));
        },
      );
  };
  for (let page = 0; page < pages; page += 1) read(0);
  for (let passedMs = 0; passedMs < MINUTES * 60_000; passedMs += STEP_MS) {
    clock.advance(STEP_MS);
    await turn();
  }
  return { served, refused };
}

it.each([
  [1, 800],
  [2, 800],
  [1, 2000],
])('%i open pages whose counts take %i ms are never refused for reading too much', async (pages, countMs) => {
  const { served, refused } = await keepOpen(pages, countMs, (tookMs) => pollAfterMs(10_000, tookMs));
  expect(refused).toBe(0);
  expect(served).toBeGreaterThan(5);
});

it('quick counts are read as often as the page wants, however far away the server is', () => {
  const [near, far] = [
    { value: null, ms: 300 },
    { value: null, ms: 304 },
  ];
  expect(pollAfterMs(3000, costMs([near, far], [near]))).toBe(3000);
});
