import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Clock, systemClock } from '../../../src-server/base/clock';
import { startTestServer } from '../../support/start-test-server';
import { startedForEach } from '../../support/started';

let skewMs = 0;
/** The real clock, which a test can move forward. */
const clock: Clock = { ...systemClock, now: () => systemClock.now() + skewMs };
const server = startedForEach(() => {
  skewMs = 0;
  return startTestServer({ parts: { clock } });
});

const whoami = (token: string) => server.call('GET', '/auth/whoami', undefined, { token });

test('the admin token is made at the first start and kept for its owner only', async () => {
  const path = join(server.dataDir, 'admin-token');
  expect((await readFile(path, 'utf8')).trim()).toBe(server.adminToken);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await whoami(server.adminToken)).json).toMatchObject({
    kind: 'admin',
    featureFlags: null,
    expiresAt: null,
  });
  const before = server.adminToken;
  await server.restart();
  expect(server.adminToken).toBe(before);
});

test('a token from the settings replaces the kept one', async () => {
  const { adminToken } = server;
  await server.restart({ config: { adminToken: 'chosen-by-the-operator' } });
  expect((await whoami('chosen-by-the-operator')).status).toBe(200);
  expect((await whoami(adminToken)).status).toBe(401);
});

test('a named token is shown once, listed without its secret, and revoked at once', async () => {
  const created = await server.call('POST', '/auth/token', { name: 'ci' });
  expect(created.status).toBe(201);
  expect(created.json).toMatchObject({
    name: 'ci',
    featureFlags: null,
    token: expect.stringMatching(/^psth_.{43}$/),
  });
  const { token, id } = created.json;
  const list = await server.call('GET', '/auth/token');
  expect(list.json.data).toMatchObject([{ id, name: 'ci' }]);
  expect(list.text).not.toContain(token);
  expect((await whoami(token)).json.kind).toBe('admin');
  expect((await server.call('DELETE', `/auth/token/${id}`)).status).toBe(204);
  expect((await whoami(token)).status).toBe(401);
});

test('a rotated token keeps what it is and may do; its old secret stops at once', async () => {
  const created = (await server.call('POST', '/auth/token', { name: 'ci', featureFlags: ['beta'] })).json;
  const rotated = await server.call('POST', `/auth/token/${created.id}/rotate`);
  const { token, ...rest } = rotated.json;
  expect([rotated.status, rest]).toEqual([
    200,
    {
      id: created.id,
      name: 'ci',
      kind: 'reader',
      featureFlags: ['beta'],
      expiresAt: null,
      createdAt: created.createdAt,
      lastUsedAt: null,
    },
  ]);
  expect((await whoami(created.token)).status).toBe(401);
  expect((await whoami(token)).json).toMatchObject({ kind: 'reader', featureFlags: ['beta'] });
  expect((await server.call('POST', '/auth/token/tok_none/rotate')).status).toBe(404);
  const app = await server.create('/app', { name: 'A' });
  await server.call('POST', `/auth/app-portal-access/${app}`, {});
  const [session] = (await server.call('GET', `/auth/app/${app}/session`)).json.data;
  expect((await server.call('POST', `/auth/token/${session.id}/rotate`)).status).toBe(404);
});

test('a token stops working when it expires', async () => {
  const expiresAt = new Date(systemClock.now() + 60_000).toISOString();
  const { token } = (await server.call('POST', '/auth/token', { name: 't', expiresAt })).json;
  expect((await whoami(token)).json.expiresAt).toBe(expiresAt);
  skewMs = 60_001;
  expect((await whoami(token)).status).toBe(401);
});

test('a portal link works for its time, over a restart, and ends with its application', async () => {
  const app = await server.create('/app', { name: 'A' });
  const grant = await server.call('POST', `/auth/app-portal-access/${app}/`, {
    featureFlags: ['beta'],
    expiry: 3600,
    sessionId: 's@1',
    readOnly: true,
  });
  expect(grant.json.url).toMatch(new RegExp(`^${server.baseUrl}/portal/#key=[A-Za-z0-9+/=]+$`));
  const { token } = grant.json;
  await server.restart();
  expect((await whoami(token)).json).toMatchObject({
    kind: 'portal',
    appId: app,
    featureFlags: ['beta'],
    capabilities: ['ViewBase'],
    sessionId: 's@1',
  });
  skewMs = 3_600_001;
  expect((await whoami(token)).status).toBe(401);
  const second = await server.portalToken(app);
  expect((await whoami(second)).status).toBe(200);
  await server.call('DELETE', `/app/${app}`);
  expect((await whoami(second)).status).toBe(401);
});

test('a link names the host the caller used, and never one that could mislead', async () => {
  const app = await server.create('/app', { name: 'A' });
  const url = async (headers: Record<string, string>) =>
    (await server.call('POST', `/auth/app-portal-access/${app}`, {}, { headers })).json.url as string;
  expect(await url({ 'x-forwarded-proto': 'https' })).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/portal\/#key=/);
});

test('no token is in any file but the one for the admin token', async () => {
  const app = await server.create('/app', { name: 'A' });
  const tokens = [
    (await server.call('POST', '/auth/token', { name: 't' }, { headers: { 'idempotency-key': 'k' } })).json
      .token,
    (await server.call('POST', `/auth/app-portal-access/${app}`, {}, { headers: { 'idempotency-key': 'k' } }))
      .json.token,
  ];
  for (const file of await readdir(server.dataDir)) {
    const bytes = await readFile(join(server.dataDir, file));
    for (const token of tokens) expect(bytes.includes(token), file).toBe(false);
    if (file !== 'admin-token') expect(bytes.includes(server.adminToken), file).toBe(false);
  }
});

test.each([undefined, '', 'Bearer', 'Bearer ', 'Basic abc', 'Bearer a b'])(
  'the header %j lets nobody in',
  async (authorization) => {
    const response = await fetch(
      `${server.baseUrl}/api/v1/app`,
      authorization === undefined ? {} : { headers: { authorization } },
    );
    expect([response.status, await response.json()]).toEqual([
      401,
      { code: 'authentication_failed', detail: 'Invalid token' },
    ]);
  },
);
