import { expect, test } from 'vitest';
import { openPostgres } from '../../../src-server/storage/postgres/postgres-database';
import { startCutWay } from '../../support/cut-way';
import { describePostgres } from '../../support/engines';
import { createPostgres } from '../../support/postgres-for-tests';
import { type ApiResponse, startTestServer } from '../../support/start-test-server';
import { startedForEach } from '../../support/started';

const RESPONSE_WITHIN_MS = 5000;

describePostgres('a server whose PostgreSQL says nothing', () => {
  const created = startedForEach(createPostgres);
  const proxy = startedForEach(() => startCutWay(created.url));
  const server = startedForEach(() => startTestServer({ config: { database: proxy.url } }));
  const other = startedForEach(() => openPostgres(created.url));

  const keyed = (path: string, body: object, key: string) =>
    server.call('POST', path, body, { headers: { 'idempotency-key': key } });

  /** The responses of these requests, each of which must come in time. */
  async function inTime(...requests: (() => Promise<ApiResponse>)[]): Promise<ApiResponse[]> {
    const beganMs = performance.now();
    const timed = requests.map(async (request) => {
      const response = await request();
      return { response, tookMs: performance.now() - beganMs };
    });
    const all = await Promise.all(timed);
    expect(all.map(({ tookMs }) => tookMs).filter((tookMs) => tookMs >= RESPONSE_WITHIN_MS)).toEqual([]);
    return all.map(({ response }) => response);
  }

  const refusals = (responses: readonly ApiResponse[]) =>
    responses.map(({ status, headers, json }) => [status, headers.get('retry-after'), json.code]);

  test('refuses every request within five seconds, and a message repeated with its key is stored once', async () => {
    const app = await server.create('/app', { name: 'Acme' });
    const message = { eventType: 'a', payload: {} };
    expect((await server.call('POST', `/app/${app}/msg`, message)).status).toBe(202);
    proxy.stall(true);
    const responses = await inTime(
      () => keyed(`/app/${app}/msg`, message, 'mine'),
      () => server.call('POST', `/app/${app}/msg`, message, { headers: { 'idempotency-key': 'auto_1' } }),
      () => server.call('POST', '/app', { name: 'B' }),
      () => server.call('GET', '/app'),
      () => server.call('GET', `/app/${app}/msg`),
    );
    for (const [status, retryAfter, code] of refusals(responses)) {
      expect([status, retryAfter]).toEqual([503, '1']);
      expect(['unavailable', 'outcome_unknown']).toContain(code);
    }
    proxy.stall(false);
    const repeated = async () => (await keyed(`/app/${app}/msg`, message, 'mine')).status;
    await expect.poll(repeated, { timeout: 15_000 }).toBe(202);
    const kept = await keyed(`/app/${app}/msg`, message, 'mine');
    const stored = await other.all(`SELECT body FROM idempotent_answer WHERE body LIKE '%${kept.json.id}%'`);
    expect(stored).toHaveLength(1);
  });

  test('refuses a message while the tables are locked, within five seconds, and has stored nothing of it', async () => {
    const app = await server.create('/app', { name: 'Acme' });
    const message = { eventType: 'a', payload: {} };
    const lock = await other.connect();
    await lock.exec('BEGIN; LOCK TABLE message, delivery');
    const responses = await inTime(
      ...['a', 'b'].map((key) => () => keyed(`/app/${app}/msg`, message, key)),
      () => server.call('GET', `/app/${app}/msg`),
    );
    expect(refusals(responses)).toEqual(Array(3).fill([503, '1', 'unavailable']));
    expect(responses[0]?.json.detail).toMatch(/^Nothing was written: another session .* locked/);
    await lock.exec('ROLLBACK');
    await lock.close();
    const [first] = await inTime(() => keyed(`/app/${app}/msg`, message, 'a'));
    expect(first?.status).toBe(202);
    expect((await other.all('SELECT id FROM message')).length).toBe(1);
  });
});
