import { beforeAll, expect, test } from 'vitest';
import { renderCatalog } from '../../../src-renderer/catalog/render-catalog';
import { atomFaults } from '../../support/atom-faults';
import { makeCatalogUi } from '../../support/catalog-ui';
import { getByHost } from '../../support/raw-request';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';
import { typeFaults } from '../../support/type-faults';

const DOMAIN = 'events.acme.example';
const ui = startedOnce(makeCatalogUi);
const server = startedOnce(() =>
  startTestServer({ config: { catalogDomains: [DOMAIN] }, parts: { uiDir: ui.uiDir, renderCatalog } }),
);
const FILES = ['openapi.json', 'schemas.json', 'events.d.ts', 'changes.atom', 'fields.js'];
const schema = { type: 'object', properties: { a: { type: 'string' } } };
const get = (file: string, headers = {}) => fetch(`${server.baseUrl}/catalog/${file}`, { headers });

beforeAll(async () => {
  const types = [
    { name: 'order.placed', description: 'With <b>markup</b> & "quotes" ]]>.', schema },
    { name: 'order.secret', description: 'Hidden.', featureFlags: ['gold'], schema },
    { name: 'order.gone', description: 'Archived.', archived: true, schema },
  ];
  for (const type of types) await server.call('POST', '/event-type', type);
  await server.call('PATCH', '/event-type/order.placed', {
    schema: { ...schema, properties: { a: { type: 'number' }, 'a<&>"b': { type: 'string' } } },
  });
  await server.call('PATCH', '/event-type/order.placed', { groupName: 'shop' });
  await server.call('PATCH', '/settings', { displayName: 'Acme & "Sons" <Ltd>' });
});

test('no file of the catalog is there while it is unpublished', async () => {
  await server.call('PATCH', '/settings', { eventCatalogPublished: false });
  for (const file of FILES) expect([file, (await get(file)).status]).toEqual([file, 404]);
});

test('the files of a published catalog have what everybody may see, in their media types', async () => {
  await server.call('PATCH', '/settings', { eventCatalogPublished: true });
  const responses = await Promise.all(FILES.map((file) => get(file)));
  expect(responses.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual([
    [200, 'application/json'],
    [200, 'application/json'],
    [200, 'text/plain; charset=utf-8'],
    [200, 'application/atom+xml; charset=utf-8'],
    [200, 'text/javascript; charset=utf-8'],
  ]);
  const [openapi = '', schemas = '', types = '', feed = '', fields = ''] = await Promise.all(
    responses.map((response) => response.text()),
  );
  expect(Object.keys(JSON.parse(openapi).webhooks)).toEqual(['order.placed']);
  expect(JSON.parse(openapi).info.title).toBe('Acme & "Sons" <Ltd>');
  expect(Object.keys(JSON.parse(schemas).schemas)).toEqual(['order.placed']);
  expect(types).toContain(`'order.placed': OrderPlaced;`);
  expect(typeFaults(types)).toBe('');
  expect(fields).toBe(
    `var posthornCatalogFields = {"types":["order.placed"],"fields":[{"names":["a","a<&>\\"b"],"at":[0,0]}]};\n`,
  );
  for (const text of [openapi, schemas, types, feed, fields]) expect(text).not.toMatch(/secret|gone|gold/);
  for (const { headers } of responses) {
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-cache');
  }
}, 60_000);

test('an address of the catalog without a page has one for people, with a search, and none for programs', async () => {
  await server.call('PATCH', '/settings', { eventCatalogPublished: true });
  for (const [path, toRoot] of [
    ['order.secret', ''],
    ['types/order.secret.html', '../'],
  ]) {
    const page = await get(path ?? '', { accept: 'text/html', 'if-none-match': '*', range: 'bytes=0-9' });
    expect([path, page.status, page.headers.get('content-type')]).toEqual([
      path,
      404,
      'text/html; charset=utf-8',
    ]);
    expect(await page.text()).toContain(`<a href="${toRoot}index.html">all event types</a>`);
    expect((await get(path ?? '')).headers.get('content-type')).toContain('json');
  }
  const deep = await get('a/b/c', { accept: 'text/html' });
  expect([deep.status, (await deep.text()).includes('all event types')]).toEqual([404, false]);
}, 60_000);

test('a reader that has a file already gets a 304, until it changes', async () => {
  await server.call('PATCH', '/settings', { eventCatalogPublished: true });
  for (const file of ['openapi.json', 'schemas.json', 'events.d.ts']) {
    const tag = { 'if-none-match': (await get(file)).headers.get('etag') ?? '' };
    expect((await get(file, tag)).status).toBe(304);
    await server.call('PATCH', '/event-type/order.secret', { description: `Hidden from ${file}.` });
    expect((await get(file, tag)).status).toBe(304);
    await server.call('PUT', `/event-type/new.${file}`, { description: 'New.', schema });
    expect((await get(file, tag)).status).toBe(200);
  }
});

test('the feed follows RFC 4287, whatever texts are in it, and with nothing in it', async () => {
  await server.call('PATCH', '/settings', { eventCatalogPublished: true });
  const feed = await (await get('changes.atom')).text();
  expect(atomFaults(feed)).toEqual([]);
  expect(feed).toContain('<title>order.placed has a breaking change</title>');
  expect(feed).toContain('<title>order.placed is new</title>');
  expect(feed).toContain(
    `<link rel="self" type="application/atom+xml" href="${server.baseUrl}/catalog/changes.atom"/>`,
  );
  expect(atomFaults(feed.replace('<author>', '<writer>'))).not.toEqual([]);
  expect(atomFaults(feed.replace('&amp;', '&'))).not.toEqual([]);
  expect(atomFaults(feed.replace(/<updated>.*<\/updated>/, ''))).not.toEqual([]);
  const empty = await startTestServer();
  try {
    await empty.call('PATCH', '/settings', { eventCatalogPublished: true, displayName: 'Nobody' });
    const response = await fetch(`${empty.baseUrl}/catalog/changes.atom`);
    expect(atomFaults(await response.text())).toEqual([]);
  } finally {
    await empty.remove();
  }
});

test('on the domain of the catalog its files are at the root', async () => {
  await server.call('PATCH', '/settings', { eventCatalogPublished: true, catalogDomain: DOMAIN });
  const response = await getByHost(server.baseUrl, DOMAIN, '/changes.atom');
  expect(response.status).toBe(200);
  expect(response.text).toContain(`${DOMAIN}/changes.atom`);
  expect((await getByHost(server.baseUrl, DOMAIN, '/events.d.ts')).text).toContain('OrderPlaced');
});
