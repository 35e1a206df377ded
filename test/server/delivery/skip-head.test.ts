import { describe, expect, test } from 'vitest';
import type { DeliveryStore } from '../../../src-server/storage/messages/delivery-store';
import type { DeliveryRig, RigOptions } from '../../support/delivery-rig';
import { deliveryRows, rig, sendNumbered } from '../../support/delivery-rig';
import { startSharedRigs } from '../../support/shared-rigs';
import { startedHere } from '../../support/started';
import { stillRig } from '../../support/still-rig';

const URL = 'http://127.0.0.1:1/';

/** An engine on a stopped clock with an ordered endpoint, whose receiver refuses the first message. */
async function scene(options: RigOptions = {}) {
  const still = await stillRig(rig, { scheduleS: [60, 600], ...options }, (n) => ({
    status: n === 0 ? 500 : 200,
  }));
  const endpoint = await still.engine.addEndpoint(URL, { ordered: true });
  const numbers = () => still.sent.map(({ n }) => n);
  const skip = async (n: number) => still.engine.delivery.heads.skip(endpoint, await idOf(still.engine, n));
  return { ...still, endpoint, numbers, skip };
}

/** The message with this number in its payload. */
async function idOf(engine: DeliveryRig, n: number): Promise<string> {
  const rows = await engine.rows<{ id: string }>(`SELECT id FROM message WHERE payload = '{"n":${n}}'`);
  return rows[0]?.id ?? '';
}

const conflict = (detail: RegExp) => ({ status: 409, message: expect.stringMatching(detail) });

test('when the one that holds an ordered endpoint is skipped, it is given up, and those behind it leave at once', async () => {
  const { engine, endpoint, numbers, skip, pass } = await scene();
  await sendNumbered(engine, 3);
  await pass(500);
  expect(numbers()).toEqual([0]);
  await skip(0);
  await pass(100);
  expect(numbers()).toEqual([0, 1, 2]);
  expect((await deliveryRows(engine))[0]).toEqual({ state: 'failed', attempt_count: 1 });
  expect(await engine.rows('SELECT id, skipped FROM delivery WHERE skipped IS NOT NULL')).toEqual([
    { id: 1, skipped: 1 },
  ]);
  expect(await engine.delivery.heads.read(endpoint)).toBe(null);
  await pass(90_000, undefined, 1000);
  expect(numbers()).toEqual([0, 1, 2]);
});

test('only the first of what waits for an ordered endpoint can be skipped, and only once', async () => {
  const { engine, clock, endpoint, skip, pass } = await scene();
  await sendNumbered(engine, 3);
  await pass(500);
  await expect(skip(1)).rejects.toMatchObject(conflict(/msg_\w+ does\.$/));
  const both = await Promise.allSettled([skip(0), skip(0)]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await pass(500);
  await expect(skip(0)).rejects.toMatchObject(conflict(/none does/));
  await expect(skip(1)).rejects.toMatchObject(conflict(/none does/));
  const later = { appId: 'app_1', eventType: 'a', eventId: null, channels: null, tags: null };
  await engine.delivery.createMessage({ ...later, payload: '{"n":9}', deliverAt: clock.now() + 30_000 });
  await expect(skip(9)).rejects.toMatchObject(conflict(/none does/));
  await expect(engine.delivery.heads.skip({ ...endpoint, ordered: false }, 'msg_1')).rejects.toMatchObject(
    conflict(/not ordered/),
  );
});

test('the first message of a paused ordered endpoint can be skipped before its first attempt', async () => {
  const { engine, endpoint, numbers, skip, pass } = await scene();
  await engine.changeEndpoint(endpoint.id, { paused: true });
  await sendNumbered(engine, 2, 1);
  await pass(500);
  await expect(skip(2)).rejects.toMatchObject(conflict(/msg_\w+ does\.$/));
  await skip(1);
  await engine.changeEndpoint(endpoint.id, { paused: false });
  await pass(500);
  expect(numbers()).toEqual([2]);
});

test('a skip that cannot be written down changes nothing in the order', async () => {
  const deliveries = (store: DeliveryStore): DeliveryStore => ({
    ...store,
    fail: () => Promise.reject(new Error('no')),
  });
  const { engine, numbers, skip, pass } = await scene({ deliveries });
  await sendNumbered(engine, 2);
  await pass(500);
  await expect(skip(0)).rejects.toThrow('no');
  await pass(500);
  expect(numbers()).toEqual([0]);
  await pass(90_000, undefined, 1000);
  expect(numbers()).toEqual([0, 0]);
});

describe('a message that is skipped while it is being sent', () => {
  /** @param status what the receiver responds to the first message, after 5 s */
  async function inFlight(status = 200) {
    const rigs = await startedHere(startSharedRigs({ scheduleS: [1, 1] }));
    const [node, other] = rigs.nodes;
    const endpoint = await rigs.addEndpoint('/', null, { ordered: true });
    await node.take(endpoint);
    Object.assign(rigs.receiver, { responseMs: 5000, status });
    await sendNumbered(node.rig, 2);
    await rigs.pass(100);
    const first = await idOf(node.rig, 0);
    const skip = (at = node) => {
      const skipped = at.rig.delivery.heads.skip(endpoint, first);
      skipped.catch(() => undefined);
      return skipped;
    };
    return { ...rigs, node, other, skip, numbers: () => rigs.sent.map(({ n }) => n) };
  }

  test('is given up when the attempt fails, without another one', async () => {
    const { receiver, node, numbers, skip, pass } = await inFlight(500);
    receiver.status = 200;
    const skipped = skip();
    await pass(4000);
    expect(numbers()).toEqual([0]);
    await pass(1000);
    await skipped;
    await pass(10_000);
    expect(numbers()).toEqual([0, 1]);
    expect(await deliveryRows(node.rig)).toEqual([
      { state: 'failed', attempt_count: 1 },
      { state: 'delivered', attempt_count: 1 },
    ]);
  });

  test('has arrived when the attempt succeeds, and nobody is told that it was skipped', async () => {
    const { node, numbers, skip, pass } = await inFlight();
    const skipped = skip();
    await pass(10_000);
    await expect(skipped).rejects.toMatchObject(conflict(/was just delivered/));
    expect(numbers()).toEqual([0, 1]);
    expect((await deliveryRows(node.rig))[0]).toEqual({ state: 'delivered', attempt_count: 1 });
  });

  test('is left alone when the attempt takes too long, and stays the first', async () => {
    const { receiver, node, numbers, pass } = await inFlight();
    await pass(5000);
    receiver.responseMs = 60_000;
    await sendNumbered(node.rig, 1, 2);
    await pass(10_000);
    expect(numbers()).toEqual([0, 1, 2]);
    const skipped = node.rig.delivery.heads.skip(await endpointOf(node.rig), await idOf(node.rig, 2));
    skipped.catch(() => undefined);
    await pass(31_000);
    await expect(skipped).rejects.toMatchObject(conflict(/is being sent/));
  });

  test('is not touched by a node that does not send to its endpoint', async () => {
    const { other, numbers, skip, pass } = await inFlight();
    await expect(skip(other)).rejects.toMatchObject({ status: 503 });
    await pass(20_000);
    expect(numbers()).toEqual([0, 1]);
  });
});

async function endpointOf(engine: DeliveryRig) {
  const [row] = await engine.rows<{ id: string }>('SELECT id FROM endpoint WHERE ordered = 1');
  const endpoint = await engine.endpoints.get('app_1', row?.id ?? '');
  if (!endpoint) throw new Error('There is no ordered endpoint.');
  return endpoint;
}
