import { beforeEach, expect, test } from 'vitest';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const server = startedOnce(startTestServer);
let names = 0;
let path: string;

beforeEach(async () => {
  const name = `invoice.paid-${names++}`;
  path = `/event-type/${name}`;
  await server.call('POST', '/event-type', { name, description: 'd', schema: { type: 'object' } });
});

const tag = async () => (await server.call('GET', path)).headers.get('etag');
const change = (ifMatch: string, body: object, method = 'PATCH') =>
  server.call(method, path, body, { headers: { 'if-match': ifMatch } });

test('the tag of an event type is the number of its version, and stays while it says the same', async () => {
  expect(await tag()).toBe('"1"');
  expect((await server.call('PATCH', path, { description: 'd' })).headers.get('etag')).toBe('"1"');
  expect((await server.call('PATCH', path, { description: 'e' })).headers.get('etag')).toBe('"2"');
  expect((await server.call('POST', `${path}/history/1/restore`)).headers.get('etag')).toBe('"3"');
  expect(await tag()).toBe('"3"');
});

test('the second of two who read the same version changes nothing', async () => {
  const read = (await tag()) ?? '';
  expect((await change(read, { schema: { title: 'first' } })).status).toBe(200);
  for (const [method, body] of [
    ['PATCH', { schema: { title: 'second' } }],
    ['POST', { schema: { title: 'second' } }],
    ['PUT', { description: 'second' }],
    ['DELETE', {}],
  ] as const) {
    const late = await change(read, body, method);
    expect([late.status, late.json.code]).toEqual([412, 'precondition_failed']);
    expect(late.json.detail).toContain('version 2');
  }
  const expunged = await server.call('DELETE', `${path}?expunge=true`, undefined, {
    headers: { 'if-match': read },
  });
  expect(expunged.status).toBe(412);
  const restored = await server.call('POST', `${path}/history/1/restore`, undefined, {
    headers: { 'if-match': read },
  });
  expect(restored.status).toBe(412);
  const now = await server.call('GET', path);
  expect(now.json).toMatchObject({ schemas: { 1: { title: 'first' } }, archived: false, description: 'd' });
  expect((await change('"2"', {}, 'DELETE')).status).toBe(204);
});

test('of many at once with the same tag exactly one gets through', async () => {
  const all = await Promise.all(
    Array.from({ length: 8 }, (_, at) => change('"1"', { description: `by ${at}` })),
  );
  expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(412)]);
});

test('without the header everything changes as ever, whatever state it is in', async () => {
  await server.call('PATCH', path, { description: 'e' });
  expect((await server.call('PATCH', path, { description: 'f' })).status).toBe(200);
  expect((await server.call('PUT', path, { description: 'g' })).status).toBe(200);
});

test('any of several tags will do, a star asks only that it is there, a proxy may have weakened the tag', async () => {
  expect((await change('"7", W/"1"', { description: 'e' })).status).toBe(200);
  expect((await change('*', { description: 'f' }, 'PUT')).status).toBe(200);
  expect((await change('nonsense', { description: 'g' })).status).toBe(412);
  const nowhere = { headers: { 'if-match': '*' } };
  const created = await server.call('PUT', '/event-type/not.there', { description: 'h' }, nowhere);
  expect(created.status).toBe(412);
  expect((await server.call('GET', '/event-type/not.there')).status).toBe(404);
});

test('a name that was deleted and made again does not take the tags of before', async () => {
  await server.call('DELETE', `${path}?expunge=true`);
  await server.call('PUT', path, { description: 'new' });
  expect((await change('"1"', { description: 'late' })).status).toBe(412);
  expect(await tag()).toBe('"3"');
});
