import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ArrivalCurve } from '../../../../src-renderer/admin/features/simulator/arrival-curve';
import type { SimulationOut } from '../../../../src-renderer/admin/features/simulator/second-log';
import { type SimulationIn, simulate } from '../../../../src-renderer/admin/features/simulator/simulate';
import { SimulatedQueue } from '../../../../src-renderer/admin/features/simulator/simulated-queue';
import type { TrafficShape } from '../../../../src-renderer/admin/features/simulator/traffic-shape';
import { IS_WHOLE } from '../../../support/share';

const SECOND_US = 1_000_000;

const parts = fc.array(
  fc.record({ seconds: fc.integer({ min: 1, max: 5 }), count: fc.integer({ min: 0, max: 120 }) }),
  {
    minLength: 1,
    maxLength: 6,
  },
);
const limits = fc.option(fc.integer({ min: 1, max: 60 }), { nil: null });
const latencies = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 700 }));

describe('the curve of arrivals', () => {
  it('the curve of arrivals gives the same by number and by time', () => {
    fc.assert(
      fc.property(
        parts,
        fc.array(fc.integer({ min: 0, max: 31 * SECOND_US }), { maxLength: 20 }),
        (shape, times) => {
          const curve = new ArrivalCurve(shape);
          const all = Array.from({ length: curve.total }, (_, n) => curve.atUs(n));
          expect(all).toEqual([...all].sort((a, b) => a - b));
          for (const us of times) expect(curve.countBy(us)).toBe(all.filter((at) => at <= us).length);
          expect(curve.total).toBe(shape.reduce((sum, { count }) => sum + count, 0));
        },
      ),
    );
  });

  it('the curve of arrivals is exact where a product of time and count would overflow', () => {
    const curve = new ArrivalCurve([{ seconds: 3600, count: 3600 * 65_535 }]);
    expect(curve.total).toBe(3600 * 65_535);
    for (let second = 1; second <= 3600; second += 7) {
      expect(curve.countBy(second * SECOND_US - 1)).toBe(second * 65_535);
      expect(curve.atUs(second * 65_535 - 1)).toBeLessThan(second * SECOND_US);
    }
  });
});

describe('the simulated queue', () => {
  it('the simulation never sends more than the limit in any second, in order and not before arrival', () => {
    fc.assert(
      fc.property(parts, limits, latencies, (shape, limit, latencyMs) => {
        const sends = sendsOf(shape, limit, latencyMs);
        sends.forEach(({ number, arrivedUs, sentUs }, index) => {
          expect(number).toBe(index);
          expect(sentUs).toBeGreaterThanOrEqual(arrivedUs);
          const before = limit === null ? undefined : sends[index - limit];
          if (before) expect(sentUs - before.sentUs).toBeGreaterThan(SECOND_US);
        });
      }),
      { numRuns: 60 },
    );
  });

  it('the simulation delivers everything that arrived', () => {
    fc.assert(
      fc.property(parts, limits, latencies, (shape, limit, latencyMs) => {
        const out = run({ shape, limit, latencyMs });
        const total = shape.reduce((sum, { count }) => sum + count, 0);
        expect([out.arrived, out.sent, out.answered]).toEqual([total, total, total]);
        expect([...out.seconds.sends].reduce((sum, count) => sum + count, 0)).toBe(total);
        expect([...out.seconds.arrivals].reduce((sum, count) => sum + count, 0)).toBe(total);
        expect(out.seconds.queue.at(-1)).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  it('the simulation uses at least 99 % of the limit while messages are queued and the receiver is fast', () => {
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 400 }), fc.integer({ min: 0, max: 20 }), (limit, latencyMs) => {
        const out = run({ shape: [{ seconds: 1, count: limit * 12 }], limit, latencyMs });
        // In the first second, connections open one after the other.
        const sent = out.seconds.sends.slice(1, 11).reduce((sum, count) => sum + count, 0);
        // At the end of the first second, one send may fall on either side.
        expect(sent).toBeGreaterThanOrEqual(Math.floor(limit * 10 * 0.99) - 1);
      }),
      // Whose first seconds are so uneven that slots are missed for more than 50 ms, again and again.
      // And of a receiver whose first responses count as late.
      {
        numRuns: 30,
        examples: [
          [357, 19],
          [368, 19],
          [400, 20],
        ],
      },
    );
  });

  it('the same input gives the same simulation', () => {
    const input = { shape: [{ seconds: 3, count: 900 }], limit: 70, latencyMs: 130 };
    expect(run(input)).toEqual(run(input));
  });

  it('the simulation has at most 256 concurrent requests to a slow receiver', () => {
    const out = run({ shape: [{ seconds: 40, count: 40 * 400 }], limit: 1000, latencyMs: 2000 });
    expect(Math.max(...out.seconds.sends.slice(10, 40))).toBeLessThanOrEqual(256);
    const mean = out.seconds.sends.slice(20, 40).reduce((sum, count) => sum + count, 0) / 20;
    expect(mean).toBeGreaterThan(120);
    expect(mean).toBeLessThanOrEqual(128);
  });

  it('the simulation gives the send times of marked messages, and the longest delay', () => {
    const out = run({ shape: [{ seconds: 1, count: 101 }], limit: 10, latencyMs: 5, marks: [0, 100] });
    expect(out.markedS[0]).toBe(0);
    expect(out.markedS[1]).toBeCloseTo(10.09, 1);
    expect(out.longestDelayMs / 1000).toBeCloseTo(9.1, 1);
    expect(out.heldUntilS).toBeCloseTo(10, 0);
    expect(out.isHeld).toBe(false);
  });
});

describe('skipped parts of a simulation', () => {
  const LONG_S = IS_WHOLE ? 1500 : 500;

  it.each([
    ['a queue that grows', 4000, 3000],
    ['a queue that drains', 500, 4000],
    ['no queue', 2000, 4000],
  ])(
    'skipping ahead gives the same result as playing every message: %s',
    (_, after, limit) => {
      // Long enough to be skipped, and the same in parts that are too short for that.
      const shape = [
        { seconds: 20, count: 20 * 5000 },
        { seconds: LONG_S, count: LONG_S * after },
      ];
      const inParts = [
        { seconds: 20, count: 20 * 5000 },
        ...Array.from({ length: LONG_S / 2 }, () => ({ seconds: 2, count: 2 * after })),
      ];
      const queue = { limit, latencyMs: 20, marks: [90_000, 300_000] };
      const [passed, played] = [
        run({ shape, ...queue, extraS: 0 }),
        run({ shape: inParts, ...queue, extraS: 0 }),
      ];
      expect(passed.arrived).toBe(played.arrived);
      expect(passed.sent / played.sent).toBeCloseTo(1, 3);
      expect(passed.longestDelayMs / played.longestDelayMs).toBeCloseTo(1, 2);
      expect((passed.markedS[1] ?? 0) / (played.markedS[1] ?? 1)).toBeCloseTo(1, 2);
      for (const second of [100, 400, 900, 1400].filter((second) => second < LONG_S)) {
        const both = [passed, played].map(({ seconds }) => seconds.delayP95Ms[second] ?? 0);
        expect(Math.abs((both[0] ?? 0) - (both[1] ?? 0))).toBeLessThan(Math.max(15, 0.02 * (both[1] ?? 0)));
      }
    },
    60_000,
  );

  it('an hour at the highest limit is simulated with few messages played', () => {
    const shape = [{ seconds: 3600, count: 3600 * 65_535 }];
    const generator = simulate({ ...PLAIN, shape, limit: 65_535, latencyMs: 2, extraS: 0 });
    let steps = 0;
    let step = generator.next();
    for (; !step.done; step = generator.next()) steps += 1;
    expect(step.value.arrived).toBe(3600 * 65_535);
    expect(step.value.seconds.sends).toHaveLength(3600);
    // Each simulated second is a step.
    expect(steps).toBeLessThan(60);
  }, 60_000);
});

const PLAIN: Omit<SimulationIn, 'shape' | 'limit' | 'latencyMs'> = {
  calmFromS: null,
  extraS: 3600,
  marks: [],
};

function run(
  input: Pick<SimulationIn, 'shape' | 'limit' | 'latencyMs'> & Partial<SimulationIn>,
): SimulationOut {
  const generator = simulate({ ...PLAIN, ...input });
  for (let step = generator.next(); ; step = generator.next()) if (step.done) return step.value;
}

function sendsOf(shape: TrafficShape, limit: number | null, latencyMs: number) {
  const sends: { number: number; arrivedUs: number; sentUs: number }[] = [];
  const curve = new ArrivalCurve(shape);
  const queue = new SimulatedQueue(curve, { limit, latencyMs }, (number, arrivedUs, sentUs) =>
    sends.push({ number, arrivedUs, sentUs }),
  );
  queue.advanceTo(20 * SECOND_US);
  queue.advanceTo(2000 * SECOND_US);
  return sends;
}
