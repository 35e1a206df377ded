import { beforeEach, expect, test } from 'vitest';
import { createApplicationStore } from '../../../src-server/storage/application-store';
import type { AttemptResult } from '../../../src-server/storage/attempt-result';
import { PLAIN_ENDPOINT } from '../../../src-server/storage/endpoint-record';
import { createEndpointStore } from '../../../src-server/storage/endpoint-store';
import { createDeliveryStore } from '../../../src-server/storage/messages/delivery-store';
import { createMessageWriter } from '../../../src-server/storage/messages/message-store';
import type { NewMessage } from '../../../src-server/storage/new-message';
import { fenceOf } from '../../../src-server/storage/node-table';
import { describePostgres } from '../../support/engines';
import { PLAIN_APPLICATION } from '../../support/plain-application';
import { plainMessage } from '../../support/plain-message';
import { createPostgres } from '../../support/postgres-for-tests';
import { startedForEach } from '../../support/started';

const SLOT = 7;
const OLD = fenceOf({ slot: SLOT, epoch: 1 });
const CURRENT = fenceOf({ slot: SLOT, epoch: 2 });

describePostgres('an attempt that ends after another process has taken over its endpoint', () => {
  const created = startedForEach(createPostgres);
  const db = startedForEach(() => created.open());

  beforeEach(async () => {
    await createApplicationStore(db).insert('app_1', PLAIN_APPLICATION, 1);
    const endpoint = {
      ...PLAIN_ENDPOINT,
      url: 'http://127.0.0.1:1/',
      secret: 'whsec_MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=',
    };
    await createEndpointStore(db, async () => () => undefined).insert('ep_1', 'app_1', endpoint, 1000);
    await createMessageWriter(db).insert(message('msg_1'));
    await db.write((tx) => tx.run('UPDATE slot SET epoch = 2 WHERE n = ?', [SLOT]));
  });

  const row = () =>
    db.get(
      'SELECT state, due_at AS "dueAt", finished_at AS "finishedAt", attempt_count AS attempts FROM delivery',
    );

  async function finish(change: Partial<AttemptResult>): Promise<void> {
    const [due] = await db.all<{ id: number }>('SELECT id FROM delivery');
    await createDeliveryStore(db).finish({ ...FAILED, deliveryId: due?.id ?? 0, ...change });
  }

  test('is stored and counted, but neither plans a retry nor fails the delivery', async () => {
    await finish({ attemptId: 'atmpt_1', fence: OLD });
    expect(await row()).toEqual({ state: 'waiting', dueAt: 1500, finishedAt: null, attempts: 1 });
    await finish({ attemptId: 'atmpt_2', fence: OLD, next: { state: 'failed' } });
    expect(await row()).toEqual({ state: 'waiting', dueAt: 1500, finishedAt: null, attempts: 2 });
    expect(await db.all('SELECT id FROM attempt ORDER BY id')).toEqual([
      { id: 'atmpt_1' },
      { id: 'atmpt_2' },
    ]);
  });

  test('leaves an attempt that is wanted early to the other process, and the schedule as it was', async () => {
    await db.write((tx) => tx.run('UPDATE delivery SET scheduled_at = 9000'));
    const extra = () => db.get('SELECT extra_count AS made, scheduled_at AS "scheduledAt" FROM delivery');
    await finish({ attemptId: 'atmpt_1', fence: OLD, extra: true });
    expect(await extra()).toEqual({ made: 1, scheduledAt: 9000 });
    await finish({
      attemptId: 'atmpt_2',
      fence: CURRENT,
      extra: true,
      next: { state: 'waiting', dueAt: 9000 },
    });
    expect([await extra(), await row()]).toMatchObject([{ made: 2, scheduledAt: null }, { dueAt: 9000 }]);
  });

  test('ends the delivery when it succeeded', async () => {
    await finish({ fence: OLD, succeeded: true, next: { state: 'delivered' } });
    expect(await row()).toEqual({ state: 'delivered', dueAt: null, finishedAt: 2103, attempts: 1 });
  });

  test.each([CURRENT, null])('counts in full while nobody else has (fence %s)', async (fence) => {
    await finish({ attemptId: 'atmpt_1', fence });
    expect(await row()).toEqual({ state: 'waiting', dueAt: 7100, finishedAt: null, attempts: 1 });
    await finish({ attemptId: 'atmpt_2', fence, next: { state: 'failed' } });
    expect(await row()).toEqual({ state: 'failed', dueAt: null, finishedAt: 2103, attempts: 2 });
  });

  test('says nothing about its endpoint: it neither marks it as failing nor reports anything', async () => {
    const about = { failing: { since: 2000, markedAt: 2000 }, notice: message('msg_notice') };
    await finish({ attemptId: 'atmpt_1', fence: OLD, ...about });
    expect(await createDeliveryStore(db).listFailing()).toEqual([]);
    expect(await db.all(`SELECT id FROM message WHERE id = 'msg_notice'`)).toEqual([]);
    await finish({ attemptId: 'atmpt_2', fence: CURRENT, ...about });
    expect(await createDeliveryStore(db).listFailing()).toEqual([
      { endpointId: 'ep_1', since: 2000, markedAt: 2000 },
    ]);
    expect(await db.all(`SELECT id FROM message WHERE id = 'msg_notice'`)).toHaveLength(1);
  });
});

const FAILED: AttemptResult = {
  attemptId: 'atmpt_1',
  deliveryId: 0,
  messageId: 'msg_1',
  endpointId: 'ep_1',
  url: 'http://127.0.0.1:1/',
  succeeded: false,
  responseStatusCode: 500,
  response: 'no',
  exactReason: null,
  responseDurationMs: 3,
  manual: false,
  createdAt: 2100,
  next: { state: 'waiting', dueAt: 7100 },
  finishedAt: 2103,
};

function message(id: string): NewMessage {
  return plainMessage(id, { createdAt: 1500, endpointIds: id === 'msg_1' ? ['ep_1'] : [] });
}
