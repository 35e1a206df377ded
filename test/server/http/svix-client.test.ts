import { Svix as Svix2 } from 'svix';
import { Svix as Svix1 } from 'svix-1';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../../support/receiver';
import { startTestServer, type TestServer } from '../../support/start-test-server';

// The official clients as they are published, aimed at our server: what they send, and what they make of our answers.

let server: TestServer;
let receiver: Receiver;

beforeAll(async () => {
  server = await startTestServer();
  receiver = await startReceiver();
});
afterAll(async () => {
  await server.remove();
  await receiver.close();
});

/** Waits until `read` gives something, asking again after each answer; the test's time limit ends it. */
async function until<T>(read: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const value = await read();
    if (value !== undefined) return value;
  }
}

describe('svix 2.5', () => {
  const client = () => new Svix2(server.adminToken, { serverUrl: server.baseUrl });

  test('event types: create, list, get, upsert, patch, delete, import', async () => {
    const svix = client();
    const created = await svix.eventType.create({
      name: 'two.created',
      description: 'd',
      featureFlags: ['beta'],
      schemas: { 1: { type: 'object' } },
    });
    expect(created).toMatchObject({
      name: 'two.created',
      featureFlags: ['beta'],
      schemas: { 1: { type: 'object' } },
    });
    expect(created.createdAt).toBeInstanceOf(Date);
    await expect(svix.eventType.create({ name: 'two.created', description: 'd' })).rejects.toMatchObject({
      code: 409,
      body: { code: 'event_type_exists' },
    });
    const page = await svix.eventType.list({ limit: 1 });
    expect(page.data).toHaveLength(1);
    expect((await svix.eventType.get('two.created')).description).toBe('d');
    expect((await svix.eventType.upsert('two.new', { description: 'x' })).name).toBe('two.new');
    expect((await svix.eventType.patch('two.created', { featureFlags: null })).featureFlags).toBeNull();
    await svix.eventType.delete('two.created');
    expect((await svix.eventType.get('two.created')).archived).toBe(true);
    await svix.eventType.delete('two.created', { expunge: true });
    await expect(svix.eventType.get('two.created')).rejects.toMatchObject({ code: 404 });
    const spec = {
      openapi: '3.1.0',
      info: { title: 't', version: '1' },
      webhooks: {
        'pet.new': {
          post: {
            requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
            responses: {},
          },
        },
      },
    };
    const dry = await svix.eventType.importOpenapi({ spec, dryRun: true });
    expect([dry.data.modified, dry.data.toModify?.map(({ name }) => name)]).toEqual([[], ['pet.new']]);
    expect((await svix.eventType.importOpenapi({ spec })).data.modified).toEqual(['pet.new']);
    expect((await svix.eventType.importOpenapi({ spec })).data.modified).toEqual([]);
  });

  test('applications and endpoints in every form', async () => {
    const svix = client();
    const app = await svix.application.create({
      name: 'A',
      uid: 'two',
      throttleRate: 7,
      metadata: { a: 'b' },
    });
    expect(app).toMatchObject({ uid: 'two', throttleRate: 7, metadata: { a: 'b' } });
    expect((await svix.application.getOrCreate({ name: 'other', uid: 'two' })).id).toBe(app.id);
    expect((await svix.application.patch('two', { throttleRate: null })).throttleRate).toBeNull();
    expect((await svix.application.upsert('two', { name: 'B', uid: 'two' })).metadata).toEqual({});
    expect((await svix.application.list()).data.map(({ id }) => id)).toContain(app.id);
    await svix.eventType.upsert('two.a', { description: '', featureFlags: ['hidden'] });
    const endpoint = await svix.endpoint.create('two', {
      url: receiver.baseUrl,
      throttleRate: 3,
      eventTypes: ['two.a'],
      channels: ['c'],
      headers: { 'X-Custom': 'v', Authorization: 'secret' },
    });
    expect(endpoint).toMatchObject({
      url: `${receiver.baseUrl}/`,
      throttleRate: 3,
      eventTypes: ['two.a'],
      channels: ['c'],
    });
    const patched = await svix.endpoint.patch('two', endpoint.id, {
      eventTypes: null,
      channels: null,
      disabled: true,
    });
    expect(patched).toMatchObject({ eventTypes: null, channels: null, disabled: true, throttleRate: 3 });
    const replaced = await svix.endpoint.upsert('two', endpoint.id, { url: receiver.baseUrl });
    expect(replaced).toMatchObject({ disabled: false, throttleRate: null });
    expect(await svix.endpoint.getHeaders('two', endpoint.id)).toMatchObject({
      headers: { 'X-Custom': 'v' },
      sensitive: ['Authorization'],
    });
    await svix.endpoint.patchHeaders('two', endpoint.id, {
      headers: { 'X-New': 'n' },
      deleteHeaders: ['x-custom'],
    });
    expect((await svix.endpoint.getHeaders('two', endpoint.id)).headers).toEqual({ 'X-New': 'n' });
    const { key } = await svix.endpoint.getSecret('two', endpoint.id);
    await svix.endpoint.rotateSecret('two', endpoint.id, {});
    expect((await svix.endpoint.getSecret('two', endpoint.id)).key).not.toBe(key);
    expect((await svix.endpoint.list('two')).data).toHaveLength(1);
    await svix.endpoint.delete('two', endpoint.id);
    await expect(svix.endpoint.get('two', endpoint.id)).rejects.toMatchObject({ code: 404 });
    await svix.application.delete('two');
    await expect(svix.application.get('two')).rejects.toMatchObject({ code: 404 });
  });

  test('a message, its attempts and its resend', async () => {
    const svix = client();
    const app = await svix.application.create({ name: 'M' });
    const endpoint = await svix.endpoint.create(app.id, { url: `${receiver.baseUrl}/m`, uid: 'm' });
    const message = await svix.message.create(app.id, {
      eventType: 'any.thing',
      eventId: 'e1',
      payload: { n: 1 },
      tags: ['t'],
    });
    expect([message.eventId, message.payload]).toEqual(['e1', {}]);
    await expect(
      svix.message.create(app.id, { eventType: 'any.thing', eventId: 'e1', payload: {} }),
    ).rejects.toMatchObject({ code: 409 });
    expect((await svix.message.get(app.id, 'e1', { withContent: true })).payload).toEqual({ n: 1 });
    expect((await svix.message.list(app.id, { tag: 't' })).data.map(({ id }) => id)).toEqual([message.id]);
    expect((await svix.message.list(app.id, { eventTypes: ['x', 'y'] })).data).toEqual([]);
    const attempt = await until(
      async () => (await svix.messageAttempt.listByMsg(app.id, message.id)).data[0],
    );
    expect(attempt).toMatchObject({
      msgId: message.id,
      endpointId: endpoint.id,
      status: 0,
      responseStatusCode: 200,
    });
    expect((await svix.messageAttempt.get(app.id, message.id, attempt.id)).id).toBe(attempt.id);
    const byEndpoint = await svix.messageAttempt.listByEndpoint(app.id, 'm', {
      withMsg: true,
      withContent: true,
      status: 0,
    });
    expect(byEndpoint.data[0]?.msg?.payload).toEqual({ n: 1 });
    expect((await svix.messageAttempt.listByEndpoint(app.id, 'm', { status: 2 })).data).toEqual([]);
    const messages = await svix.messageAttempt.listAttemptedMessages(app.id, 'm');
    expect(messages.data.map(({ id, statusText }) => [id, statusText])).toEqual([[message.id, 'success']]);
    const destinations = await svix.messageAttempt.listAttemptedDestinations(app.id, message.id);
    expect(destinations.data.map(({ id, status }) => [id, status])).toEqual([[endpoint.id, 0]]);
    await svix.messageAttempt.resend(app.id, message.id, 'm');
    const resent = await until(
      async () => (await svix.messageAttempt.listByMsg(app.id, message.id)).data[1] && true,
    );
    expect(resent).toBe(true);
    expect((await svix.endpoint.getStats(app.id, 'm')).success).toBe(2);
    await svix.message.expungeContent(app.id, message.id);
    expect((await svix.message.get(app.id, message.id, { withContent: true })).payload).toEqual({
      expired: true,
    });
    await expect(svix.messageAttempt.resend(app.id, message.id, 'm')).rejects.toMatchObject({ code: 400 });
  });

  test('portal access, and its end', async () => {
    const svix = client();
    const { url, token } = await svix.authentication.appPortalAccess('portal-app', {
      application: { name: 'P', uid: 'portal-app' },
      featureFlags: ['beta'],
      sessionId: 's1',
    });
    expect(new URL(url).origin).toBe(server.baseUrl);
    const key = JSON.parse(Buffer.from(new URL(url).hash.replace('#key=', ''), 'base64').toString());
    expect(key.token).toBe(token);
    const portal = new Svix2(token, { serverUrl: server.baseUrl });
    expect((await portal.application.get(key.appId)).uid).toBe('portal-app');
    await expect(portal.application.list()).rejects.toMatchObject({ code: 403 });
    await svix.authentication.expireAll('portal-app', { sessionIds: ['s2'] });
    await portal.endpoint.list(key.appId);
    await svix.authentication.expireAll('portal-app', {});
    await expect(portal.endpoint.list(key.appId)).rejects.toMatchObject({ code: 401 });
    const again = await svix.authentication.appPortalAccess('portal-app', {});
    const second = new Svix2(again.token, { serverUrl: server.baseUrl });
    await second.authentication.logout();
    await expect(second.endpoint.list(key.appId)).rejects.toMatchObject({ code: 401 });
  });
});

describe('svix 1.99', () => {
  const client = () => new Svix1(server.adminToken, { serverUrl: server.baseUrl });

  test('the older names of the fields are read and written', async () => {
    const svix = client();
    await svix.eventType.create({ name: 'one.a', description: 'd', featureFlag: 'beta' });
    expect(await svix.eventType.get('one.a')).toMatchObject({ featureFlag: 'beta', featureFlags: ['beta'] });
    const { featureFlag } = await svix.eventType.update('one.a', { featureFlag: null } as never);
    expect(featureFlag).toBeNull();
    const app = await svix.application.create({ name: 'One', rateLimit: 7 });
    expect([app.rateLimit, app.throttleRate]).toEqual([7, 7]);
    const endpoint = await svix.endpoint.create(app.id, {
      url: `${receiver.baseUrl}/one`,
      rateLimit: 5,
      filterTypes: ['one.a'],
    });
    expect(endpoint).toMatchObject({ rateLimit: 5, throttleRate: 5, filterTypes: ['one.a'], version: 1 });
    const updated = await svix.endpoint.update(app.id, endpoint.id, {
      url: endpoint.url,
      filterTypes: ['one.a'],
    });
    expect([updated.rateLimit, updated.filterTypes]).toEqual([null, ['one.a']]);
    await svix.endpoint.headersUpdate(app.id, endpoint.id, { headers: { 'X-A': 'b' } });
    expect((await svix.endpoint.getHeaders(app.id, endpoint.id)).headers).toEqual({ 'X-A': 'b' });
  });

  test('a message goes out and its attempt is found', async () => {
    const svix = client();
    const app = await svix.application.create({ name: 'Two' });
    await svix.endpoint.create(app.id, { url: `${receiver.baseUrl}/two` });
    const message = await svix.message.create(app.id, { eventType: 'one.b', payload: { n: 2 } });
    expect(message.payload).toEqual({ n: 2 });
    const attempt = await until(
      async () => (await svix.messageAttempt.listByMsg(app.id, message.id)).data[0],
    );
    expect(attempt.status).toBe(0);
  });

  test('access to the dashboard of an application needs no body', async () => {
    const svix = client();
    const app = await svix.application.create({ name: 'Three' });
    expect((await svix.authentication.dashboardAccess(app.id)).token).toMatch(/^psthapp_/);
    expect((await svix.authentication.appPortalAccess(app.id, { featureFlags: [] })).url).toContain(
      '/portal/#key=',
    );
  });
});
