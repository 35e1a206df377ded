import { beforeEach, describe, expect, test } from 'vitest';
import { testOnFile } from '../../support/engines';
import { startReceiver } from '../../support/receiver';
import { startTestServer } from '../../support/start-test-server';
import { startedForEach, startedOnce } from '../../support/started';
import { until } from '../../support/until';

/** What operational webhooks say about event types, for the applications that receive them. */

const own = startedForEach(startReceiver);
const customer = startedOnce(startReceiver);
const server = startedForEach(startTestServer);

const TYPES = ['event_type.deprecated', 'event_type.changed'];
const total = (type: string) => ({ type: 'object', properties: { total: { type } } });
const noticesOf = () => own.arrivals.map(({ body }) => JSON.parse(body.toString()));

async function listen(): Promise<string> {
  const filter = { url: own.baseUrl, filterTypes: TYPES };
  expect((await server.call('POST', '/operational-webhook/endpoint', filter)).status).toBe(201);
  await server.call('POST', '/event-type', { name: 'a.heard', schema: total('number') });
  await server.call('POST', '/event-type', { name: 'b.unheard', schema: total('number') });
  const app = await server.create('/app', { name: 'Receives' });
  await server.create(`/app/${app}/endpoint`, { url: customer.baseUrl, filterTypes: ['a.heard'] });
  await server.create('/app', { name: 'Receives nothing' });
  return app;
}

test('a deprecation and a breaking change are reported once, with the applications that receive the event type', async () => {
  const app = await listen();
  const sunsetAt = '2030-01-31T00:00:00.000Z';
  const deprecation = { deprecated: true, sunsetAt, replacedBy: 'b.unheard' };
  await server.call('PATCH', '/event-type/a.heard', deprecation);
  await own.arrived(1);
  const about = { eventType: 'a.heard', appIds: [app], more: 0 };
  expect(noticesOf()).toEqual([
    { type: 'event_type.deprecated', data: { ...about, sunsetAt, replacedBy: 'b.unheard' } },
  ]);
  // What nobody receives, what breaks nobody, and what was said already.
  await server.call('PATCH', '/event-type/b.unheard', { deprecated: true, schema: total('string') });
  await server.call('PATCH', '/event-type/a.heard', { description: 'Heard.', sunsetAt: null });
  await server.call('PATCH', '/event-type/a.heard', { schema: total('string') });
  await own.arrived(2);
  expect(noticesOf()[1]).toEqual({
    type: 'event_type.changed',
    data: { ...about, changes: [expect.stringMatching(/^schema > total: /)] },
  });
});

testOnFile('many changes in one write are reported one by one', async () => {
  await listen();
  const eventTypes = ['a.heard', 'b.unheard'].map((name) => ({ name, deprecated: true }));
  const changed = await server.call('POST', '/event-type-bulk', { eventTypes });
  expect(changed.status).toBe(200);
  await server.call('PATCH', '/event-type/a.heard', { schema: total('string') });
  await own.arrived(2);
  expect(noticesOf().map(({ type, data }) => [type, data.eventType])).toEqual([
    ['event_type.deprecated', 'a.heard'],
    ['event_type.changed', 'a.heard'],
  ]);
});

testOnFile('what changed before anybody wanted to know is not reported later', async () => {
  await server.call('POST', '/event-type', { name: 'a.heard', schema: total('number') });
  const app = await server.create('/app', { name: 'Receives' });
  await server.create(`/app/${app}/endpoint`, { url: customer.baseUrl });
  await server.call('PATCH', '/event-type/a.heard', { deprecated: true });
  const later = { name: 'z.later', schema: total('number') };
  await server.call('POST', '/event-type', later);
  await server.call('POST', '/operational-webhook/endpoint', { url: own.baseUrl, filterTypes: TYPES });
  await server.call('PATCH', '/event-type/z.later', { schema: total('string') });
  await own.arrived(1);
  expect(noticesOf().map(({ type }) => type)).toEqual(['event_type.changed']);
});

test('who saves a change can choose that nobody is told of it; the history says so, and the changes list it all the same', async () => {
  await listen();
  const unannounced = { deprecated: true, schema: total('string') };
  const saved = await server.call('PATCH', '/event-type/a.heard?announce=false', unannounced);
  expect(saved.status).toBe(200);
  await server.call('PUT', '/event-type/a.heard?announce=false', { schema: total('boolean') });
  await server.call('POST', '/event-type/a.heard', { schema: total('number') });
  await own.arrived(1);
  expect(noticesOf().map(({ type, data }) => [type, data.changes])).toEqual([
    ['event_type.changed', ['schema > total: boolean becomes number']],
  ]);
  const { data } = (await server.call('GET', '/event-type/a.heard/history')).json;
  expect(data.map(({ announced }: { announced: boolean }) => announced)).toEqual([true, false, false, true]);
  const changes = (await server.call('GET', '/event-type-changes?limit=3')).json.data;
  expect(changes.map(({ kind }: { kind: string }) => kind)).toEqual(['breaking', 'breaking', 'breaking']);
});

testOnFile(
  'neither is anybody told of an import or of many changes at once that are not to be announced',
  async () => {
    await listen();
    const name = 'a.heard';
    const spec = (type: string) => {
      const content = { 'application/json': { schema: total(type) } };
      const webhooks = { [name]: { post: { description: 'd', requestBody: { content } } } };
      return { openapi: '3.1.0', info: { title: 'T', version: '1' }, webhooks };
    };
    const change = async (path: string, body: object) =>
      expect((await server.call('POST', `${path}?announce=false`, body)).status).toBeLessThan(300);
    await change('/event-type-bulk', { eventTypes: [{ name, schema: total('string') }] });
    await change('/environment/import', { eventTypes: [{ name, schema: total('boolean') }] });
    await change('/event-type/import/openapi', { spec: spec('integer') });
    const { digest } = (await server.call('POST', '/event-type/import/plan', { spec: spec('null') })).json;
    await change('/event-type/import/apply', { spec: spec('null'), digest });
    const { data } = (await server.call('GET', `/event-type/${name}/history`)).json;
    expect(data.map(({ announced }: { announced: boolean }) => announced)).toEqual([
      ...Array(4).fill(false),
      true,
    ]);
    await server.call('PATCH', `/event-type/${name}`, { schema: total('string') });
    await own.arrived(1);
    expect(noticesOf()[0].data.changes).toEqual(['schema > total: null becomes string']);
  },
);

describe('an endpoint whose customer wants to be told', () => {
  const ticked = { eventTypeNotices: true };
  let path = '';
  let app = '';
  let portal = '';
  let tests = 0;
  const ownNotices = () =>
    customer.arrivals
      .filter((arrival) => arrival.path === path)
      .map(({ body }) => JSON.parse(body.toString()));
  beforeEach(async () => {
    tests += 1;
    path = `/told/${tests}`;
    app = await server.create('/app', { name: 'Told' });
    portal = await server.portalToken(app);
    await server.call('POST', '/event-type', { name: 'a.heard', schema: total('number') });
  });
  const endpoint = async (more: object, token?: string) => {
    const body = { url: `${customer.baseUrl}${path}`, ...ticked, ...more };
    const { status, json } = await server.call('POST', `/app/${app}/endpoint`, body, token ? { token } : {});
    expect([status, json.eventTypeNotices]).toEqual([201, true]);
    return json.id;
  };
  /** What it was sent, once something later was sent, too. */
  const toldBefore = async () => {
    await server.call('POST', '/event-type', { name: 'z.last' });
    await server.call('PATCH', '/event-type/z.last', { deprecated: true });
    const isLast = ({ data }: { data: { eventType: string } }) => data.eventType === 'z.last';
    await until(ownNotices, (all) => all.some(isLast));
    return ownNotices().filter((notice) => !isLast(notice));
  };

  test('gets what is deprecated and what breaks it, signed like any message, and once', async () => {
    await endpoint({ filterTypes: ['a.heard'], channels: ['never'] }, portal);
    await server.call('POST', '/event-type', { name: 'b.next' });
    await server.call('PATCH', '/event-type/a.heard', { deprecated: true, replacedBy: 'b.next' });
    await server.call('PATCH', '/event-type/a.heard', { description: 'Nothing breaks.' });
    await server.call('PATCH', '/event-type/a.heard', { schema: total('string') });
    await until(ownNotices, (all) => all.length === 2);
    expect(ownNotices()).toEqual([
      { type: 'event_type.deprecated', data: { eventType: 'a.heard', sunsetAt: null, replacedBy: 'b.next' } },
      {
        type: 'event_type.changed',
        data: { eventType: 'a.heard', changes: [expect.stringMatching(/^schema > total: /)] },
      },
    ]);
    const headers = customer.arrivals.find((arrival) => arrival.path === path)?.headers;
    expect(headers?.['webhook-signature']).toMatch(/^v1,/);
    const messages = (await server.call('GET', `/app/${app}/msg`, undefined, { token: portal })).json.data;
    expect(messages.map(({ eventType }: { eventType: string }) => eventType)).toEqual([
      'event_type.changed',
      'event_type.deprecated',
    ]);
  });

  testOnFile('gets nothing of what it does not take, nor what its customer does not see', async () => {
    await server.call('POST', '/event-type', {
      name: 'b.beta',
      schema: total('number'),
      featureFlags: ['beta'],
    });
    await server.call('POST', '/event-type', { name: 'c.other', schema: total('number'), groupName: 'c' });
    await endpoint({ filterGroups: ['z'] });
    await endpoint({ filterTypes: ['a.heard'], filterGroups: ['z'] });
    const other = await server.create('/app', { name: 'Not told' });
    await server.create(`/app/${other}/endpoint`, { url: `${customer.baseUrl}${path}` });
    await server.call('PATCH', '/event-type/b.beta', { schema: total('string'), deprecated: true });
    await server.call('PATCH', '/event-type/a.heard', { deprecated: true, replacedBy: 'b.beta' });
    await server.call('PATCH', '/event-type/a.heard?announce=false', { schema: total('string') });
    expect(await toldBefore()).toEqual([
      { type: 'event_type.deprecated', data: { eventType: 'a.heard', sunsetAt: null, replacedBy: null } },
    ]);
  });

  test('hears of a flagged event type once its customer has the flag', async () => {
    await server.call('POST', '/event-type', {
      name: 'b.beta',
      schema: total('number'),
      featureFlags: ['beta'],
    });
    await endpoint({});
    await server.call('POST', `/auth/app-portal-access/${app}`, { featureFlags: ['beta'] });
    await server.call('PATCH', '/event-type/b.beta', { deprecated: true });
    expect((await toldBefore()).map(({ data }) => data.eventType)).toEqual(['b.beta']);
  });

  testOnFile(
    'keeps its wish through a PUT of a client that does not know it, and loses it when it is unticked',
    async () => {
      const id = await endpoint({});
      const at = `/app/${app}/endpoint/${id}`;
      const url = `${customer.baseUrl}${path}`;
      expect((await server.call('PUT', at, { url })).json.eventTypeNotices).toBe(true);
      const off = await server.call('PATCH', at, { eventTypeNotices: false }, { token: portal });
      expect(off.json.eventTypeNotices).toBe(false);
      expect((await server.call('PATCH', at, { eventTypeNotices: 'yes' })).status).toBe(422);
    },
  );
});
