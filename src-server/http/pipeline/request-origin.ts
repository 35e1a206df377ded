import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import { parseUrl } from '../../base/parse-url';

/** A host and perhaps a port, with nothing that could lead elsewhere or break out of a quoted text. */
const HOST = /^(?:[a-zA-Z0-9](?:[a-zA-Z0-9.-]*)|\[[0-9a-fA-F:.]+\])(?::\d{1,5})?$/;

/**
 * Where the caller reached this server, for links in responses: `http://host:port`. It comes from the request, so that a
 * link works for the caller; where this server or a proxy in front of it speaks https, it is https.
 */
export function originOf(request: IncomingMessage): string {
  const own = request.socket instanceof TLSSocket ? 'https' : 'http';
  const scheme = request.headers['x-forwarded-proto'] === 'https' ? 'https' : own;
  const host = request.headers.host;
  // Some hosts look right and are in no URL: `a.1` would be an IPv4 address, and ports end at 65,535.
  if (host !== undefined && HOST.test(host) && parseUrl(`http://${host}`)) return `${scheme}://${host}`;
  const { localAddress = '127.0.0.1', localPort } = request.socket;
  return `${own}://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
}
