import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ID_PREFIXES } from '../../../src-server/base/id';
import { api, faultsOf, operationAt } from '../../support/described-api';
import { startTestServer, type TestServer } from '../../support/start-test-server';

/** What the code refuses beyond the schemas that check a request: the description has to refuse it as well. */

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.call('POST', '/app', { name: 'Ada', uid: 'ada' });
});
afterAll(() => server.remove());

const hook = { url: 'https://ada.example/hooks' };
const message = { eventType: 'a.b', payload: {} };
const connection = { name: 'a', baseUrl: 'https://a.example', token: 'token' };
const IMPORTS = ['/event-type/import/openapi', '/event-type/import/plan', '/event-type/import/apply'];

/** Method, path, a body that is refused, and its nearest neighbour that the description lets through. */
const FILTERS = ['filterTypes', 'eventTypes', 'channels'];

const refused: readonly (readonly [method: string, path: string, body: object, good: object])[] = [
  ['POST', '/app/ada/msg', { eventType: 'a.b' }, message],
  ['POST', '/app/ada/msg', { ...message, eventId: 'msg_1' }, { ...message, eventId: 'm_1' }],
  ['POST', '/app/ada/msg', { ...message, eventId: 'msg_1' }, { ...message, eventId: null }],
  [
    'POST',
    '/app/ada/msg',
    { ...message, payloadRetentionPeriod: 1, payloadRetentionHours: 1 },
    { ...message, payloadRetentionPeriod: 1, payloadRetentionHours: null },
  ],
  ['POST', '/event-type', {}, { name: 'only.a.name' }],
  ...ID_PREFIXES.map(
    (prefix) => ['POST', '/app', { name: 'a', uid: `${prefix}1` }, { name: 'a', uid: 'a1' }] as const,
  ),
  ['POST', '/app/ada/endpoint', { ...hook, uid: 'ep_1' }, { ...hook, uid: null }],
  ['POST', '/app/ada/endpoint', { url: 'ftp://ada.example' }, { url: 'HTTPS://ada.example' }],
  ['POST', '/app/ada/endpoint', { url: 'no address' }, hook],
  ['POST', '/app/ada/endpoint', { ...hook, headers: { 'a b': 'c' } }, { ...hook, headers: { 'a-b': 'c' } }],
  ['POST', '/app/ada/endpoint', { ...hook, headers: { a: 'b\nc' } }, { ...hook, headers: { a: 'b\tc' } }],
  ['PUT', '/app/ada/endpoint/none/headers', { headers: { 'a:': 'b' } }, { headers: { a: 'b' } }],
  ['PATCH', '/app/ada/endpoint/none/headers', { headers: { a: '\u0000' } }, { headers: { a: null } }],
  ...IMPORTS.flatMap((path) => [
    ['POST', path, {}, { spec: {} }] as const,
    ['POST', path, { spec: null, specRaw: null }, { spec: null, specRaw: 'x' }] as const,
    ['POST', path, { spec: {}, specRaw: 'x' }, { spec: {}, specRaw: null }] as const,
  ]),
  ['POST', '/environment/import', { connectors: [{}] }, { connectors: [] }],
  ['POST', '/connections', { ...connection, baseUrl: 'ftp://a.example' }, connection],
  ['POST', '/connections', { ...connection, baseUrl: 'https://a.example/?b' }, connection],
  ['POST', '/connections', { ...connection, token: 'two words' }, connection],
  [
    'PATCH',
    '/settings',
    { customLogoUrl: 'javascript:alert(1)' },
    { customLogoUrl: 'https://a.example/l.svg' },
  ],
];

test.each(refused)('%s %s refuses %j, and is described so', async (method, path, body, good) => {
  const schema = operationAt(method, path)?.requestBody?.content['application/json']?.schema ?? {};
  expect(faultsOf(schema, body)).not.toEqual([]);
  expect(faultsOf(schema, good)).toEqual([]);
  const answer = await server.call(method, path, body);
  // Nothing was found to be done there: what is refused for is what it holds.
  if (!path.includes('none')) expect([400, 422]).toContain(answer.status);
});

describe('what no schema can say', () => {
  const words = (method: string, path: string, field: string): string => {
    const operation = operationAt(method, path);
    const parameter = operation?.parameters.find(({ name }) => name === field);
    const name =
      String(operation?.requestBody?.content['application/json']?.schema.$ref ?? '')
        .split('/')
        .at(-1) ?? '';
    const properties = (api.components.schemas[name]?.properties ?? {}) as Record<
      string,
      { description: string }
    >;
    return parameter?.description ?? properties[field]?.description ?? '';
  };

  test.each([
    ['POST', '/app/a/endpoint/e/recover', 'since', /at most 14 days before/],
    ['POST', '/app/a/endpoint/e/replay-missing', 'since', /at most 14 days before/],
    ['POST', '/app/a/endpoint/e/bulk-replay', 'since', /at most 14 days before/],
    ['GET', '/app/a/endpoint/e/stats', 'since', /at most 28 days before/],
    ['GET', '/app/a/endpoint/e/stats', 'until', /not in the future/],
    ['GET', '/app/a/endpoint/e/history', 'since', /not later than `until`/],
    ['GET', '/app/a/history', 'since', /not later than `until`/],
    ['POST', '/stats/usage/app', 'since', /not later than `until`, or than now/],
    ['POST', '/stats/usage/app', 'appIds', /at least one must exist/],
    ['POST', '/app/a/msg', 'deliverAt', /at most 7 days ahead/],
    ['POST', '/app/a/msg', 'application', /`uid` must be the one of the path/],
    ['POST', '/auth/app-portal-access/a', 'application', /`uid` must be the one of the path/],
    ['POST', '/auth/token', 'expiresAt', /in the future/],
    ['POST', '/app/a/endpoint', 'rateLimit', /at most the limit of its application/],
    ['POST', '/app/a/endpoint', 'headers', /duplicate names/],
    ['POST', '/app/a/endpoint', 'filterTypes', /settings may ask for at least one/],
    ['POST', '/app/a/endpoint', 'channels', /settings may ask for at least one/],
    ['PUT', '/catalog/flag-sets', 'flagSets', /each letter once/],
    ['POST', '/event-type-bulk', 'eventTypes', /each name once/],
    ['POST', '/environment/import', 'eventTypes', /each name once/],
    ['POST', '/environment/import', 'flagSets', /each letter once/],
    ['POST', '/diagnostics/pacing-test', 'messages', /at most \d+ seconds/],
  ])('%s %s says of %s what it may be', (method, path, field, said) => {
    expect(words(method, path, field)).toMatch(said);
  });
});

test('every field that holds an address says so', () => {
  const silent: string[] = [];
  const visit = (schema: unknown, at: string): void => {
    if (typeof schema !== 'object' || schema === null) return;
    for (const [name, one] of Object.entries((schema as { properties?: object }).properties ?? {})) {
      const { type, format } = one as { type?: unknown; format?: string };
      const isText = [type].flat().includes('string');
      if (isText && /(^|[a-z])(url|Url|URL)$|^catalogLogo$/.test(name) && format !== 'uri')
        silent.push(`${at}.${name}`);
    }
    for (const [key, one] of Object.entries(schema)) visit(one, `${at}/${key}`);
  };
  visit(api.components.schemas, '');
  // The built-in receiver tells path and query alone.
  expect(silent.filter((path) => !path.startsWith('/ReceiverLogOut/'))).toEqual([]);
});

test('a message may have its payload under its older name, or as raw text', async () => {
  for (const body of [
    { eventType: 'a.b', data: { n: 1 } },
    { eventType: 'a.b', transformationsParams: { rawPayload: 'text' } },
  ]) {
    expect((await server.call('POST', '/app/ada/msg', body)).status).toBe(202);
  }
});
describe('an empty list in a filter', () => {
  const filters = Object.entries(api.components.schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties as Record<string, { readonly description: string }>)
      .filter(([field]) => /^(Operational)?Endpoint(In|Update|Patch)$/.test(name) && FILTERS.includes(field))
      .map(([field, { description }]) => [`${name}.${field}`, description] as const),
  );

  test('is possible in every body about an endpoint', () => expect(filters).toHaveLength(3 * 3 + 3 * 2));

  test.each(filters)('of %s is said to mean everything', (_field, description) =>
    expect(description).toContain('An empty list is the same as null: everything.'),
  );
});

