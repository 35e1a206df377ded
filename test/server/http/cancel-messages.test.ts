import { describe, expect, test } from 'vitest';
import { rig, sendNumbered, receiver as startScripted } from '../../support/delivery-rig';
import { startReceiver } from '../../support/receiver';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const receiver = startedOnce(startReceiver);
const server = startedOnce(startTestServer);

/** A moment after everything accepted so far, and before everything that follows. */
async function now(): Promise<string> {
  const at = Date.now() + 8; // ids tell time to 4 ms
  await expect.poll(() => Date.now(), { interval: 5 }).toBeGreaterThan(at + 8);
  return new Date(at).toISOString();
}

describe('canceling the waiting deliveries of an endpoint', () => {
  test('counts first, cancels deliveries accepted before, reports that, and leaves the rest', async () => {
    const app: string = await server.create('/app', { name: 'A' });
    const path = `/app/${app}/endpoint`;
    const made = await server.call('POST', path, { url: receiver.baseUrl, disabled: false });
    const ep: string = made.json.id;
    await server.call('PATCH', `${path}/${ep}`, { paused: true });
    const other = await server.call('POST', path, { url: receiver.baseUrl });
    await server.call('PATCH', `${path}/${other.json.id}`, { paused: true });
    const send = () => server.create(`/app/${app}/msg`, { eventType: 'a', payload: {} });
    const old = [await send(), await send(), await send()];
    const createdBefore = await now();
    const young = await send();
    const stats = async (id: string) => (await server.call('GET', `${path}/${id}/stats`)).json;
    const queueOf = async (id: string) =>
      (await server.call('GET', '/delivery-state')).json.endpoints.find(
        (endpoint: { endpointId: string }) => endpoint.endpointId === id,
      )?.queue;
    const cancel = (body: object, token?: string) =>
      server.call('POST', `${path}/${ep}/cancel-msgs`, body, token ? { token } : {});

    expect((await cancel({ createdBefore, dryRun: true })).json).toEqual({ count: 3 });
    expect((await stats(ep)).pending).toBe(4);
    const portal = (body: object) => server.portalToken(app, body);
    expect((await cancel({ createdBefore }, await portal({ readOnly: true }))).status).toBe(403);
    expect((await cancel({})).status).toBe(422);
    const done = await cancel({ createdBefore }, await portal({}));
    expect([done.status, done.text]).toEqual([204, '']);
    expect(await stats(ep)).toMatchObject({ pending: 1, canceled: 3, success: 0, fail: 0 });
    expect(await stats(other.json.id)).toMatchObject({ pending: 4, canceled: 0 });
    expect([await queueOf(ep), await queueOf(other.json.id)]).toEqual([1, 4]);
    const why = await server.call('GET', `/app/${app}/msg/${old[0]}/endpoint/${ep}/why`);
    expect(why.json).toMatchObject({
      state: 'canceled',
      sentence: expect.stringMatching(
        /^canceled on .*: the waiting deliveries of the endpoint were canceled$/,
      ),
    });
    const listed = async (query: string) =>
      (await server.call('GET', `/app/${app}/msg/${old[0]}/endpoint${query}`)).json.data
        .filter(({ id }: { id: string }) => id === ep)
        .map(({ status, statusText }: { status: number; statusText: string }) => [status, statusText]);
    expect(await listed('?expanded_statuses=true')).toEqual([[4, 'canceled']]);
    expect(await listed('')).toEqual([[0, 'success']]);
    await server.call('PATCH', `${path}/${ep}`, { paused: false });
    await expect.poll(() => stats(ep), { timeout: 15_000 }).toMatchObject({ success: 1, pending: 0 });
    expect(receiver.arrivals.map(({ headers }) => headers['webhook-id'])).toEqual([young]);
    // A canceled delivery can be resent.
    const since = new Date(Date.now() - 60_000).toISOString();
    const dry = await server.call('POST', `${path}/${ep}/recover`, { since, dryRun: true });
    expect(dry.json.messages).toBe(3);
    expect((await cancel({ createdBefore })).status).toBe(204);
  });
});

test('deliveries in flight are neither counted nor canceled, and their outcome is recorded', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const engine = await rig();
  const target = await startScripted(() => ({ after: held, status: 200 }));
  const endpoint = await engine.addEndpoint(target.baseUrl, { rateLimit: 1 });
  await sendNumbered(engine, 5);
  await target.arrived(1);
  const { cancellation } = engine.delivery;
  const before = Date.now() + 8;
  expect(await cancellation.count(endpoint.id, before)).toBe(4);
  expect(await cancellation.cancel(endpoint.id, before)).toBe(4);
  release();
  await engine.recorded(1);
  expect(await engine.rows('SELECT state, attempt_count FROM delivery ORDER BY id')).toEqual([
    { state: 'delivered', attempt_count: 1 },
    ...Array.from({ length: 4 }, () => ({ state: 'canceled', attempt_count: 0 })),
  ]);
  // The queue continues with later messages.
  await engine.changeEndpoint(endpoint.id, { rateLimit: 1000 });
  await engine.send('{"n":9}');
  await engine.recorded(2);
  expect(target.arrivals).toHaveLength(2);
});

test('a backlog larger than a window and a write is canceled completely, including retries, while messages arrive', async () => {
  const engine = await rig();
  const target = await startScripted();
  const endpoint = await engine.addEndpoint(target.baseUrl, { paused: true });
  await sendNumbered(engine, 1300);
  await engine.db.write((tx) =>
    tx.run('UPDATE delivery SET due_at = due_at + 3600000, attempt_count = 1 WHERE id % 3 = 0'),
  );
  const before = Date.now() + 8;
  await expect.poll(() => Date.now(), { interval: 5 }).toBeGreaterThan(before + 8);
  const [canceled] = await Promise.all([
    engine.delivery.cancellation.cancel(endpoint.id, before),
    sendNumbered(engine, 100, 2000),
  ]);
  expect(canceled).toBe(1300);
  await engine.changeEndpoint(endpoint.id, { paused: false });
  await engine.recorded(100);
  expect(
    await engine.rows('SELECT state, count(*) AS n FROM delivery GROUP BY state ORDER BY state'),
  ).toEqual([
    { state: 'canceled', n: 1300 },
    { state: 'delivered', n: 100 },
  ]);
  expect(target.arrivals).toHaveLength(100);
});

test('if the cancellation cannot be written, nothing is canceled, and everything is sent', async () => {
  let broken = true;
  const engine = await rig({
    deliveries: (store) => ({
      ...store,
      cancel: (...args) => (broken ? Promise.reject(new Error('full')) : store.cancel(...args)),
    }),
  });
  const target = await startScripted();
  const endpoint = await engine.addEndpoint(target.baseUrl, { paused: true });
  await sendNumbered(engine, 20);
  const { cancellation } = engine.delivery;
  await expect(cancellation.cancel(endpoint.id, Date.now() + 8)).rejects.toThrow('full');
  broken = false;
  await engine.changeEndpoint(endpoint.id, { paused: false });
  await engine.recorded(20);
  expect(target.arrivals).toHaveLength(20);
});
