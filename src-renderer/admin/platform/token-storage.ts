/**
 * Where the admin token lives in the page.
 *
 * It arrives in the fragment of the address that the server prints (`/#token=...`): a fragment is never sent to a
 * server, so it is in no access log and no referrer. It is removed from the address before anything else runs, so that
 * it is not in the history, in a bookmark or on a shared screen.
 *
 * It is held in memory, and in sessionStorage so that a reload works. The threat there is a foreign script running in
 * this origin: the Content-Security-Policy allows only our own, the public catalog and the portal never put foreign
 * text into markup, and sessionStorage ends with the tab and is not shared with others. localStorage and cookies would
 * outlive the tab; a cookie would also be sent with forged requests.
 */
const STORAGE_KEY = 'posthorn.admin-token';
const FRAGMENT = /^#token=([^&]+)$/;

/** True for an address that carries a token. */
export function hasToken(address: Pick<Location, 'hash'>): boolean {
  return FRAGMENT.test(address.hash);
}

/** Takes the token from the address, otherwise from this tab's storage. Null if there is none: ask for it. */
export function takeToken(
  address: Pick<Location, 'hash' | 'pathname' | 'search'>,
  history: Pick<History, 'replaceState'>,
  storage: Pick<Storage, 'getItem' | 'setItem'>,
): string | null {
  const token = FRAGMENT.exec(address.hash)?.[1];
  if (token === undefined) return storage.getItem(STORAGE_KEY);
  history.replaceState(null, '', address.pathname + address.search);
  const plain = decodeToken(token);
  storage.setItem(STORAGE_KEY, plain);
  return plain;
}

/** Keeps a token for reloads of this tab; null forgets it. */
export function keepToken(token: string | null, storage: Pick<Storage, 'setItem' | 'removeItem'>): void {
  if (token === null) storage.removeItem(STORAGE_KEY);
  else storage.setItem(STORAGE_KEY, token);
}

function decodeToken(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a percent sign that encodes nothing is part of the token
  }
}
