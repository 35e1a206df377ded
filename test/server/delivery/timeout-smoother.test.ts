import { expect, test } from 'vitest';
import { TimeoutSmoother } from '../../../src-server/delivery/connection/timeout-smoother';
import { FakeClock } from '../../support/fake-clock';

test('a task alone runs at once', () => {
  let ran = false;
  new TimeoutSmoother(new FakeClock()).add(() => {
    ran = true;
  });
  expect(ran).toBe(true);
});

test('a hundred at once run in their order within half a second, never more than three at the same moment', () => {
  const clock = new FakeClock();
  const spread = new TimeoutSmoother(clock);
  const ran: number[] = [];
  for (let n = 0; n < 100; n++) spread.add(() => ran.push(n));
  for (let ms = 0; ms < 500; ms++) {
    const before = ran.length;
    clock.advance(1);
    expect(ran.length - before).toBeLessThanOrEqual(3);
  }
  expect(ran).toEqual(Array.from({ length: 100 }, (_, n) => n));
});

test('tasks added by a task run too, even after a rest', () => {
  const clock = new FakeClock();
  const spread = new TimeoutSmoother(clock);
  const ran: string[] = [];
  spread.add(() => spread.add(() => ran.push('first')));
  clock.advance(1000);
  spread.add(() => ran.push('second'));
  expect(ran).toEqual(['first', 'second']);
});
