import { expect, test } from 'vitest';
import { type Clock, systemClock } from '../../../src-server/base/clock';
import { startReceiver } from '../../support/receiver';
import { startTestServer } from '../../support/start-test-server';
import { startedForEach, startedOnce } from '../../support/started';
import { until } from '../../support/until';

const receiver = startedOnce(startReceiver);
let skewMs = 0;
const clock: Clock = { ...systemClock, now: () => systemClock.now() + skewMs };
const server = startedForEach(() => {
  skewMs = 0;
  return startTestServer({ parts: { clock } });
});

const mint = async (body: object) =>
  (await server.call('POST', '/auth/token', { name: 'Anna', ...body })).json;
const asKind = async (kind: string) => {
  const { token } = await mint({ kind });
  return (method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
    server.call(method, path, body, { token });
};

/** An application with an endpoint, and an event type that customers see only with a flag. */
async function fill() {
  await server.call('POST', '/event-type', { name: 'invoice.paid', description: '', featureFlags: ['beta'] });
  const app = await server.create('/app', { name: 'Ada' });
  const endpoint = await server.create(`/app/${app}/endpoint`, { url: 'https://ada.example/hook' });
  return { app, endpoint, path: `/app/${app}/endpoint/${endpoint}` };
}

test('a token is of the kind that was asked for, also when it is listed, rotated and asked who it is', async () => {
  for (const kind of ['full', 'reader', 'support', 'catalog']) {
    const made = await mint({ kind });
    expect(made).toMatchObject({ kind, featureFlags: null, lastUsedAt: null });
    const rotated = (await server.call('POST', `/auth/token/${made.id}/rotate`)).json;
    expect(rotated.kind).toBe(kind);
    const who = await server.call('GET', '/auth/whoami', undefined, { token: rotated.token });
    expect(who.json).toMatchObject({
      kind: kind === 'full' ? 'admin' : kind,
      featureFlags: null,
      appId: null,
    });
    const listed = (await server.call('GET', '/auth/token')).json.data;
    expect(listed.find(({ id }: { id: string }) => id === made.id).kind).toBe(kind);
  }
  expect(await mint({})).toMatchObject({ kind: 'full' });
  expect(await mint({ featureFlags: ['beta'] })).toMatchObject({ kind: 'reader', featureFlags: ['beta'] });
});

test('only a reader can be limited to feature flags', async () => {
  expect(await mint({ kind: 'reader', featureFlags: [] })).toMatchObject({
    kind: 'reader',
    featureFlags: [],
  });
  for (const kind of ['full', 'support', 'catalog']) {
    const refused = await server.call('POST', '/auth/token', { name: 'x', kind, featureFlags: ['beta'] });
    expect([refused.status, refused.json.detail[0].loc]).toEqual([422, ['body', 'featureFlags']]);
  }
  const unknown = await server.call('POST', '/auth/token', { name: 'x', kind: 'owner' });
  expect([unknown.status, unknown.json.detail[0].loc]).toEqual([422, ['body', 'kind']]);
});

test('a reader sees event types of every flag and all deliveries, and no secret, header or token', async () => {
  const { app, path } = await fill();
  const reader = await asKind('reader');
  expect((await reader('GET', '/event-type')).json.data).toMatchObject([{ name: 'invoice.paid' }]);
  for (const open of [
    path,
    `/app/${app}/msg`,
    '/fleet/message',
    '/settings',
    '/event-type-history',
    '/sending',
  ])
    expect([open, (await reader('GET', open)).status]).toEqual([open, 200]);
  for (const closed of [
    `${path}/secret`,
    `${path}/headers`,
    '/auth/token',
    '/connections',
    `/auth/app/${app}/session`,
  ])
    expect([closed, (await reader('GET', closed)).status]).toEqual([closed, 403]);
  const refused = await reader('PATCH', path, { paused: true });
  expect([refused.status, refused.json.detail]).toEqual([
    403,
    'A reader token may not do this. It takes a full or support token.',
  ]);
});

test('support pauses, resumes, disables and enables an endpoint, and changes nothing else about it', async () => {
  const { app, path } = await fill();
  const support = await asKind('support');
  for (const change of [{ paused: true }, { paused: false }, { disabled: true }, { disabled: false }]) {
    const changed = await support('PATCH', path, change);
    expect([changed.status, changed.json]).toEqual([200, expect.objectContaining(change)]);
  }
  const before = (await server.call('GET', path)).json;
  for (const change of [
    { url: 'https://mallory.example' },
    { paused: true, rateLimit: 1 },
    { secret: null },
  ]) {
    const refused = await support('PATCH', path, change);
    expect([refused.status, refused.json.code]).toEqual([403, 'insufficient access']);
  }
  expect((await server.call('GET', path)).json).toEqual(before);
  expect((await support('GET', `${path}/secret`)).status).toBe(403);
  expect((await support('POST', `/auth/app-portal-access/${app}`, {})).status).toBe(403);
  expect(
    (await support('POST', `${path}/recover`, { since: new Date(clock.now() - 60_000).toISOString() }))
      .status,
  ).toBe(202);
});

test('an editor of the catalog changes event types and what is public, and sees no message', async () => {
  const { app, path } = await fill();
  const editor = await asKind('catalog');
  await server.call('PATCH', '/settings', { displayName: 'Acme' });
  expect((await editor('POST', '/event-type', { name: 'invoice.voided', description: '' })).status).toBe(201);
  expect((await editor('PATCH', '/settings', { eventCatalogPublished: true })).status).toBe(200);
  const refused = await editor('PATCH', '/settings', { readOnly: true });
  expect([refused.status, refused.json.detail]).toEqual([403, expect.stringContaining('`readOnly`')]);
  const share = {
    appId: app,
    widthPx: 834,
    frames: [{ letter: 'A', name: 'All', colour: 'sky', featureFlags: [], theme: 'light' }],
  };
  expect((await editor('POST', '/share-links', { ...share, page: '/catalog' })).status).toBe(201);
  expect((await editor('POST', '/share-links', { ...share, page: '/endpoints' })).status).toBe(403);
  for (const closed of [
    path,
    `/app/${app}/msg`,
    `/app/${app}/endpoint`,
    '/fleet/message',
    '/live',
    '/sending',
  ])
    expect([closed, (await editor('GET', closed)).status]).toEqual([closed, 403]);
});

test('whoever may not read the headers of an endpoint learns only their names from an attempt', async () => {
  const { app } = await fill();
  const url = `${receiver.baseUrl}/hook`;
  await server.create(`/app/${app}/endpoint`, { url, headers: { 'x-acme-key': 's3cret-value' } });
  const message = await server.create(`/app/${app}/msg`, { eventType: 'invoice.paid', payload: {} });
  const attempts = await until(
    async () => (await server.call('GET', `/app/${app}/msg/${message}/attempt`)).json.data,
    (data) => data.some(({ url: to }: { url: string }) => to === url),
  );
  const { id } = attempts.find(({ url: to }: { url: string }) => to === url);
  const path = `/app/${app}/msg/${message}/attempt/${id}/headers`;
  expect((await server.call('GET', path)).json.sentHeaders).toMatchObject({ 'x-acme-key': 's3cret-value' });
  for (const kind of ['reader', 'support']) {
    const { text, json } = await (await asKind(kind))('GET', path);
    expect(text).not.toContain('s3cret-value');
    expect(json.sensitive).toContain('x-acme-key');
  }
});

test('an editor of the catalog neither sees nor revokes share links of endpoints, nor uses connections', async () => {
  const { app } = await fill();
  const frames = [{ letter: 'A', name: 'All', colour: 'sky', featureFlags: [], theme: 'light' }];
  const share = async (page: string) =>
    (await server.call('POST', '/share-links', { appId: app, page, widthPx: 834, frames })).json.id;
  const [ofCatalog, ofEndpoints] = [await share('/catalog'), await share('/endpoints')];
  const editor = await asKind('catalog');
  expect((await editor('GET', '/share-links')).json.data.map(({ id }: { id: string }) => id)).toEqual([
    ofCatalog,
  ]);
  expect((await editor('DELETE', `/share-links/${ofEndpoints}`)).status).toBe(404);
  expect((await editor('DELETE', `/share-links/${ofCatalog}`)).status).toBe(204);
  expect((await editor('POST', '/portal-preview-drafts', { connectionId: 'conn_1' })).status).toBe(403);
  const at = new Date(clock.now() + 60_000).toISOString();
  expect((await editor('GET', `/event-type?at=${encodeURIComponent(at)}`)).status).toBe(200);
});

test('a list of tokens says when each was last used, to within five minutes', async () => {
  const { id, token } = await mint({ kind: 'reader' });
  const usedAt = async () =>
    (await server.call('GET', '/auth/token')).json.data.find((row: { id: string }) => row.id === id)
      .lastUsedAt;
  expect(await usedAt()).toBeNull();
  await server.call('GET', '/settings', undefined, { token });
  const first = await until(usedAt, (at) => at !== null);
  expect(Math.abs(Date.parse(first) - clock.now())).toBeLessThan(60_000);
  skewMs += 60_000;
  await server.call('GET', '/settings', undefined, { token });
  expect(await usedAt()).toBe(first);
  skewMs += 5 * 60_000;
  await server.call('GET', '/settings', undefined, { token });
  await until(usedAt, (at) => Date.parse(at) > Date.parse(first));
});

test('the metrics are open to whoever sees how the service does', async () => {
  const status = async (kind: string) => {
    const { token } = await mint({ kind });
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${server.baseUrl}/metrics`, { headers })).status;
  };
  expect([
    await status('full'),
    await status('reader'),
    await status('support'),
    await status('catalog'),
  ]).toEqual([200, 200, 200, 403]);
});
