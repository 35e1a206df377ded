import { expect, test } from 'vitest';
import { type DeliveryRig, deliveryRows, receiver, rig, upTo } from '../../support/delivery-rig';
import { startReceiver } from '../../support/receiver';

interface AttemptRow {
  readonly succeeded: number;
  readonly response_status_code: number;
  readonly response: string;
  readonly manual: number;
}
const attemptRows = (engine: DeliveryRig): Promise<AttemptRow[]> =>
  engine.rows('SELECT succeeded, response_status_code, response, manual FROM attempt ORDER BY id');

/** A port without a listener. */
async function closedPort(): Promise<number> {
  const once = await startReceiver();
  await once.close();
  return once.port;
}

test.each([
  [410, 'gone'],
  [500, 'no'],
  [302, ''],
  [199 + 101, ''],
])('a response of %i is a failed attempt, and is not followed anywhere', async (status, body) => {
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

test('a failed delivery is retried by the schedule, with the same id and body, until it succeeds', async () => {
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

test('a delivery without attempts left has failed', async () => {
  const engine = await rig({ scheduleS: [0.01, 0.01] });
  const target = await receiver(() => ({ status: 500 }));
  await engine.addEndpoint(target.baseUrl);
  await engine.send();
  await engine.recorded(3);
  expect(await deliveryRows(engine)).toEqual([{ state: 'failed', attempt_count: 3 }]);
  expect(await engine.deliveries.listQueues()).toEqual([]);
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

test('a refused connection is a failed attempt with that reason', async () => {
  const engine = await rig();
  await engine.addEndpoint(`http://127.0.0.1:${await closedPort()}/`);
  await engine.send();
  await engine.recorded(1);
  expect(await attemptRows(engine)).toEqual([
    { succeeded: 0, response_status_code: 0, response: 'connection refused', manual: 0 },
  ]);
});

test('a connection dropped without a response is a failed attempt', async () => {
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

test('a refused address is a failed attempt that tells customers nothing', async () => {
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
