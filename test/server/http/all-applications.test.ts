import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../src-server/storage/database';
import { createTrafficStore } from '../../../src-server/storage/messages/traffic-store';
import { FakeClock } from '../../support/fake-clock';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const HOUR_MS = 3_600_000;
/** In the middle of an hour. */
const clock = new FakeClock(1_700_000_000_000 - (1_700_000_000_000 % HOUR_MS) + HOUR_MS / 2);
const server = startedOnce(() => startTestServer({ parts: { clock } }));
let acme: string;
let globex: string;

beforeAll(async () => {
  acme = await server.create('/app', { name: 'Acme 100%', uid: 'acme-1', rateLimit: 50 });
  globex = await server.create('/app', { name: 'Globex' });
});

const create = (appId: string, body: object): Promise<string> =>
  server.create(`/app/${appId}/endpoint`, body);
const found = async (query: string) =>
  (await server.call('GET', `/fleet/endpoint${query}`)).json.data.map(({ id }: { id: string }) => id);
const overviewOf = async (appId: string) =>
  (await server.call('GET', '/fleet/app?limit=250')).json.data.find(
    (application: { appId: string }) => application.appId === appId,
  );

test('endpoints of all applications come in one list, with the limit that holds', async () => {
  const [own, inherits, free] = [
    await create(acme, { url: 'https://one.test/a', rateLimit: 5, uid: 'first' }),
    await create(acme, { url: 'https://two.test/b', description: 'Orders_in' }),
    await create(globex, { url: 'https://three.test/c', paused: true }),
  ];
  const { data, done } = (await server.call('GET', '/fleet/endpoint')).json;
  expect(done).toBe(true);
  expect(data).toEqual([
    {
      ...{ id: free, uid: null, appId: globex, appName: 'Globex', url: 'https://three.test/c' },
      ...{ description: '', rateLimit: null, effectiveRateLimit: null, disabled: false, paused: true },
      state: 'paused',
    },
    expect.objectContaining({ id: inherits, rateLimit: null, effectiveRateLimit: 50 }),
    expect.objectContaining({ id: own, rateLimit: 5, effectiveRateLimit: 5, uid: 'first' }),
  ]);
});

test('every word must be found in the endpoint or its application, signs of patterns as they are', async () => {
  const all = await found('');
  const [free, inherits, own] = all;
  expect(await found('?q=TWO.test')).toEqual([inherits]);
  expect(await found('?q=acme%20test')).toEqual([inherits, own]);
  expect(await found('?q=acme%20three')).toEqual([]);
  expect(await found(`?q=${own}`)).toEqual([own]);
  expect(await found('?q=first')).toEqual([own]);
  expect(await found(`?q=${globex}`)).toEqual([free]);
  expect(await found('?q=100%25')).toEqual([inherits, own]);
  expect(await found('?q=s_in')).toEqual([inherits]);
  expect(await found('?q=t_s')).toEqual([]);
  expect(await found('?q=%5C')).toEqual([]);
  expect(await found('?q=%20')).toEqual(all);
});

test('the list is paged, both ways round', async () => {
  const all = await found('');
  const first = (await server.call('GET', '/fleet/endpoint?limit=2')).json;
  expect(first.done).toBe(false);
  const second = (await server.call('GET', `/fleet/endpoint?limit=2&iterator=${first.iterator}`)).json;
  expect([...first.data, ...second.data].map(({ id }: { id: string }) => id)).toEqual(all);
  expect(second.done).toBe(true);
  expect(await found('?order=ascending')).toEqual([...all].reverse());
});

test('what is deleted, and what is of the service itself, is not in it', async () => {
  const before = await found('');
  const gone = await create(globex, { url: 'https://gone.test' });
  await server.call('DELETE', `/app/${globex}/endpoint/${gone}`);
  const other = await server.create('/app', { name: 'Gone' });
  await create(other, { url: 'https://gone-too.test' });
  await server.call('DELETE', `/app/${other}`);
  const operational = await server.call('POST', '/operational-webhook/endpoint', { url: 'https://op.test' });
  expect(operational.status).toBe(201);
  expect(await found('')).toEqual(before);
  const apps = (await server.call('GET', '/fleet/app')).json.data;
  expect(apps.map(({ appId }: { appId: string }) => appId)).toEqual([acme, globex]);
});

test('an overview counts endpoints, those that fail and those that are held', async () => {
  const app = await server.create('/app', { name: 'Counts' });
  expect(await overviewOf(app)).toMatchObject({
    ...{ state: null, waiting: 0, waitMs: null, lowestLimit: null, highestLimit: null },
    ...{ endpoints: 0, failing: 0, held: 0, failingEndpointId: null, since: expect.stringMatching(/:00:00/) },
    succeeded: Array(24).fill(0),
  });
  const failing = await create(app, { url: 'https://a.test' });
  await create(app, { url: 'https://b.test', disabled: true });
  await create(app, { url: 'https://c.test', paused: true });
  await create(app, { url: 'https://d.test' });
  await write(async (db) =>
    db.write((tx) =>
      tx.run('UPDATE endpoint SET failing_since = 1, failing_marked_at = 1 WHERE id = ?', [failing]),
    ),
  );
  expect(await overviewOf(app)).toMatchObject({
    ...{ state: 'failing', endpoints: 4, failing: 1, held: 2, failingEndpointId: failing },
  });
});

test('an overview says the most urgent state of the endpoints, what waits for them, and their own limits', async () => {
  const app = await server.create('/app', { name: 'Together', rateLimit: 100 });
  await server.call('POST', '/event-type', { name: 'nothing.else', description: '' });
  const held = await create(app, { url: 'https://a.test', paused: true, rateLimit: 5 });
  await create(app, { url: 'https://b.test', rateLimit: 20, filterTypes: ['nothing.else'] });
  expect(await overviewOf(app)).toMatchObject({
    ...{ state: 'paused', waiting: 0, waitMs: null, lowestLimit: 5, highestLimit: 20 },
  });
  for (let n = 0; n < 3; n++) await server.create(`/app/${app}/msg`, { eventType: 'held.one', payload: {} });
  // What waits for a paused endpoint waits for a person, not for its turn.
  expect(await overviewOf(app)).toMatchObject({ state: 'paused', waiting: 3, waitMs: null });
  await create(app, { url: 'https://c.test', disabled: true });
  await server.call('DELETE', `/app/${app}/endpoint/${held}`);
  expect(await overviewOf(app)).toMatchObject({ state: 'disabled', waiting: 0, lowestLimit: 20 });
});

test('an overview adds up the attempts of all endpoints, hour by hour, for a day', async () => {
  const app = await server.create('/app', { name: 'Hours' });
  const ids = [await create(app, { url: 'https://a.test' }), await create(app, { url: 'https://b.test' })];
  const nowS = clock.now() / 1000;
  const minute = (endpointId: string, agoS: number, succeeded: number, failed: number) => ({
    ...{ endpointId, at: nowS - agoS - ((nowS - agoS) % 60), arrivals: 0, sends: 0, succeeded, failed },
    ...{ queue: 0, oldestMs: null, delayP50Ms: null, delayP95Ms: null },
  });
  await write((db) =>
    createTrafficStore(db).add(
      [
        minute(ids[0] as string, 60, 3, 1),
        minute(ids[1] as string, 120, 4, 0),
        minute(ids[0] as string, 3600, 10, 0),
        minute(ids[0] as string, 23 * 3600, 7, 2),
        minute(ids[0] as string, 24 * 3600, 99, 99),
      ],
      0,
    ),
  );
  const { succeeded, failed, since } = await overviewOf(app);
  expect(succeeded).toEqual([7, ...Array(21).fill(0), 10, 7]);
  expect(failed).toEqual([2, ...Array(22).fill(0), 1]);
  expect(Date.parse(since)).toBe((nowS - 1800 - 23 * 3600) * 1000);
});

/** Writes to the database without the server. */
async function write(work: (db: Database) => Promise<unknown>): Promise<void> {
  const db = await server.openDatabase();
  try {
    await work(db);
  } finally {
    await db.close();
  }
}
