import { describe, expect, it } from 'vitest';
import { readShareKey } from '../../../src-renderer/share/share-key';
import { comparedTypes } from '../../../src-renderer/share/shared-types';

describe('the event types that a frame is compared by', () => {
  const plain = { name: 'a', featureFlags: null };
  const beta = { name: 'b', featureFlags: ['beta'] };
  const everyone = { featureFlags: [], own: [plain] };

  it('are its own and those that its flags hide and another frame shows', () => {
    const other = { featureFlags: ['beta'], own: [plain, beta] };
    expect(comparedTypes(everyone, [everyone, other])).toEqual([plain, beta]);
    expect(comparedTypes(other, [everyone, other])).toEqual([plain, beta]);
  });

  it('are not those that only the draft of another frame has: here they are not hidden, they do not exist', () => {
    const drafted = { featureFlags: [], own: [plain, { name: 'new', featureFlags: null }] };
    expect(comparedTypes(everyone, [everyone, drafted])).toEqual([plain]);
  });

  it('are described as this frame has them', () => {
    const drafted = { featureFlags: ['beta'], own: [{ name: 'a', featureFlags: ['beta'] }] };
    expect(comparedTypes(everyone, [everyone, drafted])).toEqual([plain]);
  });
});

describe('the key of a share link', () => {
  it('is read from the fragment, and half of one is told from none', () => {
    const token = `psthshare_${'Ab-_'.repeat(11).slice(0, 43)}`;
    expect(readShareKey(`#key=${token}`)).toEqual({ token });
    expect(readShareKey('')).toBe('none');
    expect(readShareKey('#/catalog')).toBe('none');
    expect(readShareKey(`#key=${token.slice(0, -1)}`)).toBe('broken');
    expect(readShareKey(`#key=${token}&x=1`)).toBe('broken');
  });
});
