import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_RETRY_SCHEDULE_S } from '../../../src-server/config';
import { afterAttempt, succeeded } from '../../../src-server/delivery/delivery-state';
import { createRetryPolicy, parseRetryAfter } from '../../../src-server/delivery/retry-policy';

const standard = { scheduleS: DEFAULT_RETRY_SCHEDULE_S, overloadWaitMs: 60_000 };
const failure = { overloaded: false, retryAfterMs: null };
const answer = (status: number, retryAfter: string | null = null) =>
  ({ kind: 'responded', status, text: '', retryAfter }) as const;

test('waits follow the schedule within a fifth, and end with it', () => {
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

test('Retry-After stretches a wait to at most twice its length and never shortens it', () => {
  const policy = createRetryPolicy(standard, () => 0.5);
  expect(policy.waitMs(1, { ...failure, retryAfterMs: 7000 })).toBe(7000);
  expect(policy.waitMs(1, { ...failure, retryAfterMs: 1000 })).toBe(5000);
  expect(policy.waitMs(1, { ...failure, retryAfterMs: 99_000 })).toBe(10_000);
});

test('Retry-After is seconds or a date', () => {
  const now = Date.parse('2026-11-20T10:00:00Z');
  expect(parseRetryAfter('120', now)).toBe(120_000);
  expect(parseRetryAfter('1.2', now)).toBe(2000);
  expect(parseRetryAfter('Fri, 20 Nov 2026 10:00:30 GMT', now)).toBe(30_000);
  expect(parseRetryAfter('Fri, 20 Nov 2026 09:00:00 GMT', now)).toBe(0);
  expect(parseRetryAfter('soon', now)).toBeNull();
  expect(parseRetryAfter(null, now)).toBeNull();
});

test('only 2xx is a success', () => {
  for (const status of [200, 201, 204, 299]) expect(succeeded(answer(status))).toBe(true);
  for (const status of [300, 304, 308, 400, 410, 500]) expect(succeeded(answer(status))).toBe(false);
  expect(succeeded({ kind: 'timed-out' })).toBe(false);
});

test('a delivery moves on by the state chart', () => {
  const policy = createRetryPolicy(standard, () => 0.5);
  const first = { attemptCount: 0, manual: false };
  expect(afterAttempt(answer(200), first, policy, 1000)).toEqual({ state: 'delivered' });
  expect(afterAttempt(answer(500), first, policy, 1000)).toEqual({ state: 'waiting', dueAt: 6000 });
  expect(afterAttempt(answer(429), first, policy, 1000)).toEqual({ state: 'waiting', dueAt: 61_000 });
  expect(afterAttempt({ kind: 'timed-out' }, first, policy, 1000)).toEqual({
    state: 'waiting',
    dueAt: 61_000,
  });
  expect(afterAttempt(answer(503, '8'), first, policy, 1000)).toEqual({ state: 'waiting', dueAt: 9000 });
  expect(afterAttempt(answer(500), { attemptCount: 7, manual: false }, policy, 1000)).toEqual({
    state: 'failed',
  });
  expect(afterAttempt(answer(500), { attemptCount: 0, manual: true }, policy, 1000)).toEqual({
    state: 'failed',
  });
});
