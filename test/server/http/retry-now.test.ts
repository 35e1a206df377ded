import { expect, onTestFinished, test } from 'vitest';
import { endedTask } from '../../support/ended-task';
import { type Arrival, startReceiver } from '../../support/receiver';
import { startTestServer } from '../../support/start-test-server';

/** An application whose one endpoint answered 503 to `count` messages, which wait an hour, and is repaired. */
async function outage(count: number, endpoint: object = {}) {
  const server = await startTestServer({ config: { retryScheduleS: [3600, 3600] } });
  onTestFinished(() => server.remove());
  let up = false;
  const receiver = await startReceiver(() => ({ status: up ? 200 : 503 }));
  onTestFinished(() => receiver.close());
  const app: string = await server.create('/app', { name: 'A' });
  const body = { url: receiver.baseUrl };
  const ep: string = await server.create(`/app/${app}/endpoint`, body);
  await Promise.all(
    Array.from({ length: count }, (_, n) =>
      server.call('POST', `/app/${app}/msg`, { eventType: n % 2 ? 'b.odd' : 'a.even', payload: { n } }),
    ),
  );
  await receiver.arrived(count);
  const path = `/app/${app}/endpoint/${ep}`;
  await expect
    .poll(async () => (await server.call('POST', `${path}/retry-now`, { dryRun: true })).json.messages)
    .toBe(count);
  await server.call('PATCH', path, endpoint);
  up = true;
  return { server, receiver, app, ep, path };
}

const numberIn = ({ body }: Arrival): number => JSON.parse(body.toString()).n;

test('320 messages that got a 503 arrive once each after one call, as second attempts, within the limit', async () => {
  const { server, receiver, app, path } = await outage(320, { throttleRate: 100 });
  const dry = await server.call('POST', `${path}/retry-now`, { dryRun: true });
  expect([dry.status, dry.json]).toMatchObject([
    200,
    { messages: 320, waiting: 0, rateLimit: 100, estimatedSeconds: 4, skipped: { alreadyWaiting: 0 } },
  ]);
  expect(receiver.arrivals).toHaveLength(320);
  const begun = await server.call('POST', `${path}/retry-now`, {});
  expect([begun.status, begun.json.task]).toEqual([202, 'endpoint.retry-now']);
  await receiver.arrived(640);
  const receipt = await endedTask(server, begun.json.id);
  expect(receipt.data).toMatchObject({ found: 320, queued: 320, stopped: false, error: null });
  const again = receiver.arrivals.slice(320);
  expect(again.map(numberIn).sort((a, b) => a - b)).toEqual(Array.from({ length: 320 }, (_, n) => n));
  // Arrivals of a busy machine bunch up, but do not come earlier; the sender's window is tested on a stopped clock.
  expect((again.at(-1)?.atMs ?? 0) - (again[0]?.atMs ?? 0)).toBeGreaterThan((320 / 100 - 1.1) * 1000);
  const [message] = (await server.call('GET', `/app/${app}/msg`)).json.data;
  await expect
    .poll(async () => (await server.call('GET', `/app/${app}/attempt/msg/${message.id}`)).json.data.length)
    .toBe(2);
  const none = await server.call('POST', `${path}/retry-now`, { dryRun: true });
  expect(none.json).toMatchObject({ messages: 0, oldest: null });
});

test('the filter that a page was opened with is kept in every scope', async () => {
  const { server, path } = await outage(6);
  const since = new Date(Date.now() - 3_600_000).toISOString();
  const count = async (kind: string, body: object) =>
    (await server.call('POST', `${path}/${kind}`, { since, dryRun: true, ...body })).json.messages;
  expect(await count('retry-now', { eventTypes: ['a.even'] })).toBe(3);
  expect(await count('retry-now', { eventTypes: ['none'] })).toBe(0);
  expect(await count('retry-now', { statusCodeClass: 500 })).toBe(6);
  expect(await count('retry-now', { statusCodeClass: 0 })).toBe(0);
  expect(await count('recover', { eventTypes: ['a.even'], statusCodeClass: 500 })).toBe(0);
  // An endpoint created afterwards was never sent any of them.
  const [, , app] = path.split('/');
  const late = await server.create(`/app/${app}/endpoint`, { url: 'http://127.0.0.1:9/' });
  const missing = async (body: object) =>
    (
      await server.call('POST', `/app/${app}/endpoint/${late}/replay-missing`, {
        since,
        dryRun: true,
        ...body,
      })
    ).json.messages;
  const [first, second] = (await server.call('GET', `/app/${app}/msg`)).json.data;
  expect(await missing({})).toBe(6);
  expect(await missing({ eventTypes: ['b.odd'] })).toBe(3);
  expect(await missing({ messageIds: [first.id, second.id] })).toBe(2);
  expect(await missing({ messageIds: [first.id], tag: 'no' })).toBe(0);
});

test('a message is retried everywhere or at one endpoint, by its customer too; nothing waits twice', async () => {
  const { server, receiver, app, ep } = await outage(2);
  const [message, other] = (await server.call('GET', `/app/${app}/msg`)).json.data;
  const { token } = (await server.call('POST', `/auth/app-portal-access/${app}`, {})).json;
  const path = `/app/${app}/msg/${message.id}/retry-now`;
  const dry = await server.call('POST', path, { dryRun: true }, { token });
  expect([dry.status, dry.json]).toEqual([
    200,
    { retried: 1, skipped: { alreadyDue: 0, endpointDisabled: 0, paused: 0 } },
  ]);
  const done = await server.call('POST', path, { endpointId: ep }, { token });
  expect([done.status, done.json.retried]).toEqual([202, 1]);
  await receiver.arrived(3);
  await expect
    .poll(async () => (await server.call('POST', path, {})).json)
    .toEqual({ retried: 0, skipped: { alreadyDue: 0, endpointDisabled: 0, paused: 0 } });
  expect(receiver.arrivals).toHaveLength(3);
  await server.call('PATCH', `/app/${app}/endpoint/${ep}`, { disabled: true });
  const held = await server.call('POST', `/app/${app}/msg/${other.id}/retry-now`, {});
  expect(held.json).toEqual({ retried: 0, skipped: { alreadyDue: 0, endpointDisabled: 1, paused: 0 } });
  const refused = await server.call('POST', `/app/${app}/endpoint/${ep}/retry-now`, {});
  expect([refused.status, refused.json.code]).toEqual([409, 'endpoint_disabled']);
  const readOnly = await server.portalToken(app, { readOnly: true });
  expect((await server.call('POST', path, {}, { token: readOnly })).status).toBe(403);
  expect((await server.call('POST', `/app/${app}/msg/msg_x/retry-now`, {})).status).toBe(404);
  expect((await server.call('POST', path, { endpointId: 'ep_x' })).status).toBe(404);
  expect((await server.call('POST', path, { endpointId: 5 })).status).toBe(422);
  const later = new Date(Date.now() + 60_000).toISOString();
  const bad = await server.call('POST', `/app/${app}/endpoint/${ep}/retry-now`, { since: later });
  expect([bad.status, bad.json.detail[0].loc]).toEqual([422, ['body', 'since']]);
});
