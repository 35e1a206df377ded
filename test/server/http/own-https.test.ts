import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { get, request } from 'node:https';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { expect, test } from 'vitest';
import { trustOnly } from '../../../src-server/base/trust-only';
import { EXIT } from '../../../src-server/cli/exit-code';
import { createInstance } from '../../../src-server/cli/instance';
import { newFolder } from '../../support/new-folder';
import { startTestServer } from '../../support/start-test-server';
import { startedForEach, startedHere } from '../../support/started';
import { makeCertificate, replaceCertificate } from '../../support/test-certificate';
import { until } from '../../support/until';
import { runPosthorn } from '../cli/run-posthorn';

const folder = startedForEach(newFolder);

async function secured() {
  const tls = await makeCertificate(folder);
  const server = await startedHere(startTestServer({ config: { tls } }));
  const trusted = () => trustOnly(server.certificate());
  const instance = createInstance(
    { baseUrl: server.baseUrl, token: server.adminToken, prove: null, certificate: server.certificate() },
    new AbortController().signal,
  );
  /** A request to the address of this machine under another name. */
  const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET', body?: string) => {
    const outgoing = request(`${server.baseUrl}${path}`, { ...trusted(), headers, method, agent: false });
    outgoing.end(body);
    const [response] = await once(outgoing, 'response');
    return { headers: response.headers, status: response.statusCode, text: await text(response) };
  };
  const handshake = async (options: ConnectionOptions = {}) => {
    const socket = connectTls({ host: '127.0.0.1', port: server.port, ...trusted(), ...options });
    await once(socket, 'secureConnect');
    return socket;
  };
  return { tls, server, instance, ask, handshake };
}

test('a server with a certificate speaks https and nothing else, with TLS 1.2 or later', async () => {
  const { server, ask, handshake } = await secured();
  expect(server.baseUrl).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  expect(await ask('/api/v1/health')).toMatchObject({ status: 200, text: expect.stringContaining('"ok"') });
  const newest = await handshake();
  const older = await handshake({ maxVersion: 'TLSv1.2' });
  expect([newest.getProtocol(), older.getProtocol()]).toEqual(['TLSv1.3', 'TLSv1.2']);
  newest.destroy();
  older.destroy();
  const ciphers = 'DEFAULT@SECLEVEL=0';
  await expect(handshake({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers })).rejects.toThrow();
  await expect(fetch(server.baseUrl.replace('https:', 'http:'))).rejects.toThrow();
});

test('over its own https, a browser is told to come back by https, keeps the cookie for https alone, and gets https links', async () => {
  const { server, ask } = await secured();
  const named = { host: 'hooks.test' };
  expect((await ask('/api/v1/health', named)).headers['strict-transport-security']).toBe('max-age=86400');
  // For all ports of a host, so never for the names of this machine.
  for (const host of ['127.0.0.1:8071', 'localhost:8071', '[::1]:8071'])
    expect((await ask('/api/v1/health', { host })).headers['strict-transport-security']).toBeUndefined();
  const logIn = { ...named, 'content-type': 'application/json', origin: 'https://hooks.test' };
  const session = await ask(
    '/api/v1/auth/browser-session',
    { ...logIn, authorization: `Bearer ${server.adminToken}` },
    'POST',
    '{}',
  );
  expect(session.headers['set-cookie']?.[0]).toMatch(/^__Host-.*; Secure$/);
});

test('the live stream is open over https', async () => {
  const { server } = await secured();
  const headers = { authorization: `Bearer ${server.adminToken}` };
  const outgoing = get(`${server.baseUrl}/api/v1/live`, { headers, ...trustOnly(server.certificate()) });
  const [response] = await once(outgoing, 'response');
  expect(response.headers['content-type']).toBe('text/event-stream');
  await once(response, 'data');
  outgoing.destroy();
});

test('the command line finds a server with a certificate that no system trusts, also after it was renewed', async () => {
  const { tls, server } = await secured();
  const status = () => runPosthorn(['token', 'list', '--data-dir', server.dataDir]);
  expect(await status()).toMatchObject({ exitCode: 0, err: '' });
  const before = server.certificate();
  await replaceCertificate(tls, await makeCertificate(folder, 'next'));
  await until(server.certificate, (now) => now !== before);
  await until(status, ({ exitCode }) => exitCode === 0);
});

test('the command line sends no token to a listener with another certificate', async () => {
  const { server } = await secured();
  const other = await makeCertificate(folder, 'other');
  const recorded = `${server.dataDir}/server-address`;
  const [url, secret] = (await readFile(recorded, 'utf8')).split('\n');
  await writeFile(recorded, `${url}\n${secret}\n${other.text}`);
  const { exitCode, err } = await runPosthorn(['token', 'list', '--data-dir', server.dataDir]);
  expect([exitCode, err]).toEqual([EXIT.unreachable, expect.stringContaining('No token was sent')]);
});

test('what a server with a certificate sends to itself arrives: the sample, and the self-check of its receiver', async () => {
  const { instance } = await secured();
  const { findings } = await instance.ask('POST /diagnostics/self-check');
  expect(findings.find(({ id }) => id === 'receiver')).toMatchObject({ state: 'ok' });
  const sample = await instance.ask('POST /sample');
  await instance.ask('POST /app/{app}/msg', {
    path: { app: sample.appId },
    body: { eventType: 'ping', payload: { sent: 'by https' } },
  });
  await until(
    () => instance.ask('GET /receiver/{bin}', { path: { bin: 'sample' } }),
    ({ requests }) => JSON.stringify(requests).includes('by https'),
  );
});

test('a connection that is open outlives the renewal of the certificate, and a new one gets the new certificate', async () => {
  const { tls, server, handshake } = await secured();
  const open = await handshake();
  const before = server.certificate();
  const next = await makeCertificate(folder, 'next');
  await replaceCertificate(tls, next);
  await until(server.certificate, (now) => now !== before);
  open.write('GET /api/v1/health HTTP/1.1\r\nhost: hooks.test\r\n\r\n');
  const [response] = await once(open, 'data');
  expect(String(response)).toMatch(/^HTTP\/1\.1 200 /);
  const newer = await handshake();
  expect(newer.getPeerX509Certificate()?.toString().trim()).toBe(next.text.trim());
  open.destroy();
  newer.destroy();
});

test('a stop waits neither for a handshake that never ends nor for a connection without a request', async () => {
  const { server, handshake } = await secured();
  const silent = connect(server.port, '127.0.0.1');
  await once(silent, 'connect');
  const unused = await handshake();
  const ended = Promise.all([once(silent, 'close'), once(unused, 'close')]);
  silent.resume();
  unused.resume();
  await server.stop();
  await ended;
});
