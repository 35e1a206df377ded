import { beforeAll, describe, expect, it, test } from 'vitest';
import {
  expectsRotatedSecret,
  type OfficialClient,
  officialClient,
} from '../../../src-server/http/official-client';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const PYTHON_NEW = 'svix-libs/2.9.1/python python/3.11.7';
const PYTHON_OLD = 'svix-libs/1.42.0/python';
const JAVA_OLD = 'svix-libs/1.99.1/java';

describe('an official client', () => {
  it.each<[string | undefined, OfficialClient | null]>([
    [PYTHON_NEW, { major: 2, minor: 9 }],
    [JAVA_OLD, { major: 1, minor: 99 }],
    ['svix-libs/2.7.0-rc.1/rust', { major: 2, minor: 7 }],
    ['svix-libs/10.0.0/go', { major: 10, minor: 0 }],
    [undefined, null],
    ['', null],
    ['svix-libs', null],
    ['svix-libs/x.y.z/go', null],
    ['Mozilla/5.0 svix-libs/2.9.1/python', null],
  ])('names itself: %s', (userAgent, client) => expect(officialClient(userAgent)).toEqual(client));

  it.each([
    [null, false],
    [{ major: 1, minor: 99 }, false],
    [{ major: 2, minor: 6 }, false],
    [{ major: 2, minor: 7 }, true],
    [{ major: 3, minor: 0 }, true],
  ])('of %o reads a rotated secret: %s', (client, expected) =>
    expect(expectsRotatedSecret(client)).toBe(expected),
  );
});

describe('the server', () => {
  const server = startedOnce(startTestServer);
  let endpoint: string;
  beforeAll(async () => {
    const app = await server.create('/app', { name: 'Acme', uid: 'acme' });
    const { json } = await server.call('POST', `/app/${app}/endpoint`, { url: 'https://hooks.example.com/' });
    endpoint = `/app/${app}/endpoint/${json.id}`;
  });

  const as = (userAgent: string, headers: Readonly<Record<string, string>> = {}) => ({
    headers: { 'user-agent': userAgent, ...headers },
  });
  const rotate = (options: object) => server.call('POST', `${endpoint}/secret/rotate`, {}, options);
  const secret = async () => (await server.call('GET', `${endpoint}/secret`)).json.key;

  test('gives the new secret to clients that read it, and an empty response to all others', async () => {
    const rotated = await rotate(as(PYTHON_NEW));
    expect([rotated.status, rotated.json]).toEqual([200, { key: await secret() }]);
    for (const other of [PYTHON_OLD, JAVA_OLD, 'curl/8.0']) {
      const response = await rotate(as(other));
      expect([other, response.status, response.text]).toEqual([other, 204, '']);
    }
  });

  test('repeats the new secret for a repeated idempotency key, without rotating again', async () => {
    const options = as(PYTHON_NEW, { 'idempotency-key': 'rotate-once' });
    const first = await rotate(options);
    const again = await rotate(options);
    expect([again.status, again.json]).toEqual([200, first.json]);
    expect(await secret()).toBe(first.json.key);
  });

  test('keeps an empty response for endpoints of operational webhooks in every version', async () => {
    const path = '/operational-webhook/endpoint';
    const { json } = await server.call('POST', path, { url: 'https://hooks.example.com/' });
    const response = await server.call('POST', `${path}/${json.id}/secret/rotate`, {}, as(PYTHON_NEW));
    expect([response.status, response.text]).toEqual([204, '']);
  });

  test('says to every token that its permissions come from a token of this service', async () => {
    const reader = (await server.call('POST', '/auth/token', { name: 'r', featureFlags: [] })).json.token;
    const named = (await server.call('POST', '/auth/token', { name: 'n' })).json.token;
    const portal = await server.portalToken('acme');
    for (const token of [server.adminToken, named, reader, portal]) {
      const { json } = await server.call('GET', '/auth/whoami', undefined, { token });
      expect(json.permissionSource).toBe('RegionalAuthToken');
    }
  });

  test('gives an integration without feature flags null, not an empty list', async () => {
    const path = '/app/acme/integration';
    const created = (await server.call('POST', path, { name: 'I', featureFlags: [] })).json;
    const flagged = (await server.call('POST', path, { name: 'J', featureFlags: ['beta'] })).json;
    expect([created.featureFlags, flagged.featureFlags]).toEqual([null, ['beta']]);
    const { data } = (await server.call('GET', path)).json;
    expect(data.map((set: { featureFlags: unknown }) => set.featureFlags)).toEqual([null, ['beta']]);
  });

  test.each([
    ['an application', '/app/acme/endpoint'],
    ['operational webhooks', '/operational-webhook/endpoint'],
  ])('keeps the version of an endpoint of %s', async (_whose, path) => {
    const url = 'https://hooks.example.com/versioned';
    const created = (await server.call('POST', path, { url, version: 3 })).json;
    const own = `${path}/${created.id}`;
    const read = async () => (await server.call('GET', own)).json.version;
    const change = async (method: string, body: object) =>
      (await server.call(method, own, body)).json.version;
    expect([created.version, await read()]).toEqual([3, 3]);
    expect([await change('PATCH', { version: 4 }), await read()]).toEqual([4, 4]);
    expect([await change('PATCH', { description: 'd' }), await read()]).toEqual([4, 4]);
    expect([await change('PUT', { url, version: 5 }), await read()]).toEqual([5, 5]);
    // Clients of the second generation know no version, and must not reset it.
    expect([await change('PUT', { url }), await read()]).toEqual([5, 5]);
    expect([await change('PUT', { url, version: null }), await read()]).toEqual([1, 1]);
    for (const version of [0, 65_536, 1.5, '2']) {
      const refused = await server.call('PATCH', own, { version });
      expect([refused.status, refused.json.detail[0].loc]).toEqual([422, ['body', 'version']]);
    }
    expect((await server.call('POST', path, { url })).json.version).toBe(1);
  });

  test('answers the health check of clients without a body', async () => {
    for (const client of [PYTHON_NEW, PYTHON_OLD, JAVA_OLD]) {
      const response = await server.call('GET', '/health', undefined, { token: null, ...as(client) });
      expect([client, response.status, response.text]).toEqual([client, 204, '']);
    }
    const other = await server.call('GET', '/health', undefined, { token: null, ...as('curl/8.0') });
    expect([other.status, other.json.status]).toEqual([200, 'ok']);
  });
});
