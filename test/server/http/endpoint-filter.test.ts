import { beforeEach, expect, test } from 'vitest';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const url = 'http://127.0.0.1:9/';
const filter = { payload: { amount: { $gte: 100 }, __proto__: null, 'a.b': ['x', null] }, eventType: 'paid' };
const other = { tags: 'vip' };

const server = startedOnce(startTestServer);
let app: string;
let path: string;
beforeEach(async () => {
  app = await server.create('/app', { name: 'A' });
  path = `/app/${app}/endpoint`;
});

const read = async (id: string) => (await server.call('GET', `${path}/${id}`)).json.filter;

test('the filter of an endpoint comes back as it was written, also after a restart and in the list', async () => {
  const id = await server.create(path, { url, filter });
  expect(await read(id)).toEqual(filter);
  await server.restart();
  expect(await read(id)).toEqual(filter);
  expect((await server.call('GET', path)).json.data[0].filter).toEqual(filter);
});

test('an endpoint without a filter has null, and so has one with an empty filter', async () => {
  expect(await read(await server.create(path, { url }))).toBeNull();
  expect(await read(await server.create(path, { url, filter: {} }))).toBeNull();
  expect(await read(await server.create(path, { url, filter: null }))).toBeNull();
});

test('a PATCH replaces the filter whole or clears it, and one without it leaves it alone', async () => {
  const id = await server.create(path, { url, filter });
  const patch = async (body: object) =>
    (await server.call('PATCH', `${path}/${id}`, body)).json.filter as unknown;
  expect(await patch({ description: 'x' })).toEqual(filter);
  expect(await patch({ filter: other })).toEqual(other);
  expect(await patch({ filter: {} })).toBeNull();
  expect(await patch({ filter })).toEqual(filter);
  expect(await patch({ filter: null })).toBeNull();
});

test('a PUT of a client that does not know the filter leaves it, and one that names it replaces it', async () => {
  const id = await server.create(path, { url, filter });
  const put = async (body: object) =>
    (await server.call('PUT', `${path}/${id}`, { url, ...body })).json.filter as unknown;
  expect(await put({})).toEqual(filter);
  expect(await put({ filter: other })).toEqual(other);
  expect(await put({ filter: null })).toBeNull();
});

test.each<[string, object, string]>([
  ['an operator that needs another value', { payload: { amount: { $gte: null } } }, '/payload/amount/$gte'],
  ['an unknown operator', { payload: { 'a/b': { $regex: 'x' } } }, '/payload/a~1b/$regex'],
  ["Outpost's name for the payload", { data: { amount: 1 } }, '/data'],
  ["Hookdeck's name for the payload", { $or: [{ body: { amount: 1 } }] }, '/$or/0/body'],
  ['more than a hundred conditions', { $or: Array.from({ length: 101 }, () => ({ eventType: 'a' })) }, ''],
])('a filter with %s is refused at its place by POST, PUT and PATCH', async (_name, wrong, pointer) => {
  const id = await server.create(path, { url });
  for (const [method, to] of [
    ['POST', path],
    ['PUT', `${path}/${id}`],
    ['PATCH', `${path}/${id}`],
  ] as const) {
    const { status, json } = await server.call(method, to, { url, filter: wrong });
    expect([status, json.detail[0].loc]).toEqual([422, ['body', 'filter', pointer]]);
    expect(json.detail[0].msg).toMatch(pointer === '' ? /^has more than 100/ : /^\/.+: .+/);
  }
  expect(await read(id)).toBeNull();
});

test.each([
  ['a list', []],
  ['a text', 'x'],
  ['a number', 1],
])('%s is no filter', async (_name, wrong) => {
  const { status, json } = await server.call('POST', path, { url, filter: wrong });
  expect([status, json.detail[0].loc]).toEqual([422, ['body', 'filter']]);
});

test('a portal token sets the filter of an endpoint, and a member called __proto__ is a member', async () => {
  const token = await server.portalToken(app);
  const raw = `{"url":"${url}","filter":{"payload":{"__proto__":"x"}}}`;
  const made = await server.call('POST', path, undefined, { token, raw: Buffer.from(raw) });
  expect(made.status).toBe(201);
  expect(JSON.stringify(made.json.filter)).toBe('{"payload":{"__proto__":"x"}}');
  expect(JSON.stringify(await read(made.json.id))).toBe('{"payload":{"__proto__":"x"}}');
});

test('the filter counts towards the size of an endpoint', async () => {
  const long = `${url}${'x'.repeat(60_000)}`;
  const id = await server.create(path, { url: long, description: 'x'.repeat(10_000) });
  const large = { payload: { a: 'x'.repeat(4000) } };
  const { status, json } = await server.call('PATCH', `${path}/${id}`, { filter: large });
  expect([status, json.detail[0].loc]).toEqual([422, ['body', 'filter']]);
});
