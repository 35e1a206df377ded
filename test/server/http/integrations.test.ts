import { beforeEach, expect, test } from 'vitest';
import { testOnFile } from '../../support/engines';
import { startTestServer } from '../../support/start-test-server';
import { startedForEach } from '../../support/started';

const server = startedForEach(startTestServer);
let app: string;

beforeEach(async () => {
  app = await server.create('/app', { name: 'A', uid: 'a' });
});

const create = async (body: object = { name: 'Partner' }) =>
  (await server.call('POST', `/app/${app}/integration`, body)).json;
const keyOf = async (id: string) => (await server.call('GET', `/app/${app}/integration/${id}/key`)).json.key;
const call = (token: string, method: string, path: string, body?: unknown) =>
  server.call(method, path, body, { token });

test('the key of an integration does what a customer can, in its application only, until it is deleted', async () => {
  const { id } = await create();
  const key = await keyOf(id);
  const endpoint = await call(key, 'POST', '/app/a/endpoint', { url: 'http://127.0.0.1:9/' });
  expect(endpoint.status).toBe(201);
  expect((await call(key, 'GET', `/app/a/endpoint/${endpoint.json.id}/secret`)).status).toBe(200);
  const other = await server.create('/app', { name: 'B' });
  expect((await call(key, 'GET', `/app/${other}/endpoint`)).status).toBe(404);
  expect((await call(key, 'POST', '/app/a/msg', { eventType: 'a', payload: {} })).status).toBe(403);
  expect((await call(key, 'GET', '/app/a/integration')).status).toBe(403);
  expect((await call(key, 'POST', '/auth/logout')).status).toBe(403);
  expect((await server.call('DELETE', `/app/a/integration/${id}`)).status).toBe(204);
  expect((await call(key, 'GET', '/app/a/endpoint')).status).toBe(401);
  expect((await server.call('GET', `/app/a/integration/${id}`)).status).toBe(404);
});

testOnFile('its flags decide what the key sees, and a change of them acts at once', async () => {
  await server.call('POST', '/event-type', { name: 'beta.x', description: '', featureFlag: 'beta' });
  const { id } = await create({ name: 'P', featureFlags: ['beta'] });
  const key = await keyOf(id);
  expect((await call(key, 'GET', '/event-type/beta.x')).status).toBe(200);
  const replaced = await server.call('PUT', `/app/a/integration/${id}`, { name: 'Q' });
  expect(replaced.json).toMatchObject({ id, name: 'Q', featureFlags: null });
  expect((await call(key, 'GET', '/event-type/beta.x')).status).toBe(404);
  expect((await call(key, 'GET', '/app/a')).status).toBe(200);
});

testOnFile('a rotated key works at once, and the one before no longer', async () => {
  const { id } = await create();
  const before = await keyOf(id);
  const rotated = await server.call('POST', `/app/a/integration/${id}/key/rotate`);
  expect([rotated.status, await keyOf(id)]).toEqual([200, rotated.json.key]);
  expect((await call(before, 'GET', '/app/a')).status).toBe(401);
  await server.restart();
  expect((await call(rotated.json.key, 'GET', '/app/a')).status).toBe(200);
});

test('a key is no session: expire-all leaves it, and the list of sessions does not show it', async () => {
  const key = await keyOf((await create()).id);
  await server.call('POST', '/auth/app/a/expire-all', {});
  expect((await call(key, 'GET', '/app/a')).status).toBe(200);
  expect((await server.call('GET', '/auth/app/a/session')).json.data).toEqual([]);
  expect((await server.call('DELETE', '/auth/app/a/session/none')).status).toBe(404);
  expect((await server.call('GET', '/auth/token')).json.data).toEqual([]);
});

testOnFile('integrations are listed in both orders, and go with their application', async () => {
  for (const name of ['one', 'two', 'three']) await create({ name });
  const names = async (query: string) =>
    (await server.call('GET', `/app/a/integration?${query}`)).json.data.map(
      (row: { name: string }) => row.name,
    );
  expect(await names('')).toEqual(['one', 'two', 'three']);
  expect(await names('order=descending&limit=2')).toEqual(['three', 'two']);
  const key = await keyOf((await create()).id);
  expect((await server.call('DELETE', `/app/${app}`)).status).toBe(204);
  expect((await call(key, 'GET', '/auth/whoami')).status).toBe(401);
  expect((await server.call('GET', `/app/${app}/integration`)).status).toBe(404);
});

test('what is missing is a 404, what does not fit a 422', async () => {
  const { id } = await create();
  const other = await server.create('/app', { name: 'B' });
  for (const path of [`/app/a/integration/integ_none`, `/app/${other}/integration/${id}`]) {
    expect((await server.call('GET', path)).status).toBe(404);
    expect((await server.call('PUT', path, { name: 'x' })).status).toBe(404);
    expect((await server.call('DELETE', path)).status).toBe(404);
    expect((await server.call('GET', `${path}/key`)).status).toBe(404);
    expect((await server.call('POST', `${path}/key/rotate`)).status).toBe(404);
  }
  expect((await server.call('GET', `/app/a/integration/${id}`)).status).toBe(200);
  for (const body of [{}, { name: '' }, { name: 'x', featureFlags: ['not a flag'] }]) {
    expect((await server.call('POST', '/app/a/integration', body)).status).toBe(422);
  }
});

testOnFile(
  'a key that another secret key sealed still lets in, and says what to do when asked for',
  async () => {
    const { id } = await create();
    const key = await keyOf(id);
    await server.restart({ parts: { secretKey: 'ab'.repeat(32) } });
    expect((await call(key, 'GET', '/app/a')).status).toBe(200);
    const response = await server.call('GET', `/app/a/integration/${id}/key`);
    expect([response.status, response.json.detail]).toEqual([409, expect.stringContaining('Rotate')]);
  },
);
