import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 bits: no list of tokens is ever long enough to guess one, so a plain hash is enough at rest. */
const SECRET_BYTES = 32;

/** A new token of the sender, or of a customer. Only its hash is stored. */
export function mintToken(kind: 'sender' | 'portal'): string {
  return (kind === 'portal' ? 'psthapp_' : 'psth_') + randomBytes(SECRET_BYTES).toString('base64url');
}

/** SHA-256 of a token, in hexadecimal: what is stored, and what is looked up. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Compares two hashes without telling by its duration where they differ. */
export function isSameHash(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(a, 'hex'), Buffer.from(b, 'hex'));
}
