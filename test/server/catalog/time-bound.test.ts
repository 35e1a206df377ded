import { expect, test } from 'vitest';
import { withinTime } from '../../../src-server/catalog/checks/time-bound';

const LIMIT_MS = 20;
/** Longer than a busy machine keeps the processor from a task. */
const PATIENT_MS = 10_000;

function spin(): never {
  for (;;);
}

test('a task that never ends is stopped, and one that throws is reported as not done', () => {
  expect(withinTime(LIMIT_MS, spin, () => 0)).toEqual({ done: false, isStopped: true });
  const broken = () => {
    throw new Error('broken');
  };
  expect(withinTime(PATIENT_MS, broken, () => 0)).toEqual({ done: false, isStopped: false });
  expect(
    withinTime(
      PATIENT_MS,
      () => 7,
      () => 0,
    ),
  ).toEqual({ done: true, value: 7 });
});

test('a task stopped for lack of processor time runs again, with that much more time', () => {
  let waitedMs = 0;
  let runs = 0;
  const late = () => {
    runs += 1;
    waitedMs += LIMIT_MS * 0.75;
    return runs === 1 ? spin() : runs;
  };
  expect(withinTime(LIMIT_MS, late, () => waitedMs)).toEqual({ done: true, value: 2 });
});

test('a task that had its processor time does not run again, and no task runs more than twice', () => {
  for (const [share, expected] of [
    [0.1, 1],
    [0.75, 2],
  ] as const) {
    let waitedMs = 0;
    let runs = 0;
    const endless = () => {
      runs += 1;
      waitedMs += LIMIT_MS * share;
      spin();
    };
    expect(withinTime(LIMIT_MS, endless, () => waitedMs)).toEqual({ done: false, isStopped: true });
    expect(runs).toBe(expected);
  }
});
