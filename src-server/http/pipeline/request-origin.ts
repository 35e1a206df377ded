import type { IncomingMessage } from 'node:http';

/** A host and perhaps a port, with nothing that could lead elsewhere or break out of a quoted text. */
const HOST = /^(?:[a-zA-Z0-9](?:[a-zA-Z0-9.-]*)|\[[0-9a-fA-F:.]+\])(?::\d{1,5})?$/;

/**
 * Where the caller reached this server, for links in responses: `http://host:port`. It comes from the request, so that a
 * link works for the caller; behind a proxy that speaks https, it is https.
 */
export function originOf(request: IncomingMessage): string {
  const scheme = request.headers['x-forwarded-proto'] === 'https' ? 'https' : 'http';
  const host = request.headers.host;
  // Some hosts look right and are in no URL: `a.1` would be an IPv4 address, and ports end at 65,535.
  if (host !== undefined && HOST.test(host) && URL.canParse(`http://${host}`)) return `${scheme}://${host}`;
  const { localAddress = '127.0.0.1', localPort } = request.socket;
  return `http://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
}
