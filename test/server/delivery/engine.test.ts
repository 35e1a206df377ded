import { afterEach, expect, test } from 'vitest';
import { type DeliveryRig, type RigOptions, startDeliveryRig } from '../../support/delivery-rig';
import { FakeClock } from '../../support/fake-clock';
import {
  type Answer,
  type Arrival,
  busiestSecond,
  type Receiver,
  startReceiver,
} from '../../support/receiver';

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function rig(options?: RigOptions): Promise<DeliveryRig> {
  const started = await startDeliveryRig(options);
  cleanUps.push(() => started.dispose());
  return started;
}

async function receiver(script?: (arrival: Arrival, count: number) => Answer): Promise<Receiver> {
  const started = await startReceiver(script);
  cleanUps.push(() => started.close());
  return started;
}

/** A port nobody listens on. */
async function closedPort(): Promise<number> {
  const once = await startReceiver();
  await once.close();
  return once.port;
}

async function sendNumbered(engine: DeliveryRig, count: number, first = 0): Promise<void> {
  await Promise.all(Array.from({ length: count }, (_, n) => engine.send(JSON.stringify({ n: first + n }))));
}

const numberIn = (arrival: Arrival): number => JSON.parse(arrival.body.toString()).n;
const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

interface DeliveryRow {
  readonly state: string;
  readonly attempt_count: number;
}
const deliveryRows = (engine: DeliveryRig): Promise<DeliveryRow[]> =>
  engine.rows('SELECT state, attempt_count FROM delivery ORDER BY id');
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
  await engine.addEndpoint(target.baseUrl, { rateLimit: 200 });
  await sendNumbered(engine, 50);
  await engine.recorded(50);
  expect(target.arrivals.map(numberIn)).toEqual(upTo(50));
  expect(await engine.deliveries.listLanes()).toEqual([]);
});

test('ten per second means ten in every second, and hardly less', async () => {
  const engine = await rig();
  const target = await receiver();
  await engine.addEndpoint(target.baseUrl, { rateLimit: 10 });
  await sendNumbered(engine, 31);
  await target.arrived(31);
  const times = target.arrivals.map(({ atMs }) => atMs);
  expect(busiestSecond(target.arrivals)).toBeLessThanOrEqual(10);
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeLessThan(3500);
});

test('the limit of the application holds for an endpoint without one of its own, and not for one with', async () => {
  const engine = await rig({ applicationRateLimit: 2 });
  const inheriting = await receiver();
  const own = await receiver();
  await engine.addEndpoint(inheriting.baseUrl);
  await engine.addEndpoint(own.baseUrl, { rateLimit: 1000 });
  await sendNumbered(engine, 4);
  await own.arrived(4);
  expect(inheriting.arrivals.length).toBeLessThanOrEqual(2);
  await inheriting.arrived(4);
  expect(busiestSecond(inheriting.arrivals)).toBeLessThanOrEqual(2);
});

test('a changed limit of the application acts on the next message', async () => {
  const clock = new FakeClock();
  const engine = await rig({ clock, applicationRateLimit: 1 });
  const target = await receiver();
  await engine.addEndpoint(target.baseUrl);
  await sendNumbered(engine, 3);
  await target.arrived(1);
  const application = await engine.applications.update('app_1', clock.now(), (current) => ({
    ...current,
    rateLimit: 1000,
  }));
  if (application) engine.delivery.applicationChanged(application);
  // Under the old limit the third would leave two seconds after the first.
  for (let ms = 0; ms < 50 && target.arrivals.length < 3; ms++) {
    clock.advance(1);
    await new Promise((resolve) => setImmediate(resolve));
    await engine.db.get('SELECT 1');
  }
  await target.arrived(3);
});

test.each([
  [410, 'gone'],
  [500, 'no'],
  [302, ''],
  [199 + 101, ''],
])('an answer of %i is a failed attempt, and is not followed anywhere', async (status, body) => {
  const engine = await rig();
  const elsewhere = await receiver();
  const target = await receiver(() => ({ status, body, headers: { location: elsewhere.baseUrl } }));
  await engine.addEndpoint(target.baseUrl);
  await engine.send();
  await engine.recorded(1);
  expect(await attemptRows(engine)).toEqual([
    { succeeded: 0, response_status_code: status, response: body, manual: 0 },
  ]);
  expect(await deliveryRows(engine)).toEqual([{ state: 'failed', attempt_count: 1 }]);
  expect(elsewhere.arrivals).toHaveLength(0);
});

test('every 2xx answer is a success', async () => {
  const engine = await rig();
  const target = await receiver(() => ({ status: 204 }));
  await engine.addEndpoint(target.baseUrl);
  await engine.send();
  await engine.recorded(1);
  expect(await deliveryRows(engine)).toEqual([{ state: 'delivered', attempt_count: 1 }]);
});

test('a failed delivery is tried again as planned, with the same id and body, until it works', async () => {
  const engine = await rig({ scheduleS: [0.02, 0.02, 0.02] });
  const target = await receiver((_, count) => ({ status: count < 3 ? 500 : 200 }));
  await engine.addEndpoint(target.baseUrl);
  const id = await engine.send('{"total": 1.50}');
  await engine.recorded(3);
  expect(target.arrivals.map(({ headers, body }) => [headers['webhook-id'], body.toString()])).toEqual(
    upTo(3).map(() => [id, '{"total": 1.50}']),
  );
  expect(await deliveryRows(engine)).toEqual([{ state: 'delivered', attempt_count: 3 }]);
});

test('a delivery whose tries are used up has failed', async () => {
  const engine = await rig({ scheduleS: [0.01, 0.01] });
  const target = await receiver(() => ({ status: 500 }));
  await engine.addEndpoint(target.baseUrl);
  await engine.send();
  await engine.recorded(3);
  expect(await deliveryRows(engine)).toEqual([{ state: 'failed', attempt_count: 3 }]);
  expect(await engine.deliveries.listLanes()).toEqual([]);
});

test('retries count against the limit', async () => {
  const engine = await rig({ scheduleS: [0.01, 0.01, 0.01, 0.01] });
  const target = await receiver(() => ({ status: 500 }));
  await engine.addEndpoint(target.baseUrl, { rateLimit: 5 });
  await sendNumbered(engine, 2);
  await engine.recorded(10);
  expect(busiestSecond(target.arrivals)).toBeLessThanOrEqual(5);
});

test('a receiver that does not answer in time is a failed attempt without a status', async () => {
  const engine = await rig({ requestTimeoutMs: 60 });
  const target = await receiver(() => 'hang');
  await engine.addEndpoint(target.baseUrl);
  await engine.send();
  await engine.recorded(1);
  const [attempt] = await attemptRows(engine);
  expect(attempt).toMatchObject({ succeeded: 0, response_status_code: 0 });
  expect(attempt?.response).toMatch(/in time/);
});

test('a refused connection is a failed attempt that says so', async () => {
  const engine = await rig();
  await engine.addEndpoint(`http://127.0.0.1:${await closedPort()}/`);
  await engine.send();
  await engine.recorded(1);
  expect(await attemptRows(engine)).toEqual([
    { succeeded: 0, response_status_code: 0, response: 'connection refused', manual: 0 },
  ]);
});

test('a connection that is dropped without an answer is a failed attempt', async () => {
  const engine = await rig();
  const target = await receiver(() => 'close');
  await engine.addEndpoint(target.baseUrl);
  await engine.send();
  await engine.recorded(1);
  const [attempt] = await attemptRows(engine);
  expect(attempt).toMatchObject({ succeeded: 0, response_status_code: 0 });
  expect(target.arrivals).toHaveLength(1);
});

test('a kept connection that the receiver has closed costs no attempt', async () => {
  const engine = await rig();
  let drop = false;
  const target = await receiver(() => {
    if (!drop) return { status: 200 };
    drop = false;
    return 'close';
  });
  await engine.addEndpoint(target.baseUrl);
  await engine.send();
  await engine.recorded(1);
  drop = true;
  await engine.send();
  await engine.recorded(2);
  expect((await attemptRows(engine)).map((row) => row.succeeded)).toEqual([1, 1]);
  expect(target.arrivals).toHaveLength(3);
});

test('a refused address is a failed attempt that customers cannot read anything from', async () => {
  const engine = await rig();
  const target = await receiver();
  await engine.addEndpoint(target.baseUrl.replace('127.0.0.1', '[::1]'));
  await engine.send();
  await engine.recorded(1);
  expect(await attemptRows(engine)).toEqual([
    { succeeded: 0, response_status_code: 0, response: 'requests to this address are blocked', manual: 0 },
  ]);
  expect(target.connections()).toBe(0);
});

test('a disabled endpoint holds its deliveries, and gets them in order once it is enabled', async () => {
  const engine = await rig();
  const target = await receiver();
  const endpoint = await engine.addEndpoint(target.baseUrl, { rateLimit: 500 });
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

test('deleting an endpoint stops what waits for it; what was on its way is recorded', async () => {
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
  expect(await engine.deliveries.listLanes()).toEqual([]);
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

test('a stored message can be sent once more, and a failure of that is not tried again', async () => {
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

test('a graceful stop waits for answers, and nothing that was delivered is sent again after it', async () => {
  const engine = await rig();
  const target = await receiver(() => ({
    after: new Promise((resolve) => setTimeout(resolve, 50)),
    status: 200,
  }));
  await engine.addEndpoint(target.baseUrl);
  await sendNumbered(engine, 30);
  await target.arrived(3);
  await engine.delivery.stop();
  const delivered = (await deliveryRows(engine)).filter(({ state }) => state === 'delivered').length;
  expect(delivered).toBe(target.arrivals.length);
  await engine.restart();
  await target.arrived(30);
  expect(target.arrivals.map(numberIn).sort((a, b) => a - b)).toEqual(upTo(30));
});

test('a stop ends after ten seconds, and what did not end is sent again after the next start', async () => {
  const clock = new FakeClock();
  const engine = await rig({ clock, requestTimeoutMs: 15_000 });
  const target = await receiver((_, count) => (count === 1 ? 'hang' : { status: 200 }));
  await engine.addEndpoint(target.baseUrl);
  await engine.send();
  await target.arrived(1);
  const stopped = engine.delivery.stop();
  clock.advance(10_000);
  await stopped;
  expect(await deliveryRows(engine)).toEqual([{ state: 'waiting', attempt_count: 0 }]);
  await engine.restart();
  await target.arrived(2);
});

test('after an abrupt end everything that was accepted is delivered, and the limit is kept', async () => {
  const engine = await rig();
  const target = await receiver();
  await engine.addEndpoint(target.baseUrl, { rateLimit: 5 });
  await sendNumbered(engine, 12);
  await target.arrived(5);
  engine.kill();
  await engine.restart();
  await expect.poll(() => new Set(target.arrivals.map(numberIn)).size, { timeout: 10_000 }).toBe(12);
  expect(busiestSecond(target.arrivals)).toBeLessThanOrEqual(5);
});

test('a backlog larger than what is held in memory is delivered completely and in order', async () => {
  const engine = await rig();
  const target = await receiver();
  const endpoint = await engine.addEndpoint(target.baseUrl, { disabled: true, rateLimit: 5000 });
  await sendNumbered(engine, 900);
  await engine.changeEndpoint(endpoint.id, { disabled: false });
  await sendNumbered(engine, 100, 900);
  await engine.recorded(1000);
  expect(new Set(target.arrivals.map(numberIn)).size).toBe(1000);
  expect(target.arrivals).toHaveLength(1000);
  expect(await engine.deliveries.listLanes()).toEqual([]);
});

test('a result that cannot be written is kept and written later; nothing is sent twice', async () => {
  let failures = 2;
  const engine = await rig({
    deliveries: (store) => ({
      ...store,
      finish: (result) => (failures-- > 0 ? Promise.reject(new Error('disk is full')) : store.finish(result)),
    }),
  });
  const target = await receiver();
  await engine.addEndpoint(target.baseUrl);
  await engine.send();
  await engine.recorded(1);
  expect(target.arrivals).toHaveLength(1);
  expect(await deliveryRows(engine)).toEqual([{ state: 'delivered', attempt_count: 1 }]);
});
