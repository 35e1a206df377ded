import { expect, test } from 'vitest';
import { createLog } from '../../../src-server/base/log';
import { TimeWatch } from '../../../src-server/base/time-watch';
import { FakeClock } from '../../support/fake-clock';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const START_MS = Date.parse('2026-05-01T12:00:00Z');

/** A stored sign of life, and servers that watch the time by it. */
function installation(first: number | null = null) {
  let sign = first;
  const signs = {
    read: async () => sign,
    write: async (at: number) => {
      sign = at;
    },
  };
  return {
    signs,
    sign: () => sign,
    async start(clock: FakeClock): Promise<TimeWatch> {
      const watch = await TimeWatch.open({
        clock,
        wallNow: () => clock.now(),
        signs,
        log: createLog('silent'),
      });
      await watch.start();
      return watch;
    },
  };
}

/** Lets time pass, and what that begins end. */
async function pass(clock: FakeClock, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= MINUTE_MS) {
    clock.advance(Math.min(left, MINUTE_MS));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test('time that passes, and steps of less than a day, raise no doubt', async () => {
  const { start } = installation();
  const clock = new FakeClock(START_MS);
  const watch = await start(clock);
  await pass(clock, 3 * HOUR_MS);
  for (const stepMs of [20 * HOUR_MS, -20 * HOUR_MS]) {
    clock.setWall(clock.now() + stepMs);
    expect(watch.isDoubted()).toBe(false);
    expect([watch.now(), watch.latest(), watch.earliest()]).toEqual(Array(3).fill(clock.now()));
  }
  await watch.stop();
  expect(clock.pendingTimers).toBe(0);
});

test.each([
  ['forwards', 400 * DAY_MS],
  ['backwards', -400 * DAY_MS],
])('after a jump %s, things expire by the time before it', async (_, jumpMs) => {
  const { start } = installation();
  const clock = new FakeClock(START_MS);
  const watch = await start(clock);
  clock.setWall(START_MS + jumpMs);
  expect(watch.doubt()).toMatchObject({ from: START_MS, to: START_MS + jumpMs });
  await pass(clock, 10 * MINUTE_MS);
  expect(watch.now()).toBe(START_MS + 10 * MINUTE_MS);
  const both = [watch.now(), clock.now()];
  expect([watch.earliest(), watch.latest()]).toEqual([Math.min(...both), Math.max(...both)]);
});

test('a doubt ends after an hour in which the clock did not jump again, and when it is back', async () => {
  const { start } = installation();
  const clock = new FakeClock(START_MS);
  const watch = await start(clock);
  clock.setWall(START_MS + 400 * DAY_MS);
  await pass(clock, HOUR_MS - MINUTE_MS);
  expect(watch.isDoubted()).toBe(true);
  clock.setWall(clock.now() + 100 * DAY_MS);
  expect(watch.isDoubted()).toBe(true);
  await pass(clock, HOUR_MS - MINUTE_MS);
  expect(watch.isDoubted()).toBe(true);
  await pass(clock, MINUTE_MS);
  expect(watch.isDoubted()).toBe(false);
  expect(watch.now()).toBe(clock.now());

  const right = clock.now();
  clock.setWall(right + 2 * DAY_MS);
  expect(watch.isDoubted()).toBe(true);
  clock.setWall(right + MINUTE_MS);
  expect(watch.isDoubted()).toBe(false);
});

test('a restart does not make a wrong clock right, and one with the right clock goes on as if nothing was', async () => {
  const { start, sign } = installation();
  const first = await start(new FakeClock(START_MS));
  await first.stop();
  for (let n = 0; n < 3; n++) {
    const wrong = new FakeClock(START_MS + 400 * DAY_MS);
    const watch = await start(wrong);
    await pass(wrong, 45_000);
    expect(watch.isDoubted()).toBe(true);
    await watch.stop();
  }
  expect(sign()).toBe(START_MS);
  const last = await start(new FakeClock(START_MS + HOUR_MS));
  expect(last.isDoubted()).toBe(false);
});

test('a confirmed clock is trusted, also by other servers on the same database, and after a restart', async () => {
  const { start } = installation(START_MS);
  const clock = new FakeClock(START_MS + 400 * DAY_MS);
  const [watch, other] = [await start(clock), await start(clock)];
  expect([watch.isDoubted(), other.isDoubted()]).toEqual([true, true]);
  await watch.confirm();
  expect(watch.isDoubted()).toBe(false);
  await pass(clock, MINUTE_MS);
  expect(other.isDoubted()).toBe(false);
  const next = await start(clock);
  expect(next.isDoubted()).toBe(false);
});

test('the sign of life is stored every ten minutes, and an unreadable database does not end the watch', async () => {
  const { start, sign, signs } = installation();
  const clock = new FakeClock(START_MS);
  await start(clock);
  const { write } = signs;
  signs.write = () => Promise.reject(new Error('the disk is full'));
  await pass(clock, 30 * MINUTE_MS);
  expect(sign()).toBe(START_MS);
  signs.write = write;
  await pass(clock, 10 * MINUTE_MS);
  expect(clock.now() - (sign() ?? 0)).toBeLessThanOrEqual(10 * MINUTE_MS);
});
