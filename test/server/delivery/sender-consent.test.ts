import { expect, test } from 'vitest';
import { createAddressGuard } from '../../../src-server/delivery/connection/address-guard';
import type { ResolveName } from '../../../src-server/delivery/connection/guarded-lookup';
import type { TargetConsentRecord } from '../../../src-server/storage/installation/target-consent-store';
import { receiver } from '../../support/delivery-rig';
import { sendBy, sender } from '../../support/sending';

type Consent = Pick<TargetConsentRecord, 'kind' | 'target'>;

const THIS_MACHINE: Consent = { kind: 'network', target: '127.0.0.1' };
const INTRANET: Consent = { kind: 'host', target: 'intranet.test' };
const LOOPBACK = [{ address: '127.0.0.1', family: 4 }];

/** A sender and the list of consents it asks. */
function sendingWith(first: readonly Consent[], resolve: ResolveName = (_, done) => done(null, LOOPBACK)) {
  let consents = first;
  const guard = createAddressGuard({ allowTargets: [], allowLoopback: false, consents: () => consents });
  const by = sender({ guard, resolve });
  return {
    guard,
    sender: by,
    consent(...next: Consent[]) {
      consents = next;
    },
    send: (url: string) => sendBy(by, url),
  };
}

test('a consent counts from the next connection on', async () => {
  const target = await receiver();
  const { send, consent } = sendingWith([]);
  expect((await send(target.baseUrl)).result.kind).toBe('blocked');
  consent(THIS_MACHINE);
  expect((await send(target.baseUrl)).result).toMatchObject({ kind: 'responded', status: 200 });
});

test('after consent is withdrawn, a kept-alive connection is closed and carries nothing more', async () => {
  let closed = () => {};
  const whenClosed = new Promise<void>((resolve) => {
    closed = resolve;
  });
  const target = await receiver();
  target.onConnectionClosed(() => closed());
  const { send, consent, sender } = sendingWith([THIS_MACHINE]);
  await send(target.baseUrl);
  consent();
  sender.dropRefused();
  await whenClosed;
  expect((await send(target.baseUrl)).result).toEqual({
    kind: 'blocked',
    exactReason: '127.0.0.1 is a loopback address',
  });
  expect([target.arrivals.length, target.connections()]).toEqual([1, 1]);
});

test('a kept-alive connection carries nothing more even before the withdrawal is announced', async () => {
  const target = await receiver();
  const { send, consent } = sendingWith([INTRANET]);
  const url = `http://intranet.test:${target.port}/`;
  await send(url);
  await send(url);
  consent();
  expect((await send(url)).result.kind).toBe('blocked');
  expect([target.arrivals.length, target.connections()]).toEqual([2, 1]);
});

test('connections to other targets stay open', async () => {
  const target = await receiver();
  const { send, consent, sender } = sendingWith([THIS_MACHINE, INTRANET]);
  await send(target.baseUrl);
  await send(`http://intranet.test:${target.port}/`);
  consent(INTRANET);
  sender.dropRefused();
  await send(`http://intranet.test:${target.port}/`);
  expect([target.arrivals.length, target.connections()]).toEqual([3, 2]);
});

test('a request in flight when consent is withdrawn may finish; its connection is not kept', async () => {
  let goOn = () => {};
  const after = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const target = await receiver(() => ({ after, status: 200 }));
  const { send, consent, sender } = sendingWith([THIS_MACHINE]);
  const report = send(target.baseUrl);
  await target.arrived(1);
  consent();
  sender.dropRefused();
  goOn();
  expect((await report).result).toMatchObject({ kind: 'responded', status: 200 });
  consent(THIS_MACHINE);
  await send(target.baseUrl);
  expect(target.connections()).toBe(2);
});

test('nothing is written if consent is withdrawn while the connection opens', async () => {
  const target = await receiver();
  const { send, consent } = sendingWith([INTRANET], (_, done) => {
    done(null, LOOPBACK);
    consent();
  });
  const report = await send(`http://intranet.test:${target.port}/`);
  expect(report).toMatchObject({ result: { kind: 'blocked' }, written: false });
  expect(target.arrivals).toHaveLength(0);
});

test('a name that was public when the URL was saved is refused if it resolves to a private address later', async () => {
  const target = await receiver();
  const { send, guard } = sendingWith([]);
  const url = `http://rebinding.test:${target.port}/`;
  expect(guard.checkUrl(url).ok).toBe(true);
  expect((await send(url)).result.kind).toBe('blocked');
  expect(target.connections()).toBe(0);
});

test('a name that alternates between an allowed and a refused address gets through only with the first', async () => {
  const target = await receiver(() => ({ status: 200, headers: { connection: 'close' } }));
  let lookups = 0;
  const { send } = sendingWith([THIS_MACHINE], (_, done) => {
    lookups += 1;
    done(null, lookups % 2 === 1 ? LOOPBACK : [{ address: '127.0.0.2', family: 4 }]);
  });
  const kinds: string[] = [];
  for (let i = 0; i < 6; i++) kinds.push((await send(`http://alternating.test:${target.port}/`)).result.kind);
  expect(kinds).toEqual(['responded', 'blocked', 'responded', 'blocked', 'responded', 'blocked']);
  expect([lookups, target.connections()]).toEqual([6, 3]);
});

test.each([
  ['first', ['127.0.0.1', '127.0.0.2']],
  ['last', ['127.0.0.2', '127.0.0.1']],
  ['in the other family', ['127.0.0.1', 'fd00::1']],
])('a name with a refused address %s among allowed ones is refused as a whole', async (_place, addresses) => {
  const target = await receiver();
  const resolve: ResolveName = (_name, done) =>
    done(
      null,
      [...addresses, '93.184.215.14'].map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  const { send } = sendingWith([THIS_MACHINE], resolve);
  expect((await send(`http://mixed.test:${target.port}/`)).result.kind).toBe('blocked');
  expect(target.connections()).toBe(0);
});

test.each([301, 302, 303, 307, 308])(
  'a redirect of status %i from an allowed host is a response; where it points is not even looked up',
  async (status) => {
    const inside = await receiver();
    const location = `http://inside.test:${inside.port}/`;
    const target = await receiver(() => ({ status, headers: { location } }));
    const names: string[] = [];
    const { send } = sendingWith([INTRANET, THIS_MACHINE], (name, done) => {
      names.push(name);
      done(null, LOOPBACK);
    });
    const { result } = await send(`http://intranet.test:${target.port}/`);
    expect(result).toMatchObject({ kind: 'responded', status });
    expect(names).toEqual(['intranet.test']);
    expect(inside.connections()).toBe(0);
  },
);
