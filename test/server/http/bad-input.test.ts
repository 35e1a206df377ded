import { afterEach, beforeAll, expect, test } from 'vitest';
import { rawRequest } from '../../support/raw-request';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';
import { webhooksDocument } from '../../support/webhooks-document';

const server = startedOnce(startTestServer);
let app: string;

beforeAll(async () => {
  app = await server.create('/app', { name: 'Acme', uid: 'acme' });
  await server.call('POST', '/event-type', { name: 'known', description: '' });
});
afterEach(async () => {
  expect((await server.call('GET', '/health', undefined, { token: null })).status).toBe(200);
});

const hook = { url: 'http://127.0.0.1:9/' };
const message = { eventType: 'a', payload: {} };
const long = 'x'.repeat(257);
const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

/** Method, path, body, status, and the location of the first validation error (a code for other errors). */
const refusals: readonly [string, string, unknown, number, string][] = [
  ['POST', '/event-type', {}, 422, 'body.name'],
  ['POST', '/event-type', { name: 'a', description: null }, 422, 'body.description'],
  ['POST', '/event-type', { name: 'a\n', description: '' }, 422, 'body.name'],
  ['POST', '/event-type', { name: 'a b', description: '' }, 422, 'body.name'],
  ['POST', '/event-type', { name: '', description: '' }, 422, 'body.name'],
  ['POST', '/event-type', { name: 'ä', description: '' }, 422, 'body.name'],
  ['POST', '/event-type', { name: long, description: '' }, 422, 'body.name'],
  ['POST', '/event-type', { name: 1, description: '' }, 422, 'body.name'],
  ['POST', '/event-type', { name: ['a'], description: '' }, 422, 'body.name'],
  ['POST', '/event-type', { name: 'a', description: 'bell \u0007' }, 422, 'body.description'],
  ['POST', '/event-type', { name: 'a', description: '', featureFlag: 'a b' }, 422, 'body.featureFlag'],
  [
    'POST',
    '/event-type',
    { name: 'a', description: '', featureFlags: ['a', 'b\n'] },
    422,
    'body.featureFlags.[1]',
  ],
  ['POST', '/event-type', { name: 'a', description: '', featureFlags: ['a', 'a'] }, 422, 'body.featureFlags'],
  ['POST', '/event-type', { name: 'a', description: '', schemas: [] }, 422, 'body.schemas'],
  [
    'POST',
    '/event-type',
    { name: 'a', description: '', schemas: { 1: { type: 'nonsense' } } },
    422,
    'body.schemas',
  ],
  ['POST', '/event-type', [], 422, 'body'],
  ['POST', '/event-type', 'text', 422, 'body'],
  ['PATCH', '/event-type/none', {}, 404, 'not_found'],
  ['PUT', '/event-type/none%0A', { description: '' }, 422, 'body.name'],
  ['GET', '/event-type/%ff', undefined, 404, 'not_found'],
  ['GET', '/event-type?limit=251', undefined, 422, 'query.limit'],
  ['GET', '/event-type?limit=0', undefined, 422, 'query.limit'],
  ['GET', '/event-type?limit=many', undefined, 400, 'generic_error'],
  ['GET', '/event-type?with_content=perhaps', undefined, 400, 'generic_error'],
  ['GET', '/event-type?order=sideways', undefined, 422, 'query.order'],
  ['GET', '/event-type?iterator=%00', undefined, 422, 'query.iterator'],
  ['POST', '/app', { name: '' }, 422, 'body.name'],
  ['POST', '/app', { name: null }, 422, 'body.name'],
  ['POST', '/app', { name: 'a', rateLimit: 0 }, 422, 'body.rateLimit'],
  ['POST', '/app', { name: 'a', rateLimit: 65_536 }, 422, 'body.rateLimit'],
  ['POST', '/app', { name: 'a', rateLimit: 1.5 }, 422, 'body.rateLimit'],
  ['POST', '/app', { name: 'a', throttleRate: '5' }, 422, 'body.throttleRate'],
  ['POST', '/app', { name: 'a', uid: 'app_mine' }, 422, 'body.uid'],
  ['POST', '/app', { name: 'a', uid: 'acme' }, 409, 'conflict'],
  ['POST', '/app', { name: 'a', metadata: { a: 1 } }, 422, 'body.metadata.a'],
  ['POST', '/app', { name: 'a', metadata: { a: 'x'.repeat(4100) } }, 422, 'body.metadata'],
  ['GET', '/app/app_unknown', undefined, 404, 'not_found'],
  ['PUT', '/app/app_unknown', { name: 'a' }, 404, 'not_found'],
  ['GET', '/app?iterator=acme', undefined, 422, 'query.iterator'],
  ['POST', '/app/acme/endpoint', {}, 422, 'body.url'],
  ['POST', '/app/acme/endpoint', { url: 'ftp://example.com' }, 422, 'body.url'],
  ['POST', '/app/acme/endpoint', { url: 'example.com' }, 422, 'body.url'],
  ['POST', '/app/acme/endpoint', { url: 'http://10.0.0.1/' }, 422, 'body.url'],
  ['POST', '/app/acme/endpoint', { url: 'http://[::ffff:169.254.169.254]/' }, 422, 'body.url'],
  ['POST', '/app/acme/endpoint', { ...hook, filterTypes: ['unknown'] }, 422, 'body.filterTypes'],
  ['POST', '/app/acme/endpoint', { ...hook, eventTypes: ['unknown'] }, 422, 'body.eventTypes'],
  ['POST', '/app/acme/endpoint', { ...hook, filterTypes: ['a b'] }, 422, 'body.filterTypes.[0]'],
  ['POST', '/app/acme/endpoint', { ...hook, channels: ['a b'] }, 422, 'body.channels.[0]'],
  ['POST', '/app/acme/endpoint', { ...hook, secret: 'whsec_short' }, 422, 'body.secret'],
  ['POST', '/app/acme/endpoint', { ...hook, secret: `whsk_${'a'.repeat(40)}` }, 422, 'body.secret'],
  ['POST', '/app/acme/endpoint', { ...hook, headers: { 'x-a': 'b\r\nx-c: d' } }, 422, 'body.headers'],
  ['POST', '/app/acme/endpoint', { ...hook, headers: { 'x a': 'b' } }, 422, 'body.headers'],
  ['POST', '/app/acme/endpoint', { ...hook, headers: { Host: 'b' } }, 422, 'body.headers'],
  ['POST', '/app/acme/endpoint', { ...hook, headers: { 'Webhook-Signature': 'b' } }, 422, 'body.headers'],
  ['POST', '/app/acme/endpoint', { ...hook, headers: { 'Content-Length': '1' } }, 422, 'body.headers'],
  ['POST', '/app/acme/endpoint', { ...hook, disabled: 'no' }, 422, 'body.disabled'],
  ['GET', '/app/acme/endpoint/ep_unknown', undefined, 404, 'not_found'],
  ['POST', '/app/acme/endpoint/ep_unknown/secret/rotate', {}, 404, 'not_found'],
  ['POST', '/app/acme/msg', {}, 422, 'body.eventType'],
  ['POST', '/app/acme/msg', { eventType: 'a' }, 422, 'body.payload'],
  ['POST', '/app/acme/msg', { ...message, eventType: 'a b' }, 422, 'body.eventType'],
  ['POST', '/app/acme/msg', { ...message, payload: [] }, 422, 'body.payload'],
  ['POST', '/app/acme/msg', { ...message, payload: 'text' }, 422, 'body.payload'],
  ['POST', '/app/acme/msg', { ...message, payload: null }, 422, 'body.payload'],
  ['POST', '/app/acme/msg', { ...message, eventId: 'a\n' }, 422, 'body.eventId'],
  ['POST', '/app/acme/msg', { ...message, eventId: 'msg_mine' }, 422, 'body.eventId'],
  ['POST', '/app/acme/msg', { ...message, channels: [''] }, 422, 'body.channels.[0]'],
  ['POST', '/app/acme/msg', { ...message, deliverAt: '2130-01-01T00:00:00Z' }, 422, 'body.deliverAt'],
  [
    'POST',
    '/app/acme/msg',
    { eventType: 'a', transformationsParams: { rawPayload: 'x', headers: { 'Content-Type': 'a\nb: c' } } },
    422,
    'body.transformationsParams',
  ],
  ['POST', '/app/acme/msg', { ...message, deliverAt: 'soon' }, 422, 'body.deliverAt'],
  ['POST', '/app/acme/msg', { ...message, payloadRetentionPeriod: 0 }, 422, 'body.payloadRetentionPeriod'],
  [
    'POST',
    '/app/acme/msg',
    { ...message, payloadRetentionPeriod: 1, payloadRetentionHours: 1 },
    422,
    'body.payloadRetentionHours',
  ],
  ['POST', '/app/acme/msg/precheck/active', {}, 422, 'body.eventType'],
  ['POST', '/app/acme/msg/bulk-expunge', { ids: 'all' }, 422, 'body.ids'],
  ['POST', '/app/acme/endpoint/none/send-example', { eventType: 'known' }, 404, 'not_found'],
  ['POST', '/app/none/msg', message, 404, 'not_found'],
  ['GET', '/app/acme/msg/msg_unknown', undefined, 404, 'not_found'],
  ['GET', '/app/acme/msg?before=yesterday', undefined, 422, 'query.before'],
  ['GET', '/app/acme/attempt/msg/unknown', undefined, 404, 'not_found'],
  ['GET', '/app/acme/attempt/endpoint/unknown', undefined, 404, 'not_found'],
  ['POST', '/app/acme/msg/unknown/endpoint/unknown/resend', undefined, 404, 'not_found'],
  ['POST', '/auth/app-portal-access/none', {}, 404, 'not_found'],
  ['POST', '/auth/app-portal-access/acme', { expiry: 10 }, 422, 'body.expiry'],
  ['POST', '/auth/app-portal-access/acme', { capabilities: ['Everything'] }, 422, 'body.capabilities.[0]'],
  ['POST', '/auth/app-portal-access/acme', { featureFlags: ['a b'] }, 422, 'body.featureFlags.[0]'],
  [
    'POST',
    '/auth/app-portal-access/new',
    { application: { name: 'n', uid: 'other' } },
    422,
    'body.application.uid',
  ],
  ['POST', '/auth/token', { name: 't', expiresAt: '2000-01-01T00:00:00Z' }, 422, 'body.expiresAt'],
  ['POST', '/auth/token', { name: 't', expiresAt: 'soon' }, 422, 'body.expiresAt'],
  ['DELETE', '/auth/token/tok_unknown', undefined, 404, 'not_found'],
  ['PATCH', '/settings', { eventCatalogPublished: true }, 422, 'body.displayName'],
  ['PATCH', '/settings', { enforceHttps: 1 }, 422, 'body.enforceHttps'],
  ['POST', '/event-type/import/openapi', {}, 400, 'generic_error'],
  ['POST', '/event-type/import/openapi', { spec: {}, specRaw: '{}' }, 400, 'generic_error'],
  ['POST', '/event-type/import/openapi', { spec: { openapi: '3.1.0' } }, 422, 'openapi_invalid'],
  ['POST', '/event-type/import/openapi', { specRaw: 'not: [a: document' }, 422, 'openapi_invalid'],
  ['POST', '/event-type/import/openapi', { specRaw: 7 }, 422, 'body.specRaw'],
  ['GET', '/nothing/here', undefined, 404, 'not_found'],
  ['DELETE', '/app', undefined, 405, 'method_not_allowed'],
  ['PATCH', '/event-type', {}, 405, 'method_not_allowed'],
];

test.each(refusals)('%s %s with %j is refused', async (method, path, body, status, where) => {
  for (const slash of path.includes('?') ? [''] : ['', '/']) {
    const response = await server.call(method, path + slash, body);
    expect([response.status, response.json]).toEqual([status, expect.anything()]);
    if (where.startsWith('body') || where.startsWith('query')) {
      expect(response.json.code).toBeUndefined();
      const [item] = response.json.detail;
      expect(item.loc.join('.')).toBe(where);
      expect([typeof item.msg, item.type]).toEqual([
        'string',
        expect.stringMatching(/^(value_error|application_uid)/),
      ]);
    } else {
      expect(response.json).toEqual({ code: where, detail: expect.any(String) });
    }
  }
});

test.each([
  ['nothing', ''],
  ['half an object', '{"name":'],
  ['a word', 'nonsense'],
  ['two values', '{} {}'],
  ['a trailing comma', '{"name":"a",}'],
  ['invalid UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d])],
  ['deep nesting', `{"name":"a","metadata":${deep(200_000)}}`],
])('a body that is %s is a 422 about its JSON', async (_what, raw) => {
  const response = await server.call('POST', '/app', undefined, { raw });
  expect(response.status).toBe(422);
  expect(response.json.detail[0]).toMatchObject({ loc: ['body'], type: 'value_error.jsondecode' });
});

test('keys with a meaning in JavaScript are ordinary keys', async () => {
  const raw =
    '{"name":"a","__proto__":{"uid":"stolen"},"constructor":{"x":1},"metadata":{"__proto__":"m","toString":"t"}}';
  const response = await server.call('POST', '/app', undefined, { raw });
  expect([response.status, response.json.uid]).toEqual([201, null]);
  expect(response.text).toContain('"toString":"t"');
  const read = await server.call('GET', `/app/${response.json.id}`);
  expect(read.text).toBe(response.text);
});

test('a payload may nest deeper than any stack, and is returned unchanged', async () => {
  const payload = `{"deep":${deep(300_000)}}`;
  const created = await server.call('POST', `/app/${app}/msg?with_content=false`, undefined, {
    raw: `{"eventType":"a","payload":${payload}}`,
  });
  expect(created.status).toBe(202);
  const read = await fetch(`${server.baseUrl}/api/v1/app/acme/msg/${created.json.id}`, {
    headers: { authorization: `Bearer ${server.adminToken}` },
  });
  expect(await read.text()).toContain(`"payload":${payload},`);
});

test('numbers and escapes of a payload are returned as written', async () => {
  const payload = '{"n":1e400, "big":12345678901234567890,"one":1.0,"s":"\\u00e9\\u0000","a":1,"a":2}';
  const created = await server.call('POST', '/app/acme/msg/', undefined, {
    raw: `{"eventType":"a","payload":${payload}}`,
  });
  expect(created.status).toBe(202);
  expect(created.text).toContain(`"payload":${payload},`);
  expect((await server.call('GET', `/app/acme/msg/${created.json.id}`)).text).toContain(
    `"payload":${payload},`,
  );
  expect((await server.call('GET', '/app/acme/msg?limit=1')).text).toContain(`"payload":${payload},`);
});

test('a payload of 1 MiB is accepted, one of 8 MB is too large', async () => {
  const send = (bytes: number) =>
    server.call('POST', '/app/acme/msg?with_content=false', {
      ...message,
      payload: { a: 'x'.repeat(bytes) },
    });
  expect((await send(1024 * 1024)).status).toBe(202);
  const refused = await send(8_000_000);
  expect([refused.status, refused.json.code]).toEqual([413, 'payload_too_large']);
});

test('70 MB are a 413, also to a client that sends all of them before it listens', async () => {
  const raw = Buffer.alloc(70_000_000, 0x20);
  const response = await server.call('POST', '/event-type/import/openapi', undefined, { raw });
  expect([response.status, response.json.code]).toEqual([413, 'payload_too_large']);
});

test.each(['/event-type', '/nothing', '/event-type/import/openapi', '/app/acme/msg', '/health'])(
  '70 MB that are announced at %s are a 413',
  async (path) => {
    const { adminToken, baseUrl } = server;
    const headers = {
      ...{ authorization: `Bearer ${adminToken}`, connection: 'close' },
      'content-length': '70000000',
    };
    const { status, text } = await rawRequest(baseUrl, `/api/v1${path}`, { method: 'POST', headers });
    expect([status, JSON.parse(text).code]).toEqual([413, 'payload_too_large']);
  },
);

test('a body without an announced size is cut off at the limit of its operation', async () => {
  const chunk = Buffer.alloc(1_000_000, 0x20);
  let sent = 0;
  const body = new ReadableStream({
    pull(controller) {
      if (sent++ < 6) controller.enqueue(chunk);
      else controller.close();
    },
  });
  const response = await fetch(`${server.baseUrl}/api/v1/app`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.adminToken}` },
    body,
    duplex: 'half',
  } as RequestInit);
  expect([response.status, (await response.json()).code]).toEqual([413, 'payload_too_large']);
});

const webhook = (ref: unknown) =>
  webhooksDocument({ 'a.b': { requestBody: { content: { 'application/json': { schema: ref } } } } });

test.each([
  ['reads a file', webhook({ $ref: '/etc/passwd' })],
  ['reads a file by URL', webhook({ $ref: 'file:///etc/passwd' })],
  ['asks this server', webhook({ $ref: 'http://127.0.0.1:1/x.json' })],
  ['goes in circles', webhook({ $ref: '#/webhooks/a.b/post/requestBody/content/application~1json/schema' })],
  ['aims at prototypes', webhook({ $ref: '#/__proto__/x' })],
])('a document that %s is answered with JSON and takes nothing from outside', async (_what, spec) => {
  const response = await server.call('POST', '/event-type/import/openapi', { spec });
  expect(response.status).toBeLessThan(500);
  expect(response.json).toBeDefined();
  expect(response.text).not.toContain('root:');
  const stored = await server.call('GET', '/event-type/a.b');
  expect(stored.text).not.toContain('root:');
});

test('an alias bomb in YAML is refused', async () => {
  const lines = ['a: &a [x,x,x,x,x,x,x,x,x]'];
  for (let i = 1; i < 12; i++) {
    const before = String.fromCharCode(96 + i);
    const here = String.fromCharCode(97 + i);
    lines.push(`${here}: &${here} [${Array(9).fill(`*${before}`).join(',')}]`);
  }
  const response = await server.call('POST', '/event-type/import/openapi', { specRaw: lines.join('\n') });
  expect([response.status, response.json.code]).toEqual([422, 'openapi_invalid']);
});

test('a compressed body is refused, not misread', async () => {
  const response = await server.call(
    'POST',
    '/app',
    { name: 'a' },
    { headers: { 'content-encoding': 'gzip' } },
  );
  expect([response.status, response.json.code]).toEqual([415, 'unsupported_media_type']);
});
