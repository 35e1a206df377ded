import { expect, test } from 'vitest';
import { WorkerBudget, type WorkerCaller } from '../../../src-server/catalog/workers/worker-budget';
import { FakeClock } from '../../support/fake-clock';

const allowance = { burstMs: 1_000, msPerSecond: 100 };
const caller = { key: 'a', allowance };
const waitS = (budget: WorkerBudget, of: WorkerCaller = caller) => budget.refusal(of)?.retryAfterS ?? 0;

test('a caller may exceed its budget by one task, and then waits until the debt is paid', () => {
  const clock = new FakeClock();
  const budget = new WorkerBudget(clock);
  budget.charge(caller, 999);
  expect(budget.refusal(caller)).toBeNull();
  budget.charge(caller, 201);
  expect(budget.refusal(caller)).toMatchObject({
    status: 429,
    retryAfterS: 2,
    body: { detail: 'This token has used up its computing time. Try again in 2 seconds.' },
  });
  clock.advance(1_999);
  expect(waitS(budget)).toBe(1);
  clock.advance(2);
  expect(budget.refusal(caller)).toBeNull();
});

test('a caller saves up no more than the burst of its budget', () => {
  const clock = new FakeClock();
  const budget = new WorkerBudget(clock);
  budget.charge(caller, 10);
  clock.advance(3_600_000);
  budget.charge(caller, 1_100);
  expect(waitS(budget)).toBe(1);
});

test('each caller has its own budget, and an unlimited caller never waits', () => {
  const budget = new WorkerBudget(new FakeClock());
  const server = { key: 'server', allowance: null };
  budget.charge(caller, 5_000);
  budget.charge(server, 1_000_000);
  expect(budget.refusal({ key: 'b', allowance })).toBeNull();
  expect(budget.refusal(server)).toBeNull();
  expect(budget.refusal(caller)).not.toBeNull();
});

test('the budgets of the 10,000 most recent callers are remembered', () => {
  const budget = new WorkerBudget(new FakeClock());
  budget.charge(caller, 5_000);
  for (let n = 0; n < 10_000; n += 1) budget.charge({ key: `other ${n}`, allowance }, 5_000);
  expect(budget.refusal(caller)).toBeNull();
  expect(budget.refusal({ key: 'other 0', allowance })).not.toBeNull();
});
