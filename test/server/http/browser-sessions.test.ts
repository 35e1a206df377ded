import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../src-server/base/clock';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const DAY_MS = 24 * 3_600_000;
let aheadMs = 0;
const clock = {
  ...systemClock,
  now: () => systemClock.now() + aheadMs,
  monotonicUs: () => systemClock.monotonicUs() + aheadMs * 1000,
};
const parts = { clock };
const server = startedOnce(() => startTestServer({ parts }));

interface Raw {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: a response may be anything
  readonly json: any;
}

/** Sends exactly these headers, unlike `fetch`, which sets and forbids some. */
async function send(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string,
): Promise<Raw> {
  const { hostname, port } = new URL(server.baseUrl);
  const sent = request({ hostname, port, method, path, headers });
  sent.end(body);
  const [response] = await once(sent, 'response');
  // An event stream does not end.
  if (response.headers['content-type'] === 'text/event-stream') {
    sent.destroy();
    return { status: response.statusCode, headers: response.headers, json: undefined };
  }
  let text = '';
  for await (const piece of response) text += piece;
  const isJson = response.headers['content-type']?.includes('json') && text !== '';
  return {
    status: response.statusCode,
    headers: response.headers,
    json: isJson ? JSON.parse(text) : undefined,
  };
}

/** What a browser that is logged in sends from a page of the server. */
interface LoggedIn {
  readonly id: string;
  readonly cookie: string;
  readonly page: Readonly<Record<string, string>>;
}

async function logIn(
  token = server.adminToken,
  more: Readonly<Record<string, string>> = {},
): Promise<LoggedIn> {
  const response = await send('POST', '/api/v1/auth/browser-session', {
    authorization: `Bearer ${token}`,
    'sec-fetch-site': 'same-origin',
    ...more,
  });
  expect(response.status).toBe(201);
  const cookie = response.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  const { id, pageKey } = response.json;
  return { id, cookie, page: { cookie, 'posthorn-page-key': pageKey, 'sec-fetch-site': 'same-origin' } };
}

const whoami = async (headers: Readonly<Record<string, string>>) =>
  (await send('GET', '/api/v1/auth/whoami', headers)).status;

/** The same headers without some. */
function without(headers: Readonly<Record<string, string>>, ...names: readonly string[]) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

describe('a log-in', () => {
  test('sets a cookie that scripts cannot read and other sites cannot send, named after the installation', async () => {
    const response = await send('POST', '/api/v1/auth/browser-session', {
      authorization: `Bearer ${server.adminToken}`,
      'sec-fetch-site': 'same-origin',
    });
    const cookies = response.headers['set-cookie'] ?? [];
    expect(cookies.map((cooky) => cooky.replace(/=psthbrowser_[\w-]{43};/, '=SECRET;'))).toEqual(
      ['/api/v1', '/remote'].map((path) =>
        expect.stringMatching(
          new RegExp(
            `^posthorn-[0-9a-f]{16}=SECRET; Max-Age=34560000; Path=${path}; HttpOnly; SameSite=Strict$`,
          ),
        ),
      ),
    );
  });

  test('over https, sets a cookie that is bound to the host and never leaves https', async () => {
    const secure = { 'x-forwarded-proto': 'https' };
    const { cookie, page } = await logIn(server.adminToken, secure);
    expect(cookie).toMatch(/^__Host-posthorn-[0-9a-f]{16}=/);
    expect(await whoami({ ...page, ...secure })).toBe(200);
    // The name without the prefix could have been set by anything on this host.
    const plain = { ...page, cookie: cookie.replace('__Host-', '') };
    expect(await whoami({ ...plain, ...secure })).toBe(401);
  });

  test('with a token that may not do everything gives its pages no more', async () => {
    const made = await server.call('POST', '/auth/token', { name: 'Anna', kind: 'support' });
    const { page } = await logIn(made.json.token);
    const ask = (method: string, path: string) => send(method, `/api/v1${path}`, page);
    expect((await ask('GET', '/auth/whoami')).json).toMatchObject({ kind: 'support' });
    expect((await ask('GET', '/settings')).status).toBe(200);
    expect((await ask('GET', '/auth/token')).status).toBe(403);
    expect((await ask('POST', '/auth/logout')).status).toBe(204);
    expect((await ask('GET', '/settings')).status).toBe(401);
  });

  test('is refused to a reader with feature flags', async () => {
    const made = await server.call('POST', '/auth/token', { name: 'Build', featureFlags: ['beta'] });
    const headers = { authorization: `Bearer ${made.json.token}`, 'sec-fetch-site': 'same-origin' };
    expect((await send('POST', '/api/v1/auth/browser-session', headers)).status).toBe(403);
  });

  test('gives the pages of this browser what the token may do', async () => {
    const { page } = await logIn();
    expect((await send('GET', '/api/v1/auth/whoami', page)).json).toMatchObject({ kind: 'admin' });
    const made = await send(
      'POST',
      '/api/v1/app',
      { ...page, 'content-type': 'application/json' },
      '{"name":"By a browser"}',
    );
    expect(made.status).toBe(201);
    expect((await send('GET', '/api/v1/live', page)).status).toBe(200);
    // 404: it may use connections, and there is none of this name.
    expect((await send('GET', '/remote/none/api/v1/app', page)).status).toBe(404);
  });

  test('gives a key to sign with, unless somebody could read it on the way', async () => {
    const { port } = new URL(server.baseUrl);
    const keyAt = async (more: Readonly<Record<string, string>>) =>
      (
        await send('POST', '/api/v1/auth/browser-session', {
          authorization: `Bearer ${server.adminToken}`,
          'sec-fetch-site': 'same-origin',
          ...more,
        })
      ).json.signingKey;
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`])
      expect(await keyAt({ host })).toMatch(/^[0-9a-f]{64}$/);
    expect(await keyAt({ host: `posthorn.test:${port}` })).toBeNull();
    expect(await keyAt({ host: 'posthorn.test', 'x-forwarded-proto': 'https' })).toMatch(/^[0-9a-f]{64}$/);
  });

  test('replaces the one that this browser had', async () => {
    const before = await logIn();
    const after = await logIn(server.adminToken, { cookie: before.cookie });
    expect(await whoami(before.page)).toBe(401);
    expect(await whoami(after.page)).toBe(200);
  });

  test('is refused to other origins, to programs, and without an admin token', async () => {
    const authorization = `Bearer ${server.adminToken}`;
    const to = '/api/v1/auth/browser-session';
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }, {}])
      expect((await send('POST', to, { authorization, ...headers })).status).toBe(400);
    const own = { 'sec-fetch-site': 'same-origin' };
    expect((await send('POST', to, own)).status).toBe(401);
    expect((await send('POST', to, { ...own, authorization: 'Bearer psth_wrong' })).status).toBe(401);
    const reader = await server.call('POST', '/auth/token', { name: 'r', featureFlags: [] });
    expect((await send('POST', to, { ...own, authorization: `Bearer ${reader.json.token}` })).status).toBe(
      403,
    );
    const { page } = await logIn();
    expect((await send('POST', to, page)).status).toBe(401);
  });

  test('a POST repeated with the same idempotency key is executed once', async () => {
    const { page } = await logIn();
    const headers = { ...page, 'content-type': 'application/json', 'idempotency-key': 'twice' };
    const [first, second] = [
      await send('POST', '/api/v1/app', headers, '{"name":"Once"}'),
      await send('POST', '/api/v1/app', headers, '{"name":"Once"}'),
    ];
    expect(second.json).toEqual(first.json);
  });
});

describe('the cookie does not count', () => {
  let own: LoggedIn;
  beforeEach(async () => {
    own = await logIn();
  });

  test('alone: a server on another port of this host receives it, and could send it back', async () => {
    expect(await whoami({ cookie: own.cookie })).toBe(401);
    expect(await whoami({ cookie: own.cookie, 'sec-fetch-site': 'same-origin' })).toBe(401);
    expect(await whoami({ ...own.page, 'posthorn-page-key': 'psthpage_guessed' })).toBe(401);
    expect(await whoami(without(own.page, 'cookie'))).toBe(401);
  });

  test('in a form that another site posts', async () => {
    const form = {
      cookie: own.cookie,
      origin: 'https://evil.test',
      'content-type': 'text/plain',
    };
    const [before, response, after] = [
      await server.call('GET', '/app'),
      await send('POST', '/api/v1/app', form, '{"name":"Forged"}'),
      await server.call('GET', '/app'),
    ];
    expect(response.status).toBe(401);
    expect(after.json).toEqual(before.json);
  });

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another port of this host', { 'sec-fetch-site': 'same-site' }],
    ['an address that somebody typed', { 'sec-fetch-site': 'none' }],
    [
      'another port of this host, in a browser that only names the origin',
      { origin: 'http://127.0.0.1:3000' },
    ],
    ['another host, in the referrer', { referer: 'http://evil.test/page' }],
    ['a frame without an origin', { origin: 'null' }],
    ['somebody who does not say', {}],
  ])('in a request of %s, even with the page key', async (_name, from) => {
    const headers = { ...without(own.page, 'sec-fetch-site'), ...from };
    expect(await whoami(headers as Record<string, string>)).toBe(401);
    expect((await send('GET', '/api/v1/live', headers as Record<string, string>)).status).toBe(401);
    expect((await send('GET', '/remote/none/api/v1/app', headers as Record<string, string>)).status).toBe(
      401,
    );
  });

  test('except that origin or referrer of the very page are enough, where browsers say no more', async () => {
    const old = without(own.page, 'sec-fetch-site');
    expect(await whoami({ ...old, origin: server.baseUrl })).toBe(200);
    expect(await whoami({ ...old, referer: `${server.baseUrl}/` })).toBe(200);
  });

  test('under another host name: a name that somebody points at this server (DNS rebinding)', async () => {
    const { port } = new URL(server.baseUrl);
    for (const host of [`evil.test:${port}`, `localhost:${port}`])
      expect(await whoami({ ...own.page, host, origin: `http://${host}` })).toBe(401);
  });

  test('under a host name that only ends like its own', async () => {
    const { port } = new URL(server.baseUrl);
    const { page } = await logIn(server.adminToken, { host: `localhost:${port}` });
    expect(await whoami({ ...page, host: `localhost:${port}` })).toBe(200);
    expect(await whoami({ ...page, host: `evil.localhost:${port}` })).toBe(401);
  });

  test('of another instance, and each instance has a name of its own for it', async () => {
    const other = await startTestServer();
    const [name, secret] = own.cookie.split('=');
    const foreign = await fetch(`${other.baseUrl}/api/v1/auth/whoami`, { headers: own.page });
    expect(foreign.status).toBe(401);
    const response = await fetch(`${other.baseUrl}/api/v1/auth/browser-session`, {
      method: 'POST',
      headers: { authorization: `Bearer ${other.adminToken}`, origin: other.baseUrl },
    });
    const [theirs = ''] = response.headers.getSetCookie();
    expect(theirs.split('=')[0]).not.toBe(name);
    // Both in one browser: each server takes its own.
    expect(await whoami({ ...own.page, cookie: `${theirs.split(';')[0]}; ${name}=${secret}` })).toBe(200);
    await other.remove();
  });

  test('where a token is sent: that one counts alone', async () => {
    expect(await whoami({ ...own.page, authorization: 'Bearer psth_wrong' })).toBe(401);
  });

  test('and browsers are told that no other origin may send it', async () => {
    const response = await send('OPTIONS', '/api/v1/app', {
      origin: 'http://127.0.0.1:3000',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'posthorn-page-key',
    });
    expect(response.headers['access-control-allow-origin']).toBe('*');
    expect(response.headers['access-control-allow-credentials']).toBeUndefined();
  });
});

describe('a session ends', () => {
  test('when the browser logs out, which also removes the cookie', async () => {
    const { page } = await logIn();
    const response = await send('POST', '/api/v1/auth/logout', page);
    expect(response.status).toBe(204);
    expect(response.headers['set-cookie']).toEqual([
      expect.stringMatching(/^posthorn-[0-9a-f]{16}=; Max-Age=0; Path=\/api\/v1;/),
      expect.stringMatching(/^posthorn-[0-9a-f]{16}=; Max-Age=0; Path=\/remote;/),
    ]);
    expect(await whoami(page)).toBe(401);
  });

  test('when its token is rotated or revoked', async () => {
    for (const end of ['rotate', 'revoke']) {
      const token = (await server.call('POST', '/auth/token', { name: end })).json;
      const { page } = await logIn(token.token);
      expect(await whoami(page)).toBe(200);
      if (end === 'rotate') await server.call('POST', `/auth/token/${token.id}/rotate`);
      else await server.call('DELETE', `/auth/token/${token.id}`);
      expect(await whoami(page)).toBe(401);
    }
  });

  test('when its token expires', async () => {
    const expiresAt = new Date(clock.now() + 3_600_000).toISOString();
    const token = (await server.call('POST', '/auth/token', { name: 'short', expiresAt })).json;
    const { page } = await logIn(token.token);
    aheadMs += 3_599_000;
    expect(await whoami(page)).toBe(200);
    aheadMs += 2000;
    expect(await whoami(page)).toBe(401);
  });

  test('when the server starts with another admin token', async () => {
    const first = await startTestServer({ config: { adminToken: 'first-token' } });
    const origin = { 'sec-fetch-site': 'same-origin' };
    const response = await fetch(`${first.baseUrl}/api/v1/auth/browser-session`, {
      method: 'POST',
      headers: { authorization: 'Bearer first-token', ...origin },
    });
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const { pageKey } = (await response.json()) as { pageKey: string };
    const page = { cookie, 'posthorn-page-key': pageKey, ...origin };
    await first.stop();
    const second = await startTestServer({ config: { adminToken: 'second', dataDir: first.dataDir } });
    expect((await fetch(`${second.baseUrl}/api/v1/auth/whoami`, { headers: page })).status).toBe(401);
    await second.remove();
  });

  test('after 30 days without use; each use renews it', async () => {
    const { page } = await logIn();
    for (let i = 0; i < 3; i++) {
      aheadMs += 29 * DAY_MS;
      expect(await whoami(page)).toBe(200);
    }
    aheadMs += 31 * DAY_MS;
    expect(await whoami(page)).toBe(401);
  });

  test('when somebody ends it, alone or with all others', async () => {
    const [kept, other, third] = [await logIn(), await logIn(), await logIn()];
    const path = `/api/v1/auth/browser-session/${other.id}`;
    expect((await send('DELETE', path, kept.page)).status).toBe(204);
    expect((await send('DELETE', path, kept.page)).status).toBe(404);
    expect(await whoami(other.page)).toBe(401);
    expect((await send('POST', '/api/v1/auth/browser-session/end-others', kept.page)).status).toBe(204);
    expect([await whoami(kept.page), await whoami(third.page)]).toEqual([200, 401]);
  });
});

test('the list says which browsers are logged in, where, and which one asks; it holds no secret', async () => {
  const token = (await server.call('POST', '/auth/token', { name: 'Ada' })).json;
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const own = await logIn(token.token, { 'user-agent': agent });
  const { data } = (await send('GET', '/api/v1/auth/browser-session?limit=1', own.page)).json;
  expect(data).toEqual([
    {
      id: own.id,
      browser: 'Firefox on Linux',
      host: '127.0.0.1',
      isOwn: true,
      tokenId: token.id,
      tokenName: 'Ada',
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
      expiresAt: expect.any(String),
      tokenExpiresAt: null,
    },
  ]);
  const seen = await server.call('GET', '/auth/browser-session');
  expect(seen.json.data.find(({ id }: { id: string }) => id === own.id)).toMatchObject({ isOwn: false });
});

test('of more than a hundred browsers, those used longest ago are logged out', async () => {
  const oldest = await logIn();
  aheadMs += 1000;
  for (let i = 0; i < 100; i++) await logIn();
  expect(await whoami(oldest.page)).toBe(401);
  expect((await server.call('GET', '/auth/browser-session?limit=250')).json.data).toHaveLength(100);
});
