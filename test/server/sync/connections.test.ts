import { once } from 'node:events';
import { createServer as createTcpServer } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ScriptedRemote, sendJson, startScriptedRemote } from './scripted-remote';
import { type LocalServer, startLocal } from './start-local';

let local: LocalServer;
let remote: ScriptedRemote;

beforeEach(async () => {
  remote = await startScriptedRemote();
  local = await startLocal({ headersMs: 1500 });
});

afterEach(async () => {
  await local.close();
  await remote.close();
});

const input = (extra: Record<string, unknown> = {}) => ({
  name: 'Shared',
  baseUrl: remote.baseUrl,
  token: 'remote-token',
  ...extra,
});
const testIt = async (extra: Record<string, unknown> = {}) =>
  (await local.call('POST', '/api/v1/connections/test', input(extra))).json();

test('a connection is kept after its test went well, and listed without its token', async () => {
  const created = await local.call(
    'POST',
    '/api/v1/connections',
    input({ baseUrl: `${remote.baseUrl}/api/v1/` }),
  );
  expect(created.status).toBe(201);
  const connection = await created.json();
  expect(connection).toEqual({
    id: expect.stringMatching(/^con_/),
    name: 'Shared',
    baseUrl: remote.baseUrl,
    createdAt: expect.stringMatching(/Z$/),
    colour: null,
    protected: false,
    mode: 'direct',
    installation: null,
  });
  const list = await local.call('GET', '/api/v1/connections');
  expect(await list.json()).toEqual({ data: [connection] });
});

test('a connection is renamed, coloured and protected, and keeps its token', async () => {
  const created = await local.call('POST', '/api/v1/connections', input({ protected: true }));
  const { id, ...rest } = await created.json();
  expect(rest).toMatchObject({ colour: null, protected: true });
  const path = `/api/v1/connections/${id}`;
  const changed = await local.call('PATCH', path, { name: 'Production', colour: 'rose' });
  expect(await changed.json()).toEqual({ ...rest, id, name: 'Production', colour: 'rose' });
  await local.call('PATCH', path, { colour: null, protected: false });
  const list = await local.call('GET', '/api/v1/connections');
  expect((await list.json()).data).toEqual([
    { ...rest, id, name: 'Production', protected: false, mode: 'direct' },
  ]);
  expect((await local.call('GET', `/remote/${id}/api/v1/app`)).status).toBe(200);

  expect((await local.call('PATCH', path, { colour: 'mauve' })).status).toBe(422);
  expect((await local.call('PATCH', '/api/v1/connections/con_none', {})).status).toBe(404);
  await local.call('DELETE', path);
  expect(await local.db.all("SELECT name FROM setting WHERE name LIKE 'connection%'")).toEqual([]);
});

test('a new token is tested before it replaces the one that is refused', async () => {
  const valid = new Set(['Bearer remote-token']);
  remote.respond = (request, response) =>
    valid.has(request.headers.authorization ?? '')
      ? sendJson(response, 200, { data: [], iterator: null, done: true })
      : sendJson(response, 401, { code: 'authentication_failed', detail: '' });
  const { id } = await (await local.call('POST', '/api/v1/connections', input())).json();
  valid.clear();
  valid.add('Bearer second-token');
  const ask = async () => (await local.call('GET', `/remote/${id}/api/v1/app`)).status;
  expect(await ask()).toBe(502);
  const change = async (token: string) => {
    const response = await local.call('PATCH', `/api/v1/connections/${id}`, { token });
    return { status: response.status, body: await response.json() };
  };
  expect(await change('wrong-token')).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'token'] }] },
  });
  expect(await ask()).toBe(502);
  const { status, body } = await change(' second-token ');
  expect([status, JSON.stringify(body).includes('second-token')]).toEqual([200, false]);
  expect(await ask()).toBe(200);
});

test('the token is encrypted in the database', async () => {
  await local.call('POST', '/api/v1/connections', input());
  const rows = await local.db.all('SELECT * FROM connection');
  expect(rows.length).toBe(1);
  expect(JSON.stringify(rows)).not.toContain('remote-token');
});

test('a token whose address was changed behind our back is not sent there', async () => {
  const { id } = await (await local.call('POST', '/api/v1/connections', input())).json();
  await local.db.write((tx) => tx.run('UPDATE connection SET base_url = ?', [`${remote.baseUrl}/other`]));
  remote.seen.length = 0;
  const response = await local.call('GET', `/remote/${id}/api/v1/app`);
  expect(response.status).toBe(502);
  expect((await response.json()).detail).toMatch(/cannot be decrypted/);
  expect(remote.seen).toEqual([]);
});

test('a deleted connection is gone', async () => {
  const { id } = await (await local.call('POST', '/api/v1/connections', input())).json();
  expect((await local.call('DELETE', `/api/v1/connections/${id}`)).status).toBe(204);
  expect((await local.call('DELETE', `/api/v1/connections/${id}`)).status).toBe(404);
  expect((await local.call('GET', `/remote/${id}/api/v1/app`)).status).toBe(404);
});

test('only an admin token may manage connections', async () => {
  const authorization = { authorization: 'Bearer local-reader' };
  expect((await local.call('GET', '/api/v1/connections', undefined, authorization)).status).toBe(403);
  expect((await local.call('POST', '/api/v1/connections', input(), authorization)).status).toBe(403);
  expect(remote.seen).toEqual([]);
});

test('a test says that all is well', async () => {
  expect(await testIt()).toEqual({ ok: true, detail: 'Connected.' });
});

test('a refused token is said, and nothing is kept', async () => {
  expect(await testIt({ token: 'wrong' })).toMatchObject({
    ok: false,
    detail: expect.stringMatching(/does not accept this token/),
  });
  const saved = await local.call('POST', '/api/v1/connections', input({ token: 'wrong' }));
  expect(saved.status).toBe(422);
  expect((await saved.json()).detail[0].loc).toEqual(['body', 'token']);
  expect(await (await local.call('GET', '/api/v1/connections')).json()).toEqual({ data: [] });
});

test.each([
  ['reader', { kind: 'reader', appId: null }, /is read-only/],
  ['portal', { kind: 'portal', appId: 'app_1' }, /belongs to one application/],
])('a %s token of the other instance is not enough', async (_kind, whoami, detail) => {
  remote.respond = (_request, response) => sendJson(response, 200, whoami);
  expect(await testIt()).toMatchObject({ ok: false, detail: expect.stringMatching(detail) });
});

test('a server that is not Posthorn but has the same API is asked for its event types', async () => {
  remote.respond = (request, response) =>
    request.url === '/api/v1/event-type?limit=1'
      ? sendJson(response, 200, { data: [], iterator: null, done: true })
      : sendJson(response, 404, { code: 'not_found', detail: 'no' });
  expect(await testIt()).toMatchObject({ ok: true, detail: expect.stringMatching(/not Posthorn/) });
});

test('a server with another API is told apart', async () => {
  remote.respond = (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>');
  expect(await testIt()).toMatchObject({ ok: false, detail: expect.stringMatching(/not like Posthorn/) });
});

test('a redirect is not followed but named', async () => {
  remote.respond = (_request, response) =>
    response.writeHead(301, { location: 'https://elsewhere.example/' }).end();
  expect(await testIt()).toMatchObject({
    ok: false,
    detail: expect.stringMatching(/https:\/\/elsewhere.example\//),
  });
  expect(remote.seen.length).toBe(1);
});

test('a redirect that repeats the token is named without it', async () => {
  remote.respond = ({ headers }, response) =>
    response.writeHead(302, { location: `/login?was=${headers.authorization}` }).end();
  const { detail } = await testIt();
  expect(detail).toMatch(/\/login\?was=Bearer \(token\)/);
});

test('a server that responds with an error is told apart', async () => {
  remote.respond = (_request, response) => sendJson(response, 503, {});
  expect(await testIt()).toMatchObject({ ok: false, detail: expect.stringMatching(/error \(503\)/) });
});

test('a server that does not answer in time is told apart', async () => {
  remote.respond = () => {};
  expect(await testIt()).toMatchObject({
    ok: false,
    detail: expect.stringMatching(/did not respond in time/),
  });
});

test('an address where nothing listens is told apart', async () => {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  const port = typeof address === 'object' ? address?.port : 0;
  expect(await testIt({ baseUrl: `http://127.0.0.1:${port}` })).toMatchObject({
    ok: false,
    detail: expect.stringMatching(/refused the connection/),
  });
});

test('https where plain http is spoken is told apart', async () => {
  expect(await testIt({ baseUrl: remote.baseUrl.replace('http:', 'https:') })).toMatchObject({
    ok: false,
    detail: expect.stringMatching(/does not speak TLS|closed the connection/),
  });
});

test.each([
  ['not an address', 'posthorn.example.com'],
  ['another scheme', 'ftp://127.0.0.1/catalog'],
  ['a user name in it', 'http://me:secret@127.0.0.1/'],
  ['a query', 'http://127.0.0.1/?a=b'],
])('%s is refused with 422', async (_what, baseUrl) => {
  const response = await local.call('POST', '/api/v1/connections/test', input({ baseUrl }));
  expect(response.status).toBe(422);
  expect((await response.json()).detail[0].loc).toEqual(['body', 'baseUrl']);
});

test('a token that could add a header is refused with 422', async () => {
  const response = await local.call('POST', '/api/v1/connections', input({ token: 'a\r\nx-evil: 1' }));
  expect(response.status).toBe(422);
  expect(remote.seen).toEqual([]);
});
