import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BackOff, LONGEST_HOLD_US, MOST_SLOWNESS } from '../../../src-server/delivery/engine/back-off';
import { Pacer } from '../../../src-server/pacing/pacer';

const S = 1_000_000;

test('one overload changes nothing, two within a minute halve the pace, and each further one halves it again', () => {
  const backOff = new BackOff();
  backOff.overloaded(0, 15 * S);
  expect(backOff.slowness).toBe(1);
  backOff.overloaded(80 * S, 90 * S);
  expect(backOff.slowness).toBe(1);
  backOff.overloaded(91 * S, 100 * S);
  expect(backOff.slowness).toBe(2);
  backOff.overloaded(101 * S, 110 * S);
  expect(backOff.slowness).toBe(4);
});

test('many concurrent timeouts halve the pace once', () => {
  const backOff = new BackOff();
  for (let i = 0; i < 64; i++) backOff.overloaded(i, 15 * S + i);
  expect(backOff.slowness).toBe(2);
});

test('a send that began before the receiver was repaired says nothing about the pace after that', () => {
  const backOff = new BackOff(60 * S);
  for (let i = 0; i < 64; i++) backOff.overloaded(50 * S + i, 61 * S + i);
  expect(backOff.slowness).toBe(1);
  backOff.overloaded(61 * S, 62 * S);
  backOff.overloaded(62 * S, 63 * S);
  expect(backOff.slowness).toBe(2);
});

test('answers raise the pace step by step back to the limit, and never above it', () => {
  const backOff = new BackOff();
  for (let i = 0; i < 100; i++) backOff.overloaded(i * S, i * S);
  expect(backOff.slowness).toBe(MOST_SLOWNESS);
  let steps = 0;
  for (let nowUs = 100 * S; backOff.slowness > 1; nowUs += S / 10) {
    const before = backOff.slowness;
    backOff.responded(nowUs);
    if (backOff.slowness < before) steps += 1;
    expect(backOff.slowness).toBeGreaterThanOrEqual(Math.max(1, before * 0.79));
  }
  expect(steps).toBe(13);
  backOff.responded(1000 * S);
  expect(backOff.slowness).toBe(1);
});

test('a pause lasts as long as requested, at most an hour, and a shorter request does not end it', () => {
  const backOff = new BackOff();
  expect(backOff.heldUntilUs).toBe(Number.NEGATIVE_INFINITY);
  backOff.hold(5 * S, 30_000);
  backOff.hold(6 * S, 2000);
  expect(backOff.heldUntilUs).toBe(35 * S);
  backOff.hold(7 * S, Number.MAX_SAFE_INTEGER);
  expect(backOff.heldUntilUs).toBe(7 * S + LONGEST_HOLD_US);
});

test('a slowed pacer widens its spacing by exactly that factor, and keeps the limit', () => {
  const pacer = new Pacer(null);
  pacer.setRate(10);
  const at: number[] = [];
  const send = (): void => {
    const nowUs = Math.max(pacer.releaseAtUs(at.at(-1) ?? 0), at.at(-1) ?? 0);
    pacer.grant(nowUs);
    pacer.responded(pacer.written(nowUs), nowUs, nowUs);
    at.push(nowUs);
  };
  pacer.setSlowness(4);
  for (let i = 0; i < 6; i++) send();
  expect((at[5] ?? 0) - (at[0] ?? 0)).toBe(5 * 403_600);

  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.array(fc.double({ min: 1, max: MOST_SLOWNESS, noNaN: true }), { minLength: 20, maxLength: 200 }),
      (rate, slownesses) => {
        const paced = new Pacer(null);
        paced.setRate(rate);
        const times: number[] = [];
        for (const slowness of slownesses) {
          paced.setSlowness(slowness < 4 ? 1 : slowness);
          const last = times.at(-1) ?? 0;
          const nowUs = Math.ceil(Math.max(paced.releaseAtUs(last), last));
          paced.grant(nowUs);
          paced.responded(paced.written(nowUs), nowUs, nowUs);
          times.push(nowUs);
        }
        times.forEach((time, n) => {
          const first = times[n - rate];
          if (first !== undefined) expect(time - first).toBeGreaterThan(S);
        });
      },
    ),
  );
});
