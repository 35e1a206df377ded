import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRetryAfter } from '../../../src-server/delivery/engine/retry-after';

const NOW = Date.parse('2026-11-20T10:00:00Z');

test('Retry-After is seconds or a date', () => {
  expect(parseRetryAfter('120', NOW)).toBe(120_000);
  expect(parseRetryAfter(' 007\t', NOW)).toBe(7000);
  expect(parseRetryAfter('0', NOW)).toBe(0);
  expect(parseRetryAfter('Fri, 20 Nov 2026 10:00:30 GMT', NOW)).toBe(30_000);
  expect(parseRetryAfter('Friday, 20-Nov-26 10:00:30 GMT', NOW)).toBe(30_000);
  expect(parseRetryAfter('Fri Nov 20 10:00:30 2026', NOW)).toBe(30_000);
  expect(parseRetryAfter('Tue Dec  1 10:00:00 2026', NOW)).toBe(11 * 86_400_000);
});

test('a time in the past, in any century, is no delay', () => {
  expect(parseRetryAfter('Fri, 20 Nov 2026 09:00:00 GMT', NOW)).toBe(0);
  expect(parseRetryAfter('Sunday, 06-Nov-94 08:49:37 GMT', NOW)).toBe(0);
  expect(parseRetryAfter('Fri, 01 Jan 0099 00:00:00 GMT', NOW)).toBe(0);
});

test('a two-digit year means one at most fifty years ahead', () => {
  expect(parseRetryAfter('Friday, 20-Nov-76 10:00:00 GMT', NOW)).toBeGreaterThan(49 * 365 * 86_400_000);
  expect(parseRetryAfter('Friday, 20-Nov-77 10:00:00 GMT', NOW)).toBe(0);
});

test.each([
  '-99999',
  '-1',
  '+5',
  '1.2',
  '1e3',
  '0x10',
  '5s',
  '5, 10',
  '1 000',
  '٣',
  '',
  'soon',
  '2026-11-20T10:00:30Z',
  '2026-11-20',
  'Fri, 20 Nov 2026 10:00:30 +0000',
  'Fri, 20 Nov 2026 10:00:30',
  'Fri, 20 nov 2026 10:00:30 GMT',
  '20 Nov 2026 10:00:30 GMT',
  'Fri, 31 Feb 2027 10:00:30 GMT',
  'Fri, 20 Nov 2026 24:00:00 GMT',
  'Fri, 20 Nov 2026 10:60:00 GMT',
  'Friday, 20-Nov-2026 10:00:30 GMT',
  'Tue Dec 1 10:00:00 2026',
  'November 20, 2026 10:00:30',
])('"%s" is neither, and is ignored', (value) => {
  expect(parseRetryAfter(value, NOW)).toBeNull();
});

test('a missing header means no delay', () => {
  expect(parseRetryAfter(null, NOW)).toBeNull();
});

test('for any value the delay is not negative, and only digits and HTTP dates give one', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.date().map(String), fc.double().map(String)), (value) => {
      const waitMs = parseRetryAfter(value, NOW);
      if (waitMs !== null) expect([waitMs >= 0, /^[ \t]*\d+[ \t]*$/.test(value)]).toEqual([true, true]);
    }),
  );
});

test('a date in each format means the same moment', () => {
  const seconds = fc.date({ min: new Date(NOW), max: new Date('2075-12-31T23:59:59Z'), noInvalidDate: true });
  fc.assert(
    fc.property(seconds, (date) => {
      const imf = date.toUTCString();
      const [, weekday = '', day = '', month = '', year = '', time = ''] =
        /^(\w+), (\d+) (\w+) (\d+) ([\d:]+) GMT$/.exec(imf) ?? [];
      const weekdayName = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(date);
      const expected = Math.floor(date.getTime() / 1000) * 1000 - NOW;
      const rfc850 = `${weekdayName}, ${day}-${month}-${year.slice(2)} ${time} GMT`;
      const asctime = `${weekday} ${month} ${String(Number(day)).padStart(2)} ${time} ${year}`;
      expect([imf, rfc850, asctime].map((text) => parseRetryAfter(text, NOW))).toEqual(
        Array(3).fill(Math.max(0, expected)),
      );
    }),
  );
});
