import { expect, test } from 'vitest';
import type { Clock } from '../../../src-server/base/clock';
import { EventLoopDelay } from '../../../src-server/base/event-loop-delay';

/** A clock whose timers fire when the test says so, with the delay that it chooses. */
function lateClock() {
  let nowUs = 5;
  let timers: { readonly dueUs: number; readonly task: () => void }[] = [];
  const clock = {
    monotonicUs: () => nowUs,
    setTimer(delayMs: number, task: () => void) {
      const timer = { dueUs: nowUs + delayMs * 1000, task };
      timers.push(timer);
      return {
        cancel: () => {
          timers = timers.filter((other) => other !== timer);
        },
      };
    },
  } as unknown as Clock;
  const fire = (lateMs: number) => {
    const timer = timers.shift();
    nowUs = (timer?.dueUs ?? nowUs) + lateMs * 1000;
    timer?.task();
  };
  return { clock, fire, waiting: () => timers.length };
}

test('counts how late each timer came, from the first reading on, and no reading resets it', () => {
  const { clock, fire, waiting } = lateClock();
  const delay = new EventLoopDelay(clock);
  expect(waiting()).toBe(0);
  expect(delay.read().count).toBe(0);
  for (const lateMs of [0, 1, 300, 7000]) {
    fire(lateMs);
    delay.read();
  }
  const { bounds, counts, count, sum } = delay.read();
  expect([count, sum]).toEqual([4, expect.closeTo(7.301, 6)]);
  expect(bounds.filter((_, step) => (counts[step] ?? 0) > 0)).toEqual([0.001, 0.5]);
  expect(waiting()).toBe(1);
  delay.stop();
  expect(waiting()).toBe(0);
});
