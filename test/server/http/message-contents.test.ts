import { Svix as Svix2 } from 'svix';
import { Svix as Svix1 } from 'svix-1';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMessageArchive } from '../../../src-server/storage/message-archive';
import { deliveryRigs } from '../../support/delivery-rig';
import { startTestServer, type TestServer } from '../../support/start-test-server';

let server: TestServer;
let app: string;
const rigs = deliveryRigs();

beforeAll(async () => {
  server = await startTestServer();
  app = (await server.call('POST', '/app', { name: 'A' })).json.id;
});
afterAll(() => server.remove());

const send = async (extra: object = {}) =>
  (await server.call('POST', `/app/${app}/msg`, { eventType: 'a', payload: { n: 1 }, ...extra })).json.id;
const payload = async (id: string) => (await server.call('GET', `/app/${app}/msg/${id}`)).json.payload;

test('contents are removed one by one and in bulk, by id or event id, and only of this application', async () => {
  const svix = new Svix2(server.adminToken, { serverUrl: server.baseUrl });
  const other = (await server.call('POST', '/app', { name: 'B' })).json.id;
  const foreign = (await server.call('POST', `/app/${other}/msg`, { eventType: 'a', payload: { n: 1 } }))
    .json;
  const [one, two, kept] = [await send(), await send({ eventId: 'mine' }), await send()];
  await svix.message.expungeContent(app, one);
  expect(await payload(one)).toEqual({ expired: true });
  const answer = await svix.message.bulkExpungeContent(app, { ids: [one, 'mine', foreign.id, 'none'] });
  expect(answer).toEqual({
    results: { [one]: 'expunged', mine: 'expunged', [foreign.id]: 'not-found', none: 'not-found' },
  });
  expect(await svix.message.bulkExpungeContent(app)).toEqual({ results: {} });
  expect(await payload(two)).toEqual({ expired: true });
  expect(await payload(kept)).toEqual({ n: 1 });
  expect((await server.call('GET', `/app/${other}/msg/${foreign.id}`)).json.payload).toEqual({ n: 1 });
});

test('all contents are removed in bounded steps, and what came later stays', async () => {
  const engine = await rigs.rig();
  const archive = createMessageArchive(engine.db);
  const ids = [];
  for (let n = 0; n < 5; n++) ids.push(await engine.send());
  const [, , , last, later] = ids;
  const steps = [];
  for (let after: string | null = ''; after !== null; ) {
    const step = await archive.expungeNextContents('app_1', after, last ?? '', 2);
    steps.push(step.expunged);
    after = step.goOnAfter;
  }
  expect(steps).toEqual([2, 2, 0]);
  expect((await archive.get('app_1', later ?? '', true))?.isExpunged).toBe(false);
  expect((await archive.get('app_1', last ?? '', true))?.isExpunged).toBe(true);
  expect(await archive.expungeNextContents('app_2', '', last ?? '', 2)).toEqual({
    expunged: 0,
    goOnAfter: null,
  });
});

test('precheck tells whether an enabled endpoint would get a message', async () => {
  const name = (await server.call('POST', '/app', { name: 'C' })).json.id;
  const svix = new Svix1(server.adminToken, { serverUrl: server.baseUrl });
  const { message } = new Svix2(server.adminToken, { serverUrl: server.baseUrl });
  const active = async (body: { eventType: string; channels?: string[] }) =>
    (await message.precheck(name, body)).active;
  expect(await active({ eventType: 'a' })).toBe(false);
  await svix.endpoint.create(name, { url: 'http://127.0.0.1:9/', uid: 'e', channels: ['c'] });
  expect(await active({ eventType: 'a' })).toBe(false);
  expect(await active({ eventType: 'a', channels: ['c'] })).toBe(true);
  await svix.endpoint.patch(name, 'e', { disabled: true });
  expect(await active({ eventType: 'a', channels: ['c'] })).toBe(false);
});
