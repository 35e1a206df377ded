import { expect, test } from 'vitest';
import { createIdempotency } from '../../../src-server/http/pipeline/idempotency';
import { startTestServer } from '../../support/start-test-server';
import { startedForEach } from '../../support/started';

const server = startedForEach(startTestServer);

const post = (path: string, body: unknown, key: string, token?: string) =>
  server.call('POST', path, body, { headers: { 'idempotency-key': key }, ...(token ? { token } : {}) });
const countApplications = async () => (await server.call('GET', '/app')).json.data.length;

test.each(['mine', 'auto_1'])(
  'a repeat with the key %s gets the first response and does nothing',
  async (key) => {
    const first = await post('/app', { name: 'a' }, key);
    const second = await post('/app', { name: 'a' }, key);
    expect([second.status, second.text]).toEqual([first.status, first.text]);
    expect(await countApplications()).toBe(1);
  },
);

test('concurrent repeats happen once', async () => {
  const responses = await Promise.all([...Array(20)].map(() => post('/app', { name: 'a' }, 'k')));
  expect(new Set(responses.map(({ json }) => json.id)).size).toBe(1);
  expect(await countApplications()).toBe(1);
});

test('a key outlives a restart', async () => {
  const first = await post('/app', { name: 'a' }, 'k');
  await server.restart();
  expect((await post('/app', { name: 'a' }, 'k')).json.id).toBe(first.json.id);
  expect(await countApplications()).toBe(1);
});

test("a caller's own key with another body is refused", async () => {
  await post('/app', { name: 'a' }, 'k');
  const response = await post('/app', { name: 'b' }, 'k');
  expect([response.status, response.json.code]).toEqual([409, 'idempotency_conflict']);
});

test('keys of other callers, paths and failed requests do not count', async () => {
  await post('/app', { name: '' }, 'k');
  expect((await post('/app', { name: 'a' }, 'k')).status).toBe(201);
  const { json } = await server.call('POST', '/auth/token', { name: 'second' });
  await post('/app', { name: 'a' }, 'k', json.token);
  await post('/app?get_if_exists=true', { name: 'a' }, 'k');
  expect(await countApplications()).toBe(3);
});

test('a response without a body is repeated too', async () => {
  const app = await server.create('/app', { name: 'a' });
  const endpoint = await server.create(`/app/${app}/endpoint`, { url: 'http://127.0.0.1:9/' });
  const path = `/app/${app}/endpoint/${endpoint}`;
  const key = async () => (await server.call('GET', `${path}/secret`)).json.key;
  expect((await post(`${path}/secret/rotate`, {}, 'k')).status).toBe(204);
  const rotated = await key();
  const again = await post(`${path}/secret/rotate`, {}, 'k');
  expect([again.status, again.text]).toEqual([204, '']);
  expect(await key()).toBe(rotated);
});

test('a message is accepted once, and a new token is repeated without being stored', async () => {
  const app = await server.create('/app', { name: 'a' });
  const message = { eventType: 'a', payload: { n: 1 } };
  const [first, second] = [
    await post(`/app/${app}/msg`, message, 'm'),
    await post(`/app/${app}/msg`, message, 'm'),
  ];
  expect(second.json.id).toBe(first.json.id);
  const tokens = [
    await post('/auth/token', { name: 't' }, 't'),
    await post('/auth/token', { name: 't' }, 't'),
  ];
  expect(tokens[1]?.json.token).toBe(tokens[0]?.json.token);
  await server.restart();
  expect((await post('/auth/token', { name: 't' }, 't')).json.token).not.toBe(tokens[0]?.json.token);
});

test("a message under a caller's key is answered the same after a restart, and never accepted twice", async () => {
  const app = await server.create('/app', { name: 'a' });
  const path = `/app/${app}/msg`;
  const first = await post(path, { eventType: 'a', eventId: 'e', payload: { n: 1.5 } }, 'm');
  const short = await post(`${path}?with_content=false`, { eventType: 'a', payload: {} }, 'm');
  await server.restart();
  const again = await post(path, { eventType: 'a', eventId: 'e', payload: { n: 1.5 } }, 'm');
  expect([again.status, again.text]).toEqual([202, first.text]);
  const shortAgain = await post(`${path}?with_content=false`, { eventType: 'a', payload: {} }, 'm');
  expect(shortAgain.text).toBe(short.text);
  expect((await server.call('GET', path)).json.data).toHaveLength(2);
  const other = await post(path, { eventType: 'a', payload: { n: 2 } }, 'm');
  expect([other.status, other.json.code]).toEqual([409, 'idempotency_conflict']);
});

test('concurrent messages under one key are one message', async () => {
  const app = await server.create('/app', { name: 'a' });
  const send = (key: string) => post(`/app/${app}/msg`, { eventType: 'a', payload: {} }, key);
  for (const key of ['own', 'auto_1']) {
    const responses = await Promise.all([...Array(20)].map(() => send(key)));
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
  }
  expect((await server.call('GET', `/app/${app}/msg`)).json.data).toHaveLength(2);
});

test('a message that was refused can be sent again under the same key', async () => {
  const app = await server.create('/app', { name: 'a' });
  await post(`/app/${app}/msg`, { eventType: 'a', eventId: 'e', payload: {} }, 'first');
  const refused = await post(`/app/${app}/msg`, { eventType: 'a', eventId: 'e', payload: {} }, 'second');
  expect([refused.status, refused.json.code]).toEqual([409, 'conflict']);
  const next = await post(`/app/${app}/msg`, { eventType: 'a', eventId: 'f', payload: {} }, 'second');
  expect(next.status).toBe(202);
});

test('a response that was written with what was asked is not written again, and others are', async () => {
  const saved: string[] = [];
  const store = {
    find: async () => undefined,
    save: async (_key: string, response: { readonly body: string }) => void saved.push(response.body),
    deleteBefore: async () => 0,
  };
  const run = createIdempotency(store, { now: () => 1, latest: () => 1 } as never, async () => null);
  const request = (key: string, secretResponse = false) => ({
    key,
    authorization: 'Bearer x',
    url: '/',
    body: Buffer.from('{}'),
    secretResponse,
    keptWithWork: true,
  });
  const response = { status: 202, text: '{"id":1}' };
  await run(request('own'), async (keep) => {
    expect(keep?.(response)).toMatchObject({ status: 202, body: '{"id":1}', now: 1 });
    return response;
  });
  expect(saved).toEqual([]);
  await run(request('own'), async () => response);
  expect(saved).toEqual(['{"id":1}']);
  // Data that may not be on disk cannot be written either.
  for (const wish of [request('auto_1'), request('own', true)]) {
    await run(wish, async (keep) => {
      expect(keep).toBeUndefined();
      return response;
    });
  }
  expect(saved).toHaveLength(1);
});
