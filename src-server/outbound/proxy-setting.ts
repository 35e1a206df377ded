import { parseUrl } from '../base/parse-url';

/** A proxy, as the operator gave it. */
export interface ProxySetting {
  readonly protocol: 'http:' | 'https:' | 'socks5:';
  /** Name or address, an IPv6 address without brackets. */
  readonly host: string;
  readonly port: number;
  /** Null: it wants none. */
  readonly credentials: { readonly user: string; readonly password: string } | null;
}

const DEFAULT_PORTS = { 'http:': 80, 'https:': 443, 'socks5:': 1080 } as const;
/** SOCKS gives each of them one byte for its length (RFC 1929). */
const CREDENTIAL_MAX_BYTES = 255;

/** Reads `http://user:password@proxy.example.com:3128`. Null: it is no address of a proxy. */
export function readProxy(text: string): ProxySetting | null {
  const url = parseUrl(text);
  if (!url) return null;
  const { protocol, hostname, port, username, password, pathname, search, hash } = url;
  if (!isKnown(protocol) || hostname === '') return null;
  if (!['', '/'].includes(pathname) || search !== '' || hash !== '') return null;
  const user = decode(username);
  const secret = decode(password);
  if (user === null || secret === null || (user === '' && secret !== '')) return null;
  return {
    protocol,
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? DEFAULT_PORTS[protocol] : Number(port),
    credentials: user === '' ? null : { user, password: secret },
  };
}

/** The address of a proxy, without credentials: for logs, pages and attempts. */
export function proxyLabel({ protocol, host, port }: ProxySetting): string {
  return `${protocol}//${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function isKnown(protocol: string): protocol is ProxySetting['protocol'] {
  return Object.hasOwn(DEFAULT_PORTS, protocol);
}

/** Null: it cannot be read, or is too long. */
function decode(text: string): string | null {
  try {
    const decoded = decodeURIComponent(text);
    return Buffer.byteLength(decoded) > CREDENTIAL_MAX_BYTES ? null : decoded;
  } catch {
    return null;
  }
}
