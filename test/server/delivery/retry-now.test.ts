import { expect, test } from 'vitest';
import type { ReplayScope } from '../../../src-server/delivery/tasks/replay-task';
import { createReplayStore } from '../../../src-server/storage/messages/replay-store';
import { rig, sendNumbered, upTo } from '../../support/delivery-rig';
import { stillRig } from '../../support/still-rig';

const scopeAt = (until: number, more: Partial<ReplayScope> = {}): ReplayScope => ({
  ...{ name: 'endpoint.retry-now', since: 0, until, filter: {} },
  ...more,
});

/** The most sends in any second, wherever it begins. */
function mostInASecond(times: readonly number[]): number {
  return Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + 1000).length));
}

/** `count` messages that failed once and wait an hour for their retry, at a receiver that works again. */
async function outage(
  count: number,
  options: { readonly rateLimit?: number; readonly retryAfter?: string } = {},
) {
  let up = false;
  const { retryAfter, rateLimit = null } = options;
  const still = await stillRig(rig, { scheduleS: [3600, 7200] }, () =>
    up ? { status: 200 } : { status: 503, ...(retryAfter ? { retryAfter } : {}) },
  );
  const endpoint = await still.engine.addEndpoint('http://127.0.0.1:1/', {});
  await sendNumbered(still.engine, count);
  await still.pass(500);
  if (rateLimit !== null) await still.engine.changeEndpoint(endpoint.id, { rateLimit });
  const repair = () => {
    up = true;
    still.sent.splice(0);
  };
  return { ...still, endpoint, repair };
}

test('300 waiting retries leave at the limit in the order of acceptance, each once, as second attempts', async () => {
  const { clock, engine, endpoint, sent, ended, pass, repair } = await outage(300, { rateLimit: 50 });
  repair();
  const before = await engine.delivery.replays.estimate(endpoint.id, scopeAt(clock.now()));
  expect(before).toMatchObject({ messages: 300, alreadyWaiting: 0, waiting: 0, seconds: 6 });
  await engine.delivery.replays.begin(endpoint.id, scopeAt(clock.now()));
  await pass(2000);
  await sendNumbered(engine, 1, 1000);
  await pass(6000);
  // In step with sending: a new message waits for five seconds' worth at most.
  expect(sent.findIndex(({ n }) => n === 1000)).toBeLessThan(300);
  expect(sent.map(({ n }) => n).filter((n) => n < 1000)).toEqual(upTo(300));
  expect(mostInASecond(sent.map(({ atMs }) => atMs))).toBeLessThanOrEqual(50);
  expect(ended).toMatchObject([{ task: 'endpoint.retry-now', counts: { queued: 300 } }]);
  expect(await engine.rows('SELECT state, attempt_count, count(*) AS n FROM delivery GROUP BY 1, 2')).toEqual(
    [
      { state: 'delivered', attempt_count: 1, n: 1 },
      { state: 'delivered', attempt_count: 2, n: 300 },
    ],
  );
});

test('a failed manual retry leaves the next automatic one at its time, and one task never attempts a message twice', async () => {
  const { clock, engine, endpoint, sent, ended, pass } = await outage(40, { rateLimit: 20 });
  sent.splice(0);
  const planned = await engine.rows('SELECT id, due_at FROM delivery');
  await engine.delivery.replays.begin(endpoint.id, scopeAt(clock.now()));
  await pass(5000);
  expect(sent.map(({ n }) => n)).toEqual(upTo(40));
  expect(ended).toMatchObject([{ counts: { queued: 40 } }]);
  expect(await engine.rows('SELECT id, due_at FROM delivery WHERE attempt_count = 2')).toEqual(planned);
  expect(mostInASecond(sent.map(({ atMs }) => atMs))).toBeLessThanOrEqual(20);
});

test('six manual retries use up none of the automatic attempts', async () => {
  const { engine, sent, pass } = await stillRig(rig, { scheduleS: [600, 1200] }, () => ({ status: 500 }));
  const endpoint = await engine.addEndpoint('http://127.0.0.1:1/', {});
  const id = await engine.send('{"n":1}');
  await pass(300);
  const dueAt = async () => (await engine.rows<{ due_at: number }>('SELECT due_at FROM delivery'))[0]?.due_at;
  const planned = await dueAt();
  for (let n = 0; n < 6; n++) {
    const found = await engine.delivery.retries.retryNow(id, { endpointId: endpoint.id, dryRun: false });
    expect(found.retried).toBe(1);
    await pass(300);
    expect(await dueAt()).toBe(planned);
  }
  expect(sent).toHaveLength(7);
  await pass(3_000_000, undefined, 60_000);
  expect(await engine.rows('SELECT state, attempt_count FROM delivery')).toEqual([
    { state: 'failed', attempt_count: 9 },
  ]);
  const manual = await engine.rows<{ manual: number }>('SELECT manual FROM attempt ORDER BY id');
  expect(manual.map((row) => row.manual)).toEqual([0, 1, 1, 1, 1, 1, 1, 0, 0]);
  expect((sent[7]?.atMs ?? 0) - (planned ?? 0)).toBeGreaterThanOrEqual(0);
  expect((sent[7]?.atMs ?? 0) - (planned ?? 0)).toBeLessThan(60_000);
});

test('a manual retry requested twice while it waits for the limit is one attempt', async () => {
  const { engine, sent, pass } = await outage(3, { rateLimit: 1 });
  sent.splice(0);
  const ids = (await engine.rows<{ id: string }>('SELECT id FROM message ORDER BY id')).map(({ id }) => id);
  const press = (id: string) => engine.delivery.retries.retryNow(id, { endpointId: null, dryRun: false });
  const first = await Promise.all(ids.map(press));
  expect(first.map(({ retried }) => retried)).toEqual([1, 1, 1]);
  const again = await Promise.all(ids.map(press));
  expect(again).toMatchObject(ids.map(() => ({ retried: 0 })));
  await pass(6000);
  expect(sent.map(({ n }) => n)).toEqual([0, 1, 2]);
});

test('a manual retry that is held back until the planned time is the planned attempt', async () => {
  const { clock, engine, endpoint, sent, pass } = await outage(1);
  const [first] = await engine.rows<{ due_at: number; message_id: string }>('SELECT * FROM delivery');
  sent.splice(0);
  engine.delivery.hold(true);
  const wanted = { endpointId: endpoint.id, dryRun: false };
  expect(await engine.delivery.retries.retryNow(first?.message_id ?? '', wanted)).toMatchObject({
    retried: 1,
  });
  await pass((first?.due_at ?? 0) - clock.now() + 1000, undefined, 60_000);
  engine.delivery.hold(false);
  await pass(500);
  expect(sent).toHaveLength(1);
  const [row] = await engine.rows<{ due_at: number; extra_count: number }>(
    'SELECT due_at, extra_count FROM delivery',
  );
  expect(row?.extra_count).toBe(0);
  expect(row?.due_at).toBeGreaterThanOrEqual(clock.now() + 0.7 * 7_200_000);
});

test('resending a message that is queued, held, being sent or waiting for a retry adds no delivery', async () => {
  let status = 503;
  const { engine, sent, pass } = await stillRig(rig, { scheduleS: [3600] }, () => ({ status }));
  const endpoint = await engine.addEndpoint('http://127.0.0.1:1/', { paused: true });
  const id = await engine.send('{"n":1}');
  await Promise.all([1, 2].map(() => engine.delivery.resend(id, endpoint.id)));
  await engine.changeEndpoint(endpoint.id, { paused: false });
  await pass(300);
  expect(sent).toHaveLength(1);
  // It waits for a retry now, which a resend brings forward.
  status = 200;
  await Promise.all([1, 2].map(() => engine.delivery.resend(id, endpoint.id)));
  await pass(300);
  expect(sent).toHaveLength(2);
  // It arrived: a resend is a second delivery, asked for twice it happens once.
  await Promise.all([1, 2].map(() => engine.delivery.resend(id, endpoint.id)));
  await pass(300);
  expect(sent).toHaveLength(3);
  expect(await engine.rows('SELECT state, manual, attempt_count FROM delivery ORDER BY id')).toEqual([
    { state: 'delivered', manual: 0, attempt_count: 2 },
    { state: 'delivered', manual: 1, attempt_count: 1 },
  ]);
});

test('a resend of a message that has just arrived waits until that is recorded, and is a second delivery', async () => {
  const retries: Promise<void>[] = [];
  const { engine, sent, pass } = await stillRig(rig, { scheduleS: [] }, () => {
    if (retries.length === 0) for (const _ of [1, 2]) retries.push(engine.delivery.resend(id, endpoint.id));
    return { status: 200 };
  });
  const endpoint = await engine.addEndpoint('http://127.0.0.1:1/', { paused: true });
  const id = await engine.send('{"n":1}');
  await engine.changeEndpoint(endpoint.id, { paused: false });
  await pass(300);
  await Promise.all(retries);
  await pass(300);
  expect(sent).toHaveLength(2);
  expect(await engine.rows('SELECT state, manual FROM delivery ORDER BY id')).toEqual([
    { state: 'delivered', manual: 0 },
    { state: 'delivered', manual: 1 },
  ]);
});

test('a pause that the receiver asked for ends; a retry that is due or was never attempted is left alone', async () => {
  const { clock, engine, endpoint, sent, pass, repair } = await outage(3, {
    rateLimit: 50,
    retryAfter: '600',
  });
  await sendNumbered(engine, 2, 100);
  await pass(300);
  expect(sent.map(({ n }) => n)).not.toContain(100);
  const waiting = sent.length;
  repair();
  const paceOf = () => engine.delivery.paceOf({ ...endpoint, rateLimit: 50 });
  expect(paceOf().heldForMs).toBeGreaterThan(500_000);
  const found = await engine.delivery.replays.estimate(endpoint.id, scopeAt(clock.now()));
  expect(found).toMatchObject({ messages: waiting, seconds: 1 });
  await engine.delivery.replays.begin(endpoint.id, scopeAt(clock.now()));
  expect(paceOf().heldForMs).toBeNull();
  await pass(2000);
  expect(sent.map(({ n }) => n).sort((a, b) => a - b)).toEqual([0, 1, 2, 100, 101]);
  const again = await engine.delivery.replays.estimate(endpoint.id, scopeAt(clock.now()));
  expect(again).toMatchObject({ messages: 0, alreadyWaiting: 0 });
});

test('the slower pace of an overloaded receiver ends, and comes back when it is overloaded again', async () => {
  let status = 429;
  const { clock, engine, sent, pass } = await stillRig(rig, { scheduleS: [3600, 3600] }, () => ({ status }));
  const endpoint = await engine.addEndpoint('http://127.0.0.1:1/', { rateLimit: 20 });
  const slowness = () => engine.delivery.paceOf(endpoint).slowness;
  await sendNumbered(engine, 60);
  await pass(12_000);
  expect(slowness()).toBeGreaterThan(1);
  const slow = await engine.delivery.replays.estimate(
    endpoint.id,
    scopeAt(clock.now(), { name: 'endpoint.recover' }),
  );
  expect(slow.messages).toBe(0);
  const waiting = await engine.delivery.replays.estimate(endpoint.id, scopeAt(clock.now()));
  expect(waiting.seconds).toBe(Math.ceil((waiting.messages + waiting.waiting) / 20));
  sent.splice(0);
  await engine.delivery.replays.begin(endpoint.id, scopeAt(clock.now()));
  expect(slowness()).toBe(1);
  await pass(2000);
  expect(slowness()).toBeGreaterThan(1);
  status = 200;
  await engine.delivery.replays.begin(endpoint.id, scopeAt(clock.now()));
  await pass(8000);
  expect(mostInASecond(sent.map(({ atMs }) => atMs))).toBeLessThanOrEqual(20);
  expect(await engine.deliveries.countWaiting(endpoint.id)).toBe(0);
});

test('a range and a filter choose the messages to retry; a paused endpoint leaves them untouched, a disabled one refuses', async () => {
  const { clock, engine, endpoint, sent, ended, pass, repair } = await outage(6);
  repair();
  const ids = (await engine.rows<{ id: string }>('SELECT id FROM message ORDER BY id')).map(({ id }) => id);
  const count = async (more: Partial<ReplayScope>) =>
    (await engine.delivery.replays.estimate(endpoint.id, scopeAt(clock.now(), more))).messages;
  expect(await count({ filter: { statusCodeClass: 500 } })).toBe(6);
  expect(await count({ filter: { statusCodeClass: 400 } })).toBe(0);
  expect(await count({ filter: { eventTypes: ['other'] } })).toBe(0);
  expect(await count({ since: clock.now() })).toBe(0);
  await engine.changeEndpoint(endpoint.id, { paused: true });
  const filter = { messageIds: ids.slice(2, 4) };
  await engine.delivery.replays.begin(endpoint.id, scopeAt(clock.now(), { filter }));
  await pass(1000);
  expect(ended).toMatchObject([{ counts: { queued: 0, alreadyWaiting: 2 } }]);
  expect(await count({})).toBe(0);
  const found = await engine.delivery.retries.retryNow(ids[2] ?? '', { endpointId: null, dryRun: false });
  expect(found).toEqual({ retried: 0, alreadyDue: 0, endpointDisabled: 0, paused: 1 });
  await engine.changeEndpoint(endpoint.id, { paused: false });
  await pass(1000);
  expect(sent).toEqual([]);
  expect(await count({})).toBe(6);
  await engine.delivery.replays.begin(endpoint.id, scopeAt(clock.now(), { filter }));
  await pass(1000);
  expect(sent.map(({ n }) => n).sort()).toEqual([2, 3]);
  await engine.changeEndpoint(endpoint.id, { disabled: true });
  await expect(engine.delivery.replays.begin(endpoint.id, scopeAt(clock.now()))).rejects.toMatchObject({
    body: { code: 'endpoint_disabled' },
  });
});

test('a retry attempted between the read and the write is not pulled forward again', async () => {
  const { clock, engine } = await outage(2);
  const rows = await engine.rows<{ id: number; due_at: number }>('SELECT id, due_at FROM delivery');
  const retries = rows.map(({ id, due_at }) => ({ deliveryId: id, dueAt: due_at }));
  await engine.db.write((tx) =>
    tx.run('UPDATE delivery SET due_at = due_at + 5, attempt_count = 2 WHERE id = ?', [rows[0]?.id ?? 0]),
  );
  expect(await createReplayStore(engine.db).makeDueNow(retries, clock.now())).toBe(1);
});

test('a task that a crash cuts continues after the start; nothing is sent twice or forgotten', async () => {
  const { clock, engine, endpoint, sent, pass, repair } = await outage(200, { rateLimit: 20 });
  repair();
  await engine.delivery.replays.begin(endpoint.id, scopeAt(clock.now()));
  await pass(2000);
  engine.kill();
  const soFar = sent.length;
  expect(soFar).toBeGreaterThan(10);
  const next = await engine.restart();
  const [stored] = await next.rows<{ attempts: number }>('SELECT count(*) AS attempts FROM attempt');
  const inFlight = 200 + soFar - (stored?.attempts ?? 0);
  // A busy machine reads late, also on a stopped clock.
  const isDone = () => new Set(sent.map(({ n }) => n)).size === 200;
  for (let seconds = 0; seconds < 60 && !isDone(); seconds += 1) await pass(1000);
  await pass(1000);
  const times = new Map<number, number>();
  for (const { n } of sent) times.set(n, (times.get(n) ?? 0) + 1);
  expect([...times.keys()].sort((a, b) => a - b)).toEqual(upTo(200));
  // A crash may repeat what was in flight, nothing else.
  expect(sent.length).toBeLessThanOrEqual(200 + inFlight);
  expect(await next.deliveries.countWaiting(endpoint.id)).toBe(0);
});

test('a message is retried at all its endpoints, or one; disabled ones are counted', async () => {
  let up = false;
  const { engine, sent, pass } = await stillRig(rig, { scheduleS: [3600] }, () => ({
    status: up ? 200 : 503,
  }));
  const endpoints = await Promise.all(upTo(4).map(() => engine.addEndpoint('http://127.0.0.1:1/', {})));
  const [first, second] = endpoints.map(({ id }) => id);
  const id = await engine.send('{"n":1}');
  await pass(500);
  expect(sent).toHaveLength(4);
  up = true;
  await engine.changeEndpoint(second ?? '', { disabled: true });
  const retry = (endpointId: string | null, dryRun = false) =>
    engine.delivery.retries.retryNow(id, { endpointId, dryRun });
  expect(await retry(null, true)).toEqual({ retried: 3, alreadyDue: 0, endpointDisabled: 1, paused: 0 });
  expect(await retry(first ?? '')).toEqual({ retried: 1, alreadyDue: 0, endpointDisabled: 0, paused: 0 });
  await pass(300);
  expect(sent).toHaveLength(5);
  expect(await retry(null)).toEqual({ retried: 2, alreadyDue: 0, endpointDisabled: 1, paused: 0 });
  await pass(300);
  expect(sent).toHaveLength(7);
  expect(await retry(null)).toEqual({ retried: 0, alreadyDue: 0, endpointDisabled: 1, paused: 0 });
  await expect(
    engine.delivery.retries.retryNow('msg_x', { endpointId: null, dryRun: true }),
  ).rejects.toMatchObject({
    body: { code: 'not_found' },
  });
});
