import { expect, test } from 'vitest';
import { type Clock, systemClock } from '../../../src-server/base/clock';
import { createLog } from '../../../src-server/base/log';
import { createMaintenance } from '../../../src-server/delivery/tasks/maintenance';
import { createRetention } from '../../../src-server/delivery/tasks/retention';
import { createRetentionStore } from '../../../src-server/storage/messages/retention-store';
import { type DeliveryRig, receiver, rig, sendNumbered } from '../../support/delivery-rig';

const DAY_MS = 86_400_000;
/** Retention of this engine's database, 90 days, which can run on any day. */
function retentionOf(engine: DeliveryRig) {
  let days = 0;
  const clock: Clock = {
    ...systemClock,
    now: () => Date.now() + days * DAY_MS,
    sleep: () => Promise.resolve(),
  };
  const tasks = createRetention(createRetentionStore(engine.db), 90 * DAY_MS);
  const maintenance = createMaintenance({ tasks, clock, log: createLog('silent') });
  return (inDays: number) => {
    days = inDays;
    return maintenance.runOnce();
  };
}

async function counts(engine: DeliveryRig) {
  const [row] = await engine.rows<Record<string, number>>(
    `SELECT (SELECT count(*) FROM message) AS messages,
       (SELECT count(*) FROM message WHERE payload IS NOT NULL) AS payloads,
       (SELECT count(*) FROM delivery) AS deliveries,
       (SELECT count(*) FROM attempt) AS attempts`,
  );
  return row;
}

test('on the last day everything exists, the day after payloads, deliveries and attempts are removed', async () => {
  const target = await receiver((_, count) => ({ status: count % 2 ? 200 : 500 }));
  const engine = await rig();
  await engine.addEndpoint(target.baseUrl);
  await sendNumbered(engine, 20);
  await engine.recorded(20);
  const applyRetention = retentionOf(engine);
  const before = { messages: 20, payloads: 20, deliveries: 20, attempts: 20 };
  expect(await applyRetention(89)).toEqual({ payloads: 0, deliveries: 0 });
  expect(await counts(engine)).toEqual(before);
  expect(await applyRetention(91)).toEqual({ payloads: 20, deliveries: 20 });
  expect(await counts(engine)).toEqual({ messages: 20, payloads: 0, deliveries: 0, attempts: 0 });
  expect(await applyRetention(92)).toEqual({ payloads: 0, deliveries: 0 });
});

test('waiting deliveries keep payload and attempts, however old, and are sent when possible', async () => {
  const target = await receiver((_, count) => ({ status: count === 1 ? 500 : 200 }));
  const engine = await rig({ scheduleS: [3600] });
  const endpoint = await engine.addEndpoint(target.baseUrl);
  await engine.send('{"tried":true}');
  await engine.recorded(1);
  await engine.changeEndpoint(endpoint.id, { disabled: true });
  await sendNumbered(engine, 3);
  const applyRetention = retentionOf(engine);
  expect(await applyRetention(400)).toEqual({ payloads: 0, deliveries: 0 });
  expect(await counts(engine)).toEqual({ messages: 4, payloads: 4, deliveries: 4, attempts: 1 });
  await engine.changeEndpoint(endpoint.id, { disabled: false });
  await target.arrived(4);
  expect(target.arrivals.slice(1).map(({ body }) => body.toString())).toEqual([
    '{"n":0}',
    '{"n":1}',
    '{"n":2}',
  ]);
});

test('a payload kept for a waiting delivery is removed together with it', async () => {
  const target = await receiver();
  const engine = await rig();
  const endpoint = await engine.addEndpoint(target.baseUrl, { disabled: true });
  await engine.send();
  const applyRetention = retentionOf(engine);
  await applyRetention(91);
  await engine.changeEndpoint(endpoint.id, { disabled: false });
  await engine.recorded(1);
  expect(await applyRetention(91)).toEqual({ payloads: 0, deliveries: 1 });
  expect(await counts(engine)).toEqual({ messages: 1, payloads: 0, deliveries: 0, attempts: 0 });
});

test('a message for two endpoints stays whole while one of them waits', async () => {
  const target = await receiver();
  const engine = await rig();
  await engine.addEndpoint(target.baseUrl);
  const held = await engine.addEndpoint(target.baseUrl, { disabled: true });
  await engine.send();
  await engine.recorded(1);
  expect(await retentionOf(engine)(91)).toEqual({ payloads: 0, deliveries: 1 });
  expect(await counts(engine)).toEqual({ messages: 1, payloads: 1, deliveries: 1, attempts: 0 });
  await engine.changeEndpoint(held.id, { disabled: false });
  await target.arrived(2);
});

test('a large history is removed in small writes, with other work in between', async () => {
  const target = await receiver();
  const engine = await rig();
  const endpoint = await engine.addEndpoint(target.baseUrl, { disabled: true });
  await sendNumbered(engine, 600);
  await engine.db.write((tx) =>
    tx.run(`UPDATE delivery SET state = 'canceled', due_at = NULL, finished_at = 1`),
  );
  const store = createRetentionStore(engine.db);
  const sizes: number[] = [];
  const counted = {
    ...store,
    removePayloads: (ids: readonly string[]) => {
      sizes.push(ids.length);
      return store.removePayloads(ids);
    },
    deleteDeliveries: (ids: readonly number[], time: number) => {
      sizes.push(ids.length);
      return store.deleteDeliveries(ids, time);
    },
  };
  await engine.changeEndpoint(endpoint.id, { disabled: false });
  for (const task of createRetention(counted, 90 * DAY_MS)) {
    for await (const _ of task.run(Date.now() + 91 * DAY_MS)) await engine.send(); // accepted in between
  }
  expect(Math.max(...sizes)).toBeLessThanOrEqual(250);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThanOrEqual(1200);
  expect(sizes.length).toBeGreaterThan(5);
  await target.arrived(sizes.length); // one for each write
});

test('large payloads are removed a few megabytes at a time', async () => {
  const engine = await rig();
  await Promise.all(
    Array.from({ length: 10 }, () => engine.send(JSON.stringify({ text: 'x'.repeat(900_000) }))),
  );
  const store = createRetentionStore(engine.db);
  const sizes: number[] = [];
  const counted = {
    ...store,
    removePayloads(ids: readonly string[]) {
      sizes.push(ids.length);
      return store.removePayloads(ids);
    },
  };
  for (const task of createRetention(counted, 90 * DAY_MS)) {
    for await (const _ of task.run(Date.now() + 91 * DAY_MS));
  }
  expect(sizes).toEqual([2, 2, 2, 2, 2]);
  expect(await counts(engine)).toMatchObject({ payloads: 0 });
});
