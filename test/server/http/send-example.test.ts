import { Svix as Svix2 } from 'svix';
import { Svix as Svix1 } from 'svix-1';
import { beforeAll, expect, test } from 'vitest';
import { startReceiver } from '../../support/receiver';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const receiver = startedOnce(startReceiver);
const server = startedOnce(startTestServer);
let app: string;

beforeAll(async () => {
  app = await server.create('/app', { name: 'A' });
  const schemas = { 1: { type: 'object', examples: [{ n: 1 }, { n: 2 }, 'text'] } };
  await server.call('POST', '/event-type', { name: 'shown', description: '', schemas });
  await server.call('POST', '/event-type', {
    name: 'flagged',
    description: '',
    schemas,
    featureFlag: 'beta',
  });
  await server.call('POST', '/event-type', { name: 'bare', description: '' });
  const noExample = { 1: { type: 'object', properties: { n: { type: 'integer' } } } };
  await server.call('POST', '/event-type', { name: 'plain', description: '', schemas: noExample });
  const endpoint = (uid: string, extra: object) =>
    server.call('POST', `/app/${app}/endpoint`, { uid, url: `${receiver.baseUrl}/${uid}`, ...extra });
  await endpoint('all', {});
  await endpoint('narrow', { filterTypes: ['bare'], channels: ['c'] });
  await endpoint('off', { disabled: true });
});

const ask = async (endpoint: string, body: object, token?: string) => {
  const path = `/app/${app}/endpoint/${endpoint}/send-example`;
  const { status, json } = await server.call('POST', path, body, token === undefined ? {} : { token });
  return [status, json.code ?? json.detail?.[0]?.loc?.join('.') ?? json.payload];
};

test('an example goes to this endpoint and to no other', async () => {
  const svix = new Svix2(server.adminToken, { serverUrl: server.baseUrl });
  const before = receiver.arrivals.length;
  expect(await svix.endpoint.sendExample(app, 'all', { eventType: 'shown' })).toMatchObject({
    eventType: 'shown',
    payload: { n: 1 },
  });
  expect(await ask('all', { eventType: 'shown', exampleIndex: 1 })).toEqual([202, { n: 2 }]);
  await receiver.arrived(before + 2);
  const arrived = receiver.arrivals.slice(before).map(({ path, body }) => [path, body.toString()]);
  expect(arrived).toEqual([
    ['/all', '{"n":1}'],
    ['/all', '{"n":2}'],
  ]);
});

test('where a schema has no example, the one is sent that the catalog shows', async () => {
  const shown = (await server.call('GET', '/event-type/plain/example')).json;
  expect(shown).toMatchObject({ example: { n: 0 }, source: 'generated' });
  const before = receiver.arrivals.length;
  expect(await ask('all', { eventType: 'plain' })).toEqual([202, shown.example]);
  await receiver.arrived(before + 1);
});

test('an example that its schema refuses is neither shown nor sent', async () => {
  const text = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } };
  const schemas = { 1: { ...text, example: null } };
  await server.call('POST', '/event-type', { name: 'refused', description: '', schemas });
  const shown = (await server.call('GET', '/event-type/refused/example')).json;
  expect(shown).toMatchObject({ example: { id: expect.any(String) }, source: 'generated', fits: true });
  expect(shown.refusedExample).toMatchObject({ example: null, problems: [{ message: 'must be object' }] });
  expect(await ask('all', { eventType: 'refused' })).toEqual([202, shown.example]);
  const lacking = { 1: { ...text, examples: [{}] } };
  await server.call('POST', '/event-type', { name: 'lacking', description: '', schemas: lacking });
  expect(await ask('all', { eventType: 'lacking' })).toEqual([202, {}]);
  const reader = await server.portalToken(app, { capabilities: ['ViewBase', 'CreateAttempts'] });
  const readable = { id: expect.any(String) };
  expect(await ask('all', { eventType: 'lacking' }, reader)).toEqual([202, readable]);
  const path = '/event-type/lacking/example';
  expect((await server.call('GET', path, undefined, { token: reader })).json.example).toEqual(readable);
  // No text has this length and matches this pattern.
  const never = { ...text, properties: { id: { type: 'string', maxLength: 1, pattern: '^..$' } } };
  await server.call('POST', '/event-type', { name: 'never', description: '', schemas: { 1: never } });
  expect(await ask('all', { eventType: 'never' })).toEqual([400, 'invalid_scheme']);
});

test('svix.ping passes every filter', async () => {
  const svix = new Svix1(server.adminToken, { serverUrl: server.baseUrl });
  const before = receiver.arrivals.length;
  const { id } = await svix.endpoint.sendExample(app, 'narrow', { eventType: 'svix.ping' });
  await receiver.arrived(before + 1);
  const arrival = receiver.arrivals.at(-1);
  expect([arrival?.path, arrival?.body.toString()]).toEqual(['/narrow', '{"success":true}']);
  expect(arrival?.headers['webhook-id']).toBe(id);
});

test('what the endpoint would not get, or what has no example, is refused with a reason', async () => {
  const count = async () => (await server.call('GET', `/app/${app}/msg`)).json.data.length;
  const before = await count();
  expect(await ask('narrow', { eventType: 'shown' })).toEqual([400, 'generic_error']);
  expect(await ask('off', { eventType: 'shown' })).toEqual([409, 'endpoint_disabled']);
  expect(await ask('off', { eventType: 'svix.ping' })).toEqual([409, 'endpoint_disabled']);
  expect(await ask('all', { eventType: 'shown', exampleIndex: 2 })).toEqual([400, 'invalid_scheme']);
  expect(await ask('all', { eventType: 'shown', exampleIndex: 3 })).toEqual([400, 'invalid_scheme']);
  expect(await ask('all', { eventType: 'bare' })).toEqual([400, 'invalid_scheme']);
  expect(await ask('all', { eventType: 'plain', exampleIndex: 1 })).toEqual([400, 'invalid_scheme']);
  expect(await ask('all', { eventType: 'unknown' })).toEqual([422, 'body.eventType']);
  expect(await count()).toBe(before);
});

test('a portal token may test its endpoints if it may create attempts, with what it sees', async () => {
  const portal = (body: object) => server.portalToken(app, body);
  const token = await portal({ capabilities: ['ViewBase', 'CreateAttempts'] });
  expect(await ask('all', { eventType: 'shown' }, token)).toEqual([202, { n: 1 }]);
  expect(await ask('all', { eventType: 'flagged' }, token)).toEqual([422, 'body.eventType']);
  const reader = await portal({ capabilities: ['ViewBase'] });
  expect(await ask('all', { eventType: 'shown' }, reader)).toEqual([403, 'insufficient access']);
  const flagged = await portal({ featureFlags: ['beta'] });
  expect(await ask('all', { eventType: 'flagged' }, flagged)).toEqual([202, { n: 1 }]);
});

test('transformations are refused, and nothing pretends to keep one', async () => {
  const path = `/app/${app}/endpoint/all/transformation`;
  for (const [method, body] of [
    ['GET', undefined],
    ['PATCH', { code: 'function handler(webhook) { return webhook }', enabled: true }],
  ] as const) {
    const { status, json } = await server.call(method, path, body);
    expect([status, json.code]).toEqual([501, 'not_implemented']);
  }
});

test('a customer sends none of the examples of the author that the schema refuses, whatever its number', async () => {
  const properties = { n: { type: 'integer' } };
  const schema = { type: 'object', properties, examples: [{ n: 1 }, { n: 'two' }, { n: 3 }] };
  await server.call('POST', '/event-type', { name: 'partly.wrong', description: '', schemas: { 1: schema } });
  const token = await server.portalToken(app, {});
  const sent = (exampleIndex: number, by?: string) =>
    ask('all', { eventType: 'partly.wrong', exampleIndex }, by);
  const before = receiver.arrivals.length;
  expect(await sent(1, token)).toEqual([400, 'invalid_scheme']);
  expect(await sent(2, token)).toEqual([202, { n: 3 }]);
  expect(await sent(1)).toEqual([202, { n: 'two' }]);
  await receiver.arrived(before + 2);
});
