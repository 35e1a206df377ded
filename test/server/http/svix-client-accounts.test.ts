import { Svix as Svix2 } from 'svix';
import { Svix as Svix1 } from 'svix-1';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../support/start-test-server';

/**
 * The official clients, unmodified, through everything of authentication, integrations, environment and health, and
 * the finer points of applications and event types. All calls of a client are in `calls`, the older and the newer
 * beside each other where their names differ.
 */

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.remove());

type Client = Svix1 | Svix2;
const clients = {
  '2.5': (token: string) => new Svix2(token, { serverUrl: server.baseUrl }),
  '1.99': (token: string) => new Svix1(token, { serverUrl: server.baseUrl }),
} as const;

const calls = (svix: Client) => ({
  createApp: (body: { name: string; uid?: string }) => svix.application.create(body),
  getOrCreateApp: (body: { name: string; uid?: string }) => svix.application.getOrCreate(body),
  getApp: (id: string) => svix.application.get(id),
  patchApp: (id: string, body: { uid?: string | null; metadata?: Record<string, string> }) =>
    svix.application.patch(id, body),
  replaceApp: (id: string, body: { name: string; uid?: string }) =>
    svix instanceof Svix2 ? svix.application.upsert(id, body) : svix.application.update(id, body),
  deleteApp: (id: string) => svix.application.delete(id),
  listApps: (options: { limit?: number; iterator?: string; order?: 'ascending' | 'descending' }) =>
    svix.application.list(options as never),
  createType: (body: { name: string; description: string; featureFlags?: string[]; schemas?: object }) =>
    svix.eventType.create(body),
  listTypes: (options: { includeArchived?: boolean; withContent?: boolean; limit?: number }) =>
    svix.eventType.list(options),
  patchType: (name: string, body: object) => svix.eventType.patch(name, body),
  getType: (name: string) => svix.eventType.get(name),
  deleteType: (name: string, options?: { expunge?: boolean }) => svix.eventType.delete(name, options),
  portalAccess: (app: string, body: object) => svix.authentication.appPortalAccess(app, body),
  expireAll: (app: string, body: { expiry?: number; sessionIds?: string[] }) =>
    svix.authentication.expireAll(app, body),
  logout: () => svix.authentication.logout(),
  exportAll: () => svix.environment.export(),
  importAll: (body: object) => svix.environment.import(body),
  createIntegration: (app: string, body: { name: string; featureFlags?: string[] }) =>
    svix.integration.create(app, body),
  listIntegrations: (app: string, options: object) => svix.integration.list(app, options),
  getIntegration: (app: string, id: string) => svix.integration.get(app, id),
  updateIntegration: (app: string, id: string, body: { name: string; featureFlags?: string[] }) =>
    svix.integration.update(app, id, body),
  deleteIntegration: (app: string, id: string) => svix.integration.delete(app, id),
  /** The newer client cannot read a key, only have another one made. */
  integrationKey: (app: string, id: string) =>
    svix instanceof Svix2 ? svix.integration.rotateKey(app, id) : svix.integration.getKey(app, id),
  rotateIntegrationKey: (app: string, id: string) => svix.integration.rotateKey(app, id),
  health: () => svix.health.get(),
});

describe.each(Object.entries(clients))('svix %s', (version, clientFor) => {
  let svix: ReturnType<typeof calls>;
  const uid = (name: string) => `${name}-${version}`;
  const as = (token: string) => calls(clientFor(token));
  beforeEach(() => {
    svix = as(server.adminToken);
  });

  test('applications: uid everywhere, conflicts, get or create, both orders', async () => {
    const app = await svix.createApp({ name: 'A', uid: uid('app') });
    expect((await svix.getOrCreateApp({ name: 'B', uid: uid('app') })).id).toBe(app.id);
    await expect(svix.createApp({ name: 'B', uid: uid('app') })).rejects.toMatchObject({
      code: 409,
      body: { code: 'conflict' },
    });
    await svix.patchApp(uid('app'), { metadata: { a: 'b' } });
    expect((await svix.getApp(uid('app'))).metadata).toEqual({ a: 'b' });
    const replaced = await svix.replaceApp(uid('app'), { name: 'C', uid: uid('moved') });
    expect([replaced.id, replaced.metadata]).toEqual([app.id, {}]);
    await expect(svix.getApp(uid('app'))).rejects.toMatchObject({ code: 404 });
    expect((await svix.replaceApp(uid('put'), { name: 'P', uid: uid('put') })).uid).toBe(uid('put'));
    await expect(svix.patchApp(uid('put'), { uid: uid('moved') })).rejects.toMatchObject({ code: 409 });
    await svix.deleteApp(uid('moved'));
    expect((await svix.createApp({ name: 'again', uid: uid('moved') })).id).not.toBe(app.id);
    await expect(svix.createApp({ name: '' })).rejects.toMatchObject({ code: 422 });
    const up = await svix.listApps({ order: 'ascending', limit: 250 });
    const down = await svix.listApps({ order: 'descending', limit: 250 });
    expect(down.data.map(({ id }) => id)).toEqual(up.data.map(({ id }) => id).reverse());
    const first = await svix.listApps({ limit: 1 });
    const second = await svix.listApps({ limit: 1, iterator: first.iterator as string });
    const back = await svix.listApps({ limit: 1, iterator: second.prevIterator as string });
    expect(back.data[0]?.id).toBe(first.data[0]?.id);
    await expect(svix.listApps({ limit: 251 })).rejects.toMatchObject({ code: 422 });
    await expect(svix.listApps({ iterator: 'nonsense' })).rejects.toMatchObject({ code: 422 });
  });

  test('event types: hidden content, archived ones, null clears, expunge removes', async () => {
    const name = uid('type');
    const schemas = { 1: { type: 'object', properties: { id: { type: 'string' } } } };
    await svix.createType({ name, description: 'd', featureFlags: ['beta'], schemas });
    const find = async (options: object) =>
      (await svix.listTypes({ limit: 250, ...options })).data.find((one) => one.name === name);
    expect((await find({}))?.schemas).toBeNull();
    expect((await find({ withContent: true }))?.schemas).toEqual(schemas);
    expect(await svix.patchType(name, { description: 'new' })).toMatchObject({ description: 'new', schemas });
    expect((await svix.patchType(name, { schemas: null })).schemas).toBeNull();
    expect((await svix.patchType(name, { featureFlags: null })).featureFlags).toBeNull();
    await expect(svix.patchType(name, { schemas: { 1: { readOnly: 15 } } })).rejects.toMatchObject({
      code: 422,
    });
    await svix.deleteType(name);
    expect(await find({})).toBeUndefined();
    expect((await find({ includeArchived: true }))?.archived).toBe(true);
    expect(await svix.createType({ name, description: 'once more' })).toMatchObject({ archived: false });
    await svix.deleteType(name, { expunge: true });
    await expect(svix.getType(name)).rejects.toMatchObject({ code: 404 });
    await expect(svix.deleteType(name)).rejects.toMatchObject({ code: 404 });
  });

  test('a portal token: its flags, capabilities and session, expiry and logout', async () => {
    const name = uid('flagged');
    await svix.createType({ name, description: '', featureFlags: ['beta'] });
    const app = uid('portal');
    const { token } = await svix.portalAccess(app, {
      application: { name: 'P', uid: app },
      featureFlags: ['beta'],
      capabilities: ['ViewBase'],
      sessionId: 'one',
      expiry: 3600,
    });
    const portal = as(token);
    expect((await portal.getApp(app)).uid).toBe(app);
    expect((await portal.getType(name)).name).toBe(name);
    await expect(portal.listApps({})).rejects.toMatchObject({ code: 403 });
    await expect(portal.deleteApp(app)).rejects.toMatchObject({ code: 403 });
    await expect(portal.getApp(uid('put'))).rejects.toMatchObject({ code: 404 });
    await expect(portal.exportAll()).rejects.toMatchObject({ code: 403 });
    const other = as((await svix.portalAccess(app, {})).token);
    await expect(other.getType(name)).rejects.toMatchObject({ code: 404 });
    await svix.expireAll(app, { sessionIds: ['one'], expiry: 0 });
    await expect(portal.getApp(app)).rejects.toMatchObject({ code: 401 });
    await other.logout();
    await expect(other.getApp(app)).rejects.toMatchObject({ code: 401 });
    await expect(svix.portalAccess(app, { expiry: 1 })).rejects.toMatchObject({ code: 422 });
    await expect(svix.portalAccess('nobody', {})).rejects.toMatchObject({ code: 404 });
  });

  test('integrations: made, listed, renamed, their key read and rotated, deleted', async () => {
    const app = (await svix.createApp({ name: 'I' })).id;
    const made = await svix.createIntegration(app, { name: 'Partner', featureFlags: ['beta'] });
    expect(made).toMatchObject({ name: 'Partner', featureFlags: ['beta'] });
    expect(made.createdAt).toBeInstanceOf(Date);
    const { key } = await svix.integrationKey(app, made.id);
    expect((await as(key).getApp(app)).id).toBe(app);
    const rotated = await svix.rotateIntegrationKey(app, made.id);
    await expect(as(key).getApp(app)).rejects.toMatchObject({ code: 401 });
    expect((await as(rotated.key).getApp(app)).id).toBe(app);
    const renamed = await svix.updateIntegration(app, made.id, { name: 'Other' });
    expect(renamed).toMatchObject({ name: 'Other', featureFlags: [] });
    expect((await svix.getIntegration(app, made.id)).name).toBe('Other');
    expect((await svix.listIntegrations(app, { limit: 1, order: 'descending' })).data).toHaveLength(1);
    await svix.deleteIntegration(app, made.id);
    await expect(svix.getIntegration(app, made.id)).rejects.toMatchObject({ code: 404 });
  });

  test('an environment goes out and in again', async () => {
    await svix.createType({ name: uid('env'), description: 'e', schemas: { 1: { type: 'object' } } });
    const exported = await svix.exportAll();
    expect(exported.version).toBe(1);
    expect(exported.createdAt).toBeInstanceOf(Date);
    expect(exported.eventTypes.map(({ name }) => name)).toContain(uid('env'));
    await svix.deleteType(uid('env'), { expunge: true });
    await svix.importAll({ eventTypes: exported.eventTypes, settings: exported.settings, connectors: [] });
    expect((await svix.getType(uid('env'))).schemas).toEqual({ 1: { type: 'object' } });
    await svix.importAll({});
    await expect(
      svix.importAll({ eventTypes: [{ name: 'no name', description: '' }] }),
    ).rejects.toMatchObject({ code: 422 });
  });

  test('health is asked without an answer to read', async () => {
    await expect(svix.health()).resolves.toBeUndefined();
  });
});

test('the dashboard of older clients needs no body', async () => {
  const svix = clients['1.99'](server.adminToken);
  const app = await svix.application.create({ name: 'D' });
  const { url, token } = await svix.authentication.dashboardAccess(app.id);
  expect(url).toContain('/portal/#key=');
  expect((await clients['1.99'](token).endpoint.list(app.id)).data).toEqual([]);
});
