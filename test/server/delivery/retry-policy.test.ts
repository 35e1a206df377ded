import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_RETRY_SCHEDULE_S } from '../../../src-server/config';
import { afterAttempt, succeeded } from '../../../src-server/delivery/engine/delivery-state';
import { createRetryPolicy } from '../../../src-server/delivery/engine/retry-policy';

const standard = { scheduleS: DEFAULT_RETRY_SCHEDULE_S, overloadWaitMs: 60_000 };
const failure = { overloaded: false, retryAfterMs: null };
const response = (status: number, retryAfter: string | null = null) =>
  ({ kind: 'responded', status, text: '', retryAfter }) as const;

test('delays follow the schedule within a fifth, and end with it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 7 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (made, random) => {
        const wait = createRetryPolicy(standard, () => random).waitMs(made, failure) ?? 0;
        const planned = (DEFAULT_RETRY_SCHEDULE_S[made - 1] ?? 0) * 1000;
        expect(wait).toBeGreaterThanOrEqual(Math.floor(planned * 0.8));
        expect(wait).toBeLessThanOrEqual(Math.ceil(planned * 1.2));
      },
    ),
  );
  expect(createRetryPolicy(standard, () => 0.5).waitMs(8, failure)).toBeNull();
  expect(createRetryPolicy({ scheduleS: [], overloadWaitMs: 0 }, () => 0.5).waitMs(1, failure)).toBeNull();
});

test('an overloaded receiver gets a minute, where the schedule would give it less', () => {
  const policy = createRetryPolicy(standard, () => 0.5);
  expect(policy.waitMs(1, { ...failure, overloaded: true })).toBe(60_000);
  expect(policy.waitMs(2, { ...failure, overloaded: true })).toBe(300_000);
});

test('Retry-After extends a delay to at most twice its length and never shortens it', () => {
  const policy = createRetryPolicy(standard, () => 0.5);
  expect(policy.waitMs(1, { ...failure, retryAfterMs: 7000 })).toBe(7000);
  expect(policy.waitMs(1, { ...failure, retryAfterMs: 1000 })).toBe(5000);
  expect(policy.waitMs(1, { ...failure, retryAfterMs: 99_000 })).toBe(10_000);
});

test('a valid Retry-After replaces the minute for an overload, within the bounds of both', () => {
  const policy = createRetryPolicy(standard, () => 0.5);
  const after = (retryAfterMs: number, made = 1) => policy.waitMs(made, { overloaded: true, retryAfterMs });
  expect([after(0), after(2000), after(20_000)]).toEqual([5000, 5000, 20_000]);
  expect([after(90_000), after(999_000)]).toEqual([90_000, 120_000]);
  expect([after(2000, 2), after(400_000, 2), after(999_000, 2)]).toEqual([300_000, 400_000, 600_000]);
});

test('only 2xx is a success', () => {
  for (const status of [200, 201, 204, 299]) expect(succeeded(response(status))).toBe(true);
  for (const status of [300, 304, 308, 400, 410, 500]) expect(succeeded(response(status))).toBe(false);
  expect(succeeded({ kind: 'timed-out' })).toBe(false);
});

test('a delivery follows the state chart', () => {
  const policy = createRetryPolicy(standard, () => 0.5);
  const first = { attemptCount: 0, manual: false };
  expect(afterAttempt(response(200), first, policy, 1000)).toEqual({ state: 'delivered' });
  expect(afterAttempt(response(500), first, policy, 1000)).toEqual({ state: 'waiting', dueAt: 6000 });
  expect(afterAttempt(response(429), first, policy, 1000)).toEqual({ state: 'waiting', dueAt: 61_000 });
  expect(afterAttempt({ kind: 'timed-out' }, first, policy, 1000)).toEqual({
    state: 'waiting',
    dueAt: 61_000,
  });
  expect(afterAttempt(response(429, '2'), first, policy, 1000)).toEqual({ state: 'waiting', dueAt: 6000 });
  expect(afterAttempt(response(429, '-2'), first, policy, 1000)).toEqual({ state: 'waiting', dueAt: 61_000 });
  expect(afterAttempt(response(503, '8'), first, policy, 1000)).toEqual({ state: 'waiting', dueAt: 9000 });
  expect(afterAttempt(response(500), { attemptCount: 7, manual: false }, policy, 1000)).toEqual({
    state: 'failed',
  });
  expect(afterAttempt(response(500), { attemptCount: 0, manual: true }, policy, 1000)).toEqual({
    state: 'failed',
  });
});
