import { Webhook } from 'standardwebhooks';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { FakeClock } from '../../support/fake-clock';
import { type Arrival, startReceiver } from '../../support/receiver';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';
import { until } from '../../support/until';

const clock = new FakeClock(Date.parse('2026-11-27T10:00:00Z'));
const receiver = startedOnce(startReceiver);
const server = startedOnce(() => startTestServer({ parts: { clock } }));
let app: string;
let endpoint: string;
let names = 0;
let eventType: string;

beforeAll(async () => {
  app = `/app/${await server.create('/app', { name: 'A' })}`;
  endpoint = `${app}/endpoint/${await server.create(`${app}/endpoint`, { url: receiver.baseUrl })}`;
});
beforeEach(async () => {
  eventType = `order.old-${names++}`;
  await server.call('POST', '/event-type', { name: eventType });
});

const change = (body: object) => server.call('PATCH', `/event-type/${eventType}`, body);

async function deliver(): Promise<Arrival> {
  const before = receiver.arrivals.length;
  await server.call('POST', `${app}/msg`, { eventType, payload: { n: 1 } });
  await receiver.arrived(before + 1);
  const arrival = receiver.arrivals[before];
  if (!arrival) throw new Error('nothing arrived');
  return arrival;
}

const noteOf = ({ headers }: Arrival) => [headers['webhook-deprecation'], headers['webhook-sunset']];
const NOTHING = [undefined, undefined];

test('a message of a deprecated event type says since when, and until when if there is a date, from the next message on', async () => {
  expect(noteOf(await deliver())).toEqual(NOTHING);
  await change({ deprecated: true });
  const since = new Date(clock.now()).toUTCString();
  expect(noteOf(await deliver())).toEqual([since, undefined]);
  await change({ sunsetAt: '2027-01-31T00:00:00Z' });
  expect(noteOf(await deliver())).toEqual([since, 'Sun, 31 Jan 2027 00:00:00 GMT']);
  await change({ deprecated: false });
  expect(noteOf(await deliver())).toEqual(NOTHING);
});

test('a date alone says nothing: the event type is not deprecated', async () => {
  await change({ sunsetAt: '2027-01-31T00:00:00Z' });
  expect(noteOf(await deliver())).toEqual(NOTHING);
});

test('nothing is said while announceDeprecation is off', async () => {
  expect((await server.call('GET', '/settings')).json.announceDeprecation).toBe(true);
  await change({ deprecated: true });
  await server.call('PATCH', '/settings', { announceDeprecation: false });
  expect(noteOf(await deliver())).toEqual(NOTHING);
  await server.call('PATCH', '/settings', { announceDeprecation: true });
  expect(noteOf(await deliver())).not.toEqual(NOTHING);
});

test('the signature is over what it was, and the headers are shown with the attempt', async () => {
  await change({ deprecated: true, sunsetAt: '2027-01-31T00:00:00Z' });
  const { headers, body } = await deliver();
  const { key } = (await server.call('GET', `${endpoint}/secret`)).json;
  const own = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const sentAt = new Date(Number(own['webhook-timestamp']) * 1000);
  const id = String(own['webhook-id']);
  expect(own['webhook-signature']).toBe(new Webhook(key).sign(id, sentAt, body.toString()));
  const attempts = `${app}/msg/${id}/attempt`;
  const listed = async () => (await server.call('GET', attempts)).json.data;
  const [attempt] = await until(listed, (found) => found.length > 0);
  const shown = (await server.call('GET', `${attempts}/${attempt.id}/headers`)).json.sentHeaders;
  expect(shown).toMatchObject({
    'webhook-deprecation': own['webhook-deprecation'],
    'webhook-sunset': own['webhook-sunset'],
  });
});

test('every event type that is deprecated in one change says so, and so do those of an import', async () => {
  const eventTypes = [{ name: eventType, description: '', deprecated: true }];
  await server.call('POST', '/environment/import', { eventTypes });
  expect(noteOf(await deliver())).toEqual([new Date(clock.now()).toUTCString(), undefined]);
  await server.call('POST', '/event-type-bulk', { eventTypes: [{ name: eventType, deprecated: false }] });
  expect(noteOf(await deliver())).toEqual(NOTHING);
});
