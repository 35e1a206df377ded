import { describe, expect, test } from 'vitest';
import { rows } from '../support/described-api';
import { some } from '../support/share';
import { fileBench } from './bench';
import { clientOf, type Loose, VERSIONS } from './clients';
import type { Exchange } from './wire';

/** What the clients send, including oddities, and what they need in a response. */

const bench = fileBench();
const last = (): Exchange => {
  const exchange = bench.wire.exchanges.at(-1);
  if (!exchange) throw new Error('nothing was asked');
  return exchange;
};

describe.each(VERSIONS)('svix %s', (version) => {
  const call = (method: string, ...parameters: unknown[]) =>
    bench.client(version).call(method, ...parameters);

  test('sends the spellings it knows, and finds them in the response beside the others', async () => {
    const limits = { rateLimit: 7, throttleRate: 7 };
    await call('application.create', { name: 'A', ...limits });
    const sent = Object.keys(JSON.parse(last().body));
    expect(sent.includes('rateLimit')).toBe(version !== '2.5');
    expect(sent.includes('throttleRate')).toBe(version !== '1.24');
    expect(last().json).toMatchObject(limits);
    const name = bench.fresh('type');
    await call('eventType.create', { name, description: 'd', featureFlag: 'b', featureFlags: ['b'] });
    expect('featureFlag' in JSON.parse(last().body)).toBe(version !== '2.5');
    expect(last().json).toMatchObject({ featureFlag: 'b', featureFlags: ['b'] });
    const filter = { filterTypes: [name], eventTypes: [name] };
    await call('endpoint.create', await bench.app(), { url: 'http://127.0.0.1:9/', ...filter });
    expect('filterTypes' in JSON.parse(last().body)).toBe(version !== '2.5');
    expect(last().json).toMatchObject(filter);
  });

  test('names itself, numbers its requests, and announces JSON only where there is some', async () => {
    const app = await bench.app();
    const endpoint = await bench.endpoint(app);
    await call('endpoint.getStats', app, endpoint);
    expect(last().headers).toMatchObject({
      authorization: `Bearer ${bench.server.adminToken}`,
      'user-agent': expect.stringContaining('svix-libs/'),
    });
    expect(last().headers['content-type']).toBeUndefined();
    expect(last().headers['svix-req-id'] ?? '0').toMatch(/^\d+$/);
    await call('messageAttempt.resend', app, await bench.message(app), endpoint);
    expect([last().status, last().body]).toEqual([202, '']);
    expect(last().json).toEqual({});
    await call('application.patch', app, { name: 'B' });
    expect(last().headers['content-type']).toContain('application/json');
  });

  test('gets JSON with every refusal, and so an error that it can show', async () => {
    const app = await bench.app({ uid: bench.fresh('taken') });
    const { uid } = await bench.api('GET', `/app/${app}`);
    const stranger = bench.client(version, 'no.such.token');
    const customer = bench.client(
      version,
      (await bench.api('POST', `/auth/app-portal-access/${app}`, {})).token,
    );
    const big = { eventType: 'a', payload: { text: 'x'.repeat(8_000_000) } };
    const endpoint = await bench.endpoint(app);
    const refusals: [number, () => Promise<unknown>][] = [
      [401, () => stranger.call('application.get', app)],
      [403, () => customer.call('application.list')],
      [404, () => call('application.get', 'nobody')],
      [409, () => call('application.create', { name: 'A', uid })],
      [413, () => call('message.create', app, big)],
      [422, () => call('application.create', { name: '' })],
      [400, () => call('endpoint.getStats', app, endpoint, { since: new Date(0) })],
    ];
    for (const [status, ask] of refusals) {
      const error = await ask().then(
        () => null,
        (cause: Loose) => cause,
      );
      expect([error?.code, error?.name]).toEqual([status, expect.not.stringContaining('SyntaxError')]);
      const list = [{ loc: expect.any(Array), msg: expect.any(String), type: expect.any(String) }];
      const refusal = { code: expect.any(String), detail: expect.any(String) };
      expect(last().json).toEqual(status === 422 ? { detail: list } : refusal);
    }
  });

  test('sends Date, and gets instants in UTC that become Date again', async () => {
    const app = await bench.app();
    const before = new Date(Date.now() + 60_000);
    await bench.message(app);
    const { data } = await call('message.list', app, { before, after: new Date(0) });
    expect(last().query.get('before')).toBe(before.toISOString());
    expect(last().json.data[0].timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
    expect(Math.abs(data[0].timestamp.getTime() - Date.now())).toBeLessThan(3_600_000);
  });

  test('names several event types in one parameter, and a number sign in a tag is only a tag', async () => {
    const app = await bench.app();
    const wanted = await bench.message(app, { eventType: 'a', tags: ['no#1'] });
    await bench.message(app, { eventType: 'b' });
    const found = await call('message.list', app, { eventTypes: ['a', 'c'] });
    expect(found.data.map(({ id }: Loose) => id)).toEqual([wanted]);
    const tagged = await call('message.list', app, { tag: 'no#1' });
    expect(tagged.data.map(({ id }: Loose) => id)).toEqual([wanted]);
  });

  test('has no trouble with a token with full stops and an address with a slash at the end', async () => {
    const { token } = await bench.api('POST', '/auth/token', { name: 'CI' });
    const client = clientOf(
      version,
      version === '1.24' ? bench.wire.baseUrl : `${bench.wire.baseUrl}/`,
      token,
    );
    expect((await client.call('application.list')).data).toBeDefined();
  });

  test('sends its own key with a POST, and a repeat with another body is refused', async () => {
    const options = { idempotencyKey: bench.fresh('key') };
    const first = await call('application.create', { name: 'A' }, options);
    expect(last().headers['idempotency-key']).toBe(options.idempotencyKey);
    expect((await call('application.create', { name: 'A' }, options)).id).toBe(first.id);
    await expect(call('application.create', { name: 'B' }, options)).rejects.toMatchObject({ code: 409 });
  });

  test('asks again when a response is lost, under the same key, and what it asked happens once', async () => {
    const app = await bench.app();
    const before = bench.wire.exchanges.length;
    bench.wire.loseResponses(2);
    // The oldest client generates no key: to repeat a request, its caller must pass one.
    const key = version === '1.24' ? [{ idempotencyKey: bench.fresh('key') }] : [];
    const { id } = await call('message.create', app, { eventType: 'a', payload: {} }, ...key);
    const exchanges = bench.wire.exchanges.slice(before);
    expect(exchanges.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(exchanges.map(({ headers }) => headers['svix-retry-count'])).toEqual([undefined, '1', '2']);
    const keys = new Set(exchanges.map(({ headers }) => headers['idempotency-key']));
    expect([keys.size, [...keys][0]]).toEqual([1, expect.any(String)]);
    expect(new Set(exchanges.map(({ json }) => json.id))).toEqual(new Set([id]));
    expect((await bench.api('GET', `/app/${app}/msg`)).data).toHaveLength(1);
  });
});

test('the newest client leaves the payload away, and fills nothing in; without the parameter it is there', async () => {
  const app = await bench.app();
  const made = await bench.client('2.5').call('message.create', app, { eventType: 'a', payload: { n: 1 } });
  expect([last().query.get('with_content'), made.payload]).toEqual(['false', {}]);
  expect((await bench.api('GET', `/app/${app}/msg/${made.id}`)).payload).toEqual({ n: 1 });
  const type = bench.fresh('type');
  await bench.api('POST', '/event-type', { name: type, description: '', schemas: { 1: { type: 'object' } } });
  const { data } = await bench.api('GET', '/event-type?limit=250');
  expect(data.find(({ name }: Loose) => name === type).schemas).toBeNull();
});

test('several values of a parameter are read in every way that clients write them', async () => {
  const app = await bench.app();
  for (const eventType of ['a', 'b', 'c']) await bench.message(app, { eventType });
  for (const query of [
    'event_types=a%2Cb',
    'event_types=a,b',
    'event_types=a&event_types=b',
    'event_types[]=a&event_types[]=b',
    'event_types%5B0%5D=a&event_types%5B1%5D=b',
  ]) {
    const { data } = await bench.api('GET', `/app/${app}/msg?${query}`);
    expect([query, data.map(({ eventType }: Loose) => eventType)]).toEqual([query, ['b', 'a']]);
  }
});

test('a slash at the end of any path changes nothing, and is never a redirect', async () => {
  // It is taken off before the rows are looked at: in the gate, a quarter of them.
  for (const { method, path } of some(rows, 4)) {
    const plain = path.replace(/\{\w+\}/g, 'x');
    const token = method === 'GET' ? bench.server.adminToken : null;
    const status = async (where: string) =>
      (await bench.server.call(method, where, undefined, { token })).status;
    const expected = await status(plain);
    expect([method, path, await status(`${plain}/`)]).toEqual([method, path, expected]);
    expect([method, path, expected >= 300 && expected < 400]).toEqual([method, path, false]);
  }
});

test('an address of the API that is none is a 404 in JSON, with every method', async () => {
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    const { status, json } = await bench.server.call(
      method,
      '/no/such/thing',
      method === 'GET' ? undefined : {},
    );
    expect([method, status, json.code]).toEqual([method, 404, 'not_found']);
  }
});

test.each([
  ['no content type', {}],
  ['a charset', { 'content-type': 'application/json; charset=utf-8' }],
  ['capitals', { 'Content-Type': 'Application/JSON' }],
])('a body with %s is read as the JSON that it is', async (_what, headers) => {
  const response = await fetch(`${bench.server.baseUrl}/api/v1/app`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bench.server.adminToken}`, ...headers },
    body: new TextEncoder().encode('{"name":"é","unknown":{"key":1},"rateLimit":7.0,"uid":null}'),
  });
  expect([response.status, (await response.json()).name]).toEqual([201, 'é']);
});

test.each(['/auth/logout', '/environment/export', '/sample'])('POST %s needs no body', async (path) => {
  const { token } = await bench.api('POST', `/auth/app-portal-access/${await bench.app()}`, {});
  const options = path === '/auth/logout' ? { token } : {};
  expect((await bench.server.call('POST', path, undefined, options)).status).toBeLessThan(300);
});
