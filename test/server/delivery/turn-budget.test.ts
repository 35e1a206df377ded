import { beforeEach, expect, test } from 'vitest';
import { TurnBudget } from '../../../src-server/delivery/engine/turn-budget';
import { FakeClock } from '../../support/fake-clock';

let clock: FakeClock;
let turns: (() => void)[];
let budget: TurnBudget;

beforeEach(() => {
  clock = new FakeClock();
  turns = [];
  budget = new TurnBudget({ mostPieces: 3, mostUs: 10_000 }, clock, (run) => turns.push(run));
});

function nextTurn(): void {
  for (const run of turns.splice(0)) run();
}

test('is spent after this many pieces, until the next turn', () => {
  for (let n = 0; n < 3; n += 1) {
    expect(budget.isSpent).toBe(false);
    budget.spend();
  }
  expect(budget.isSpent).toBe(true);
  nextTurn();
  expect(budget.isSpent).toBe(false);
});

test('is spent after this much time, however few the pieces', () => {
  budget.spend();
  clock.advance(9);
  expect(budget.isSpent).toBe(false);
  clock.advance(1);
  expect(budget.isSpent).toBe(true);
});

test('is never spent before any work: time in other work does not count', () => {
  clock.advance(1000);
  expect(budget.isSpent).toBe(false);
  budget.spend();
  expect(budget.isSpent).toBe(false);
});

test('reports its renewal only after it was spent', () => {
  let renewed = 0;
  budget.whenRenewed(() => (renewed += 1));
  budget.spend();
  nextTurn();
  expect(renewed).toBe(0);
  for (let n = 0; n < 3; n += 1) budget.spend();
  expect(budget.isSpent).toBe(true);
  nextTurn();
  expect(renewed).toBe(1);
});
