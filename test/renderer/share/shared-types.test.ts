import { describe, expect, it } from 'vitest';
import { readShareKey } from '../../../src-renderer/share/share-key';
import { comparedTypes } from '../../../src-renderer/share/shared-types';

describe('the event types a shared frame is compared by', () => {
  const plain = { name: 'a', featureFlags: null };
  const beta = { name: 'b', featureFlags: ['beta'] };
  const everyone = { featureFlags: [], own: [plain] };

  it('a shared frame is compared by its own event types and those hidden by its flags', () => {
    const other = { featureFlags: ['beta'], own: [plain, beta] };
    expect(comparedTypes(everyone, [everyone, other])).toEqual([plain, beta]);
    expect(comparedTypes(other, [everyone, other])).toEqual([plain, beta]);
  });

  it("an event type that exists only in another frame's draft does not count as hidden", () => {
    const drafted = { featureFlags: [], own: [plain, { name: 'new', featureFlags: null }] };
    expect(comparedTypes(everyone, [everyone, drafted])).toEqual([plain]);
  });

  it('a shared frame compares event types by their flags in this frame', () => {
    const drafted = { featureFlags: ['beta'], own: [{ name: 'a', featureFlags: ['beta'] }] };
    expect(comparedTypes(everyone, [everyone, drafted])).toEqual([plain]);
  });
});

describe('the key of a share link', () => {
  it('a share key is read from the URL fragment, and a broken one is told apart from none', () => {
    const token = `psthshare_${'Ab-_'.repeat(11).slice(0, 43)}`;
    expect(readShareKey(`#key=${token}`)).toEqual({ token });
    expect(readShareKey('')).toBe('none');
    expect(readShareKey('#/catalog')).toBe('none');
    expect(readShareKey(`#key=${token.slice(0, -1)}`)).toBe('broken');
    expect(readShareKey(`#key=${token}&x=1`)).toBe('broken');
  });
});
