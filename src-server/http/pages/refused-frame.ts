import type { IncomingHttpHeaders } from 'node:http';
import { frameOrigin } from '../frame-origin';
import { parseWebAddress } from '../web-address';

const FRAMES: readonly unknown[] = ['iframe', 'frame', 'embed', 'object'];

/**
 * The origin of a page that asks for the portal in a frame and is none of the allowed ones; its host is one that
 * `parseWebAddress` takes. Null: none, or the browser does not say, and the content security policy refuses it.
 */
export function refusedFrame(
  { 'sec-fetch-dest': dest, 'sec-fetch-site': site, referer = '' }: IncomingHttpHeaders,
  allowed: readonly string[],
): string | null {
  if (!FRAMES.includes(dest) || site === 'same-origin') return null;
  const address = parseWebAddress(referer);
  if (!address.ok) return null;
  const { origin } = address.url;
  // As in the policy, an origin of http allows its https too.
  const names = [origin, origin.replace(/^https:/, 'http:')];
  const isAllowed = allowed.some((text) => names.some((name) => fits(name, frameOrigin(text) ?? '')));
  return isAllowed ? null : origin;
}

function fits(origin: string, allowed: string): boolean {
  const [scheme = '', domain] = allowed.split('*');
  return domain === undefined ? origin === allowed : origin.startsWith(scheme) && origin.endsWith(domain);
}
