/**
 * Signing secrets as text, the two kinds of Standard Webhooks:
 *
 *   hmac256  `whsec_` + base64 of 24 to 75 bytes; sender and receiver hold the same, signatures begin with `v1,`
 *   ed25519  `whsk_` + base64 of 64 bytes, the private key and then its public key; signatures begin with `v1a,`.
 *            The receiver holds `whpk_` + base64 of the public key, and nobody is ever shown the private one.
 */
import {
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import type { SecretType } from '../../contract/settings';

const SYMMETRIC = 'whsec_';
const PRIVATE = 'whsk_';
const PUBLIC = 'whpk_';

const NEW_BYTES = 24;
const SYMMETRIC_MIN_BYTES = 24;
const SYMMETRIC_MAX_BYTES = 75;
const ED25519_KEY_BYTES = 32;
/** What precedes the key in the DER formats PKCS#8 and SPKI. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI_HEAD_BYTES = 12;

/** A fresh secret: 24 random bytes, or a pair of keys. */
export function newSecret(type: SecretType = 'hmac256'): string {
  if (type === 'hmac256') return SYMMETRIC + randomBytes(NEW_BYTES).toString('base64');
  const { privateKey } = generateKeyPairSync('ed25519');
  const key = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(PKCS8_HEAD.length);
  return PRIVATE + Buffer.concat([key, publicKeyOf(privateKey)]).toString('base64');
}

/** The kind of a stored secret. */
export function secretType(secret: string): SecretType {
  return secret.startsWith(PRIVATE) ? 'ed25519' : 'hmac256';
}

/** What the receiver verifies with: the secret itself, or the public key of a pair. */
export function receiverKey(secret: string): string {
  // Secrets of earlier versions may lack the padding, without which Python's library reads none.
  if (secretType(secret) === 'hmac256') return secret + '='.repeat(-secret.replace(/^.*_/, '').length & 3);
  return (
    PUBLIC +
    Buffer.from(secret.slice(PRIVATE.length), 'base64').subarray(ED25519_KEY_BYTES).toString('base64')
  );
}

/**
 * The key inside a stored secret. A KeyObject is created once and kept: an HMAC with it costs 2 microseconds, with raw
 * bytes five times that.
 */
export function parseSecret(secret: string): KeyObject {
  if (secretType(secret) === 'ed25519')
    return privateKeyOf(Buffer.from(secret.slice(PRIVATE.length), 'base64'));
  const encoded = secret.startsWith(SYMMETRIC) ? secret.slice(SYMMETRIC.length) : secret;
  return createSecretKey(Buffer.from(encoded, 'base64'));
}

/** A secret that a caller chose: in its stored form, or what is wrong with it. */
type CheckedSecret =
  | { readonly ok: true; readonly secret: string }
  | { readonly ok: false; readonly reason: string };

/** Accepts `whsec_`, `whsk_` and its numbered spelling `whsk1_`; without a prefix it is a symmetric secret. */
export function checkSecret(text: string): CheckedSecret {
  const [, prefix = '', encoded = ''] = /^([a-z0-9]*_)?(.*)$/s.exec(text) ?? [];
  const bytes = decodeBase64(encoded);
  if (prefix === PRIVATE || prefix === 'whsk1_') {
    return bytes && isKeyPair(bytes)
      ? { ok: true, secret: PRIVATE + bytes.toString('base64') }
      : no('whsk_ must be followed by 64 bytes in base64: an Ed25519 private key and its public key.');
  }
  if (prefix === PUBLIC || prefix === 'whpk1_')
    return no('This is a public key. Signing needs the private key, whsk_.');
  const length = bytes?.length ?? 0;
  return (prefix === '' || prefix === SYMMETRIC) &&
    length >= SYMMETRIC_MIN_BYTES &&
    length <= SYMMETRIC_MAX_BYTES
    ? { ok: true, secret: SYMMETRIC + (bytes ?? Buffer.alloc(0)).toString('base64') }
    : no(
        `This must be whsec_ and ${SYMMETRIC_MIN_BYTES} to ${SYMMETRIC_MAX_BYTES} bytes in base64, or whsk_ and an Ed25519 key pair of 64 bytes in base64.`,
      );
}

const no = (reason: string): CheckedSecret => ({ ok: false, reason });

/** Null when it is not base64; padding may be missing. */
function decodeBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64').replace(/=+$/, '') === text.replace(/=+$/, '') ? bytes : null;
}

function isKeyPair(bytes: Buffer): boolean {
  return (
    bytes.length === 2 * ED25519_KEY_BYTES &&
    publicKeyOf(privateKeyOf(bytes)).equals(bytes.subarray(ED25519_KEY_BYTES))
  );
}

function privateKeyOf(pair: Buffer): KeyObject {
  const key = Buffer.concat([PKCS8_HEAD, pair.subarray(0, ED25519_KEY_BYTES)]);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}

function publicKeyOf(privateKey: KeyObject): Buffer {
  return createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(SPKI_HEAD_BYTES);
}
