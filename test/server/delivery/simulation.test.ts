import { describe, expect, it } from 'vitest';
import { ArrivalCurve } from '../../../src-renderer/admin/features/simulator/arrival-curve';
import { SimulatedQueue } from '../../../src-renderer/admin/features/simulator/simulated-queue';
import {
  burstShape,
  steadyShape,
  type TrafficShape,
} from '../../../src-renderer/admin/features/simulator/traffic-shape';
import { createLog } from '../../../src-server/base/log';
import { Capacity } from '../../../src-server/delivery/capacity';
import { EndpointDirectory } from '../../../src-server/delivery/endpoint-directory';
import { Engine } from '../../../src-server/delivery/engine';
import { ShortageWatch } from '../../../src-server/delivery/resource-shortage';
import { NO_OTHER_SENDERS, SENDS_TO_ALL } from '../../../src-server/delivery/send-right';
import type { SendReport } from '../../../src-server/delivery/sender';
import { newSecret } from '../../../src-server/delivery/signing-secret';
import type { DeliveryStore, WaitingDelivery } from '../../../src-server/storage/delivery-store';
import { PLAIN_ENDPOINT } from '../../../src-server/storage/endpoint-record';
import { FakeClock } from '../../support/fake-clock';
import { SILENT_TRAFFIC } from '../../support/silent-traffic';

/** Keeps idle connections as long as the real one. */
const KEEP_IDLE_US = 4_000_000;

const CASES: readonly {
  readonly what: string;
  readonly shape: TrafficShape;
  readonly limit: number | null;
  readonly latencyMs: number;
}[] = [
  {
    what: 'a burst over a base',
    shape: burstShape({ base: 5, perSecond: 600, seconds: 1, tailS: 20 }),
    limit: 50,
    latencyMs: 20,
  },
  { what: 'more than may leave', shape: steadyShape(120, 12), limit: 80, latencyMs: 40 },
  { what: 'a receiver that decides', shape: steadyShape(60, 10), limit: 500, latencyMs: 900 },
  {
    what: 'waves',
    shape: [300, 0, 20, 400, 0, 0, 150].map((count) => ({ seconds: 1, count })),
    limit: 70,
    latencyMs: 120,
  },
  { what: 'no limit', shape: steadyShape(300, 4), limit: null, latencyMs: 300 },
  { what: 'a limit of one', shape: steadyShape(2, 8), limit: 1, latencyMs: 10 },
];

describe('what the simulator predicts', () => {
  it.each(CASES)('is what the engine does: $what', async ({ shape, limit, latencyMs }) => {
    const foretold = simulated(shape, limit, latencyMs);
    const real = await sentByTheEngine(shape, limit, latencyMs);
    expect(real).toHaveLength(foretold.length);
    const longest = Math.max(...foretold);
    expect(Math.abs(Math.max(...real) - longest)).toBeLessThanOrEqual(Math.max(2, 0.02 * longest));
    for (const part of [0.5, 0.95]) {
      const [is, said] = [rank(real, part), rank(foretold, part)];
      expect(Math.abs(is - said)).toBeLessThanOrEqual(Math.max(2, 0.02 * said));
    }
    // One by one too: the n-th is sent at the estimated time.
    const off = real.map((ms, n) => Math.abs(ms - (foretold[n] ?? 0)) - 0.02 * (foretold[n] ?? 0));
    expect(Math.max(...off)).toBeLessThanOrEqual(5);
  });
});

function rank(delays: readonly number[], part: number): number {
  return [...delays].sort((a, b) => a - b)[Math.ceil(delays.length * part) - 1] ?? 0;
}

/** Delays in ms, in the order of sending. */
function simulated(shape: TrafficShape, limit: number | null, latencyMs: number): number[] {
  const delays: number[] = [];
  const queue = new SimulatedQueue(new ArrivalCurve(shape), { limit, latencyMs }, (_, arrivedUs, sentUs) =>
    delays.push((sentUs - arrivedUs) / 1000),
  );
  queue.advanceTo(600_000_000);
  return delays;
}

/** The same traffic through the real engine, on a clock that jumps from one event to the next. */
async function sentByTheEngine(
  shape: TrafficShape,
  limit: number | null,
  latencyMs: number,
): Promise<number[]> {
  const clock = new FakeClock();
  const curve = new ArrivalCurve(shape);
  const beganUs = clock.monotonicUs();
  const delays: number[] = [];
  const directory = new EndpointDirectory();
  directory.putApplication({
    id: 'app_1',
    name: 'Acme',
    uid: null,
    rateLimit: null,
    metadata: {},
    createdAt: 0,
    updatedAt: 0,
  });
  directory.putEndpoint({
    ...PLAIN_ENDPOINT,
    id: 'ep_1',
    appId: 'app_1',
    url: 'http://127.0.0.1/hook',
    rateLimit: limit,
    secret: newSecret(),
    createdAt: 0,
    updatedAt: 0,
    deletedAt: null,
    disabledAt: null,
    disabledReason: null,
    pausedAt: null,
    failing: null,
  });
  const table = scriptedTable();
  const engine = new Engine({
    clock,
    now: () => clock.now(),
    log: createLog('silent'),
    deliveries: table.store,
    directory,
    sender: scriptedReceiver(clock, latencyMs, (id) =>
      delays.push((clock.monotonicUs() - beganUs - curve.atUs(id)) / 1000),
    ),
    recorder: {
      async record({ entry }) {
        table.rows.delete(entry.id);
        return { state: 'delivered' };
      },
    },
    shortages: new ShortageWatch(clock, createLog('silent')),
    traffic: SILENT_TRAFFIC,
    capacity: new Capacity(clock, () => 0),
    sendRight: SENDS_TO_ALL,
    otherSenders: NO_OTHER_SENDERS,
    whitelabel: () => false,
    disableEndpoint: async () => undefined,
  });
  await engine.start();
  for (let next = 0; delays.length < curve.total; ) {
    await settled();
    const toArrivalMs = (curve.atUs(next) - (clock.monotonicUs() - beganUs)) / 1000;
    const toTimerMs = clock.nextTimerMs() ?? Number.POSITIVE_INFINITY;
    clock.advance(Math.max(0, Math.min(toArrivalMs, toTimerMs)));
    if (toArrivalMs > toTimerMs) continue;
    const row = { id: next, messageId: String(next), dueAt: clock.now(), attemptCount: 0, manual: false };
    table.rows.set(next, row);
    engine.add('ep_1', row, { eventType: 'a.b', body: table.body });
    next += 1;
  }
  const stopped = engine.stop();
  clock.advance(latencyMs); // the last answers
  await stopped;
  return delays;
}

/** Until everything left waits for the clock. */
async function settled(): Promise<void> {
  for (let n = 0; n < 3; n++) await new Promise((resolve) => setImmediate(resolve));
}

function scriptedTable() {
  const rows = new Map<number, WaitingDelivery>();
  const body = Buffer.from('{}');
  const store = {
    listQueues: async () => [],
    listDue: async (_endpointId: string, dueBy: number, limit: number) => ({
      rows: [...rows.values()].filter(({ dueAt }) => dueAt <= dueBy).slice(0, limit),
      nextDueAt: null,
    }),
    readContents: async (ids: readonly string[]) =>
      ids.map((id) => ({ id, eventType: 'a.b', payload: body, contentType: null })),
  } as Partial<DeliveryStore> as DeliveryStore;
  return { rows, body, store };
}

/** Answers everything with 200 after a delay; keeps connections as the real sender does. */
function scriptedReceiver(clock: FakeClock, latencyMs: number, onSent: (id: number) => void) {
  const idle: number[] = [];
  return {
    send(request: { readonly messageId: string }, onWritten: () => void) {
      while (idle.length > 0 && clock.monotonicUs() - (idle[0] ?? 0) >= KEEP_IDLE_US) idle.shift();
      const opening = idle.pop() === undefined;
      onWritten();
      onSent(Number(request.messageId));
      const report = new Promise<SendReport>((resolve) => {
        clock.setTimer(latencyMs, () => {
          idle.push(clock.monotonicUs());
          const result = { kind: 'responded', status: 200, text: '', retryAfter: null } as const;
          resolve({ result, sentAt: clock.now(), durationMs: latencyMs, written: true });
        });
      });
      return { opening, report };
    },
    dropRefused: () => undefined,
    close: () => undefined,
  };
}
