import { expect, test } from 'vitest';
import { InFlightCap } from '../../../src-server/pacing/in-flight-cap';

/** The number of requests allowed in flight. */
function most(cap: InFlightCap, limited: boolean): number {
  let inFlight = 0;
  while (!cap.isReached(inFlight, limited)) inFlight += 1;
  return inFlight;
}

test('it begins with eight and grows by one with each response: to 64 without a limit, to 256 with one', () => {
  const cap = new InFlightCap();
  expect(most(cap, false)).toBe(8);
  for (let n = 0; n < 10; n++) cap.learn('answered');
  expect(most(cap, false)).toBe(18);
  for (let n = 0; n < 1000; n++) cap.learn('answered');
  expect([most(cap, false), most(cap, true)]).toEqual([64, 256]);
});

test('each timeout halves it, down to one at a time, and the next response lets it grow again', () => {
  const cap = new InFlightCap();
  const after: number[] = [];
  for (let n = 0; n < 5; n++) {
    cap.learn('timed-out');
    after.push(most(cap, false));
  }
  expect(after).toEqual([4, 2, 1, 1, 1]);
  cap.learn('answered');
  expect(most(cap, false)).toBe(2);
});

test('an address that cannot be reached says nothing about it', () => {
  const cap = new InFlightCap();
  cap.learn('unreachable');
  expect(most(cap, true)).toBe(8);
});
