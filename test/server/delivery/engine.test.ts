import { expect, test } from 'vitest';
import { createEndpointStore } from '../../../src-server/storage/endpoint-store';
import {
  type DeliveryRig,
  deliveryRows,
  numberIn,
  receiver,
  rig,
  sendNumbered,
  upTo,
} from '../../support/delivery-rig';
import { FakeClock } from '../../support/fake-clock';
import { busiestSecond } from '../../support/receiver';
import { share } from '../../support/share';

interface AttemptRow {
  readonly succeeded: number;
  readonly response_status_code: number;
  readonly response: string;
  readonly manual: number;
}
const attemptRows = (engine: DeliveryRig): Promise<AttemptRow[]> =>
  engine.rows('SELECT succeeded, response_status_code, response, manual FROM attempt ORDER BY id');

test('messages reach the endpoint in the order they were created', async () => {
  const engine = await rig();
  const target = await receiver();
  // Far enough apart for a busy machine: two requests in flight may overtake each other.
  await engine.addEndpoint(target.baseUrl, { rateLimit: 25 });
  await sendNumbered(engine, 15);
  await engine.recorded(15);
  expect(target.arrivals.map(numberIn)).toEqual(upTo(15));
  expect(await engine.deliveries.listQueues()).toEqual([]);
});

test('messages to hundreds of endpoints reach each of them once', async () => {
  const engine = await rig();
  const target = await receiver();
  const endpoints = await Promise.all(
    Array.from({ length: share(1200) }, (_, n) =>
      engine.addEndpoint(`${target.baseUrl}/${n}`, { rateLimit: 25 }),
    ),
  );
  await sendNumbered(engine, 2);
  await engine.recorded(2 * endpoints.length);
  for (const { url } of endpoints) {
    const arrived = target.arrivals.filter(({ path }) => path === new URL(url).pathname);
    // The test of the handover checks the order: many connections that open at once overtake each other.
    expect(arrived.map(numberIn).sort()).toEqual(upTo(2));
  }
});

test('a disabled endpoint holds its deliveries, and gets them in order once it is enabled', async () => {
  const engine = await rig();
  const target = await receiver();
  const endpoint = await engine.addEndpoint(target.baseUrl, { rateLimit: 25 });
  await engine.send('{"n":0}');
  await engine.recorded(1);
  await engine.changeEndpoint(endpoint.id, { disabled: true });
  await sendNumbered(engine, 5, 1);
  expect(await engine.deliveries.countWaiting(endpoint.id)).toBe(5);
  expect(target.arrivals).toHaveLength(1);
  await engine.changeEndpoint(endpoint.id, { disabled: false });
  await engine.recorded(6);
  expect(target.arrivals.map(numberIn)).toEqual(upTo(6));
});

test('a paused endpoint holds its deliveries, and gets them in order and at its limit once it is resumed', async () => {
  const engine = await rig();
  const target = await receiver();
  const endpoint = await engine.addEndpoint(target.baseUrl, { rateLimit: 20 });
  await sendNumbered(engine, 25);
  await target.arrived(3);
  await engine.changeEndpoint(endpoint.id, { paused: true });
  const sent = target.arrivals.length;
  await sendNumbered(engine, 10, 25);
  // The pause applies to the next send: of 35, hardly more than were already sent.
  await engine.recorded(sent);
  expect(target.arrivals.length).toBeLessThanOrEqual(sent + 1);
  expect(await engine.deliveries.countWaiting(endpoint.id)).toBe(35 - engine.attempts.length);
  await engine.changeEndpoint(endpoint.id, { paused: false });
  await engine.recorded(35);
  expect(target.arrivals.map(numberIn)).toEqual(upTo(35));
  expect(busiestSecond(target.arrivals)).toBeLessThanOrEqual(20);
});

test('a pause survives a restart, and waiting deliveries are sent after it', async () => {
  const engine = await rig();
  const target = await receiver();
  const endpoint = await engine.addEndpoint(target.baseUrl, { paused: true });
  await engine.send('{"n":0}');
  const later = await engine.restart();
  expect(await later.deliveries.countWaiting(endpoint.id)).toBe(1);
  await later.send('{"n":1}');
  expect(target.arrivals).toHaveLength(0);
  await later.changeEndpoint(endpoint.id, { paused: false });
  await later.recorded(2);
  expect(target.arrivals.map(numberIn)).toEqual([0, 1]);
});

test('a resend to a paused endpoint is accepted and held', async () => {
  const engine = await rig();
  const target = await receiver();
  const endpoint = await engine.addEndpoint(target.baseUrl);
  const id = await engine.send();
  await engine.recorded(1);
  await engine.changeEndpoint(endpoint.id, { paused: true });
  await engine.delivery.resend(id, endpoint.id);
  expect(await engine.deliveries.countWaiting(endpoint.id)).toBe(1);
  expect(target.arrivals).toHaveLength(1);
  await engine.changeEndpoint(endpoint.id, { paused: false });
  await engine.recorded(2);
  expect((await attemptRows(engine)).map(({ manual }) => manual)).toEqual([0, 1]);
});

test('the start of a hold is remembered until its end, whatever else changes', async () => {
  const clock = new FakeClock();
  const engine = await rig({ clock });
  const { id } = await engine.addEndpoint('http://127.0.0.1:1/', { paused: true });
  const pausedAt = clock.now();
  const since = async () => {
    const [row] = await engine.rows<object>('SELECT paused_at, disabled_at FROM endpoint');
    return row;
  };
  clock.advance(1000);
  await engine.changeEndpoint(id, { description: 'other', disabled: true });
  expect(await since()).toEqual({ paused_at: pausedAt, disabled_at: pausedAt + 1000 });
  await engine.changeEndpoint(id, { paused: false });
  expect(await since()).toEqual({ paused_at: null, disabled_at: pausedAt + 1000 });
});

test('deleting an endpoint cancels its waiting deliveries; those in flight are recorded', async () => {
  const engine = await rig();
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const target = await receiver(() => ({ after: held, status: 200 }));
  const endpoint = await engine.addEndpoint(target.baseUrl, { rateLimit: 1 });
  await sendNumbered(engine, 3);
  await target.arrived(1);
  await engine.endpoints.delete(endpoint.id, Date.now());
  engine.delivery.endpointDeleted(endpoint.id);
  release();
  await engine.recorded(1);
  expect((await deliveryRows(engine)).map(({ state }) => state)).toEqual([
    'canceled',
    'canceled',
    'canceled',
  ]);
  expect(await attemptRows(engine)).toHaveLength(1);
});

test('deleting an application stops its endpoints', async () => {
  const engine = await rig();
  const target = await receiver();
  await engine.addEndpoint(target.baseUrl, { disabled: true });
  await engine.send();
  await engine.applications.delete('app_1', Date.now());
  engine.delivery.applicationDeleted('app_1');
  await engine.send();
  expect(await engine.deliveries.listQueues()).toEqual([]);
  expect(target.arrivals).toHaveLength(0);
});

test('endpoints that hang do not delay their neighbour', async () => {
  const engine = await rig({ requestTimeoutMs: 10_000 });
  const hanging = await receiver(() => 'hang');
  const target = await receiver();
  for (let n = 0; n < 80; n++) await engine.addEndpoint(`${hanging.baseUrl}/${n}`);
  await sendNumbered(engine, 10);
  const neighbour = await engine.addEndpoint(target.baseUrl, { filterTypes: ['urgent'] });
  const before = performance.now();
  await Promise.all(upTo(50).map(() => engine.send('{}', { eventType: 'urgent' })));
  await target.arrived(50);
  expect(performance.now() - before).toBeLessThan(5000);
  expect(await engine.deliveries.countWaiting(neighbour.id)).toBeLessThanOrEqual(50);
});

test('a stored message can be resent, and a failed resend is not retried', async () => {
  const engine = await rig({ scheduleS: [0.01] });
  const target = await receiver((_, count) => ({ status: count === 1 ? 200 : 500 }));
  const endpoint = await engine.addEndpoint(target.baseUrl);
  const id = await engine.send();
  await engine.recorded(1);
  await engine.delivery.resend(id, endpoint.id);
  await engine.recorded(2);
  expect((await attemptRows(engine)).map(({ manual, succeeded }) => [manual, succeeded])).toEqual([
    [0, 1],
    [1, 0],
  ]);
  expect((await deliveryRows(engine)).map(({ state }) => state)).toEqual(['delivered', 'failed']);
});

test('a resend is refused for a disabled endpoint, for an unknown message and for removed content', async () => {
  const engine = await rig();
  const target = await receiver();
  const endpoint = await engine.addEndpoint(target.baseUrl);
  const id = await engine.send();
  await engine.recorded(1);
  await expect(engine.delivery.resend('msg_none', endpoint.id)).rejects.toMatchObject({ status: 404 });
  await expect(engine.delivery.resend(id, 'ep_none')).rejects.toMatchObject({ status: 404 });
  await engine.db.write((tx) => tx.run('UPDATE message SET payload = NULL'));
  await expect(engine.delivery.resend(id, endpoint.id)).rejects.toMatchObject({
    body: { code: 'missing_payload' },
  });
  await engine.changeEndpoint(endpoint.id, { disabled: true });
  await expect(engine.delivery.resend(id, endpoint.id)).rejects.toMatchObject({
    body: { code: 'endpoint_disabled' },
  });
});

test('a resend to an endpoint that is being deleted is refused and leaves nothing waiting', async () => {
  const engine = await rig();
  const target = await receiver();
  const endpoint = await engine.addEndpoint(target.baseUrl);
  const id = await engine.send();
  await engine.recorded(1);
  // The engine is not notified yet, as between the write of a deletion and its completion.
  await createEndpointStore(engine.db).delete(endpoint.id, 1);
  await expect(engine.delivery.resend(id, endpoint.id)).rejects.toMatchObject({ status: 404 });
  expect(await engine.deliveries.countWaiting(endpoint.id)).toBe(0);
});

test('a message whose content was removed while it waited fails without an attempt', async () => {
  const engine = await rig();
  const target = await receiver();
  const endpoint = await engine.addEndpoint(target.baseUrl, { disabled: true });
  await engine.send();
  const later = await engine.restart();
  await engine.db.write((tx) => tx.run('UPDATE message SET payload = NULL'));
  await later.changeEndpoint(endpoint.id, { disabled: false });
  await expect.poll(() => deliveryRows(engine)).toEqual([{ state: 'failed', attempt_count: 0 }]);
  expect(target.arrivals).toHaveLength(0);
});

test('a repeated event id is refused', async () => {
  const engine = await rig();
  const message = { appId: 'app_1', eventType: 'a', payload: '{}', eventId: 'e', channels: null, tags: null };
  await engine.delivery.createMessage(message);
  await expect(engine.delivery.createMessage(message)).rejects.toMatchObject({ status: 409 });
});
