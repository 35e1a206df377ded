import { expect, test } from 'vitest';
import type { ReplayScope } from '../../../src-server/delivery/tasks/replay-task';
import type { EndpointContent } from '../../../src-server/storage/endpoint-record';
import { type DeliveryRig, rig, sendNumbered } from '../../support/delivery-rig';
import type { FakeClock } from '../../support/fake-clock';
import { stillRig } from '../../support/still-rig';

/** An endpoint created after `count` messages. */
async function withMissing(
  engine: DeliveryRig,
  clock: FakeClock,
  count: number,
  content: Partial<EndpointContent>,
) {
  await sendNumbered(engine, count);
  const endpoint = await engine.addEndpoint('http://127.0.0.1:1/', content);
  const scope: ReplayScope = { name: 'endpoint.replay', since: 0, until: clock.now(), filter: {} };
  clock.advance(100);
  return { endpoint, scope };
}

test('a replay is queued in step with sending: new messages are sent in between, and the limit is used fully', async () => {
  const { clock, engine, sent, ended, pass } = await stillRig(rig);
  const { endpoint, scope } = await withMissing(engine, clock, 300, { rateLimit: 10 });
  expect(await engine.delivery.replays.estimate(endpoint.id, scope)).toMatchObject({
    messages: 300,
    seconds: 30,
  });
  const beganAt = clock.now();
  await engine.delivery.replays.begin(endpoint.id, scope);
  const waitingMost = 50;
  await pass(3000, (waiting) => expect(waiting).toBeLessThanOrEqual(waitingMost));
  await sendNumbered(engine, 5, 1000);
  const sentAt = clock.now();
  await pass(29_500, (waiting) => expect(waiting).toBeLessThanOrEqual(waitingMost + 5));
  expect(ended).toMatchObject([{ status: 'finished', counts: { queued: 300 } }]);
  expect(sent).toHaveLength(305);
  // Behind the at most fifty that waited then, not behind all that were left of three hundred.
  for (const { n, atMs } of sent) if (n >= 1000) expect(atMs - sentAt).toBeLessThanOrEqual(6000);
  // Five more than estimated, with hardly an unused slot.
  expect((sent.at(-1)?.atMs ?? 0) - beganAt).toBeLessThanOrEqual(31_500);
  const old = sent.filter(({ n }) => n < 1000).map(({ n }) => n);
  expect(old).toEqual([...old].sort((a, b) => a - b));
});

test('a stop leaves little behind', async () => {
  const { clock, engine, sent, pass } = await stillRig(rig);
  const { endpoint, scope } = await withMissing(engine, clock, 300, { rateLimit: 10 });
  const { id } = await engine.delivery.replays.begin(endpoint.id, scope);
  await pass(4000);
  const stopped = await engine.tasks.stopTask(id);
  const sentBefore = sent.length;
  expect((stopped?.counts.queued ?? 0) - sentBefore).toBeLessThanOrEqual(50);
  await pass(8000);
  expect(sent).toHaveLength(stopped?.counts.queued ?? 0);
  expect(sent.length).toBeLessThan(100);
});

test("a paused endpoint is given five seconds' worth, and the rest once it goes on", async () => {
  const { clock, engine, sent, ended, pass } = await stillRig(rig);
  const { endpoint, scope } = await withMissing(engine, clock, 400, { rateLimit: 20, paused: true });
  await engine.delivery.replays.begin(endpoint.id, scope);
  const seen: number[] = [];
  await pass(5000, (waiting) => seen.push(waiting));
  expect(seen.at(-1)).toBe(100);
  expect(ended).toEqual([]);
  await engine.changeEndpoint(endpoint.id, { paused: false });
  await pass(20_500);
  expect(sent).toHaveLength(400);
  expect(ended).toMatchObject([{ status: 'finished', counts: { queued: 400 } }]);
});

test('later messages, however many, never delay a replay, nor does one that waits for another day', async () => {
  const { clock, engine, sent, ended, pass } = await stillRig(rig);
  const { endpoint, scope } = await withMissing(engine, clock, 120, { rateLimit: 10 });
  await engine.delivery.replays.begin(endpoint.id, scope);
  await pass(100);
  await sendNumbered(engine, 500, 1000);
  await engine.db.write((tx) =>
    tx.run(`UPDATE delivery SET due_at = due_at + 86400000
      WHERE message_id IN (SELECT id FROM message ORDER BY rowid DESC LIMIT 100)`),
  );
  await pass(62_000, undefined, 250);
  expect(ended).toMatchObject([{ status: 'finished', counts: { queued: 120 } }]);
  expect(sent.filter(({ n }) => n < 1000)).toHaveLength(120);
});

test('a piece that exceeds its limit ends there, and counts nothing twice', async () => {
  const { clock, engine, ended, pass } = await stillRig(rig);
  await sendNumbered(engine, 130);
  await engine.db.write((tx) => tx.run('UPDATE message SET payload = NULL WHERE rowid % 10 = 0'));
  const { endpoint, scope } = await withMissing(engine, clock, 0, { rateLimit: 10 });
  await engine.delivery.replays.begin(endpoint.id, scope);
  await pass(14_000);
  expect(ended).toMatchObject([{ status: 'finished', counts: { queued: 117, contentRemoved: 13 } }]);
});
