import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  classifyAddress,
  parseAddress,
  parseBlock,
} from '../../../src-server/delivery/connection/address-class';
import { createAddressGuard } from '../../../src-server/delivery/connection/address-guard';

const strict = createAddressGuard({ allowTargets: [], allowLoopback: false });

/** The special-purpose IPv4 networks by first and last address, independent of the code; everything else is public. */
const SPECIAL_IPV4: readonly (readonly [string, string])[] = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['169.254.0.0', '169.254.255.255'],
  ['168.63.129.16', '168.63.129.16'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.31.196.0', '192.31.196.255'],
  ['192.52.193.0', '192.52.193.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['192.175.48.0', '192.175.48.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '255.255.255.255'],
];
const numberOf = (dotted: string): number =>
  dotted.split('.').reduce((value, part) => value * 256 + Number(part), 0);
const dotted = (value: number): string => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');
const isSpecial = (value: number): boolean =>
  SPECIAL_IPV4.some(([first, last]) => value >= numberOf(first) && value <= numberOf(last));

const edges = SPECIAL_IPV4.flatMap(([first, last]) => [
  numberOf(first) - 1,
  numberOf(first),
  numberOf(last),
  numberOf(last) + 1,
]).filter((value) => value >= 0 && value <= 0xffffffff);
const anyIpv4 = fc.oneof(
  fc.integer({ min: 0, max: 0xffffffff }),
  fc.constantFrom(...edges),
  fc
    .constantFrom(...SPECIAL_IPV4)
    .chain(([first, last]) => fc.integer({ min: numberOf(first), max: numberOf(last) })),
);

/** The notations of an IPv4 address in a URL. */
const spellings = (value: number): string[] => {
  const [a = 0, b = 0, c = 0, d = 0] = dotted(value).split('.').map(Number);
  return [
    dotted(value),
    `${dotted(value)}.`,
    String(value),
    `0x${value.toString(16)}`,
    `0${value.toString(8)}`,
    `${a}.${b}.${c * 256 + d}`,
    `0x${a.toString(16)}.0${b.toString(8)}.${c}.0X${d.toString(16)}`,
    dotted(value).replaceAll('.', '。'),
    dotted(value).replace('.', '%2e'),
    `[::ffff:${dotted(value)}]`,
    `[0:0:0:0:0:FFFF:${(value >>> 16).toString(16)}:${(value & 0xffff).toString(16)}]`,
    `[64:ff9b::${dotted(value)}]`,
  ];
};

test('an IPv4 address is public exactly when no special network holds it, however it is written', () => {
  fc.assert(
    fc.property(anyIpv4, (value) => {
      for (const host of spellings(value)) {
        expect(strict.checkUrl(`http://${host}/`).ok, host).toBe(!isSpecial(value));
      }
      expect(strict.vet([dotted(value)], null).ok).toBe(!isSpecial(value));
      expect(strict.vet([`::ffff:${dotted(value)}`], null).ok).toBe(!isSpecial(value));
    }),
    { numRuns: 500 },
  );
});

test('an IPv6 address outside 2000::/3 is public only if it stands for a public IPv4 address', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
      const kind = classifyAddress(bytes);
      if ((bytes[0] ?? 0) >> 5 !== 1) expect(kind).not.toBe('public');
    }),
    { numRuns: 2000 },
  );
});

/** Every block of IANA's registry of special-purpose IPv6 addresses except 64:ff9b::/96, which only translates. */
const SPECIAL_IPV6 = [
  '::1/128',
  '::/128',
  '64:ff9b:1::/48',
  '100::/64',
  '100:0:0:1::/64',
  '2001::/23',
  '2001::/32',
  '2001:1::1/128',
  '2001:1::2/128',
  '2001:1::3/128',
  '2001:2::/48',
  '2001:3::/32',
  '2001:4:112::/48',
  '2001:10::/28',
  '2001:20::/28',
  '2001:30::/28',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
].map(parseBlock);

test('no address of the registry of special-purpose IPv6 addresses is public', () => {
  const inside = fc
    .tuple(fc.constantFrom(...SPECIAL_IPV6), fc.uint8Array({ minLength: 16, maxLength: 16 }))
    .map(([{ bytes, bits }, random]) =>
      random.map((byte, i) => {
        const mask = (0xff00 >> Math.min(8, Math.max(0, bits - i * 8))) & 0xff;
        return ((bytes[i] ?? 0) & mask) | (byte & ~mask);
      }),
    );
  fc.assert(
    fc.property(inside, (bytes) => {
      expect(classifyAddress(bytes)).not.toBe('public');
      expect(strict.vet([spelled(bytes)], null).ok, spelled(bytes)).toBe(false);
      expect(strict.checkUrl(`http://[${spelled(bytes)}]/`).ok, spelled(bytes)).toBe(false);
    }),
    { numRuns: 2000 },
  );
});

function spelled(bytes: Uint8Array): string {
  const groups = Array.from({ length: 8 }, (_, i) =>
    (((bytes[2 * i] ?? 0) << 8) | (bytes[2 * i + 1] ?? 0)).toString(16),
  );
  return groups.join(':');
}

test.each([
  ['::', 'unspecified'],
  ['::1', 'loopback'],
  ['::127.0.0.1', 'loopback'],
  ['::8.8.8.8', 'tunnel'],
  ['::ffff:0:10.0.0.1', 'private'],
  ['::ffff:0:8.8.8.8', 'tunnel'],
  ['64:ff9b::10.0.0.1', 'private'],
  ['64:ff9b::8.8.8.8', 'public'],
  ['64:ff9b:1::8.8.8.8', 'private'],
  ['100::1', 'reserved'],
  ['2001::1', 'tunnel'],
  ['2001:2::1', 'benchmarking'],
  ['2001:20::1', 'reserved'],
  ['2001:db8::1', 'documentation'],
  ['2001:4860:4860::8888', 'public'],
  ['2002:7f00:1::', 'loopback'],
  ['2002:808:808::', 'tunnel'],
  ['2606:4700::5efe:10.0.0.1', 'private'],
  ['2606:4700::200:5efe:192.168.1.1', 'private'],
  ['2606:4700::5efe:8.8.8.8', 'tunnel'],
  ['2606:4700::1111', 'public'],
  ['2620:4f:8000::1', 'reserved'],
  ['2620:4f:8001::1', 'public'],
  ['3ffe::1', 'reserved'],
  ['3fff::1', 'documentation'],
  ['5f00::1', 'reserved'],
  ['fc00::1', 'private'],
  ['fd12:3456::1', 'private'],
  ['fe80::1%eth0', 'link-local'],
  ['fec0::1', 'private'],
  ['ff02::1', 'multicast'],
  ['169.254.169.254', 'link-local'],
  ['168.63.129.16', 'link-local'],
  ['64:ff9b::168.63.129.16', 'link-local'],
  ['192.175.48.1', 'reserved'],
  ['255.255.255.255', 'broadcast'],
])('%s is %s', (text, kind) => {
  const bytes = parseAddress(text);
  expect(bytes && classifyAddress(bytes)).toBe(kind);
});

test('a text that is not an address is not parsed as one', () => {
  for (const text of [
    '',
    'a',
    '1.2.3',
    '1.2.3.4.5',
    '1.2.3.256',
    '01.2.3.4567',
    ':',
    ':::',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    'g::',
    '1.2.3.4::',
  ]) {
    expect(parseAddress(text), text).toBeNull();
  }
});

describe('URLs', () => {
  test('are normalized as the parser does', () => {
    expect(strict.checkUrl('HTTPS://Example.COM:443/a b/../c?q=1'.replace(' ', '%20'))).toEqual({
      ok: true,
      url: 'https://example.com/c?q=1',
    });
  });

  test.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:,x',
    'ws://example.com',
  ])('%s has a scheme that is refused', (url) =>
    expect(strict.checkUrl(url)).toMatchObject({ ok: false, kind: 'scheme' }),
  );

  test.each([
    '',
    'example.com',
    '//example.com',
    'http://',
    'http://exa mple.com',
    'http://1.2.3.4.5',
    ' http://example.com',
    'http://ex\tample.com',
    'http://[::1',
    'http://[fe80::1%25eth0]/',
  ])('"%s" is no URL', (url) => expect(strict.checkUrl(url)).toMatchObject({ ok: false, kind: 'syntax' }));

  test.each([
    'http://localhost',
    'http://LOCALHOST:80/',
    'http://localhost./',
    'http://a.localhost/',
    'http://127.0.0.1@localhost/',
  ])('%s is this machine', (url) =>
    expect(strict.checkUrl(url)).toMatchObject({ ok: false, kind: 'address' }),
  );

  test('the customer learns nothing about the address, the admin everything', () => {
    const check = strict.checkUrl('http://0x0a000001/');
    expect(check).toEqual({
      ok: false,
      kind: 'address',
      reason: 'requests to this address are blocked',
      exactReason: '10.0.0.1 is a private address',
      addressClass: 'private',
    });
  });

  test('a name that is not an address is left to the check at connect time', () => {
    expect(strict.checkUrl('http://internal.example/').ok).toBe(true);
  });
});

describe('consent', () => {
  const guard = createAddressGuard({
    allowTargets: ['10.1.0.0/16', 'fd00::/8', '127.0.0.1'],
    allowLoopback: false,
  });

  test('opens the networks it names and no others', () => {
    expect(guard.vet(['10.1.2.3'], null).ok).toBe(true);
    expect(guard.vet(['10.2.2.3'], null).ok).toBe(false);
    expect(guard.vet(['fd12::1'], null).ok).toBe(true);
    expect(guard.vet(['fc12::1'], null).ok).toBe(false);
    expect(guard.vet(['127.0.0.2'], null).ok).toBe(false);
    expect(guard.vet(['::ffff:10.1.2.3'], null).ok).toBe(true);
  });

  test('one refused address of a name refuses all', () => {
    expect(guard.vet(['10.1.2.3', '8.8.8.8'], null)).toEqual({
      ok: true,
      addresses: ['10.1.2.3', '8.8.8.8'],
    });
    expect(guard.vet(['8.8.8.8', '10.2.2.3'], null)).toEqual({
      ok: false,
      exactReason: '10.2.2.3 is a private address',
      addressClass: 'private',
    });
    expect(guard.vet([], null).ok).toBe(false);
    expect(guard.vet(['nonsense'], null).ok).toBe(false);
  });

  test('to one loopback address is enough for localhost, and only that one is used', () => {
    expect(guard.vet(['::1', '127.0.0.1'], null)).toEqual({ ok: true, addresses: ['127.0.0.1'] });
    expect(guard.checkUrl('http://localhost:8071/').ok).toBe(true);
  });

  test('to loopback as a whole opens nothing else', () => {
    const workstation = createAddressGuard({ allowTargets: [], allowLoopback: true });
    expect(workstation.checkUrl('http://localhost/').ok).toBe(true);
    expect(workstation.checkUrl('http://[::1]/').ok).toBe(true);
    expect(workstation.checkUrl('http://127.9.9.9/').ok).toBe(true);
    expect(workstation.checkUrl('http://10.0.0.1/').ok).toBe(false);
    expect(workstation.checkUrl('http://0.0.0.0/').ok).toBe(false);
    expect(workstation.vet(['127.0.0.1', '10.0.0.1'], null).ok).toBe(false);
  });

  test('can be written for mapped addresses, and must be a network', () => {
    const mapped = createAddressGuard({ allowTargets: ['::ffff:10.0.0.0/104'], allowLoopback: false });
    expect(mapped.vet(['10.9.9.9'], null).ok).toBe(true);
    expect(mapped.vet(['172.16.0.1'], null).ok).toBe(false);
    for (const text of [
      '',
      '10.0.0.0/33',
      '10.0.0.0/',
      '10.0.0/8',
      'fd00::/129',
      '1.1.1.1/8/8',
      'example.com',
      '10.0.0.0/-1',
    ]) {
      expect(() => createAddressGuard({ allowTargets: [text], allowLoopback: false }), text).toThrow(
        RangeError,
      );
    }
    expect(parseBlock('10.0.0.0/8').bits).toBe(8);
  });
});
