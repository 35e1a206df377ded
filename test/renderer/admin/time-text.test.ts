import { expect, test } from 'vitest';
import { agoMs, readTimeText } from '../../../src-renderer/admin/data/attempt-log/time-text';

/** A Friday at noon, wherever the test runs. */
const NOW = new Date(2026, 10, 20, 12, 0, 0).getTime();
const at = (day: number, hour = 0, minute = 0, second = 0, month = 10, year = 2026) =>
  new Date(year, month, day, hour, minute, second).toISOString();
const read = (text: string) => {
  const span = readTimeText(text, NOW);
  return span && [span.since, span.until];
};

test('a time of day is the minute or second of that name, the latest one that has begun', () => {
  expect(read('10:03')).toEqual([at(20, 10, 3), at(20, 10, 4)]);
  expect(read(' at 9:03:20 ')).toEqual([at(20, 9, 3, 20), at(20, 9, 3, 21)]);
  expect(read('23:50')).toEqual([at(19, 23, 50), at(19, 23, 51)]);
  expect(read('10:03 pm')).toEqual([at(19, 22, 3), at(19, 22, 4)]);
  expect(read('3pm')).toEqual([at(19, 15), at(19, 15, 1)]);
  expect(read('12 am')).toEqual([at(20, 0), at(20, 0, 1)]);
});

test('a span has two ends, of one day unless it names two, and is turned if it is reversed', () => {
  expect(read('today 10:00-10:05')).toEqual([at(20, 10), at(20, 10, 5)]);
  expect(read('10:00 – 10:05')).toEqual([at(20, 10), at(20, 10, 5)]);
  expect(read('from 10:05 to 10:00')).toEqual([at(20, 10), at(20, 10, 5)]);
  expect(read('yesterday 22:00 - today 2:00')).toEqual([at(19, 22), at(20, 2)]);
  expect(read('3 Nov, 14:00 to 15:30')).toEqual([at(3, 14), at(3, 15, 30)]);
  expect(read('1 Nov - 3 Nov')).toEqual([at(1), at(4)]);
});

test('a day alone is the whole day, and one without a year is never in the future', () => {
  expect(read('today')).toEqual([at(20), at(21)]);
  expect(read('Yesterday')).toEqual([at(19), at(20)]);
  expect(read('3 november')).toEqual([at(3), at(4)]);
  expect(read('Nov 3 14:00')).toEqual([at(3, 14), at(3, 14, 1)]);
  expect(read('24 Dec')).toEqual([at(24, 0, 0, 0, 11, 2025), at(25, 0, 0, 0, 11, 2025)]);
  expect(read('2025-12-24 18:00')).toEqual([at(24, 18, 0, 0, 11, 2025), at(24, 18, 1, 0, 11, 2025)]);
  expect(read('2026-11-03T10:03:00Z')).toEqual(['2026-11-03T10:03:00.000Z', '2026-11-03T10:03:01.000Z']);
});

test('a length of time reaches back from now and moves with it', () => {
  expect(['last 2 h', '2h', 'past 15 minutes', 'last hour', 'last 2 weeks', '3 days'].map(read)).toEqual([
    ...['2h', '2h', '15m', '1h', '14d', '3d'].map((since) => [since, '']),
  ]);
  expect([agoMs('2h'), agoMs('15m'), agoMs('1d'), agoMs('2026-11-20T12:00:00Z'), agoMs('')]).toEqual([
    ...[7_200_000, 900_000, 86_400_000, null, null],
  ]);
});

test('one end alone leaves the other open', () => {
  expect(read('since 9:00')).toEqual([at(20, 9), '']);
  expect(read('until 3 Nov 10:00')).toEqual(['', at(3, 10)]);
});

test('a text that is no time is not guessed at', () => {
  for (const text of [
    '',
    'x',
    '25:00',
    '10:60',
    'order-77',
    '31 Feb',
    '0 h',
    'last',
    '10:00-',
    '5',
    '2026-13-01',
  ])
    expect(read(text), text).toBeNull();
});
