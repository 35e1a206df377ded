import { beforeEach, expect, test } from 'vitest';
import { createApplicationStore } from '../../../src-server/storage/application-store';
import type { AttemptResult } from '../../../src-server/storage/attempt-result';
import { createDeliveryStore, type DeliveryStore } from '../../../src-server/storage/delivery-store';
import { PLAIN_ENDPOINT } from '../../../src-server/storage/endpoint-record';
import { createEndpointStore, type EndpointStore } from '../../../src-server/storage/endpoint-store';
import { createMessageWriter } from '../../../src-server/storage/message-store';
import { createRetentionStore } from '../../../src-server/storage/retention-store';
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

  test('a result that is handed in again, because its writer did not hear of the commit, counts once', async () => {
    const result = attempt(2, { state: 'waiting', dueAt: 100 });
    await deliveries.finish(result);
    await deliveries.finish(result);
    await Promise.all([deliveries.finish(result), deliveries.finish(attempt(4, { state: 'delivered' }))]);
    expect(await delivery()).toEqual({ state: 'delivered', tries: 2, dueAt: null, finishedAt: 4 });
    expect(await attempts()).toHaveLength(2);
  });
});
