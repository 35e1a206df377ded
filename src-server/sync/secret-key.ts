import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeOwnFile } from '../storage/files/write-own-file';
import { SECRET_KEY_BYTES } from './secret-box';

/** Name of the key file in the data folder. */
const FILE = 'secret-key';

/**
 * The key that encrypts the tokens of other instances.
 * @param given 64 hexadecimal digits from a shell that keeps the key in the system's key store; null: it is kept in a
 * file of the data folder that only its owner can read, created when first needed
 * @throws Error when the existing key is unusable: creating a new one would lose what the old one decrypts
 */
export async function loadSecretKey(dataDir: string, given: string | null): Promise<Uint8Array> {
  if (given !== null) return parseKey(given, 'The given secret key');
  const path = join(dataDir, FILE);
  const stored = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return null;
    throw cause;
  });
  return stored === null ? createKey(path) : parseKey(stored.trim(), `The file ${path}`);
}

async function createKey(path: string): Promise<Uint8Array> {
  const key = randomBytes(SECRET_KEY_BYTES);
  await writeOwnFile(path, `${key.toString('hex')}\n`);
  return key;
}

function parseKey(text: string, source: string): Uint8Array {
  if (!/^[0-9a-fA-F]{64}$/.test(text)) throw new Error(`${source} is not a key of 64 hexadecimal digits.`);
  return Buffer.from(text, 'hex');
}
