import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { Svix } from 'svix';
import { describe, expect, test } from 'vitest';
import { replayEstimateOutSchema, replayTaskOutSchema } from '../../../src-server/contract/replay';
import { endedTask } from '../../support/ended-task';
import { FakeClock } from '../../support/fake-clock';
import { startReceiver } from '../../support/receiver';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const DAY_MS = 86_400_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const hourAgo = () => ago(3_600_000);

const receiver = startedOnce(() => startReceiver(() => ({ status: up ? 200 : 500 })));
const server = startedOnce(startTestServer);
let up = true;

/** An application with one endpoint and `count` failed messages. */
async function failing(count: number, endpoint: object = {}) {
  up = false;
  const app: string = await server.create('/app', { name: 'A' });
  const path = `/app/${app}/endpoint`;
  const ep: string = await server.create(path, { url: receiver.baseUrl, ...endpoint });
  await send(app, count);
  await expect.poll(async () => (await stats(app, ep)).fail, { timeout: 15_000 }).toBe(count);
  up = true;
  return { app, ep, path: `${path}/${ep}` };
}

const send = (app: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, n) =>
      server.call('POST', `/app/${app}/msg`, { eventType: 'a.b', payload: { n } }),
    ),
  );
const stats = async (app: string, ep: string) =>
  (await server.call('GET', `/app/${app}/endpoint/${ep}/stats`)).json;

const ajv = new Ajv({ strict: true, allowUnionTypes: true });
addFormats(ajv);
const fits = (schema: object, value: unknown) => [ajv.validate(schema, value), ajv.errorsText()];

/** The number of waiting deliveries of an endpoint, as the traffic counts them. */
async function queueOf(ep: string): Promise<number> {
  const { endpoints } = (await server.call('GET', '/delivery-state')).json;
  return endpoints.find((endpoint: { endpointId: string }) => endpoint.endpointId === ep)?.queue ?? 0;
}

describe('sending messages of the past again', () => {
  test('counts first and queues nothing, then queues in the background and leaves a receipt', async () => {
    const { app, ep, path } = await failing(12, { throttleRate: 4 });
    const since = hourAgo();
    const dry = await server.call('POST', `${path}/recover`, { since, dryRun: true });
    expect(dry.status).toBe(200);
    expect(dry.json).toMatchObject({
      messages: 12,
      waiting: 0,
      rateLimit: 4,
      estimatedSeconds: 3,
      from: since,
    });
    expect((await stats(app, ep)).pending).toBe(0);
    expect(fits(replayEstimateOutSchema, dry.json)).toEqual([true, 'No errors']);
    // While it is paused nothing is sent, so the waiting deliveries can be counted.
    await server.call('PATCH', path, { paused: true });
    const begun = await server.call('POST', `${path}/recover`, { since });
    expect(begun.status).toBe(202);
    expect(begun.json).toMatchObject({
      id: expect.stringMatching(/^qtask_/),
      status: 'running',
      task: 'endpoint.recover',
      data: { appId: app, endpointId: ep, from: since, queued: 0 },
    });
    expect(fits(replayTaskOutSchema, begun.json)).toEqual([true, 'No errors']);
    const receipt = await endedTask(server, begun.json.id);
    expect(receipt.data).toMatchObject({
      found: 12,
      queued: 12,
      messagesSent: 12,
      estimatedSeconds: null,
      stopped: false,
    });
    expect(fits(replayTaskOutSchema, receipt)).toEqual([true, 'No errors']);
    expect((await stats(app, ep)).sending).toBe(12);
    expect(await queueOf(ep)).toBe(12);
    await server.call('PATCH', path, { paused: false });
    await expect.poll(async () => (await stats(app, ep)).success, { timeout: 15_000 }).toBe(12);
    await expect.poll(() => queueOf(ep)).toBe(0);
    const none = await server.call('POST', `${path}/recover`, { since: hourAgo(), dryRun: true });
    expect([none.json.messages, none.json.estimatedSeconds]).toEqual([0, 0]);
  });

  test('sends named messages alone, however long ago, and says when the oldest and newest were accepted', async () => {
    const { app, ep, path } = await failing(5);
    const sent: { id: string; timestamp: string }[] = (await server.call('GET', `/app/${app}/msg`)).json.data;
    const [newest, , middle] = sent;
    if (!newest || !middle) throw new Error('five were sent');
    const body = { since: '1970-01-01T00:00:00Z', messageIds: [newest.id, middle.id, 'msg_unknown'] };
    const dry = (await server.call('POST', `${path}/bulk-replay`, { ...body, dryRun: true })).json;
    expect(dry.messages).toBe(2);
    const apartMs = (a: string, b: string) => Math.abs(Date.parse(a) - Date.parse(b));
    expect(apartMs(dry.oldest, middle.timestamp)).toBeLessThan(5);
    expect(apartMs(dry.newest, newest.timestamp)).toBeLessThan(5);
    const begun = await server.call('POST', `${path}/bulk-replay`, body);
    expect((await endedTask(server, begun.json.id)).data).toMatchObject({ found: 2, queued: 2 });
    await expect.poll(async () => (await stats(app, ep)).success, { timeout: 15_000 }).toBe(2);
    const none = { ...body, messageIds: ['msg_unknown'], dryRun: true };
    expect((await server.call('POST', `${path}/bulk-replay`, none)).json).toMatchObject({
      ...{ messages: 0, oldest: null, newest: null },
    });
    const all = { since: body.since, messageIds: [], dryRun: true };
    expect((await server.call('POST', `${path}/bulk-replay`, all)).status).toBe(422);
  });

  test('refuses ranges that are too long or none, and disabled endpoints', async () => {
    const { app, ep, path } = await failing(1);
    const tooOld = await server.call('POST', `${path}/recover`, { since: ago(21 * DAY_MS) });
    expect([tooOld.status, tooOld.json.detail[0].loc]).toEqual([422, ['body', 'since']]);
    const fits = { since: ago(14 * DAY_MS), dryRun: true };
    for (const kind of ['recover', 'replay-missing', 'bulk-replay']) {
      expect((await server.call('POST', `${path}/${kind}`, fits)).status).toBe(200);
      expect((await server.call('POST', `${path}/${kind}`, {})).status).toBe(422);
      const later = { since: new Date(Date.now() + 60_000).toISOString() };
      expect((await server.call('POST', `${path}/${kind}`, later)).status).toBe(422);
    }
    await server.call('PATCH', `/app/${app}/endpoint/${ep}`, { disabled: true });
    const refused = await server.call('POST', `${path}/recover`, { since: hourAgo() });
    expect([refused.status, refused.json.code]).toEqual([409, 'endpoint_disabled']);
    // Counted all the same: nobody has to enable it to find out.
    const counted = (await server.call('POST', `${path}/recover`, fits)).json;
    expect(counted).toMatchObject({ messages: 1, held: 'disabled', estimatedSeconds: null });
    expect((await server.call('POST', `/app/${app}/endpoint/ep_none/recover`, fits)).status).toBe(404);
  });

  test('a message counts when it failed after `since`', async () => {
    const { path } = await failing(2);
    const later = new Date(Date.now() + 1).toISOString();
    await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(later) + 10);
    const count = async (since: string) =>
      (await server.call('POST', `${path}/recover`, { since, dryRun: true })).json.messages;
    expect(await count(new Date().toISOString())).toBe(0);
    expect(await count(hourAgo())).toBe(2);
  });
});

describe('background tasks', () => {
  test('a customer may begin, follow and stop those of their own application, and sees no others', async () => {
    const { app, path } = await failing(3);
    const other = await failing(1);
    const portal = (body: object) => server.portalToken(app, body);
    const token = await portal({});
    const mine = await server.call('POST', `${path}/recover`, { since: hourAgo() }, { token });
    expect(mine.status).toBe(202);
    const theirs = await server.call('POST', `${other.path}/recover`, { since: hourAgo() });
    const tasks = `/app/${app}/background-task`;
    expect((await endedTask(server, mine.json.id, { path: tasks, token })).data.queued).toBe(3);
    const listed = await server.call('GET', tasks, undefined, { token });
    expect(listed.json.data.map(({ id }: { id: string }) => id)).toEqual([mine.json.id]);
    expect((await server.call('GET', `${tasks}/${theirs.json.id}`, undefined, { token })).status).toBe(404);
    expect((await server.call('POST', `${tasks}/${theirs.json.id}/stop`, undefined, { token })).status).toBe(
      404,
    );
    expect((await server.call('POST', `${tasks}/${mine.json.id}/stop`, undefined, { token })).status).toBe(
      200,
    );
    expect((await server.call('GET', '/background-task', undefined, { token })).status).toBe(403);
    const viewer = await portal({ readOnly: true });
    expect((await server.call('GET', tasks, undefined, { token: viewer })).status).toBe(200);
    const since = { since: hourAgo() };
    expect((await server.call('POST', `${path}/recover`, since, { token: viewer })).status).toBe(403);
  });

  test('a stop ends one at once and is told in its receipt; an ended one stays as it is', async () => {
    // While this clock is stopped, a task stops after its first piece.
    const clock = new FakeClock();
    const still = await startTestServer({ parts: { clock } });
    try {
      const app: string = await still.create('/app', { name: 'A' });
      const message = { eventType: 'a.b', payload: {} };
      await Promise.all(Array.from({ length: 300 }, () => still.call('POST', `/app/${app}/msg`, message)));
      const endpoint = { url: receiver.baseUrl, paused: true };
      const ep: string = await still.create(`/app/${app}/endpoint`, endpoint);
      const since = new Date(clock.now() - 1000).toISOString();
      const path = `/app/${app}/endpoint/${ep}/replay-missing`;
      expect((await still.call('POST', path, { since, dryRun: true })).json.messages).toBe(300);
      const { id } = (await still.call('POST', path, { since })).json;
      const stopped = await still.call('POST', `/background-task/${id}/stop`);
      expect(stopped.json).toMatchObject({ status: 'finished', data: { stopped: true } });
      expect([0, 250]).toContain(stopped.json.data.queued);
      const again = await still.call('POST', `/background-task/${id}/stop`);
      expect([again.status, again.json]).toEqual([200, stopped.json]);
      expect((await still.call('POST', '/background-task/qtask_none/stop')).status).toBe(404);
      clock.advance(60_000);
      const { pending } = (await still.call('GET', `/app/${app}/endpoint/${ep}/stats`)).json;
      expect(pending).toBe(stopped.json.data.queued);
    } finally {
      await still.remove();
    }
  });

  test('are told on the live stream as they move', async () => {
    const { path } = await failing(1);
    const stop = new AbortController();
    const stream = await fetch(`${server.baseUrl}/api/v1/live`, {
      headers: { authorization: `Bearer ${server.adminToken}` },
      signal: stop.signal,
    });
    const { id } = (await server.call('POST', `${path}/recover`, { since: hourAgo() })).json;
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of stream.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      if (text.split('\n').some((line) => line.includes(id) && line.includes('"status":"finished"'))) break;
    }
    expect(text).toContain('"kind":"background-task"');
    stop.abort();
  });
});

test('the official client: recover, replayMissing, bulkReplay, and their tasks', async () => {
  const { app, ep } = await failing(2);
  const svix = new Svix(server.adminToken, { serverUrl: server.baseUrl });
  const since = new Date(Date.now() - 3_600_000);
  const recover = await svix.endpoint.recover(app, ep, { since });
  expect(recover).toMatchObject({ status: 'running', task: 'endpoint.recover' });
  expect(recover.updatedAt).toBeInstanceOf(Date);
  expect((await endedTask(server, recover.id)).data.queued).toBe(2);
  const missing = await svix.endpoint.replayMissing(app, ep, { since, until: new Date() });
  expect(missing.task).toBe('endpoint.replay');
  expect((await endedTask(server, missing.id)).data.found).toBe(0);
  await expect.poll(async () => (await stats(app, ep)).success, { timeout: 15_000 }).toBe(2);
  const bulk = await svix.endpoint.bulkReplay(app, ep, { since, eventTypes: ['a.b'], status: 0 });
  expect(bulk.task).toBe('endpoint.bulk-replay');
  expect((await endedTask(server, bulk.id)).data.queued).toBe(2);
  expect(await svix.backgroundTask.get(bulk.id)).toMatchObject({ id: bulk.id, status: 'finished' });
  const page = await svix.backgroundTask.list({ limit: 2, status: 'finished' as never });
  expect(page.data.map(({ id }) => id)).toEqual([bulk.id, missing.id]);
  const older = await svix.backgroundTask.list({
    iterator: page.iterator,
    task: 'endpoint.recover' as never,
  });
  expect(older.data[0]?.id).toBe(recover.id);
  await expect(svix.endpoint.recover(app, ep, { since: new Date(0) })).rejects.toMatchObject({ code: 422 });
});
