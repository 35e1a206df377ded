import { expect, test } from 'vitest';
import { SENDS_TO_ALL } from '../../../src-server/delivery/endpoints/send-right';
import { Capacity } from '../../../src-server/delivery/engine/capacity';
import { EndpointQueue } from '../../../src-server/delivery/engine/endpoint-queue';
import { FakeClock } from '../../support/fake-clock';

/** Each start happens in its own turn of the event loop. */
function createCapacity(clock: FakeClock, loopShare: () => number): Capacity {
  return new Capacity(clock, loopShare, undefined, (begin) => begin());
}

/** Ends one send in each of this many tenths of a second. */
function pass(capacity: Capacity, clock: FakeClock, tenths: number): void {
  const queue = new EndpointQueue('ep_passing', true, null);
  for (let n = 0; n < tenths; n++) {
    clock.advance(100);
    capacity.started(queue);
    capacity.ended(queue);
  }
}

/** For a process without an idle moment in two seconds. */
function busyCapacity(): Capacity {
  const clock = new FakeClock();
  const capacity = createCapacity(clock, () => 1);
  pass(capacity, clock, 20);
  return capacity;
}

/** A queue that uses the whole capacity. */
function fullQueue(capacity: Capacity, limited: boolean): EndpointQueue {
  const queue = new EndpointQueue('ep_full', true, null);
  while (capacity.admits(queue, limited)) capacity.started(queue);
  return queue;
}

/** The number of sends of one queue that are admitted in sequence. */
function room(capacity: Capacity, limited = false): number {
  const queue = fullQueue(capacity, limited);
  const admitted = queue.inFlight;
  for (let n = 0; n < admitted; n++) capacity.ended(queue);
  return admitted;
}

test('while the process has idle moments, 512 sends are in flight at once', () => {
  const clock = new FakeClock();
  const capacity = createCapacity(clock, () => 0.5);
  pass(capacity, clock, 100);
  expect(room(capacity)).toBe(512);
});

test('without an idle moment the capacity falls to 96 within half a second, and rises again in two seconds', () => {
  const clock = new FakeClock();
  let share = 1;
  const capacity = createCapacity(clock, () => share);
  pass(capacity, clock, 1);
  expect(room(capacity)).toBe(256);
  pass(capacity, clock, 4);
  expect(room(capacity)).toBe(96);
  share = 0.5;
  pass(capacity, clock, 20);
  expect(room(capacity)).toBe(512);
});

test('an endpoint with a limit may have 512 in flight even then', () => {
  expect(room(busyCapacity(), true)).toBe(512);
});

test('queues that were turned away get a turn when there is capacity: first those with a limit', () => {
  const capacity = busyCapacity();
  const busy = fullQueue(capacity, true);
  const without = [new EndpointQueue('ep_1', true, null), new EndpointQueue('ep_2', true, null)];
  for (const queue of without) {
    queue.inFlight = 4;
    expect(capacity.admits(queue, false)).toBe(false);
  }
  expect(capacity.nextTurn()).toBeUndefined();
  capacity.ended(busy);
  expect(capacity.nextTurn()).toBe(busy);
  expect(capacity.nextTurn()).toBeUndefined();
  expect(capacity.hasTurnedAway(busy)).toBe(false);
  while (busy.inFlight > 0) capacity.ended(busy);
  expect([capacity.nextTurn(), capacity.nextTurn(), capacity.nextTurn()]).toEqual([...without, undefined]);
});

test('a busy process still lets an endpoint with few sends in flight start one', () => {
  const capacity = busyCapacity();
  fullQueue(capacity, false);
  const quiet = new EndpointQueue('ep_quiet', true, null);
  for (let n = 0; n < 4; n++) {
    expect(capacity.admits(quiet, false)).toBe(true);
    capacity.started(quiet);
  }
  expect(capacity.admits(quiet, false)).toBe(false);
});

test('a process that may not send turns every queue away until it may again', () => {
  let mayStart = false;
  const capacity = new Capacity(new FakeClock(), () => 0, { ...SENDS_TO_ALL, mayStart: () => mayStart });
  const queue = new EndpointQueue('ep_1', true, null);
  expect(capacity.admits(queue, true)).toBe(false);
  expect(capacity.nextTurn()).toBeUndefined();
  mayStart = true;
  expect(capacity.nextTurn()).toBeUndefined();
  expect(capacity.takeUnsure()).toEqual([queue]);
  expect(capacity.takeUnsure()).toEqual([]);
  expect(capacity.admits(queue, true)).toBe(true);
});

test('one turn of the event loop starts 256 sends, and the others start in the next', () => {
  const turns: (() => void)[] = [];
  const capacity = new Capacity(
    new FakeClock(),
    () => 0,
    undefined,
    (begin) => turns.push(begin),
  );
  const goesOn: (EndpointQueue | undefined)[] = [];
  capacity.whenRoom(() => goesOn.push(capacity.nextTurn()));
  const queue = fullQueue(capacity, true);
  expect(queue.inFlight).toBe(256);
  expect(capacity.nextTurn()).toBeUndefined();
  for (const begin of turns.splice(0)) begin();
  expect(goesOn).toEqual([queue]);
  capacity.started(queue);
  for (const begin of turns.splice(0)) begin();
  expect(goesOn).toEqual([queue]);
});

test('it signals when nothing is in flight and all is recorded, and limits the wait for sends in flight', async () => {
  const capacity = createCapacity(new FakeClock(), () => 0);
  const { signal } = new AbortController();
  const queue = new EndpointQueue('ep_1', true, null);
  capacity.started(queue);
  capacity.recording();
  const events: string[] = [];
  const ended = capacity.nothingInFlight(signal).then(() => events.push('ended'));
  const recorded = capacity.allRecorded().then(() => events.push('recorded'));
  await capacity.nothingInFlight(AbortSignal.abort());
  expect(events).toEqual([]);
  capacity.ended(queue);
  await ended;
  expect(events).toEqual(['ended']);
  capacity.recorded();
  await recorded;
  await Promise.all([capacity.nothingInFlight(signal), capacity.allRecorded()]);
});

test('nothing is admitted while no result has reached the disk for a second, and it goes on with the next that does', () => {
  const clock = new FakeClock();
  const capacity = createCapacity(clock, () => 0);
  const queue = new EndpointQueue('ep_1', true, null);
  clock.advance(5000);
  capacity.recording();
  capacity.recording();
  clock.advance(1000);
  expect(capacity.admits(queue, true)).toBe(true);
  capacity.recorded();
  clock.advance(1000);
  expect(capacity.admits(queue, true)).toBe(true);
  clock.advance(1);
  expect(capacity.admits(queue, true)).toBe(false);
  expect(capacity.nextTurn()).toBeUndefined();
  capacity.recorded();
  expect(capacity.nextTurn()).toBe(queue);
  clock.advance(5000);
  expect(capacity.admits(queue, true)).toBe(true);
});
