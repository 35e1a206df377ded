import type { AddressClass } from '../../contract/target-consent';

/** A block of addresses: those whose first `bits` bits equal those of `bytes`. */
export interface Block {
  readonly bytes: Uint8Array;
  readonly bits: number;
}

/**
 * All entries of the registries of special-purpose addresses (IANA, IPv4 and IPv6), multicast, and ranges that used to
 * be special. Includes those called globally reachable: anycast services that anybody may run inside a network, and
 * where nobody receives webhooks.
 */
const IPV4_BLOCKS = table({
  '0.0.0.0/8': 'unspecified',
  '10.0.0.0/8': 'private',
  '100.64.0.0/10': 'shared',
  '127.0.0.0/8': 'loopback',
  '169.254.0.0/16': 'link-local',
  '168.63.129.16/32': 'link-local', // in no registry: how a virtual machine of Azure reaches its host
  '172.16.0.0/12': 'private',
  '192.0.0.0/24': 'reserved',
  '192.0.2.0/24': 'documentation',
  '192.31.196.0/24': 'reserved', // AS112
  '192.52.193.0/24': 'reserved', // AMT
  '192.88.99.0/24': 'reserved',
  '192.168.0.0/16': 'private',
  '192.175.48.0/24': 'reserved', // AS112
  '198.18.0.0/15': 'benchmarking',
  '198.51.100.0/24': 'documentation',
  '203.0.113.0/24': 'documentation',
  '224.0.0.0/4': 'multicast',
  '255.255.255.255/32': 'broadcast',
  '240.0.0.0/4': 'reserved',
});

/**
 * Only 2000::/3 of IPv6 is allocated at all; these parts of it, and some blocks outside it, have names of their own.
 */
const IPV6_BLOCKS = table({
  '::/128': 'unspecified',
  '::1/128': 'loopback',
  'fc00::/7': 'private',
  'fec0::/10': 'private',
  '64:ff9b:1::/48': 'private',
  'fe80::/10': 'link-local',
  'ff00::/8': 'multicast',
  '2001:2::/48': 'benchmarking',
  '2001:db8::/32': 'documentation',
  '3fff::/20': 'documentation',
  '2001::/32': 'tunnel',
  '2001::/23': 'reserved',
  '2620:4f:8000::/48': 'reserved', // AS112
  '3ffe::/16': 'reserved', // the 6bone, given back
});

/**
 * Forms that embed an IPv4 address, where it starts within the sixteen bytes, and whether a public one may be reached.
 */
const EMBEDDINGS: readonly { block: Block; at: number; useful: boolean }[] = [
  { block: parseBlock('::ffff:0:0/96'), at: 12, useful: true }, // IPv4-mapped
  { block: parseBlock('64:ff9b::/96'), at: 12, useful: true }, // NAT64: how an IPv6-only network reaches IPv4
  { block: parseBlock('::ffff:0:0:0/96'), at: 12, useful: false }, // IPv4-translated
  { block: parseBlock('::/96'), at: 12, useful: false }, // IPv4-compatible
  { block: parseBlock('2002::/16'), at: 2, useful: false }, // 6to4
];
const MAPPED = parseBlock('::ffff:0:0/96');
const GLOBAL_UNICAST = parseBlock('2000::/3');
/** Interface identifiers of ISATAP, before the four bytes of the IPv4 address. */
const ISATAP_MARKS = [0x00005efe, 0x02005efe];

/** Classifies the four or sixteen bytes of an address. Only the bytes count, never their spelling. */
export function classifyAddress(bytes: Uint8Array): AddressClass {
  if (bytes.length === 4) return lookUp(IPV4_BLOCKS, bytes) ?? 'public';
  const named = lookUp(IPV6_BLOCKS, bytes);
  if (named) return named;
  for (const { block, at, useful } of EMBEDDINGS) {
    if (!contains(block, bytes)) continue;
    const inner = classifyAddress(bytes.subarray(at, at + 4));
    return inner === 'public' && !useful ? 'tunnel' : inner;
  }
  if (!contains(GLOBAL_UNICAST, bytes)) return 'reserved';
  const mark = new DataView(bytes.buffer, bytes.byteOffset).getUint32(8);
  if (!ISATAP_MARKS.includes(mark)) return 'public';
  const inner = classifyAddress(bytes.subarray(12));
  return inner === 'public' ? 'tunnel' : inner;
}

/** The four bytes of an IPv4-mapped address, which is the same host; other addresses unchanged. */
export function withoutMapping(bytes: Uint8Array): Uint8Array {
  return bytes.length === 16 && contains(MAPPED, bytes) ? bytes.subarray(12) : bytes;
}

/** `::ffff:10.0.0.0/104` means 10.0.0.0/8, since a mapped address is judged by the one it maps to. */
export function unmapBlock(block: Block): Block {
  const bytes = withoutMapping(block.bytes);
  return bytes.length === block.bytes.length || block.bits < 96 ? block : { bytes, bits: block.bits - 96 };
}

/** True when this IPv6 block holds a form of every IPv4 address. */
export function holdsAllOfIpv4(block: Block): boolean {
  return EMBEDDINGS.some((form) => form.block.bits >= block.bits && contains(block, form.block.bytes));
}

/** True when the block has the address's family and contains it. */
export function contains(block: Block, bytes: Uint8Array): boolean {
  if (block.bytes.length !== bytes.length) return false;
  const wholeBytes = block.bits >> 3;
  for (let i = 0; i < wholeBytes; i++) if (block.bytes[i] !== bytes[i]) return false;
  const rest = block.bits & 7;
  if (rest === 0) return true;
  const mask = (0xff00 >> rest) & 0xff;
  return ((block.bytes[wholeBytes] ?? 0) & mask) === ((bytes[wholeBytes] ?? 0) & mask);
}

/**
 * Reads `10.0.0.0/8`, `fd00::/8`, or a single address.
 * @throws RangeError when it is neither
 */
export function parseBlock(text: string): Block {
  const [address = '', length, ...more] = text.split('/');
  const bytes = parseAddress(address);
  const bits =
    length === undefined ? (bytes?.length ?? 0) * 8 : /^\d{1,3}$/.test(length) ? Number(length) : -1;
  if (!bytes || more.length > 0 || bits < 0 || bits > bytes.length * 8) {
    throw new RangeError(`"${text}" is not an address or a network like 10.0.0.0/8`);
  }
  return { bytes, bits };
}

/**
 * The bytes of an address in the form that a resolver or a URL parser writes: dotted decimal, or IPv6 with or without a
 * dotted tail, brackets or a zone. Null for anything else.
 */
export function parseAddress(text: string): Uint8Array | null {
  const bare = text.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '');
  return bare.includes(':') ? parseIpv6(bare) : parseIpv4(bare);
}

function parseIpv4(text: string): Uint8Array | null {
  const parts = text.split('.');
  if (parts.length !== 4) return null;
  const bytes = new Uint8Array(4);
  for (const [i, part] of parts.entries()) {
    if (!/^\d{1,3}$/.test(part) || Number(part) > 255) return null;
    bytes[i] = Number(part);
  }
  return bytes;
}

function parseIpv6(text: string): Uint8Array | null {
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const head = parseGroups(halves[0] ?? '', halves.length === 1);
  const tail = halves.length === 2 ? parseGroups(halves[1] ?? '', true) : [];
  if (!head || !tail) return null;
  const missing = 16 - head.length - tail.length;
  if (halves.length === 2 ? missing < 2 : missing !== 0) return null;
  return Uint8Array.from([...head, ...new Array<number>(missing).fill(0), ...tail]);
}

/** The bytes of groups between colons; at the end of an address the last may be dotted decimal. */
function parseGroups(text: string, atEnd: boolean): number[] | null {
  if (text === '') return [];
  const bytes: number[] = [];
  const groups = text.split(':');
  for (const [i, group] of groups.entries()) {
    const dotted = atEnd && i === groups.length - 1 && group.includes('.') ? parseIpv4(group) : null;
    if (dotted) bytes.push(...dotted);
    else if (/^[0-9a-f]{1,4}$/i.test(group)) {
      const value = Number.parseInt(group, 16);
      bytes.push(value >> 8, value & 0xff);
    } else return null;
  }
  return bytes;
}

function table(entries: Record<string, AddressClass>): readonly { block: Block; kind: AddressClass }[] {
  return Object.entries(entries).map(([text, kind]) => ({ block: parseBlock(text), kind }));
}

function lookUp(blocks: readonly { block: Block; kind: AddressClass }[], bytes: Uint8Array) {
  return blocks.find(({ block }) => contains(block, bytes))?.kind;
}
