/**
 * The token in the fragment of the address that the server prints (`/#token=...`): a fragment is never sent to a server, so
 * it is in no access log and no referrer.
 */
const FRAGMENT = /^#token=([^&]+)$/;

/** True for an address that carries a token. */
export function hasToken(address: Pick<Location, 'hash'>): boolean {
  return FRAGMENT.test(address.hash);
}

/**
 * Takes the token out of the address, so that it is not in the history, in a bookmark or on a shared screen. Null if there
 * is none.
 */
export function takeToken(
  address: Pick<Location, 'hash' | 'pathname' | 'search'>,
  history: Pick<History, 'replaceState'>,
): string | null {
  const token = FRAGMENT.exec(address.hash)?.[1];
  if (token === undefined) return null;
  history.replaceState(null, '', address.pathname + address.search);
  return decodeToken(token);
}

function decodeToken(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a percent sign that encodes nothing is part of the token
  }
}
