import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Turns } from '../../../src-server/delivery/turns';

test('a task alone runs at once', () => {
  const turns = new Turns();
  let ran = false;
  turns.add(() => {
    ran = true;
  });
  expect(ran).toBe(true);
});

test('many at once run in their order, with something else of the event loop in between', async () => {
  const turns = new Turns();
  const ran: number[] = [];
  for (let n = 0; n < 50; n++) turns.add(() => ran.push(n));
  let others = 0;
  let before = 0;
  while (ran.length < 50) {
    expect(ran.length - before).toBeLessThan(10);
    before = ran.length;
    await setImmediate();
    others += 1;
  }
  expect(ran).toEqual(Array.from({ length: 50 }, (_, n) => n));
  expect(others).toBeGreaterThan(5);
});

test('what a task adds has its turn too, also after a rest', async () => {
  const turns = new Turns();
  const ran: string[] = [];
  turns.add(() => turns.add(() => ran.push('first')));
  await setImmediate();
  await setImmediate();
  turns.add(() => ran.push('second'));
  await setImmediate();
  expect(ran).toEqual(['first', 'second']);
});
