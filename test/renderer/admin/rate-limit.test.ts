import { describe, expect, it } from 'vitest';
import { effectiveLimit, readRateLimit } from '../../../src-renderer/admin/applications/rate-limit';

describe('a rate limit as it is typed', () => {
  it.each([
    ['', null],
    [' 10 ', 10],
    ['65535', 65_535],
    ['0', undefined],
    ['65536', undefined],
    ['1.5', undefined],
    ['-3', undefined],
    ['ten', undefined],
  ])('reads "%s" as %s', (text, rate) => {
    expect(readRateLimit(text)).toBe(rate);
  });
});

describe('the limit that applies', () => {
  it('is said with where it comes from', () => {
    const acme = { name: 'Acme', rateLimit: 10 };
    expect(effectiveLimit(25, acme)).toBe('25/s, its own');
    expect(effectiveLimit(null, acme)).toBe('10/s, from application Acme');
    expect(effectiveLimit(null, { ...acme, rateLimit: null })).toBe('no limit, neither here nor on Acme');
  });
});
