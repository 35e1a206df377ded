import { beforeEach, describe, expect, it } from 'vitest';
import { hasToken, takeToken } from '../../../src-renderer/admin/platform/token-in-address';

let address: string | null;
const history = {
  replaceState: (_data: unknown, _unused: string, url?: string | URL | null) => {
    address = String(url);
  },
};
const at = (hash: string) => ({ hash, pathname: '/', search: '?x=1' });

beforeEach(() => {
  address = null;
});

describe('the token in the address', () => {
  it('is taken out of it', () => {
    expect(takeToken(at('#token=abc%2Edef'), history)).toBe('abc.def');
    expect(address).toBe('/?x=1');
  });

  it('leaves an address without a token alone', () => {
    expect(takeToken(at('#/local/catalog'), history)).toBeNull();
    expect(address).toBeNull();
  });

  it('may hold a per cent sign that encodes nothing', () => {
    expect(takeToken(at('#token=a%zz'), history)).toBe('a%zz');
  });

  it('is seen only where it stands alone', () => {
    expect(hasToken(at('#token=a'))).toBe(true);
    expect(hasToken(at('#/local?token=a'))).toBe(false);
    expect(hasToken(at('#token='))).toBe(false);
  });
});
