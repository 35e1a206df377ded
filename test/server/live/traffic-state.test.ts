import { beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '../../../src-server/base/log';
import { Traffic } from '../../../src-server/live/traffic';
import type { QueueView } from '../../../src-server/live/traffic-state';
import { FakeClock } from '../../support/fake-clock';

const START_S = 1_700_000_040;

let clock: FakeClock;
let queues: Map<string, { -readonly [K in keyof QueueView]: QueueView[K] }>;
let traffic: Traffic;

beforeEach(() => {
  clock = new FakeClock(START_S * 1000);
  queues = new Map([['ep_1', queue()]]);
  traffic = new Traffic({
    clock,
    log: createLog('silent'),
    store: { add: async () => undefined, list: async () => [], listOfApplication: async () => [] },
  });
  traffic.begin([], [], (id) => queues.get(id));
});

const queue = (): { -readonly [K in keyof QueueView]: QueueView[K] } => ({
  ...{ appId: 'app_1', disabled: false, paused: false, isFailing: false, held: null },
  ...{ rateLimit: 10, oldestDueAt: null, due: 0, inFlight: 0 },
});
const endpoint = () => queues.get('ep_1') as ReturnType<typeof queue>;
/** One delivery that arrives, is sent and ends. */
function deliver(endpointId = 'ep_1', delayMs = 0, succeeded = true): void {
  traffic.arrived(endpointId, clock.now());
  traffic.sent(endpointId, delayMs, true);
  traffic.ended(endpointId, { outcome: succeeded ? 'success' : 'refused', durationMs: 1, retryAt: null });
}
const state = (endpointId = 'ep_1') => traffic.view(endpointId)?.state;

describe('the state of an endpoint', () => {
  /** Seconds with this many arrivals and sends each, and the resulting queue. */
  function run(count: number, arrivals: number, sends: number): void {
    for (let s = 0; s < count; s++) {
      for (let n = 0; n < arrivals; n++) traffic.arrived('ep_1', clock.now());
      for (let n = 0; n < sends; n++) {
        traffic.sent('ep_1', 0, true);
        traffic.ended('ep_1', { outcome: 'success', durationMs: 1, retryAt: null });
      }
      clock.advance(1000);
    }
  }
  const waitsFor = (ms: number | null) => {
    endpoint().oldestDueAt = ms === null ? null : clock.now() - ms;
  };

  test('an endpoint is active for a day after something happened, then idle', () => {
    expect(state()).toBe('idle');
    deliver();
    clock.advance(86_399_000);
    expect(state()).toBe('active');
    clock.advance(1000);
    expect(state()).toBe('idle');
  });

  test('an endpoint that was sent something within a day is active after a restart', () => {
    queues.set('ep_2', queue());
    const last = [1, 86_400].map((agoS, n) => ({ endpointId: `ep_${n + 1}`, at: clock.now() - agoS * 1000 }));
    traffic.begin([], [], (id) => queues.get(id), [], last);
    expect([state(), state('ep_2')]).toEqual(['active', 'idle']);
  });

  test('an endpoint is queued while its limit spreads a burst', () => {
    run(1, 200, 10);
    waitsFor(5000);
    expect(traffic.view('ep_1')).toMatchObject({
      state: 'queued',
      reason: 'at the limit of 10/s; 190 wait, the oldest for 5 s',
    });
    waitsFor(null);
    expect(state()).toBe('active');
  });

  test('an endpoint is delayed when what is due waits for more than five minutes, or will', () => {
    run(1, 3002, 0);
    endpoint().due = 3001;
    expect(state()).toBe('queued');
    endpoint().due = 3002;
    expect(state()).toBe('delayed');
    endpoint().due = 1;
    waitsFor(300_000);
    expect(state()).toBe('queued');
    waitsFor(300_001);
    expect(state()).toBe('delayed');
    endpoint().rateLimit = null;
    expect(traffic.view('ep_1')).toMatchObject({
      state: 'delayed',
      reason: '3,002 wait, the oldest for 300 s',
    });
  });

  test('an endpoint is failing from the newest failure to the next success, whatever its share of successes is', () => {
    for (let n = 0; n < 49; n++) deliver();
    deliver('ep_1', 0, false);
    endpoint().isFailing = true;
    expect(traffic.view('ep_1')).toMatchObject({ state: 'failing', successRatio: 0.98 });
    for (let n = 0; n < 40; n++) deliver('ep_1', 0, false);
    clock.advance(2 * 86_400_000);
    expect(state()).toBe('failing');
    deliver();
    endpoint().isFailing = false;
    expect(state()).toBe('active');
  });

  test('an endpoint is recovering while it succeeds again and deliveries wait for their retry', () => {
    traffic.arrived('ep_1', clock.now());
    traffic.arrived('ep_1', clock.now() + 60_000);
    expect(state()).toBe('active');
    traffic.ended('ep_1', { outcome: 'timeout', durationMs: 1, retryAt: clock.now() + 60_000 });
    deliver();
    expect(traffic.view('ep_1')).toMatchObject({ state: 'recovering', later: 2 });
    clock.advance(61_000);
    expect(state()).toBe('active');
  });

  test('retries that wait at the start make an endpoint recovering, deliveries with a time of their own do not', () => {
    for (const id of ['ep_2', 'ep_3']) queues.set(id, { ...queue(), due: null });
    traffic.begin(
      ['ep_2', 'ep_3'].map((endpointId) => ({ endpointId, waiting: 1 })),
      ['ep_2', 'ep_3'].map((endpointId) => ({ endpointId, dueS: START_S + 60, count: 1 })),
      (id) => queues.get(id),
      [{ endpointId: 'ep_2', count: 1 }],
    );
    expect([state('ep_2'), state('ep_3')]).toEqual(['recovering', 'active']);
  });

  test('an endpoint is disabled, or paused, whatever else holds', () => {
    deliver('ep_1', 0, false);
    Object.assign(endpoint(), { isFailing: true, paused: true, held: 'paused' });
    expect(traffic.view('ep_1')).toMatchObject({ state: 'paused', reason: 'paused; 0 wait' });
    Object.assign(endpoint(), { disabled: true, held: 'disabled' });
    expect(traffic.view('ep_1')).toMatchObject({ state: 'disabled', reason: 'disabled; 0 wait' });
  });

  test('a pause of all sending is the reason, not the state of an endpoint', () => {
    deliver();
    endpoint().held = 'all sending is paused';
    expect(traffic.view('ep_1')).toMatchObject({
      state: 'active',
      reason: 'all sending is paused; 0 wait',
    });
  });
});
