import { Svix, Webhook } from 'svix';
import { Svix as OldSvix } from 'svix-1';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { OPERATIONAL_EVENT_TYPES } from '../../../src-server/contract/operational-webhook';
import { newSignal } from '../../support/new-signal';
import { startReceiver } from '../../support/receiver';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const PATH = '/operational-webhook/endpoint';

const own = startedOnce(startReceiver);
const server = startedOnce(startTestServer);

describe('the endpoints of operational webhooks', () => {
  test('svix 2.5 creates, lists, reads, replaces and deletes them', async () => {
    const { endpoint } = new Svix(server.adminToken, { serverUrl: server.baseUrl }).operationalWebhook;
    const made = await endpoint.create({
      ...{ url: 'https://a.test/hook', uid: 'ops', description: 'mine' },
      eventTypes: ['endpoint.disabled'],
      headers: { 'x-own': 'yes', authorization: 'secret' },
    });
    expect(made).toMatchObject({ uid: 'ops', eventTypes: ['endpoint.disabled'], disabled: false });
    expect(made.createdAt).toBeInstanceOf(Date);
    expect((await endpoint.list()).data.map(({ id }) => id)).toEqual([made.id]);
    expect((await endpoint.get('ops')).id).toBe(made.id);
    expect(await endpoint.getHeaders('ops')).toEqual({
      headers: { 'x-own': 'yes' },
      sensitive: ['authorization'],
    });
    await endpoint.setHeaders('ops', { headers: { 'x-new': '1' } });
    expect((await endpoint.getHeaders('ops')).headers).toEqual({ 'x-new': '1' });
    const before = (await endpoint.getSecret('ops')).key;
    await endpoint.rotateSecret('ops', {});
    expect((await endpoint.getSecret('ops')).key).not.toBe(before);
    const replaced = await endpoint.upsert('ops', { url: 'https://b.test/hook', uid: 'ops' });
    expect(replaced).toMatchObject({ id: made.id, url: 'https://b.test/hook', eventTypes: null });
    await endpoint.delete('ops');
    await expect(endpoint.get('ops')).rejects.toMatchObject({ code: 404 });
  });

  test('svix 1.99 does too', async () => {
    const client = new OldSvix(server.adminToken, { serverUrl: server.baseUrl }).operationalWebhookEndpoint;
    const made = await client.create({ url: 'https://a.test/', filterTypes: ['endpoint.created'] });
    expect(made.filterTypes).toEqual(['endpoint.created']);
    expect((await client.getSecret(made.id)).key).toMatch(/^whsec_/);
    await client.delete(made.id);
    expect((await client.list()).data).toEqual([]);
  });

  test('201 for a new one by POST and PUT, 200 for a replaced one, PATCH changes what is given', async () => {
    const url = 'https://a.test/';
    expect((await server.call('POST', PATH, { url, uid: 'posted' })).status).toBe(201);
    expect((await server.call('PUT', `${PATH}/put`, { url })).status).toBe(201);
    expect((await server.call('PUT', `${PATH}/put`, { url, uid: 'put' })).status).toBe(200);
    const patched = await server.call('PATCH', `${PATH}/put`, { filterTypes: ['endpoint.deleted'] });
    expect(patched.json).toMatchObject({ url, filterTypes: ['endpoint.deleted'] });
    for (const uid of ['posted', 'put']) {
      expect((await server.call('DELETE', `${PATH}/${uid}`)).status).toBe(204);
    }
  });

  test('filter by the operational events, and by nothing else', async () => {
    const url = 'https://a.test/';
    await server.call('POST', '/event-type', { name: 'invoice.paid', description: 'd' });
    const refused = await server.call('POST', PATH, { url, filterTypes: ['invoice.paid'] });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('invoice.paid')]);
    const names = OPERATIONAL_EVENT_TYPES.map(({ name }) => name);
    const all = await server.call('POST', PATH, { url, filterTypes: names });
    expect(all.json.filterTypes).toEqual(names);
    await server.call('DELETE', `${PATH}/${all.json.id}`);
    const application = await server.create('/app', { name: 'A' });
    const wrong = { url, filterTypes: ['endpoint.created'] };
    expect((await server.call('POST', `/app/${application}/endpoint`, wrong)).status).toBe(422);
    expect((await server.call('GET', '/operational-webhook/event-type')).json.data).toEqual(
      JSON.parse(JSON.stringify(OPERATIONAL_EVENT_TYPES)),
    );
  });

  test('have no channels', async () => {
    const response = await server.call('POST', PATH, { url: 'https://a.test/', channels: ['a'] });
    expect([response.status, response.json.channels]).toEqual([201, null]);
    await server.call('DELETE', `${PATH}/${response.json.id}`);
  });
});

describe('what the settings ask of endpoints', () => {
  const url = 'https://a.test/';
  const channels = ['a'];
  const required = {
    requireEndpointChannel: true,
    requireEndpointFilterTypes: true,
    endpointsPerAppLimit: 1,
  };
  afterEach(async () => {
    await server.call('PATCH', '/settings', {
      requireEndpointChannel: false,
      requireEndpointFilterTypes: false,
      endpointsPerAppLimit: null,
      enforceHttps: false,
    });
  });

  test('does not hold for those of operational webhooks, however they are made or changed', async () => {
    await server.call('PATCH', '/settings', required);
    const posted = await server.call('POST', PATH, { url, uid: 'posted', filterTypes: ['endpoint.created'] });
    const put = await server.call('PUT', `${PATH}/put`, { url });
    const replaced = await server.call('PUT', `${PATH}/posted`, { url, uid: 'posted' });
    expect([posted.status, put.status, replaced.status]).toEqual([201, 201, 200]);
    await server.call('PATCH', `${PATH}/put`, { filterTypes: ['endpoint.deleted'] });
    const patched = await server.call('PATCH', `${PATH}/put`, { filterTypes: null });
    expect([patched.status, patched.json.filterTypes]).toEqual([200, null]);
    for (const uid of ['posted', 'put']) await server.call('DELETE', `${PATH}/${uid}`);
  });

  test('goes on to hold for those of applications', async () => {
    await server.call('POST', '/event-type', { name: 'rule.kept', description: 'd' });
    const application = await server.create('/app', { name: 'Rules' });
    await server.call('PATCH', '/settings', required);
    const make = (body: object) => server.call('POST', `/app/${application}/endpoint`, { url, ...body });
    const filterTypes = ['rule.kept'];
    expect((await make({ channels })).status).toBe(422);
    expect((await make({ filterTypes })).status).toBe(422);
    expect((await make({ filterTypes, channels })).status).toBe(201);
    const second = await make({ filterTypes, channels });
    expect([second.status, second.json.code]).toEqual([400, 'limit_reached']);
  });

  test('https holds for both', async () => {
    await server.call('PATCH', '/settings', { enforceHttps: true });
    const refused = await server.call('POST', PATH, { url: own.baseUrl });
    expect([refused.status, refused.json.detail[0].loc]).toEqual([422, ['body', 'url']]);
    const made = await server.call('POST', PATH, { url });
    expect(made.status).toBe(201);
    await server.call('DELETE', `${PATH}/${made.json.id}`);
  });
});

test('an application is told about, and its customer sees nothing of it', async () => {
  const made = await server.call('POST', PATH, { url: own.baseUrl, uid: 'watch' });
  const key = (await server.call('GET', `${PATH}/watch/secret`)).json.key;
  const application = (await server.call('POST', '/app', { name: 'Acme', uid: 'acme' })).json;
  const before = own.arrivals.length;
  const endpoint = (
    await server.call('POST', `/app/${application.id}/endpoint`, { url: 'https://c.test/', uid: 'c' })
  ).json;
  await server.call('PATCH', `/app/${application.id}/endpoint/${endpoint.id}`, { disabled: true });
  await own.arrived(before + 3);
  const names = { appId: application.id, appUid: 'acme', endpointId: endpoint.id, endpointUid: 'c' };
  const arrivals = own.arrivals.slice(before);
  expect(arrivals.map(({ body }) => JSON.parse(body.toString()))).toEqual([
    { type: 'endpoint.created', data: names },
    { type: 'endpoint.updated', data: names },
    {
      type: 'endpoint.disabled',
      data: { ...names, trigger: 'manual', reason: 'manual', failSince: null },
    },
  ]);
  for (const { body, headers } of arrivals) {
    const verify = () => new Webhook(key).verify(body.toString(), headers as Record<string, string>);
    expect(verify).not.toThrow();
  }

  // The admin sees the attempts, and so the reason why nothing arrives.
  const attempts = await untilSome(() => server.call('GET', `${PATH}/watch/attempt?with_msg=true`), 3);
  expect(attempts.map(({ msg }) => msg.eventType).sort()).toEqual([
    ...['endpoint.created', 'endpoint.disabled', 'endpoint.updated'],
  ]);
  expect((await server.call('GET', `${PATH}/none/attempt`)).status).toBe(404);
  await server.call('DELETE', `${PATH}/${made.json.id}`);
});

test('the end of a background task is told', async () => {
  await server.call('POST', PATH, {
    ...{ url: own.baseUrl, uid: 'tasks', filterTypes: ['background_task.finished'] },
  });
  const application = await server.create('/app', { name: 'Tasks' });
  const endpoint = await server.create(`/app/${application}/endpoint`, { url: own.baseUrl });
  const before = own.arrivals.length;
  const since = new Date(Date.now() - 60_000).toISOString();
  const recover = `/app/${application}/endpoint/${endpoint}/recover`;
  const task = (await server.call('POST', recover, { since })).json;
  await own.arrived(before + 1);
  expect(JSON.parse(own.arrivals[before]?.body.toString() ?? '')).toMatchObject({
    type: 'background_task.finished',
    data: { taskId: task.id, task: 'endpoint.recover', status: 'finished', data: { endpointId: endpoint } },
  });
  await server.call('DELETE', `${PATH}/tasks`);
});

test('an attempt that ends after its operational endpoint was deleted is not counted as customer traffic', async () => {
  const [given, give] = newSignal();
  const slow = await startReceiver(() => ({ after: given, status: 200 }));
  await server.call('POST', PATH, { url: slow.baseUrl, uid: 'leaving' });
  const application = await server.create('/app', { name: 'Leaving' });
  await server.call('POST', `/app/${application}/endpoint`, { url: 'https://d.test/', disabled: true });
  await slow.arrived(1);
  await server.call('DELETE', `${PATH}/leaving`);
  give();
  await expect.poll(metrics).toContain('posthorn_sends_in_flight 0');
  expect(await metrics()).toContain('posthorn_attempts_total{outcome="success"} 0');
  await slow.close();
});

async function metrics(): Promise<string> {
  const headers = { authorization: `Bearer ${server.adminToken}` };
  return (await fetch(`${server.baseUrl}/metrics`, { headers })).text();
}

/** Polls a list until it has this many rows. */
async function untilSome(
  read: () => Promise<{ json: { data: { msg: { eventType: string } }[] } }>,
  count: number,
) {
  for (;;) {
    const { json } = await read();
    if (json.data.length >= count) return json.data;
  }
}

describe('the application that owns them shows nowhere', () => {
  let operational: string;
  let application: string;
  let portal: string;

  beforeAll(async () => {
    operational = await server.create(PATH, { url: own.baseUrl, uid: 'hidden' });
    application = await server.create('/app', { name: 'Shop' });
    portal = await server.portalToken(application);
    const before = own.arrivals.length;
    await server.call('POST', `/app/${application}/endpoint`, { url: 'https://d.test/', disabled: true });
    await own.arrived(before + 1);
    await untilSome(() => server.call('GET', `${PATH}/hidden/attempt?with_msg=true`), 1);
  });

  test('not in the lists of applications', async () => {
    for (const query of ['', '?exclude_apps_with_no_endpoints=true', '?order=descending']) {
      const { text } = await server.call('GET', `/app${query}`);
      expect(text).toContain(application);
      expect(text).not.toMatch(/operational/i);
    }
  });

  test.each([
    ['GET', '/app/operational'],
    ['DELETE', '/app/operational'],
    ['GET', '/app/operational/endpoint'],
    ['POST', '/app/operational/endpoint', { url: 'https://a.test/' }],
    ['GET', '/app/operational/msg'],
    ['POST', '/app/operational/msg', { eventType: 'endpoint.created', payload: {} }],
    ['POST', '/auth/app-portal-access/operational', {}],
    ['POST', '/auth/app-portal-access/operational/expire-all', {}],
  ])('%s %s finds nothing', async (method, path, body?: object) => {
    expect((await server.call(method, path, body)).status).toBe(404);
  });

  test('its endpoints belong to no other application, for nobody', async () => {
    for (const token of [undefined, portal]) {
      for (const rest of ['', '/secret', '/headers', '/history', '/stats', '/msg', '/pace']) {
        const path = `/app/${application}/endpoint/${operational}${rest}`;
        const { status } = await server.call('GET', path, undefined, token ? { token } : {});
        expect([rest, status]).toEqual([rest, 404]);
      }
    }
    const list = await server.call('GET', `/app/${application}/endpoint`, undefined, { token: portal });
    expect(list.text).not.toContain(operational);
  });

  test('a portal token is refused, and so is one that only reads', async () => {
    const reader = (await server.call('POST', '/auth/token', { name: 'r', featureFlags: [] })).json.token;
    for (const token of [portal, reader]) {
      for (const path of [PATH, `${PATH}/hidden`, `${PATH}/hidden/secret`, `${PATH}/hidden/attempt`]) {
        expect((await server.call('GET', path, undefined, { token })).status).toBe(403);
      }
    }
  });

  test('nothing of it is counted, measured or streamed', async () => {
    const state = await server.call('GET', '/delivery-state');
    expect(state.text).not.toContain(operational);
    const counts: Record<string, number> = state.json.counts;
    const living = (await server.call('GET', '/app')).json.data.map(async ({ id }: { id: string }) => {
      return (await server.call('GET', `/app/${id}/endpoint`)).json.data.length as number;
    });
    const total = (await Promise.all(living)).reduce((sum: number, count: number) => sum + count, 0);
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(total);

    const measured = await metrics();
    expect(measured).toContain('posthorn_messages_accepted_total 0');
    expect(measured).toContain('posthorn_attempts_total{outcome="success"} 0');
    expect(measured).toMatch(/posthorn_measured_endpoints 0/);
    expect(measured).not.toMatch(/operational/i);

    const headers = { authorization: `Bearer ${server.adminToken}` };
    const live = await fetch(`${server.baseUrl}/api/v1/live?endpoints=${operational}`, { headers });
    const reader = live.body?.getReader();
    const first = new TextDecoder().decode((await reader?.read())?.value);
    await reader?.cancel();
    expect(first).toContain('"attempts":[]');
  });
});
