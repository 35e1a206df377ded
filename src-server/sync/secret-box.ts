import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';

/** Encrypts short secrets for the database, so that the file alone (a backup, a stolen copy) reveals none of them. */
export interface SecretBox {
  /**
   * @param context what the secret belongs to; opening it requires the same text, so a sealed secret moved to another
   * row or another URL does not open there
   */
  seal(secret: string, context: string): string;
  /** @throws Error when the key differs, or the text or its context was changed */
  open(sealed: string, context: string): string;
}

/** Bytes of the key: AES-256. */
export const SECRET_KEY_BYTES = 32;
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The prefix of every sealed text, so that another cipher can follow one day. */
const VERSION = 'v1:';

/** @param key SECRET_KEY_BYTES random bytes */
export function createSecretBox(key: Uint8Array): SecretBox {
  if (key.length !== SECRET_KEY_BYTES) throw new Error(`The secret key must have ${SECRET_KEY_BYTES} bytes`);
  const secretKey = createSecretKey(key);
  return {
    seal(secret, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, secretKey, nonce).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return VERSION + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
    },
    open(sealed, context) {
      if (!sealed.startsWith(VERSION)) throw new Error('A sealed secret has an unknown version');
      const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64');
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      // The length is fixed here: a shortened tag would be easier to forge.
      const decipher = createDecipheriv(CIPHER, secretKey, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
      const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    },
  };
}
