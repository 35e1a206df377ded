import { beforeAll, expect, test } from 'vitest';
import { startReceiver } from '../../support/receiver';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const receiver = startedOnce(startReceiver);
const server = startedOnce(startTestServer);
let app: string;
let ids: string[];

beforeAll(async () => {
  await server.call('POST', '/operational-webhook/endpoint', { url: receiver.baseUrl });
  app = await server.create('/app', { name: 'A' });
  const endpoint = await server.create(`/app/${app}/endpoint`, { url: receiver.baseUrl });
  for (let n = 0; n < 3; n++) await server.call('POST', `/app/${app}/msg`, { eventType: 'a.b', payload: {} });
  const attempts = async () =>
    (await server.call('GET', `/app/${app}/attempt/endpoint/${endpoint}`)).json.data as { id: string }[];
  while ((await attempts()).length < 3);
  ids = (await attempts()).map(({ id }) => id);
});

const list = async (query = '') => (await server.call('GET', `/fleet/attempt${query}`)).json;
const found = async (q: string) => (await list(`?q=${q}`)).data.map(({ id }: { id: string }) => id);

test('an attempt is found by its id and by its beginning, with and without the prefix', async () => {
  const [newest = ''] = ids;
  expect((await list(`?q=${newest}`)).data).toEqual([
    expect.objectContaining({ id: newest, appId: app, eventType: 'a.b', statusText: 'success' }),
  ]);
  const bare = newest.slice('atmpt_'.length);
  expect(await found(bare)).toEqual([newest]);
  expect(await found(newest.slice(0, 10))).toContain(newest);
  expect(await found(bare.slice(0, 6))).toContain(newest);
  expect(await found('atmpt_0000')).toEqual([]);
});

test('an attempt is found by a part of its id where none begins with the text', async () => {
  const [newest = ''] = ids;
  expect(await found(newest.slice(-12))).toEqual([newest]);
  expect(await found(newest.slice(-18, -4))).toContain(newest); // those of one millisecond differ at the end only
  expect(await found(`atmpt_${newest.slice(-12)}`)).toEqual([]);
});

test('without an id, those of all customers come newest first, page by page', async () => {
  const first = await list('?limit=2');
  const second = await list(`?limit=2&iterator=${first.iterator}`);
  expect([...first.data, ...second.data].map(({ id }: { id: string }) => id)).toEqual(ids);
  expect([first.done, second.done]).toEqual([false, true]);
});

test('attempts are found by application, endpoint, outcome, class of status, event type and time', async () => {
  const other = await server.create('/app', { name: 'B' });
  const [slow, gone] = [
    await server.create(`/app/${other}/endpoint`, { url: receiver.baseUrl }),
    await server.create(`/app/${other}/endpoint`, { url: 'http://127.0.0.1:9/' }),
  ];
  await server.call('POST', `/app/${other}/msg`, { eventType: 'b.c', payload: {} });
  const of = async (query: string) =>
    (await list(`?${query}`)).data.map(
      ({ appId, endpointId, statusText }: Record<string, string>) =>
        `${appId === app ? 'A' : 'B'} ${endpointId === gone ? 'gone' : endpointId === slow ? 'slow' : 'first'} ${statusText}`,
    );
  while ((await of(`app_id=${other}`)).length < 2);
  const first = ['A first success', 'A first success', 'A first success'];
  expect((await of(`app_id=${other}`)).toSorted()).toEqual(['B gone fail', 'B slow success']);
  expect(await of(`app_id=${app}`)).toEqual(first);
  expect(await of(`endpoint=${gone}`)).toEqual(['B gone fail']);
  expect(await of(`endpoint=${gone}&app_id=${other}&status=0`)).toEqual([]);
  expect(await of('status=2')).toEqual(['B gone fail']);
  expect(await of('status=0&event_types=a.b')).toEqual(first);
  expect(await of('event_types=b.c&status_code_class=200')).toEqual(['B slow success']);
  expect(await of('status_code_class=0')).toEqual(['B gone fail']);
  expect(await of('status=1')).toEqual([]);
  expect(await of('before=2020-01-01T00:00:00Z')).toEqual([]);
  expect(await of('after=2020-01-01T00:00:00Z')).toHaveLength(5);
  expect(await of(`app_id=${app}&status=0&q=${ids[1]}`)).toEqual(['A first success']);
});

test('only the admin may ask, and only for an id', async () => {
  const { token } = (await server.call('POST', '/auth/token', { name: 'r', featureFlags: [] })).json;
  expect((await server.call('GET', '/fleet/attempt', undefined, { token })).status).toBe(403);
  expect((await server.call('GET', '/fleet/attempt?q=a%25')).status).toBe(422);
});
