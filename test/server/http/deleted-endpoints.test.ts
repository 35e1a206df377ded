import { expect, test } from 'vitest';
import { FakeClock } from '../../support/fake-clock';
import { startTestServer, type TestServer } from '../../support/start-test-server';
import { startedForEach } from '../../support/started';
import { until } from '../../support/until';

const clock = new FakeClock(Date.now());
const server: TestServer = startedForEach(() => startTestServer({ parts: { clock } }));
const WAITING = 1200;

test('what waits for an endpoint is canceled after its deletion, however much that is, also by a restarted server', async () => {
  const app = await server.create('/app', { name: 'Ada' });
  const url = 'http://127.0.0.1:1/';
  const endpoint = await server.create(`/app/${app}/endpoint`, { url, disabled: true });
  const message = await server.create(`/app/${app}/msg`, { eventType: 'a.b', payload: {} });
  const db = await server.openDatabase();
  await db.write((tx) =>
    tx.run(
      `WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO delivery (message_id, endpoint_id, due_at) SELECT ?, ?, 1 FROM n`,
      [WAITING, message, endpoint],
    ),
  );
  const waiting = async () => {
    const row = await db.get<{ count: number }>(
      `SELECT count(*) AS count FROM delivery WHERE state = 'waiting'`,
    );
    return Number(row?.count);
  };
  expect(await waiting()).toBe(WAITING);
  expect((await server.call('DELETE', `/app/${app}/endpoint/${endpoint}`)).status).toBe(204);
  expect(await waiting()).toBe(WAITING - 500);
  const why = (await server.call('GET', `/app/${app}/msg/${message}/why`)).json.data[0];
  expect(why).toMatchObject({ endpointId: endpoint, state: 'canceled' });
  await server.restart();
  await until(
    () => {
      clock.advance(1000);
      return waiting();
    },
    (count) => count === 0,
  );
  await db.close();
});
