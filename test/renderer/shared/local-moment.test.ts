import { expect, it } from 'vitest';
import { fromLocalMoment, toLocalMoment } from '../../../src-renderer/shared/local-moment';

it('a moment is written in the zone of the reader, and read back as the same minute', () => {
  const local = new Date(2026, 11, 1, 9, 5);
  expect(toLocalMoment(local.toISOString())).toBe('2026-12-01T09:05');
  expect(fromLocalMoment('2026-12-01T09:05')).toBe(local.toISOString());
});

it('an input that is not filled in is no moment', () => {
  expect([fromLocalMoment(''), fromLocalMoment('2026-13-01T09:00')]).toEqual([null, null]);
});
