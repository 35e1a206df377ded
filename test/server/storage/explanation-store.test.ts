import { beforeEach, expect, test } from 'vitest';
import {
  COUNT_AHEAD,
  createExplanationStore,
  type ExplanationStore,
} from '../../../src-server/storage/messages/explanation-store';
import { createRetentionStore } from '../../../src-server/storage/messages/retention-store';
import { describeEngines } from '../../support/engines';
import { startedForEach } from '../../support/started';

describeEngines('the explanation of a message', (engine) => {
  const db = startedForEach(engine.create);
  let store: ExplanationStore;

  beforeEach(async () => {
    store = createExplanationStore(db);
    await db.write(async (tx) => {
      await tx.run(`INSERT INTO application (id, name, created_at, updated_at) VALUES ('app_1', 'A', 1, 1)`);
      await tx.run(
        `INSERT INTO endpoint (id, app_id, url, secret, created_at, updated_at)
       VALUES ('ep_1', 'app_1', 'http://a.test/', 's', 1, 1), ('ep_2', 'app_1', 'http://a.test/', 's', 1, 1)`,
      );
      await tx.run(
        `INSERT INTO message (id, app_id, event_type, payload, created_at) VALUES ('msg_1', 'app_1', 'a', '{}', 1)`,
      );
    });
  });
  /** Deliveries 1 to `count` of ep_1, two due at each millisecond. */
  const fill = (count: number) =>
    db.write((tx) =>
      tx.run(
        `INSERT INTO delivery (id, message_id, endpoint_id, due_at)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       SELECT i, 'msg_1', 'ep_1', (i + 1) / 2 FROM n`,
        [count],
      ),
    );

  test('deliveries ahead are those of this endpoint that are due earlier, or at the same time and older', async () => {
    await fill(10);
    await db.write((tx) =>
      tx.run(`INSERT INTO delivery (id, message_id, endpoint_id, due_at) VALUES (11, 'msg_1', 'ep_2', 1)`),
    );
    const ahead = (id: number, dueAt: number) => store.countAhead({ id, endpointId: 'ep_1', dueAt }, 100);
    expect([await ahead(1, 1), await ahead(2, 1), await ahead(7, 4), await ahead(10, 5)]).toEqual([
      0, 1, 6, 9,
    ]);
    await db.write((tx) =>
      tx.run(`UPDATE delivery SET state = 'delivered', due_at = NULL, finished_at = 9 WHERE id IN (1, 3)`),
    );
    expect(await ahead(10, 5)).toBe(7);
  });

  test('the count ends at the requested maximum', async () => {
    await fill(5000);
    expect(await store.countAhead({ id: 5000, endpointId: 'ep_1', dueAt: 2500 }, 1000)).toBe(1000);
  });

  test.runIf(engine.name === 'SQLite')(
    'the count reads the index of waiting deliveries and never the table',
    async () => {
      await fill(10);
      const plan = await db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${COUNT_AHEAD}`, ['ep_1', 5, 9, 100]);
      const scan = plan.map(({ detail }) => detail).find((detail) => detail.includes('delivery'));
      expect(scan).toMatch(
        /SEARCH delivery USING COVERING INDEX delivery_waiting \(endpoint_id=\? AND .*due_at/,
      );
    },
  );

  test('of many deliveries of one message three are read: first delivered, last failed, next due', async () => {
    await db.write((tx) =>
      tx.run(
        `INSERT INTO delivery (id, message_id, endpoint_id, state, manual, attempt_count, due_at, finished_at) VALUES
         (1, 'msg_1', 'ep_1', 'failed', 0, 8, NULL, 50),
         (2, 'msg_1', 'ep_1', 'failed', 1, 1, NULL, 60),
         (3, 'msg_1', 'ep_1', 'delivered', 1, 1, NULL, 70),
         (4, 'msg_1', 'ep_1', 'delivered', 1, 1, NULL, 80),
         (5, 'msg_1', 'ep_1', 'waiting', 1, 0, 100, NULL),
         (6, 'msg_1', 'ep_1', 'waiting', 1, 0, 90, NULL),
         (7, 'msg_1', 'ep_2', 'waiting', 0, 1, 90, NULL)`,
      ),
    );
    const rows = await store.readDeliveries('msg_1', ['ep_1']);
    expect(rows.map(({ id, state, allAttempts }) => [id, state, allAttempts]).sort()).toEqual([
      [2, 'failed', 9],
      [3, 'delivered', 10],
      [6, 'waiting', 11],
    ]);
  });

  test('of the attempts of a delivery the newest is read, with its response only if that is the reason', async () => {
    await db.write((tx) =>
      tx.run(`INSERT INTO delivery (id, message_id, endpoint_id, due_at) VALUES (1, 'msg_1', 'ep_1', 1)`),
    );
    const attempt = (id: string, status: number, response: string) =>
      db.write((tx) =>
        tx.run(
          `INSERT INTO attempt (id, delivery_id, message_id, endpoint_id, url, succeeded, response_status_code,
           response, response_duration_ms, manual, created_at)
         VALUES (?, 1, 'msg_1', 'ep_1', 'http://a.test/', 0, ?, ?, 1, 0, 1)`,
          [id, status, response],
        ),
      );
    await attempt('atmpt_1', 0, 'x'.repeat(5000));
    expect((await store.readLastAttempts([1]))[0]?.reason).toBe('x'.repeat(200));
    await attempt('atmpt_2', 503, 'said');
    expect(await store.readLastAttempts([1, 2])).toEqual([
      { deliveryId: 1, responseStatusCode: 503, reason: '', exactReason: null },
    ]);
  });

  test('the time before which deliveries were removed is noted, and does not go back when they are kept longer', async () => {
    const retention = createRetentionStore(db);
    const removeBefore = async (time: number) => {
      await db.write((tx) =>
        tx.run(`INSERT INTO delivery (id, message_id, endpoint_id, state, finished_at)
          VALUES (1, 'msg_1', 'ep_1', 'delivered', 5)`),
      );
      return retention.deleteDeliveries([1], time);
    };
    expect(await retention.deleteDeliveries([1], 50)).toBe(0);
    expect(await store.readRemovedBefore()).toBeNull();
    for (const [time, noted] of [
      [90, 90],
      [70, 90],
      [1_000, 1_000],
    ] as const) {
      expect(await removeBefore(time)).toBe(1);
      expect(await store.readRemovedBefore()).toBe(noted);
    }
  });
});
