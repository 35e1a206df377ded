import { Svix as Svix2 } from 'svix';
import { Svix as Svix1 } from 'svix-1';
import { beforeAll, expect, test } from 'vitest';
import { createPurgeTask } from '../../../src-server/delivery/tasks/purge-task';
import { createTaskStore } from '../../../src-server/storage/installation/task-store';
import { createMessageArchive } from '../../../src-server/storage/messages/message-archive';
import { rig } from '../../support/delivery-rig';
import { endedTask } from '../../support/ended-task';
import { startReceiver } from '../../support/receiver';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const receiver = startedOnce(startReceiver);
const server = startedOnce(startTestServer);
let app: string;
beforeAll(async () => {
  app = await server.create('/app', { name: 'A' });
});

const send = (extra: object = {}) =>
  server.create(`/app/${app}/msg`, { eventType: 'a', payload: { n: 1 }, ...extra });
const payload = async (id: string) => (await server.call('GET', `/app/${app}/msg/${id}`)).json.payload;

test('contents are removed one by one and in bulk, by id or event id, and only of this application', async () => {
  const svix = new Svix2(server.adminToken, { serverUrl: server.baseUrl });
  const other = await server.create('/app', { name: 'B' });
  const foreign = (await server.call('POST', `/app/${other}/msg`, { eventType: 'a', payload: { n: 1 } }))
    .json;
  const [first, second, kept] = [await send(), await send({ eventId: 'mine' }), await send()];
  await svix.message.expungeContent(app, first);
  expect(await payload(first)).toEqual({ expired: true });
  const expunged = await svix.message.bulkExpungeContent(app, { ids: [first, 'mine', foreign.id, 'none'] });
  expect(expunged).toEqual({
    results: { [first]: 'expunged', mine: 'expunged', [foreign.id]: 'not-found', none: 'not-found' },
  });
  expect(await svix.message.bulkExpungeContent(app)).toEqual({ results: {} });
  expect(await payload(second)).toEqual({ expired: true });
  expect(await payload(kept)).toEqual({ n: 1 });
  expect((await server.call('GET', `/app/${other}/msg/${foreign.id}`)).json.payload).toEqual({ n: 1 });
});

test('all contents of an application are removed in the background; what waits fails without an attempt', async () => {
  const svix = new Svix2(server.adminToken, { serverUrl: server.baseUrl });
  const mine: string = await server.create('/app', { name: 'All' });
  const endpoint = { url: receiver.baseUrl, disabled: true };
  const ep: string = await server.create(`/app/${mine}/endpoint`, endpoint);
  const sendTo = (name: string, payload: object = { n: 1 }): Promise<string> =>
    server.create(`/app/${name}/msg`, { eventType: 'a', payload });
  // Three of these exceed one piece.
  const large = { text: 'x'.repeat(900_000) };
  const ids = [await sendTo(mine), await sendTo(mine, large), await sendTo(mine, large)];
  ids.push(await sendTo(mine, large), await sendTo(mine));
  await svix.message.expungeContent(mine, ids[4] ?? '');
  const foreign = await sendTo(app);
  const begun = await svix.message.expungeAllContents(mine);
  expect(begun).toMatchObject({ task: 'application.purge_content', status: 'running' });
  const later = await sendTo(mine);
  const json = await endedTask(server, begun.id);
  expect(json).toMatchObject({
    status: 'finished',
    task: 'application.purge_content',
    data: { appId: mine, endpointId: null, expunged: 4, messagesPurged: 4, stopped: false },
  });
  const messages = (await server.call('GET', `/app/${mine}/msg`)).json.data;
  expect(messages.map(({ id, payload }: { id: string; payload: object }) => [id, payload])).toEqual([
    [later, { n: 1 }],
    ...ids.reverse().map((id) => [id, { expired: true }]),
  ]);
  expect((await server.call('GET', `/app/${app}/msg/${foreign}`)).json.payload).toEqual({ n: 1 });
  // Resumed from the table: a delivery in memory when its content was removed may still be sent, as with a single one.
  await server.restart();
  await server.call('PATCH', `/app/${mine}/endpoint/${ep}`, { disabled: false });
  const stats = async () => (await server.call('GET', `/app/${mine}/endpoint/${ep}/stats`)).json;
  await expect.poll(stats, { timeout: 15_000 }).toMatchObject({ success: 1, fail: 5, pending: 0 });
  expect(receiver.arrivals.map(({ headers }) => headers['webhook-id'])).toEqual([later]);
  const again = (await server.call('POST', `/app/${mine}/msg/expunge-all-contents`)).json;
  expect((await endedTask(server, again.id)).data.expunged).toBe(1);
});

test('no piece of the removal of all contents is larger than a write should be, and an abrupt end repeats none', async () => {
  const engine = await rig();
  const archive = createMessageArchive(engine.db);
  const ids = [];
  for (let n = 0; n < 700; n++) ids.push(engine.send());
  const all = (await Promise.all(ids)).sort();
  const kind = createPurgeTask(archive);
  const store = createTaskStore(engine.db);
  let task = await store.insert(
    {
      id: 'qtask_1',
      task: kind.name,
      appId: 'app_1',
      endpointId: null,
      arguments: { lastId: all.at(-2) ?? '' },
    },
    Date.now(),
  );
  const steps: number[] = [];
  while (task.status === 'running') {
    const piece = await kind.next(task);
    if (!('cursor' in piece)) throw new Error('it does not go on');
    const next = await store.advance(task, piece, Date.now());
    expect(await store.advance(task, piece, Date.now())).toBeUndefined();
    steps.push((next?.counts.expunged ?? 0) - (task.counts.expunged ?? 0));
    if (next) task = next;
  }
  expect(steps).toEqual([250, 250, 199]);
  expect(kind.receipt(task)).toEqual({ expunged: 699, messagesPurged: 699 });
  expect((await archive.get('app_1', all.at(-1) ?? '', true))?.isExpunged).toBe(false);
});

test('precheck tells whether an enabled endpoint would get a message', async () => {
  const name = await server.create('/app', { name: 'C' });
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
