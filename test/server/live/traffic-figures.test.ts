import { beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '../../../src-server/base/log';
import { Traffic } from '../../../src-server/live/traffic';
import type { QueueView } from '../../../src-server/live/traffic-state';
import type { TrafficMinute } from '../../../src-server/storage/messages/traffic-store';
import { FakeClock } from '../../support/fake-clock';

/** A whole minute, so that seconds and minutes are easy to count. */
const START_S = 1_700_000_040;

let clock: FakeClock;
let queue: { -readonly [K in keyof QueueView]: QueueView[K] };
let writes: (readonly TrafficMinute[])[];
let traffic: Traffic;

beforeEach(() => {
  clock = new FakeClock(START_S * 1000);
  queue = {
    ...{ appId: 'app_1', disabled: false, paused: false, isFailing: false, held: null },
    rateLimit: 10,
    oldestDueAt: null,
    due: 0,
    inFlight: 0,
  };
  writes = [];
  traffic = new Traffic({
    clock,
    log: createLog('silent'),
    store: {
      add: async (minutes) => void writes.push(minutes),
      list: async () => [],
      listOfApplication: async () => [],
    },
  });
  traffic.begin([], [], () => queue);
});

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
/** One delivery that arrives, is sent and is delivered. */
function deliver(): void {
  traffic.arrived('ep_1', clock.now());
  traffic.sent('ep_1', 0, true);
  traffic.ended('ep_1', { outcome: 'success', durationMs: 1, retryAt: null });
}

describe('what waits', () => {
  const view = () => {
    const { queue, later, inFlight } = traffic.view('ep_1') ?? { queue: -1, later: -1, inFlight: -1 };
    return { queue, later, inFlight };
  };

  test('is told apart: due, later, and in flight', () => {
    for (let n = 0; n < 5; n++) traffic.arrived('ep_1', clock.now());
    traffic.ended('ep_1', { outcome: 'timeout', durationMs: 1, retryAt: clock.now() + 5000 });
    queue.due = 2;
    queue.inFlight = 2;
    expect(view()).toEqual({ queue: 5, later: 1, inFlight: 2 });
  });

  test('is not later any more once its time has come, also where not all of it is in memory', () => {
    queue.due = null;
    for (let n = 0; n < 3; n++) traffic.arrived('ep_1', clock.now() + 2000);
    traffic.arrived('ep_1', clock.now() + 10_000);
    expect(view().later).toBe(4);
    clock.advance(2000);
    expect(view().later).toBe(1);
  });

  test('is corrected by what the engine knows, after retries were made due or canceled', () => {
    queue.due = null;
    for (let n = 0; n < 10; n++) traffic.arrived('ep_1', clock.now() + 60_000);
    queue.due = 4;
    expect(view().later).toBe(6);
    queue.due = null;
    expect(view().later).toBe(6);
  });

  test('is less by what was made due before its time, once', () => {
    queue.due = null;
    for (let n = 0; n < 10; n++) traffic.arrived('ep_1', clock.now() + (n < 5 ? 2000 : 60_000));
    traffic.madeDue('ep_1', 6);
    expect(view()).toEqual({ queue: 10, later: 4, inFlight: 0 });
    clock.advance(2000);
    expect(view().later).toBe(4);
  });

  test('is known from the start', () => {
    traffic.begin(
      [{ endpointId: 'ep_1', waiting: 7 }],
      [{ endpointId: 'ep_1', dueS: START_S + 30, count: 5 }],
      () => queue,
    );
    queue.due = null;
    expect(view()).toEqual({ queue: 7, later: 5, inFlight: 0 });
  });
});

describe('rates', () => {
  const arrivals = () => traffic.view('ep_1')?.arrivalsPerS;

  test('know after a second that a burst has ended', () => {
    for (let n = 0; n < 100; n++) traffic.arrived('ep_1', clock.now());
    clock.advance(1000);
    expect(arrivals()).toBe(100);
    clock.advance(1000);
    expect(arrivals()).toBe(0);
  });

  test('of a sparse flow are means of five seconds', () => {
    traffic.arrived('ep_1', clock.now());
    clock.advance(3000);
    expect(arrivals()).toBe(0.2);
  });
});

describe('minutes that are not written yet', () => {
  const unwritten = () =>
    traffic
      .unwritten(new Set(['ep_1']), 0, 2_000_000_000)
      .map(({ at, succeeded }) => [at - START_S, succeeded]);

  test('include the current one, as far as it went', () => {
    deliver();
    expect(unwritten()).toEqual([[0, 1]]);
    deliver();
    expect(unwritten()).toEqual([[0, 2]]);
  });

  test('are listed until they are on disk, and not after', async () => {
    deliver();
    clock.advance(60_000);
    deliver();
    expect(unwritten()).toEqual([
      [0, 1],
      [60, 1],
    ]);
    await turn();
    expect(writes).toHaveLength(1);
    expect(unwritten()).toEqual([[60, 1]]);
  });
});
