import { expect, test, vi } from 'vitest';
import { exactTime, localTime } from '../../../src-server/contract/local-time';
import { utcMoment, withLocalTimes } from '../../../src-server/contract/utc-moment';

vi.hoisted(() => {
  process.env.TZ = 'Asia/Tokyo';
});

const at = Date.parse('2026-02-03T23:05:06.789Z');

test('a time in a sentence of the server is written in UTC and shown in the zone of the reader', () => {
  const sentence = `waiting since ${utcMoment(at)}, next on ${utcMoment(at + 86_400_000)}`;
  expect(sentence).toBe('waiting since 3 Feb 2026 at 23:05:06 UTC, next on 4 Feb 2026 at 23:05:06 UTC');
  expect(withLocalTimes(sentence)).toBe(
    `waiting since ${exactTime(at)}, next on ${exactTime(at + 86_400_000)}`,
  );
  expect(withLocalTimes(sentence)).toMatch(/^waiting since 4 Feb 2026, 08:05:06 GMT\+9, next on 5 Feb 2026/);
});

test('a time is shown as the clock time, with the day if not today, and with the year if not this year', () => {
  expect(localTime(at, at + 60_000)).toBe('08:05');
  expect(localTime(at, at + 86_400_000)).toBe('4 Feb, 08:05');
  expect(localTime(at, Date.parse('2027-01-02T00:00:00Z'))).toBe('4 Feb 2026, 08:05');
});
