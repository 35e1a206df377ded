import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Scheduler } from '../../../src-server/delivery/engine/scheduler';
import { FakeClock } from '../../support/fake-clock';

test('items run in the order of their times, never early, even when moved or canceled', () => {
  const action = fc.record({
    item: fc.integer({ min: 0, max: 20 }),
    atMs: fc.integer({ min: 0, max: 100 }),
    cancel: fc.boolean(),
    advanceMs: fc.integer({ min: 0, max: 10 }),
  });
  fc.assert(
    fc.property(fc.array(action, { maxLength: 80 }), (actions) => {
      const clock = new FakeClock();
      const startUs = clock.monotonicUs();
      const planned = new Map<number, number>();
      const scheduler = new Scheduler<number>(clock, (item) => {
        const atUs = planned.get(item) ?? Number.NaN;
        expect(clock.monotonicUs()).toBeGreaterThanOrEqual(atUs);
        expect(clock.monotonicUs() - atUs).toBeLessThanOrEqual(1000);
        expect(Math.min(...planned.values())).toBe(atUs);
        planned.delete(item);
      });
      for (const { item, atMs, cancel, advanceMs } of actions) {
        if (cancel) {
          scheduler.cancel(item);
          planned.delete(item);
        } else {
          const atUs = Math.max(startUs + atMs * 1000, clock.monotonicUs());
          planned.set(item, atUs);
          scheduler.schedule(item, atUs);
        }
        clock.advance(advanceMs);
      }
      clock.advance(200);
      expect(planned.size).toBe(0);
      expect(clock.pendingTimers).toBe(0);
    }),
  );
});

test('a stopped one runs nothing', () => {
  const clock = new FakeClock();
  const scheduler = new Scheduler<string>(clock, () => expect.fail('ran'));
  scheduler.schedule('a', clock.monotonicUs() + 1000);
  scheduler.stop();
  scheduler.schedule('b', clock.monotonicUs() + 1000);
  clock.advance(10);
  expect(clock.pendingTimers).toBe(0);
});
