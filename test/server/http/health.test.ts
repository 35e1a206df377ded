import { expect, test } from 'vitest';
import { systemClock } from '../../../src-server/base/clock';
import { healthRoutes } from '../../../src-server/http/routes/health';
import { postgresDialect } from '../../../src-server/storage/postgres/postgres-dialect';
import { sqliteDialect } from '../../../src-server/storage/sqlite/sqlite-dialect';
import { FakeClock } from '../../support/fake-clock';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const server = startedOnce(startTestServer);

test.each(['/health', '/health/', '/health/ping', '/health/ping/'])(
  '%s answers everybody, with GET and without a body with HEAD',
  async (path) => {
    for (const token of [null, 'wrong', server.adminToken]) {
      const get = await server.call('GET', path, undefined, { token });
      expect([get.status, get.json]).toEqual([
        200,
        { status: 'ok', network: { state: 'online', since: expect.any(String), waiting: 0 } },
      ]);
      const head = await server.call('HEAD', path, undefined, { token });
      expect([head.status, head.text]).toEqual([200, '']);
      expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
    }
  },
);

test('it is not changed by a POST, and says so as JSON', async () => {
  const response = await server.call('POST', '/health', {});
  expect([response.status, response.json.code]).toEqual([405, 'method_not_allowed']);
});

const ONLINE = { state: 'online', since: 0, endpointIds: [] } as const;
const SQLITE = { trouble: () => null, dialect: sqliteDialect };
const WELL = {
  settings: { ping: () => Promise.resolve() },
  db: SQLITE,
  delivery: { shortage: () => ({ sentence: null, putOff: 0 }), network: () => ONLINE },
  traffic: { waiting: () => 0 },
  clock: systemClock,
  time: { doubt: () => null, confirm: () => Promise.resolve() },
  tls: null,
  backupSchedule: null,
  isStopping: () => false,
};
const ask = (parts: Partial<Parameters<typeof healthRoutes>[0]>) =>
  healthRoutes({ ...WELL, ...parts })[0]?.handler({ client: null } as never);

test('what this machine lacks for sending is said, and the server goes on', async () => {
  const sentence = 'There are no more file descriptors.';
  const delivery = { shortage: () => ({ sentence, putOff: 3 }), network: () => ONLINE };
  expect(await ask({ delivery })).toMatchObject({
    status: 200,
    body: { status: 'degraded', detail: sentence, network: { state: 'online' } },
  });
});

test('a certificate that was renewed to what cannot be used degrades the health, and its sentence says what stays in use', async () => {
  const sentence = 'The key does not fit. The certificate before it stays in use.';
  expect(await ask({ tls: { trouble: () => sentence } })).toMatchObject({
    status: 200,
    body: { status: 'degraded', detail: sentence },
  });
});

test('a scheduled backup that failed degrades the health, and its sentence says of when the newest is', async () => {
  const state = () => ({ last: 1_700_000_000_000, next: 1_700_000_900_000, error: 'The disk is full.' });
  expect(await ask({ backupSchedule: { state } })).toMatchObject({
    status: 200,
    body: {
      status: 'degraded',
      detail:
        'The scheduled backup failed: The disk is full. The newest backup is from 2023-11-14T22:13:20.000Z.',
    },
  });
});

test('a computer without a network is healthy, and says since when it has none', async () => {
  const waits: Record<string, number> = { ep_1: 300, ep_2: 12, ep_3: 1 };
  const traffic = { waiting: (endpointId: string) => waits[endpointId] ?? 0 };
  const network = () =>
    ({ state: 'offline', since: 1_700_000_000_000, endpointIds: ['ep_1', 'ep_2'] }) as const;
  expect(await ask({ traffic, delivery: { ...WELL.delivery, network } })).toEqual({
    status: 200,
    body: {
      status: 'degraded',
      detail:
        'No network since 2023-11-14T22:13:20.000Z. 312 deliveries wait; nothing counts against their receivers.',
      network: { state: 'offline', since: '2023-11-14T22:13:20.000Z', waiting: 312 },
    },
  });
});

test('a database that cannot be read is a 503', async () => {
  expect(await ask({ settings: { ping: () => Promise.reject(new Error('disk I/O error')) } })).toMatchObject({
    status: 503,
    body: { status: 'failing', reason: 'unwritable', code: 'unavailable' },
  });
});

test('a database that says nothing is a 503 before a load balancer gives up', async () => {
  const clock = new FakeClock();
  const settings = { ping: () => new Promise<void>(() => {}) };
  const postgres = ask({ clock, settings, db: { trouble: () => null, dialect: postgresDialect } });
  const file = ask({ clock, settings });
  clock.advance(4000);
  expect(await postgres).toMatchObject({ status: 503, body: { reason: 'away' } });
  expect(await file).toMatchObject({ status: 503, body: { reason: 'unwritable' } });
});

test('a response in time leaves no timer behind', async () => {
  const clock = new FakeClock();
  expect(await ask({ clock })).toMatchObject({ status: 200 });
  expect(clock.pendingTimers).toBe(0);
});

test('a server that is being stopped says so at once, before it asks the database', async () => {
  const settings = { ping: () => Promise.reject(new Error('must not be asked')) };
  expect(await ask({ isStopping: () => true, settings })).toMatchObject({
    status: 503,
    body: { status: 'failing', reason: 'stopping', code: 'unavailable' },
  });
});

test('from the moment of the stop on, no health is a 200', async () => {
  const own = await startTestServer();
  const healthUrl = `${own.baseUrl}/api/v1/health`;
  expect((await fetch(healthUrl)).status).toBe(200);
  const stopped = own.remove();
  // Either it still answers, or it refuses the connection: a proxy uses another node in both cases.
  const statuses = await Promise.all(
    Array.from({ length: 8 }, () =>
      fetch(healthUrl).then(
        ({ status }) => status,
        () => 503,
      ),
    ),
  );
  expect(new Set(statuses)).toEqual(new Set([503]));
  await stopped;
});
