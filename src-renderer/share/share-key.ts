/** `none`: the address has no key; `broken`: it has part of one, such as half a link. */
export type ShareKeyReading = { readonly token: string } | 'none' | 'broken';

const PREFIX = '#key=';

/**
 * Reads the secret of a share link from the fragment, which browsers send to no server. It stays in the address: whoever
 * has the link is meant to open it again, and the frames, which have no origin, cannot read it.
 */
export function readShareKey(hash: string): ShareKeyReading {
  if (!hash.startsWith(PREFIX)) return 'none';
  const token = hash.slice(PREFIX.length);
  return /^psthshare_[\w-]{43}$/.test(token) ? { token } : 'broken';
}
