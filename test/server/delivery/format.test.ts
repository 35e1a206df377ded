import { expect, test } from 'vitest';
import { formatCount, formatDuration, formatNumber } from '../../../src-server/delivery/explain/format';

test('numbers have separators, and one takes the singular', () => {
  expect(formatNumber(1_234_567)).toBe('1,234,567');
  expect([0, 1, 4312].map((n) => formatCount(n, 'attempt', 'attempts'))).toEqual([
    '0 attempts',
    '1 attempt',
    '4,312 attempts',
  ]);
});

test('a duration is formatted in its two largest non-zero units', () => {
  const formatSeconds = (s: number) => formatDuration(s * 1000);
  expect([0, 0.4, 0.6, 59.4, 59.6, 60, 431.2].map(formatSeconds)).toEqual([
    'less than a second',
    'less than a second',
    '1 s',
    '59 s',
    '1 min',
    '1 min',
    '7 min 11 s',
  ]);
  expect([3600, 3659, 9999, 86_400, 90_000, 432_000 + 7200].map(formatSeconds)).toEqual([
    '1 h',
    '1 h',
    '2 h 46 min',
    '1 day',
    '1 day 1 h',
    '5 days 2 h',
  ]);
});
