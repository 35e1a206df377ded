import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../support/start-test-server';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.remove());

const create = async (body: object = {}) => (await server.call('POST', '/app', { name: 'A', ...body })).json;

test('an application has both spellings of its limit, the newer one wins', async () => {
  const both = await create({ rateLimit: 5, throttleRate: 6 });
  expect([both.rateLimit, both.throttleRate]).toEqual([6, 6]);
  const patched = (await server.call('PATCH', `/app/${both.id}`, { rateLimit: 9 })).json;
  expect([patched.rateLimit, patched.throttleRate]).toEqual([9, 9]);
});

test('PATCH leaves alone what is absent and clears what is null; PUT replaces', async () => {
  const { id } = await create({ uid: 'one', rateLimit: 5, metadata: { a: 'b' } });
  const renamed = (await server.call('PATCH', `/app/${id}`, { name: 'B' })).json;
  expect(renamed).toMatchObject({ name: 'B', uid: 'one', rateLimit: 5, metadata: { a: 'b' } });
  const cleared = (await server.call('PATCH', `/app/${id}`, { uid: null, rateLimit: null, metadata: null }))
    .json;
  expect(cleared).toMatchObject({ uid: null, rateLimit: null, metadata: {} });
  await server.call('PATCH', `/app/${id}`, { rateLimit: 3, metadata: { c: 'd' } });
  const replaced = (await server.call('PUT', `/app/${id}`, { name: 'C' })).json;
  expect(replaced).toMatchObject({ id, name: 'C', rateLimit: null, metadata: {} });
});

test('PUT creates under the name in the path, and finds it again', async () => {
  const first = await server.call('PUT', '/app/made-by-put', { name: 'P' });
  expect([first.status, first.json.uid]).toEqual([201, 'made-by-put']);
  const second = await server.call('PUT', '/app/made-by-put', { name: 'Q', uid: 'made-by-put' });
  expect([second.status, second.json.id]).toEqual([200, first.json.id]);
});

test('a uid is taken until its application is deleted', async () => {
  const { id } = await create({ uid: 'taken' });
  const other = await create();
  expect((await server.call('PATCH', `/app/${other.id}`, { uid: 'taken' })).json.code).toBe('conflict');
  expect((await server.call('POST', '/app?get_if_exists=true', { name: 'x', uid: 'taken' })).json.id).toBe(
    id,
  );
  expect((await server.call('DELETE', '/app/taken')).status).toBe(204);
  expect((await server.call('POST', '/app?get_if_exists=true', { name: 'x', uid: 'taken' })).status).toBe(
    201,
  );
});

test('a list can leave out applications without endpoints, or with disabled ones', async () => {
  const [none, on, off] = [await create(), await create(), await create()];
  await server.call('POST', `/app/${on.id}/endpoint`, { url: 'http://127.0.0.1:9/' });
  await server.call('POST', `/app/${off.id}/endpoint`, { url: 'http://127.0.0.1:9/', disabled: true });
  const ids = async (query: string) =>
    (await server.call('GET', `/app?limit=250&${query}`)).json.data.map((row: { id: string }) => row.id);
  const withEndpoints = await ids('exclude_apps_with_no_endpoints=true');
  expect([none, on, off].map(({ id }) => withEndpoints.includes(id))).toEqual([false, true, true]);
  const enabled = await ids('exclude_apps_with_disabled_endpoints=true');
  expect([none, on, off].map(({ id }) => enabled.includes(id))).toEqual([true, true, false]);
});

test('a message may describe the application it is for, which is then made once', async () => {
  const send = (application: object, body: object = {}) =>
    server.call('POST', '/app/on-the-way/msg', { eventType: 'a', payload: {}, application, ...body });
  expect((await send({ name: 'W' })).json.detail[0].type).toBe('application_uid_missing');
  expect((await send({ name: 'W', uid: 'on-the-way' }, { payload: [] })).status).toBe(422);
  expect((await server.call('GET', '/app/on-the-way')).status).toBe(404);
  expect((await send({ name: 'W', uid: 'on-the-way' })).status).toBe(202);
  expect((await send({ name: 'ignored', uid: 'on-the-way' })).status).toBe(202);
  expect((await server.call('GET', '/app/on-the-way')).json.name).toBe('W');
});
