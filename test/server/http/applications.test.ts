import { expect, test } from 'vitest';
import { systemClock } from '../../../src-server/base/clock';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

let aheadMs = 0;
const clock = { ...systemClock, now: () => systemClock.now() + aheadMs };
const server = startedOnce(() => startTestServer({ parts: { clock } }));

const create = async (body: object = {}) => (await server.call('POST', '/app', { name: 'A', ...body })).json;

test('an application has both spellings of its limit, the newer one wins', async () => {
  const both = await create({ rateLimit: 5, throttleRate: 6 });
  expect([both.rateLimit, both.throttleRate]).toEqual([6, 6]);
  const patched = (await server.call('PATCH', `/app/${both.id}`, { rateLimit: 9 })).json;
  expect([patched.rateLimit, patched.throttleRate]).toEqual([9, 9]);
});

test('PATCH keeps absent fields and clears null ones; PUT replaces all', async () => {
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

test('a change of an application moves the time of its last update, and not that of its creation', async () => {
  const { id, createdAt, updatedAt } = await create();
  expect(updatedAt).toBe(createdAt);
  aheadMs += 60_000;
  const changed = (await server.call('PATCH', `/app/${id}`, { name: 'B' })).json;
  expect(changed.createdAt).toBe(createdAt);
  expect(Date.parse(changed.updatedAt) - Date.parse(createdAt)).toBeGreaterThanOrEqual(60_000);
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
  expect(await server.create('/app?get_if_exists=true', { name: 'x', uid: 'taken' })).toBe(id);
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

test('a message may describe its application, which is then created once', async () => {
  const send = (application: object, body: object = {}) =>
    server.call('POST', '/app/on-the-way/msg', { eventType: 'a', payload: {}, application, ...body });
  expect((await send({ name: 'W' })).json.detail[0].type).toBe('application_uid_missing');
  expect((await send({ name: 'W', uid: 'on-the-way' }, { payload: [] })).status).toBe(422);
  expect((await server.call('GET', '/app/on-the-way')).status).toBe(404);
  expect((await send({ name: 'W', uid: 'on-the-way' })).status).toBe(202);
  expect((await send({ name: 'ignored', uid: 'on-the-way' })).status).toBe(202);
  expect((await server.call('GET', '/app/on-the-way')).json.name).toBe('W');
});

test('of several who create or get the same application at once, one creates it', async () => {
  const responses = await Promise.all(
    [...Array(10)].map(() => server.call('POST', '/app?get_if_exists=true', { name: 'x', uid: 'at-once' })),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
  expect(new Set(responses.map(({ json }) => json.id)).size).toBe(1);
  expect((await server.call('POST', '/app', { name: 'x', uid: 'at-once' })).json.code).toBe('conflict');
});

test('a PUT by uid without a uid finds the same application again; null clears it', async () => {
  const first = await server.call('PUT', '/app/kept', { name: 'K' });
  const again = await server.call('PUT', '/app/kept', { name: 'L' });
  expect([again.status, again.json.id, again.json.uid]).toEqual([200, first.json.id, 'kept']);
  const byId = await server.call('PUT', `/app/${first.json.id}`, { name: 'M' });
  expect(byId.json.uid).toBeNull();
  await server.call('PATCH', `/app/${first.json.id}`, { uid: 'kept' });
  expect((await server.call('PUT', '/app/kept', { name: 'N', uid: null })).json.uid).toBeNull();
  expect((await server.call('GET', '/app/kept')).status).toBe(404);
});

test('a list can exclude applications whose endpoint is only for tests', async () => {
  const [real, builtIn, play] = [await create(), await create(), await create()];
  const at = (app: { id: string }, url: string) => server.call('POST', `/app/${app.id}/endpoint`, { url });
  await at(real, 'http://127.0.0.1:9/receiver/of-their-own');
  await at(builtIn, `${server.baseUrl}/receiver/sample`);
  await at(play, 'https://play.svix.com/in/e_1/');
  const list = await server.call('GET', '/app?limit=250&exclude_apps_with_svix_play_endpoints=true');
  const ids = list.json.data.map(({ id }: { id: string }) => id);
  expect([real, builtIn, play].map(({ id }) => ids.includes(id))).toEqual([true, false, false]);
});

test.each([
  ['name', { name: '' }],
  ['name', {}],
  ['name', { name: 'a\u0001b' }],
  ['uid', { name: 'a', uid: '' }],
  ['uid', { name: 'a', uid: 'app_mine' }],
  ['uid', { name: 'a', uid: 'with space' }],
  ['uid', { name: 'a', uid: 'x'.repeat(257) }],
  ['rateLimit', { name: 'a', rateLimit: 0 }],
  ['throttleRate', { name: 'a', throttleRate: 65_536 }],
  ['metadata', { name: 'a', metadata: { big: 'x'.repeat(4096) } }],
  ['metadata', { name: 'a', metadata: { number: 1 } }],
])('a wrong %s is a 422 that names it, wherever it is given: %j', async (field, body) => {
  const { id } = await create();
  const paths = [
    ['POST', '/app'],
    ['PUT', `/app/${id}`],
    ['PUT', '/app/not-there'],
    ...('name' in body ? [['PATCH', `/app/${id}`]] : []),
  ] as const;
  for (const [method, path] of paths) {
    const response = await server.call(method ?? '', path ?? '', body);
    expect([method, response.status, response.json.detail?.[0].loc.slice(0, 2)]).toEqual([
      method,
      422,
      ['body', field],
    ]);
  }
});

test('a missing object is a 404 and a taken uid a 409, in every operation that changes one', async () => {
  await create({ uid: 'held' });
  const { id } = await create({ uid: 'mine' });
  for (const [method, body] of [
    ['GET', undefined],
    ['PATCH', { name: 'x' }],
    ['DELETE', undefined],
  ] as const) {
    expect((await server.call(method, '/app/nobody', body)).status).toBe(404);
    expect((await server.call(method, '/app/app_nobody', body)).status).toBe(404);
  }
  expect((await server.call('PUT', '/app/app_nobody', { name: 'x' })).status).toBe(404);
  for (const [method, path] of [
    ['POST', '/app'],
    ['PUT', `/app/${id}`],
    ['PATCH', `/app/${id}`],
    ['PUT', '/app/unknown'],
  ] as const) {
    const response = await server.call(method, path, { name: 'x', uid: 'held' });
    expect([method, response.status, response.json.code]).toEqual([method, 409, 'conflict']);
  }
  // Its own uid does not count as taken.
  expect((await server.call('PATCH', '/app/mine', { uid: 'mine' })).status).toBe(200);
});

test('a uid that begins like the id of a polling endpoint is refused for a polling endpoint alone', async () => {
  const application = { name: 'a', uid: 'poll_of-ours' };
  expect((await server.call('POST', '/app', application)).status).toBe(201);
  expect((await server.call('PUT', '/app/poll_of-ours', application)).status).toBe(200);
  const poller = await server.call('POST', '/app/poll_of-ours/polling-endpoint', { uid: 'poll_of-ours' });
  expect([poller.status, poller.json.detail?.[0].loc]).toEqual([422, ['body', 'uid']]);
});
