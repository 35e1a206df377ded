import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../src-server/base/clock';
import { ApiError } from '../../../src-server/base/errors';
import { BodyRoom } from '../../../src-server/http/pipeline/body-room';
import { createReceiver, type Receiver } from '../../../src-server/http/receiver';

let receiver: Receiver;
let server: Server;
let url: string;

beforeEach(async () => {
  receiver = createReceiver(systemClock, new BodyRoom());
  // Only what the mount needs; the error handler of the server is tested elsewhere.
  server = createServer((request, response) => {
    Promise.resolve(receiver.mount.handle(request as never, response as never)).catch((cause: unknown) => {
      if (!(cause instanceof ApiError)) throw cause;
      response.writeHead(cause.status).end(JSON.stringify(cause.body));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

test('any method below a bin is recorded and answered with 200', async () => {
  for (const method of ['POST', 'GET', 'PUT', 'DELETE']) {
    const response = await fetch(`${url}/receiver/mine/deep/path?x=1`, {
      method,
      headers: { 'x-sent': 'yes' },
      ...(method === 'POST' ? { body: '{"a": 1}' } : {}),
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ ok: true });
  }
  const log = receiver.read('mine');
  expect(log.count).toBe(4);
  expect(log.requests.map((request) => request.method)).toEqual(['DELETE', 'PUT', 'GET', 'POST']);
  expect(log.requests.at(-1)).toMatchObject({
    number: 1,
    url: '/receiver/mine/deep/path?x=1',
    body: '{"a": 1}',
    answeredStatus: 200,
    headers: expect.objectContaining({ 'x-sent': 'yes' }),
  });
  expect(receiver.read('other')).toEqual({ count: 0, requests: [] });
});

test.each([204, 404, 410, 500, 599])('it answers with %i when asked to', async (status) => {
  const response = await fetch(`${url}/receiver/mine?status=${status}`, { method: 'POST', body: '{}' });
  expect(response.status).toBe(status);
  expect(receiver.read('mine').requests[0]?.answeredStatus).toBe(status);
});

test('it waits before it answers when asked to', async () => {
  const started = systemClock.monotonicUs();
  await fetch(`${url}/receiver/mine?delayMs=150`, { method: 'POST' });
  expect(systemClock.monotonicUs() - started).toBeGreaterThanOrEqual(149_000);
});

test.each(['status=99', 'status=600', 'status=abc', 'status=', 'status=2e2', 'delayMs=-1', 'delayMs=60001'])(
  '%s is refused with 422 and not recorded',
  async (query) => {
    expect((await fetch(`${url}/receiver/mine?${query}`)).status).toBe(422);
    expect(receiver.read('mine').count).toBe(0);
  },
);

test.each(['/receiver', '/receiver/', '/receiver/a%20b', `/receiver/${'x'.repeat(101)}`])(
  '%s names no bin',
  async (path) => {
    expect((await fetch(url + path)).status).toBe(422);
  },
);

test('a bin keeps the newest 200 and counts all', async () => {
  for (let i = 0; i < 205; i++) await fetch(`${url}/receiver/mine`, { method: 'POST', body: String(i) });
  const log = receiver.read('mine');
  expect(log.count).toBe(205);
  expect(log.requests.length).toBe(200);
  expect([log.requests[0]?.body, log.requests.at(-1)?.body]).toEqual(['204', '5']);
});

test('the bin used longest ago gives way to the hundred-and-first', async () => {
  for (let i = 0; i < 100; i++) await fetch(`${url}/receiver/bin${i}`);
  await fetch(`${url}/receiver/bin0`);
  await fetch(`${url}/receiver/bin100`);
  expect([0, 1, 2, 100].map((i) => receiver.read(`bin${i}`).count)).toEqual([2, 0, 1, 1]);
});

test('a large body is cut at 64 KiB, and all bins together stay within their bound', async () => {
  const body = 'x'.repeat(70_000);
  for (let i = 0; i < 600; i++) await fetch(`${url}/receiver/bin${i % 3}`, { method: 'POST', body });
  const logs = [0, 1, 2].map((i) => receiver.read(`bin${i}`));
  expect(logs[0]?.requests[0]?.body.length).toBe(64 * 1024);
  expect(logs.map((log) => log.count)).toEqual([200, 200, 200]);
  expect(JSON.stringify(logs).length).toBeLessThan(33 * 1024 * 1024);
});

test('clearing a bin forgets and counts anew', async () => {
  await fetch(`${url}/receiver/mine`);
  receiver.clear('mine');
  expect(receiver.read('mine')).toEqual({ count: 0, requests: [] });
  await fetch(`${url}/receiver/mine`);
  expect(receiver.read('mine').requests[0]?.number).toBe(1);
});

test('a caller that leaves during a delay does no harm', async () => {
  await expect(
    fetch(`${url}/receiver/mine?delayMs=60000`, { signal: AbortSignal.timeout(100) }),
  ).rejects.toThrow();
  expect((await fetch(`${url}/receiver/mine`)).status).toBe(200);
  expect(receiver.read('mine').count).toBe(2);
});
