import { afterEach, beforeEach, expect, test } from 'vitest';
import { createApplicationStore } from '../../../src-server/storage/application-store';
import { PLAIN_ENDPOINT } from '../../../src-server/storage/endpoint-record';
import { createEndpointStore } from '../../../src-server/storage/endpoint-store';
import { startCutWay } from '../../support/cut-way';
import { describePostgres } from '../../support/engines';
import { PLAIN_APPLICATION } from '../../support/plain-application';
import { createPostgres } from '../../support/postgres-for-tests';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

describePostgres('a server that shares its database', () => {
  const created = startedOnce(createPostgres);
  const proxy = startedOnce(() => startCutWay(created.url));
  const server = startedOnce(() => startTestServer({ config: { database: proxy.url } }));
  /** What another node writes into. */
  const other = startedOnce(() => created.open());
  let app: string;
  let number = 0;

  beforeEach(async () => {
    app = await server.create('/app', { name: 'Acme' });
  });
  afterEach(() => proxy.letThrough(true));

  /** Disabled, so that what is stored for it stays there. */
  const ENDPOINT = { ...PLAIN_ENDPOINT, url: 'http://127.0.0.1:9/', secret: 'whsec_eA==', disabled: true };
  const createThere = async (
    appId = app,
    content: Partial<typeof ENDPOINT & { filterTypes: string[] }> = {},
  ) => {
    const id = `ep_there${++number}`;
    await createEndpointStore(other).insert(id, appId, { ...ENDPOINT, ...content }, Date.now());
    return id;
  };
  const send = (appId = app, body: object = {}, headers: Record<string, string> = {}) =>
    server.call('POST', `/app/${appId}/msg`, { eventType: 'a', payload: {}, ...body }, { headers });
  const receiversOf = async ({ json }: { json: { id: string } }) =>
    (
      await other.all<{ endpoint_id: string }>(
        'SELECT endpoint_id FROM delivery WHERE message_id = ? ORDER BY endpoint_id',
        [json.id],
      )
    ).map((row) => row.endpoint_id);

  test('sends each message to the endpoints that another node has created, changed and deleted before', async () => {
    expect(await receiversOf(await send())).toEqual([]);
    const first = await createThere();
    expect(await receiversOf(await send())).toEqual([first]);
    const second = await createThere();
    expect(await receiversOf(await send())).toEqual([first, second]);
    await createEndpointStore(other).update(first, 1, (current) => ({ ...current, filterTypes: ['b'] }));
    expect(await receiversOf(await send())).toEqual([second]);
    await createEndpointStore(other).delete(second, 1);
    expect(await receiversOf(await send())).toEqual([]);
    expect(await receiversOf(await send(app, { eventType: 'b' }))).toEqual([first]);
  });

  test('judges each message by the filter that another node has set before', async () => {
    const endpoint = await createThere();
    const send80 = () => send(app, { payload: { amount: 80 } });
    expect(await receiversOf(await send80())).toEqual([endpoint]);
    const filterWith = (filter: Record<string, unknown>) =>
      createEndpointStore(other).update(endpoint, 1, (current) => ({ ...current, filter }));
    await filterWith({ payload: { amount: { $gte: 100 } } });
    expect(await receiversOf(await send80())).toEqual([]);
    await filterWith({ payload: { amount: { $gte: 80 } } });
    expect(await receiversOf(await send80())).toEqual([endpoint]);
  });

  test('accepts for an application that another node has created, and knows its endpoints', async () => {
    const id = 'app_there';
    await createApplicationStore(other).insert(id, PLAIN_APPLICATION, 1);
    const endpoint = await createThere(id);
    const response = await send(id);
    expect([response.status, await receiversOf(response)]).toEqual([202, [endpoint]]);
  });

  test('answers 404 for an application that another node has deleted, and stores nothing', async () => {
    expect((await send()).status).toBe(202);
    await createApplicationStore(other).delete(app, 1);
    const response = await send();
    expect([response.status, response.json.code]).toEqual([404, 'not_found']);
    expect(await other.all('SELECT id FROM message WHERE app_id = ?', [app])).toHaveLength(1);
  });

  test('sees its own changes and those of another node in one', async () => {
    const there = await createThere();
    const here = await server.create(`/app/${app}/endpoint`, { url: 'http://127.0.0.1:9/', disabled: true });
    expect(await receiversOf(await send())).toEqual([here, there].sort());
    const changed = await server.call('PATCH', `/app/${app}/endpoint/${there}`, { channels: ['x'] });
    expect(changed.status).toBe(200);
    expect(await receiversOf(await send())).toEqual([here]);
  });

  test('resends to an endpoint that another node has just created', async () => {
    const { json } = await send();
    const endpoint = await createThere(app, { disabled: false });
    const response = await server.call('POST', `/app/${app}/msg/${json.id}/endpoint/${endpoint}/resend`);
    expect(response.status).toBe(202);
    expect(await receiversOf({ json })).toEqual([endpoint]);
  });

  test('stores a message once whose commit lost its response, and accepts it', async () => {
    const endpoint = await createThere();
    await send();
    proxy.cut('INSERT INTO message');
    const response = await send(app, { tags: ['cut'] }, { 'idempotency-key': 'auto_cut' });
    expect(response.status).toBe(202);
    const stored = await other.all<{ id: string }>(`SELECT id FROM message WHERE tags = '["cut"]'`);
    expect(stored.map(({ id }) => id)).toEqual([response.json.id]);
    expect(await receiversOf(response)).toEqual([endpoint]);
    // The response was kept with it.
    const again = await send(app, { tags: ['cut'] }, { 'idempotency-key': 'auto_cut' });
    expect(again.json.id).toBe(response.json.id);
  });

  test('accepts a message that comes while PostgreSQL is away for a moment', async () => {
    await send();
    proxy.letThrough(false);
    proxy.cut();
    const sending = send();
    await expect.poll(async () => (await server.call('GET', '/health')).status).toBe(503);
    proxy.letThrough(true);
    expect((await sending).status).toBe(202);
  });

  test('gives up after five seconds, and says when to come again', async () => {
    await send();
    proxy.letThrough(false);
    proxy.cut();
    const response = await send();
    expect([response.status, response.json.code, response.headers.get('retry-after')]).toEqual([
      503,
      'unavailable',
      '1',
    ]);
    // By whichever look-up of the request came upon it first.
    expect(response.json.detail).toMatch(/tried for five seconds|cannot be reached/);
    // What cannot be tried again says so at once.
    const other = await server.call('POST', '/app', { name: 'B' });
    expect([other.status, other.headers.get('retry-after')]).toEqual([503, '1']);
  });
});
