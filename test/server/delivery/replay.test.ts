import { expect, test } from 'vitest';
import type { Delivery } from '../../../src-server/delivery/delivery';
import type { ReplayScope } from '../../../src-server/delivery/tasks/replay-task';
import type { EndpointRecord } from '../../../src-server/storage/endpoint-record';
import type { TaskRecord } from '../../../src-server/storage/installation/task-store';
import { type DeliveryRig, numberIn, receiver, rig, sendNumbered, upTo } from '../../support/delivery-rig';

/** Everything accepted so far, for a kind of replay. */
const scope = (name: ReplayScope['name'], more: Partial<ReplayScope> = {}): ReplayScope => ({
  name,
  since: 0,
  until: Date.now(),
  filter: {},
  ...more,
});

/** Starts a replay and waits for its end. */
async function replay(engine: DeliveryRig, endpoint: EndpointRecord, what: ReplayScope): Promise<TaskRecord> {
  return ended(engine, engine.delivery.replays.begin(endpoint.id, what));
}

function ended(engine: DeliveryRig, begun: ReturnType<Delivery['replays']['begin']>): Promise<TaskRecord> {
  return new Promise((resolve, reject) => {
    const seen: TaskRecord[] = [];
    let id: string | null = null;
    const look = () => {
      const task = seen.find((task) => task.id === id);
      if (task) resolve(task);
    };
    engine.tasks.onFinished((task) => {
      seen.push(task);
      look();
    });
    begun.then((task) => {
      id = task.id;
      look();
    }, reject);
  });
}

const receiptOf = (engine: DeliveryRig, task: TaskRecord) => engine.tasks.present(task).data;

test('recover sends exactly the failed messages once, across all pieces, beside new failures and messages', async () => {
  const engine = await rig();
  const down = new Set<number>(upTo(700).filter((n) => n % 3 !== 0));
  const target = await receiver((arrival) => ({ status: down.has(numberIn(arrival)) ? 500 : 200 }));
  const endpoint = await engine.addEndpoint(target.baseUrl);
  await sendNumbered(engine, 700);
  await engine.recorded(700);
  const failed = [...down];
  down.clear();
  // These arrive while the task runs: some of them fail, and they are outside its range, which ended earlier.
  for (const n of upTo(60)) if (n % 2 === 0) down.add(1000 + n);
  const before = Date.now();
  await expect.poll(() => Date.now()).toBeGreaterThan(before + 8); // ids tell time to 4 ms
  const recover = scope('endpoint.recover', { until: before });
  const task = ended(engine, engine.delivery.replays.begin(endpoint.id, recover));
  await sendNumbered(engine, 60, 1000);
  const receipt = receiptOf(engine, await task);
  await engine.recorded(700 + failed.length + 60);
  const timesOf = new Map<number, number>();
  for (const arrival of target.arrivals) {
    timesOf.set(numberIn(arrival), (timesOf.get(numberIn(arrival)) ?? 0) + 1);
  }
  expect(upTo(700).filter((n) => timesOf.get(n) !== (n % 3 === 0 ? 1 : 2))).toEqual([]);
  expect(upTo(60).filter((n) => timesOf.get(1000 + n) !== 1)).toEqual([]);
  expect(receipt).toMatchObject({
    found: failed.length,
    queued: failed.length,
    skipped: { contentRemoved: 0, alreadyWaiting: 0, changedMeanwhile: 0 },
    stopped: false,
    error: null,
  });
  expect(await engine.deliveries.countWaiting(endpoint.id)).toBe(0);
  // Messages that have arrived by now are not found again.
  const again = receiptOf(
    engine,
    await replay(engine, endpoint, scope('endpoint.recover', { until: before })),
  );
  expect(again).toMatchObject({ found: 0, queued: 0 });
});

test('recovered messages have all attempts, in the order of acceptance and within the limit', async () => {
  const engine = await rig({ scheduleS: [0.05, 0.05] });
  let up = false;
  const target = await receiver(() => ({ status: up ? 200 : 500 }));
  const endpoint = await engine.addEndpoint(target.baseUrl);
  for (const n of upTo(6)) await engine.send(JSON.stringify({ n }));
  await engine.recorded(18);
  // Still down: one more failure each, after three attempts.
  await replay(engine, endpoint, scope('endpoint.recover'));
  await engine.recorded(36);
  expect(await engine.rows('SELECT state, attempt_count, manual FROM delivery')).toEqual(
    upTo(12).map(() => ({ state: 'failed', attempt_count: 3, manual: 0 })),
  );
  up = true;
  await engine.changeEndpoint(endpoint.id, { rateLimit: 20 });
  expect(await engine.delivery.replays.estimate(endpoint.id, scope('endpoint.recover'))).toMatchObject({
    messages: 6,
    contentRemoved: 0,
    alreadyWaiting: 0,
    waiting: 0,
    rateLimit: 20,
    seconds: 1,
  });
  const receipt = receiptOf(engine, await replay(engine, endpoint, scope('endpoint.recover')));
  expect(receipt).toMatchObject({ queued: 6, estimatedSeconds: 1 });
  await engine.recorded(42);
  expect(target.arrivals.slice(36).map(numberIn)).toEqual(upTo(6));
  expect(engine.attempts.slice(36).map(({ statusText, triggerType }) => [statusText, triggerType])).toEqual(
    upTo(6).map(() => ['success', 0]),
  );
});

test('messages without content, or already waiting, are counted but not sent', async () => {
  const engine = await rig();
  const target = await receiver((_, count) => ({ status: count <= 4 ? 500 : 200 }));
  const endpoint = await engine.addEndpoint(target.baseUrl);
  const ids: string[] = [];
  for (const n of upTo(4)) ids.push(await engine.send(JSON.stringify({ n })));
  await engine.recorded(4);
  await engine.db.write((tx) => tx.run('UPDATE message SET payload = NULL WHERE id = ?', [ids[0] ?? '']));
  await engine.changeEndpoint(endpoint.id, { paused: true });
  await engine.delivery.resend(ids[1] ?? '', endpoint.id);
  const bulk = receiptOf(engine, await replay(engine, endpoint, scope('endpoint.bulk-replay')));
  expect(bulk).toMatchObject({
    found: 4,
    queued: 2,
    skipped: { contentRemoved: 1, alreadyWaiting: 1, changedMeanwhile: 0 },
    estimatedSeconds: null,
  });
  expect(target.arrivals).toHaveLength(4);
  await engine.changeEndpoint(endpoint.id, { paused: false });
  await engine.recorded(7);
  expect(target.arrivals.slice(4).map(numberIn)).toEqual([1, 2, 3]);
});

test('replay-missing sends what matches the current filters and was never sent there', async () => {
  const engine = await rig();
  const target = await receiver();
  const early = await engine.send('{"n":0}', { eventType: 'invoice.paid', channels: ['a'] });
  await engine.send('{"n":1}', { eventType: 'invoice.late', channels: ['a'] });
  await engine.send('{"n":2}', { eventType: 'invoice.paid', channels: ['b'] });
  const endpoint = await engine.addEndpoint(target.baseUrl, {
    filterTypes: ['invoice.paid'],
    channels: ['a'],
  });
  await engine.send('{"n":3}', { eventType: 'invoice.paid', channels: ['a'] });
  await engine.recorded(1);
  expect(receiptOf(engine, await replay(engine, endpoint, scope('endpoint.replay')))).toMatchObject({
    found: 1,
    queued: 1,
  });
  await engine.recorded(2);
  expect(engine.attempts[1]?.msgId).toBe(early);
  // A wider filter includes the others, but not those already sent there.
  await engine.changeEndpoint(endpoint.id, { filterTypes: null, channels: null });
  await replay(engine, endpoint, scope('endpoint.replay'));
  await engine.recorded(4);
  expect(target.arrivals.map(numberIn).sort()).toEqual([0, 1, 2, 3]);
});

test('bulk-replay goes by type, channel, status and the class of the last response', async () => {
  const engine = await rig();
  const codes = [200, 404, 500, 200];
  const target = await receiver((arrival) => ({ status: codes[numberIn(arrival)] ?? 200 }));
  const endpoint = await engine.addEndpoint(target.baseUrl);
  await engine.send('{"n":0}', { eventType: 'a' });
  await engine.send('{"n":1}', { eventType: 'a' });
  await engine.send('{"n":2}', { eventType: 'b' });
  await engine.send('{"n":3}', { eventType: 'b', channels: ['x'] });
  await engine.recorded(4);
  const count = async (filter: ReplayScope['filter']) =>
    (await engine.delivery.replays.estimate(endpoint.id, scope('endpoint.bulk-replay', { filter }))).messages;
  expect(await count({})).toBe(4);
  expect(await count({ eventTypes: ['a'] })).toBe(2);
  expect(await count({ channel: 'x' })).toBe(1);
  expect(await count({ tag: 'none' })).toBe(0);
  expect(await count({ states: ['delivered'] })).toBe(2);
  expect(await count({ states: ['failed'], eventTypes: ['b'] })).toBe(1);
  expect(await count({ statusCodeClass: 400 })).toBe(1);
  expect(await count({ statusCodeClass: 200, eventTypes: ['b'], states: ['delivered'] })).toBe(1);
  expect(await count({ statusCodeClass: 0 })).toBe(0);
  await replay(engine, endpoint, scope('endpoint.bulk-replay', { filter: { statusCodeClass: 400 } }));
  await engine.recorded(5);
  expect(numberIn(target.arrivals[4] as never)).toBe(1);
});

test('a disabled endpoint refuses; one that becomes disabled ends the task with the reason', async () => {
  const engine = await rig();
  const target = await receiver(() => ({ status: 500 }));
  const endpoint = await engine.addEndpoint(target.baseUrl, { disabled: true });
  const begin = () => engine.delivery.replays.begin(endpoint.id, scope('endpoint.recover'));
  await expect(begin()).rejects.toMatchObject({ body: { code: 'endpoint_disabled' } });
  await engine.changeEndpoint(endpoint.id, { disabled: false });
  await sendNumbered(engine, 600);
  await engine.recorded(600);
  const task = begin();
  const end = ended(engine, task);
  await task;
  await engine.changeEndpoint(endpoint.id, { disabled: true });
  expect(await end).toMatchObject({ status: 'failed', error: expect.stringContaining('disabled') });
});

test('after an abrupt end a task continues where it was: nothing twice, nothing omitted', async () => {
  const engine = await rig();
  const target = await receiver(() => ({ status: 500 }));
  const endpoint = await engine.addEndpoint(target.baseUrl);
  await sendNumbered(engine, 600);
  await engine.recorded(600);
  await engine.changeEndpoint(endpoint.id, { paused: true });
  const { id } = await engine.delivery.replays.begin(endpoint.id, scope('endpoint.recover'));
  const cursor = () => engine.rows<{ cursor: string | null }>('SELECT cursor FROM background_task');
  await expect.poll(async () => (await cursor())[0]?.cursor ?? null, { timeout: 20_000 }).not.toBeNull();
  engine.kill();
  const next = await engine.restart();
  const left = async () =>
    (await next.rows<{ status: string }>('SELECT status FROM background_task'))[0]?.status;
  await expect.poll(left, { timeout: 20_000 }).toBe('finished');
  const replayed = await next.rows<{ messages: number; deliveries: number }>(
    `SELECT count(DISTINCT message_id) AS messages, count(*) AS deliveries FROM delivery WHERE state = 'waiting'`,
  );
  expect(replayed).toEqual([{ messages: 600, deliveries: 600 }]);
  const [task] = await next.rows<{ id: string; counts: string }>('SELECT id, counts FROM background_task');
  expect(task?.id).toBe(id);
  expect(JSON.parse(task?.counts ?? '')).toMatchObject({ queued: 600 });
  await next.changeEndpoint(endpoint.id, { paused: false });
  await target.arrived(1200);
  expect(target.arrivals).toHaveLength(1200);
});
