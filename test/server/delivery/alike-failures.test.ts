import os from 'node:os';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { numberIn, receiver, upTo } from '../../support/delivery-rig';
import { FakeClock } from '../../support/fake-clock';
import { replacedBuiltin } from '../../support/replaced-builtin';
import { sending } from '../../support/sending';
import {
  type BrokenHosts,
  failure,
  fromOutside,
  names,
  pass,
  settled,
  tries,
  watched,
} from '../../support/without-network';

const networkInterfaces = replacedBuiltin<ReturnType<typeof os.networkInterfaces>>(os, 'networkInterfaces');
const ETHERNET = {
  address: '192.168.1.2',
  netmask: '255.255.255.0',
  family: 'IPv4',
  mac: '00:00:00:00:00:01',
  internal: false,
  cidr: '192.168.1.2/24',
} as const;
const LINK_ONLY = { ...ETHERNET, address: '169.254.3.4', cidr: '169.254.3.4/16' };
const LOOPBACK = { ...ETHERNET, address: '127.0.0.1', cidr: '127.0.0.1/8', internal: true };
beforeEach(() => void networkInterfaces.mockReturnValue({ eth0: [ETHERNET] }));
afterEach(() => void networkInterfaces.mockReset());

const CERTIFICATE = {
  result: { kind: 'failed', reason: 'the certificate is self-signed' },
  likeness: 'tls',
  address: '8.8.8.8',
} as const;
const NOT_FOUND = {
  result: { kind: 'failed', reason: 'the host name could not be found' },
  likeness: 'dns',
} as const;
const UNREACHABLE = {
  result: { kind: 'failed', reason: 'the host could not be reached' },
  likeness: 'unreachable',
  address: '8.8.8.8',
} as const;
const LATE = { result: { kind: 'timed-out' }, likeness: 'timeout' } as const;
const PORTAL = {
  result: { kind: 'responded', status: 302, text: '', retryAfter: null },
  likeness: 'redirect to portal.test',
  address: '8.8.8.8',
  written: true,
} as const;
const FAILED = { state: 'failed', tries: 1 };
const UNTRIED = { state: 'waiting', tries: 0 };

/** An engine with endpoints on hosts that end as scripted, and one receiver behind all of them. */
async function receivers(hosts: readonly string[], broken: BrokenHosts) {
  const clock = new FakeClock();
  const sender = fromOutside(clock, names({}).resolve, '8.8.8.8', broken);
  const { engine, disabled } = await watched({ clock, sender });
  const target = await receiver();
  for (const host of hosts) {
    const path = `/${host}`;
    await engine.addEndpoint(`http://${host}:${target.port}${path}`, { channels: [host, 'all'] });
  }
  const send = async (channel: string, payload?: string) => {
    await engine.send(payload, { channels: [channel] });
    await settled(engine);
  };
  return { clock, engine, disabled, target, send };
}

describe('receivers that fail alike at once', () => {
  test.each([
    ['a certificate of a captive portal', CERTIFICATE],
    ['a redirect of a captive portal', PORTAL],
    ['no name found', NOT_FOUND],
    ['a route of a VPN that leads nowhere', UNREACHABLE],
    ['no connection in time', LATE],
  ])('are not to blame: nothing counts, and all leave when they answer again (%s)', async (_, how) => {
    const broken: BrokenHosts = { '*': how };
    const hosts = ['a.test', 'b.test', 'c.test', 'd.test'];
    const { clock, engine, disabled, target, send } = await receivers(hosts, broken);
    for (const n of upTo(3)) await send('all', JSON.stringify({ n }));
    await pass(engine, clock, 120_000, 1000);
    expect(engine.delivery.network().state).toBe('offline');
    expect(await tries(engine)).toEqual(Array(12).fill(UNTRIED));
    expect(disabled).toEqual([]);
    delete broken['*'];
    await pass(engine, clock, 15_000);
    await engine.recorded(12);
    expect(engine.delivery.network().state).toBe('online');
    for (const host of hosts)
      expect(target.arrivals.filter(({ path }) => path === `/${host}`).map(numberIn)).toEqual(upTo(3));
  });

  test('are two: each has failed by itself', async () => {
    const { clock, engine, send } = await receivers(['a.test', 'b.test'], { '*': CERTIFICATE });
    await send('all');
    await pass(engine, clock, 3000);
    expect(await tries(engine)).toEqual([FAILED, FAILED]);
    expect(engine.delivery.network().state).toBe('online');
  });

  test('have failed by themselves if another one answers meanwhile', async () => {
    const hosts = ['a.test', 'b.test', 'c.test', 'd.test'];
    const broken = { 'a.test': CERTIFICATE, 'b.test': CERTIFICATE };
    const { clock, engine, send } = await receivers(hosts, broken);
    await send('all');
    await engine.recorded(4);
    Object.assign(broken, { 'c.test': CERTIFICATE });
    await send('c.test');
    await pass(engine, clock, 3000);
    const delivered = { state: 'delivered', tries: 1 };
    expect(await tries(engine)).toEqual([FAILED, FAILED, delivered, delivered, FAILED]);
    expect(engine.delivery.network().state).toBe('online');
  });

  test('have failed by themselves if each failed in its own way', async () => {
    const broken = { 'a.test': CERTIFICATE, 'b.test': NOT_FOUND, 'c.test': LATE };
    const { clock, engine, send } = await receivers(Object.keys(broken), broken);
    await send('all');
    await pass(engine, clock, 3000);
    expect(await tries(engine)).toEqual([FAILED, FAILED, FAILED]);
  });

  test('have failed by themselves if they failed before', async () => {
    const broken: BrokenHosts = { 'a.test': CERTIFICATE, 'b.test': CERTIFICATE };
    const { clock, engine, send } = await receivers(['a.test', 'b.test', 'c.test'], broken);
    await send('a.test');
    await send('b.test');
    await pass(engine, clock, 600_000, 100_000);
    broken['c.test'] = CERTIFICATE;
    await send('all');
    await pass(engine, clock, 3000);
    expect(await tries(engine)).toEqual(Array(5).fill(FAILED));
    expect(engine.delivery.network().state).toBe('online');
  });

  test('have one of several endpoints on a host that fails', async () => {
    const { clock, engine, target, send } = await receivers(['a.test'], { 'a.test': NOT_FOUND });
    for (const path of ['b', 'c', 'd'])
      await engine.addEndpoint(`http://a.test:${target.port}/${path}`, { channels: ['all'] });
    await send('all');
    await pass(engine, clock, 3000);
    expect(await tries(engine)).toEqual(Array(4).fill(FAILED));
  });

  test('do not keep what is sent on this computer', async () => {
    const { clock, engine, target, send } = await receivers(['a.test', 'b.test', 'c.test'], {
      '*': NOT_FOUND,
    });
    await engine.addEndpoint(`http://127.0.0.1:${target.port}/here`, { channels: ['all'] });
    await send('all');
    await engine.recorded(1);
    await pass(engine, clock, 3000);
    expect(target.arrivals.map(({ path }) => path)).toEqual(['/here']);
    expect(await tries(engine)).toContainEqual({ state: 'delivered', tries: 1 });
    expect(engine.delivery.network().state).toBe('offline');
  });

  test('count for nobody when the server stops before anybody can tell', async () => {
    const { engine, send } = await receivers(['a.test', 'b.test'], { '*': CERTIFICATE });
    await send('all');
    await engine.delivery.stop();
    expect(await tries(engine)).toEqual([UNTRIED, UNTRIED]);
  });
});

describe('without an interface that leads out of this computer', () => {
  test('no failure outside counts, also a single one, and one of this computer does', async () => {
    networkInterfaces.mockReturnValue({ lo: [LOOPBACK], en0: [LINK_ONLY] });
    const { clock, engine, send } = await receivers(['a.test'], { 'a.test': NOT_FOUND });
    await engine.addEndpoint('http://127.0.0.1:9/', { channels: ['here'] });
    await send('a.test');
    await send('here');
    await engine.recorded(1);
    await pass(engine, clock, 60_000, 5000);
    expect(await tries(engine)).toEqual([UNTRIED, FAILED]);
    expect(engine.delivery.network().state).toBe('offline');
    networkInterfaces.mockReturnValue({ eth0: [ETHERNET] });
    await pass(engine, clock, 10_000);
    expect(await tries(engine)).toEqual([FAILED, FAILED]); // with a network, it is its own failure
    expect(engine.delivery.network().state).toBe('online');
  });

  test('what leaves after a sleep counts for nobody before the network is back', async () => {
    const broken: BrokenHosts = { '*': LATE };
    const { clock, engine, target, send } = await receivers(['a.test'], broken);
    engine.delivery.sleep();
    await send('a.test');
    expect(await tries(engine)).toEqual([UNTRIED]);
    clock.advance(3_600_000);
    networkInterfaces.mockReturnValue({ lo: [LOOPBACK] });
    engine.delivery.wake();
    await pass(engine, clock, 8000);
    expect(await tries(engine)).toEqual([UNTRIED]);
    networkInterfaces.mockReturnValue({ eth0: [ETHERNET] });
    delete broken['*'];
    await pass(engine, clock, 15_000);
    await engine.recorded(1);
    expect(target.arrivals).toHaveLength(1);
    expect(await tries(engine)).toEqual([{ state: 'delivered', tries: 1 }]);
  });
});

describe('what a send reports of a failure that may be ours', () => {
  test.each([
    ['ENOTFOUND', failure('ENOTFOUND', { syscall: 'getaddrinfo' }), 'dns'],
    ['EHOSTUNREACH', failure('EHOSTUNREACH', { syscall: 'connect', address: '8.8.8.8' }), 'unreachable'],
    ['ECONNREFUSED', failure('ECONNREFUSED', { syscall: 'connect', address: '8.8.8.8' }), null],
  ])('is the likeness of %s', async (_, error, likeness) => {
    const send = sending({ resolve: names({ '*': error }).resolve });
    expect((await send('http://a.test/')).likeness).toBe(likeness);
  });

  test('is a failed TLS handshake', async () => {
    const target = await receiver();
    const report = await sending()(`https://127.0.0.1:${target.port}/`);
    expect(report).toMatchObject({ result: { kind: 'failed' }, likeness: 'tls', written: false });
  });

  test.each([
    [302, { location: 'http://portal.test/login' }, 'redirect to portal.test'],
    [511, {}, 'log-in'],
    [302, { location: '/elsewhere' }, null],
    [200, {}, null],
  ])('is a response of a captive portal without TLS: %i %o', async (status, headers, likeness) => {
    const target = await receiver(() => ({ status, headers }));
    expect((await sending()(`${target.baseUrl}/`)).likeness).toBe(likeness);
  });
});
