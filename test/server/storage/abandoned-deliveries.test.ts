import { beforeEach, expect, test } from 'vitest';
import { createAbandonedCancellation } from '../../../src-server/delivery/tasks/abandoned-cancellation';
import { createAbandonedDeliveries } from '../../../src-server/storage/abandoned-deliveries';
import { createApplicationStore } from '../../../src-server/storage/application-store';
import type { Database } from '../../../src-server/storage/database';
import { PLAIN_ENDPOINT } from '../../../src-server/storage/endpoint-record';
import { createEndpointStore } from '../../../src-server/storage/endpoint-store';
import { createDeliveryStore } from '../../../src-server/storage/messages/delivery-store';
import { createMessageWriter } from '../../../src-server/storage/messages/message-store';
import { describeEngines } from '../../support/engines';
import { PLAIN_APPLICATION } from '../../support/plain-application';
import { plainMessage } from '../../support/plain-message';
import { startedForEach } from '../../support/started';

const ENDPOINT = { ...PLAIN_ENDPOINT, url: 'http://127.0.0.1:1/', secret: 'whsec_x' };
const MESSAGES = 1200;
const AT_ONCE = 500;

describeEngines('what waits for an endpoint that is deleted', (engine) => {
  const db = startedForEach(engine.create);

  beforeEach(async () => {
    for (const id of ['app_1', 'app_2']) await createApplicationStore(db).insert(id, PLAIN_APPLICATION, 1);
    const endpoints = createEndpointStore(db);
    for (const id of ['ep_1', 'ep_2']) await endpoints.insert(id, 'app_1', ENDPOINT, 1);
    await endpoints.insert('ep_3', 'app_2', ENDPOINT, 1);
    const messages = createMessageWriter(db);
    const send = (appId: string, n: number, endpointIds: readonly string[]) =>
      messages.insert(plainMessage(`msg_${appId}_${n}`, { appId, endpointIds }));
    const numbers = Array.from({ length: MESSAGES }, (_, n) => n);
    await Promise.all(numbers.map((n) => send('app_1', n, ['ep_1', 'ep_2'])));
    await send('app_2', 0, ['ep_3']);
  });

  const waiting = async (at: Database = db) => {
    const counts = await at.all<{ endpointId: string; waiting: number }>(
      `SELECT endpoint_id AS "endpointId", count(*) AS waiting FROM delivery WHERE state = 'waiting' GROUP BY 1`,
    );
    return Object.fromEntries(counts.map(({ endpointId, waiting }) => [endpointId, Number(waiting)]));
  };
  /** Cancels what remains; returns how many in each write. */
  async function cancelRest(at: Database = db): Promise<number[]> {
    const slices: number[] = [];
    const rest = createAbandonedCancellation(createAbandonedDeliveries(at), createDeliveryStore(at));
    for await (const count of rest.run(7)) slices.push(count);
    return slices;
  }

  test('what waits for a deleted endpoint is canceled in bounded writes, and what waits for others goes on waiting', async () => {
    await createEndpointStore(db).delete('ep_1', 5);
    expect(await waiting()).toEqual({ ep_1: MESSAGES - AT_ONCE, ep_2: MESSAGES, ep_3: 1 });
    expect(await cancelRest()).toEqual([AT_ONCE, MESSAGES - 2 * AT_ONCE]);
    expect(await waiting()).toEqual({ ep_2: MESSAGES, ep_3: 1 });
    expect(await cancelRest()).toEqual([]);
    const ended = await db.all(
      `SELECT finished_at AS at, count(*) AS count FROM delivery WHERE state = 'canceled' GROUP BY 1 ORDER BY 1`,
    );
    expect(ended).toEqual([
      { at: 5, count: AT_ONCE },
      { at: 7, count: MESSAGES - AT_ONCE },
    ]);
  });

  test('what waits for a deleted application is canceled in bounded writes, however many endpoints it has', async () => {
    await createApplicationStore(db).delete('app_1', 5);
    const left = await waiting();
    expect((left.ep_1 ?? 0) + (left.ep_2 ?? 0)).toBe(2 * MESSAGES - AT_ONCE);
    const slices = await cancelRest();
    expect(Math.max(...slices)).toBe(AT_ONCE);
    expect(await waiting()).toEqual({ ep_3: 1 });
  });

  test('what waits for a deleted endpoint is no queue after a restart, and is canceled then', async () => {
    await createEndpointStore(db).delete('ep_1', 5);
    await db.close();
    const again = await db.reopen();
    const counts = await createDeliveryStore(again).countAllWaiting();
    expect(counts.map(({ endpointId }) => endpointId).sort()).toEqual(['ep_2', 'ep_3']);
    const queues = await createDeliveryStore(again).listQueues();
    expect(queues.map(({ endpointId }) => endpointId).sort()).toEqual(['ep_2', 'ep_3']);
    await cancelRest(again);
    expect(await waiting(again)).toEqual({ ep_2: MESSAGES, ep_3: 1 });
  });

  test('a clock that was set back changes due times in bounded writes, all of them', async () => {
    await db.write((tx) => tx.run(`UPDATE delivery SET due_at = 1000000`));
    const commits: number[] = [];
    db.onCommit(() => commits.push(1));
    const deliveries = createDeliveryStore(db);
    await deliveries.pullForward(500, 2000);
    expect(commits.length).toBe(2);
    expect(await db.all('SELECT DISTINCT due_at AS at FROM delivery')).toEqual([{ at: 500 }]);
  });
});
