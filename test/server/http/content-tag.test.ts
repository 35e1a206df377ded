import { afterEach, describe, expect, test } from 'vitest';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const server = startedOnce(startTestServer);
let names = 0;

async function newApplication(): Promise<string> {
  const { json } = await server.call('POST', '/app', { name: 'Globex', rateLimit: 100, uid: `u${names++}` });
  return `/app/${json.id}`;
}
async function newEndpoint(): Promise<string> {
  const app = await newApplication();
  const body = { url: 'https://globex.example/a', description: 'old', channels: ['a'] };
  return `${app}/endpoint/${(await server.call('POST', `${app}/endpoint`, body)).json.id}`;
}
async function newOperationalEndpoint(): Promise<string> {
  const path = '/operational-webhook/endpoint';
  const { json } = await server.call('POST', path, {
    url: 'https://sender.example/hooks',
    description: 'old',
  });
  return `${path}/${json.id}`;
}

/** Everything that forms write and that has no versions: how it is made, and two different changes of it. */
const THINGS = {
  application: { make: newApplication, first: { rateLimit: 1 }, second: { name: 'Globex Ltd' } },
  endpoint: {
    make: newEndpoint,
    first: { url: 'https://globex.example/b' },
    second: { description: 'new' },
  },
  'endpoint for operational webhooks': {
    make: newOperationalEndpoint,
    first: { url: 'https://sender.example/b' },
    second: { description: 'new' },
  },
  'headers of an endpoint': {
    make: async () => `${await newEndpoint()}/headers`,
    first: { headers: { 'x-tenant': 'a' } },
    second: { headers: { 'x-tenant': 'b' } },
  },
  settings: {
    make: async () => '/settings',
    first: { enforceHttps: true },
    second: { displayName: 'Acme' },
  },
} as const;

const tag = async (path: string) => (await server.call('GET', path)).headers.get('etag') ?? '';
const write = (method: string, path: string, body: object | undefined, ifMatch: string) =>
  server.call(method, path, body, { headers: { 'if-match': ifMatch } });

test('metadata named like a member that changes by itself counts like all metadata', async () => {
  const path = await newApplication();
  const read = await tag(path);
  await server.call('PATCH', path, { metadata: { updatedAt: 'by another' } });
  expect((await write('PATCH', path, { metadata: {} }, read)).status).toBe(412);
});

afterEach(async () => {
  await server.call('PATCH', '/settings', { enforceHttps: false, displayName: '' });
});

describe.each(Object.entries(THINGS))('%s', (_name, { make, first, second }) => {
  test('the second of two who read the same state changes nothing', async () => {
    const path = await make();
    const read = await tag(path);
    expect(read).toMatch(/^"[\w-]{22}"$/);
    expect((await write('PATCH', path, first, read)).status).toBeLessThan(300);
    const before = (await server.call('GET', path)).json;
    const late = await write('PATCH', path, second, read);
    expect([late.status, late.json.code]).toEqual([412, 'precondition_failed']);
    expect((await server.call('GET', path)).json).toEqual(before);
    expect((await write('PATCH', path, second, await tag(path))).status).toBeLessThan(300);
  });

  test('of many changes at once with the same tag exactly one gets through', async () => {
    const path = await make();
    const read = await tag(path);
    const all = await Promise.all([first, second].map((body) => write('PATCH', path, body, read)));
    expect(all.filter(({ status }) => status === 412)).toHaveLength(1);
  });

  test('a change without the header is made in any state', async () => {
    const path = await make();
    await server.call('PATCH', path, first);
    expect((await server.call('PATCH', path, second)).status).toBeLessThan(300);
  });
});

test('a change that sets what is already there keeps the tag, and the response to a change has the new one', async () => {
  for (const make of [newApplication, newEndpoint]) {
    const path = await make();
    const read = await tag(path);
    const { json } = await server.call('GET', path);
    const body = 'url' in json ? { url: json.url } : { name: json.name };
    expect((await server.call('PATCH', path, body)).headers.get('etag')).toBe(read);
    const changed = await server.call('PATCH', path, { metadata: { a: 'b' } });
    expect(changed.headers.get('etag')).not.toBe(read);
    expect(changed.headers.get('etag')).toBe(await tag(path));
  }
});

test('neither a replacement nor a deletion goes over a change that the caller has not seen', async () => {
  for (const [make, content] of [
    [newApplication, { name: 'Late' }],
    [newEndpoint, { url: 'https://globex.example/late' }],
  ] as const) {
    const path = await make();
    const read = await tag(path);
    await server.call('PATCH', path, { metadata: { kept: 'yes' } });
    expect((await write('PUT', path, content, read)).status).toBe(412);
    expect((await write('DELETE', path, undefined, read)).status).toBe(412);
    expect((await server.call('GET', path)).json.metadata).toEqual({ kept: 'yes' });
    expect((await write('PUT', `${path}-not-there`, content, '*')).status).toBe(412);
    expect((await write('DELETE', path, undefined, await tag(path))).status).toBe(204);
  }
});
