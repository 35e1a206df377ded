import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { safeStorage } from 'electron';

/**
 * The key that encrypts the tokens of other instances in the database, kept in the system's own key store, so that a
 * copy of the data folder alone reveals none of them.
 *
 * @returns 64 hexadecimal digits, or null if the system has no key store with real protection: the server then keeps
 * its own key in a file that only its owner can read
 */
export function loadSecretKey(userDataDir: string): string | null {
  if (!hasKeyStore()) return null;
  const file = join(userDataDir, 'secret-key');
  let stored: Buffer;
  try {
    stored = readFileSync(file);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
    return createKey(file);
  }
  try {
    return safeStorage.decryptString(stored);
  } catch {
    // Another account or a new key store: what this key encrypted stays unreadable, and the server says so for each
    // connection. The old key is kept, in case the key store comes back.
    renameSync(file, `${file}.unreadable`);
    return createKey(file);
  }
}

function createKey(file: string): string {
  const key = randomBytes(32).toString('hex');
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(`${file}.next`, safeStorage.encryptString(key), { mode: 0o600 });
  renameSync(`${file}.next`, file);
  return key;
}

/** Whether the system protects what programs store, so that other programs and users cannot read it. */
export function hasKeyStore(): boolean {
  if (!safeStorage.isEncryptionAvailable()) return false;
  // Without a key ring, Electron encrypts with a password that everyone can read in its source.
  return process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text';
}
