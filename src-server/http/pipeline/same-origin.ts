import type { IncomingMessage } from 'node:http';
import { parseUrl } from '../../base/parse-url';
import { originOf } from './request-origin';

/**
 * Whether a page of this very server sent the request: same scheme, host and port. Browsers say so themselves in
 * `Sec-Fetch-Site`, which no script can set; older ones, and all over plain http between machines, name the page's
 * origin. A request that says neither is not from a page of ours.
 */
export function isSameOrigin(request: IncomingMessage): boolean {
  const { origin, referer, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined) return site === 'same-origin';
  const page = origin ?? referer;
  return page !== undefined && parseUrl(page)?.origin === originOf(request);
}

/** The host name that a browser asked for, without the port, in the form of URLs. */
export function hostNameOf(request: IncomingMessage): string {
  return new URL(originOf(request)).hostname;
}
