import { expect, test } from 'vitest';
import { WorkerBudget } from '../../../src-server/catalog/worker-budget';
import { FakeClock } from '../../support/fake-clock';

const allowance = { burstMs: 1_000, msPerSecond: 100 };
const caller = { key: 'a', allowance };

test('a caller may use up the burst and one task beyond, and then waits until the debt is paid', () => {
  const clock = new FakeClock();
  const budget = new WorkerBudget(clock);
  budget.charge(caller, 999);
  expect(budget.waitMs(caller)).toBe(0);
  budget.charge(caller, 201);
  expect(budget.waitMs(caller)).toBeCloseTo(2_000);
  clock.advance(1_999);
  expect(budget.waitMs(caller)).toBeGreaterThan(0);
  clock.advance(2);
  expect(budget.waitMs(caller)).toBe(0);
});

test('no more than the burst is saved up', () => {
  const clock = new FakeClock();
  const budget = new WorkerBudget(clock);
  budget.charge(caller, 10);
  clock.advance(3_600_000);
  budget.charge(caller, 1_100);
  expect(budget.waitMs(caller)).toBeCloseTo(1_000);
});

test('each key has its own, and an unlimited caller never waits', () => {
  const budget = new WorkerBudget(new FakeClock());
  const server = { key: 'server', allowance: null };
  budget.charge(caller, 5_000);
  budget.charge(server, 1_000_000);
  expect(budget.waitMs({ key: 'b', allowance })).toBe(0);
  expect(budget.waitMs(server)).toBe(0);
  expect(budget.waitMs(caller)).toBeGreaterThan(0);
});

test('the number of callers that are remembered is bounded, and those of late are kept', () => {
  const budget = new WorkerBudget(new FakeClock());
  budget.charge(caller, 5_000);
  for (let n = 0; n < 10_000; n += 1) budget.charge({ key: `other ${n}`, allowance }, 5_000);
  expect(budget.waitMs(caller)).toBe(0);
  expect(budget.waitMs({ key: 'other 0', allowance })).toBeGreaterThan(0);
});
