import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { systemClock } from '../../../src-server/base/clock';
import { createLog } from '../../../src-server/base/log';
import { createApp } from '../../../src-server/http/pipeline/app';
import { BodyRoom } from '../../../src-server/http/pipeline/body-room';
import { ReadTurns } from '../../../src-server/http/pipeline/read-turns';
import { RouteTable } from '../../../src-server/http/pipeline/route-table';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const server = startedOnce(startTestServer);

test('a preflight request of any site is answered with the allowed headers', async () => {
  const response = await fetch(`${server.baseUrl}/api/v1/app/x/endpoint`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://example.com',
      'access-control-request-headers': 'authorization, svix-req-id',
    },
  });
  expect(response.status).toBe(204);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('access-control-allow-headers')).toBe('authorization, svix-req-id');
  expect(response.headers.get('access-control-max-age')).toBe('600');
  expect(response.headers.get('access-control-allow-methods')).toContain('DELETE');
});

test('a page of another site can read errors too', async () => {
  const response = await fetch(`${server.baseUrl}/api/v1/app`);
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([401, '*']);
});

test('HEAD answers like GET, without a body', async () => {
  const get = await server.call('GET', '/event-type');
  const head = await server.call('HEAD', '/event-type');
  expect([head.status, head.text]).toEqual([200, '']);
  expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
});

test('a trailing slash changes nothing, and never redirects', async () => {
  for (const path of ['/event-type', '/event-type/', '/health', '/health/']) {
    expect((await server.call('GET', path)).status).toBe(200);
  }
  const created = await server.call('POST', '/app/', { name: 'a' });
  expect(created.status).toBe(201);
});

test('a path beside the API, the health and the metrics is not found, instead of answered like them', async () => {
  const headers = { authorization: `Bearer ${server.adminToken}` };
  const status = async (path: string) => (await fetch(server.baseUrl + path, { headers })).status;
  const known = ['/health', '/api/v1/health', '/metrics', '/metrics/'];
  for (const path of known) expect([path, await status(path)]).toEqual([path, 200]);
  const others = ['/metrics/x', '/metrics/x/', '/health/x', '/api', '/api/', '/api/v2/health', '/api/v2/app'];
  for (const path of [...others, '/api/v10/app', '/api/health', '/apix']) {
    expect([path, await status(path)]).toEqual([path, 404]);
  }
});

test('another method is refused with the allowed ones', async () => {
  const response = await server.call('PUT', '/app');
  expect([response.status, response.json.code]).toEqual([405, 'method_not_allowed']);
  expect(response.headers.get('allow')).toBe('POST, GET, HEAD');
});

test('the methods of a path include HEAD where it answers', async () => {
  const allowed = async (method: string, path: string) =>
    (await server.call(method, path)).headers.get('allow')?.split(', ').sort();
  expect(await allowed('DELETE', '/app')).toEqual(['GET', 'HEAD', 'POST']);
  expect(await allowed('GET', '/auth/logout')).toEqual(['POST']);
  expect((await server.call('HEAD', '/app')).status).toBe(200);
});

test('a refused token is told which kind of token is wanted', async () => {
  for (const token of [null, 'wrong']) {
    const response = await server.call('GET', '/app', undefined, { token });
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  }
  expect((await server.call('GET', '/app')).headers.get('www-authenticate')).toBeNull();
});

test('answers are not cached', async () => {
  expect((await server.call('GET', '/app')).headers.get('cache-control')).toBe('no-store');
});

test('an internal error has a neutral answer, and the log has its details under the same id', async () => {
  let log = '';
  const destination = new Writable({
    write(chunk, _encoding, done) {
      log += chunk;
      done();
    },
  });
  const broken: Server = createServer(
    createApp({
      table: new RouteTable([
        {
          method: 'GET',
          path: '/broken',
          access: 'public',
          summary: '',
          responses: {},
          handler: () => {
            throw new Error('the secret inside');
          },
        },
      ]),
      authenticate: () => Promise.reject(new Error('not asked')),
      applications: {} as never,
      idempotency: (_request, work) => work(),
      workers: { admit: () => Promise.resolve(), run: () => Promise.reject(new Error('no workers here')) },
      readTurns: new ReadTurns(systemClock, 1),
      openResponses: { add: () => undefined },
      bodies: new BodyRoom(),
      clock: systemClock,
      mounts: [],
      pages: () => {},
      log: createLog('error', destination),
    }),
  );
  await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
  const response = await fetch(`http://127.0.0.1:${(broken.address() as AddressInfo).port}/api/v1/broken`);
  const body = await response.json();
  broken.close();
  expect([response.status, body.code]).toEqual([500, 'server_error']);
  expect(JSON.stringify(body)).not.toContain('secret');
  const id = /under (\S+)\.$/.exec(body.detail)?.[1] ?? 'no id';
  expect(log).toContain(id);
  expect(log).toContain('the secret inside');
});
