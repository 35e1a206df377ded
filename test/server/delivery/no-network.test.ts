import os from 'node:os';
import { afterEach, describe, expect, test } from 'vitest';
import { ownFault } from '../../../src-server/delivery/connection/own-fault';
import { createProxiedConnect } from '../../../src-server/delivery/connection/proxied-connect';
import { numberIn, receiver, sendNumbered, upTo } from '../../support/delivery-rig';
import { FakeClock } from '../../support/fake-clock';
import { replacedBuiltin } from '../../support/replaced-builtin';
import { LOOPBACK_ALLOWED, sending } from '../../support/sending';
import { failure, fromOutside, names, pass, settled, tries, watched } from '../../support/without-network';

const networkInterfaces = replacedBuiltin<ReturnType<typeof os.networkInterfaces>>(os, 'networkInterfaces');
afterEach(() => void networkInterfaces.mockReset());

const IPV4 = {
  address: '10.0.0.2',
  netmask: '255.0.0.0',
  family: 'IPv4',
  mac: '00:00:00:00:00:01',
  internal: false,
  cidr: '10.0.0.2/8',
} as const;
const NO_NAMES = failure('EAI_AGAIN', { syscall: 'getaddrinfo' });
const NO_ROUTE = failure('ENETUNREACH', { syscall: 'connect', address: '8.8.8.8' });
const NO_ADDRESS = failure('EADDRNOTAVAIL', { syscall: 'connect', address: '2001:4860:4860::8888' });
const NO_NAME = failure('ENOTFOUND', { syscall: 'getaddrinfo' });

describe('an error of the way out', () => {
  test.each([
    [NO_NAMES, 'names'],
    [NO_ROUTE, 'public'],
    [failure('ENETDOWN', { syscall: 'connect', address: '10.1.2.3' }), 'private'],
    [failure('ENETUNREACH', { errors: [NO_ROUTE, NO_ROUTE] }), 'public'],
  ])('is told from that of a receiver: %o', (error, lost) => {
    expect(ownFault(error)).toMatchObject({ kind: 'network', lost });
  });

  test.each([
    [NO_NAME],
    [failure('EHOSTUNREACH', { syscall: 'connect', address: '8.8.8.8' })],
    [failure('ECONNREFUSED', { syscall: 'connect', address: '8.8.8.8' })],
    [failure('ETIMEDOUT', { errors: [failure('ETIMEDOUT'), NO_ROUTE] })],
    [failure('ETIMEDOUT', { errors: [] })],
    [null],
  ])('is not %o', (error) => {
    expect(ownFault(error)).toBeNull();
  });

  test.each([[NO_ADDRESS], [failure('ENETUNREACH', { errors: [NO_ROUTE, NO_ADDRESS] })]])(
    'is one without any interface: %o',
    (error) => {
      networkInterfaces.mockReturnValue({});
      expect(ownFault(error)).toMatchObject({ kind: 'network', lost: 'public' });
    },
  );

  test('is that of a receiver with IPv6 only, where there is a network with IPv4 only', () => {
    networkInterfaces.mockReturnValue({ eth0: [IPV4] });
    expect(ownFault(NO_ADDRESS)).toBeNull();
    expect(ownFault(failure('ENETUNREACH', { errors: [NO_ROUTE, NO_ADDRESS] }))).toMatchObject({
      kind: 'network',
    });
  });

  test('leaves a name that cannot be looked up here to the proxy', async () => {
    const lookups: string[] = [];
    const connect = createProxiedConnect(
      LOOPBACK_ALLOWED,
      (_host, _options, callback) => callback(NO_NAMES, ''),
      ({ hostname }, callback) => {
        lookups.push(hostname);
        callback(failure('ECONNREFUSED'), null);
      },
    );
    const options = { hostname: 'a.test', protocol: 'http:', port: '80' };
    await new Promise<void>((resolve) =>
      connect(
        options,
        () => {},
        () => resolve(),
      ),
    );
    expect(lookups).toEqual(['a.test']);
  });
});

describe('while this computer has no way out', () => {
  test.each([
    ['no name server', NO_NAMES],
    ['no route', NO_ROUTE],
  ])('nothing counts, and everything due leaves within 15 s after the way is back (%s)', async (_, error) => {
    const clock = new FakeClock();
    const { resolve, errors } = names({ '*': error });
    const { engine, disabled } = await watched({ clock, resolve });
    const target = await receiver();
    const endpoints = await Promise.all(
      ['a.test', 'b.test', 'c.test'].map((name) =>
        engine.addEndpoint(`http://${name}:${target.port}/${name}`),
      ),
    );
    const before = engine.delivery.network();
    expect(before.state).toBe('online');
    await pass(engine, clock, 1000);
    await sendNumbered(engine, 4);
    await settled(engine);
    await pass(engine, clock, 120_000, 1000);
    const { endpointIds, ...network } = engine.delivery.network();
    expect(network).toEqual({ state: 'offline', since: before.since + 1000 });
    expect([...endpointIds].sort()).toEqual(endpoints.map(({ id }) => id).sort());
    expect(await tries(engine)).toEqual(Array(12).fill({ state: 'waiting', tries: 0 }));
    expect(await engine.rows('SELECT id FROM attempt')).toEqual([]);
    expect(disabled).toEqual([]);
    for (const endpoint of endpoints)
      expect(engine.delivery.paceOf(endpoint)).toMatchObject({ slowness: 1, heldForMs: null });
    delete errors['*'];
    await pass(engine, clock, 15_000);
    await engine.recorded(12);
    expect(engine.delivery.network().state).toBe('online');
    for (const name of ['/a.test', '/b.test', '/c.test'])
      expect(target.arrivals.filter(({ path }) => path === name).map(numberIn)).toEqual(upTo(4));
  });

  test('what can be reached is delivered', async () => {
    const clock = new FakeClock();
    const { resolve } = names({ 'a.test': NO_NAMES });
    const { engine } = await watched({ clock, resolve });
    const target = await receiver();
    await engine.addEndpoint(`http://a.test:${target.port}/away`);
    await engine.addEndpoint(`${target.baseUrl}/here`);
    for (let n = 0; n < 3; n++) {
      await engine.send();
      await pass(engine, clock, 20_000);
      await engine.recorded(n + 1);
    }
    expect(target.arrivals.map(({ path }) => path)).toEqual(Array(3).fill('/here'));
    expect(engine.delivery.network().state).toBe('offline');
  });

  test('a name service that says nothing is asked in time to tell it from a slow receiver', async () => {
    const clock = new FakeClock();
    const { resolve, lookups } = names({ '*': 'silent' });
    const report = sending({ clock, resolve, timeoutMs: 15_000 })('http://a.test/');
    await expect.poll(() => lookups).toEqual(['a.test']);
    clock.advance(14_000);
    expect((await report).result).toMatchObject({ kind: 'no-network', lost: 'names' });
  });

  test('a name of this computer is looked up while the name service says nothing', async () => {
    const { resolve } = names({ 'a.test': 'silent', 'b.test': 'silent', 'c.test': 'silent' });
    const send = sending({ resolve });
    const target = await receiver();
    for (const name of ['a', 'b', 'c']) void send(`http://${name}.test/`);
    expect((await send(`http://localhost:${target.port}/`)).result).toMatchObject({ status: 200 });
  });

  test('an endpoint keeps its limit when the way is back', async () => {
    const clock = new FakeClock();
    const { resolve, errors } = names({ '*': NO_NAMES });
    const { engine } = await watched({ clock, resolve });
    const target = await receiver();
    await engine.addEndpoint(`http://late.test:${target.port}/late`, { rateLimit: 2, channels: ['late'] });
    await engine.addEndpoint(`http://early.test:${target.port}/early`, { rateLimit: 2, channels: ['early'] });
    for (const channel of ['early', 'late']) {
      for (let n = 0; n < 6; n++) await engine.send('{}', { channels: [channel] });
      await pass(engine, clock, 30_000);
    }
    delete errors['*'];
    const at: Record<string, number[]> = { '/early': [], '/late': [] };
    let seen = 0;
    for (let left = 12_000; left > 0; left -= 100) {
      await pass(engine, clock, 100, 100);
      for (const { path } of target.arrivals.slice(seen)) at[path]?.push(clock.now());
      seen = target.arrivals.length;
    }
    expect(seen).toBe(12);
    for (const times of Object.values(at))
      for (const [n, time] of times.entries()) {
        const third = times[n + 2];
        if (third !== undefined) expect(third - time).toBeGreaterThanOrEqual(1000);
      }
  });

  test('what was due first leaves first when the way is back, after the endpoint that found it', async () => {
    const clock = new FakeClock();
    const { resolve, errors, lookups } = names({ '*': NO_NAMES });
    const { engine } = await watched({ clock, resolve });
    const target = await receiver();
    for (const n of [3, 0, 4, 1, 2])
      await engine.addEndpoint(`http://n${n}.test:${target.port}/`, { channels: [`${n}`] });
    for (const n of upTo(5)) {
      await engine.send('{}', { channels: [`${n}`] });
      await pass(engine, clock, 1000);
    }
    await pass(engine, clock, 10_000);
    delete errors['*'];
    const before = lookups.length;
    await pass(engine, clock, 5000);
    await engine.recorded(5);
    const [, ...others] = lookups.slice(before);
    expect(others).toHaveLength(4);
    expect(others).toEqual([...others].sort());
  });

  test('no more than one endpoint tries each second, however many wait', async () => {
    const clock = new FakeClock();
    const { resolve, lookups } = names({ '*': NO_NAMES });
    const { engine } = await watched({ clock, resolve });
    for (let n = 0; n < 20; n++) await engine.addEndpoint(`http://n${n}.test/`);
    await engine.send();
    await pass(engine, clock, 5000);
    const before = lookups.length;
    await pass(engine, clock, 20_000);
    expect(lookups.length - before).toBeLessThanOrEqual(20);
    expect(lookups.length - before).toBeGreaterThanOrEqual(15);
  });

  test('a computer that is online once nothing waits any more says so', async () => {
    const clock = new FakeClock();
    const { resolve } = names({ '*': NO_NAMES });
    const { engine } = await watched({ clock, resolve });
    const endpoint = await engine.addEndpoint('http://a.test/');
    await engine.send();
    await pass(engine, clock, 2000);
    expect(engine.delivery.network().state).toBe('offline');
    await engine.endpoints.delete(endpoint.id, clock.now());
    engine.delivery.endpointDeleted(endpoint.id);
    await pass(engine, clock, 10_000);
    expect(engine.delivery.network().state).toBe('online');
  });
});

describe('a single receiver', () => {
  test('without a name fails by itself, even when it is the only one', async () => {
    const clock = new FakeClock();
    const { resolve } = names({ '*': NO_NAME });
    const { engine } = await watched({ clock, resolve });
    await engine.addEndpoint('http://a.test/');
    await engine.send();
    await engine.recorded(1);
    expect(await tries(engine)).toEqual([{ state: 'failed', tries: 1 }]);
    expect(engine.delivery.network().state).toBe('online');
  });

  test.each(['8.8.8.8', '10.1.2.3'])(
    'whose name cannot be looked up fails by itself once %s has answered since',
    async (address) => {
      const clock = new FakeClock();
      const { resolve } = names({ 'a.test': NO_NAMES });
      const { engine } = await watched({ clock, sender: fromOutside(clock, resolve, address) });
      const target = await receiver();
      await engine.addEndpoint('http://a.test/', { channels: ['a'] });
      await engine.addEndpoint(`http://b.test:${target.port}/`, { channels: ['b'] });
      await engine.send('{}', { channels: ['a'] });
      await pass(engine, clock, 30_000);
      expect(await tries(engine)).toEqual([{ state: 'waiting', tries: 0 }]);
      await engine.send('{}', { channels: ['b'] });
      await engine.recorded(2);
      expect(await tries(engine)).toEqual([
        { state: 'failed', tries: 1 },
        { state: 'delivered', tries: 1 },
      ]);
      await pass(engine, clock, 10_000);
      expect(engine.delivery.network().state).toBe('online');
    },
  );

  test('in the internet waits while only the network around this computer answers', async () => {
    const clock = new FakeClock();
    const { resolve } = names({ 'a.test': NO_ROUTE });
    const { engine } = await watched({ clock, sender: fromOutside(clock, resolve, '10.1.2.3') });
    const target = await receiver();
    await engine.addEndpoint('http://a.test/', { channels: ['a'] });
    await engine.addEndpoint(`http://b.test:${target.port}/`, { channels: ['b'] });
    await engine.send('{}', { channels: ['a'] });
    await pass(engine, clock, 10_000);
    await engine.send('{}', { channels: ['b'] });
    await pass(engine, clock, 10_000);
    expect(await tries(engine)).toEqual([
      { state: 'waiting', tries: 0 },
      { state: 'delivered', tries: 1 },
    ]);
    expect(engine.delivery.network().state).toBe('offline');
  });
});
