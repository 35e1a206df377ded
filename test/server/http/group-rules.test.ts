import { beforeAll, beforeEach, expect, test } from 'vitest';
import { startReceiver } from '../../support/receiver';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const receiver = startedOnce(startReceiver);
const server = startedOnce(startTestServer);
let app: string;

beforeAll(async () => {
  for (const name of ['invoice.paid', 'invoice.sent', 'user.created'])
    await server.call('POST', '/event-type', { name, description: '' });
});
beforeEach(async () => {
  app = `/app/${await server.create('/app', { name: 'A' })}`;
});

const create = async (body: object) =>
  (await server.call('POST', `${app}/endpoint`, { url: receiver.baseUrl, ...body })).json;
const send = (eventType: string) => server.create(`${app}/msg`, { eventType, payload: {} });
/** The messages that were due at an endpoint. */
const taken = async (endpoint: string) =>
  (await server.call('GET', `${app}/endpoint/${endpoint}/msg`)).json.data
    .map(({ eventType }: { eventType: string }) => eventType)
    .toSorted();

test('an endpoint with a group gets every type of it, also one that is made later, and no other', async () => {
  const { id, filterGroups, filterTypes } = await create({ filterGroups: ['invoice'] });
  expect([filterGroups, filterTypes]).toEqual([['invoice'], null]);
  await send('invoice.paid');
  await server.call('POST', '/event-type', { name: 'invoice.voided', description: 'Later.' });
  await send('invoice.voided');
  await send('user.created');
  expect(await taken(id)).toEqual(['invoice.paid', 'invoice.voided']);
});

test('the group name of a type decides, from the moment it is saved', async () => {
  const { id } = await create({ filterGroups: ['billing'] });
  await server.call('POST', '/event-type', { name: 'dunning', description: '', groupName: 'billing' });
  await send('dunning');
  await server.call('PATCH', '/event-type/dunning', { groupName: null });
  await send('dunning');
  await server.call('PATCH', '/event-type/dunning', { groupName: 'billing' });
  await send('dunning');
  expect(await taken(id)).toEqual(['dunning', 'dunning']);
});

test('a flag hides a type of the group, and stops nothing', async () => {
  const { id } = await create({ filterGroups: ['secret'] });
  await server.call('POST', '/event-type', { name: 'secret.thing', description: '', featureFlag: 'beta' });
  await send('secret.thing');
  expect(await taken(id)).toEqual(['secret.thing']);
});

test('a group rule is kept over a restart', async () => {
  const { id } = await create({ filterGroups: ['invoice'], filterTypes: ['user.created'] });
  await server.restart();
  const found = (await server.call('GET', `${app}/endpoint/${id}`)).json;
  expect([found.filterGroups, found.filterTypes]).toEqual([['invoice'], ['user.created']]);
  await send('invoice.sent');
  expect(await taken(id)).toEqual(['invoice.sent']);
});

test('PUT without groups leaves them alone, so that an older client never opens an endpoint to everything', async () => {
  const { id, url } = await create({ filterGroups: ['invoice'] });
  const put = async (body: object) =>
    (await server.call('PUT', `${app}/endpoint/${id}`, { url, ...body })).json;
  expect((await put({})).filterGroups).toEqual(['invoice']);
  expect((await put({ filterGroups: ['user'] })).filterGroups).toEqual(['user']);
  expect((await put({ filterGroups: [] })).filterGroups).toBeNull();
});

test('PATCH changes groups, and null or an empty list clears them', async () => {
  const { id } = await create({ filterGroups: ['invoice'] });
  const patch = async (body: object) => (await server.call('PATCH', `${app}/endpoint/${id}`, body)).json;
  expect((await patch({ description: 'x' })).filterGroups).toEqual(['invoice']);
  expect((await patch({ filterGroups: ['user', 'invoice'] })).filterGroups).toEqual(['user', 'invoice']);
  expect((await patch({ filterGroups: null })).filterGroups).toBeNull();
  await send('user.created');
  expect(await taken(id)).toEqual(['user.created']);
});

test('what is no name of a group is refused', async () => {
  for (const filterGroups of [['a b'], [''], ['a/b'], 'invoice', [1], ['x', 'x']]) {
    const response = await server.call('POST', `${app}/endpoint`, { url: receiver.baseUrl, filterGroups });
    expect(response.status, JSON.stringify(filterGroups)).toBe(422);
  }
});

test('a group is a filter to the setting that asks for one', async () => {
  await server.call('PATCH', '/settings', { requireEndpointFilterTypes: true });
  const { id } = await create({ filterGroups: ['invoice'] });
  const response = await server.call('PATCH', `${app}/endpoint/${id}`, { filterGroups: null });
  expect(response.status).toBe(422);
  await server.call('PATCH', '/settings', { requireEndpointFilterTypes: false });
});

test('a replay of what is missing, an example and an explanation go by the group too', async () => {
  await server.call('POST', '/event-type', {
    name: 'parcel.sent',
    description: '',
    groupName: 'post',
    schemas: { 1: { type: 'object', examples: [{ n: 1 }] } },
  });
  const lost = await send('parcel.sent');
  await send('user.created');
  const { id } = await create({ filterGroups: ['post'] });
  const since = new Date(Date.now() - 3_600_000).toISOString();
  const estimate = await server.call('POST', `${app}/endpoint/${id}/replay-missing`, { since, dryRun: true });
  expect(estimate.json.messages).toBe(1);
  const example = async (eventType: string) =>
    (await server.call('POST', `${app}/endpoint/${id}/send-example`, { eventType })).status;
  expect([await example('parcel.sent'), await example('invoice.paid')]).toEqual([202, 400]);
  const why = async (message: string) =>
    (await server.call('GET', `${app}/msg/${message}/endpoint/${id}/why`)).json.sentence;
  expect(await why(lost)).toContain('created later');
  expect(await why(await send('user.created'))).toBe('not sent: the filter includes only all of post');
});

test('a customer may lower the limit of the account for an endpoint, and not raise it', async () => {
  await server.call('PATCH', app, { rateLimit: 50 });
  const { token } = (await server.call('POST', `/auth/app-portal-access/${app.slice(5)}`)).json;
  const as = (method: string, path: string, body: object) => server.call(method, path, body, { token });
  const url = receiver.baseUrl;
  for (const spelling of ['rateLimit', 'throttleRate']) {
    const refused = await as('POST', `${app}/endpoint`, { url, [spelling]: 51 });
    expect([refused.status, refused.json.detail[0].loc]).toEqual([422, ['body', spelling]]);
  }
  const { id } = (await as('POST', `${app}/endpoint`, { url, rateLimit: 50 })).json;
  const path = `${app}/endpoint/${id}`;
  expect((await as('PATCH', path, { rateLimit: 10 })).status).toBe(200);
  expect((await as('PATCH', path, { throttleRate: 51 })).status).toBe(422);
  expect((await as('PUT', path, { url, rateLimit: 51 })).status).toBe(422);
  expect((await as('PATCH', path, { rateLimit: null })).json.rateLimit).toBeNull();
  // A limit that the sender grants an endpoint above the application's stays when the customer changes other fields.
  expect((await server.call('PATCH', path, { rateLimit: 90 })).status).toBe(200);
  expect((await as('PATCH', path, { description: 'x' })).json.rateLimit).toBe(90);
  expect((await as('PATCH', path, { rateLimit: 80 })).status).toBe(200);
  expect((await as('PATCH', path, { rateLimit: 85 })).status).toBe(422);
});
