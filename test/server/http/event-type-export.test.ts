import { beforeAll, expect, test } from 'vitest';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const server = startedOnce(startTestServer);
const text = { type: 'string' };
const money = { type: 'object', properties: { amount: { type: 'number' } } };
const TYPES = [
  {
    name: 'invoice.paid',
    description: 'Paid.',
    groupName: 'billing',
    replacedBy: 'invoice.secret',
    schemas: { 1: using({ Money: money }) },
  },
  {
    name: 'invoice.beta',
    description: 'Beta.',
    deprecated: true,
    sunsetAt: '2031-01-31T00:00:00.000Z',
    replacedBy: 'invoice.paid',
    featureFlags: ['beta'],
    schemas: { 1: using({ Money: text }) },
  },
  {
    name: 'invoice.secret',
    description: 'Hidden.',
    featureFlags: ['gold', 'silver'],
    schemas: { 1: using({ SecretPart: text }) },
  },
  { name: 'invoice.gone', description: 'Archived.', archived: true, schemas: { 1: { title: 'gone' } } },
  { name: 'silent', description: '' },
  // One schema that OpenAPI says differently.
  {
    name: 'odd',
    description: 'Odd.',
    schemas: { 1: { $ref: '#/definitions/It', definitions: { It: money } } },
  },
  { name: 'export', description: 'Named like the operation.' },
];
let reader: string;
let portal: string;

function using(definitions: object) {
  const part = { $ref: `#/definitions/${Object.keys(definitions)[0]}` };
  return { type: 'object', properties: { part }, required: ['part'], definitions };
}

beforeAll(async () => {
  for (const type of TYPES) expect((await server.call('POST', '/event-type', type)).status).toBe(201);
  reader = (await server.call('POST', '/auth/token', { name: 'r', featureFlags: ['beta'] })).json.token;
  portal = await server.portalToken(await server.create('/app', { name: 'c' }));
});

const read = (format: string, token?: string, headers = {}) =>
  server.call('GET', `/event-type/export?format=${format}`, undefined, {
    ...(token !== undefined && { token }),
    headers,
  });
const namesIn = async (token?: string) => [
  Object.keys((await read('openapi', token)).json.webhooks).sort(),
  Object.keys((await read('json-schema', token)).json.schemas).sort(),
  [...(await read('typescript', token)).text.matchAll(/^ {2}'(.*)': /gm)].map(([, name]) => name).sort(),
];

test('each form has exactly the event types that the token sees, without archived ones', async () => {
  const all = ['export', 'invoice.beta', 'invoice.paid', 'invoice.secret', 'odd', 'silent'];
  const beta = all.filter((name) => name !== 'invoice.secret');
  const open = beta.filter((name) => name !== 'invoice.beta');
  expect(await namesIn()).toEqual([all, all, all]);
  expect(await namesIn(reader)).toEqual([beta, beta, beta]);
  expect(await namesIn(portal)).toEqual([open, open, open]);
});

test('what a token does not see changes no name, no number and no byte of its exports', async () => {
  const before = await Promise.all(
    ['openapi', 'json-schema', 'typescript'].map((format) => read(format, portal)),
  );
  for (const { text } of before) expect(text).not.toMatch(/secret|beta|gold|Money_2/i);
  // Before the others by name, so that it would have the first choice of names.
  const hidden = {
    name: 'aaa.hidden',
    description: 'x',
    featureFlags: ['gold'],
    schemas: { 1: using({ Money: { type: 'null' } }) },
  };
  await server.call('POST', '/event-type', hidden);
  const after = await Promise.all(
    ['openapi', 'json-schema', 'typescript'].map((format) => read(format, portal)),
  );
  expect(after.map(({ text }) => text)).toEqual(before.map(({ text }) => text));
  expect(after.map(({ headers }) => headers.get('etag'))).toEqual(
    before.map(({ headers }) => headers.get('etag')),
  );
  expect((await read('openapi')).json.webhooks).toHaveProperty(['aaa.hidden']);
  await server.call('DELETE', '/event-type/aaa.hidden?expunge=true');
});

test('importing the OpenAPI document changes nothing, whoever exported it', async () => {
  for (const token of [undefined, reader, portal]) {
    const { json, text } = await read('openapi', token);
    expect(json.openapi).toBe('3.1.0');
    for (const body of [{ spec: json }, { specRaw: text }]) {
      const imported = await server.call('POST', '/event-type/import/openapi', body);
      expect([imported.status, imported.json.data.modified]).toEqual([200, []]);
    }
  }
});

test('the document says group, flags and deprecation, and brings them back where they were lost', async () => {
  const { json } = await read('openapi');
  expect(json.webhooks['invoice.beta'].post).toMatchObject({
    'x-event-type': 'invoice.beta',
    'x-svix-feature-flags': ['beta'],
    deprecated: true,
    'x-sunset': '2031-01-31T00:00:00.000Z',
    'x-replaced-by': 'invoice.paid',
  });
  expect(json.webhooks['invoice.paid'].post['x-svix-group-name']).toBe('billing');
  expect(json.components.schemas).toMatchObject({ Money: {}, Money_2: {}, SecretPart: {} });
  const lost = { deprecated: false, sunsetAt: null, replacedBy: null, featureFlags: ['other'] };
  await server.call('PATCH', '/event-type/invoice.beta', lost);
  const imported = await server.call('POST', '/event-type/import/openapi', { spec: json });
  expect(imported.json.data.modified).toEqual(['invoice.beta']);
  expect((await server.call('GET', '/event-type/invoice.beta')).json).toMatchObject({
    deprecated: true,
    sunsetAt: '2031-01-31T00:00:00.000Z',
    replacedBy: 'invoice.paid',
    featureFlags: ['beta'],
  });
});

test('a replacement is named only where it is in the document', async () => {
  const replacementIn = async (token?: string) => {
    const { json } = await read('openapi', token);
    return json.webhooks['invoice.paid'].post['x-replaced-by'];
  };
  expect(await replacementIn()).toBe('invoice.secret');
  expect([await replacementIn(reader), await replacementIn(portal)]).toEqual([undefined, undefined]);
  expect((await read('typescript', reader)).text).toContain(
    '@deprecated Supported until 2031-01-31. Use invoice.paid instead.',
  );
  // Everybody may read it by its name; no list has it.
  await server.call('PATCH', '/event-type/invoice.paid', { replacedBy: 'invoice.gone' });
  expect(await replacementIn(portal)).toBe(undefined);
  await server.call('PATCH', '/event-type/invoice.paid', { replacedBy: 'invoice.secret' });
});

test('an invalid sunset date or replacement is left out of an import, with a warning', async () => {
  const spec = (members: object) => ({
    openapi: '3.1.0',
    info: { title: 'Other', version: '1' },
    webhooks: { 'a.dated.one': { post: { description: 'd', ...members } } },
  });
  const imported = async (members: object) => {
    const { json } = await server.call('POST', '/event-type/import/openapi', { spec: spec(members) });
    const { sunsetAt, replacedBy } = (await server.call('GET', '/event-type/a.dated.one')).json;
    return [sunsetAt, replacedBy, JSON.stringify(json).includes('x-sunset')];
  };
  const day = '2031-02-28T00:00:00.000Z';
  const next = 'invoice.paid';
  expect(await imported({ 'x-sunset': '2031-02-28', 'x-replaced-by': next })).toEqual([day, next, false]);
  for (const wrong of ['2031-02-30', 'soon', 3, '2031-13-01', '2031-02-28T25:00:00Z'])
    expect(await imported({ 'x-sunset': wrong, 'x-replaced-by': 'a.dated.one' })).toEqual([day, next, true]);
  expect(await imported({ 'x-sunset': null, 'x-replaced-by': null })).toEqual([null, null, false]);
  await server.call('DELETE', '/event-type/a.dated.one?expunge=true');
});

test('an import of a document that does not speak of deprecation, flags and group leaves them', async () => {
  const type = {
    name: 'left.alone',
    description: 'd',
    deprecated: true,
    sunsetAt: '2031-01-31T00:00:00.000Z',
    replacedBy: 'silent',
    featureFlags: ['f'],
    groupName: 'g',
  };
  await server.call('POST', '/event-type', type);
  const spec = {
    openapi: '3.1.0',
    info: { title: 'Other', version: '1' },
    webhooks: { 'left.alone': { post: { description: 'd' } } },
  };
  const imported = await server.call('POST', '/event-type/import/openapi', { spec });
  expect(imported.json.data.modified).toEqual([]);
  expect((await server.call('GET', '/event-type/left.alone')).json).toMatchObject(type);
  Object.assign(spec.webhooks['left.alone'].post, { deprecated: false });
  const undone = await server.call('POST', '/event-type/import/openapi', { spec });
  expect(undone.json.data.modified).toEqual(['left.alone']);
  await server.call('DELETE', '/event-type/left.alone?expunge=true');
});

test('a reader that has the text already gets a 304, until an event type that it sees changes', async () => {
  const first = await read('typescript', portal);
  expect(first.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const tag = { 'if-none-match': first.headers.get('etag') ?? '' };
  const again = await read('typescript', portal, tag);
  expect([again.status, again.text]).toEqual([304, '']);
  await server.call('PATCH', '/event-type/invoice.secret', { description: 'Changed.' });
  expect((await read('typescript', portal, tag)).status).toBe(304);
  await server.call('PATCH', '/event-type/invoice.paid', { description: 'Changed.' });
  const changed = await read('typescript', portal, tag);
  expect([changed.status, changed.text.includes('Changed.')]).toEqual([200, true]);
});

test('an unknown format is refused, and so is a request without a token', async () => {
  expect((await read('xml')).status).toBe(422);
  const { status } = await server.call('GET', '/event-type/export', undefined, { token: null });
  expect(status).toBe(401);
});

test('an event type that is named like the operation can still be changed', async () => {
  expect((await server.call('PATCH', '/event-type/export', { description: 'Still.' })).status).toBe(200);
});
