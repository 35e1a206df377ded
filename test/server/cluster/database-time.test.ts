import { expect, test } from 'vitest';
import { DatabaseTime } from '../../../src-server/cluster/database-time';
import { FakeClock } from '../../support/fake-clock';

/** Asks a database whose clock shows `ms` at this moment, with a response that comes after so long. */
function ask(time: DatabaseTime, clock: FakeClock, ms: number, toMs: number, backMs: number): void {
  const askedUs = clock.monotonicUs();
  clock.advance(toMs + backMs);
  time.read(ms + toMs, askedUs);
}

test('it is halfway between question and answer, and goes on by the monotonic clock', () => {
  const clock = new FakeClock(0);
  const askedUs = clock.monotonicUs();
  clock.advance(20);
  const time = new DatabaseTime(clock, 5_000_010, askedUs);
  expect(time.now()).toBe(5_000_020);
  clock.setWall(99);
  clock.advance(1000);
  expect(time.now()).toBe(5_001_020);
});

test('a response that was slow on its way back does not bring it behind', () => {
  const clock = new FakeClock();
  const time = new DatabaseTime(clock, 1000, clock.monotonicUs());
  ask(time, clock, 1000, 1, 99);
  expect(time.now()).toBe(1100);
});

test('it follows a clock that was set forward, and waits for one that was set back, unless its wall time is asked for', () => {
  const clock = new FakeClock();
  const time = new DatabaseTime(clock, 10_000, clock.monotonicUs());
  expect(time.now()).toBe(10_000);
  ask(time, clock, 5000, 5, 5);
  expect(time.now()).toBe(10_000);
  expect(time.wallNow()).toBe(5010);
  ask(time, clock, 60_000, 5, 5);
  expect(time.now()).toBe(60_010);
});
