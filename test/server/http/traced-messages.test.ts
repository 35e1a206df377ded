import { beforeAll, expect, test } from 'vitest';
import { type Arrival, type ReceiverResponse, startReceiver } from '../../support/receiver';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';
import { until } from '../../support/until';

const response: { next: ReceiverResponse } = { next: { status: 200 } };
const receiver = startedOnce(() => startReceiver(() => response.next));
const server = startedOnce(() => startTestServer({ config: { retryScheduleS: [60] } }));
let app: string;
let endpoint: string;
let traces = 0;

beforeAll(async () => {
  app = `/app/${await server.create('/app', { name: 'A' })}`;
  endpoint = `${app}/endpoint/${await server.create(`${app}/endpoint`, { url: receiver.baseUrl })}`;
});

const SPAN = '00f067aa0ba902b7';
const newTraceId = () => (++traces).toString(16).padStart(32, 'a');
const parentOf = (traceId: string, flags = '01') => `00-${traceId}-${SPAN}-${flags}`;
const STATE = 'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE';

const send = (headers: Readonly<Record<string, string>>, body: object = {}) =>
  server.call('POST', `${app}/msg`, { eventType: 'a', payload: { n: 1 }, ...body }, { headers });
const arrivalOf = (id: string): Promise<Arrival | undefined> => arrivalsOf(id, 1).then(([first]) => first);
const arrivalsOf = (id: string, count: number) =>
  until(
    () => receiver.arrivals.filter(({ headers }) => headers['webhook-id'] === id),
    (found) => found.length >= count,
  );
const traceOf = (arrival: Arrival | undefined) => [arrival?.headers.traceparent, arrival?.headers.tracestate];
const NOTHING = [undefined, undefined];
const search = async (query: Readonly<Record<string, string>>) =>
  (await server.call('GET', `/fleet/message?${new URLSearchParams(query)}`)).json;
const idsOf = ({ data }: { data: readonly { id: string }[] }) => data.map(({ id }) => id);

/** The span id of a request that carries the trace on. */
function spanOf(arrival: Arrival | undefined, traceId: string, flags = '01'): string {
  const found = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(String(arrival?.headers.traceparent));
  expect(found?.[1]).toBe(traceId);
  expect(found?.[3]).toBe(flags);
  return found?.[2] ?? '';
}

test('each attempt carries the trace of its message on under a span id of its own, also after a restart', async () => {
  const traceId = newTraceId();
  response.next = { status: 503 };
  const { status, json } = await send({ traceparent: parentOf(traceId), tracestate: STATE });
  expect([status, json.traceId]).toEqual([202, traceId]);
  await arrivalOf(json.id);
  response.next = { status: 200 };
  await until(
    async () => (await server.call('GET', `${app}/attempt/msg/${json.id}`)).json.data,
    (attempts) => attempts.length === 1,
  );
  await server.restart();
  await server.call('POST', `${app}/msg/${json.id}/retry-now`, {});
  const arrivals = await arrivalsOf(json.id, 2);
  const spans = arrivals.map((arrival) => spanOf(arrival, traceId));
  expect(new Set([SPAN, ...spans]).size).toBe(3);
  expect(arrivals.map(({ headers }) => headers.tracestate)).toEqual([STATE, STATE]);
  expect((await server.call('GET', `${app}/msg/${json.id}`)).json.traceId).toBe(traceId);
});

test('the request of an attempt is shown with its span id', async () => {
  const traceId = newTraceId();
  const { json } = await send({ traceparent: parentOf(traceId, '00'), tracestate: STATE });
  const arrival = await arrivalOf(json.id);
  spanOf(arrival, traceId, '00');
  const attempts = `${app}/msg/${json.id}/attempt`;
  const [attempt] = await until(
    async () => (await server.call('GET', attempts)).json.data,
    (found) => found.length > 0,
  );
  const { sentHeaders } = (await server.call('GET', `${attempts}/${attempt.id}/headers`)).json;
  expect([sentHeaders.traceparent, sentHeaders.tracestate]).toEqual(traceOf(arrival));
});

test('a message that is sent again carries its trace on, with a new span id', async () => {
  const traceId = newTraceId();
  const { json } = await send({ traceparent: parentOf(traceId) });
  await arrivalOf(json.id);
  const [path, id] = endpoint.split('/endpoint/');
  await server.call('POST', `${path}/msg/${json.id}/endpoint/${id}/resend`);
  const [first, again] = await arrivalsOf(json.id, 2);
  expect(spanOf(again, traceId)).not.toBe(spanOf(first, traceId));
});

test('without a traceparent, and with one that is not valid, a message is accepted as usual and belongs to no trace', async () => {
  const invalid = { traceparent: parentOf(newTraceId(), '0g'), tracestate: STATE };
  for (const headers of [{}, { tracestate: STATE }, invalid]) {
    const { status, json } = await send(headers);
    expect([status, json.traceId]).toEqual([202, null]);
    expect(traceOf(await arrivalOf(json.id))).toEqual(NOTHING);
    expect((await server.call('GET', `${app}/msg/${json.id}`)).json.traceId).toBeNull();
  }
});

test('while passTraceContext is off, no trace is kept, and none that was kept is sent', async () => {
  expect((await server.call('GET', '/settings')).json.passTraceContext).toBe(true);
  const traceId = newTraceId();
  const before = (await send({ traceparent: parentOf(traceId) })).json;
  await arrivalOf(before.id);
  await server.call('PATCH', '/settings', { passTraceContext: false });
  const { json } = await send({ traceparent: parentOf(traceId) });
  expect(json.traceId).toBeNull();
  expect(traceOf(await arrivalOf(json.id))).toEqual(NOTHING);
  const [path, id] = endpoint.split('/endpoint/');
  await server.call('POST', `${path}/msg/${before.id}/endpoint/${id}/resend`);
  expect(traceOf((await arrivalsOf(before.id, 2))[1])).toEqual(NOTHING);
  await server.call('PATCH', '/settings', { passTraceContext: true });
  const after = (await send({ traceparent: parentOf(traceId) })).json;
  expect(after.traceId).toBe(traceId);
  expect(idsOf(await search({ q: traceId }))).toEqual([after.id, before.id]);
});

test('an endpoint that sets one of the headers itself sends its own', async () => {
  const own = { 'X-Tenant': 'Traceparent', TraceState: 'own=1' };
  await server.call('PATCH', `${endpoint}/headers`, { headers: { TraceState: own.TraceState } });
  const { json } = await send({ traceparent: parentOf(newTraceId()), tracestate: STATE });
  expect(traceOf(await arrivalOf(json.id))).toEqual([undefined, 'own=1']);
  await server.call('PUT', `${endpoint}/headers`, { headers: { 'X-Tenant': own['X-Tenant'] } });
  const traceId = newTraceId();
  const next = (await send({ traceparent: parentOf(traceId) })).json;
  spanOf(await arrivalOf(next.id), traceId);
  await server.call('PUT', `${endpoint}/headers`, { headers: {} });
});

test('a request that says that its event type is deprecated carries the trace on too', async () => {
  await server.call('POST', '/event-type', { name: 'old', deprecated: true });
  const traceId = newTraceId();
  const { json } = await send({ traceparent: parentOf(traceId) }, { eventType: 'old' });
  const arrival = await arrivalOf(json.id);
  spanOf(arrival, traceId);
  expect(arrival?.headers['webhook-deprecation']).toMatch(/GMT$/);
});

test('the example of an endpoint joins the trace of the request that wants it', async () => {
  const traceId = newTraceId();
  const headers = { traceparent: parentOf(traceId) };
  const body = { eventType: 'svix.ping' };
  const { json } = await server.call('POST', `${endpoint}/send-example`, body, { headers });
  expect(json.traceId).toBe(traceId);
  spanOf(await arrivalOf(json.id), traceId);
});

test('a search for a trace id, or for a traceparent, finds the messages of the trace and no others, in each application', async () => {
  const [traceId, otherId] = [newTraceId(), newTraceId()];
  const other = await server.create('/app', { name: 'B' });
  const inA = (await send({ traceparent: parentOf(traceId) })).json.id;
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-00` };
  const body = { eventType: 'b', payload: {} };
  const inB = (await server.call('POST', `/app/${other}/msg`, body, { headers })).json.id;
  await send({ traceparent: parentOf(otherId) });
  for (const q of [traceId, traceId.toUpperCase(), parentOf(traceId), `00-${traceId}-0123456789abcdef-01`]) {
    expect(idsOf(await search({ q }))).toEqual([inB, inA]);
    expect(idsOf(await search({ q, by_id: 'true' }))).toEqual([inB, inA]);
  }
  expect(idsOf(await search({ q: traceId, app_id: other }))).toEqual([inB]);
  expect(idsOf(await search({ q: traceId, event_type: 'a' }))).toEqual([inA]);
  expect(idsOf(await search({ q: traceId, state: 'no-endpoint' }))).toEqual([inB]);
  const first = await search({ q: traceId, limit: '1' });
  expect([idsOf(first), first.done]).toEqual([[inB], false]);
  const next = await search({ q: traceId, limit: '1', iterator: first.iterator });
  expect([idsOf(next), next.done]).toEqual([[inA], true]);
});

test('what looks like a trace id and is none is searched as a word, and an event id that does is found as that', async () => {
  const word = newTraceId();
  expect(idsOf(await search({ q: word }))).toEqual([]);
  const tagged = (await send({}, { tags: [word] })).json.id;
  expect(idsOf(await search({ q: word }))).toEqual([tagged]);
  const named = (await send({}, { eventId: word })).json.id;
  expect(idsOf(await search({ q: word }))).toEqual([named]);
});

test('a repeat with the same idempotency key gets the first response, in the trace of the first request', async () => {
  const [first, second] = [newTraceId(), newTraceId()];
  const keyed = (traceId: string) => send({ 'idempotency-key': first, traceparent: parentOf(traceId) });
  const { json } = await keyed(first);
  expect((await keyed(second)).json).toEqual(json);
  expect(json.traceId).toBe(first);
});
