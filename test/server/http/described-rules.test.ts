import { beforeAll, describe, expect, test } from 'vitest';
import { ID_PREFIXES } from '../../../src-server/base/id';
import { targets } from '../../support/api-fuzz';
import { api, faultsOf, operationAt } from '../../support/described-api';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

/** What the code refuses in addition to the request schemas: the description must refuse it as well. */

const server = startedOnce(startTestServer);
beforeAll(async () => {
  await server.call('POST', '/app', { name: 'Ada', uid: 'ada' });
});

const hook = { url: 'https://ada.example/hooks' };
const message = { eventType: 'a.b', payload: {} };
const connection = { name: 'a', baseUrl: 'https://a.example', token: 'token' };
const IMPORTS = ['/event-type/import/openapi', '/event-type/import/plan', '/event-type/import/apply'];

const FILTERS = ['filterTypes', 'eventTypes', 'channels'];

/** Method, path, a refused body, and the most similar body that the description allows. */
const refused: readonly (readonly [method: string, path: string, body: object, good: object])[] = [
  ['POST', '/app/ada/msg', { eventType: 'a.b' }, message],
  ['POST', '/app/ada/msg', { eventType: 'a.b' }, { eventType: 'a.b', data: {} }],
  [
    'POST',
    '/app/ada/msg',
    { eventType: 'a.b', transformationsParams: {} },
    { eventType: 'a.b', transformationsParams: { rawPayload: 'x' } },
  ],
  ['POST', '/app/ada/msg', { ...message, eventId: 'msg_1' }, { ...message, eventId: 'm_1' }],
  ['POST', '/app/ada/msg', { ...message, eventId: 'msg_1' }, { ...message, eventId: null }],
  [
    'POST',
    '/app/ada/msg',
    { ...message, payloadRetentionPeriod: 1, payloadRetentionHours: 1 },
    { ...message, payloadRetentionPeriod: 1, payloadRetentionHours: null },
  ],
  ['POST', '/event-type', {}, { name: 'only.a.name' }],
  ['POST', '/environment/import', { openapi: '3.1.0' }, { openapi: '3.1.0', eventTypes: [] }],
  ['PUT', '/event-type/a.b', { schemas: { v1: {} } }, {}],
  ['PUT', '/event-type/a.b', { schemas: { 0: {} } }, { schemas: { 12: {} } }],
  ['PUT', '/event-type/a.b', { description: null }, { description: '' }],
  [
    'POST',
    '/app/ada/endpoint',
    { ...hook, secret: 'whsec_short' },
    { ...hook, secret: `whsec_${'a'.repeat(32)}` },
  ],
  ['POST', '/app/ada/endpoint', { ...hook, version: 0 }, { ...hook, version: 2 }],
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

test.each(refused)('%s %s refuses %j, as described', async (method, path, body, good) => {
  const schema = operationAt(method, path)?.requestBody?.content['application/json']?.schema ?? {};
  expect(faultsOf(schema, body)).not.toEqual([]);
  expect(faultsOf(schema, good)).toEqual([]);
  const response = await server.call(method, path, body);
  // A path to a missing object answers 404, whatever the body.
  if (!path.includes('none')) expect([400, 422]).toContain(response.status);
});

/** Every parameter of every query, with an address that has it without a value. */
const queries = targets.flatMap(({ method, path, operation }) =>
  operation.parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, schema }) => {
      const to = path.replace('{app}', 'ada').replace(/\{\w+\}/g, 'none');
      return [method, `${to}?${name}=`, name, schema] as const;
    }),
);

test.each(queries)(
  '%s %s is refused for its empty value, and is described so',
  async (method, path, name, schema) => {
    const response = await server.call(
      method,
      path,
      method === 'GET' || method === 'DELETE' ? undefined : {},
    );
    expect([400, 422]).toContain(response.status);
    expect(response.text).toContain(name);
    const isList = schema.type === 'array';
    expect(faultsOf(schema, isList ? [''] : '')).not.toEqual([]);
  },
);

test('an empty value does not delete', async () => {
  await server.call('POST', '/event-type', { name: 'still.there' });
  expect((await server.call('DELETE', '/event-type/still.there?expunge=')).status).toBe(400);
  expect((await server.call('GET', '/event-type/still.there')).json.archived).toBe(false);
});

test('names in paths are described by what a name may be', async () => {
  const pattern = (path: string, name: string) =>
    operationAt('GET', path)?.parameters.find(
      (parameter) => parameter.in === 'path' && parameter.name === name,
    )?.schema;
  for (const [path, name] of [
    ['/event-type/a', 'name'],
    ['/app/a', 'app'],
    ['/app/a/endpoint/b', 'endpoint'],
    ['/app/a/msg/b', 'message'],
  ] as const) {
    const schema = pattern(path, name) ?? {};
    expect(faultsOf(schema, 'a.b-c_D1')).toEqual([]);
    for (const wrong of ['', 'a b', 'a/b', 'ä', 'x'.repeat(257)])
      expect(faultsOf(schema, wrong)).not.toEqual([]);
  }
  for (const path of ['/event-type/a%20b', '/app/a%20b']) {
    const { status } = await server.call('PUT', path, { name: 'n', description: '' });
    expect([404, 422]).toContain(status);
  }
});

test('PUT of an event type has its own schema, in which nothing is required', () => {
  const body = operationAt('PUT', '/event-type/a')?.requestBody?.content['application/json']?.schema;
  expect(body).toEqual({ $ref: '#/components/schemas/EventTypeUpdate' });
  expect(faultsOf(body ?? {}, {})).toEqual([]);
});

describe('rules that no schema can express', () => {
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
    ['PUT', '/catalog/flag-sets', 'flagSets', /each letter and each id once/],
    ['POST', '/event-type-bulk', 'eventTypes', /each name once/],
    ['POST', '/environment/import', 'eventTypes', /each name once/],
    ['POST', '/environment/import', 'flagSets', /each letter and each id once/],
    ['POST', '/diagnostics/pacing-test', 'messages', /at most \d+ seconds/],
  ])('%s %s says of %s what it may be', (method, path, field, rule) => {
    expect(words(method, path, field)).toMatch(rule);
  });
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

test('every field with an address is described as one', () => {
  const silent: string[] = [];
  const visit = (schema: unknown, at: string): void => {
    if (typeof schema !== 'object' || schema === null) return;
    for (const [name, part] of Object.entries((schema as { properties?: object }).properties ?? {})) {
      const { type, format } = part as { type?: unknown; format?: string };
      const isText = [type].flat().includes('string');
      if (isText && /(^|[a-z])(url|Url|URL)$|^catalogLogo$/.test(name) && format !== 'uri')
        silent.push(`${at}.${name}`);
    }
    for (const [key, value] of Object.entries(schema)) visit(value, `${at}/${key}`);
  };
  visit(api.components.schemas, '');
  // The built-in receiver reports only path and query.
  expect(silent.filter((path) => !path.startsWith('/ReceiverLogOutRequestsItem.'))).toEqual([]);
});

test('a message may have its payload under its older name, or as raw text', async () => {
  for (const body of [
    { eventType: 'a.b', data: { n: 1 } },
    { eventType: 'a.b', transformationsParams: { rawPayload: 'text' } },
  ]) {
    expect((await server.call('POST', '/app/ada/msg', body)).status).toBe(202);
  }
});
