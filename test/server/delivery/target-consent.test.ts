import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AddressGuard, createAddressGuard } from '../../../src-server/delivery/connection/address-guard';
import { readConsentTarget } from '../../../src-server/delivery/connection/consent-target';
import type { TargetConsentRecord } from '../../../src-server/storage/installation/target-consent-store';

type Consent = Pick<TargetConsentRecord, 'kind' | 'target'>;

function consent(text: string): Consent {
  const read = readConsentTarget(text);
  if (!read.ok) throw new Error(read.reason);
  return { kind: read.kind, target: read.target };
}

function guardWith(...targets: string[]): AddressGuard {
  const consents = targets.map(consent);
  return createAddressGuard({ allowTargets: [], allowLoopback: false, consents: () => consents });
}

const strict = guardWith();
const address = fc.oneof(fc.ipV4(), fc.ipV6());

test('consent to one address opens it and its mapped form, and leaves every other as it was', () => {
  fc.assert(
    fc.property(fc.ipV4(), address, (allowed, other) => {
      const guard = guardWith(allowed);
      expect(guard.vet([allowed], null).ok).toBe(true);
      expect(guard.vet([`::ffff:${allowed}`], 'any.example').ok).toBe(true);
      expect(guard.checkUrl(`http://${allowed}/`).ok).toBe(true);
      const same = other === allowed || other.toLowerCase() === `::ffff:${allowed}`;
      if (!same && !other.includes(':')) expect(guard.vet([other], null)).toEqual(strict.vet([other], null));
    }),
  );
});

test('consent to a network opens exactly the addresses in it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 8, max: 32 }),
      fc.nat(0xffffff),
      fc.nat(0xffffff),
      (bits, address, other) => {
        const spell = (low: number) => [10, low >> 16, (low >> 8) & 255, low & 255].join('.');
        const shift = 32 - bits;
        const first = shift >= 24 ? 0 : (address >> shift) << shift;
        const guard = guardWith(`${spell(first)}/${bits}`);
        const inside = shift >= 24 || address >> shift === other >> shift;
        expect(guard.vet([spell(address)], null).ok).toBe(true);
        expect(guard.vet([spell(other)], null).ok).toBe(inside);
      },
    ),
  );
});

test('consent to a host covers all its addresses, in any spelling of the name, and no other name', () => {
  const guard = guardWith('hooks.intern.example');
  fc.assert(
    fc.property(fc.array(address, { minLength: 1 }), (addresses) => {
      for (const name of ['hooks.intern.example', 'HOOKS.Intern.example', 'hooks.intern.example.']) {
        expect(guard.vet(addresses, name)).toEqual({ ok: true, addresses });
      }
      for (const name of [
        null,
        'intern.example',
        'a.hooks.intern.example',
        'hooks.intern.example..',
        'xhooks.intern.example',
        'hooks.intern.example.evil.example',
      ]) {
        expect(guard.vet(addresses, name)).toEqual(strict.vet(addresses, name));
      }
    }),
  );
});

test('consent to a host opens no address written into a URL, and nothing that is not an address', () => {
  const guard = guardWith('hooks.intern.example', 'localhost');
  expect(guard.checkUrl('http://10.0.0.1/').ok).toBe(false);
  expect(guard.checkUrl('http://127.0.0.1/').ok).toBe(false);
  expect(guard.checkUrl('http://LOCALHOST.:8071/').ok).toBe(true);
  expect(guard.checkUrl('http://a.localhost/').ok).toBe(false);
  expect(guard.vet(['nonsense'], 'localhost').ok).toBe(false);
  expect(guard.vet([], 'localhost').ok).toBe(false);
});

test('a mix of allowed and refused addresses is refused as a whole', () => {
  const guard = guardWith('10.1.0.0/16');
  expect(guard.vet(['10.1.0.1', '93.184.215.14'], 'x.example').ok).toBe(true);
  expect(guard.vet(['93.184.215.14', '10.1.0.1', '10.2.0.1'], 'x.example')).toEqual({
    ok: false,
    exactReason: '10.2.0.1 is a private address',
    addressClass: 'private',
  });
});

test('a consent applies exactly as long as it is in the list', () => {
  let consents: readonly Consent[] = [];
  const guard = createAddressGuard({ allowTargets: [], allowLoopback: false, consents: () => consents });
  const reachable = () => [guard.vet(['10.0.0.1'], null).ok, guard.vet(['127.0.0.1'], 'intranet').ok];
  expect(reachable()).toEqual([false, false]);
  consents = [consent('10.0.0.1')];
  expect(reachable()).toEqual([true, false]);
  consents = [consent('intranet')];
  expect(reachable()).toEqual([false, true]);
  consents = [];
  expect(reachable()).toEqual([false, false]);
});
