import { isIP } from 'node:net';
import { parseWebAddress } from './web-address';

/**
 * An origin as a content security policy takes it, `*.` for subdomains included: scheme, host in lower case, and the
 * port where it is not the usual one. Null: the text is no such origin.
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
