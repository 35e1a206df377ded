import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { loadSecretKey } from '../../src-main/secret-key';
import { newFolder } from '../support/new-folder';
import { startedForEach } from '../support/started';

/** The key store of the account that is logged in. */
const store = vi.hoisted(() => ({ account: 'ada', backend: 'gnome_libsecret' }));
vi.mock('electron', () => ({
  safeStorage: {
    isEncryptionAvailable: () => true,
    getSelectedStorageBackend: () => store.backend,
    encryptString: (text: string) => Buffer.from(`${store.account}:${text}`),
    decryptString: (sealed: Buffer) => {
      const [account, text = ''] = sealed.toString().split(':');
      if (account !== store.account) throw new Error('sealed by another account');
      return text;
    },
  },
}));

const folder = startedForEach(newFolder);

describe('the secret key', () => {
  it('of another account is kept aside, and replaced by one of this account that lasts', () => {
    const first = loadSecretKey(folder.path);
    const file = folder.file('secret-key');
    const sealed = readFileSync(file);
    expect(loadSecretKey(folder.path)).toBe(first);
    expect(existsSync(`${file}.unreadable`)).toBe(false);
    store.account = 'grace';
    const second = loadSecretKey(folder.path);
    expect(second).toMatch(/^[0-9a-f]{64}$/);
    expect(second).not.toBe(first);
    expect(readFileSync(`${file}.unreadable`)).toEqual(sealed);
    expect(loadSecretKey(folder.path)).toBe(second);
  });

  it.runIf(process.platform === 'linux')('is none where the system would keep it readable for all', () => {
    store.backend = 'basic_text';
    expect(loadSecretKey(folder.path)).toBeNull();
    expect(existsSync(folder.file('secret-key'))).toBe(false);
  });
});
