import { expect, test } from 'vitest';
import { systemClock } from '../../../src-server/base/clock';
import { createIds } from '../../../src-server/base/id';
import { describePostgres } from '../../support/engines';
import { newSignal } from '../../support/new-signal';
import { createPostgres } from '../../support/postgres-for-tests';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

describePostgres('a poll of a server that shares its database', () => {
  const created = startedOnce(createPostgres);
  const server = startedOnce(() => startTestServer({ config: { database: created.url } }));
  /** What another node writes into. */
  const other = startedOnce(() => created.open());

  test('passes over no message that another node began to store earlier, however long that takes', async () => {
    const app = await server.create('/app', { name: 'Acme' });
    const poller = await server.create(`/app/${app}/polling-endpoint`, {});
    const [begun, begin] = newSignal();
    const [ended, end] = newSignal();
    const id = createIds(systemClock)('msg_');
    const sql = `INSERT INTO message (id, app_id, event_type, payload, created_at) VALUES (?, ?, 'a', '{}', ?)`;
    const stored = other.write(async (tx) => {
      await tx.run(sql, [id, app, Date.now()]);
      begin();
      await ended;
    });
    await begun;
    const next = await server.create(`/app/${app}/msg`, { eventType: 'a', payload: {} });
    const path = `/app/${app}/poller/${poller}/consumer/c`;
    // Longer than what is held back in any case.
    expect((await server.call('GET', `${path}?wait=3`)).json.data).toEqual([]);
    end();
    await stored;
    const found: string[] = [];
    while (found.length < 2) {
      const { data } = (await server.call('GET', `${path}?wait=5`)).json;
      found.push(...data.map((message: { id: string }) => message.id));
    }
    expect(found).toEqual([id, next]);
  });
});
