import { beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '../../../src-server/base/log';
import type { LiveTraffic } from '../../../src-server/contract/live-event';
import { noEndpoints } from '../../../src-server/live/merge-delivery-states';
import { Traffic } from '../../../src-server/live/traffic';
import type { QueueView } from '../../../src-server/live/traffic-state';
import type { TrafficMinute } from '../../../src-server/storage/messages/traffic-store';
import { FakeClock } from '../../support/fake-clock';

/** A whole minute, so that seconds and minutes are easy to count. */
const START_S = 1_700_000_040;

let clock: FakeClock;
let queues: Map<string, { -readonly [K in keyof QueueView]: QueueView[K] }>;
let writes: { minutes: readonly TrafficMinute[]; keepFromS: number }[];
let traffic: Traffic;

beforeEach(() => {
  clock = new FakeClock(START_S * 1000);
  queues = new Map([['ep_1', queue()]]);
  writes = [];
  traffic = new Traffic({
    clock,
    log: createLog('silent'),
    store: {
      add: async (minutes, keepFromS) => void writes.push({ minutes, keepFromS }),
      list: async () => [],
      listOfApplication: async () => [],
    },
  });
  traffic.begin([], [], (id) => queues.get(id));
});

const queue = (): { -readonly [K in keyof QueueView]: QueueView[K] } => ({
  ...{ appId: 'app_1', disabled: false, paused: false, isFailing: false, held: null },
  rateLimit: 10,
  oldestDueAt: null,
  due: 0,
  inFlight: 0,
});
const firstQueue = () => queues.get('ep_1') as ReturnType<typeof queue>;
const seconds = (endpointId = 'ep_1') => traffic.seconds(endpointId, 0, 2_000_000_000);
/** One delivery that arrives, is sent and ends. */
function deliver(endpointId = 'ep_1', delayMs = 0, succeeded = true): void {
  traffic.arrived(endpointId, clock.now());
  traffic.sent(endpointId, delayMs, true);
  traffic.ended(endpointId, { outcome: succeeded ? 'success' : 'refused', durationMs: 1, retryAt: null });
}
const state = (endpointId = 'ep_1') => traffic.view(endpointId)?.state;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('the requests of the last whole second are counted, over all endpoints', () => {
  queues.set('ep_2', queue());
  for (const id of ['ep_1', 'ep_2', 'ep_2']) deliver(id);
  expect(traffic.sendsPerSecond()).toBe(0);
  clock.advance(1000);
  expect(traffic.sendsPerSecond()).toBe(3);
  clock.advance(1000);
  expect(traffic.sendsPerSecond()).toBe(0);
});

describe('buckets of one second', () => {
  test('hold what happened in their second, and are absent where nothing did', () => {
    deliver('ep_1', 12);
    traffic.arrived('ep_1', clock.now());
    clock.advance(3000);
    deliver('ep_1', 100, false);
    clock.advance(1000);
    expect(seconds()).toEqual([
      {
        at: START_S,
        arrivals: 2,
        sends: 1,
        succeeded: 1,
        failed: 0,
        queue: 1,
        oldestMs: null,
        delayP50Ms: 12,
        delayP95Ms: 12,
      },
      {
        at: START_S + 3,
        arrivals: 1,
        sends: 1,
        succeeded: 0,
        failed: 1,
        queue: 1,
        oldestMs: null,
        delayP50Ms: 100,
        delayP95Ms: 100,
      },
    ]);
  });

  test('show a queue that stands still, with the age of what leaves next', () => {
    traffic.arrived('ep_1', clock.now());
    firstQueue().oldestDueAt = clock.now();
    clock.advance(3000);
    expect(seconds().map(({ at, queue, oldestMs }) => [at - START_S, queue, oldestMs])).toEqual([
      [0, 1, 1000],
      [1, 1, 2000],
      [2, 1, 3000],
    ]);
  });

  test('are kept for five minutes, not longer', () => {
    for (let s = 0; s < 400; s++) {
      deliver();
      clock.advance(1000);
    }
    const kept = seconds();
    expect(kept).toHaveLength(300);
    expect(kept[0]?.at).toBe(START_S + 100);
    expect(traffic.secondsKnownSince()).toBe(START_S + 100);
  });

  test('tell quantiles of delays: never less than the truth, at most 41 % more', () => {
    for (let ms = 1; ms <= 1000; ms++) deliver('ep_1', ms);
    clock.advance(1000);
    const [bucket] = seconds();
    expect(bucket?.delayP50Ms).toBeGreaterThanOrEqual(500);
    expect(bucket?.delayP50Ms).toBeLessThanOrEqual(500 * Math.SQRT2);
    expect(bucket?.delayP95Ms).toBeGreaterThanOrEqual(950);
    expect(bucket?.delayP95Ms).toBeLessThanOrEqual(1000);
  });

  test('begin anew when the clock was set back, instead of lying in the future', () => {
    deliver();
    clock.advance(1000);
    clock.setWall((START_S - 3600) * 1000);
    deliver();
    clock.advance(1000);
    expect(seconds().map(({ at }) => at)).toEqual([START_S - 3600]);
    expect(traffic.secondsKnownSince()).toBe(START_S - 3600);
  });
});

describe('endpoints without traffic', () => {
  test('cost nothing: no entry and no timer, also after they had some', () => {
    for (let n = 0; n < 10_000; n++) queues.set(`ep_${n}`, queue());
    expect([traffic.size, clock.pendingTimers]).toEqual([0, 0]);
    deliver();
    expect([traffic.size, clock.pendingTimers]).toEqual([1, 1]);
    clock.advance(310_000);
    expect([traffic.size, clock.pendingTimers]).toEqual([0, 0]);
    expect(seconds()).toEqual([]);
  });

  test('keep their count while a retry is planned, but no timer', () => {
    traffic.arrived('ep_1', clock.now());
    traffic.ended('ep_1', { outcome: 'timeout', durationMs: 1, retryAt: clock.now() + 60_000 });
    clock.advance(310_000);
    expect([traffic.queueTotal, traffic.size, clock.pendingTimers]).toEqual([1, 1, 0]);
    clock.stall(7_000_000);
    traffic.sent('ep_1', 5, true);
    traffic.ended('ep_1', { outcome: 'success', durationMs: 1, retryAt: null });
    clock.advance(1000);
    expect(seconds().map(({ at, queue }) => [at - START_S, queue])).toEqual([[7310, 0]]);
    expect(traffic.queueTotal).toBe(0);
  });

  test('that are held are not looked at every second either', () => {
    Object.assign(firstQueue(), { held: 'disabled', disabled: true });
    firstQueue().oldestDueAt = clock.now();
    traffic.arrived('ep_1', clock.now());
    clock.advance(310_000);
    expect([traffic.queueTotal, clock.pendingTimers, state()]).toEqual([1, 0, 'disabled']);
  });

  test('leave nothing behind when they are deleted', () => {
    traffic.arrived('ep_1', clock.now());
    queues.delete('ep_1');
    traffic.forget('ep_1');
    traffic.ended('ep_1', { outcome: 'success', durationMs: 1, retryAt: null });
    clock.advance(2000);
    expect([traffic.queueTotal, traffic.size, clock.pendingTimers]).toEqual([0, 0, 0]);
    expect(traffic.view('ep_1')).toBeNull();
  });
});

test('memory is bounded: the more endpoints have traffic, the fewer seconds are kept of each', () => {
  const many = 10_000;
  for (let n = 0; n < many; n++) queues.set(`ep_${n}`, queue());
  for (let s = 0; s < 65; s++) {
    for (let n = 0; n < many; n++) traffic.arrived(`ep_${n}`, clock.now());
    clock.advance(1000);
  }
  expect([seconds('ep_0').length, seconds('ep_9999').length]).toEqual([60, 60]);
});

test('what waited at the start is counted, before anything happens', () => {
  queues.set('ep_2', queue());
  traffic.begin([{ endpointId: 'ep_2', waiting: 7 }], [], (id) => queues.get(id));
  expect([traffic.queueTotal, traffic.view('ep_2')?.queue]).toEqual([7, 7]);
  traffic.ended('ep_2', { outcome: 'success', durationMs: 1, retryAt: null });
  expect(traffic.view('ep_2')?.queue).toBe(6);
});

describe('minutes', () => {
  test('of all endpoints are written together, once a minute', async () => {
    queues.set('ep_2', queue());
    deliver('ep_1', 40);
    clock.advance(20_000);
    deliver('ep_1', 80, false);
    traffic.arrived('ep_2', clock.now());
    clock.advance(39_000);
    await turn();
    expect(writes).toEqual([]);
    clock.advance(2000);
    await turn();
    expect(writes).toHaveLength(1);
    expect(writes[0]?.keepFromS).toBe(START_S + 60 - 86_400);
    expect(writes[0]?.minutes).toEqual([
      {
        endpointId: 'ep_1',
        at: START_S,
        arrivals: 2,
        sends: 2,
        succeeded: 1,
        failed: 1,
        queue: 0,
        oldestMs: null,
        delayP50Ms: 45,
        delayP95Ms: 80,
      },
      expect.objectContaining({ endpointId: 'ep_2', at: START_S, arrivals: 1, queue: 1, delayP50Ms: null }),
    ]);
    clock.advance(600_000);
    await turn();
    expect(writes).toHaveLength(1);
  });

  test('are written once a minute too when events come right before the tick', async () => {
    for (let s = 0; s < 180; s++) {
      deliver();
      clock.advance(500);
      deliver();
      clock.advance(500);
    }
    await turn();
    expect(writes.map(({ minutes }) => minutes.map(({ arrivals }) => arrivals))).toEqual([
      [120],
      [120],
      [120],
    ]);
  });

  test('that run are written when the service stops', async () => {
    deliver();
    await traffic.stop();
    expect(writes.map(({ minutes }) => minutes.map(({ at, arrivals }) => [at, arrivals]))).toEqual([
      [[START_S, 1]],
    ]);
    expect(clock.pendingTimers).toBe(0);
  });
});

test('all endpoints are counted together and listed by trouble', () => {
  for (let n = 2; n <= 5; n++) queues.set(`ep_${n}`, queue());
  deliver('ep_1');
  deliver('ep_2', 0, false);
  Object.assign(queues.get('ep_2') ?? {}, { isFailing: true });
  Object.assign(queues.get('ep_3') ?? {}, { paused: true, held: 'paused' });
  const state = traffic.deliveryState(queues.keys());
  expect(state.counts).toEqual({ ...noEndpoints(), failing: 1, active: 1, paused: 1, idle: 2 });
  expect(state.endpoints.map(({ endpointId }) => endpointId)).toEqual(['ep_2', 'ep_1', 'ep_3']);
  expect(state.omitted).toBe(0);
});

describe('who watches', () => {
  test('hears at once how things are, then at most four times a second what changed', () => {
    queues.set('ep_2', queue());
    const pushes: (readonly LiveTraffic[])[] = [];
    const stop = traffic.watch(['ep_1', 'ep_2', 'ep_none'], (endpoints) => pushes.push(endpoints));
    expect(pushes[0]?.map(({ endpointId, state: word }) => [endpointId, word])).toEqual([
      ['ep_1', 'idle'],
      ['ep_2', 'idle'],
    ]);
    for (let ms = 0; ms < 1000; ms += 10) {
      deliver();
      clock.advance(10);
    }
    expect(pushes.length).toBeLessThanOrEqual(5);
    expect(pushes.slice(1).every((push) => push.every(({ endpointId }) => endpointId === 'ep_1'))).toBe(true);
    clock.advance(250);
    const finals = new Map(pushes.flat().flatMap(({ buckets }) => buckets.map((b) => [b.at, b.arrivals])));
    expect([...finals]).toEqual([[START_S, 100]]);
    const before = pushes.length;
    clock.advance(10_000);
    expect(pushes).toHaveLength(before); // nothing changed
    stop();
    deliver();
    clock.advance(400_000);
    expect([pushes.length, clock.pendingTimers]).toEqual([before, 0]);
  });

  test('hears when an endpoint becomes queued, although nothing happens', () => {
    traffic.arrived('ep_1', clock.now());
    Object.assign(firstQueue(), { oldestDueAt: clock.now(), due: 1 });
    const states: string[] = [];
    traffic.watch(['ep_1'], ([endpoint]) => void states.push(endpoint?.state ?? ''));
    clock.advance(1250);
    expect([states[0], states.at(-1)]).toEqual(['active', 'queued']);
  });
});
