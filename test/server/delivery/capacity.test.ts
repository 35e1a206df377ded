import { expect, test } from 'vitest';
import { Capacity } from '../../../src-server/delivery/capacity';
import { Lane } from '../../../src-server/delivery/lane';
import { FakeClock } from '../../support/fake-clock';

/** Lets one send end in each of so many tenths of a second. */
function pass(capacity: Capacity, clock: FakeClock, tenths: number): void {
  const lane = new Lane('ep_passing', true, null);
  for (let n = 0; n < tenths; n++) {
    clock.advance(100);
    capacity.started(lane);
    capacity.ended(lane);
  }
}

/** How many sends of one lane are admitted, one after the other. */
function room(capacity: Capacity, limited = false): number {
  const lane = new Lane('ep_filling', true, null);
  while (capacity.admits(lane, limited)) capacity.started(lane);
  const admitted = lane.inFlight;
  for (let n = 0; n < admitted; n++) capacity.ended(lane);
  return admitted;
}

test('while the process has idle moments, 512 sends are on their way at once', () => {
  const clock = new FakeClock();
  const capacity = new Capacity(clock, () => 0.5);
  pass(capacity, clock, 100);
  expect(room(capacity)).toBe(512);
});

test('without an idle moment it goes down to 96 within half a second, and up again in two', () => {
  const clock = new FakeClock();
  let share = 1;
  const capacity = new Capacity(clock, () => share);
  pass(capacity, clock, 1);
  expect(room(capacity)).toBe(256);
  pass(capacity, clock, 4);
  expect(room(capacity)).toBe(96);
  share = 0.5;
  pass(capacity, clock, 20);
  expect(room(capacity)).toBe(512);
});

test('an endpoint with a limit, which has a pace to keep, may have 512 on their way also then', () => {
  const clock = new FakeClock();
  const capacity = new Capacity(clock, () => 1);
  pass(capacity, clock, 20);
  expect(room(capacity, true)).toBe(512);
});

test('whoever was turned away gets a turn when there is room: first with a limit, then without', () => {
  const clock = new FakeClock();
  const capacity = new Capacity(clock, () => 1);
  pass(capacity, clock, 20);
  const busy = new Lane('ep_busy', true, null);
  while (capacity.admits(busy, true)) capacity.started(busy);
  const without = [new Lane('ep_1', true, null), new Lane('ep_2', true, null)];
  for (const lane of without) {
    lane.inFlight = 4;
    expect(capacity.admits(lane, false)).toBe(false);
  }
  expect(capacity.nextTurn()).toBeUndefined();
  capacity.ended(busy);
  expect(capacity.nextTurn()).toBe(busy);
  expect(capacity.nextTurn()).toBeUndefined();
  expect(capacity.hasTurnedAway(busy)).toBe(false);
  while (busy.inFlight > 0) capacity.ended(busy);
  expect([capacity.nextTurn(), capacity.nextTurn(), capacity.nextTurn()]).toEqual([...without, undefined]);
});

test('a busy process still lets an endpoint with few sends on their way start one', () => {
  const clock = new FakeClock();
  const capacity = new Capacity(clock, () => 1);
  pass(capacity, clock, 20);
  const busy = new Lane('ep_busy', true, null);
  while (capacity.admits(busy, false)) capacity.started(busy);
  const quiet = new Lane('ep_quiet', true, null);
  for (let n = 0; n < 4; n++) {
    expect(capacity.admits(quiet, false)).toBe(true);
    capacity.started(quiet);
  }
  expect(capacity.admits(quiet, false)).toBe(false);
});
