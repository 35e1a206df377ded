import { createPublicKey, verify } from 'node:crypto';

/** What the signature of an update covers, of the file that describes the newest version on the update server. */
export interface SignedUpdate {
  /** As `1.2.3`. */
  readonly version: string;
  /** The installers: the file name, and the checksum that is compared with what was downloaded (SHA-512, base64). */
  readonly files: readonly { readonly url: string; readonly sha512: string }[];
  /** Ed25519, base64, over `signedText`. Absent: not signed. */
  readonly signature?: unknown;
  /** Further installers, as some kinds of Windows installers have. No signature covers them: there must be none. */
  readonly packages?: unknown;
}

/**
 * The text that is signed. The share of installations that are offered the update is not part of it: it grows from day
 * to day while the files stay the same.
 */
export function signedText({ version, files }: Pick<SignedUpdate, 'version' | 'files'>): string {
  const lines = files.map(({ url, sha512 }) => JSON.stringify([url, sha512])).sort();
  return ['posthorn-update-1', JSON.stringify(version), ...lines].join('\n');
}

/**
 * Whether the owner of the key released these files as this version. The systems check installers on their own, Windows
 * and macOS by certificates, Linux not at all; this holds for all of them, and also if the update server is taken over.
 *
 * @param publicKey Ed25519, as the base64 of its DER encoding (SPKI)
 * @returns false as well for a key or signature that cannot be read
 */
export function isSigned(update: SignedUpdate, publicKey: string): boolean {
  if (typeof update.signature !== 'string' || update.packages !== undefined) return false;
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    if (key.asymmetricKeyType !== 'ed25519') return false;
    return verify(null, Buffer.from(signedText(update)), key, Buffer.from(update.signature, 'base64'));
  } catch {
    return false;
  }
}
