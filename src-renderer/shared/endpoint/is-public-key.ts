/** True for the public half of an ed25519 pair, which the server shows in place of a signing secret. */
export function isPublicKey(key: string): boolean {
  return key.startsWith('whpk_');
}
