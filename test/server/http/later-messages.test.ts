import { beforeAll, expect, test } from 'vitest';
import { FakeClock } from '../../support/fake-clock';
import { startReceiver } from '../../support/receiver';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

// Messages with a delivery time and a retention period for their payloads, chosen by the sender.

const HOUR_MS = 3_600_000;
const clock = new FakeClock(Date.parse('2026-05-01T12:00:00Z'));
const receiver = startedOnce(startReceiver);
const server = startedOnce(() => startTestServer({ parts: { clock } }));
let app: string;

beforeAll(async () => {
  app = `/app/${await server.create('/app', { name: 'A' })}`;
  await server.call('POST', `${app}/endpoint`, { uid: 'e', url: receiver.baseUrl });
});

const send = (extra: object) =>
  server.call('POST', `${app}/msg`, { eventType: 'a', payload: { n: 1 }, ...extra });
const read = async (id: string) => (await server.call('GET', `${app}/msg/${id}`)).json;
const inHours = (hours: number) => new Date(clock.now() + hours * HOUR_MS).toISOString();

const isGone = ({ payload }: { payload: { expired?: boolean } }) => payload.expired === true;

/** Polls until `isSo`, moving the clock by `stepMs` each time. */
async function until<T>(ask: () => Promise<T>, isSo: (value: T) => boolean, stepMs = 25): Promise<T> {
  for (;;) {
    const value = await ask();
    if (isSo(value)) return value;
    clock.advance(stepMs);
  }
}

test('a message with deliverAt waits until then, also over a restart, and others go past it', async () => {
  const deliverAt = inHours(2);
  const sent = await send({ deliverAt, payload: { late: true } });
  expect([sent.status, sent.json.deliverAt]).toEqual([202, deliverAt]);
  const { id } = sent.json;
  expect((await read(id)).deliverAt).toBe(deliverAt);
  const now = (await send({ payload: { late: false } })).json;
  expect(now.deliverAt).toBeNull();
  await receiver.arrived(1);
  expect(receiver.arrivals[0]?.headers['webhook-id']).toBe(now.id);

  const why = (await server.call('GET', `${app}/msg/${id}/endpoint/e/why`)).json;
  expect(why).toMatchObject({
    state: 'waiting',
    sentence: 'waiting: scheduled by its sender for 1 May 2026 at 14:00:00 UTC, in 2 h',
    nextAttempt: deliverAt,
  });
  const [outcome] = (await server.call('GET', `${app}/msg/${id}/endpoint`)).json.data;
  expect(outcome).toMatchObject({ statusText: 'pending', nextAttempt: deliverAt });
  // The other one has arrived, and its outcome is recorded a moment later.
  const stats = () => server.call('GET', `${app}/endpoint/e/stats`);
  await expect.poll(async () => (await stats()).json).toMatchObject({ pending: 1 });
  expect((await server.call('GET', `${app}/endpoint/e/rate-limit-status`)).json).toEqual({ status: 'Ok' });

  await server.restart();
  clock.stall(HOUR_MS);
  expect((await send({ payload: { between: true } })).status).toBe(202);
  await receiver.arrived(2);
  expect(receiver.arrivals[1]?.body.toString()).toBe('{"between":true}');
  clock.stall(HOUR_MS);
  await receiver.arrived(3);
  expect(receiver.arrivals[2]?.body.toString()).toBe('{"late":true}');
  expect(receiver.arrivals[2]?.headers['webhook-id']).toBe(id);
});

test('a deliverAt in the past, or null, means at once', async () => {
  const before = receiver.arrivals.length;
  expect((await send({ deliverAt: inHours(-1) })).json.deliverAt).toBeNull();
  expect((await send({ deliverAt: null })).json.deliverAt).toBeNull();
  await receiver.arrived(before + 2);
});

test('seven days ahead is the end of it', async () => {
  expect((await send({ deliverAt: inHours(7 * 24) })).status).toBe(202);
  const refused = await send({ deliverAt: inHours(7 * 24 + 1) });
  expect([refused.status, refused.json.detail[0].loc]).toEqual([422, ['body', 'deliverAt']]);
});

test('a payload is removed after the time its sender names, and no earlier; what waits is sent first', async () => {
  const hour = (await send({ payloadRetentionHours: 1 })).json.id;
  const day = (await send({ payloadRetentionPeriod: 1 })).json.id;
  const waits = (await send({ payloadRetentionHours: 1, deliverAt: inHours(3) })).json.id;
  await until(
    () => server.call('GET', `${app}/attempt/msg/${day}`),
    ({ json }) => json.data.length === 1,
  );
  clock.advance(59 * 60_000);
  expect((await read(hour)).payload).toEqual({ n: 1 });
  clock.advance(60_000);
  expect((await until(() => read(hour), isGone, 5000)).payload).toEqual({ expired: true });
  expect((await read(day)).payload).toEqual({ n: 1 });
  expect((await read(waits)).payload).toEqual({ n: 1 });
  const again = await server.call('POST', `${app}/msg/${hour}/endpoint/e/resend`);
  expect([again.status, again.json.code]).toEqual([400, 'missing_payload']);

  const before = receiver.arrivals.length;
  clock.stall(2 * HOUR_MS);
  await receiver.arrived(before + 1);
  expect(receiver.arrivals.at(-1)?.headers['webhook-id']).toBe(waits);
  await until(() => read(waits), isGone, 5000);
});
