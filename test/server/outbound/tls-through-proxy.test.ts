import { Agent, request } from 'undici';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../src-server/base/clock';
import { createLog } from '../../../src-server/base/log';
import { readNoProxy } from '../../../src-server/outbound/no-proxy';
import { type ProxySetting, readProxy } from '../../../src-server/outbound/proxy-setting';
import { createTunnel } from '../../../src-server/outbound/tunnel';
import { createTunnelConnect } from '../../../src-server/outbound/tunnel-connect';
import { startConnectProxy } from '../../support/connect-proxy';
import type { ProxyForTests } from '../../support/proxy-record';
import { startSocksProxy } from '../../support/socks-proxy';
import { startTestServer } from '../../support/start-test-server';
import { startTlsReceiver, TLS_CERTIFICATE, TLS_NAME } from '../../support/tls-receiver';

describe.each([
  ['CONNECT', startConnectProxy],
  ['SOCKS5', startSocksProxy],
] as const)('TLS through a %s proxy', (_kind, start) => {
  let receiver: Awaited<ReturnType<typeof startTlsReceiver>>;
  let proxy: ProxyForTests;
  let setting: ProxySetting;
  beforeEach(async () => {
    receiver = await startTlsReceiver();
    proxy = await start({ verdict: () => ({ port: receiver.port }) });
    setting = readProxy(proxy.url) as ProxySetting;
  });
  afterEach(async () => {
    await proxy.close();
    await receiver.close();
  });

  /** Asks for a name through the proxy, trusting the certificate of the receiver alone. */
  async function ask(name: string): Promise<string> {
    const timeout = { clock: systemClock, connectTimeoutMs: 10_000, openTimeoutMs: 10_000 };
    const goesDirect = readNoProxy([]);
    const tunnel = createTunnel({ proxy: setting, goesDirect, log: createLog('silent'), ...timeout });
    const dispatcher = new Agent({ connect: createTunnelConnect(tunnel, { ca: TLS_CERTIFICATE }) });
    try {
      const { body } = await request(`https://${name}:${receiver.port}/`, { dispatcher });
      return await body.text();
    } finally {
      await dispatcher.destroy();
    }
  }

  test('a receiver is spoken to by its own name, and its certificate holds', async () => {
    const host = `${TLS_NAME}:${receiver.port}`;
    expect(await ask(TLS_NAME)).toBe(host);
    expect([proxy.requests, proxy.strays()]).toEqual([[host], 0]);
  });

  test('a receiver whose certificate is of another name gets nothing', async () => {
    await expect(ask('other.invalid')).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
  });

  test('a certificate that nobody vouches for is a failure of the receiver, not of the proxy', async () => {
    const server = await startTestServer({ config: { proxy: setting, retryScheduleS: [600] } });
    const app = `/app/${await server.create('/app', { name: 'A' })}`;
    const id = await server.create(`${app}/endpoint`, { url: `https://${TLS_NAME}:${receiver.port}/` });
    const message = await server.create(`${app}/msg`, { eventType: 'a', payload: {} });
    const found = async () => (await server.call('GET', `${app}/attempt/msg/${message}`)).json.data;
    await expect.poll(found, { timeout: 15_000 }).toHaveLength(1);
    expect((await found())[0].response).toMatch(/certificate/);
    expect((await server.call('GET', `${app}/endpoint/${id}`)).json.failingSince).not.toBeNull();
    expect((await server.call('GET', '/health')).json.status).toBe('ok');
    await server.remove();
  });
});
