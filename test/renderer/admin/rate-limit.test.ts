import { describe, expect, it } from 'vitest';
import { waitingLabel } from '../../../src-renderer/admin/features/applications/hold-label';
import { effectiveLimit, parseRateLimit } from '../../../src-renderer/shared/endpoint/rate-limit';

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
    expect(parseRateLimit(text)).toBe(rate);
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

describe('what a held endpoint holds', () => {
  it.each([
    [0, 10, 'Nothing waits yet.'],
    [1, 10, 'Holds 1 waiting message; at 10/s that takes under a second then.'],
    [312, 50, 'Holds 312 waiting messages; at 50/s that takes about 7 s then.'],
    [5000, null, 'Holds 5,000 waiting messages; there is no limit on how fast they leave then.'],
  ])('%i at %s/s', (waiting, limit, label) => {
    expect(waitingLabel(waiting, limit)).toBe(label);
  });
});
