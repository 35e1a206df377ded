import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { relativeTime, Time } from '../../../src-renderer/ui/time';

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

describe('a time that is shown', () => {
  const shown = (as: 'relative' | 'ahead' | 'since', inMs: number) => {
    const at = new Date(Date.now() + inMs).toISOString();
    return renderToStaticMarkup(createElement(Time, { at, as })).replace(/<[^>]*>/g, '');
  };

  it('a past time is never shown in the future, even if the clock of the server is ahead', () => {
    expect(shown('relative', 3500)).toBe('now');
    expect(shown('relative', -60_000)).toBe('1 minute ago');
  });

  it('a planned time is shown in the future', () => {
    expect(shown('ahead', 3_600_000)).toBe('in 1 hour');
  });

  it('a time after "since" is a clock time, and never "3 minutes ago"', () => {
    expect(shown('since', -180_000)).toMatch(/\b\d{2}:\d{2}$/);
  });
});
