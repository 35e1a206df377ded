import { describe, expect, test } from 'vitest';
import { fileBench } from '../bench';
import { type Loose, VERSIONS } from '../clients';
import { limit, types, typesOf } from '../operation';

/** Endpoints, with every client: 16 to 38 of the list in section-e.ts. */

const bench = fileBench();

describe.each(VERSIONS)('svix %s', (version) => {
  const call = (method: string, ...parameters: unknown[]) =>
    bench.client(version).call(method, ...parameters);
  const put = version === '2.5' ? 'endpoint.upsert' : 'endpoint.update';
  const last = () => bench.wire.exchanges.at(-1);
  const url = () => `${bench.receiver.baseUrl}/hook`;
  const type = async (): Promise<string> => {
    const name = bench.fresh('type');
    await call('eventType.create', { name, description: '' });
    return name;
  };
  const refused = (code: number, pending: Promise<unknown>) =>
    expect(pending).rejects.toMatchObject({ code });

  test('an endpoint has its defaults, belongs to one application, is made by a replacement, and goes', async () => {
    const [app, other] = [await bench.app(), await bench.app()];
    const { id } = await call('endpoint.create', app, { url: url() });
    const defaults = { description: '', disabled: false, metadata: {}, uid: null, channels: null };
    expect(last()?.json).toMatchObject({ ...defaults, ...types(null), ...limit(null), version: 1 });
    await refused(404, call('endpoint.get', other, id));
    await call(put, app, 'by-put', { url: url() });
    expect(last()?.status).toBe(201);
    expect((await call('endpoint.list', app)).data).toHaveLength(2);
    await call('endpoint.delete', app, id);
    await refused(404, call('endpoint.get', app, id));
  });

  test('a patch of an endpoint sets and clears each field alone', async () => {
    const [app, name] = [await bench.app(), await type()];
    const { id } = await call('endpoint.create', app, { url: url() });
    const set: object[] = [
      { url: `${url()}/new` },
      { description: 'd' },
      { uid: 'u' },
      { disabled: true },
      { channels: ['c'] },
      { metadata: { a: 'b' } },
      types([name]),
      limit(3),
    ];
    // The state, and the time and reason of disabling, follow from the rest.
    const {
      state: ___,
      disabledAt: _,
      disabledReason: __,
      ...before
    } = await bench.api('GET', `/app/${app}/endpoint/${id}`);
    const known: Loose = before;
    for (const change of set) {
      await call('endpoint.patch', app, id, change);
      Object.assign(known, change, { updatedAt: expect.any(String) });
      expect(last()?.json).toMatchObject(known);
    }
    for (const change of [{ uid: null }, { channels: null }, types(null), limit(null), { disabled: false }]) {
      await call('endpoint.patch', app, id, change);
      Object.assign(known, change);
      expect(last()?.json).toMatchObject(known);
    }
  });

  test('endpoints are listed newest first, or oldest first', async () => {
    const app = await bench.app();
    const ids = [await bench.endpoint(app), await bench.endpoint(app), await bench.endpoint(app)];
    const list = async (options: object = {}) =>
      (await call('endpoint.list', app, options)).data.map(({ id }: Loose) => id);
    expect(await list()).toEqual([...ids].reverse());
    expect(await list({ order: 'ascending' })).toEqual(ids);
  });

  test('a uid of an endpoint is taken in its application only, stays with itself, and is free after deletion', async () => {
    const [app, other] = [await bench.app(), await bench.app()];
    const create = (where: string) => call('endpoint.create', where, { url: url(), uid: 'u' });
    const { id } = await create(app);
    await refused(409, create(app));
    await create(other);
    await call(put, app, id, { url: url(), uid: 'u' });
    await call('endpoint.delete', app, 'u');
    expect((await create(app)).id).not.toBe(id);
  });

  test('a secret is made, read, replaced by another or by a given one', async () => {
    const app = await bench.app();
    const { id } = await call('endpoint.create', app, { url: url() });
    const key = async () => (await call('endpoint.getSecret', app, id)).key;
    const first = await key();
    expect(first).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    await call('endpoint.rotateSecret', app, id, {});
    expect(await key()).not.toBe(first);
    await call('endpoint.rotateSecret', app, id, { key: first });
    expect(await key()).toBe(first);
  });

  test('the eleventh replaced secret that still signs is refused', async () => {
    const app = await bench.app();
    const { id } = await call('endpoint.create', app, { url: url() });
    for (let n = 0; n < 10; n++) await call('endpoint.rotateSecret', app, id, {});
    await refused(400, call('endpoint.rotateSecret', app, id, {}));
    expect(last()?.json.code).toBe('limit_reached');
  });

  test('a given secret has 24 to 75 bytes, and what is none is refused', async () => {
    const app = await bench.app();
    const secret = (bytes: number) => `whsec_${Buffer.alloc(bytes, 1).toString('base64')}`;
    for (const bytes of [24, 50, 75]) {
      const { id } = await call('endpoint.create', app, { url: url(), secret: secret(bytes) });
      expect((await call('endpoint.getSecret', app, id)).key).toBe(secret(bytes));
    }
    for (const wrong of [
      secret(23),
      secret(76),
      `whxxx_${'A'.repeat(32)}`,
      'short',
      `whsk_${'A'.repeat(32)}`,
    ])
      await refused(422, call('endpoint.create', app, { url: url(), secret: wrong }));
  });

  test('the counts of an endpoint are for a range of at most 28 days that is over', async () => {
    const app = await bench.app();
    const good = await bench.endpoint(app);
    const bad = await bench.endpoint(app, { url: `${bench.receiver.baseUrl}/fail` });
    await bench.attempts(app, await bench.message(app), 2);
    const at = (days: number) => new Date(Date.now() + days * 86_400_000);
    expect(await call('endpoint.getStats', app, good)).toMatchObject({ success: 1, fail: 0 });
    expect(await call('endpoint.getStats', app, bad)).toMatchObject({ success: 0, fail: 1 });
    const before = { since: at(-2), until: at(-1) };
    expect(await call('endpoint.getStats', app, good, before)).toMatchObject({ success: 0 });
    await refused(400, call('endpoint.getStats', app, good, { since: at(-30) }));
    expect(last()?.json.code).toBe('invalid_range');
    await refused(400, call('endpoint.getStats', app, good, { until: at(1) }));
  });

  test('a filter by types that nobody knows is refused, an empty one means all, and it can be set and cleared', async () => {
    const [app, name] = [await bench.app(), await type()];
    await refused(422, call('endpoint.create', app, { url: url(), ...types([name, 'no.such']) }));
    expect(JSON.stringify(last()?.json)).toContain('no.such');
    // Other servers refuse an empty list; callers who send one mean no filter.
    const all = await call('endpoint.create', app, { url: url(), ...types([]) });
    expect(typesOf(all)).toBeNull();
    expect(typesOf(await call('endpoint.patch', app, all.id, types([name])))).toEqual([name]);
    expect(typesOf(await call(put, app, all.id, { url: url() }))).toBeNull();
  });

  test('a filter by channels that cannot be is refused, and it can be set and cleared', async () => {
    const app = await bench.app();
    for (const channels of [['a b'], ['x'.repeat(129)], [...'abcdefghijk']])
      await refused(422, call('endpoint.create', app, { url: url(), channels }));
    const { id } = await call('endpoint.create', app, { url: url(), channels: ['a', 'b'] });
    expect((await call('endpoint.patch', app, id, { channels: ['c'] })).channels).toEqual(['c']);
    // An empty list is no filter, as it is with event types.
    await call('endpoint.patch', app, id, { channels: [] });
    expect(last()?.json.channels).toBeNull();
    await call('endpoint.patch', app, id, { channels: ['c'] });
    await call(put, app, id, { url: url() });
    expect(last()?.json.channels).toBeNull();
  });

  test('a limit of an endpoint is kept, and a replacement without it clears it', async () => {
    const app = await bench.app();
    const { id } = await call('endpoint.create', app, { url: url(), ...limit(100) });
    expect(last()?.json).toMatchObject(limit(100));
    await call(put, app, id, { url: url() });
    expect(last()?.json).toMatchObject(limit(null));
    for (const wrong of [0, -1, 65_536]) await refused(422, call('endpoint.patch', app, id, limit(wrong)));
  });

  test('of three endpoints a message goes to those whose types have its own', async () => {
    const app = await bench.app();
    const [first, second] = [await type(), await type()];
    await bench.endpoint(app, types([first]));
    const both = await bench.endpoint(app, types([first, second]));
    const all = await bench.endpoint(app);
    expect(await bench.attempts(app, await bench.message(app, { eventType: first }), 3)).toHaveLength(3);
    const attempts = await bench.attempts(app, await bench.message(app, { eventType: second }), 2);
    expect(attempts.map(({ endpointId }) => endpointId).sort()).toEqual([both, all].sort());
  });

  test('a message goes to endpoints without channels, and to those that share one', async () => {
    const app = await bench.app();
    const all = await bench.endpoint(app);
    const shared = await bench.endpoint(app, { channels: ['a', 'b'] });
    await bench.endpoint(app, { channels: ['c'] });
    const made = await call('message.create', app, { eventType: 'x', payload: {}, channels: ['b', 'd'] });
    const { data } = await call('messageAttempt.listAttemptedDestinations', app, made.id);
    expect(data.map(({ id }: Loose) => id).sort()).toEqual([all, shared].sort());
    const bare = await call('message.create', app, { eventType: 'x', payload: {} });
    const reached = (await call('messageAttempt.listAttemptedDestinations', app, bare.id)).data;
    expect(reached.map(({ id }: Loose) => id)).toEqual([all]);
  });

  test('own headers are kept but for those of the sender, secret ones are not shown, and all arrive as written', async () => {
    const app = await bench.app();
    const { id } = await call('endpoint.create', app, { url: url() });
    const set = version === '2.5' ? 'endpoint.setHeaders' : 'endpoint.updateHeaders';
    await call(set, app, id, {
      headers: { 'X-CamelCase': '1', 'X-Gone': '2', Authorization: 'Bearer mine' },
    });
    const remove =
      version === '2.5' ? { headers: {}, deleteHeaders: ['X-Gone'] } : { headers: { 'X-Gone': null } };
    await call('endpoint.patchHeaders', app, id, remove);
    const shown = { headers: { 'X-CamelCase': '1' }, sensitive: ['Authorization'] };
    expect(await call('endpoint.getHeaders', app, id)).toEqual(shown);
    for (const name of ['svix-id', 'X-Svix-Own', 'Content-Length', 'User-Agent', 'X-Amz-Own', 'no name'])
      await refused(422, call(set, app, id, { headers: { [name]: 'x' } }));
    const before = bench.receiver.arrivals.length;
    await bench.message(app);
    await bench.receiver.arrived(before + 1);
    const raw = bench.receiver.arrivals[before]?.rawHeaders ?? [];
    const value = (name: string) => (raw.includes(name) ? raw[raw.indexOf(name) + 1] : undefined);
    expect([value('X-CamelCase'), value('Authorization')]).toEqual(['1', 'Bearer mine']);
  });

  test('plain http is refused where https is asked for', async () => {
    const app = await bench.app();
    await bench.api('PATCH', '/settings', { enforceHttps: true });
    try {
      await refused(422, call('endpoint.create', app, { url: 'http://example.com/' }));
      expect((await call('endpoint.create', app, { url: 'https://example.com' })).url).toBe(
        'https://example.com/',
      );
    } finally {
      await bench.api('PATCH', '/settings', { enforceHttps: false });
    }
  });

  test('a ping can be sent to an endpoint, and a type without an example cannot', async () => {
    const app = await bench.app();
    const id = await bench.endpoint(app);
    const before = bench.receiver.arrivals.length;
    await call('endpoint.sendExample', app, id, { eventType: 'svix.ping' });
    await bench.receiver.arrived(before + 1);
    expect(JSON.parse(bench.receiver.arrivals[before]?.body.toString() ?? '')).toEqual({ success: true });
    await refused(400, call('endpoint.sendExample', app, id, { eventType: await type() }));
  });

  test('to recover what failed more than two weeks ago is refused', async () => {
    const app = await bench.app();
    const id = await bench.endpoint(app);
    const since = new Date(Date.now() - 21 * 86_400_000);
    await refused(422, call('endpoint.recover', app, id, { since }));
    await refused(422, call('endpoint.replayMissing', app, id, { since }));
  });
});
