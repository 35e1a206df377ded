import { expect, test } from 'vitest';
import { createLog } from '../../../src-server/base/log';
import { EndpointQueue, type Entry } from '../../../src-server/delivery/endpoint-queue';
import { QueueFiller } from '../../../src-server/delivery/queue-filler';
import type { DeliveryStore, WaitingDelivery } from '../../../src-server/storage/delivery-store';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** An endless table that records how many rows each read requests beyond those the queue knows. */
function endlessTable() {
  let lastId = 0;
  const limits: number[] = [];
  const deliveries: Partial<DeliveryStore> = {
    async listDue(_endpointId, dueBy, limit) {
      limits.push(limit);
      return Array.from({ length: limit }, () => waiting(++lastId, dueBy));
    },
    readContents: async (ids) =>
      ids.map((id) => ({ id, eventType: 'a.b', payload: Buffer.from('{}'), contentType: null })),
  };
  return { limits, deliveries: deliveries as DeliveryStore };
}

function waiting(id: number, dueAt: number): WaitingDelivery {
  return { id, messageId: `msg_${id}`, dueAt, attemptCount: 0, manual: false };
}

function fillerOf(deliveries: DeliveryStore, dueBy: () => number): QueueFiller {
  return new QueueFiller(deliveries, createLog('silent'), { dueBy, filled: () => {}, readFailed: () => {} });
}

test('a queue starts with a small page, and reads larger ones only while it uses them up quickly', async () => {
  let now = 1_000_000;
  const { limits, deliveries } = endlessTable();
  const filler = fillerOf(deliveries, () => now);
  const queue = new EndpointQueue('ep_1', false, null);
  const empty = async (waitMs: number) => {
    filler.fill(queue);
    await turn();
    filler.drop(queue); // everything leaves
    now += waitMs;
  };
  for (let page = 0; page < 6; page++) await empty(10);
  expect(limits).toEqual([16, 32, 64, 128, 256, 256]);
  await empty(5000);
  await empty(30_000);
  await empty(30_000);
  await empty(0);
  expect(limits.slice(6)).toEqual([256, 256, 128, 64]);
});

test('many full queues hold a bounded number of deliveries in memory', () => {
  const filler = fillerOf(endlessTable().deliveries, () => 0);
  const queues = Array.from({ length: 450 }, (_, n) => new EndpointQueue(`ep_${n}`, true, null));
  let id = 0;
  for (const queue of queues) {
    for (let n = 0; n < 256; n++) {
      const entry: Entry = { ...waiting(++id, 0), content: null, staleOnce: false, unsendable: false };
      filler.add(queue, entry);
    }
  }
  const held = queues.reduce((sum, queue) => sum + queue.window.length, 0);
  expect(held).toBeGreaterThanOrEqual(100_000);
  expect(held).toBeLessThan(100_000 + 450 * 16);
  // The queue knows that the rest is in the table.
  expect(queues.at(-1)?.complete).toBe(false);
  for (const queue of queues) filler.drop(queue);
  const again = new EndpointQueue('ep_again', true, null);
  for (let n = 0; n < 100; n++) {
    filler.add(again, { ...waiting(++id, 0), content: null, staleOnce: false, unsendable: false });
  }
  expect(again.window.length).toBe(100);
});
