import { expect, test } from 'vitest';
import { createSteadyTime } from '../../../src-server/delivery/steady-time';
import { FakeClock } from '../../support/fake-clock';

test('it follows the wall clock while that advances, even in leaps', () => {
  const clock = new FakeClock(1_000_000);
  const steady = createSteadyTime(clock);
  expect(steady()).toBe(1_000_000);
  clock.advance(10);
  expect(steady()).toBe(1_000_010);
  clock.setWall(9_000_000);
  expect(steady()).toBe(9_000_000);
});

test('when the wall clock is set back, it continues at half speed until they meet', () => {
  const clock = new FakeClock(1_000_000);
  const steady = createSteadyTime(clock);
  clock.setWall(999_000);
  expect(steady()).toBe(1_000_000);
  const pass = (ms: number): void => {
    for (let passed = 0; passed < ms; passed += 10) {
      clock.advance(10);
      steady();
    }
  };
  pass(1000);
  expect(steady()).toBe(1_000_500);
  pass(1000);
  expect(steady()).toBe(1_001_000);
  clock.advance(100);
  expect(steady()).toBe(clock.now());
});
