import { Client, type Dispatcher } from 'undici';
import { lookFileType } from '../../base/look-file-type';
import { parseUrl } from '../../base/parse-url';
import type { LookAddressIn, LookFileKind } from '../../contract/look-file';
import { failureMessage } from './failure-message';
import { AddressRefused } from './guarded-lookup';
import { createTargetConnect, type TargetConnectParts } from './target-connect';

/** Where a logo or font should be. */
interface LookAddress extends LookAddressIn {
  /** The origin of the portal, for servers that answer only pages that they know. */
  readonly origin: string;
}

/** Says why a logo or font is probably not at an address, as a sentence; null if it is. Never rejects. */
export type CheckLookAddress = (address: LookAddress, signal: AbortSignal) => Promise<string | null>;

/** The whole check; people wait for it. */
const TIMEOUT_MS = 5000;
/** Enough to recognize a file by its start. */
const READ_BYTES = 8192;
const WANTED = { logo: 'an image', font: 'a font' } as const;

/** @param parts the same guard as for deliveries: nobody explores the network of this server by changing a setting */
export function createLookAddressCheck(
  parts: Omit<TargetConnectParts, 'connectTimeoutMs'>,
): CheckLookAddress {
  const { clock } = parts;
  const connect = createTargetConnect({ ...parts, connectTimeoutMs: TIMEOUT_MS });
  return async ({ address, kind, origin }, signal) => {
    const url = parseUrl(address);
    if (!url || !/^https?:$/.test(url.protocol)) {
      return 'This is not a URL that starts with http:// or https://.';
    }
    const client = new Client(url.origin, { connect: (options, done) => connect(options, () => {}, done) });
    const stopping = new AbortController();
    const timer = clock.setTimer(TIMEOUT_MS, () => stopping.abort());
    try {
      const response = await client.request({
        method: 'GET',
        path: url.pathname + url.search,
        headers: { origin, accept: kind === 'logo' ? 'image/*' : 'font/woff2,*/*' },
        signal: AbortSignal.any([signal, stopping.signal]),
      });
      return await problemOf(response, kind, url);
    } catch (cause) {
      return stopping.signal.aborted
        ? `It did not respond within ${TIMEOUT_MS / 1000} seconds.`
        : failureOf(cause);
    } finally {
      timer.cancel();
      void client.destroy();
    }
  };
}

async function problemOf(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  kind: LookFileKind,
  url: URL,
): Promise<string | null> {
  const { location } = headers;
  if (statusCode >= 300 && statusCode < 400 && typeof location === 'string') {
    const to = parseUrl(location, url.href)?.href ?? location;
    return `It redirects to ${to.slice(0, 300)}. Enter that URL.`;
  }
  if (statusCode < 200 || statusCode > 299) return `It responded with status ${statusCode}.`;
  const type =
    String(headers['content-type'] ?? '')
      .split(';')[0]
      ?.trim()
      .toLowerCase() ?? '';
  const found = lookFileType(await startOf(body));
  const isWanted = kind === 'logo' ? type.startsWith('image/') : found === 'font/woff2' || /font/.test(type);
  if (!isWanted)
    return `It responded with ${type || found || 'something else'}, which is not ${WANTED[kind]}.`;
  if (kind === 'font' && headers['access-control-allow-origin'] === undefined) {
    return 'The font is there, but browsers use it only if its server sends the header Access-Control-Allow-Origin.';
  }
  const policy = String(headers['cross-origin-resource-policy'] ?? '');
  return policy === 'same-origin' || policy === 'same-site'
    ? 'It is there, but the header Cross-Origin-Resource-Policy of its server keeps other pages from showing it.'
    : null;
}

async function startOf(body: Dispatcher.ResponseData['body']): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes >= READ_BYTES) break;
  }
  return Buffer.concat(chunks);
}

function failureOf(cause: unknown): string {
  if (cause instanceof AddressRefused) {
    return 'It is in a network that this server does not ask, and that customers outside of it cannot reach.';
  }
  return `No response: ${failureMessage(cause)}.`;
}
