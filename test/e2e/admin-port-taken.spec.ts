import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, openAdmin } from './admin-page';

/** What a page has sent. */
interface Heard {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Another program, perhaps of another account, that listens where the server did. */
interface Impostor {
  readonly heard: readonly Heard[];
  stop(): Promise<void>;
}

type Responder = (request: IncomingMessage, response: ServerResponse) => void;

/** Answers every request as one that is not authorized, so that a page says what it has. */
const refuse: Responder = (_request, response) =>
  void response
    .writeHead(401, { 'content-type': 'application/json' })
    .end('{"code":"authentication_failed","detail":"Invalid token"}');

async function listenAt(port: number, respond: Responder): Promise<Impostor> {
  const heard: Heard[] = [];
  const server: Server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (piece: string) => {
      body += piece;
    });
    request.on('end', () => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      heard.push({ method: request.method ?? '', url: request.url ?? '', headers, body });
      respond(request, response);
    });
  });
  await new Promise<void>((done, fail) => server.once('error', fail).listen(port, '127.0.0.1', done));
  return {
    heard,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

const portOf = (server: RunningPosthorn) => Number(new URL(server.baseUrl).port);
const startAgain = (before: RunningPosthorn) =>
  startPosthorn({ dataDir: before.dataDir, args: ['--port', String(portOf(before))] });
const isLive = (page: Page) =>
  expect(page.getByRole('contentinfo').getByText('Live', { exact: true })).toBeVisible();
const asksForToken = (page: Page) => page.getByLabel('Admin token');

/** Tries everything that was heard, as it was and as other requests. @returns the answers that were no refusal */
async function replay(heard: readonly Heard[], baseUrl: string): Promise<readonly string[]> {
  const accepted: string[] = [];
  const others = [
    { method: 'GET', url: '/api/v1/auth/whoami', body: '' },
    { method: 'POST', url: '/api/v1/auth/token', body: '{"name":"Stolen"}' },
  ];
  for (const { headers, ...own } of heard) {
    for (const { method, url, body } of [own, ...others]) {
      // Public anyway: the proof that the page asks for, the state of health, and files.
      if (/\/(challenge|health)$|^\/(?!api|remote)/.test(url)) continue;
      const { host: _host, connection: _connection, 'content-length': _length, ...rest } = headers;
      const sent = { method, headers: rest, ...(body === '' ? {} : { body }) };
      const response = await fetch(baseUrl + url, sent);
      await response.body?.cancel();
      if (![401, 403].includes(response.status)) accepted.push(`${method} ${url}: ${response.status}`);
    }
  }
  return accepted;
}

/** What a page sends that cannot sign: that would count. */
async function pageWithKey({ baseUrl, adminToken }: RunningPosthorn): Promise<Heard> {
  const own = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
  const response = await fetch(`${baseUrl}/api/v1/auth/browser-session`, {
    method: 'POST',
    headers: { ...own, authorization: `Bearer ${adminToken}` },
  });
  const { pageKey } = (await response.json()) as { pageKey: string };
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return {
    method: 'GET',
    url: '/api/v1/app',
    headers: { ...own, cookie, 'posthorn-page-key': pageKey },
    body: '',
  };
}

test('another program on the port of the server can use nothing that an open page sends it', async ({
  context,
}) => {
  const first = await startPosthorn();
  const page = await openAdmin(context, first, '/local/apps');
  await isLive(page);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  const field = page.getByLabel('Name');
  await field.fill('Half a na');

  await first.kill();
  const impostor = await listenAt(portOf(first), refuse);
  // Everything that the page repeats by itself, and what it tries after a refusal.
  await expect.poll(() => impostor.heard.some(({ url }) => url.endsWith('/challenge'))).toBe(true);
  await expect
    .poll(() => impostor.heard.filter(({ url }) => url.startsWith('/api/v1/live')).length)
    .toBeGreaterThan(2);
  // It asks nobody for a token, and keeps what somebody is writing.
  await expect(asksForToken(page)).toHaveCount(0);
  await expect(field).toHaveValue('Half a na');
  await impostor.stop();

  const second = await startAgain(first);
  await isLive(page);
  await expect(field).toHaveValue('Half a na');
  const withCookie = impostor.heard.filter(({ headers }) => headers.cookie);
  expect(withCookie.length).toBeGreaterThan(2);
  expect(await replay(impostor.heard, second.baseUrl)).toEqual([]);
  expect(await replay([await pageWithKey(second)], second.baseUrl)).toHaveLength(3);
  await page.getByRole('button', { name: 'Create application' }).click();
  await expect.poll(() => callApi(second, 'GET', '/app')).toMatchObject({ data: [{ name: 'Half a na' }] });
  await second.dispose();
});

test('a program that relays the connections of a page cannot send requests of its own', async ({
  context,
}) => {
  const first = await startPosthorn();
  const page = await openAdmin(context, first, '/local/apps');
  await isLive(page);
  await first.kill();
  let target = '';
  const waiting: (() => void)[] = [];
  // Holds every request until the server is back, and then is between the two.
  const relay = await listenAt(portOf(first), (request, response) => {
    waiting.push(() => void passOn(request, response, target));
  });
  await expect.poll(() => relay.heard.length).toBeGreaterThan(1);
  // At another port, as when the old one is taken.
  const second = await startPosthorn({ dataDir: first.dataDir });
  target = second.baseUrl;
  for (const go of waiting.splice(0)) go();
  await expect
    .poll(() => {
      for (const go of waiting.splice(0)) go();
      return relay.heard.some(({ url }) => url.endsWith('/challenge'));
    })
    .toBe(true);
  for (const go of waiting.splice(0)) go();
  await expect(asksForToken(page)).toHaveCount(0);
  expect(await replay(relay.heard, second.baseUrl)).toEqual([]);
  await relay.stop();
  await second.dispose();
});

async function passOn(request: IncomingMessage, response: ServerResponse, target: string): Promise<void> {
  const headers = Object.fromEntries(
    Object.entries(request.headers)
      .filter(([name]) => !['host', 'connection', 'content-length'].includes(name))
      .map(([name, value]) => [name, String(value)]),
  );
  const upstream = await fetch(target + request.url, { method: request.method ?? 'GET', headers });
  response.writeHead(upstream.status, { 'content-type': 'application/json' }).end(await upstream.text());
}
