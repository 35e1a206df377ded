import { beforeEach, describe, expect, it } from 'vitest';
import { hasToken, keepToken, takeToken } from '../../../src-renderer/admin/platform/token-storage';

let stored: Map<string, string>;
let address: string | null;
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
};
const history = {
  replaceState: (_data: unknown, _unused: string, url?: string | URL | null) => {
    address = String(url);
  },
};
const at = (hash: string) => ({ hash, pathname: '/', search: '?x=1' });

beforeEach(() => {
  stored = new Map();
  address = null;
});

describe('the admin token', () => {
  it('is taken out of the address and kept for reloads', () => {
    expect(takeToken(at('#token=abc%2Edef'), history, storage)).toBe('abc.def');
    expect(address).toBe('/?x=1');
    expect(takeToken(at('#/local/catalog'), history, storage)).toBe('abc.def');
  });

  it('leaves an address without a token alone', () => {
    expect(takeToken(at('#/local/catalog'), history, storage)).toBeNull();
    expect(address).toBeNull();
  });

  it('in the address wins over one that was kept', () => {
    keepToken('old', storage);
    expect(takeToken(at('#token=new'), history, storage)).toBe('new');
    expect(takeToken(at(''), history, storage)).toBe('new');
  });

  it('may hold a per cent sign that encodes nothing', () => {
    expect(takeToken(at('#token=a%zz'), history, storage)).toBe('a%zz');
  });

  it('is forgotten at log-out', () => {
    keepToken('old', storage);
    keepToken(null, storage);
    expect(stored.size).toBe(0);
  });

  it('is seen in an address only where it stands alone', () => {
    expect(hasToken(at('#token=a'))).toBe(true);
    expect(hasToken(at('#/local?token=a'))).toBe(false);
    expect(hasToken(at('#token='))).toBe(false);
  });
});
