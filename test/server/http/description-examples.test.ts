import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { targets } from '../../support/api-fuzz';
import { startTestServer, type TestServer } from '../../support/start-test-server';

/** What a server in a test lacks: the status it answers instead, and why. */
const LACKING: Readonly<Record<string, readonly [status: number, why: string]>> = {
  'POST /auth/one-time-token': [401, 'the link of the example was never made'],
  'POST /app/{app}/polling-endpoint/{poller}/consumer/{consumer}/commit': [422, 'it was given no message'],
  'POST /public-page/preview': [404, 'the pages are not built'],
  'POST /data/restore': [404, 'there is no backup of that name'],
  'POST /diagnostics/crash-test': [400, 'there is no program to start a second time'],
  'POST /app/{app}/endpoint/{endpoint}/skip': [409, 'no message blocks others'],
  'POST /connections': [422, 'there is no such machine'],
  'POST /event-type/import/apply': [409, 'the plan was never made'],
  'POST /connections/{id}/working-copy/import/apply': [409, 'the plan was never made'],
  'PATCH /connections/{id}': [422, 'the token is not one of the other server'],
};

let server: TestServer;
/** What stands in a path for a name in braces, by the beginning of the path. */
let paths: readonly (readonly [start: string, ids: Readonly<Record<string, string>>])[];
/** The ids of this server for those of the examples. */
let idsOfExamples: Readonly<Record<string, string>>;

beforeAll(async () => {
  server = await startTestServer();
  const { create, call, baseUrl, adminToken } = server;
  const url = `${baseUrl}/receiver/sample`;
  await call('PUT', '/event-type/filled', { description: '', schema: { type: 'object' } });
  const app = await create('/app', { name: 'Filled' });
  const endpoint = await create(`/app/${app}/endpoint`, { url });
  const message = await create(`/app/${app}/msg`, { eventType: 'filled', payload: {} });
  const poller = await create(`/app/${app}/polling-endpoint`, {});
  const integration = await create(`/app/${app}/integration`, { name: 'Filled' });
  const operational = await create('/operational-webhook/endpoint', { url });
  const id = await create('/connections', { name: 'Self', baseUrl, token: adminToken });
  await call('POST', `/connections/${id}/working-copy/fetch`);
  const draft = await create('/portal-preview-drafts', { connectionId: id });
  const release = await create('/flag-releases', { flag: 'beta', at: '2099-01-01T00:00:00Z' });
  const notices = ['service.storage'];
  const channel = await create('/notice-channels', { name: 'Filled', kind: 'webhook', url, notices });
  paths = [
    ['/notice-channels', { channel }],
    ['/operational-webhook', { endpoint: operational }],
    ['/connections', { id, name: 'invoice.paid' }],
    [
      '',
      {
        app,
        endpoint,
        message,
        poller,
        integration,
        draft,
        release,
        name: 'filled',
        kind: 'logo',
        language: 'fr',
      },
    ],
  ];
  idsOfExamples = { app_: app, ep_: endpoint, msg_: message, con_: id };
}, 60_000);
afterAll(() => server.remove());

describe('the example of a body is accepted by a filled server', () => {
  const bodies = targets.filter(({ operation }) => operation.requestBody);
  const named = bodies.map((target) => [`${target.method} ${target.path}`, target] as const);

  it.each(named)('at %s', async (name, { method, path, operation }) => {
    const [, ids] = paths.find(([start]) => path.startsWith(start)) ?? [];
    const at = path.replace(/\{(\w+)\}/g, (_all, part: string) => ids?.[part] ?? 'none');
    const example = JSON.stringify(operation.requestBody?.content['application/json']?.example);
    const body = example.replace(/"(app_|ep_|msg_|con_)2m\w+"/g, (_all, prefix: string) =>
      JSON.stringify(idsOfExamples[prefix]),
    );
    const response = await server.call(method, at, JSON.parse(body));
    const [status] = LACKING[name] ?? [];
    if (status === undefined) expect(response.status, response.text).toBeLessThan(300);
    else expect(response.status, response.text).toBe(status);
    // What it made has a uid that the examples of others have too.
    if (response.status === 201 && response.json?.uid !== undefined)
      await server.call('DELETE', `${at}/${response.json.id}`);
  });
});
