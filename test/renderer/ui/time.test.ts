import { describe, expect, it } from 'vitest';
import { relativeTime } from '../../../src-renderer/ui/time';

const NOW = Date.UTC(2026, 10, 20, 12);

describe('relativeTime', () => {
  it.each([
    [0, 'now'],
    [-59_000, '59 seconds ago'],
    [-60_000, '1 minute ago'],
    [5000, 'in 5 seconds'],
    [-3_600_000, '1 hour ago'],
    [-86_400_000, 'yesterday'],
    [-40 * 86_400_000, 'last month'],
    [-800 * 86_400_000, '2 years ago'],
  ])('an offset of %i ms is shown as "%s"', (offsetMs, label) => {
    expect(relativeTime(NOW + offsetMs, NOW)).toBe(label);
  });
});
