import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { beforeEach, expect, test } from 'vitest';
import type { LiveEvent } from '../../../src-server/contract/live-event';
import {
  applicationHistoryOutSchema,
  deliveryStateOutSchema,
  endpointHistoryOutSchema,
  type TrafficBucket,
} from '../../../src-server/contract/traffic';
import { noEndpoints } from '../../../src-server/live/merge-delivery-states';
import { startReceiver } from '../../support/receiver';
import { startTestServer } from '../../support/start-test-server';
import { startedForEach } from '../../support/started';

const receiver = startedForEach(() =>
  startReceiver(({ body }) => ({ status: body.includes('bad') ? 500 : 200 })),
);
const server = startedForEach(startTestServer);
let app: string;
let endpoint: string;

// Each counts all that was sent to a server, so each has its own.
beforeEach(async () => {
  app = await server.create('/app', { name: 'A' });
  endpoint = await server.create(`/app/${app}/endpoint`, { url: receiver.baseUrl });
});

const ajv = new Ajv({ strict: true, allowUnionTypes: true });
addFormats(ajv);
const fits = (schema: object, value: unknown) => [ajv.validate(schema, value), ajv.errorsText()];
const send = (payload: object = {}) => server.call('POST', `/app/${app}/msg`, { eventType: 'a.b', payload });
/** Waits until this many attempts at an endpoint are recorded. */
async function recorded(count: number, id = endpoint): Promise<void> {
  const path = `/app/${app}/attempt/endpoint/${id}/count`;
  while ((await server.call('GET', path)).json.count < count);
}
const sumOf = (buckets: readonly TrafficBucket[], column: 'arrivals' | 'sends' | 'succeeded' | 'failed') =>
  buckets.reduce((sum, bucket) => sum + bucket[column], 0);

const eventsOf = ({ arrivals, sends, succeeded, failed }: TrafficBucket) =>
  arrivals + sends + succeeded + failed;

/** Reads the stream until `enough` returns true, and closes it. */
async function follow(query: string, enough: (event: LiveEvent) => boolean): Promise<LiveEvent[]> {
  const gone = new AbortController();
  const response = await fetch(`${server.baseUrl}/api/v1/live${query}`, {
    headers: { authorization: `Bearer ${server.adminToken}` },
    signal: gone.signal,
  });
  const events: LiveEvent[] = [];
  let text = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = (text + chunk).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks.filter((block) => block.startsWith('data: '))) {
      events.push(JSON.parse(block.slice(6)));
      const newest = events.at(-1);
      if (newest && enough(newest)) {
        gone.abort();
        return events;
      }
    }
  }
  return events;
}

test('a stream that names endpoints hears what they do, second by second', async () => {
  const finals = new Map<number, TrafficBucket>();
  let sent = false;
  const events = await follow(`?endpoints=${endpoint},ep_none`, (event) => {
    if (event.kind !== 'buckets') return false;
    if (!sent) for (let n = 0; n < 5; n++) void send(n === 0 ? { bad: true } : {});
    sent = true;
    for (const { buckets } of event.endpoints) for (const bucket of buckets) finals.set(bucket.at, bucket);
    return sumOf([...finals.values()], 'succeeded') + sumOf([...finals.values()], 'failed') === 5;
  });
  const first = events.find((event) => event.kind === 'buckets');
  expect(first).toMatchObject({
    endpoints: [{ endpointId: endpoint, appId: app, state: 'idle', buckets: [] }],
  });
  const buckets = [...finals.values()];
  expect([sumOf(buckets, 'arrivals'), sumOf(buckets, 'sends')]).toEqual([5, 5]);
  expect([sumOf(buckets, 'succeeded'), sumOf(buckets, 'failed')]).toEqual([4, 1]);
  expect(buckets.at(-1)?.queue).toBe(0);
  const last = events.at(-1);
  expect(last?.kind === 'buckets' && last.endpoints[0]?.state).toBe('active');
});

test('a stream that names none hears of attempts only', async () => {
  await send();
  const events = await follow('', (event) => event.kind === 'attempts' && event.attempts.length > 0);
  expect(events.some(({ kind }) => kind === 'buckets')).toBe(false);
});

test('one stream may name a hundred endpoints, not more', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => `ep_${n}`).join(',');
  const { status, json } = await server.call('GET', `/live?endpoints=${many(101)}`);
  expect([status, json.detail[0].loc]).toEqual([422, ['query', 'endpoints']]);
  const events = await follow(`?endpoints=${many(100)}`, ({ kind }) => kind === 'attempts');
  expect(events).toHaveLength(1);
});

test('the history has seconds from memory, and minutes that outlive the service', async () => {
  const path = `/app/${app}/endpoint/${endpoint}/history`;
  await send();
  await send({ bad: true });
  // A second is in it once it is over, and each of the two may have been sent in another.
  const read = async () => (await server.call('GET', `${path}?step=1`)).json;
  let seconds = await read();
  while (sumOf(seconds.data, 'succeeded') + sumOf(seconds.data, 'failed') < 2) seconds = await read();
  expect(fits(endpointHistoryOutSchema, seconds)).toEqual([true, 'No errors']);
  expect([seconds.endpointId, seconds.step, sumOf(seconds.data, 'sends')]).toEqual([endpoint, 1, 2]);
  // One without an event is absent. A slow response may be the only event of its second.
  expect(seconds.data.every((second: TrafficBucket) => eventsOf(second) > 0)).toBe(true);
  const beforeThat = new Date(Date.parse(seconds.recordedSince) - 1000).toISOString();
  expect((await server.call('GET', `${path}?until=${beforeThat}`)).json.data).toEqual([]);

  await server.restart();
  const minutes = (await server.call('GET', `${path}?step=60`)).json;
  expect(fits(endpointHistoryOutSchema, minutes)).toEqual([true, 'No errors']);
  expect([sumOf(minutes.data, 'arrivals'), sumOf(minutes.data, 'failed')]).toEqual([2, 1]);
  expect(minutes.data.every(({ at }: TrafficBucket) => at % 60 === 0)).toBe(true);
  expect((await server.call('GET', `${path}?step=1`)).json.data).toEqual([]);
});

test('the history of an application is the sum of its endpoints, deleted ones too, and of no other', async () => {
  const path = `/app/${app}/endpoint`;
  const second = await server.create(path, { url: receiver.baseUrl });
  await send();
  await send({ bad: true });
  for (const id of [endpoint, second]) await recorded(2, id);
  const foreign = await server.create('/app', { name: 'B' });
  await server.restart();
  await server.call('DELETE', `${path}/${second}`);
  const { json } = await server.call('GET', `/app/${app}/history`);
  expect(fits(applicationHistoryOutSchema, json)).toEqual([true, 'No errors']);
  expect([sumOf(json.data, 'arrivals'), sumOf(json.data, 'succeeded'), sumOf(json.data, 'failed')]).toEqual([
    4, 2, 2,
  ]);
  expect((await server.call('GET', `/app/${foreign}/history`)).json.data).toEqual([]);
  const ended = await server.call('GET', `/app/${app}/history?until=2020-01-01T00:00:00Z`);
  expect(ended.json.data).toEqual([]);
  const backwards = 'since=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z';
  expect((await server.call('GET', `/app/${app}/history?${backwards}`)).status).toBe(400);
});

test('a range that cannot be is refused', async () => {
  const path = `/app/${app}/endpoint/${endpoint}/history`;
  const status = async (query: string) => (await server.call('GET', `${path}?${query}`)).status;
  expect(await status('since=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z')).toBe(400);
  expect(await status('step=5')).toBe(422);
  expect(await status('since=yesterday')).toBe(422);
});

test('the delivery state says what state every endpoint is in, and what waits for a disabled one', async () => {
  await send();
  await recorded(1);
  const held = await server.create(`/app/${app}/endpoint`, { url: receiver.baseUrl, disabled: true });
  await send();
  const { json } = await server.call('GET', '/delivery-state');
  expect(fits(deliveryStateOutSchema, json)).toEqual([true, 'No errors']);
  expect(json.counts).toEqual({ ...noEndpoints(), active: 1, disabled: 1 });
  expect(json.endpoints).toMatchObject([
    { endpointId: endpoint, appId: app, state: 'active', rateLimit: null },
    { endpointId: held, state: 'disabled', reason: 'disabled; 1 waits', queue: 1 },
  ]);
  await recorded(2);
  await server.restart();
  const after = (await server.call('GET', '/delivery-state')).json;
  expect(after.endpoints).toMatchObject([
    { endpointId: endpoint, state: 'active', queue: 0 },
    { endpointId: held, state: 'disabled', queue: 1 },
  ]);
  await server.call('DELETE', `/app/${app}/endpoint/${held}`);
  expect((await server.call('GET', '/delivery-state')).json.endpoints).toMatchObject([
    { endpointId: endpoint },
  ]);
});

test('the current minute counts as far as it went, at an endpoint, an application and in the overview', async () => {
  const history = (path: string) => server.call('GET', `/app/${app}${path}?step=60`);
  const read = async () => (await history(`/endpoint/${endpoint}/history`)).json;
  await send({ bad: true });
  let after = await read();
  while (sumOf(after.data, 'failed') === 0) after = await read();
  expect(sumOf(after.data, 'failed')).toBe(1);
  expect(Date.parse(after.runningSince)).toBeLessThanOrEqual(Date.now());
  const allOfIt = (await server.call('GET', `/app/${app}/history`)).json;
  expect(sumOf(allOfIt.data, 'failed')).toBe(1);
  const [overview] = (await server.call('GET', '/fleet/app')).json.data;
  expect(overview.failed.at(-1)).toBe(1);
});

test('an attempt that fails before its first byte is an attempt: none fail that were not sent', async () => {
  const lost = await server.create(`/app/${app}/endpoint`, { url: 'http://127.0.0.1:1/' });
  await send();
  const read = async () =>
    (await server.call('GET', `/app/${app}/endpoint/${lost}/history?step=60`)).json.data;
  let minutes = await read();
  while (sumOf(minutes, 'failed') === 0) minutes = await read();
  expect([sumOf(minutes, 'sends'), sumOf(minutes, 'failed')]).toEqual([1, 1]);
});
