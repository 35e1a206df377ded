import { createHmac, type KeyObject, sign as signWithPrivateKey } from 'node:crypto';

/**
 * The signature header of Standard Webhooks: one entry per key, separated by spaces, `v1,` for a symmetric secret
 * and `v1a,` for an ed25519 key.
 * @param keys every key currently signing, newest first
 * @param timestampS seconds since 1970, as in the timestamp header
 * @param payload the body, byte for byte as sent
 */
export function sign(
  keys: readonly KeyObject[],
  messageId: string,
  timestampS: number,
  payload: Uint8Array,
): string {
  const head = `${messageId}.${timestampS}.`;
  const entries = keys.map((key) => {
    if (key.type === 'secret') {
      return `v1,${createHmac('sha256', key).update(head).update(payload).digest('base64')}`;
    }
    // Ed25519 reads what it signs twice, so it cannot be fed in parts.
    const signed = Buffer.concat([Buffer.from(head, 'utf8'), payload]);
    return `v1a,${signWithPrivateKey(null, signed, key).toString('base64')}`;
  });
  return entries.join(' ');
}
