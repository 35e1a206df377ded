import { expect, test } from 'vitest';
import { createLog } from '../../../src-server/base/log';
import {
  createMaintenance,
  type MaintenanceTask,
  untilNoneIsLeft,
} from '../../../src-server/delivery/maintenance';
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

test('batches are removed until one is not full', async () => {
  let left = 25;
  const asked: number[] = [];
  const task = untilNoneIsLeft('rows', 10, async (now, limit) => {
    asked.push(now);
    const removed = Math.min(left, limit);
    left -= removed;
    return removed;
  });
  const counts: number[] = [];
  for await (const count of task.run(7)) counts.push(count);
  expect(counts).toEqual([10, 10, 5]);
  expect(asked).toEqual([7, 7, 7]);
});
