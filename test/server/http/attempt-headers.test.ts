import { expect, test } from 'vitest';
import { startReceiver } from '../../support/receiver';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const receiver = startedOnce(() =>
  startReceiver(() => ({ status: response.status, headers: response.headers })),
);
const server = startedOnce(startTestServer);
const response: { status: number; headers: Record<string, string> } = { status: 200, headers: {} };

/** A message that was delivered: the paths of its application and of its attempt. */
async function delivered(endpoint: object = {}) {
  const app: string = await server.create('/app', { name: 'A' });
  const path = `/app/${app}`;
  const made = await server.call('POST', `${path}/endpoint`, { url: receiver.baseUrl, ...endpoint });
  const message = await server.create(`${path}/msg`, { eventType: 'a', payload: { n: 1 } });
  const list = `${path}/attempt/msg/${message}`;
  const attempts = async () => (await server.call('GET', list)).json.data;
  await expect.poll(async () => (await attempts()).length, { timeout: 15_000 }).toBe(1);
  const [{ id }] = await attempts();
  return { app, path, message, ep: made.json.id, attempt: `${path}/msg/${message}/attempt/${id}` };
}

const headersOf = async (attempt: string, token?: string) =>
  server.call('GET', `${attempt}/headers`, undefined, token ? { token } : {});
const portal = (app: string, body: object) => server.portalToken(app, body);

test('an attempt shows the real request and response, without the values of secret headers', async () => {
  response.headers = {
    'x-request-id': '4711',
    'Set-Cookie': 'session=1',
    'x-upstream-token': 'hidden',
    'content-type': 'text/plain; charset=utf-8',
  };
  const headers = { 'X-Tenant': 'acme', Authorization: 'Bearer 1', 'X-Api-Key': 'k' };
  const { app, attempt, message } = await delivered({ headers });
  const { status, json, text } = await headersOf(attempt);
  expect(status).toBe(200);
  const arrival = receiver.arrivals.at(-1);
  for (const [name, value] of Object.entries(json.sentHeaders)) {
    expect([name, value]).toEqual([name, arrival?.headers[name.toLowerCase()]]);
  }
  expect(Object.keys(json.sentHeaders).sort()).toEqual([
    'X-Tenant',
    'content-type',
    'svix-id',
    'svix-signature',
    'svix-timestamp',
    'webhook-id',
    'webhook-signature',
    'webhook-timestamp',
  ]);
  expect(json.sentHeaders['webhook-id']).toBe(message);
  expect(json.responseHeaders).toMatchObject({
    'x-request-id': '4711',
    'content-type': 'text/plain; charset=utf-8',
  });
  expect(json.responseHeaders.date).toBeUndefined();
  expect([...json.sensitive].sort()).toEqual([
    'Authorization',
    'X-Api-Key',
    'set-cookie',
    'x-upstream-token',
  ]);
  for (const secret of ['Bearer 1', 'session=1', 'hidden']) expect(text).not.toContain(secret);

  const complete = await headersOf(attempt, await portal(app, {}));
  expect(complete.json).toEqual(json);
  // Callers who may not see the secret do not see the signature either.
  const viewed = (await headersOf(attempt, await portal(app, { readOnly: true }))).json;
  expect(Object.keys(viewed.sentHeaders)).not.toContain('webhook-signature');
  expect(Object.keys(viewed.sentHeaders)).not.toContain('svix-signature');
  expect(viewed.sentHeaders['svix-timestamp']).toBe(json.sentHeaders['webhook-timestamp']);
  expect(viewed.sensitive).toEqual(expect.arrayContaining(['webhook-signature', 'svix-signature']));
  const other = await server.create('/app', { name: 'B' });
  expect((await headersOf(attempt, await portal(other, {}))).status).toBe(404);
  expect((await headersOf(attempt.replace(/atmpt_\w+$/, 'atmpt_none'))).status).toBe(404);
});

test('headers are the recorded ones, whatever the endpoint has now, and are removed with the content', async () => {
  response.headers = {};
  const { path, ep, attempt } = await delivered({ headers: { 'X-Then': '1' } });
  await server.call('PUT', `${path}/endpoint/${ep}/headers`, { headers: { 'X-Now': '2' } });
  const { sentHeaders } = (await headersOf(attempt)).json;
  expect([sentHeaders['X-Then'], sentHeaders['X-Now']]).toEqual(['1', undefined]);
  await server.call('DELETE', `${attempt}/content`);
  expect((await headersOf(attempt)).json).toEqual({ sentHeaders: {}, responseHeaders: {}, sensitive: [] });
});

test('headers of long responses are kept up to a limit, and there are none where nothing was sent', async () => {
  response.headers = { 'x-long': 'x'.repeat(3000), 'x-longer': 'y'.repeat(3000), 'x-short': 'z' };
  const { attempt } = await delivered();
  const { responseHeaders } = (await headersOf(attempt)).json;
  expect(Object.keys(responseHeaders)).toEqual(expect.arrayContaining(['x-long', 'x-short']));
  expect(responseHeaders['x-longer']).toBeUndefined();
  const refused = await delivered({ url: 'http://127.0.0.1:1/' });
  expect((await headersOf(refused.attempt)).json).toEqual({
    sentHeaders: {},
    responseHeaders: {},
    sensitive: [],
  });
});

test('a failed attempt keeps all response headers; with standard names only, no svix header is shown', async () => {
  response.headers = { 'retry-after': '5' };
  response.status = 503;
  await server.call('PATCH', '/settings', { whitelabelHeaders: true });
  const { attempt } = await delivered();
  const { json } = await headersOf(attempt);
  expect(Object.keys(json.responseHeaders)).toEqual(expect.arrayContaining(['date', 'retry-after']));
  expect(Object.keys(json.sentHeaders).sort()).toEqual([
    'content-type',
    'webhook-id',
    'webhook-signature',
    'webhook-timestamp',
  ]);
  expect(json.sentHeaders['webhook-signature']).toBe(receiver.arrivals.at(-1)?.headers['webhook-signature']);
});
