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

describe('a token in the URL', () => {
  it('a token in the URL is read and removed from it', () => {
    expect(takeToken(at('#token=abc%2Edef'), history)).toBe('abc.def');
    expect(address).toBe('/?x=1');
  });

  it('a URL without a token stays as it is', () => {
    expect(takeToken(at('#/local/catalog'), history)).toBeNull();
    expect(address).toBeNull();
  });

  it('a token with a percent sign that encodes nothing is read as it is', () => {
    expect(takeToken(at('#token=a%zz'), history)).toBe('a%zz');
  });

  it('a token is recognised only as the whole fragment of the URL', () => {
    expect(hasToken(at('#token=a'))).toBe(true);
    expect(hasToken(at('#/local?token=a'))).toBe(false);
    expect(hasToken(at('#token='))).toBe(false);
  });
});
