import { beforeEach, expect, test } from 'vitest';
import { createApplicationStore } from '../../../src-server/storage/application-store';
import type { AttemptResult } from '../../../src-server/storage/attempt-result';
import { PLAIN_ENDPOINT } from '../../../src-server/storage/endpoint-record';
import { createEndpointStore, type EndpointStore } from '../../../src-server/storage/endpoint-store';
import { createDeliveryStore, type DeliveryStore } from '../../../src-server/storage/messages/delivery-store';
import { createMessageWriter } from '../../../src-server/storage/messages/message-store';
import { createReplayStore } from '../../../src-server/storage/messages/replay-store';
import { createRetentionStore } from '../../../src-server/storage/messages/retention-store';
import { describeEngines } from '../../support/engines';
import { PLAIN_APPLICATION } from '../../support/plain-application';
import { plainAttempt } from '../../support/plain-attempt';
import { plainMessage } from '../../support/plain-message';
import { startedForEach } from '../../support/started';

describeEngines('finished attempts', (engine) => {
  const db = startedForEach(engine.create);
  let endpoints: EndpointStore;
  let deliveries: DeliveryStore;
  let deliveryId: number;

  beforeEach(async () => {
    await createApplicationStore(db).insert('app_1', PLAIN_APPLICATION, 1);
    endpoints = createEndpointStore(db);
    deliveries = createDeliveryStore(db);
    await endpoints.insert('ep_1', 'app_1', ENDPOINT, 1);
    const stored = await createMessageWriter(db).insert(plainMessage('msg_1', { endpointIds: ['ep_1'] }));
    deliveryId = stored.kind === 'stored' ? (stored.deliveries[0]?.id ?? 0) : 0;
  });

  const ENDPOINT = {
    ...PLAIN_ENDPOINT,
    url: 'http://receiver.test/',
    secret: 'whsec_c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0',
  };

  const attempt = (n: number, next: AttemptResult['next']) =>
    plainAttempt(deliveryId, {
      ...{ attemptId: `atmpt_${n}`, url: ENDPOINT.url, createdAt: n, finishedAt: n },
      ...{ next, succeeded: next.state === 'delivered' },
    });

  const delivery = () =>
    db.get(
      'SELECT state, attempt_count AS tries, due_at AS "dueAt", finished_at AS "finishedAt" FROM delivery',
    );
  const attempts = () => db.all('SELECT id FROM attempt ORDER BY id');

  test('retention deletes a delivery that ended before its time, with its attempts and the payload of its message', async () => {
    const retention = createRetentionStore(db);
    await deliveries.finish(attempt(7, { state: 'delivered' }));
    expect(await retention.deleteDeliveries([deliveryId], 7)).toBe(0);
    expect(await attempts()).toHaveLength(1);
    expect(await retention.deleteDeliveries([deliveryId], Date.UTC(2030, 0))).toBe(1);
    expect([await delivery(), await attempts()]).toEqual([undefined, []]);
    expect(await db.get('SELECT payload FROM message')).toEqual({ payload: null });
  });

  test('an attempt that ends after its delivery was canceled is counted, and changes nothing else', async () => {
    await endpoints.delete('ep_1', 5);
    await deliveries.finish(attempt(7, { state: 'delivered' }));
    expect(await delivery()).toEqual({ state: 'canceled', tries: 1, dueAt: null, finishedAt: 5 });
    expect(await attempts()).toHaveLength(1);
  });

  test('two attempts of one delivery in one commit are both counted, and the later one decides', async () => {
    await Promise.all([
      deliveries.finish(attempt(2, { state: 'waiting', dueAt: 100 })),
      deliveries.finish(attempt(3, { state: 'failed' })),
    ]);
    expect(await delivery()).toEqual({ state: 'failed', tries: 2, dueAt: null, finishedAt: 3 });
    expect(await attempts()).toHaveLength(2);
  });

  test('an attempt that is wanted early leaves the schedule as it was, also beside other writers', async () => {
    await deliveries.finish(attempt(2, { state: 'waiting', dueAt: 100 }));
    const retries = createReplayStore(db);
    const wanted = [{ deliveryId, dueAt: 100 }];
    const made = await Promise.all([retries.makeDueNow(wanted, 10), retries.makeDueNow(wanted, 11)]);
    expect(made.sort()).toEqual([0, 1]);
    const [early] = (await deliveries.listDue('ep_1', 50, 10)).rows;
    expect(early?.extra).toEqual({ made: 0, scheduledAt: 100 });
    await deliveries.finish({ ...attempt(12, { state: 'waiting', dueAt: 100 }), extra: true });
    expect((await deliveries.listDue('ep_1', 50, 10)).rows).toEqual([]);
    const [planned] = (await deliveries.listDue('ep_1', 100, 10)).rows;
    expect(planned).toMatchObject({ attemptCount: 2, extra: { made: 1, scheduledAt: null } });
    // Due anyway, or held: left alone.
    expect(await retries.makeDueNow(wanted, 100)).toBe(0);
    await db.write((tx) => tx.run('UPDATE endpoint SET paused = 1'));
    expect(await retries.makeDueNow(wanted, 20)).toBe(0);
  });

  test('two resends at the same moment store one delivery, and none beside one that waits', async () => {
    const writer = createMessageWriter(db);
    expect(await writer.insertManualDelivery('msg_1', 'ep_1', 5)).toEqual({
      kind: 'waits',
      deliveryId: expect.any(Number),
    });
    await deliveries.finish(attempt(7, { state: 'delivered' }));
    const both = await Promise.all([8, 9].map((now) => writer.insertManualDelivery('msg_1', 'ep_1', now)));
    expect(both.map(({ kind }) => kind).sort()).toEqual(['stored', 'waits']);
    await endpoints.delete('ep_1', 10);
    expect(await writer.insertManualDelivery('msg_1', 'ep_1', 11)).toEqual({ kind: 'endpoint-gone' });
  });

  test('a result that is handed in again, because its writer did not hear of the commit, counts once', async () => {
    const result = attempt(2, { state: 'waiting', dueAt: 100 });
    await deliveries.finish(result);
    await deliveries.finish(result);
    await Promise.all([deliveries.finish(result), deliveries.finish(attempt(4, { state: 'delivered' }))]);
    expect(await delivery()).toEqual({ state: 'delivered', tries: 2, dueAt: null, finishedAt: 4 });
    expect(await attempts()).toHaveLength(2);
  });
});
