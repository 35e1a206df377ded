import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rawRequest } from '../../support/raw-request';
import { type ScriptedRemote, sendJson, startScriptedRemote } from './scripted-remote';
import { type LocalServer, startLocal } from './start-local';

let local: LocalServer;
let remote: ScriptedRemote;
let prefix: string;

beforeEach(async () => {
  remote = await startScriptedRemote();
  local = await startLocal({ headersMs: 1500, bodyMs: 1000 });
  const body = { name: 'Shared', baseUrl: remote.baseUrl, token: 'remote-token' };
  const { id } = await (await local.call('POST', '/api/v1/connections', body)).json();
  prefix = `/remote/${id}`;
  remote.seen.length = 0;
});

afterEach(async () => {
  await local.close();
  await remote.close();
});

const callRaw = (path: string, headers: Record<string, string> = {}) =>
  rawRequest(local.url, path, { headers: { authorization: 'Bearer local-admin', ...headers } });

test('a request goes on with the token of the other instance in place of ours', async () => {
  const reply = await local.call(
    'POST',
    `${prefix}/api/v1/app?get_if_exists=true`,
    { name: 'Ä' },
    {
      cookie: 'session=1',
      origin: 'http://evil.example',
      'idempotency-key': 'k1',
      'x-forwarded-for': '1.2.3.4',
    },
  );
  expect(reply.status).toBe(200);
  expect(await reply.json()).toEqual({ url: '/api/v1/app?get_if_exists=true' });
  const [seen] = remote.seen;
  expect(seen).toMatchObject({ method: 'POST', body: '{"name":"Ä"}' });
  expect(Object.keys(seen?.headers ?? {}).sort()).toEqual([
    'accept',
    'authorization',
    'connection',
    'content-length',
    'content-type',
    'host',
    'idempotency-key',
    'posthorn-forwarded',
  ]);
  expect(seen?.headers.authorization).toBe('Bearer remote-token');
  expect(seen?.headers.host).toBe(new URL(remote.baseUrl).host);
});

test.each(['GET', 'PUT', 'PATCH', 'DELETE'])('%s goes on as it is', async (method) => {
  await local.call(method, `${prefix}/api/v1/event-type/a.b`);
  expect(remote.seen[0]).toMatchObject({ method, url: '/api/v1/event-type/a.b' });
});

test('an ETag that a proxy made weak comes back strong, so that it matches when it is sent with a change', async () => {
  remote.respond = (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json', etag: 'W/"47"' }).end('{}');
  const reply = await local.call('GET', `${prefix}/api/v1/event-type/a.b`);
  expect(reply.headers.get('etag')).toBe('"47"');
});

test('status and body come back, cookies and policies do not', async () => {
  remote.respond = (_request, response) =>
    response
      .writeHead(422, {
        'content-type': 'application/json',
        'set-cookie': 'a=b',
        'access-control-allow-origin': '*',
        'content-security-policy': 'none',
        'retry-after': '3',
      })
      .end('{"detail":[]}');
  const reply = await local.call('GET', `${prefix}/api/v1/app`);
  expect(reply.status).toBe(422);
  expect(await reply.text()).toBe('{"detail":[]}');
  expect(reply.headers.get('retry-after')).toBe('3');
  expect(reply.headers.get('set-cookie')).toBeNull();
  expect(reply.headers.get('access-control-allow-origin')).toBeNull();
  expect(reply.headers.get('content-security-policy')).toBeNull();
});

test('a response without a body stays without one', async () => {
  remote.respond = (_request, response) => response.writeHead(204).end();
  expect((await local.call('DELETE', `${prefix}/api/v1/app/x`)).status).toBe(204);
});

test('what a browser could run comes back as mere bytes', async () => {
  remote.respond = (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<script>alert(1)</script>');
  const reply = await local.call('GET', `${prefix}/api/v1/app`);
  expect(reply.headers.get('content-type')).toBe('application/octet-stream');
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
});

test('a redirect is neither followed nor passed on', async () => {
  remote.respond = (_request, response) => response.writeHead(302, { location: '/api/v1/steal' }).end();
  const reply = await local.call('GET', `${prefix}/api/v1/app`);
  expect(reply.status).toBe(502);
  expect(await reply.json()).toMatchObject({ code: 'remote_unreachable' });
  expect(remote.seen.length).toBe(1);
});

test('a saved token that is refused is not mistaken for a refusal of the page', async () => {
  remote.respond = (_request, response) => sendJson(response, 401, {});
  const reply = await local.call('GET', `${prefix}/api/v1/app`);
  expect(reply.status).toBe(502);
  expect(await reply.json()).toEqual({
    code: 'remote_token_refused',
    detail: expect.stringMatching(/no longer accepts the saved token/),
  });
});

test('without the admin token of this instance nothing is forwarded', async () => {
  const ask = async (authorization: string) =>
    (await local.call('GET', `${prefix}/api/v1/app`, undefined, { authorization })).status;
  expect([await ask(''), await ask('Bearer remote-token'), await ask('Bearer local-reader')]).toEqual([
    401, 401, 403,
  ]);
  expect(remote.seen).toEqual([]);
});

test.each([
  '',
  '/',
  '/api/v1',
  '/api/v2/app',
  '/admin/',
  '/api/v1/../../admin',
  '/api/v1/..%2f..%2fadmin',
  '/api/v1/%2e%2e/%2E./admin',
  '/api/v1/app/..\\..\\x',
  '/api/v1/app%5c..',
  '/api/v1/%zz',
  '@evil.example/api/v1/app',
])('the path %j leads nowhere', async (path) => {
  const reply = await callRaw(prefix + path);
  expect(reply.status).toBe(404);
  expect(JSON.parse(reply.text)).toMatchObject({ code: 'not_found' });
  expect(remote.seen).toEqual([]);
});

test('a connection that leads back to forwarding is cut after one turn', async () => {
  const reply = await callRaw(`${prefix}/api/v1/app`, { 'posthorn-forwarded': '1' });
  expect(reply.status).toBe(400);
  expect(remote.seen).toEqual([]);
});

test('an instance that is gone is a 502', async () => {
  await remote.close();
  const reply = await local.call('GET', `${prefix}/api/v1/app`);
  expect(reply.status).toBe(502);
  expect(await reply.json()).toMatchObject({ code: 'remote_unreachable' });
  remote = await startScriptedRemote();
});

test('an instance that does not answer is a 504', async () => {
  remote.respond = () => {};
  const reply = await local.call('GET', `${prefix}/api/v1/app`);
  expect(reply.status).toBe(504);
  expect(await reply.json()).toMatchObject({ code: 'remote_timeout' });
});

test('a body that says it is too large is a 413 at once', async () => {
  const reply = await callRaw(`${prefix}/api/v1/event-type/import/openapi`, {
    'content-length': String(40 * 1024 * 1024),
  });
  expect(reply.status).toBe(413);
  expect(remote.seen).toEqual([]);
});

test('a body that only turns out to be too large is a 413', async () => {
  const part = new Uint8Array(1024 * 1024);
  let sent = 0;
  const reply = await fetch(`${local.url}${prefix}/api/v1/event-type/import/openapi`, {
    method: 'POST',
    headers: { authorization: 'Bearer local-admin', 'content-type': 'application/json' },
    body: new ReadableStream({
      pull(controller) {
        if (sent++ < 34) controller.enqueue(part);
        else controller.close();
      },
    }),
    duplex: 'half',
  } as RequestInit);
  expect(reply.status).toBe(413);
});

test('server-sent events stream through as they come, also after a silence, until the page goes away', async () => {
  let events: import('node:http').ServerResponse | undefined;
  const opened = new Promise<void>((resolve) => {
    remote.respond = (_request, response) => {
      events = response.writeHead(200, { 'content-type': 'text/event-stream' });
      events.flushHeaders();
      resolve();
    };
  });
  const leave = new AbortController();
  const reply = await fetch(`${local.url}${prefix}/api/v1/live`, {
    headers: { authorization: 'Bearer local-admin', accept: 'text/event-stream', 'last-event-id': '7' },
    signal: leave.signal,
  });
  await opened;
  expect(reply.headers.get('content-type')).toBe('text/event-stream');
  expect(remote.seen[0]?.headers['last-event-id']).toBe('7');
  const reader = reply.body?.getReader();
  for (const name of ['one', 'two']) {
    // Longer than the body timeout of other answers, which is checked about twice a second.
    await new Promise((resolve) => setTimeout(resolve, 2200));
    events?.write(`data: ${name}\n\n`);
    const { value } = (await reader?.read()) ?? {};
    expect(new TextDecoder().decode(value)).toBe(`data: ${name}\n\n`);
  }
  leave.abort();
  if (events && !events.closed) await once(events, 'close');
});

test('a response that breaks off does not look whole', async () => {
  remote.respond = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
    response.write('{"data":[', () => response.destroy());
  };
  const reply = await local.call('GET', `${prefix}/api/v1/app`);
  await expect(reply.text()).rejects.toThrow();
});
