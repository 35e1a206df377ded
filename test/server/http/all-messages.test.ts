import { beforeAll, expect, test } from 'vitest';
import type { FleetMessageOut, FleetMessagePageOut } from '../../../src-server/contract/fleet-message';
import { FakeClock } from '../../support/fake-clock';
import { startReceiver } from '../../support/receiver';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const receiver = startedOnce(() => startReceiver(({ path }) => ({ status: path === '/bad' ? 503 : 200 })));
const server = startedOnce(startTestServer);
let acme: string;
let globex: string;

beforeAll(async () => {
  for (const name of ['a.taken', 'a.held', 'b.bad', 'b.later', 'f.fails']) {
    await server.call('POST', '/event-type', { name, description: '' });
  }
  acme = await server.create('/app', { name: 'Acme Ltd', uid: 'acme-1' });
  globex = await server.create('/app', { name: 'Globex' });
});

const search = async (query: Readonly<Record<string, string>> = {}): Promise<FleetMessagePageOut> =>
  (await server.call('GET', `/fleet/message?${new URLSearchParams(query)}`)).json;
const idsOf = ({ data }: FleetMessagePageOut) => data.map(({ id }) => id);
const found = async (query: Readonly<Record<string, string>>) => idsOf(await search(query));
const send = (appId: string, eventType: string, more: object = {}): Promise<string> =>
  server.create(`/app/${appId}/msg`, { eventType, payload: {}, ...more });
const endpoint = (appId: string, path: string, more: object = {}): Promise<string> =>
  server.create(`/app/${appId}/endpoint`, { url: `${receiver.baseUrl}${path}`, ...more });
async function until(id: string, state: FleetMessageOut['state']): Promise<FleetMessageOut> {
  for (;;) {
    const [message] = (await search({ q: id })).data;
    if (message?.state === state) return message;
  }
}

const PLAIN = { endpointId: null, responseStatusCode: null, cause: null, attempts: 0, waitMs: null };

test('a message without an endpoint, a filtered one, and one for a disabled endpoint are in the list', async () => {
  const app = await server.create('/app', { name: 'Quiet' });
  const none = await send(app, 'a.none', { eventId: 'quiet-1' });
  await endpoint(app, '/good', { filterTypes: ['a.taken'] });
  const filtered = await send(app, 'a.filtered');
  await endpoint(app, '/good', { filterTypes: ['a.held'], disabled: true });
  const held = await send(app, 'a.held');
  const outcomes = { success: 0, pending: 0, sending: 0, fail: 0, canceled: 0 };
  expect(await search({ app_id: app })).toEqual({
    data: [
      expect.objectContaining({
        ...{ id: held, state: 'waiting', outcomes: { ...outcomes, pending: 1 } },
        reason: { ...PLAIN, kind: 'disabled', endpointId: expect.stringMatching(/^ep_/) },
      }),
      expect.objectContaining({
        ...{ id: filtered, state: 'no-endpoint', outcomes, reason: { ...PLAIN, kind: 'filtered' } },
      }),
      {
        ...{ id: none, appId: app, appName: 'Quiet', eventId: 'quiet-1', eventType: 'a.none' },
        ...{ timestamp: expect.any(String), deliverAt: null, state: 'no-endpoint', outcomes },
        reason: { ...PLAIN, kind: 'no-endpoint' },
      },
    ],
    iterator: none,
    done: true,
    examined: 3,
    examinedSince: expect.any(String),
  });
  expect(await found({ app_id: app, state: 'no-endpoint' })).toEqual([filtered, none]);
});

test('the list says why a message did not arrive: response, pause, limit, or the time it is meant for', async () => {
  const app = await server.create('/app', { name: 'Reasons' });
  for (const name of ['r.bad', 'r.held', 'r.slow', 'r.gone'])
    await server.call('POST', '/event-type', { name, description: '' });
  const bad = await endpoint(app, '/bad', { filterTypes: ['r.bad'] });
  const held = await endpoint(app, '/held', { filterTypes: ['r.held'], paused: true });
  await endpoint(app, '/slow', { filterTypes: ['r.slow'], rateLimit: 1 });
  const gone = await server.create(`/app/${app}/endpoint`, {
    ...{ url: 'http://127.0.0.1:1/', filterTypes: ['r.gone', 'r.held'] },
  });
  const reasonOf = async (id: string) => (await search({ q: id })).data[0]?.reason;
  const failed = await send(app, 'r.bad');
  await until(failed, 'failed');
  expect(await reasonOf(failed)).toEqual({
    ...{ ...PLAIN, kind: 'response', endpointId: bad, responseStatusCode: 503, cause: 'http', attempts: 1 },
  });
  const refused = await send(app, 'r.gone');
  await until(refused, 'failed');
  expect(await reasonOf(refused)).toMatchObject({
    ...{ kind: 'response', endpointId: gone, responseStatusCode: 0, cause: 'refused', attempts: 1 },
  });
  // Given up at one endpoint and held at another: what was given up comes first.
  const both = await send(app, 'r.held');
  await until(both, 'failed');
  expect(await reasonOf(both)).toMatchObject({ kind: 'response', endpointId: gone });
  await server.call('PATCH', `/app/${app}/endpoint/${gone}`, { filterTypes: ['r.gone'] });
  expect(await reasonOf(await send(app, 'r.held'))).toEqual({ ...PLAIN, kind: 'paused', endpointId: held });
  const queued = await Promise.all(Array.from({ length: 4 }, () => send(app, 'r.slow')));
  const waits = await reasonOf(queued.toSorted().at(-1) ?? '');
  expect(waits).toMatchObject({ kind: 'limit', attempts: 0, cause: null });
  expect(waits?.waitMs).toBeGreaterThan(0);
  const deliverAt = new Date(Date.now() + 3_600_000).toISOString();
  expect(await reasonOf(await send(app, 'r.slow', { deliverAt }))).toMatchObject({ kind: 'scheduled' });
  await server.call('PUT', '/sending', { paused: true });
  try {
    expect(await reasonOf(await send(app, 'r.slow'))).toMatchObject({ kind: 'sending-paused' });
  } finally {
    await server.call('PUT', '/sending', { paused: false });
  }
});

test('the state is the worst outcome over all endpoints, and can be asked for', async () => {
  await endpoint(acme, '/good');
  const delivered = await send(acme, 'b.good');
  await until(delivered, 'delivered');
  await endpoint(acme, '/bad', { filterTypes: ['b.bad'] });
  const failed = await send(acme, 'b.bad');
  expect(await until(failed, 'failed')).toMatchObject({ outcomes: { success: 1, fail: 1 } });
  const held = await endpoint(acme, '/late', { filterTypes: ['b.later'], paused: true });
  const canceled = await send(acme, 'b.later', { deliverAt: new Date(Date.now() + 60_000).toISOString() });
  for (const id of await endpointsOf(acme)) await server.call('DELETE', `/app/${acme}/endpoint/${id}`);
  expect(held).toMatch(/^ep_/);
  expect(await until(canceled, 'canceled')).toMatchObject({ outcomes: { canceled: 2 } });
  const app_id = acme;
  expect(await found({ app_id, state: 'failed' })).toEqual([failed]);
  expect(await found({ app_id, state: 'delivered' })).toEqual([delivered]);
  expect(await found({ app_id, state: 'canceled' })).toEqual([canceled]);
  expect(await found({ app_id, state: 'waiting' })).toEqual([]);
});

async function endpointsOf(appId: string): Promise<string[]> {
  return (await server.call('GET', `/app/${appId}/endpoint`)).json.data.map(({ id }: { id: string }) => id);
}

test('an id, the beginning of one, and an event id of any application find the message at once', async () => {
  const message = await send(acme, 'c.one', { eventId: 'order-77' });
  const other = await send(globex, 'c.one', { eventId: 'order-77' });
  const near = await send(acme, 'order-77.sent');
  expect(await found({ q: message })).toEqual([message]);
  expect(await found({ q: ` ${message} ` })).toEqual([message]);
  expect(await found({ q: message.slice(0, -1), app_id: acme })).toContain(message);
  expect(await found({ q: message, app_id: globex })).toEqual([]);
  expect(await found({ q: 'order-77' })).toEqual([other, message]);
  expect(await found({ q: 'order-77', app_id: acme })).toEqual([message]);
  expect(await found({ q: 'order-7' })).toEqual([near, other, message]);
  expect(await found({ q: 'order-77', by_id: 'true' })).toEqual([other, message]);
  expect(await search({ q: 'msg_0000' })).toEqual({
    ...{ data: [], iterator: null, done: true, examined: 0, examinedSince: null },
  });
});

test('a request for ids finds a message whose id lacks its prefix, and no event id is taken for one', async () => {
  const id = await send(acme, 'a.bare', { eventId: 'barely' });
  const bare = id.slice('msg_'.length);
  expect(await found({ q: bare, by_id: 'true' })).toEqual([id]);
  expect(await found({ q: bare.slice(0, 20), by_id: 'true' })).toContain(id);
  expect(await found({ q: 'barely', by_id: 'true' })).toEqual([id]);
  expect(await found({ q: bare.slice(0, 3), by_id: 'true' })).toEqual([]);
});

test('a request for ids finds parts of message ids and event ids, and no other words', async () => {
  const id = await send(acme, 'partly.typed', { eventId: 'invoice-8801-eu', tags: ['tagged-8801'] });
  expect(await found({ q: '8801', by_id: 'true' })).toEqual([id]);
  expect(await found({ q: 'INVOICE-88', by_id: 'true' })).toEqual([id]);
  expect(await found({ q: id.slice(-12), by_id: 'true' })).toEqual([id]);
  expect(await found({ q: id.slice(-12), by_id: 'true', app_id: globex })).toEqual([]);
  for (const q of ['880', 'partly.typed', 'tagged', '8801 invoice', '88_1'])
    expect(await found({ q, by_id: 'true' }), q).toEqual([]);
});

test('several messages with one event id are paged, each once', async () => {
  const first = await search({ q: 'order-77', limit: '1' });
  expect(first.done).toBe(false);
  const second = await search({ q: 'order-77', limit: '1', iterator: first.iterator ?? '' });
  expect([...idsOf(first), ...idsOf(second)]).toEqual(await found({ q: 'order-77' }));
  expect(second.done).toBe(true);
});

test('every word must be found, in the message or its application, signs of patterns as they are', async () => {
  const tagged = await send(acme, 'd.type', { eventId: 'e_100', tags: ['vip', 'eu'] });
  const plain = await send(globex, 'd.type');
  expect(await found({ q: 'D.TYPE' })).toEqual([plain, tagged]);
  expect(await found({ q: 'acme d.type' })).toEqual([tagged]);
  expect(await found({ q: 'acme-1 vip eu' })).toEqual([tagged]);
  expect(await found({ q: `${globex} type` })).toContain(plain);
  expect(await found({ q: 'globex vip' })).toEqual([]);
  expect(await found({ q: '_100 d.' })).toEqual([tagged]);
  expect(await found({ q: 'd%type' })).toEqual([]);
  expect(await found({ q: 'd_type' })).toEqual([]);
  expect(await found({ q: '\\' })).toEqual([]);
  expect(await found({ event_type: 'd.type' })).toEqual([plain, tagged]);
});

test('the payload is searched only when it is asked for, as it was received', async () => {
  const quiet = await server.create('/app', { name: 'No endpoint' });
  const id = await send(quiet, 'e.type', { payload: { customer: 'Zaphod', amount: 42 } });
  expect(await found({ q: 'zaphod' })).toEqual([]);
  expect(await found({ q: 'zaphod', in_payload: 'true' })).toEqual([id]);
  expect(await found({ q: 'zaphod "amount":42', in_payload: 'true' })).toEqual([id]);
  await server.call('DELETE', `/app/${quiet}/msg/${id}/content`);
  expect(await found({ q: 'zaphod', in_payload: 'true' })).toEqual([]);
  // Without its content and without a delivery, nobody knows whether there was an endpoint.
  expect(await until(id, 'expired')).toMatchObject({ outcomes: { success: 0 } });
});

test('messages of deleted applications and of the service itself are not in it', async () => {
  const app = await server.create('/app', { name: 'Gone' });
  const gone = await send(app, 'f.gone', { eventId: 'gone-1' });
  expect(await found({ q: 'gone-1' })).toEqual([gone]);
  await server.call('DELETE', `/app/${app}`);
  expect(await found({ q: 'gone-1' })).toEqual([]);
  expect(await found({ q: gone })).toEqual([]);
  await server.call('POST', '/operational-webhook/endpoint', { url: receiver.baseUrl });
  const failing = await endpoint(globex, '/bad', { filterTypes: ['f.fails'] });
  await until(await send(globex, 'f.fails'), 'failed');
  expect(failing).toMatch(/^ep_/);
  expect(await found({ q: 'message.attempt' })).toEqual([]);
});

test('a portal token may not search all applications, and bad input is refused with its field', async () => {
  const { token } = (await server.call('POST', `/auth/app-portal-access/${acme}`, {})).json;
  expect((await server.call('GET', '/fleet/message', undefined, { token })).status).toBe(403);
  const refused = async (query: string) =>
    (await server.call('GET', `/fleet/message?${query}`)).json.detail[0].loc;
  expect(await refused('iterator=-msg_1')).toEqual(['query', 'iterator']);
  expect(await refused('state=lost')).toEqual(['query', 'state']);
  expect(await refused(`q=${'x'.repeat(201)}`)).toEqual(['query', 'q']);
  expect(await refused('before=yesterday')).toEqual(['query', 'before']);
  expect(await found({ app_id: 'nobody' })).toEqual([]);
});

test('a time limits what is listed, however far away it is', async () => {
  const clock = new FakeClock();
  const timed = await startTestServer({ parts: { clock } });
  try {
    const app = await timed.create('/app', { name: 'A' });
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) {
      ids.push(await timed.create(`/app/${app}/msg`, { eventType: 'a', payload: {} }));
      clock.advance(1000);
    }
    const at = (ms: number) => new Date(1_700_000_000_000 + ms).toISOString();
    const between = async (query: Record<string, string>) =>
      idsOf((await timed.call('GET', `/fleet/message?${new URLSearchParams(query)}`)).json);
    expect(await between({ before: at(2000) })).toEqual([ids[1], ids[0]]);
    expect(await between({ after: at(500) })).toEqual([ids[2], ids[1]]);
    expect(await between({ after: at(500), before: at(1500) })).toEqual([ids[1]]);
    expect(await between({ before: '9999-12-31T00:00:00Z', after: '0001-01-01T00:00:00Z' })).toHaveLength(3);
  } finally {
    await timed.remove();
  }
});
