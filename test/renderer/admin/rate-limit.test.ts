import { describe, expect, it } from 'vitest';
import { waitingLabel } from '../../../src-renderer/admin/features/applications/hold-label';
import { effectiveLimit, parseRateLimit } from '../../../src-renderer/shared/endpoint/rate-limit';

describe('the rate limit field', () => {
  it.each([
    ['', null],
    [' 10 ', 10],
    ['65535', 65_535],
    ['0', undefined],
    ['65536', undefined],
    ['1.5', undefined],
    ['-3', undefined],
    ['ten', undefined],
  ])('the rate limit field reads "%s" as %s', (text, rate) => {
    expect(parseRateLimit(text)).toBe(rate);
  });
});

describe('the rate limit that applies', () => {
  it('the rate limit that applies names its source: the endpoint, its application or none', () => {
    const acme = { name: 'Acme', rateLimit: 10 };
    expect(effectiveLimit(25, acme)).toBe('25/s, own limit');
    expect(effectiveLimit(null, acme)).toBe('10/s, from Acme');
    expect(effectiveLimit(null, { ...acme, rateLimit: null })).toBe('no rate limit');
  });
});

describe('the queue of a held endpoint', () => {
  it.each([
    [0, 10, 'Queue empty.'],
    [1, 10, '1 message on hold. At 10/s, sending it takes under a second.'],
    [312, 50, '312 messages on hold. At 50/s, sending them takes about 7 s.'],
    [5000, null, '5,000 messages on hold, no rate limit once released.'],
  ])('the queue of a held endpoint with %i messages at %s/s', (waiting, limit, label) => {
    expect(waitingLabel(waiting, limit)).toBe(label);
  });
});
