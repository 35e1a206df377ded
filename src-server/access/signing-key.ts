import { createHmac, timingSafeEqual } from 'node:crypto';

/** The key with which the pages of a session sign, and its server proves itself to them, in hexadecimal digits. */
type SigningKey = string;

/**
 * It follows from the key of the installation, so that nothing has to be stored. A server at another address has another
 * key for the same session: whoever listens at the old address gains nothing by passing on to it what a page sends.
 * @param address where the server of the session is; empty: wherever the name of its host leads
 */
export function signingKeyOf(secretKey: Uint8Array, sessionId: string, address: string): SigningKey {
  return createHmac('sha256', secretKey)
    .update(`posthorn browser session\n${sessionId}\n${address}`)
    .digest('hex');
}

/** Signs a text, in hexadecimal digits. */
export function signText(key: SigningKey, text: string): string {
  return createHmac('sha256', Buffer.from(key, 'hex')).update(text).digest('hex');
}

/** Whether this is the signature of a text. @param mac 64 hexadecimal digits */
export function isSignature(key: SigningKey, text: string, mac: string): boolean {
  return timingSafeEqual(Buffer.from(signText(key, text), 'hex'), Buffer.from(mac, 'hex'));
}
