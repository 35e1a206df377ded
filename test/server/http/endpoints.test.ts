import { beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const server = startedOnce(startTestServer);
let app: string;
const url = 'http://127.0.0.1:9/';

beforeAll(async () => {
  for (const name of ['plain', 'flagged', 'old'])
    await server.call('POST', '/event-type', { name, description: '' });
  await server.call('PATCH', '/event-type/flagged', { featureFlag: 'beta' });
});
beforeEach(async () => {
  app = `/app/${await server.create('/app', { name: 'A' })}`;
});

const create = async (body: object = {}, path = app) =>
  (await server.call('POST', `${path}/endpoint`, { url, ...body })).json;
const portalToken = (body: object = {}) => server.portalToken(app.slice(5), body);

test('an endpoint has every field, and its secret and headers are not among them', async () => {
  const endpoint = await create({
    uid: 'e',
    rateLimit: 4,
    metadata: { a: 'b' },
    headers: { 'X-A': 'secret-value' },
  });
  expect(endpoint).toMatchObject({
    uid: 'e',
    url,
    description: '',
    rateLimit: 4,
    throttleRate: 4,
    disabled: false,
    paused: false,
    filterTypes: null,
    eventTypes: null,
    channels: null,
    metadata: { a: 'b' },
    version: 1,
  });
  expect(JSON.stringify(endpoint)).not.toMatch(/whsec_|secret-value/);
  expect((await server.call('GET', `${app}/endpoint/e/`)).json).toEqual(endpoint);
});

test.each(['filterTypes', 'eventTypes', 'channels'])('an empty list in %s means everything', async (name) => {
  const nothing = { filterTypes: null, eventTypes: null, channels: null };
  const { id, ...created } = await create({ [name]: [] });
  expect(created).toMatchObject(nothing);
  const change = async (method: string, body: object) =>
    (await server.call(method, `${app}/endpoint/${id}`, body)).json;
  for (const [method, more] of [
    ['PATCH', {}],
    ['PUT', { url }],
  ] as const) {
    expect(await change('PATCH', { [name]: ['plain'] })).toMatchObject({ [name]: ['plain'] });
    expect(await change(method, { ...more, [name]: [] })).toMatchObject(nothing);
  }
});

test('a refusal of an event type names the field as its caller does', async () => {
  const { id } = await create({});
  for (const name of ['filterTypes', 'eventTypes']) {
    for (const [method, path] of [
      ['POST', `${app}/endpoint`],
      ['PUT', `${app}/endpoint/${id}`],
      ['PATCH', `${app}/endpoint/${id}`],
      ['POST', '/operational-webhook/endpoint'],
    ] as const) {
      const refused = await server.call(method, path, { url, [name]: ['not.there'] });
      expect([refused.status, refused.json.detail[0].loc]).toEqual([422, ['body', name]]);
    }
  }
});

test('a customer who knows the name of a flagged event type can subscribe to it without the flag', async () => {
  const token = await portalToken();
  const response = await server.call('POST', `${app}/endpoint`, { url, filterTypes: ['flagged'] }, { token });
  expect([response.status, response.json.filterTypes]).toEqual([201, ['flagged']]);
});

test('an archived event type stays in existing filters, and cannot be added to new ones', async () => {
  await server.call('PATCH', '/event-type/old', { archived: false });
  const { id } = await create({ filterTypes: ['old'] });
  await server.call('DELETE', '/event-type/old');
  const kept = await server.call('PATCH', `${app}/endpoint/${id}`, { filterTypes: ['old', 'plain'] });
  expect([kept.status, kept.json.filterTypes]).toEqual([200, ['old', 'plain']]);
  const refused = await server.call('POST', `${app}/endpoint`, { url, filterTypes: ['old', 'plain'] });
  expect(refused.json.detail[0].msg).toBe("The following event types don't exist: old");
});

test('a uid is taken only within its application, and free again after deletion', async () => {
  const first = await create({ uid: 'same' });
  expect((await server.call('POST', `${app}/endpoint`, { url, uid: 'same' })).status).toBe(409);
  const other = `/app/${await server.create('/app', { name: 'B' })}`;
  expect((await create({ uid: 'same' }, other)).uid).toBe('same');
  expect((await server.call('GET', `${other}/endpoint/${first.id}`)).status).toBe(404);
  expect((await server.call('DELETE', `${app}/endpoint/same`)).status).toBe(204);
  expect((await create({ uid: 'same' })).id).not.toBe(first.id);
});

test('PUT creates under the name in the path, replaces after that, and keeps secret and headers', async () => {
  const put = (body: object) => server.call('PUT', `${app}/endpoint/mine`, { url, ...body });
  const created = await put({ rateLimit: 3, disabled: true });
  expect([created.status, created.json.uid]).toEqual([201, 'mine']);
  await server.call('PUT', `${app}/endpoint/mine/headers`, { headers: { 'X-A': 'b' } });
  const secret = async () => (await server.call('GET', `${app}/endpoint/mine/secret`)).json.key;
  const before = await secret();
  const replaced = await put({ uid: 'mine' });
  expect([replaced.status, replaced.json.id]).toEqual([200, created.json.id]);
  expect(replaced.json).toMatchObject({ rateLimit: null, disabled: false });
  expect(await secret()).toBe(before);
  expect((await server.call('GET', `${app}/endpoint/mine/headers`)).json.headers).toEqual({ 'X-A': 'b' });
});

test('pausing is an ordinary field: PATCH without it keeps it, PUT without it resumes', async () => {
  const { id } = await create({ paused: true });
  const path = `${app}/endpoint/${id}`;
  expect((await server.call('PATCH', path, { description: 'x' })).json.paused).toBe(true);
  expect((await server.call('PUT', path, { url })).json.paused).toBe(false);
  expect((await server.call('PATCH', path, { paused: true })).json).toMatchObject({
    paused: true,
    disabled: false,
  });
  expect((await server.call('PATCH', path, { paused: 'yes' })).status).toBe(422);
  const token = await portalToken();
  expect((await server.call('PATCH', path, { paused: false }, { token })).json.paused).toBe(false);
});

test('a blocked address is refused, and only the admin learns which it is', async () => {
  const body = { url: 'http://192.168.3.4/' };
  const admin = await server.call('POST', `${app}/endpoint`, body);
  expect([admin.status, admin.json.detail[0].msg]).toEqual([422, expect.stringContaining('192.168.3.4')]);
  const customer = await server.call('POST', `${app}/endpoint`, body, { token: await portalToken() });
  expect(customer.json.detail[0].msg).toBe('requests to this address are blocked');
});

test('plain http is refused while the settings require https', async () => {
  const { id } = await create();
  await server.call('PATCH', '/settings', { enforceHttps: true });
  expect((await server.call('POST', `${app}/endpoint`, { url })).status).toBe(422);
  expect((await server.call('POST', `${app}/endpoint`, { url: 'https://example.com' })).status).toBe(201);
  expect((await server.call('PATCH', `${app}/endpoint/${id}`, { description: 'x' })).status).toBe(200);
  await server.call('PATCH', '/settings', { enforceHttps: false });
});

test('a given secret is accepted with or without its prefix, and the eleventh rotation must wait', async () => {
  const key = Buffer.alloc(24, 7).toString('base64');
  const { id } = await create({ secret: key });
  expect((await server.call('GET', `${app}/endpoint/${id}/secret`)).json).toEqual({ key: `whsec_${key}` });
  const rotate = () => server.call('POST', `${app}/endpoint/${id}/secret/rotate`);
  for (let i = 0; i < 10; i++) expect((await rotate()).status).toBe(204);
  const refused = await rotate();
  expect([refused.status, refused.json.code]).toEqual([400, 'limit_reached']);
});

test('headers are replaced, patched without regard to case, and credentials are not shown again', async () => {
  const { id } = await create({ headers: { 'X-One': '1', Authorization: 'Basic x' } });
  const path = `${app}/endpoint/${id}/headers`;
  expect((await server.call('GET', path)).json).toEqual({
    headers: { 'X-One': '1' },
    sensitive: ['Authorization'],
  });
  await server.call('PATCH', path, { headers: { 'x-one': null, 'X-Two': '2', __proto__: null } });
  expect((await server.call('GET', path)).json.headers).toEqual({ 'X-Two': '2' });
  expect((await server.call('PATCH', path, { headers: { 'x-a': '1', 'X-A': '2' } })).status).toBe(422);
  await server.call('PUT', path, { headers: {} });
  expect((await server.call('GET', path)).json).toEqual({ headers: {}, sensitive: [] });
});

test('a customer does what the capabilities of the link allow', async () => {
  const { id } = await create();
  const token = await portalToken({ capabilities: ['ViewBase', 'ManageEndpoint'] });
  const ask = async (method: string, path: string, body?: object) =>
    (await server.call(method, `${app}/endpoint/${id}${path}`, body, { token })).status;
  expect(await ask('GET', '')).toBe(200);
  expect(await ask('PATCH', '', { description: 'mine' })).toBe(200);
  expect(await ask('PATCH', '', { secret: Buffer.alloc(24).toString('base64') })).toBe(403);
  expect(await ask('GET', '/secret')).toBe(403);
  expect(await ask('POST', '/secret/rotate', {})).toBe(403);
});

test('statistics refuse ranges that cannot be counted', async () => {
  const { id } = await create();
  const ask = async (query: string) => (await server.call('GET', `${app}/endpoint/${id}/stats${query}`)).json;
  expect(await ask('')).toEqual({ success: 0, pending: 0, sending: 0, fail: 0, canceled: 0 });
  expect((await ask('?since=2020-01-01T00:00:00Z')).code).toBe('invalid_range');
  expect((await ask('?until=2999-01-01T00:00:00Z')).code).toBe('invalid_range');
});
