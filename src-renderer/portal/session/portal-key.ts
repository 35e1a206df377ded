/** What a portal link carries in its fragment. */
export interface PortalKey {
  readonly appId: string;
  readonly token: string;
}

/** `none`: the address has no key; `broken`: it has one that cannot be read, such as half a link. */
export type KeyReading = PortalKey | 'none' | 'broken';

const PREFIX = '#key=';

/** True if the address carries a key, readable or not. */
export function hasPortalKey(location: Pick<Location, 'hash'>): boolean {
  return location.hash.startsWith(PREFIX);
}

/** Reads a fragment `#key=<base64 of {"appId","token"}>`; base64url and percent signs are understood too. */
export function readPortalKey(hash: string): KeyReading {
  if (!hash.startsWith(PREFIX)) return 'none';
  try {
    const base64 = decodeURIComponent(hash.slice(PREFIX.length)).replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof value !== 'object' || value === null) return 'broken';
    const { appId, token } = value as Record<string, unknown>;
    if (typeof appId !== 'string' || typeof token !== 'string' || appId === '' || token === '')
      return 'broken';
    return { appId, token };
  } catch {
    return 'broken';
  }
}

/**
 * Takes the key out of the address: it is read, and then neither the address bar nor the history has it. It is
 * never stored: pages of one origin share their storage, and two previews side by side would share one token.
 * `?next=/endpoints` chooses the first screen and goes too.
 */
export function takePortalKey(location: Location, history: History): KeyReading {
  if (!hasPortalKey(location)) return 'none';
  const key = readPortalKey(location.hash);
  const query = new URLSearchParams(location.search);
  const next = query.get('next') ?? '';
  query.delete('next');
  const rest = query.size > 0 ? `?${query}` : '';
  history.replaceState(null, '', `${location.pathname}${rest}#${next.startsWith('/') ? next : '/'}`);
  return key;
}
