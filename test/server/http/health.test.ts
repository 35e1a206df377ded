import { afterAll, beforeAll, expect, test } from 'vitest';
import { healthRoutes } from '../../../src-server/http/routes/health';
import { startTestServer, type TestServer } from '../../support/start-test-server';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.remove());

test.each(['/health', '/health/', '/health/ping', '/health/ping/'])(
  '%s answers everybody, with GET and without a body with HEAD',
  async (path) => {
    for (const token of [null, 'wrong', server.adminToken]) {
      const get = await server.call('GET', path, undefined, { token });
      expect([get.status, get.json]).toEqual([200, { status: 'ok' }]);
      const head = await server.call('HEAD', path, undefined, { token });
      expect([head.status, head.text]).toEqual([200, '']);
      expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
    }
  },
);

test('it is not changed by a POST, and says so as JSON', async () => {
  const answer = await server.call('POST', '/health', {});
  expect([answer.status, answer.json.code]).toEqual([405, 'method_not_allowed']);
});

test('what this machine lacks for sending is said, and the server goes on', async () => {
  const sentence = 'There are no more file descriptors.';
  const [row] = healthRoutes({
    settings: { ping: () => Promise.resolve() },
    db: { trouble: () => null },
    delivery: { shortage: () => ({ sentence, putOff: 3 }) },
  });
  expect(await row?.handler({ client: null } as never)).toEqual({
    status: 200,
    body: { status: 'degraded', detail: sentence },
  });
});

test('a database that cannot be read is a 503', async () => {
  const [row] = healthRoutes({
    settings: { ping: () => Promise.reject(new Error('disk I/O error')) },
    db: { trouble: () => null },
    delivery: { shortage: () => ({ sentence: null, putOff: 0 }) },
  });
  expect(await row?.handler({ client: null } as never)).toMatchObject({
    status: 503,
    body: { status: 'failing', reason: 'unwritable', code: 'unavailable' },
  });
});
