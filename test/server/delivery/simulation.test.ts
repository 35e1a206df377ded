import { describe, expect, it } from 'vitest';
import { ArrivalCurve } from '../../../src-renderer/admin/features/simulator/arrival-curve';
import { SimulatedQueue } from '../../../src-renderer/admin/features/simulator/simulated-queue';
import {
  burstShape,
  steadyShape,
  type TrafficShape,
} from '../../../src-renderer/admin/features/simulator/traffic-shape';
import type { SendReport } from '../../../src-server/delivery/connection/sender';
import { FakeClock } from '../../support/fake-clock';
import { startScriptedEngine } from '../../support/scripted-engine';

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
      const [is, foretoldRank] = [rank(real, part), rank(foretold, part)];
      expect(Math.abs(is - foretoldRank)).toBeLessThanOrEqual(Math.max(2, 0.02 * foretoldRank));
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
  const engine = await startScriptedEngine({
    clock,
    limits: [limit],
    sender: scriptedReceiver(clock, latencyMs, (id) =>
      delays.push((clock.monotonicUs() - beganUs - curve.atUs(id)) / 1000),
    ),
  });
  for (let next = 0; delays.length < curve.total; ) {
    await engine.settled();
    const toArrivalMs = (curve.atUs(next) - (clock.monotonicUs() - beganUs)) / 1000;
    const toTimerMs = clock.nextTimerMs() ?? Number.POSITIVE_INFINITY;
    clock.advance(Math.max(0, Math.min(toArrivalMs, toTimerMs)));
    if (toArrivalMs > toTimerMs) continue;
    engine.add(0, next);
    next += 1;
  }
  const stopped = engine.stop();
  clock.advance(latencyMs); // the last answers
  await stopped;
  return delays;
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
