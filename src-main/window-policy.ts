/** The decisions of the window, without the window: what it may load, what leaves it, and where it may be. */

/** True when `url` is a page of the server at `baseUrl`: same scheme, host and port. */
export function isOwnPage(url: string, baseUrl: string): boolean {
  const page = parseUrl(url);
  return page !== null && page.origin !== 'null' && page.origin === parseUrl(baseUrl)?.origin;
}

/**
 * Whether a page shows the certificate that the local server has: it need not be one that the system trusts, nor for the
 * address under which this machine reaches it.
 * @param shown PEM
 * @param own PEM. Null: the server speaks plain http
 */
export function isOwnCertificate(
  host: string,
  shown: string,
  address: { readonly baseUrl: string } | null,
  own: string | null,
): boolean {
  const isItsHost = address !== null && parseUrl(address.baseUrl)?.hostname === host;
  return isItsHost && own !== null && shown.replace(/\s/g, '') === own.replace(/\s/g, '');
}

/**
 * The URL to open in the user's own browser, or null when it must not leave the program. Anything but http and https
 * could start another program on this machine.
 */
export function externalAddress(url: string): string | null {
  const address = parseUrl(url);
  if (!address || (address.protocol !== 'http:' && address.protocol !== 'https:')) return null;
  // A name and password in a URL serve to deceive people, or are a secret that would stay in a history.
  if (address.username || address.password) return null;
  return address.href;
}

/** The admin page with the token in its fragment, which browsers never send and which the page removes. */
export function adminPage(baseUrl: string, adminToken: string): string {
  return `${baseUrl}/admin/#token=${encodeURIComponent(adminToken)}`;
}

/** A place on the screens, in device-independent pixels. */
export interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * The saved position of the window if it can still be reached: a part of its title bar wide enough to drag must be on a
 * screen. Null when none is saved or its screen is gone.
 */
export function reachableBounds(saved: Bounds | null, screens: readonly Bounds[]): Bounds | null {
  if (!saved || saved.width < MIN_WIDTH || saved.height < MIN_HEIGHT) return null;
  const reachable = screens.some((screen) => {
    const visible = Math.min(saved.x + saved.width, screen.x + screen.width) - Math.max(saved.x, screen.x);
    const titleBarOn = saved.y >= screen.y && saved.y + TITLE_BAR <= screen.y + screen.height;
    return visible >= DRAGGABLE_WIDTH && titleBarOn;
  });
  return reachable ? saved : null;
}

/** The smallest window the pages are designed for. */
export const MIN_WIDTH = 720;
export const MIN_HEIGHT = 480;
/** Enough of a title bar to grab. */
const DRAGGABLE_WIDTH = 120;
const TITLE_BAR = 30;

/** Like `parseUrl` of the server, which the shell may not import. */
function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
