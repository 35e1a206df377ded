import { beforeEach, expect, test } from 'vitest';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const server = startedOnce(startTestServer);
let names = 0;
let name: string;

beforeEach(() => {
  name = `invoice.paid-${names++}`;
});

const create = (extra: object = {}) =>
  server.call('POST', '/event-type', { name, description: 'd', ...extra });

test('an event type that was created reads the same, with both spellings of its flag', async () => {
  const created = await create({ featureFlag: 'beta', schema: { type: 'object' }, groupName: 'money' });
  expect(created.status).toBe(201);
  expect(created.json).toMatchObject({
    name,
    description: 'd',
    archived: false,
    deprecated: false,
    featureFlag: 'beta',
    featureFlags: ['beta'],
    schemas: { 1: { type: 'object' } },
    groupName: 'money',
  });
  expect((await server.call('GET', `/event-type/${name}/`)).json).toEqual(created.json);
});

test('a name that exists is a 409, an archived one is replaced and comes back', async () => {
  await create({ schemas: { 1: { type: 'object' } } });
  const repeated = await create();
  expect([repeated.status, repeated.json.code]).toEqual([409, 'event_type_exists']);
  expect((await server.call('DELETE', `/event-type/${name}`)).status).toBe(204);
  expect((await server.call('GET', `/event-type/${name}`)).json.archived).toBe(true);
  const replaced = await create({ description: 'again' });
  expect(replaced.status).toBe(201);
  expect(replaced.json).toMatchObject({ archived: false, description: 'again', schemas: null });
});

test('POST on the name and PATCH change only what is given, and null removes a flag', async () => {
  await create({ featureFlags: ['a', 'b'], schema: { type: 'object' } });
  const patched = await server.call('POST', `/event-type/${name}/`, { featureFlag: null });
  expect(patched.status).toBe(200);
  expect(patched.json).toMatchObject({
    featureFlag: null,
    featureFlags: null,
    schemas: { 1: { type: 'object' } },
  });
  const again = await server.call('PATCH', `/event-type/${name}`, { schemas: null, description: 'new' });
  expect(again.json).toMatchObject({ schemas: null, description: 'new' });
  expect((await server.call('PATCH', '/event-type/none', {})).status).toBe(404);
});

test('a name is all that a new event type needs, however it is made', async () => {
  const posted = await server.call('POST', '/event-type', { name: 'bare.posted' });
  expect([posted.status, posted.json.description]).toEqual([201, '']);
  const put = await server.call('PUT', '/event-type/bare.put', {});
  expect([put.status, put.json.description]).toEqual([201, '']);
  const imported = await server.call('POST', '/environment/import', {
    eventTypes: [{ name: 'bare.imported' }],
  });
  expect(imported.status).toBe(204);
  expect((await server.call('GET', '/event-type/bare.imported')).json.description).toBe('');
  expect((await server.call('PUT', '/event-type/no%20name', {})).status).toBe(422);
});

test('PUT replaces or creates; without a description it changes only what is given', async () => {
  expect(
    (await server.call('PUT', `/event-type/${name}`, { description: 'x', featureFlag: 'f' })).status,
  ).toBe(201);
  const flagOnly = await server.call('PUT', `/event-type/${name}`, { featureFlag: null });
  expect([flagOnly.status, flagOnly.json.description]).toEqual([200, 'x']);
  await server.call('PATCH', `/event-type/${name}`, { schema: { type: 'object' }, deprecated: true });
  const replaced = await server.call('PUT', `/event-type/${name}`, { description: 'y' });
  expect(replaced.json).toMatchObject({ description: 'y', schemas: null, deprecated: false });
  expect((await server.call('PUT', `/event-type/${name}-unknown`, { featureFlag: 'f' })).status).toBe(201);
  expect((await server.call('PUT', '/event-type/no%20name', { description: 'x' })).status).toBe(422);
});

test('expunge removes an event type for good', async () => {
  await create();
  expect((await server.call('DELETE', `/event-type/${name}?expunge=true`)).status).toBe(204);
  expect((await server.call('GET', `/event-type/${name}`)).status).toBe(404);
  expect((await server.call('DELETE', `/event-type/${name}?expunge=true`)).status).toBe(404);
});

test('a list hides schemas and archived types unless they are asked for', async () => {
  await create({ schema: { type: 'object' } });
  await server.call('DELETE', `/event-type/${name}`);
  const find = async (query: string) =>
    (await server.call('GET', `/event-type?limit=250&${query}`)).json.data.find(
      (json: { name: string }) => json.name === name,
    );
  expect(await find('')).toBeUndefined();
  expect((await find('include_archived=true')).schemas).toBeNull();
  expect((await find('include_archived=true&with_content=true')).schemas).toEqual({ 1: { type: 'object' } });
});

test('a schema that is not Draft 7 is refused', async () => {
  const response = await create({ schemas: { 1: { readOnly: 15 } } });
  expect(response.status).toBe(422);
  expect(response.json.detail[0].loc).toEqual(['body', 'schemas']);
});

test('who lacks the flag neither lists nor reads a flagged event type', async () => {
  await create({ featureFlags: ['beta', 'gamma'] });
  const token = async (featureFlags: string[]) =>
    (await server.call('POST', '/auth/token', { name: 't', featureFlags })).json.token as string;
  const seen = async (flags: string[]) => {
    const options = { token: await token(flags) };
    const list = await server.call('GET', '/event-type?limit=250', undefined, options);
    const get = await server.call('GET', `/event-type/${name}`, undefined, options);
    return [list.json.data.some((json: { name: string }) => json.name === name), get.status];
  };
  expect(await seen([])).toEqual([false, 404]);
  expect(await seen(['other'])).toEqual([false, 404]);
  expect(await seen(['other', 'gamma'])).toEqual([true, 200]);
});

test('an example is made from a schema', async () => {
  const response = await server.call('POST', '/event-type/schema/generate-example', {
    schema: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
  });
  expect(response.status).toBe(200);
  expect(typeof response.json.example.id).toBe('string');
});

test('the example of an event type is as visible as the event type itself', async () => {
  const schema = {
    type: 'object',
    properties: { id: { type: 'string' } },
    examples: [{ id: 'by the author' }],
  };
  await server.call('POST', '/event-type', {
    name: 'with.example',
    description: '',
    featureFlag: 'gamma',
    schemas: { 1: schema },
  });
  const own = await server.call('GET', '/event-type/with.example/example');
  expect(own.json).toEqual({
    example: { id: 'by the author' },
    source: 'author',
    fits: true,
    problems: [],
    variants: [],
  });
  const reader = await server.call('POST', '/auth/token', { name: 'reader', featureFlags: [] });
  const hidden = await server.call('GET', '/event-type/with.example/example', undefined, {
    token: reader.json.token,
  });
  expect(hidden.status).toBe(404);
  await server.call('POST', '/event-type', { name: 'without.schema', description: '' });
  expect((await server.call('GET', '/event-type/without.schema/example')).status).toBe(404);
});

test('PATCH archives and brings back; schemas can be empty, and null is none', async () => {
  await create({ schemas: { 1: { type: 'object' } }, deprecated: true });
  const patch = async (body: object) => (await server.call('PATCH', `/event-type/${name}`, body)).json;
  expect(await patch({ archived: true })).toMatchObject({ archived: true, deprecated: true });
  expect(await patch({ archived: false })).toMatchObject({ archived: false });
  expect((await patch({ schemas: {} })).schemas).toEqual({});
  expect((await patch({ schemas: null })).schemas).toBeNull();
  expect(await patch({ groupName: 'g' })).toMatchObject({ groupName: 'g' });
  expect(await patch({ groupName: null })).toMatchObject({ groupName: null });
});

test('both spellings of the flags are read, the list wins, and an empty one means everybody', async () => {
  const created = await create({ featureFlag: 'one', featureFlags: ['two', 'three'] });
  expect(created.json).toMatchObject({ featureFlag: 'two', featureFlags: ['two', 'three'] });
  const put = (body: object) => server.call('PUT', `/event-type/${name}`, { description: 'd', ...body });
  expect((await put({ featureFlags: [], featureFlag: 'one' })).json.featureFlags).toBeNull();
  expect((await put({ featureFlag: 'one' })).json.featureFlags).toEqual(['one']);
  expect((await put({})).json.featureFlags).toBeNull();
  expect((await put({ featureFlags: ['a', 'a'] })).status).toBe(422);
  expect((await put({ featureFlags: ['not a flag'] })).status).toBe(422);
});

test('PUT brings an archived event type back, and the name in its body counts for nothing', async () => {
  await create();
  await server.call('DELETE', `/event-type/${name}`);
  const put = await server.call('PUT', `/event-type/${name}`, { name: 'another', description: 'back' });
  expect([put.status, put.json.name, put.json.archived]).toEqual([200, name, false]);
  expect((await server.call('GET', '/event-type/another')).status).toBe(404);
});

test('a list runs in both orders', async () => {
  const names = ['order.a', 'order.b', 'order.c'];
  for (const name of names) await server.call('POST', '/event-type', { name, description: '' });
  const list = async (order: string) =>
    (await server.call('GET', `/event-type?limit=250&order=${order}`)).json.data
      .map((json: { name: string }) => json.name)
      .filter((json: string) => json.startsWith('order.'));
  expect(await list('ascending')).toEqual(names);
  expect(await list('descending')).toEqual(names.reverse());
  expect((await server.call('GET', '/event-type?order=sideways')).status).toBe(422);
});
