import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../src-server/base/clock';
import { createIds } from '../../../src-server/base/id';
import { testOnFile } from '../../support/engines';
import { startTestServer } from '../../support/start-test-server';
import { startedForEach } from '../../support/started';

const DAY_MS = 86_400_000;
let aheadMs = 0;
const clock = { ...systemClock, now: () => systemClock.now() + aheadMs };
const server = startedForEach(() => startTestServer({ parts: { clock } }));
afterEach(() => {
  aheadMs = 0;
});
beforeEach(async () => {
  await server.create('/app', { name: 'A', uid: 'a' });
});

interface Message {
  readonly id: string;
  readonly payload: { readonly n: number };
  readonly offset: number;
}
interface Page {
  readonly data: readonly Message[];
  readonly iterator: string;
  readonly done: boolean;
}

const poller = (body: object = {}) => server.create('/app/a/polling-endpoint', body);
const send = async (n: number, body: object = {}): Promise<string> =>
  server.create('/app/a/msg', { eventType: 'user.created', payload: { n }, ...body });
const tokenOf = async (id: string): Promise<string> =>
  (await server.call('GET', `/auth/app/a/poller/${id}/token`)).json.token;
const get = (path: string, token?: string) =>
  server.call('GET', path, undefined, token === undefined ? {} : { token });
const numbers = ({ data }: Pick<Page, 'data'>) => data.map(({ payload }) => payload.n);

/** Polls until this many messages have come: where nodes share a database, each comes a moment later. */
async function pollAll(path: string, count: number): Promise<Page> {
  const data: Message[] = [];
  for (let last: Page | null = null; ; ) {
    const query = `${path.includes('?') ? '&' : '?'}wait=5${last ? `&iterator=${last.iterator}` : ''}`;
    const page: Page = (await get(path + query)).json;
    data.push(...page.data);
    last = page;
    if (data.length >= count) return { ...page, data };
  }
}
async function leaseAll(path: string, count: number): Promise<readonly Message[]> {
  const data: Message[] = [];
  while (data.length < count) data.push(...(await get(`${path}&wait=5`)).json.data);
  return data;
}

describe('a polling endpoint', () => {
  test('is created, listed, read by id and uid, changed and deleted', async () => {
    const body = { uid: 'night-job', description: 'At night', channels: ['north'], disabled: true };
    const made = await server.call('POST', '/app/a/polling-endpoint', body);
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({ ...body, filterTypes: null, filter: null });
    expect(made.json.id).toMatch(/^poll_/);
    expect((await get('/app/a/polling-endpoint')).json.data).toEqual([made.json]);
    expect((await get('/app/a/polling-endpoint/night-job')).json).toEqual(made.json);
    const path = `/app/a/polling-endpoint/${made.json.id}`;
    const changed = await server.call('PATCH', path, { description: 'New', disabled: false, channels: null });
    expect(changed.json).toMatchObject({
      uid: 'night-job',
      description: 'New',
      disabled: false,
      channels: null,
    });
    expect((await server.call('POST', '/app/a/polling-endpoint', { uid: 'night-job' })).status).toBe(409);
    const token = await tokenOf(made.json.id);
    expect((await server.call('DELETE', path)).status).toBe(204);
    expect((await get(path)).status).toBe(404);
    expect((await get(`/app/a/poller/${made.json.id}`, token)).status).toBe(401);
  });

  testOnFile('takes only event types that exist, and a filter that can be read', async () => {
    const unknown = await server.call('POST', '/app/a/polling-endpoint', { filterTypes: ['none'] });
    expect(unknown.json.detail[0]).toMatchObject({ loc: ['body', 'filterTypes'] });
    const filter = { payload: { n: { $gte: 'x', $foo: 1 } } };
    expect((await server.call('POST', '/app/a/polling-endpoint', { filter })).status).toBe(422);
  });

  testOnFile('goes with its application, and so does its token', async () => {
    const token = await tokenOf(await poller());
    expect((await server.call('DELETE', '/app/a')).status).toBe(204);
    expect((await get('/app/a/poller/any', token)).status).toBe(401);
  });
});

describe('its token', () => {
  test('reads this polling endpoint alone, and works until it was replaced', async () => {
    const [id, other] = [await poller(), await poller()];
    const token = await tokenOf(id);
    expect(token).toMatch(/^sk_poll_/);
    expect((await get(`/app/a/poller/${id}`, token)).status).toBe(200);
    expect((await get(`/app/a/poller/${other}`, token)).status).toBe(404);
    expect((await get('/app/a/polling-endpoint', token)).status).toBe(403);
    expect((await get('/auth/whoami', token)).status).toBe(403);
    const path = `/auth/app/a/poller/${id}/token/rotate`;
    const rotated = await server.call('POST', path, { expiry: 3600 });
    expect(rotated.json).toMatchObject({ name: id, scopes: ['polling-endpoint:read'] });
    expect(Date.parse(rotated.json.expiresAt) - Date.parse(rotated.json.createdAt)).toBe(3_600_000);
    expect(await tokenOf(id)).toBe(rotated.json.token);
    expect((await get(`/app/a/poller/${id}`, token)).status).toBe(200);
    await server.call('POST', path, { oldTokenExpiry: 0 });
    expect((await get(`/app/a/poller/${id}`, token)).status).toBe(401);
    expect((await get(`/app/a/poller/${id}`, rotated.json.token)).status).toBe(401);
    expect((await get(`/app/a/poller/${id}`, await tokenOf(id))).status).toBe(200);
  });

  testOnFile('is refused after so many replaced ones that still work', async () => {
    const path = `/auth/app/a/poller/${await poller()}/token/rotate`;
    const statuses: number[] = [];
    for (let n = 0; n < 11; n++) statuses.push((await server.call('POST', path)).status);
    expect(statuses).toEqual([...Array(10).fill(200), 400]);
    expect((await server.call('POST', path, { oldTokenExpiry: 0 })).status).toBe(200);
  });
});

describe('a poll', () => {
  testOnFile('without a position answers none, and from there on what is accepted, in order', async () => {
    const id = await poller();
    await send(0);
    await pollAll(`/app/a/poller/${id}/consumer/other`, 1);
    const first: Page = (await get(`/app/a/poller/${id}`)).json;
    expect(first).toMatchObject({ data: [], done: true });
    for (const n of [1, 2, 3]) await send(n, { eventId: `e${n}`, tags: ['t'] });
    const page = await pollAll(
      `/app/a/poller/${id}?iterator=${first.iterator}`.replace('?', '?limit=250&'),
      3,
    );
    expect(numbers(page)).toEqual([1, 2, 3]);
    expect(page.data[0]).toMatchObject({
      eventType: 'user.created',
      eventId: 'e1',
      tags: ['t'],
      deliverAt: null,
    });
    expect((await get(`/app/a/poller/${id}?iterator=nonsense`)).status).toBe(422);
  });

  testOnFile(
    'without a position begins before what has its id by then and is stored afterwards',
    async () => {
      const id = await poller();
      const message = createIds(systemClock, id)('msg_'); // within a step of time, ids of two sources have no order
      const path = `/app/a/poller/${id}`;
      const { iterator } = (await get(path)).json;
      const leased = `/app/a/polling-endpoint/${id}/consumer/c?starting_position=latest`;
      expect((await get(leased)).json.data).toEqual([]);
      const db = await server.openDatabase();
      const { id: app } = (await get('/app/a')).json;
      const sql = `INSERT INTO message (id, app_id, event_type, payload, created_at) VALUES (?, ?, 'a', '{}', 1)`;
      await db.write((tx) => tx.run(sql, [message, app]));
      await db.close();
      expect(iterator < message).toBe(true);
      expect((await pollAll(`${path}?iterator=${iterator}`, 1)).data[0]?.id).toBe(message);
      expect((await leaseAll(leased, 1))[0]?.id).toBe(message);
    },
  );

  testOnFile('begins at a time, but never before the polling endpoint was created', async () => {
    await send(0);
    const id = await poller();
    for (const n of [1, 2]) await send(n);
    expect(numbers(await pollAll(`/app/a/poller/${id}?after=2020-01-01T00:00:00Z`, 2))).toEqual([1, 2]);
  });

  testOnFile(
    'answers what the event types, channels and filter let through, and what it asks for of those',
    async () => {
      for (const name of ['user.created', 'user.deleted']) await server.call('POST', '/event-type', { name });
      const id = await poller({
        filterTypes: ['user.created', 'user.deleted'],
        channels: ['north', 'south'],
        filter: { payload: { n: { $gte: 3 } } },
      });
      await send(1, { channels: ['north'] });
      await send(3, { channels: ['north'] });
      await send(4);
      await send(5, { channels: ['south'], eventType: 'user.deleted' });
      await send(6, { channels: ['north'], eventType: 'user.left' });
      await send(7, { channels: ['south', 'east'] });
      const path = `/app/a/poller/${id}?after=2020-01-01T00:00:00Z`;
      expect(numbers(await pollAll(path, 3))).toEqual([3, 5, 7]);
      expect(numbers((await get(`${path}&event_type=user.deleted`)).json)).toEqual([5]);
      expect(numbers((await get(`${path}&channel=east`)).json)).toEqual([7]);
      expect(numbers((await get(`${path}&limit=1`)).json)).toEqual([3]);
    },
  );

  testOnFile('is refused while it is disabled; what was accepted meanwhile is there afterwards', async () => {
    const id = await poller({ disabled: true });
    await send(1);
    const refused = await get(`/app/a/poller/${id}/consumer/c`);
    expect([refused.status, refused.json.code]).toEqual([409, 'disabled']);
    await server.call('PATCH', `/app/a/polling-endpoint/${id}`, { disabled: false });
    expect(numbers(await pollAll(`/app/a/poller/${id}/consumer/c`, 1))).toEqual([1]);
  });

  testOnFile('that waits is answered when a message is accepted', async () => {
    const id = await poller();
    const waiting = get(`/app/a/poller/${id}/consumer/c?wait=30`);
    await send(1);
    expect(numbers((await waiting).json)).toEqual([1]);
    expect((await get(`/app/a/poller/${id}?wait=31`)).status).toBe(422);
  });

  testOnFile('passes over what was removed on its own', async () => {
    const id = await poller();
    const removed = await send(1);
    await send(2);
    await server.call('DELETE', `/app/a/msg/${removed}/content`);
    expect(numbers(await pollAll(`/app/a/poller/${id}/consumer/c`, 1))).toEqual([2]);
  });

  testOnFile(
    'behind which messages are gone says how many; what was read before them comes first',
    async () => {
      const id = await poller();
      const path = `/app/a/poller/${id}/consumer/c`;
      const sent = [await send(1), await send(2, { eventType: 'other' }), await send(3), await send(4)];
      await pollAll(`/app/a/poller/${id}/consumer/other`, 4);
      // As retention does, which also leaves what still waits somewhere.
      for (const message of sent.slice(1, 3)) await server.call('DELETE', `/app/a/msg/${message}/content`);
      aheadMs = 91 * DAY_MS;
      expect(numbers((await get(path)).json)).toEqual([1]);
      const gone = await get(path);
      expect([gone.status, gone.json.code]).toEqual([410, 'gone']);
      expect(gone.json.detail).toMatch(/^2 messages after this position are gone: .* Go on after 20\d\d-/);
      const other = await get(`/app/a/poller/${id}?after=2020-01-01T00:00:00Z&event_type=other`);
      expect(other.json.detail).toMatch(/^1 message after this position is gone/);
      await send(5);
      const [, time] = /Go on after (\S+),/.exec(gone.json.detail) ?? [];
      expect((await server.call('POST', `${path}/seek`, { after: time })).status).toBe(200);
      expect(numbers(await pollAll(path, 1))).toEqual([5]);
    },
  );

  test('of many messages answers all of them once, page by page', async () => {
    const id = await poller({ filter: { payload: { n: { $neq: 7 } } } });
    for (let n = 0; n < 40; n++) await send(n);
    const page = await pollAll(`/app/a/poller/${id}?limit=9&after=2020-01-01T00:00:00Z`, 39);
    expect(numbers(page)).toEqual(Array.from({ length: 40 }, (_, n) => n).filter((n) => n !== 7));
  });
});

describe('a consumer', () => {
  testOnFile(
    'begins where the polling endpoint was created, and moves on by itself, over a restart too',
    async () => {
      await send(0);
      const id = await poller();
      for (const n of [1, 2, 3]) await send(n);
      const path = `/app/a/poller/${id}/consumer/c`;
      await pollAll(`/app/a/poller/${id}/consumer/other`, 3);
      const first: Page = (await get(`${path}?limit=2`)).json;
      expect(numbers(first)).toEqual([1, 2]);
      await server.restart();
      const second: Page = (await get(path)).json;
      expect([numbers(second), second.done]).toEqual([[3], true]);
      expect(numbers((await get(path)).json)).toEqual([]);
      const never: Page = (await get(`${path}?iterator=msg_${'0'.repeat(27)}&limit=1`)).json;
      expect(numbers(never)).toEqual([1]);
      // The second response may have been lost on its way.
      expect(numbers((await get(`${path}?iterator=${first.iterator}`)).json)).toEqual([3]);
    },
  );

  testOnFile('misses nothing when the clock is set back while the server is stopped', async () => {
    const id = await poller();
    const first = await send(1);
    const path = `/app/a/poller/${id}/consumer/c`;
    await pollAll(path, 1);
    await server.stop();
    aheadMs = -30 * 60_000;
    await server.restart();
    const second = await send(2);
    expect([first, second].sort()).toEqual([first, second]);
    aheadMs = 0;
    expect(numbers(await pollAll(path, 1))).toEqual([2]);
  });

  testOnFile('goes on where it is told to, also under a new name', async () => {
    const id = await poller();
    for (const n of [1, 2]) await send(n);
    const path = `/app/a/poller/${id}/consumer/c`;
    await pollAll(path, 2);
    const seek = await server.call('POST', `${path}/seek`, { after: '2020-01-01T00:00:00Z' });
    expect([seek.status, seek.json]).toEqual([200, { iterator: expect.stringMatching(/^msg_/) }]);
    expect(numbers((await get(path)).json)).toEqual([1, 2]);
    await server.call('POST', `/app/a/poller/${id}/consumer/d/seek`, { after: '2099-01-01T00:00:00Z' });
    expect(numbers((await get(`/app/a/poller/${id}/consumer/d`)).json)).toEqual([]);
    expect((await get(`/app/a/poller/${id}/consumer/a%20b`)).status).toBe(422);
    // A leap second, which cannot be computed with.
    const leap = await server.call('POST', `${path}/seek`, { after: '2016-12-31T23:59:60Z' });
    expect(leap.status).toBe(422);
    expect(numbers((await get(path)).json)).toEqual([]);
  });

  testOnFile.each(['poller', 'polling-endpoint'])(
    'is not moved by a HEAD of its %s, which is refused',
    async (form) => {
      const id = await poller();
      await send(1);
      await pollAll(`/app/a/poller/${id}/consumer/other`, 1);
      const path = `/app/a/${form}/${id}/consumer/c`;
      const head = await server.call('HEAD', path);
      expect([head.status, head.headers.get('allow')]).toEqual([
        405,
        expect.stringMatching(/^GET\b(?!.*HEAD)/),
      ]);
      expect((await get(`/app/a/polling-endpoint/${id}/consumer`)).json.data).toHaveLength(1);
      expect(numbers((await get(path)).json)).toEqual([1]);
      // Without a consumer nothing moves.
      expect((await server.call('HEAD', `/app/a/poller/${id}`)).status).toBe(200);
    },
  );

  test('is listed with what it has not read, and forgotten when it is deleted', async () => {
    const id = await poller();
    for (const n of [1, 2, 3]) await send(n);
    await pollAll(`/app/a/poller/${id}/consumer/other`, 3);
    await get(`/app/a/poller/${id}/consumer/c?limit=1`);
    const path = `/app/a/polling-endpoint/${id}/consumer`;
    const { data } = (await get(path)).json;
    expect(data).toMatchObject([
      { name: 'c', lag: 2, lagIsMore: false, lagSince: expect.any(String) },
      { name: 'other', lag: 0, lagSince: null },
    ]);
    expect((await server.call('DELETE', `${path}/c`)).status).toBe(204);
    expect((await get(path)).json.data).toHaveLength(1);
    expect((await server.call('DELETE', `${path}/c`)).status).toBe(404);
  });
});

describe('a consumer that commits', () => {
  const commit = (id: string, offset: number) =>
    server.call('POST', `/app/a/polling-endpoint/${id}/consumer/c/commit`, { offset });

  test('is given the next messages within the lease, and all that it has not committed after it', async () => {
    const id = await poller();
    for (const n of [1, 2, 3, 4]) await send(n);
    await pollAll(`/app/a/poller/${id}/consumer/other`, 4);
    const path = `/app/a/polling-endpoint/${id}/consumer/c`;
    const lease = async (query: string): Promise<Page> => (await get(`${path}?${query}`)).json;
    const first = await lease('limit=2&lease_duration_ms=600000');
    expect(numbers(first)).toEqual([1, 2]);
    const second = await lease('limit=1&lease_duration_ms=1');
    expect(numbers(second)).toEqual([3]);
    expect(second.data[0]?.offset).toBeGreaterThan(first.data[1]?.offset ?? 0);
    // The leases are over: everything comes again, with the same offsets.
    aheadMs = 600_000;
    const again = await leaseAll(`${path}?lease_duration_ms=1`, 4);
    expect(numbers({ data: again })).toEqual([1, 2, 3, 4]);
    expect(again.slice(0, 2)).toEqual(first.data);
    expect((await commit(id, first.data[1]?.offset ?? 0)).status).toBe(204);
    expect(numbers(await lease('lease_duration_ms=1'))).toEqual([3, 4]);
    expect((await commit(id, again[3]?.offset ?? 0)).status).toBe(204);
    expect(await lease('')).toEqual({ data: [], done: true });
    // An earlier one changes nothing.
    expect((await commit(id, first.data[0]?.offset ?? 0)).status).toBe(204);
    expect(await lease('')).toEqual({ data: [], done: true });
  });

  testOnFile('cannot commit what it was not given', async () => {
    const id = await poller();
    expect((await commit(id, 1)).status).toBe(422);
    await send(1);
    const [given] = await leaseAll(`/app/a/polling-endpoint/${id}/consumer/c?limit=1`, 1);
    expect((await commit(id, (given?.offset ?? 0) + 1)).status).toBe(422);
    expect((await commit(id, given?.offset ?? 0)).status).toBe(204);
  });

  testOnFile('begins with what comes next if it wants the latest', async () => {
    const id = await poller();
    await send(1);
    await pollAll(`/app/a/poller/${id}/consumer/other`, 1);
    const path = `/app/a/polling-endpoint/${id}/consumer/c?starting_position=latest`;
    expect((await get(path)).json).toEqual({ data: [], done: true });
    await send(2);
    expect(numbers({ data: await leaseAll(path, 1) })).toEqual([2]);
  });
});
