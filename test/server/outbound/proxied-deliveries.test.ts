import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../src-server/base/clock';
import { createLog } from '../../../src-server/base/log';
import { createAddressGuard } from '../../../src-server/delivery/connection/address-guard';
import { readNoProxy } from '../../../src-server/outbound/no-proxy';
import { readProxy } from '../../../src-server/outbound/proxy-setting';
import { createTunnel } from '../../../src-server/outbound/tunnel';
import { startConnectProxy } from '../../support/connect-proxy';
import { FakeClock } from '../../support/fake-clock';
import type { ProxyForTests, ProxyScript } from '../../support/proxy-record';
import { sending } from '../../support/sending';
import { startSocksProxy } from '../../support/socks-proxy';
import { startTestServer, type TestServer } from '../../support/start-test-server';

const PASSWORD = 'tops3cret';
const CREDENTIALS = `ada:${PASSWORD}`;

/** What arrived at a receiver, and from which port of this machine. */
let arrivals: { readonly host: string; readonly fromPort: number; readonly path: string }[] = [];
let receiver: Server;
let receiverPort: number;
beforeAll(async () => {
  receiver = createServer((request, response) => {
    const { host = '' } = request.headers;
    arrivals.push({ host, fromPort: request.socket.remotePort ?? 0, path: request.url ?? '' });
    response.writeHead(200).end('got it');
  });
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
  receiverPort = (receiver.address() as AddressInfo).port;
});
afterAll(() => new Promise((closed) => receiver.close(closed)));

/** Nobody but the proxy can find this: names below `invalid` do not exist. */
const NAME = 'receiver.invalid';

describe.each([
  ['CONNECT', startConnectProxy, '403', '407'],
  ['SOCKS5', startSocksProxy, 'SOCKS5 code 2', 'SOCKS5'],
] as const)('through a %s proxy', (_kind, start, refusal, otherCredentials) => {
  let proxy: ProxyForTests;
  let script: ProxyScript;
  let server: TestServer;
  let app: string;

  beforeEach(async () => {
    arrivals = [];
    script = { credentials: CREDENTIALS, verdict: () => ({ port: receiverPort }) };
    proxy = await start(script);
    const address = readProxy(proxy.url.replace('://', `://${CREDENTIALS}@`));
    const config = {
      proxy: address,
      noProxy: ['localhost'],
      retryScheduleS: [0.05, 600],
    };
    server = await startTestServer({ config });
    app = `/app/${await server.create('/app', { name: 'A' })}`;
  });
  afterEach(async () => {
    await server.remove();
    await proxy.close();
  });

  const endpoint = (url: string): Promise<string> => server.create(`${app}/endpoint`, { url });
  const send = (): Promise<string> => server.create(`${app}/msg`, { eventType: 'a', payload: {} });
  /** Waits for so many attempts; the newest first. */
  const attempts = (message: string, count: number) =>
    expect
      .poll(async () => (await server.call('GET', `${app}/attempt/msg/${message}`)).json.data, {
        timeout: 15_000,
      })
      .toHaveLength(count)
      .then(async () => (await server.call('GET', `${app}/attempt/msg/${message}`)).json.data);
  const health = async () => (await server.call('GET', '/health')).json;

  test('deliveries arrive, and no byte goes around it', async () => {
    await endpoint(`http://${NAME}:${receiverPort}/named`);
    await endpoint(`http://127.0.0.1:${receiverPort}/literal`);
    const found = await attempts(await send(), 2);
    expect(found.map((attempt: { responseStatusCode: number }) => attempt.responseStatusCode)).toEqual([
      200, 200,
    ]);
    expect([...proxy.requests].sort()).toEqual([`127.0.0.1:${receiverPort}`, `${NAME}:${receiverPort}`]);
    expect(arrivals.map(({ path }) => path).sort()).toEqual(['/literal', '/named']);
    expect(arrivals.map(({ host }) => host).sort()).toEqual([
      `127.0.0.1:${receiverPort}`,
      `${NAME}:${receiverPort}`,
    ]);
    expect(arrivals.every(({ fromPort }) => proxy.isFrom(fromPort))).toBe(true);
    expect(proxy.strays()).toBe(0);
    expect(await health()).toMatchObject({ status: 'ok' });
  });

  test('a kept connection is used again, without asking the proxy again', async () => {
    await endpoint(`http://${NAME}:${receiverPort}/`);
    await attempts(await send(), 1);
    await attempts(await send(), 1);
    expect([arrivals.length, proxy.requests.length]).toEqual([2, 1]);
  });

  test('operational webhooks and requests to other instances go the same way', async () => {
    const url = `http://operations.invalid:${receiverPort}/`;
    await server.call('POST', '/operational-webhook/endpoint', { url, filterTypes: ['endpoint.created'] });
    await endpoint('http://unused.invalid/');
    await expect.poll(() => arrivals.length).toBe(1);
    const instance = { name: 'Other', baseUrl: `http://instance.invalid:${receiverPort}`, token: 'token' };
    const tested = await server.call('POST', '/connections/test', instance);
    expect(tested.status).toBeLessThan(300);
    expect(proxy.requests).toContain(`instance.invalid:${receiverPort}`);
    expect(arrivals.every(({ fromPort }) => proxy.isFrom(fromPort))).toBe(true);
  });

  test('an https receiver is spoken to end to end', async () => {
    await endpoint(`https://${NAME}:${receiverPort}/`);
    const [attempt] = await attempts(await send(), 2);
    // The receiver speaks no TLS, and says so itself.
    expect(attempt).toMatchObject({ responseStatusCode: 0 });
    expect(attempt.response).toMatch(/TLS|closed|request failed/);
    expect(proxy.requests).toContain(`${NAME}:${receiverPort}`);
  });

  test.each([
    ['refuses', { verdict: () => 'refused' as const }, () => refusal],
    ['wants other credentials', { credentials: 'other:one' }, () => otherCredentials],
  ])(
    'a proxy that %s is our failure: tried again, not held against the endpoint',
    async (_what, change, how) => {
      const working = { ...script };
      Object.assign(script, change);
      const id = await endpoint(`http://${NAME}:${receiverPort}/`);
      const [first] = await attempts(await send(), 2);
      expect(first).toMatchObject({ responseStatusCode: 0, status: 2 });
      expect(first.response).toContain(`the proxy ${proxy.url}`);
      expect(first.response).toContain(how());
      expect(await health()).toMatchObject({
        status: 'degraded',
        detail: expect.stringContaining(proxy.url),
      });
      expect((await server.call('GET', `${app}/endpoint/${id}`)).json).toMatchObject({
        disabled: false,
        failingSince: null,
      });
      expect(JSON.stringify([await health(), first])).not.toContain(PASSWORD);
      Object.assign(script, working);
      await attempts(await send(), 1);
      expect([arrivals.length, await health()]).toEqual([1, { status: 'ok', network: expect.anything() }]);
    },
  );

  test('a proxy that is away is our failure too', async () => {
    await proxy.close();
    const id = await endpoint(`http://${NAME}:${receiverPort}/`);
    const [attempt] = await attempts(await send(), 2);
    expect(attempt.response).toBe(`the proxy ${proxy.url} could not be used (ECONNREFUSED)`);
    expect((await health()).status).toBe('degraded');
    expect((await server.call('GET', `${app}/endpoint/${id}`)).json.failingSince).toBeNull();
  });

  test('a proxy that accepts a request and is then silent is our failure, and costs no connection', async () => {
    script.verdict = () => 'mute';
    const address = readProxy(proxy.url.replace('://', `://${CREDENTIALS}@`));
    const clock = new FakeClock(Date.now());
    const patient = await startTestServer({
      config: { proxy: address, requestTimeoutS: 5, retryScheduleS: [0.05, 600] },
      parts: { clock },
    });
    const path = `/app/${await patient.create('/app', { name: 'A' })}`;
    const id = await patient.create(`${path}/endpoint`, { url: `http://${NAME}:${receiverPort}/` });
    const message = await patient.create(`${path}/msg`, { eventType: 'a', payload: {} });
    const found = async () => (await patient.call('GET', `${path}/attempt/msg/${message}`)).json.data;
    for (const attempt of [1, 2]) {
      const tunnels = () => {
        clock.advance(10); // until the retry is due
        return proxy.requests.length;
      };
      await expect.poll(tunnels, { timeout: 15_000 }).toBe(attempt);
      clock.advance(4500); // the receiver's time would be up half a second later
      await expect.poll(found, { timeout: 15_000 }).toHaveLength(attempt);
    }
    expect((await found())[0]).toMatchObject({
      status: 2,
      response: `the proxy ${proxy.url} could not be used (no response in time)`,
    });
    expect((await patient.call('GET', `${path}/endpoint/${id}`)).json).toMatchObject({
      disabled: false,
      failingSince: null,
    });
    expect((await patient.call('GET', '/health')).json.status).toBe('degraded');
    await expect.poll(() => proxy.connections(), { timeout: 15_000 }).toBe(0);
    await patient.remove();
  });

  test('a proxy that speaks something else is our failure, and says what it spoke', async () => {
    const other = proxy.url.startsWith('http:') ? 'socks5' : 'http';
    const address = readProxy(proxy.url.replace(/^\w+/, other));
    const wrong = await startTestServer({ config: { proxy: address } });
    const path = `/app/${await wrong.create('/app', { name: 'A' })}`;
    await wrong.call('POST', `${path}/endpoint`, { url: `http://${NAME}:${receiverPort}/` });
    const message = await wrong.create(`${path}/msg`, { eventType: 'a', payload: {} });
    const found = async () => (await wrong.call('GET', `${path}/attempt/msg/${message}`)).json.data;
    await expect.poll(found, { timeout: 15_000 }).toHaveLength(1);
    expect((await found())[0].response).toMatch(/^the proxy .* could not be used \(.+\)$/);
    await wrong.remove();
  });

  test('a receiver that the proxy cannot reach has failed like any other', async () => {
    script.verdict = () => 'unreachable';
    const id = await endpoint(`http://${NAME}:${receiverPort}/`);
    const [attempt] = await attempts(await send(), 2);
    expect(attempt).toMatchObject({
      responseStatusCode: 0,
      response: 'the proxy could not reach the receiver',
    });
    expect((await server.call('GET', `${app}/endpoint/${id}`)).json.failingSince).not.toBeNull();
    expect(await health()).toMatchObject({ status: 'ok' });
  });

  test('what the list names goes around it', async () => {
    await endpoint(`http://localhost:${receiverPort}/`);
    await attempts(await send(), 1);
    expect(proxy.requests).toEqual([]);
  });

  test('the settings show that it is used, and never its password', async () => {
    const { text, json } = await server.call('GET', '/service');
    const shown = json.startSettings.find(({ name }: { name: string }) => name === 'proxy');
    expect(shown.value).toBe(`${proxy.url}, with a password`);
    expect(text).not.toContain(PASSWORD);
  });

  test('an address that is blocked here is refused before anything is sent', async () => {
    const tunnel = createTunnel({
      proxy: readProxy(proxy.url.replace('://', `://${CREDENTIALS}@`)) as NonNullable<
        ReturnType<typeof readProxy>
      >,
      goesDirect: readNoProxy([]),
      clock: systemClock,
      log: createLog('silent'),
      connectTimeoutMs: 1000,
      openTimeoutMs: 1000,
    });
    const send = sending({
      guard: createAddressGuard({ allowTargets: [], allowLoopback: false }),
      tunnel,
      resolve: (host, done) =>
        host === 'inside.test'
          ? done(null, [{ address: '10.0.0.7', family: 4 }])
          : done(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), []),
    });
    for (const url of ['http://127.0.0.1/', 'http://[::1]/', 'http://10.0.0.7/', 'http://inside.test/']) {
      expect((await send(url)).result.kind).toBe('blocked');
    }
    expect(proxy.requests).toEqual([]);
    // Only the proxy knows this one, and it decides.
    expect((await send(`http://elsewhere.test:${receiverPort}/`)).result.kind).toBe('responded');
    expect(proxy.requests).toEqual([`elsewhere.test:${receiverPort}`]);
  });
});
