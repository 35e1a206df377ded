import { beforeAll, expect, test } from 'vitest';
import type { LiveEvent } from '../../../src-server/contract/live-event';
import { faultsOf } from '../../support/described-api';
import { startReceiver } from '../../support/receiver';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const receiver = startedOnce(startReceiver);
const server = startedOnce(startTestServer);
let app: string;

beforeAll(async () => {
  app = await server.create('/app', { name: 'A' });
  await server.call('POST', `/app/${app}/endpoint`, { url: receiver.baseUrl });
});

/** The events of one stream, in order. */
async function* follow(signal?: AbortSignal): AsyncGenerator<LiveEvent> {
  const response = await fetch(`${server.baseUrl}/api/v1/live`, {
    headers: { authorization: `Bearer ${server.adminToken}` },
    ...(signal ? { signal } : {}),
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  let text = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      if (!block.startsWith('data: ')) continue;
      const event = JSON.parse(block.slice(6));
      expect(faultsOf({ $ref: '#/components/schemas/LiveEvent' }, event)).toEqual([]);
      yield event;
    }
  }
}

async function nextAttempt(events: AsyncGenerator<LiveEvent>): Promise<unknown> {
  for await (const event of { [Symbol.asyncIterator]: () => ({ next: () => events.next() }) }) {
    if (event.kind === 'attempts' && event.attempts.length > 0) return event.attempts[0];
  }
  return undefined;
}

test('a stream begins with the newest attempts and goes on with what happens', async () => {
  const gone = new AbortController();
  const first = follow(gone.signal);
  expect((await first.next()).value).toEqual({ kind: 'attempts', attempts: [], skipped: 0 });
  const { id } = (await server.call('POST', `/app/${app}/msg`, { eventType: 'a.b', payload: {} })).json;
  const attempt = await nextAttempt(first);
  expect(attempt).toMatchObject({
    msgId: id,
    appId: app,
    eventType: 'a.b',
    status: 0,
    responseStatusCode: 200,
  });
  const second = follow(gone.signal);
  expect((await second.next()).value).toEqual({ kind: 'attempts', attempts: [attempt], skipped: 0 });
  await server.call('POST', '/event-type', { name: 'new.type', description: '' });
  expect((await second.next()).value).toEqual({ kind: 'catalog-changed' });
  gone.abort();
});

test('only an admin token may watch', async () => {
  const { token } = (await server.call('POST', '/auth/token', { name: 'r', featureFlags: [] })).json;
  expect((await server.call('GET', '/live', undefined, { token })).status).toBe(403);
  expect((await server.call('GET', '/live', undefined, { token: null })).status).toBe(401);
});

test('a HEAD ends at once, a preflight is let through, and nothing lies below it', async () => {
  const ask = (path: string, method: string, headers: Record<string, string> = {}) =>
    fetch(`${server.baseUrl}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${server.adminToken}`, ...headers },
    });
  const head = await ask('/live', 'HEAD');
  expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
    200,
    'text/event-stream',
    '',
  ]);
  expect((await ask('/live', 'OPTIONS', { origin: 'https://a.example' })).status).toBe(204);
  expect((await ask('/live', 'POST')).status).toBe(405);
  for (const path of ['/live/anything/else', '/live/x', '/livelier']) {
    const response = await ask(path, 'GET');
    expect([path, response.status, (await response.json()).code]).toEqual([path, 404, 'not_found']);
  }
});

test('it is described: what it takes, what it answers, how it refuses', async () => {
  const { paths } = (await server.call('GET', '/openapi.json')).json;
  const { parameters, responses } = paths['/live'].get;
  expect(parameters).toMatchObject([
    { name: 'endpoints', in: 'query', schema: { type: 'array', maxItems: 100 } },
  ]);
  expect(responses[200].content).toEqual({
    'text/event-stream': { schema: { $ref: '#/components/schemas/LiveEvent' } },
  });
  expect(Object.keys(responses).sort()).toEqual(['200', '422', 'default']);
});

test('open streams end when the server stops', async () => {
  const other = await startTestServer();
  const response = await fetch(`${other.baseUrl}/api/v1/live`, {
    headers: { authorization: `Bearer ${other.adminToken}` },
  });
  const ended = response.text();
  await other.remove();
  expect(await ended).toContain('data: {"kind":"attempts"');
});
