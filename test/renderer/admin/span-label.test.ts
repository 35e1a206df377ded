import { expect, test } from 'vitest';
import { spanLabel } from '../../../src-renderer/admin/features/deliveries/span-label';

const NOW = new Date(2026, 10, 20, 12, 0, 0).getTime();
const iso = (day: number, hour: number, minute: number, second = 0) =>
  new Date(2026, 10, day, hour, minute, second).toISOString();
const label = (since: string, until = '') => spanLabel({ since, until }, NOW);

test('a time filter shows both ends of its span, with the day where that is not today', () => {
  expect(label(iso(20, 10, 0), iso(20, 10, 5))).toBe('10:00 – 10:05');
  expect(label(iso(20, 10, 3, 20), iso(20, 10, 3, 21))).toBe('10:03:20 – 10:03:21');
  expect(label(iso(3, 14, 0), iso(3, 15, 30))).toBe('3 Nov, 14:00 – 15:30');
  expect(label(iso(19, 22, 0), iso(20, 2, 0))).toBe('19 Nov, 22:00 – 02:00');
});

test('a time filter that moves with the clock shows where it begins now', () => {
  expect(label('1h')).toBe('Last hour, since 11:00');
  expect(label('2h')).toBe('Last 2 h, since 10:00');
  expect(label('7d')).toBe('Last 7 days, since 13 Nov, 12:00');
});

test('a time filter with one end says which, and one that cannot be read is shown as it is', () => {
  expect(label(iso(20, 9, 0))).toBe('since 09:00');
  expect(label('', iso(20, 9, 0))).toBe('until 09:00');
  expect(label('nonsense')).toBe('nonsense');
});
