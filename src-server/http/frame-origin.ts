import { isIP } from 'node:net';
import { parseWebAddress } from './web-address';

/**
 * An origin in the form that a content security policy takes, including `*.` for subdomains: scheme, host in lower
 * case, and the port unless it is the default. Null: the text is not such an origin.
 */
export function frameOrigin(text: string): string | null {
  const [, scheme = '', wildcard = '', rest = ''] = /^(https?:\/\/)(\*\.)?(.*)$/s.exec(text) ?? [];
  const address = parseWebAddress(scheme + rest);
  if (!address.ok) return null;
  const { protocol, host, hostname, pathname, search, hash } = address.url;
  if (pathname !== '/' || search !== '' || hash !== '') return null;
  if (wildcard !== '' && (isIP(hostname) !== 0 || hostname.startsWith('['))) return null;
  return `${protocol}//${wildcard}${host}`;
}
