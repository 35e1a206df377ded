import { expect, test } from 'vitest';
import { createLog } from '../../../src-server/base/log';
import type { Entry } from '../../../src-server/delivery/endpoints/entry-queue';
import { EndpointQueue } from '../../../src-server/delivery/engine/endpoint-queue';
import { QueueFiller } from '../../../src-server/delivery/engine/queue-filler';
import type {
  DeliveryStore,
  DuePage,
  WaitingDelivery,
} from '../../../src-server/storage/messages/delivery-store';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** An endless table that records how many rows each read requests beyond those the queue knows. */
function endlessTable() {
  let lastId = 0;
  const limits: number[] = [];
  const deliveries: Partial<DeliveryStore> = {
    async listDue(_endpointId, dueBy, limit) {
      limits.push(limit);
      return { rows: Array.from({ length: limit }, () => waiting(++lastId, dueBy)), nextDueAt: null };
    },
    readContents: async (ids) =>
      ids.map((id) => ({ id, eventType: 'a.b', payload: Buffer.from('{}'), contentType: null, trace: null })),
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

/** A table whose page comes when the test says so. */
function slowTable() {
  const requests: { limit: number; resolve: (page: DuePage) => void; fail: (cause: Error) => void }[] = [];
  const deliveries: Partial<DeliveryStore> = {
    listDue: (_endpointId, _dueBy, limit) =>
      new Promise((resolve, fail) => requests.push({ limit, resolve, fail })),
    readContents: async () => [],
  };
  const page = async (...ids: number[]) => {
    requests.at(-1)?.resolve({ rows: ids.map((id) => waiting(id, 0)), nextDueAt: null });
    await turn();
  };
  const fail = async () => {
    requests.at(-1)?.fail(new Error('away'));
    await turn();
  };
  return { requests, page, fail, deliveries: deliveries as DeliveryStore };
}

const fresh = (id: number, body = Buffer.from('{}')): Entry => ({
  ...waiting(id, 0),
  ...{ content: { eventType: 'a.b', body }, staleOnce: false, unsendable: false },
});

test('what arrives while a page is being read enters the window with it, once, and needs no other read', async () => {
  const { requests, page, deliveries } = slowTable();
  const filler = fillerOf(deliveries, () => 0);
  const queue = new EndpointQueue('ep_1', false, null);
  filler.fill(queue);
  filler.add(queue, fresh(2)); // stored before the page was read
  filler.add(queue, fresh(3)); // and after it
  expect(queue.window.length).toBe(0);
  await page(1, 2);
  expect(queue.window.firstFew(9).map(({ id }) => id)).toEqual([1, 2, 3]);
  filler.add(queue, fresh(4));
  filler.add(queue, fresh(2)); // handed over late: the page has shown it
  filler.fill(queue);
  expect(queue.window.firstFew(9).map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  expect([queue.complete, requests.length]).toEqual([true, 1]);
});

test('a page brings back nothing that was settled or canceled while it was read', async () => {
  const { page, deliveries } = slowTable();
  const filler = fillerOf(deliveries, () => 0);
  const queue = new EndpointQueue('ep_1', false, null);
  queue.take(fresh(1));
  filler.fill(queue);
  filler.add(queue, fresh(3));
  queue.exclude(new Set([3]));
  queue.settle(3);
  queue.settle(1);
  queue.dueLater(700); // its retry
  await page(1, 2, 3);
  expect(queue.window.firstFew(9).map(({ id }) => id)).toEqual([2]);
  expect([queue.complete, queue.nextDueAt]).toEqual([true, 700]);
});

test.each([
  [
    'shows only a part of what is due',
    (table: ReturnType<typeof slowTable>) => table.page(...Array(16).keys()),
  ],
  ['fails', (table: ReturnType<typeof slowTable>) => table.fail()],
])('what arrives while a read that %s stays in the table, and its content is not kept', async (_, end) => {
  const table = slowTable();
  const filler = fillerOf(table.deliveries, () => 0);
  const queue = new EndpointQueue('ep_1', false, null);
  const large = Buffer.alloc(40 * 1024 * 1024);
  filler.fill(queue);
  filler.add(queue, fresh(70, large));
  await end(table);
  expect(queue.window.has(70)).toBe(false);
  expect(queue.complete).toBe(false);
  // There is room for another one of that size, though not for two.
  const other = new EndpointQueue('ep_2', true, null);
  filler.add(other, fresh(71, large));
  filler.add(other, fresh(72, large));
  expect(other.window.firstFew(9).map(({ content }) => content !== null)).toEqual([true, false]);
});

test('no more arrives during a read than a window holds; the rest is read from the table', async () => {
  const { page, deliveries } = slowTable();
  const filler = fillerOf(deliveries, () => 0);
  const queue = new EndpointQueue('ep_1', false, null);
  filler.fill(queue);
  for (let id = 1; id <= 300; id++) filler.add(queue, fresh(id));
  expect(queue.arrivedCount).toBe(256);
  await page();
  expect([queue.complete, queue.window.length, queue.arrivedCount]).toEqual([false, 0, 0]);
});

test.each([
  ['becomes due while a page is being read', 5, [], false],
  ['is due after all that has arrived', 50, [3], true],
])('what %s is not passed by what arrives meanwhile', async (_, nextDueAt, window, complete) => {
  const { requests, deliveries } = slowTable();
  let now = 0;
  const filler = fillerOf(deliveries, () => now);
  const queue = new EndpointQueue('ep_1', false, null);
  filler.fill(queue);
  now = 10;
  filler.add(queue, { ...fresh(3), dueAt: 10 });
  requests.at(-1)?.resolve({ rows: [], nextDueAt });
  await turn();
  expect(queue.window.firstFew(9).map(({ id }) => id)).toEqual(window);
  expect([queue.complete, queue.nextDueAt]).toEqual([complete, nextDueAt]);
});
