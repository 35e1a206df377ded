import { parseUrl } from '../../base/parse-url';
import { type Block, holdsAllOfIpv4, parseAddress, parseBlock, unmapBlock } from './address-class';

/** What consent may be given to, in the one spelling it is stored in; or a sentence saying why not. */
type ConsentTarget =
  | { readonly ok: true; readonly kind: 'host' | 'network'; readonly target: string }
  | { readonly ok: false; readonly reason: string };

/** As wide as the widest private networks, 10.0.0.0/8 and fc00::/7. */
const WIDEST_IPV4_BITS = 8;
const WIDEST_IPV6_BITS = 7;

const NO_TARGET =
  'This must be a host name, an IP address, or a network like 10.1.0.0/16, without scheme, port or path';
const TOO_WIDE = `This network is too large: the limit is /${WIDEST_IPV4_BITS} (IPv4) or /${WIDEST_IPV6_BITS} (IPv6), and all of IPv4 is not allowed`;

/**
 * Reads what somebody wants to allow. An address is a network of size one. Spellings that two parsers could read
 * differently (`010.0.0.1`, bits beyond the length of a network) are refused, never guessed at.
 */
export function readConsentTarget(text: string): ConsentTarget {
  if (/[\s%@\\?#]/.test(text)) return refused(NO_TARGET);
  const isNetwork = text.includes('/') || isPlainIpv4(text) || text.includes(':');
  return isNetwork ? readNetwork(text) : readHost(text);
}

/** The canonical spelling of a host name for comparison: lower case, no trailing dot. */
export function plainHost(host: string): string {
  return host.toLowerCase().replace(/\.$/, '');
}

function readNetwork(text: string): ConsentTarget {
  const [address = ''] = text.split('/');
  if (!address.includes(':') && !isPlainIpv4(address)) return refused(NO_TARGET);
  let block: Block;
  try {
    block = unmapBlock(parseBlock(text));
  } catch {
    return refused(NO_TARGET);
  }
  const { bytes, bits } = block;
  const widest = bytes.length === 4 ? WIDEST_IPV4_BITS : WIDEST_IPV6_BITS;
  if (bits < widest || holdsAllOfIpv4(block)) return refused(TOO_WIDE);
  const first = firstOf(block);
  const isSingle = bits === bytes.length * 8;
  const target = isSingle ? spell(bytes) : `${spell(first)}/${bits}`;
  if (!isSingle && spell(first) !== spell(bytes)) {
    return refused(`This has bits beyond the prefix length. Use ${target}`);
  }
  return { ok: true, kind: 'network', target };
}

function readHost(text: string): ConsentTarget {
  const host = plainHost(hostOf(text) ?? '');
  // What a URL reads as an address, though not written as one, would look like a name in the list.
  const address = parseAddress(host);
  if (address) return refused(`Write this address as ${spell(address)}`);
  const isName =
    host.length <= 253 &&
    host.split('.').every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label));
  return isName ? { ok: true, kind: 'host', target: host } : refused(NO_TARGET);
}

/** The host as it appears in the URL of an endpoint, or null. */
function hostOf(text: string): string | null {
  return parseUrl(`http://${text}/`)?.hostname ?? null;
}

function isPlainIpv4(text: string): boolean {
  return /^(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){3}$/.test(text);
}

/** The address of a block, with all bits beyond its length set to 0. */
function firstOf({ bytes, bits }: Block): Uint8Array {
  return bytes.map((byte, i) => byte & ((0xff00 >> Math.min(8, Math.max(0, bits - i * 8))) & 0xff));
}

function spell(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join('.');
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const groups = Array.from({ length: 8 }, (_, i) => view.getUint16(i * 2).toString(16));
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
}

function refused(reason: string): ConsentTarget {
  return { ok: false, reason };
}
