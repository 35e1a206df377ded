import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contains, parseAddress, parseBlock } from '../../../src-server/delivery/connection/address-class';
import { readConsentTarget } from '../../../src-server/delivery/connection/consent-target';

test.each([
  ['intranet', 'host', 'intranet'],
  ['Hooks.Intern.Example.', 'host', 'hooks.intern.example'],
  ['bücher.example', 'host', 'xn--bcher-kva.example'],
  ['my_service', 'host', 'my_service'],
  ['localhost', 'host', 'localhost'],
  ['10.0.0.5', 'network', '10.0.0.5'],
  ['10.0.0.5/32', 'network', '10.0.0.5'],
  ['10.0.0.0/8', 'network', '10.0.0.0/8'],
  ['192.168.4.128/25', 'network', '192.168.4.128/25'],
  ['::1', 'network', '::1'],
  ['[::1]', 'network', '::1'],
  ['FD00:0:0::/8', 'network', 'fd00::/8'],
  ['fc00::/7', 'network', 'fc00::/7'],
  ['::ffff:10.0.0.5', 'network', '10.0.0.5'],
  ['::ffff:10.0.0.0/104', 'network', '10.0.0.0/8'],
])('%s is a target of kind %s, kept as %s', (text, kind, target) => {
  expect(readConsentTarget(text)).toEqual({ ok: true, kind, target });
});

test.each([
  '',
  ' ',
  '.',
  'a..b',
  '*.example.com',
  '-a.example',
  'http://example.com',
  'example.com/',
  'example.com:443',
  'user@example.com',
  'exa mple.com',
  'example.com?x',
  'a\\b',
  '1.2.3',
  '1.2.3.4.5',
  '010.0.0.1',
  '0x7f.1',
  '2130706433',
  '127.1',
  '010.0.0.0/8',
  '10.0.0/8',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0.0/-1',
  '10.0.0.0/8/8',
  '10.0.0.5/8',
  'fd00::1/8',
  'fe80::1%eth0',
  'fd00::/129',
  '[fd00::]/8/8',
  ':::',
  `${'a'.repeat(64)}.example`,
])('"%s" is refused', (text) => {
  expect(readConsentTarget(text)).toMatchObject({ ok: false, reason: expect.stringMatching(/./) });
});

test.each([
  '0.0.0.0/0',
  '0.0.0.0/1',
  '128.0.0.0/1',
  '10.0.0.0/7',
  '::/0',
  '::/1',
  '8000::/1',
  '2000::/3',
  '::/96',
  '::/8',
  '::ffff:0:0/96',
  '::ffff:0:0:0/96',
  '64:ff9b::/96',
  '2002::/16',
])('%s would open everything, and is refused', (text) => {
  expect(readConsentTarget(text)).toMatchObject({
    ok: false,
    reason: expect.stringContaining('too large'),
  });
});

test('a refusal of bits beyond the prefix length names the intended network', () => {
  expect(readConsentTarget('10.1.2.3/16')).toMatchObject({ reason: expect.stringContaining('10.1.0.0/16') });
});

test('a stored network parses to itself, and contains the address it was written with', () => {
  const networks = fc.oneof(
    fc.tuple(fc.ipV4(), fc.integer({ min: 8, max: 32 })),
    fc.tuple(fc.ipV6(), fc.integer({ min: 97, max: 128 })),
  );
  fc.assert(
    fc.property(networks, ([address, bits]) => {
      const read = readConsentTarget(`${address}/${bits}`);
      const meant = read.ok ? read.target : /([^ ]+)$/.exec(read.reason)?.[1];
      const again = readConsentTarget(meant ?? '');
      expect(again).toEqual({ ok: true, kind: 'network', target: meant });
      const bytes = parseAddress(address);
      const block = parseBlock(meant ?? '');
      if (bytes?.length === block.bytes.length) expect(contains(block, bytes)).toBe(true);
    }),
  );
});
