/** What a portal link carries in its fragment: an access token, or a one-time token to exchange for one. */
export type PortalKey =
  | { readonly appId: string; readonly token: string; readonly oneTimeToken?: never }
  | { readonly appId: string; readonly oneTimeToken: string; readonly token?: never };

/** `none`: the address has no key; `broken`: it has an unreadable one, such as half a link. */
export type KeyReading = PortalKey | 'none' | 'broken';

/** What the portal is used with once a link is open. */
type AccessKey = Pick<PortalKey & { readonly token: string }, 'appId' | 'token'>;

const PREFIX = '#key=';
/** Its place in the state of the history, beside what the router keeps there. */
const STATE_KEY = 'portalKey';

/** True if the address carries a key, readable or not. */
export function hasPortalKey(location: Pick<Location, 'hash'>): boolean {
  return location.hash.startsWith(PREFIX);
}

/**
 * Reads a fragment `#key=<base64 of {"appId","token"}>`, or with `oneTimeToken` instead; base64url and percent-encoding
 * are accepted too.
 */
export function readPortalKey(hash: string): KeyReading {
  if (!hash.startsWith(PREFIX)) return 'none';
  try {
    const base64 = decodeURIComponent(hash.slice(PREFIX.length)).replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof value !== 'object' || value === null) return 'broken';
    const { appId, token, oneTimeToken } = value as Record<string, unknown>;
    if (!isText(appId)) return 'broken';
    if (isText(token)) return { appId, token };
    return isText(oneTimeToken) ? { appId, oneTimeToken } : 'broken';
  } catch {
    return 'broken';
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/**
 * Takes the key out of the address: reads it, and removes it from the address bar and from the addresses of the history.
 * `?next=/endpoints` selects the first screen and is removed too. Without a key in the address: the one that this very
 * page had before a reload.
 */
export function takePortalKey(location: Location, history: History): KeyReading {
  if (!hasPortalKey(location)) return keptKey(history.state) ?? 'none';
  const key = readPortalKey(location.hash);
  const query = new URLSearchParams(location.search);
  const next = query.get('next') ?? '';
  query.delete('next');
  const rest = query.size > 0 ? `?${query}` : '';
  const screen = next.startsWith('/') ? next : '/';
  try {
    history.replaceState(null, '', `${location.pathname}${rest}#${screen}`);
  } catch {
    // A sandboxed frame may refuse to replace the address; the fragment can always be changed.
    location.hash = screen;
  }
  return key;
}

/**
 * Keeps the key for a reload, in the state of the history: that belongs to this document alone. Any storage would be
 * shared by all pages of the origin, and two portals side by side would share one token. Null: it is forgotten.
 */
export function keepPortalKey(history: Pick<History, 'state' | 'replaceState'>, key: AccessKey | null): void {
  if (key?.token === keptKey(history.state)?.token) return;
  try {
    history.replaceState({ ...history.state, [STATE_KEY]: key }, '');
  } catch {
    // Refused by the browser, in a sandboxed frame for example: the session ends with a reload.
  }
}

function keptKey(state: unknown): AccessKey | null {
  const key = (state as Record<string, unknown> | null | undefined)?.[STATE_KEY];
  if (typeof key !== 'object' || key === null) return null;
  const { appId, token } = key as Record<string, unknown>;
  return isText(appId) && isText(token) ? { appId, token } : null;
}
