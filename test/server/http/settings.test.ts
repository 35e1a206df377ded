import { beforeEach, expect, test } from 'vitest';
import { SETTING_DEFAULTS, settingsOutSchema } from '../../../src-server/contract/settings';
import { startTestServer } from '../../support/start-test-server';
import { startedForEach } from '../../support/started';

const server = startedForEach(startTestServer);
let app: string;
beforeEach(async () => {
  app = await server.create('/app', { name: 'A' });
});

/** This server was built without the public catalog. */
const NONE = { built: 0, of: 0 };
const patch = (body: object) => server.call('PATCH', '/settings', body);
const url = 'http://127.0.0.1:9/';
const create = (body: object = {}) => server.call('POST', `/app/${app}/endpoint`, { url, ...body });

test('every setting has a default, is said in full, and is kept over a restart', async () => {
  expect(Object.keys(SETTING_DEFAULTS).sort()).toEqual(Object.keys(settingsOutSchema.properties).sort());
  expect((await server.call('GET', '/settings')).json).toEqual({ ...SETTING_DEFAULTS, publication: NONE });
  const change = {
    retryPolicy: [5, 300],
    customFontFamily: 'Noto Sans',
    customLogoUrl: 'https://acme.example/logo.svg',
    customBaseFontSize: 16,
    colorPaletteLight: { primary: '#00aaff', textDanger: null },
    customThemeOverride: { borderRadius: { card: 'lg' }, fontSize: { base: 15 } },
    customStringsOverride: { channelsOne: 'Room' },
    advancedEndpointTypes: ['polling'],
    disableEndpointOnFailure: false,
  };
  expect((await patch(change)).json).toEqual({ ...SETTING_DEFAULTS, ...change, publication: NONE });
  await server.restart();
  expect((await server.call('GET', '/settings')).json).toEqual({
    ...SETTING_DEFAULTS,
    ...change,
    publication: NONE,
  });
});

test.each([
  ['enforceHttps', 'yes'],
  ['enforceHttps', null],
  ['displayName', 'a\u0001'],
  ['retryPolicy', [0]],
  ['retryPolicy', Array(51).fill(1)],
  ['endpointsPerAppLimit', 0],
  ['customColor', 'red'],
  ['customLogoUrl', 'javascript:alert(1)'],
  ['customLogoUrl', 'https://a.example/"onload="x'],
  ['customFontFamily', 'a;b'],
  ['customBaseFontSize', 100],
  ['colorPaletteDark', { primary: '#fff' }],
  ['customThemeOverride', { borderRadius: { card: 'huge' } }],
  ['customStringsOverride', { channelsHelp: 5 }],
])('%s refuses %j', async (name, value) => {
  const response = await patch({ [name]: value });
  expect([response.status, response.json.detail[0].loc.slice(0, 2)]).toEqual([422, ['body', name]]);
  expect((await server.call('GET', '/settings')).json).toEqual({ ...SETTING_DEFAULTS, publication: NONE });
});

test('a catalog without a display name is not published, however it is asked for', async () => {
  expect((await patch({ eventCatalogPublished: true })).status).toBe(422);
  await patch({ eventCatalogPublished: true, displayName: 'Acme' });
  const cleared = await patch({ displayName: null });
  expect([cleared.status, cleared.json.detail[0].loc]).toEqual([422, ['body', 'displayName']]);
});

test('read only: customers and integrations look, and the sender still does everything', async () => {
  const { token } = (await server.call('POST', `/auth/app-portal-access/${app}`, {})).json;
  const integration = await server.create(`/app/${app}/integration`, { name: 'i' });
  const { key } = (await server.call('GET', `/app/${app}/integration/${integration}/key`)).json;
  const endpoint = (await create()).json.id;
  await patch({ readOnly: true });
  for (const holder of [token, key]) {
    const ask = async (method: string, path: string, body?: unknown) =>
      (await server.call(method, path, body, { token: holder })).status;
    expect(await ask('GET', `/app/${app}/endpoint`)).toBe(200);
    expect(await ask('POST', `/app/${app}/endpoint`, { url })).toBe(403);
    expect(await ask('GET', `/app/${app}/endpoint/${endpoint}/secret`)).toBe(403);
    expect(await ask('DELETE', `/app/${app}/endpoint/${endpoint}`)).toBe(403);
  }
  const whoami = await server.call('GET', '/auth/whoami', undefined, { token });
  expect(whoami.json.capabilities).toEqual(['ViewBase']);
  expect((await create()).status).toBe(201);
  await patch({ readOnly: false });
  expect(
    (await server.call('GET', `/app/${app}/endpoint/${endpoint}/secret`, undefined, { token })).status,
  ).toBe(200);
});

test('event types can be asked of every endpoint; one without them from before may stay so', async () => {
  await server.call('POST', '/event-type', { name: 'a.b', description: '' });
  const before = (await create()).json.id;
  await patch({ requireEndpointFilterTypes: true });
  const refused = await create();
  expect([refused.status, refused.json.detail[0].loc]).toEqual([422, ['body', 'eventTypes']]);
  const { id } = (await create({ eventTypes: ['a.b'] })).json;
  const change = (endpoint: string, body: object) =>
    server.call('PATCH', `/app/${app}/endpoint/${endpoint}`, body);
  for (const field of ['eventTypes', 'filterTypes']) {
    for (const nothing of [null, []]) {
      const emptied = await change(id, { [field]: nothing });
      expect([emptied.status, emptied.json.detail[0].loc]).toEqual([422, ['body', field]]);
    }
  }
  expect((await change(id, { description: 'x' })).status).toBe(200);
  expect((await change(before, { description: 'x' })).status).toBe(200);
});

test('a channel can be asked of every endpoint', async () => {
  await patch({ requireEndpointChannel: true });
  const refused = await create();
  expect([refused.status, refused.json.detail[0].loc]).toEqual([422, ['body', 'channels']]);
  expect((await create({ channels: ['c'] })).status).toBe(201);
});

test('an application has no more endpoints than allowed, however many are made at once', async () => {
  await patch({ endpointsPerAppLimit: 3 });
  const responses = await Promise.all([...Array(8)].map(() => create()));
  expect(responses.map(({ status }) => status).sort()).toEqual([
    ...Array(3).fill(201),
    ...Array(5).fill(400),
  ]);
  expect(responses.find(({ status }) => status === 400)?.json.code).toBe('limit_reached');
  const [made] = responses.filter(({ status }) => status === 201);
  await server.call('DELETE', `/app/${app}/endpoint/${made?.json.id}`);
  expect((await create()).status).toBe(201);
  const other = await server.create('/app', { name: 'B' });
  expect((await server.call('POST', `/app/${other}/endpoint`, { url })).status).toBe(201);
});
