import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type Covered, MEMBERS } from './members';
import { strict } from './strict';
import { CONFIG, remember, remembered } from './surroundings';

const keyStore = CONFIG.keyStore ?? 'gnome_libsecret';

/** The key in the system's key ring, which is the same in the next run, and another one for another account. */
function key(): Buffer {
  if (keyStore === 'unavailable') throw new Error('Encryption is not available.');
  const stored = remembered<string | null>('key-ring', null) ?? randomBytes(32).toString('hex');
  remember('key-ring', stored);
  return Buffer.from(stored, 'hex');
}

/** See Electron's `safeStorage`: it really encrypts, with a key in a file that stands for the key ring. */
export const safeStorage = strict(
  'safeStorage',
  {
    isEncryptionAvailable: () => keyStore !== 'unavailable',
    getSelectedStorageBackend: () => (keyStore === 'unavailable' ? 'unknown' : keyStore),
    encryptString(plainText: string): Buffer {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key(), iv);
      const sealed = Buffer.concat([cipher.update(plainText, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
    },
    decryptString(encrypted: Buffer): string {
      const decipher = createDecipheriv('aes-256-gcm', key(), encrypted.subarray(0, 12));
      decipher.setAuthTag(encrypted.subarray(12, 28));
      return decipher.update(encrypted.subarray(28), undefined, 'utf8') + decipher.final('utf8');
    },
  } satisfies Covered<Electron.SafeStorage, 'safeStorage'>,
  MEMBERS.safeStorage,
);
