import type { KeyObject } from 'node:crypto';
import type { EndpointRecord } from '../../storage/endpoint-record';
import { linesOfRequest } from './header-lines';
import { parseSecret } from './signing-secret';

/** Where and how an endpoint wants its requests, prepared once for all of them. */
export interface Target {
  /** The endpoint's URL, as recorded with each attempt. */
  readonly url: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** Equal for all requests that may share a connection: those of one application to one origin. */
  readonly connectionKey: string;
  /** Path and query. */
  readonly path: string;
  /** Extra headers, name and value alternately: authorization from the URL, then the endpoint's own, names as given. */
  readonly headers: readonly string[];
  /** The same headers, as stored with an attempt. */
  readonly headerLines: string;
  /** The current key first, then each old one with the moment it stops signing (ms since 1970; null: never). */
  readonly keys: readonly { readonly key: KeyObject; readonly untilMs: number | null }[];
}

/** Names that the sender sets itself, and those that would change how the request is framed. */
const OWN_HEADERS = new Set([
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'svix-id',
  'svix-signature',
  'svix-timestamp',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'webhook-id',
  'webhook-signature',
  'webhook-timestamp',
]);

/** Prepares an endpoint for sending. Names that are refused on save are left out here too. */
export function prepareTarget(
  endpoint: Pick<EndpointRecord, 'appId' | 'url' | 'headers' | 'secret'>,
  oldSecrets: readonly { readonly secret: string; readonly expiresAt: number }[],
): Target {
  const url = new URL(endpoint.url);
  const own = Object.entries(endpoint.headers).filter(([name]) => !OWN_HEADERS.has(name.toLowerCase()));
  const authorized = own.some(([name]) => name.toLowerCase() === 'authorization');
  const fromUrl = authorized ? null : basicAuthorization(url);
  const headers = [...(fromUrl ? ['authorization', fromUrl] : []), ...own.flat()];
  return {
    url: endpoint.url,
    origin: url.origin,
    connectionKey: `${endpoint.appId} ${url.origin}`,
    path: url.pathname + url.search,
    headers,
    headerLines: linesOfRequest(headers),
    keys: [
      { key: parseSecret(endpoint.secret), untilMs: null },
      ...oldSecrets.map(({ secret, expiresAt }) => ({ key: parseSecret(secret), untilMs: expiresAt })),
    ],
  };
}

/** `https://user:password@host/` means Basic authorization; the URL parser keeps both parts percent-encoded. */
function basicAuthorization(url: URL): string | null {
  if (url.username === '' && url.password === '') return null;
  const pair = `${decode(url.username)}:${decode(url.password)}`;
  return `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
