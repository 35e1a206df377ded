import { describe, expect, test } from 'vitest';
import { FailureWatch } from '../../../src-server/delivery/endpoints/failure-watch';
import type { EndpointRecord } from '../../../src-server/storage/endpoint-record';

const HOUR = 3_600_000;
const FIVE_DAYS = 120 * HOUR;

/** Simulates attempts at these hours ("12" fails, "12+" succeeds); returns the hours with too long a failure. */
function tooLongAt(hours: readonly string[], limitMs: number | null = FIVE_DAYS): number[] {
  const watch = new FailureWatch();
  return hours.flatMap((text) => {
    const hour = Number.parseFloat(text);
    const attempt = { endpointId: 'ep_1', succeeded: text.endsWith('+'), finishedAt: hour * HOUR };
    watch.count(attempt);
    return !attempt.succeeded && watch.isTooLong(attempt, limitMs) ? [hour] : [];
  });
}
const every = (stepH: number, untilH: number, fromH = 0): string[] =>
  Array.from({ length: Math.floor((untilH - fromH) / stepH) + 1 }, (_, n) => String(fromH + n * stepH));

describe('an endpoint has failed for too long', () => {
  test('when everything failed for five days, and not an hour before', () => {
    expect(tooLongAt(every(1, 121))).toEqual([120, 121]);
  });

  test('not when one message failed, and another one five days later', () => {
    expect(tooLongAt(['0', '121'])).toEqual([]);
    // Not even with all retries of both: 27.6 hours each.
    const retries = [0, 0.001, 0.1, 0.6, 2.6, 7.6, 17.6, 27.6];
    expect(tooLongAt([...retries, ...retries.map((hour) => hour + 121)].map(String))).toEqual([]);
  });

  test('when the only attempts are one failure a day', () => {
    expect(tooLongAt(every(24, 144))).toEqual([120, 144]);
  });

  test('not after a success, which restarts the count', () => {
    const hours = [...every(6, 114), '115+', ...every(6, 250, 118)];
    expect(tooLongAt(hours)).toEqual([238, 244, 250]);
  });

  test('two days without an attempt restart the count', () => {
    expect(tooLongAt([...every(6, 60), ...every(6, 234, 60 + 49)])).toEqual([229]);
    expect(tooLongAt([...every(12, 60), ...every(12, 132, 60 + 36)])).toEqual([120, 132]);
  });

  test('never, when the limit is off', () => {
    expect(tooLongAt(every(1, 500), null)).toEqual([]);
  });

  test('with a limit of an hour it still takes two failures', () => {
    expect(tooLongAt(['0', '0.5', '1.1'], HOUR)).toEqual([1.1]);
  });
});

test('few writes: the first failure, one every twelve hours, and the first success', () => {
  const watch = new FailureWatch();
  const count = (hour: number, succeeded = false) =>
    watch.count({ endpointId: 'ep_1', succeeded, finishedAt: hour * HOUR });
  expect(count(1, true)).toBeUndefined();
  expect(count(2)).toEqual({ since: 2 * HOUR, markedAt: 2 * HOUR });
  expect([count(2), count(3), count(13.9)]).toEqual([undefined, undefined, undefined]);
  expect(count(14)).toEqual({ since: 2 * HOUR, markedAt: 14 * HOUR });
  expect(count(15, true)).toBeNull();
  expect([count(16, true), count(17, true)]).toEqual([undefined, undefined]);
});

test('a new address and enabling restart the count, other changes do not', () => {
  const watch = new FailureWatch();
  const fails = (hour: number) => {
    const attempt = { endpointId: 'ep_1', succeeded: false, finishedAt: hour * HOUR };
    watch.count(attempt);
    return watch.isTooLong(attempt, FIVE_DAYS);
  };
  const endpoint = (change: Partial<EndpointRecord>) =>
    ({ id: 'ep_1', url: 'https://a.test/', disabled: false, ...change }) as EndpointRecord;
  const failAllFrom = (hour: number) => every(12, hour + 108, hour).some((at) => fails(Number(at)));

  expect(failAllFrom(0)).toBe(false);
  watch.changed(endpoint({}), endpoint({ description: 'new' }));
  expect(fails(120)).toBe(true);
  watch.changed(endpoint({}), endpoint({ url: 'https://b.test/' }));
  expect(failAllFrom(121)).toBe(false);
  expect(fails(241)).toBe(true);
  watch.changed(endpoint({}), endpoint({ disabled: true }));
  expect(fails(242)).toBe(true);
  watch.changed(endpoint({ disabled: true }), endpoint({}));
  expect(fails(243)).toBe(false);
});
