import { expect, test } from 'vitest';
import { createLog } from '../../../src-server/base/log';
import {
  createMaintenance,
  type MaintenanceTask,
  untilNoneIsLeft,
} from '../../../src-server/delivery/tasks/maintenance';
import { FakeClock } from '../../support/fake-clock';

const HOUR_MS = 3_600_000;
const log = createLog('silent');

/** Runs everything that waits only for promises. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Continues through all pauses until none is left. */
async function through(clock: FakeClock): Promise<void> {
  for (await settle(); (clock.nextTimerMs() ?? Infinity) <= 20; await settle()) clock.advance(20);
}

/** A task that records when it is done, and its pieces. */
function noting(name = 'noting', pieces: readonly number[] = [1]) {
  const times: number[] = [];
  const done: number[] = [];
  const task: MaintenanceTask = {
    name,
    async *run(now) {
      times.push(now);
      for (const piece of pieces) {
        done.push(piece);
        yield piece;
      }
    },
  };
  return { task, times, done };
}

test('tasks run soon after the start and then every hour, until a stop', async () => {
  const clock = new FakeClock();
  const { task, times } = noting();
  const maintenance = createMaintenance({ tasks: [task], clock, log });
  const begin = clock.now();
  await maintenance.start();
  expect(times).toEqual([]);
  clock.advance(30_000);
  await through(clock);
  clock.advance(HOUR_MS);
  await through(clock);
  expect(times.map((time) => Math.round((time - begin) / 60_000))).toEqual([1, 61]);
  await maintenance.stop();
  expect(clock.pendingTimers).toBe(0);
});

test('pauses after each piece, where a stop ends the task', async () => {
  const clock = new FakeClock();
  const first = noting('first', [5, 6, 7]);
  const second = noting('second');
  const maintenance = createMaintenance({ tasks: [first.task, second.task], clock, log });
  await maintenance.start();
  clock.advance(30_000);
  await settle();
  expect(clock.nextTimerMs()).toBe(20);
  await maintenance.stop();
  expect(first.done).toEqual([5]);
  expect(second.times).toEqual([]);
  expect(clock.pendingTimers).toBe(0);
});

test('a failed task does not block the others', async () => {
  const clock = new FakeClock();
  const failing: MaintenanceTask = {
    name: 'failing',
    async *run() {
      yield 2;
      throw new Error('the disk is full');
    },
  };
  const { task } = noting('noting', [3, 4]);
  const done = createMaintenance({ tasks: [failing, task], clock, log }).runOnce();
  await through(clock);
  expect(await done).toEqual({ failing: 2, noting: 7 });
});

/** A task that removes rows by tens, and the numbers that each round removed. */
function agingRows(rows: number, old: number) {
  let left = old;
  const rounds: number[] = [];
  const task: MaintenanceTask = {
    name: 'rows',
    count: async (most) => Math.min(most, rows - (old - left)),
    async *run() {
      rounds.push(0);
      for (const round = rounds.length - 1; left > 0; ) {
        const count = Math.min(left, 10);
        left -= count;
        rounds[round] = (rounds[round] ?? 0) + count;
        yield count;
      }
    },
  };
  return { task, rounds };
}

test('one round removes a tenth of the rows; the next comes after a minute, and may remove twice as many', async () => {
  const clock = new FakeClock();
  const { task, rounds } = agingRows(10_000, 8000);
  const maintenance = createMaintenance({ tasks: [task], clock, log });
  await maintenance.start();
  clock.advance(30_000);
  await through(clock);
  expect(rounds).toEqual([1000]);
  for (let n = 0; n < 4; n++) {
    clock.advance(60_000);
    await through(clock);
  }
  expect(rounds).toEqual([1000, 1800, 2880, 2320]);
  await maintenance.stop();
});

test('of a few rows, one round removes all', async () => {
  const clock = new FakeClock();
  const { task, rounds } = agingRows(260, 240);
  const done = createMaintenance({ tasks: [task], clock, log }).runOnce();
  await through(clock);
  await done;
  expect(rounds).toEqual([240]);
});

test('while the clock is in doubt nothing is removed, and a round that is under way ends', async () => {
  const clock = new FakeClock();
  let isDoubted = true;
  const time = { now: () => clock.now(), isDoubted: () => isDoubted };
  const { task, rounds } = agingRows(260, 240);
  const maintenance = createMaintenance({ tasks: [task], clock, log, time });
  expect(await maintenance.runOnce()).toEqual({});
  isDoubted = false;
  const done = maintenance.runOnce();
  await settle();
  isDoubted = true;
  await through(clock);
  await done;
  expect(rounds).toEqual([10]);
});

test('batches are removed until one is not full', async () => {
  let left = 25;
  const limits: number[] = [];
  const task = untilNoneIsLeft('rows', 10, async (now, limit) => {
    limits.push(now);
    const removed = Math.min(left, limit);
    left -= removed;
    return removed;
  });
  const counts: number[] = [];
  for await (const count of task.run(7)) counts.push(count);
  expect(counts).toEqual([10, 10, 5]);
  expect(limits).toEqual([7, 7, 7]);
});
