import { beforeAll, expect, test } from 'vitest';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

/** Two whole servers, each with its own data folder: a page of the first edits the second. */
const there = startedOnce(startTestServer);
const here = startedOnce(startTestServer);
let remote: string;

/** Calls this server at any path. */
async function call(method: string, path: string, body?: object) {
  const response = await fetch(here.baseUrl + path, {
    method,
    headers: {
      authorization: `Bearer ${here.adminToken}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

beforeAll(async () => {
  const input = { name: 'There', baseUrl: there.baseUrl, token: there.adminToken };
  expect(await call('POST', '/api/v1/connections/test', input)).toMatchObject({ body: { ok: true } });
  const saved = await call('POST', '/api/v1/connections', input);
  expect(saved.status).toBe(201);
  remote = `/remote/${saved.body.id}`;
});

test('what is created through the connection is there and not here', async () => {
  const type = { name: 'remote.born', description: 'Made from afar.' };
  expect((await call('POST', `${remote}/api/v1/event-type`, type)).status).toBe(201);
  expect((await call('GET', `${remote}/api/v1/event-type/remote.born`)).body).toMatchObject(type);
  expect((await call('GET', '/api/v1/event-type/remote.born')).status).toBe(404);
  expect((await call('POST', `${remote}/api/v1/event-type`, type)).status).toBe(409);
});

test('a message handed in through the connection is delivered there, and its attempt seen from here', async () => {
  const { appId, receiverUrl } = (await call('POST', `${remote}/api/v1/sample`)).body;
  expect(receiverUrl).toBe(`${there.baseUrl}/receiver/sample`);
  const stream = await fetch(`${here.baseUrl}${remote}/api/v1/live`, {
    headers: { authorization: `Bearer ${here.adminToken}`, accept: 'text/event-stream' },
  });
  expect(stream.status).toBe(200);
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  const sent = await call('POST', `${remote}/api/v1/app/${appId}/msg`, {
    eventType: 'invoice.paid',
    payload: { from: 'here' },
  });
  expect(sent.status).toBe(202);
  let seen = '';
  while (!seen.includes(sent.body.id)) {
    const part = await reader?.read();
    if (part?.done !== false) throw new Error(`the stream ended after: ${seen}`);
    seen += part.value;
  }
  await reader?.cancel();
  const attempts = await call('GET', `${remote}/api/v1/app/${appId}/attempt/msg/${sent.body.id}`);
  expect(attempts.body.data[0]).toMatchObject({ responseStatusCode: 200, url: receiverUrl });
  const log = await call('GET', `${remote}/api/v1/receiver/sample`);
  expect(log.body).toMatchObject({ count: 1, requests: [{ body: '{"from":"here"}', answeredStatus: 200 }] });
});

test('a sample made twice is the same sample', async () => {
  const first = await call('POST', '/api/v1/sample');
  const again = await call('POST', '/api/v1/sample');
  expect(first.status).toBe(200);
  expect(again.body).toEqual(first.body);
  const types = await call('GET', '/api/v1/event-type?limit=250');
  expect(types.body.data.length).toBe(12);
  expect((await call('GET', '/api/v1/app/sample')).body).toMatchObject({ name: 'Sample', rateLimit: 10 });
});

test('a receiver bin is read and cleared by the admin alone, and filled by anybody', async () => {
  await fetch(`${here.baseUrl}/receiver/open?status=503`, { method: 'PUT', body: 'x' });
  expect((await fetch(`${here.baseUrl}/api/v1/receiver/open`)).status).toBe(401);
  expect((await call('GET', '/api/v1/receiver/open')).body).toMatchObject({
    count: 1,
    requests: [{ method: 'PUT', body: 'x', answeredStatus: 503 }],
  });
  expect((await call('DELETE', '/api/v1/receiver/open')).status).toBe(204);
  expect((await call('GET', '/api/v1/receiver/open')).body).toEqual({ count: 0, requests: [] });
});

test('a server with a forwarded stream and a delayed answer under way stops at once', async () => {
  const headers = { authorization: `Bearer ${here.adminToken}`, accept: 'text/event-stream' };
  const stream = await fetch(`${here.baseUrl}${remote}/api/v1/live`, { headers });
  const reader = stream.body?.getReader();
  await reader?.read();
  const delayed = fetch(`${here.baseUrl}/receiver/slow?delayMs=60000`, { method: 'POST', body: '{}' });
  for (let count = 0; count === 0; ) count = (await call('GET', '/api/v1/receiver/slow')).body.count;
  const started = performance.now();
  await here.restart();
  // Well below the ten seconds that other requests get.
  expect(performance.now() - started).toBeLessThan(8000);
  expect((await delayed).status).toBe(200);
  await reader?.read().catch(() => undefined);
});
