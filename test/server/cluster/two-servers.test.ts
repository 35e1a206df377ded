import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LiveEvent } from '../../../src-server/contract/live-event';
import { describePostgres } from '../../support/engines';
import { eventually } from '../../support/eventually';
import { createPostgres, type PostgresForTest } from '../../support/postgres-for-tests';
import { type Receiver, startReceiver } from '../../support/receiver';
import { startTestServer, type TestServer } from '../../support/start-test-server';

const ADMIN_TOKEN = 'the-admin-token-of-two-servers';
const SECRET_KEY = 'ab'.repeat(32);

test('without other nodes, there is nothing under /internal/v1', async () => {
  const server = await startTestServer();
  const response = await fetch(`${server.baseUrl}/internal/v1/fleet`, { method: 'POST', body: '{}' });
  const nowhere = await fetch(`${server.baseUrl}/nowhere/v1/fleet`, { method: 'POST', body: '{}' });
  expect(response.status).toBe(nowhere.status);
  expect(response.status).toBeGreaterThanOrEqual(404);
  await server.remove();
});

describePostgres('two servers on one database', () => {
  let database: PostgresForTest;
  let receiver: Receiver;
  let a: TestServer;
  let b: TestServer;

  beforeAll(async () => {
    database = await createPostgres();
    receiver = await startReceiver();
    const config = {
      database: database.url,
      adminToken: ADMIN_TOKEN,
      secretKey: SECRET_KEY,
    };
    a = await startTestServer({ config });
    b = await startTestServer({ config });
    const db = await database.open();
    await eventually(async () => {
      const owners = await db.get<{ count: number }>('SELECT count(DISTINCT owner) AS count FROM slot', []);
      expect(owners?.count).toBe(2);
    });
    await db.close();
  });
  afterAll(async () => {
    await a?.remove();
    await b?.remove();
    await receiver?.close();
    await database?.remove();
  });

  /** Endpoints of a new application, made through one server; by their ids, either may send to each. */
  async function endpoints(server: TestServer, count: number, settings: object = {}) {
    const app = await server.call('POST', '/app', { name: 'Two servers' });
    const made: { id: string; appId: string }[] = [];
    for (let n = 0; n < count; n++) {
      const url = `${receiver.baseUrl}/${n}`;
      const content = { url, uid: `uid-${n}`, ...settings };
      const response = await server.call('POST', `/app/${app.json.id}/endpoint`, content);
      made.push({ id: response.json.id, appId: app.json.id });
    }
    return made;
  }

  test('whichever accepts a message, whoever sends to the endpoint does so at once, and both show it', async () => {
    const reading = new AbortController();
    const seen: LiveEvent[][] = [];
    for (const server of [a, b]) seen.push(follow(server, reading.signal));
    await eventually(() => expect(seen.every((events) => events.length > 0)).toBe(true));
    const before = receiver.arrivals.length;
    for (const server of [a, b]) {
      const [endpoint] = await endpoints(server, 6);
      await server.call('POST', `/app/${endpoint?.appId}/msg`, { eventType: 'x.a', payload: {} });
    }
    await eventually(() => expect(receiver.arrivals.length - before).toBe(12));
    for (const events of seen) {
      await eventually(() => {
        const ids = events.flatMap((event) =>
          event.kind === 'attempts' ? event.attempts.map(({ id }) => id) : [],
        );
        expect(new Set(ids).size).toBe(12);
      });
    }
    reading.abort();
  });

  test('each server answers for all endpoints', async () => {
    const made = await endpoints(a, 4);
    for (const [n, { appId, id }] of made.entries()) {
      for (const server of [a, b]) {
        const paths = [`${id}/pace`, `uid-${n}/pace`, `${id}/rate-limit-status`, `${id}/history?step=1`];
        for (const path of paths) {
          const response = await server.call('GET', `/app/${appId}/endpoint/${path}`);
          expect([path, response.status]).toEqual([path, 200]);
        }
      }
    }
    const [endpoint] = made;
    const message = await a.call('POST', `/app/${endpoint?.appId}/msg`, { eventType: 'x.c', payload: {} });
    for (const server of [a, b]) {
      await eventually(async () => {
        const why = await server.call('GET', `/app/${endpoint?.appId}/msg/${message.json.id}/why`);
        expect(why.json.data.map(({ state }: { state: string }) => state)).toEqual(
          Array.from({ length: 4 }, () => 'delivered'),
        );
      });
      const state = await server.call('GET', '/delivery-state');
      expect(state.status).toBe(200);
      const counted: Record<string, number> = state.json.counts;
      expect(Object.values(counted).reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(4);
    }
  });

  test('what waits is canceled through either server', async () => {
    // From the start: of a change, the other server learns a moment later.
    const made = await endpoints(a, 4, { paused: true });
    const { appId } = made[0] ?? { appId: '' };
    await a.call('POST', `/app/${appId}/msg`, { eventType: 'x.d', payload: {} });
    const createdBefore = new Date(Date.now() + 60_000).toISOString();
    for (const [n, { id }] of made.entries()) {
      const path = `/app/${appId}/endpoint/${id}/cancel-msgs`;
      const [server, other] = n % 2 === 0 ? [a, b] : [b, a];
      expect((await server.call('POST', path, { createdBefore })).status).toBe(204);
      const left = await other.call('POST', path, { createdBefore, dryRun: true });
      expect(left.json).toEqual({ count: 0 });
    }
  });

  test('what holds an ordered endpoint is skipped through either server', async () => {
    const made = await endpoints(a, 4, { ordered: true, paused: true });
    const { appId } = made[0] ?? { appId: '' };
    const path = `/app/${appId}/msg`;
    const first = (await a.call('POST', path, { eventType: 'x.s', payload: {} })).json.id;
    const second = (await b.call('POST', path, { eventType: 'x.s', payload: {} })).json.id;
    for (const { id } of made) {
      for (const server of [a, b]) {
        const skip = async (messageId: string) =>
          (await server.call('POST', `/app/${appId}/endpoint/${id}/skip`, { messageId })).status;
        if (server === a) expect(await skip(second)).toBe(409);
        // Whoever has just become the sender of its endpoint says 503 at first.
        await eventually(async () => expect(await skip(server === a ? first : second)).toBe(204));
      }
    }
    const why = await b.call('GET', `${path}/${first}/why`);
    expect(why.json.data.map(({ state }: { state: string }) => state)).toEqual(
      Array.from({ length: 4 }, () => 'failed'),
    );
  });

  test('whichever accepts a message, its trace goes on from whoever sends it, and both find it', async () => {
    const [endpoint] = await endpoints(a, 6);
    const path = `/app/${endpoint?.appId}/msg`;
    for (const [n, server] of [a, b].entries()) {
      const traceId = `4bf92f3577b34da6a3ce929d0e0e473${n}`;
      const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01`, tracestate: 'a=1' };
      const { id } = (await server.call('POST', path, { eventType: 'x.t', payload: {} }, { headers })).json;
      const arrivals = () => receiver.arrivals.filter((arrival) => arrival.headers['webhook-id'] === id);
      await eventually(() => expect(arrivals()).toHaveLength(6));
      const parents = arrivals().map((arrival) => String(arrival.headers.traceparent));
      expect(new Set(parents).size).toBe(6);
      expect(parents.filter((parent) => !parent.startsWith(`00-${traceId}-`))).toEqual([]);
      expect(arrivals().filter((arrival) => arrival.headers.tracestate !== 'a=1')).toEqual([]);
      for (const reader of [a, b]) {
        expect((await reader.call('GET', `${path}/${id}`)).json.traceId).toBe(traceId);
        const { data } = (await reader.call('GET', `/fleet/message?q=${traceId}`)).json;
        expect(data.map((found: { id: string }) => found.id)).toEqual([id]);
      }
    }
  });

  test('a release planned at either of them is done once, and messages at both say what is deprecated', async () => {
    const eventType = 'x.released';
    await a.call('POST', '/event-type', { name: eventType, featureFlags: ['beta'], deprecated: true });
    for (const [n, server] of [a, b].entries()) {
      await a.call('PATCH', `/event-type/${eventType}`, { featureFlags: ['beta'] });
      const at = new Date(Date.now() + 500).toISOString();
      const { id } = (await server.call('POST', '/flag-releases', { flag: 'beta', at })).json;
      for (const reader of [a, b])
        await eventually(async () =>
          expect((await reader.call('GET', `/flag-releases/${id}`)).json.state).toBe('done'),
        );
      const { data } = (await b.call('GET', `/event-type/${eventType}/history`)).json;
      expect(data.filter(({ source }: { source: string | null }) => source === id)).toHaveLength(1);
      expect(data).toHaveLength(2 * n + 2);
    }
    const [endpoint] = await endpoints(b, 6);
    for (const server of [a, b]) {
      const before = receiver.arrivals.length;
      await server.call('POST', `/app/${endpoint?.appId}/msg`, { eventType, payload: {} });
      await eventually(() => expect(receiver.arrivals.length - before).toBe(6));
      for (const { headers } of receiver.arrivals.slice(before))
        expect(headers['webhook-deprecation']).toMatch(/GMT$/);
    }
  });
});

/** Reads the live stream of a server until `signal` aborts. */
function follow(server: TestServer, signal: AbortSignal): LiveEvent[] {
  const events: LiveEvent[] = [];
  const read = async () => {
    const headers = { authorization: `Bearer ${server.adminToken}` };
    const response = await fetch(`${server.baseUrl}/api/v1/live`, { headers, signal });
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const lines = (text + chunk).split('\n\n');
      text = lines.pop() ?? '';
      for (const line of lines) if (line.startsWith('data: ')) events.push(JSON.parse(line.slice(6)));
    }
  };
  read().catch(() => undefined);
  return events;
}
