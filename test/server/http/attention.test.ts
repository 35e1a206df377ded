import { beforeEach, expect, test } from 'vitest';
import type { AttentionOut, AttentionPageOut } from '../../../src-server/contract/attention';
import { FakeClock } from '../../support/fake-clock';
import { startReceiver } from '../../support/receiver';
import { startTestServer } from '../../support/start-test-server';
import { startedForEach } from '../../support/started';
import { until } from '../../support/until';

const HOUR_MS = 3_600_000;
const RETRY_S = 600;

/** What the receiver answers, by path. */
const responses = new Map<string, { status: number; headers?: Record<string, string> }>();
let clock: FakeClock;
const receiver = startedForEach(() => startReceiver(({ path }) => responses.get(path) ?? { status: 503 }));
const server = startedForEach(() => {
  clock = new FakeClock(Date.now());
  return startTestServer({ config: { retryScheduleS: [RETRY_S], disableAfterHours: 30 }, parts: { clock } });
});
let app: string;

beforeEach(async () => {
  responses.clear();
  for (const name of ['a.b', 't.1', 't.2', 't.3'])
    await server.call('POST', '/event-type', { name, description: '' });
  app = await server.create('/app', { name: 'Acme' });
});

const list = async (query = ''): Promise<AttentionPageOut> =>
  (await server.call('GET', `/fleet/attention${query}`)).json;
const only = async (): Promise<AttentionOut | undefined> => (await list()).data[0];
async function endpoint(path: string, more: object = {}): Promise<string> {
  const url = `${receiver.baseUrl}${path}`;
  const { status, json } = await server.call('POST', `/app/${app}/endpoint`, { url, ...more });
  expect(status).toBe(201);
  return json.id;
}
const change = (id: string, patch: object) => server.call('PATCH', `/app/${app}/endpoint/${id}`, patch);
const send = () => server.call('POST', `/app/${app}/msg`, { eventType: 'a.b', payload: {} });

const untilTotal = (total: number) => until(list, (page) => page.total === total);
/** Sends a message, and waits until this many attempts in all are on disk. */
async function sendAttempt(id: string, attempts: number): Promise<void> {
  await send();
  await untilAttempts(id, attempts);
}
const untilAttempts = (id: string, attempts: number) =>
  until(
    async () => (await server.call('GET', `/app/${app}/attempt/endpoint/${id}?limit=250`)).json.data.length,
    (length) => length >= attempts,
  );

test('nothing needs attention while all is well, or nothing was ever sent', async () => {
  responses.set('/good', { status: 200 });
  await sendAttempt(await endpoint('/good'), 1);
  await endpoint('/never', { filterTypes: ['t.1'] });
  expect(await list()).toEqual({ data: [], iterator: null, done: true, total: 0, omitted: 0, silent: [] });
});

test('a first failure counts at once, with its cause, what waits and when the first retry is due', async () => {
  const id = await endpoint('/bad');
  const sentAt = clock.now();
  await send();
  await untilTotal(1);
  expect(await only()).toEqual({
    ...{ appId: app, appName: 'Acme', endpointId: id, url: `${receiver.baseUrl}/bad` },
    ...{ state: 'failing', disabledReason: null, waiting: 1, waitMs: null, givenUp: 0 },
    causes: [{ responseStatusCode: 503, reason: '' }],
    since: new Date(sentAt).toISOString(),
    changedAt: new Date(sentAt).toISOString(),
    nextAttempt: expect.any(String),
  });
  const inS = (Date.parse((await only())?.nextAttempt ?? '') - sentAt) / 1000;
  expect(inS).toBeGreaterThanOrEqual(RETRY_S * 0.8);
  expect(inS).toBeLessThanOrEqual(RETRY_S * 1.2);
});

test('a retry that succeeds resolves it, and what was given up is counted until then', async () => {
  const id = await endpoint('/bad');
  await sendAttempt(id, 1);
  clock.stall(2 * RETRY_S * 1000);
  await untilAttempts(id, 2);
  expect(await until(only, (row) => row?.waiting === 0)).toMatchObject({ givenUp: 1, nextAttempt: null });
  await sendAttempt(id, 3);
  expect(await until(only, (row) => row?.waiting === 1)).toMatchObject({ givenUp: 1 });
  responses.set('/bad', { status: 204 });
  clock.stall(2 * RETRY_S * 1000);
  await untilTotal(0);
});

test('what was given up before the present failures began is not counted', async () => {
  const id = await endpoint('/bad');
  await sendAttempt(id, 1);
  clock.stall(2 * RETRY_S * 1000);
  await untilAttempts(id, 2);
  responses.set('/bad', { status: 200 });
  await sendAttempt(id, 3);
  await untilTotal(0);
  responses.delete('/bad');
  clock.advance(1000);
  const since = new Date(clock.now()).toISOString();
  await sendAttempt(id, 4);
  expect(await until(only, (row) => row !== undefined)).toMatchObject({ givenUp: 0, waiting: 1, since });
});

test('the causes are those since the last success, the newest first', async () => {
  const id = await endpoint('/bad');
  responses.set('/bad', { status: 500 });
  await sendAttempt(id, 1);
  responses.set('/bad', { status: 200 });
  await sendAttempt(id, 2);
  responses.set('/bad', { status: 502 });
  await sendAttempt(id, 3);
  await sendAttempt(id, 4);
  responses.set('/bad', { status: 404 });
  await sendAttempt(id, 5);
  const row = await until(only, (row) => row?.causes.length === 2);
  expect(row?.causes.map(({ responseStatusCode }) => responseStatusCode)).toEqual([404, 502]);
});

test('a receiver that does not listen is named as it was recorded', async () => {
  const gone = await startReceiver();
  await gone.close();
  await server.call('POST', `/app/${app}/endpoint`, { url: gone.baseUrl });
  await send();
  await untilTotal(1);
  expect((await only())?.causes).toEqual([{ responseStatusCode: 0, reason: 'connection refused' }]);
});

test('pausing a failing endpoint does not resolve it, and one that did not fail needs nothing', async () => {
  const failing = await endpoint('/bad');
  const fine = await endpoint('/fine', { filterTypes: ['t.1'] });
  await sendAttempt(failing, 1);
  await untilTotal(1);
  clock.advance(1000);
  const pausedAt = new Date(clock.now()).toISOString();
  await change(failing, { paused: true });
  await change(fine, { paused: true });
  expect(await list()).toMatchObject({
    total: 1,
    data: [{ endpointId: failing, state: 'paused', nextAttempt: null, changedAt: pausedAt, waiting: 1 }],
  });
});

test('a person who disables it has decided; enabling begins anew', async () => {
  const id = await endpoint('/bad');
  await sendAttempt(id, 1);
  await untilTotal(1);
  await change(id, { disabled: true });
  expect((await list()).total).toBe(0);
  await change(id, { disabled: false });
  expect((await list()).total).toBe(0);
});

test('one that was disabled because it fails stays until it is enabled, also over a restart', async () => {
  const id = await endpoint('/bad');
  await sendAttempt(id, 1);
  const since = (await untilTotal(1)).data[0]?.since;
  // Two nights of standing still: what a computer sleeps through at once is done late, and no jump of a day.
  for (const hours of [16, 15]) clock.stall(hours * HOUR_MS);
  await until(only, (row) => row?.state === 'disabled');
  const before = await only();
  expect(before).toMatchObject({ since, disabledReason: 'failing', nextAttempt: null });
  await server.restart();
  expect(await only()).toEqual(before);
  await change(id, { disabled: false });
  expect((await list()).total).toBe(0);
});

test('one that its receiver asked to disable is listed until it is deleted', async () => {
  const id = await endpoint('/bad');
  responses.set('/bad', { status: 410 });
  await send();
  expect(await until(only, (row) => row?.state === 'disabled')).toMatchObject({ disabledReason: 'receiver' });
  await server.call('DELETE', `/app/${app}/endpoint/${id}`);
  expect((await list()).total).toBe(0);
});

test('a new address begins anew, and the causes of the old one are forgotten', async () => {
  const id = await endpoint('/bad');
  await sendAttempt(id, 1);
  await untilTotal(1);
  responses.set('/worse', { status: 500 });
  await change(id, { url: `${receiver.baseUrl}/worse` });
  expect((await list()).total).toBe(0);
  await send();
  await untilTotal(1);
  expect((await only())?.causes).toEqual([{ responseStatusCode: 500, reason: '' }]);
});

test('the newest change comes first, page by page, and the total is that of all pages', async () => {
  const ids: string[] = [];
  for (const path of ['/1', '/2', '/3']) {
    clock.advance(1000);
    ids.unshift(await endpoint(path, { filterTypes: [`t.${path.slice(1)}`] }));
    await server.call('POST', `/app/${app}/msg`, { eventType: `t.${path.slice(1)}`, payload: {} });
    await untilTotal(ids.length);
  }
  const first = await list('?limit=2');
  expect(first).toMatchObject({ done: false, total: 3 });
  const second = await list(`?limit=2&iterator=${first.iterator}`);
  expect(second).toMatchObject({ done: true, total: 3 });
  expect([...first.data, ...second.data].map(({ endpointId }) => endpointId)).toEqual(ids);
  clock.advance(1000);
  await change(ids[2] as string, { paused: true });
  expect((await list()).data.map(({ endpointId }) => endpointId)).toEqual([ids[2], ids[0], ids[1]]);
});

test('an endpoint whose queue takes more than five minutes is listed after those that fail, until the queue is shorter', async () => {
  for (const path of ['/slow', '/slower']) responses.set(path, { status: 200 });
  const slow = await endpoint('/slow', { filterTypes: ['t.1'], rateLimit: 1 });
  const slower = await endpoint('/slower', { filterTypes: ['t.1'], rateLimit: 1 });
  const failing = await endpoint('/bad', { filterTypes: ['t.2'] });
  const sent = Array.from({ length: 310 }, () =>
    server.call('POST', `/app/${app}/msg`, { eventType: 't.1', payload: {} }),
  );
  await Promise.all(sent);
  await untilTotal(2);
  await server.call('POST', `/app/${app}/msg`, { eventType: 't.2', payload: {} });
  await untilTotal(3);
  const { data } = await list();
  expect(data.map(({ endpointId, state }) => `${endpointId} ${state}`)).toEqual([
    `${failing} failing`,
    `${slower} delayed`,
    `${slow} delayed`,
  ]);
  expect(data[1]).toMatchObject({ causes: [], since: null, changedAt: null, nextAttempt: null, givenUp: 0 });
  expect(data[1]?.waiting).toBeGreaterThan(300);
  expect(data[1]?.waitMs).toBeGreaterThan(300_000);

  const pages: AttentionOut[] = [];
  let next = '';
  for (let read = 0; read < 3; read += 1) {
    const page = await list(`?limit=1${next}`);
    pages.push(...page.data);
    expect(page).toMatchObject({ total: 3, done: read === 2 });
    next = `&iterator=${page.iterator}`;
  }
  expect(pages.map(({ endpointId }) => endpointId)).toEqual([failing, slower, slow]);

  await change(slow, { rateLimit: 1000 });
  await change(slower, { paused: true });
  await untilTotal(1);
});

test('the operational endpoints of the service itself are not in it, and only the admin may read it', async () => {
  await server.call('POST', '/operational-webhook/endpoint', { url: `${receiver.baseUrl}/own` });
  await endpoint('/new');
  await receiver.arrived(1);
  expect((await list()).total).toBe(0);
  expect((await server.call('GET', '/fleet/attention?iterator=x')).status).toBe(422);
  expect((await server.call('GET', '/fleet/attention', undefined, { token: null })).status).toBe(401);
});

test('the overview of an application counts the same endpoints', async () => {
  const failing = await endpoint('/bad');
  await sendAttempt(failing, 1);
  const overview = async () => (await server.call('GET', '/fleet/app')).json.data[0];
  await until(overview, ({ failing: count }) => count === 1);
  await change(failing, { disabled: true });
  expect(await overview()).toMatchObject({ failing: 0, held: 1, failingEndpointId: null });
});

test('the live stream says when an endpoint begins to fail and when it recovers, and nothing in between', async () => {
  const id = await endpoint('/bad');
  const stream = await fetch(`${server.baseUrl}/api/v1/live`, {
    headers: { authorization: `Bearer ${server.adminToken}` },
  });
  let text = '';
  const heard = () => text.split('"attention-changed"').length - 1;
  // Ends with the server.
  void (async () => {
    for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) text += chunk;
  })().catch(() => undefined);
  const untilHeard = (count: number) =>
    until(
      async () => {
        clock.advance(300);
        await list();
        return heard();
      },
      (so) => so === count,
    );
  await sendAttempt(id, 1);
  await untilHeard(1);
  await sendAttempt(id, 2);
  responses.set('/bad', { status: 200 });
  await sendAttempt(id, 3);
  await untilHeard(2);
});

test('a consumer that has not polled for a day while a message waits is listed until it polls again', async () => {
  const filterTypes = ['t.1'];
  const poller = await server.create(`/app/${app}/polling-endpoint`, { uid: 'night-job', filterTypes });
  const poll = async (consumer: string) =>
    (await server.call('GET', `/app/${app}/poller/${poller}/consumer/${consumer}`)).json.data.length;
  await poll('billing');
  await poll('archive');
  const polledAt = clock.now();
  await server.call('POST', `/app/${app}/msg`, { eventType: 't.2', payload: {} });
  const { timestamp } = (await server.call('POST', `/app/${app}/msg`, { eventType: 't.1', payload: {} }))
    .json;
  expect((await list()).silent).toEqual([]);
  clock.stall(20 * HOUR_MS);
  // Where nodes share a database, it can be polled a moment later.
  const polled = (consumer: string) =>
    until(
      () => poll(consumer),
      (length) => length === 1,
    );
  await polled('archive');
  clock.stall(5 * HOUR_MS);

  const { silent, total } = await list();
  expect(silent).toEqual([
    {
      ...{ appId: app, appName: 'Acme', pollerId: poller, uid: 'night-job', description: '' },
      ...{ consumer: 'billing', lastPolledAt: expect.any(String), lag: 1, lagIsMore: false },
      lagSince: expect.any(String),
    },
  ]);
  expect(Date.parse(silent[0]?.lastPolledAt ?? '')).toBe(polledAt);
  // To the precision of an id.
  expect(Math.abs(Date.parse(silent[0]?.lagSince ?? '') - Date.parse(timestamp))).toBeLessThan(10);
  // It counts endpoints that are sent to.
  expect(total).toBe(0);
  expect((await server.call('GET', '/overview')).json.attention.silent).toEqual(silent);
  expect((await list(`?iterator=0-ep_${'0'.repeat(27)}`)).silent).toEqual([]);

  await polled('billing');
  clock.stall(60_000);
  expect((await list()).silent).toEqual([]);
});
