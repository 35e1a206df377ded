import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { type Clock, systemClock } from '../../../src-server/base/clock';
import { startTestServer } from '../../support/start-test-server';
import { startedForEach } from '../../support/started';

let app: string;
let skewMs = 0;
/** The real clock, which a test can move forward. */
const clock: Clock = { ...systemClock, now: () => systemClock.now() + skewMs };
const server = startedForEach(() => {
  skewMs = 0;
  return startTestServer({ parts: { clock } });
});

beforeEach(async () => {
  app = await server.create('/app', { name: 'A', uid: 'a' });
});

const link = async (body: object = {}) =>
  (await server.call('POST', `/auth/app-portal-access/${app}`, { oneTime: true, ...body })).json;
const follow = (oneTimeToken: string) =>
  server.call('POST', '/auth/one-time-token', { oneTimeToken }, { token: null });
const statusFor = async (token: string) =>
  (await server.call('GET', `/app/${app}/endpoint`, undefined, { token })).status;
const sessions = async () => (await server.call('GET', `/auth/app/${app}/session`)).json.data;

test('a one-time link carries a token that is exchanged once, with everything the link was made with', async () => {
  const { url, token } = await link({ capabilities: ['ViewBase'], featureFlags: ['beta'], sessionId: 's' });
  const fragment = new URL(url).hash.replace('#key=', '');
  const key = JSON.parse(Buffer.from(fragment, 'base64').toString());
  expect(key).toEqual({ appId: app, oneTimeToken: token });
  expect(await statusFor(token)).toBe(401); // not a token yet
  const followed = await follow(token);
  expect([followed.status, followed.json.capabilities]).toEqual([200, ['ViewBase']]);
  const whoami = await server.call('GET', '/auth/whoami', undefined, { token: followed.json.token });
  expect(whoami.json).toMatchObject({
    kind: 'portal',
    appId: app,
    featureFlags: ['beta'],
    capabilities: ['ViewBase'],
    sessionId: 's',
  });
  const again = await follow(token);
  expect([again.status, again.json.code]).toEqual([401, 'authentication_failed']);
  expect(await statusFor(followed.json.token)).toBe(200);
});

test('a link that is read-only stays so, whatever capabilities are named beside it', async () => {
  const { token } = await link({
    oneTime: false,
    readOnly: true,
    capabilities: ['ViewBase', 'ManageEndpoint'],
  });
  const body = { url: 'https://example.com/hook' };
  expect((await server.call('POST', `/app/${app}/endpoint`, body, { token })).status).toBe(403);
  expect(await statusFor(token)).toBe(200);
});

test('of many who follow a one-time link at the same moment one gets in', async () => {
  const { token } = await link();
  const responses = await Promise.all([...Array(20)].map(() => follow(token)));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(401)]);
  expect(await sessions()).toHaveLength(1);
});

test('a one-time link outlives a restart, but not ten minutes', async () => {
  const [first, second] = [await link(), await link()];
  await server.restart();
  expect((await follow(first.token)).status).toBe(200);
  skewMs = 10 * 60_000;
  expect((await follow(second.token)).status).toBe(401);
  expect(await sessions()).toHaveLength(1);
});

test('a link can be taken back before anybody followed it', async () => {
  const [byId, byAll, byApplication] = [await link({ sessionId: 'x' }), await link(), await link()];
  const { id } = (await sessions()).find((session: { sessionId: string }) => session.sessionId === 'x');
  expect((await server.call('DELETE', `/auth/app/${app}/session/${id}`)).status).toBe(204);
  expect((await follow(byId.token)).status).toBe(401);
  await server.call('POST', `/auth/app/${app}/expire-all`, {});
  expect((await follow(byAll.token)).status).toBe(401);
  await server.call('DELETE', `/app/${app}`);
  expect((await follow(byApplication.token)).status).toBe(401);
});

test('the sender sees the sessions that are alive, pages through them, and ends one', async () => {
  const names = ['one', 'two', 'three'];
  for (const sessionId of names)
    await server.call('POST', `/auth/app-portal-access/${app}`, { sessionId, expiry: 3600 });
  const pending = await link({ sessionId: 'pending' });
  const other = await server.create('/app', { name: 'B' });
  const foreign = await server.portalToken(other);
  const listed = await sessions();
  expect(listed.map((session: { sessionId: string }) => session.sessionId)).toEqual([
    'pending',
    ...names.reverse(),
  ]);
  expect(listed[0].linkUntil).toEqual(expect.any(String));
  expect(listed[1]).toMatchObject({ linkUntil: null, featureFlags: [], expiresAt: expect.any(String) });
  expect(JSON.stringify(listed)).not.toContain(pending.token);
  const page = (await server.call('GET', `/auth/app/${app}/session?limit=2&order=ascending`)).json;
  expect([page.data.length, page.done]).toEqual([2, false]);
  const wrong = await server.call('DELETE', `/auth/app/${other}/session/${listed[1].id}`);
  expect([wrong.status, wrong.json.code]).toEqual([404, 'not_found']);
  expect((await server.call('DELETE', `/auth/app/a/session/${listed[1].id}`)).status).toBe(204);
  expect(await sessions()).toHaveLength(3);
  skewMs = 3_600_001;
  expect(await sessions()).toEqual([]);
  expect((await server.call('GET', '/auth/whoami', undefined, { token: foreign })).status).toBe(200);
});

test('expire-all leaves a grace, and ends only the sessions it names', async () => {
  const grant = (body: object) => server.portalToken(app, body);
  const [named, unnamed] = [await grant({ sessionId: 's' }), await grant({})];
  await server.call('POST', `/auth/app/a/expire-all`, { sessionIds: ['s'], expiry: 60 });
  expect([await statusFor(named), await statusFor(unnamed)]).toEqual([200, 200]);
  skewMs = 60_000;
  expect([await statusFor(named), await statusFor(unnamed)]).toEqual([401, 200]);
  // A grace period longer than the remaining lifetime extends nothing.
  const short = await grant({ expiry: 3600 });
  await server.call('POST', `/auth/app/a/expire-all`, { expiry: 259_200 });
  skewMs += 3_600_000;
  expect(await statusFor(short)).toBe(401);
});

test.each([
  ['expiry', { expiry: 3599 }],
  ['expiry', { expiry: 604_801 }],
  ['expiry', { expiry: 3600.5 }],
  ['sessionId', { sessionId: 'no spaces' }],
  ['sessionId', { sessionId: '' }],
  ['sessionId', { sessionId: 'x'.repeat(65) }],
  ['capabilities', { capabilities: ['Everything'] }],
  ['featureFlags', { featureFlags: ['a', 'a'] }],
  ['featureFlags', { featureFlags: [...Array(26).keys()].map(String) }],
  ['oneTime', { oneTime: 'yes' }],
])('portal access refuses a wrong %s: %j', async (field, body) => {
  const response = await server.call('POST', `/auth/app-portal-access/${app}`, body);
  expect([response.status, response.json.detail[0].loc.slice(0, 2)]).toEqual([422, ['body', field]]);
  expect(await sessions()).toEqual([]);
});

test.each([{ expiry: -1 }, { expiry: 259_201 }, { sessionIds: [...Array(1001).keys()].map(String) }])(
  'expire-all refuses what is out of range',
  async (body) => {
    expect((await server.call('POST', `/auth/app/${app}/expire-all`, body)).status).toBe(422);
  },
);

test('an application is made on the way into the portal once, however many ask', async () => {
  const application = { name: 'New', uid: 'new' };
  const ask = (body: object = { application }) => server.call('POST', '/auth/app-portal-access/new', body);
  expect((await ask({})).status).toBe(404);
  expect((await ask({ application: { name: 'New' } })).json.detail[0].type).toBe('application_uid_missing');
  expect((await ask({ application: { ...application, uid: 'x' } })).json.detail[0].type).toBe(
    'application_uid_mismatch',
  );
  const responses = await Promise.all([...Array(10)].map(() => ask()));
  expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
  const list = (await server.call('GET', '/app')).json.data;
  expect(list.filter((application: { uid: string }) => application.uid === 'new')).toHaveLength(1);
});

test('neither a link nor what it was exchanged for, nor the key of an integration, is in any file', async () => {
  const { token } = await link();
  const followed = (await follow(token)).json.token;
  const integration = await server.create(`/app/${app}/integration`, { name: 'i' });
  const { key } = (await server.call('GET', `/app/${app}/integration/${integration}/key`)).json;
  for (const file of await readdir(server.dataDir)) {
    const bytes = await readFile(join(server.dataDir, file));
    for (const secret of [token, followed, key]) expect(bytes.includes(secret), file).toBe(false);
  }
});
