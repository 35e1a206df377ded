import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RenderCatalog } from '../../../src-server/contract/public-catalog';
import { rawRequest } from '../../support/raw-request';
import { startTestServer, type TestServer } from '../../support/start-test-server';

/** Renders everything it gets, so that tests see what could reach the public. */
const renderCatalog: RenderCatalog = (catalog, assets) =>
  [
    {
      path: 'index.html',
      render: () => `<!doctype html><h1>${catalog.displayName}</h1>${JSON.stringify({ catalog, assets })}`,
    },
    { path: 'second.html', render: () => '<!doctype html><p>second page</p>' },
  ].map((page) => ({ eventType: null, frame: '', ...page }));

let uiDir: string;
let server: TestServer;

beforeAll(async () => {
  uiDir = await mkdtemp(join(tmpdir(), 'posthorn-pages-'));
  for (const folder of ['admin', 'portal', 'share', 'assets', 'docs', '.vite'])
    await mkdir(join(uiDir, folder));
  await writeFile(
    join(uiDir, 'admin/index.html'),
    '<!doctype html><html><head><title>admin</title></head></html>',
  );
  await writeFile(join(uiDir, 'portal/index.html'), '<!doctype html><title>portal</title>');
  await writeFile(join(uiDir, 'share/index.html'), '<!doctype html><title>share</title>');
  await writeFile(join(uiDir, 'assets/app-1a2b.js'), 'export {};');
  const manifest = {
    'catalog/main.ts': { file: 'assets/catalog-1.js', css: ['assets/catalog-2.css'] },
  };
  await writeFile(join(uiDir, '.vite/manifest.json'), JSON.stringify(manifest));
  for (const name of ['index', 'endpoints'])
    await writeFile(join(uiDir, `docs/${name}.html`), `<!doctype html><h1>docs ${name}</h1>`);
  await writeFile(join(uiDir, 'docs/search.json'), '[]');
  server = await startTestServer({ parts: { uiDir, renderCatalog } });
});
afterAll(async () => {
  await server.remove();
  await rm(uiDir, { recursive: true });
});

const get = (path: string, init: RequestInit = {}) =>
  fetch(server.baseUrl + path, { redirect: 'manual', ...init });

test.each([
  ['/', 'admin'],
  ['/admin', 'admin'],
  ['/admin/catalog/a.b', 'admin'],
  ['/portal/', 'portal'],
  ['/portal/endpoints/ep_1', 'portal'],
  ['/share/', 'share'],
  ['/share', 'share'],
])('%s is the page of the %s', async (path, title) => {
  const response = await get(path);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(await response.text()).toContain(`<title>${title}</title>`);
});

test.each(['/', '/portal/', '/share/', '/catalog/', '/docs', '/assets/app-1a2b.js'])(
  '%s comes with strict headers',
  async (path) => {
    await server.call('PATCH', '/settings', { eventCatalogPublished: true, displayName: 'Acme' });
    const { headers, status } = await get(path);
    expect(status).toBe(200);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/default-src '(self|none)'/);
    // The code editor of the admin pages writes style attributes at run time; no other page does.
    const expected = path === '/' ? policy.replace("style-src-attr 'unsafe-inline'", '') : policy;
    expect(expected).not.toMatch(/unsafe|https?:|\*/);
    expect(policy).not.toContain('unsafe-eval');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-powered-by')).toBeNull();
  },
);

test.each([
  ['/docs', 'index', 'text/html; charset=utf-8'],
  ['/docs/', 'index', 'text/html; charset=utf-8'],
  ['/docs/endpoints', 'endpoints', 'text/html; charset=utf-8'],
  ['/docs/endpoints/', 'endpoints', 'text/html; charset=utf-8'],
  ['/docs/search.json', '[]', 'application/json; charset=utf-8'],
])('%s is a file of the documentation, asked for anew each time', async (path, text, type) => {
  const response = await get(path);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
  expect(await response.text()).toContain(text);
  expect(response.headers.get('cache-control')).toBe('no-cache');
  expect(response.headers.get('etag')).toMatch(/^W\//);
});

test('style elements of the admin pages carry what only their own scripts know, another for each response', async () => {
  const seen = new Set<string>();
  for (let times = 0; times < 3; times += 1) {
    const response = await get('/');
    const nonce = /<meta property="csp-nonce" nonce="([^"]{20,})"/.exec(await response.text())?.[1];
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}';`);
    seen.add(nonce ?? '');
  }
  expect(seen.size).toBe(3);
  expect(await (await get('/portal/')).text()).not.toContain('nonce');
});

test('only the portal may be framed, and only by this server', async () => {
  const policy = async (path: string) => (await get(path)).headers.get('content-security-policy');
  expect(await policy('/')).toContain("frame-ancestors 'none'");
  expect(await policy('/portal/')).toContain("frame-ancestors 'self'");
});

test('built files may be kept for a year, pages are asked for anew', async () => {
  expect((await get('/assets/app-1a2b.js')).headers.get('cache-control')).toContain('immutable');
  expect((await get('/portal/')).headers.get('cache-control')).toBe('no-cache');
});

test.each([
  '/.vite/manifest.json',
  '/assets/.vite/manifest.json',
  '/assets/..%2f.vite/manifest.json',
  '/assets/%2e%2e/%2e%2e/etc/passwd',
  '/assets/nothing.js',
  '/docs/nothing',
  '/docs/../.vite/manifest.json',
  '/docs/..%2f.vite%2fmanifest.json',
  '/nothing',
])('at %s there is nothing', async (path) => {
  expect((await rawRequest(server.baseUrl, path)).status).toBe(404);
});

test('what is missing is a page for people and JSON for programs', async () => {
  const page = await get('/nothing', { headers: { accept: 'text/html,*/*' } });
  expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect(await (await get('/nothing')).json()).toEqual({ code: 'not_found', detail: expect.any(String) });
  expect((await get('/', { method: 'POST' })).status).toBe(405);
});

test('a server without built pages says how to build them', async () => {
  const bare = await startTestServer();
  const response = await fetch(bare.baseUrl);
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('npm run build')]);
  await bare.remove();
});

describe('the public catalog', () => {
  const catalog = async () => {
    const response = await get('/catalog/');
    return { status: response.status, text: await response.text() };
  };

  test('is a 404 until it is published, and again afterwards', async () => {
    await server.call('PATCH', '/settings', { eventCatalogPublished: false });
    expect((await catalog()).status).toBe(404);
    await server.call('PATCH', '/settings', { eventCatalogPublished: true, displayName: 'Acme' });
    expect(await catalog()).toEqual({ status: 200, text: expect.stringContaining('<h1>Acme</h1>') });
    expect((await get('/catalog/second.html')).status).toBe(200);
    expect((await get('/catalog/none')).status).toBe(404);
    const redirect = await get('/catalog');
    expect([redirect.status, redirect.headers.get('location')]).toEqual([308, '/catalog/']);
    await server.call('PATCH', '/settings', { eventCatalogPublished: false });
    expect((await catalog()).status).toBe(404);
  });

  test('names its style sheets as they were built', async () => {
    await server.call('PATCH', '/settings', { eventCatalogPublished: true, displayName: 'Acme' });
    expect((await catalog()).text).toContain('{"styles":["/assets/catalog-2.css"],"fonts":[],"script":null}');
  });

  test('follows every change at once, and holds nothing that is flagged or archived', async () => {
    await server.call('PATCH', '/settings', { eventCatalogPublished: true, displayName: 'Acme' });
    await server.call('POST', '/event-type', { name: 'open.one', description: 'first text' });
    expect((await catalog()).text).toContain('first text');
    await server.call('PATCH', '/event-type/open.one', { description: 'second text' });
    expect((await catalog()).text).toContain('second text');
    await server.call('PATCH', '/event-type/open.one', { featureFlag: 'beta' });
    // What changed still tells those who saw it.
    expect((await catalog()).text).toContain('"eventTypes":[],');
    await server.call('PATCH', '/event-type/open.one', { featureFlag: null, archived: true });
    expect((await catalog()).text).toContain('"eventTypes":[],');
  });

  test("shows the author's example, or a made one", async () => {
    const schema = { type: 'object', required: ['id'], properties: { id: { type: 'integer', minimum: 5 } } };
    await server.call('POST', '/event-type', {
      name: 'own',
      description: '',
      schema: { ...schema, examples: [{ id: 77 }] },
    });
    await server.call('POST', '/event-type', { name: 'made', description: '', schema });
    const { text } = await catalog();
    const { eventTypes } = JSON.parse(text.slice(text.indexOf('{'))).catalog;
    const example = (name: string) =>
      eventTypes.find((eventType: { name: string }) => eventType.name === name).example;
    expect(example('own')).toBe('{"id":77}');
    expect(JSON.parse(example('made')).id).toBeGreaterThanOrEqual(5);
  });
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
  'a %s is a 405 where a page is, and a 404 elsewhere',
  async (method) => {
    const status = async (path: string) => (await fetch(`${server.baseUrl}${path}`, { method })).status;
    for (const path of ['/', '/admin/', '/portal', '/docs', '/catalog/'])
      expect([path, await status(path)]).toEqual([path, 405]);
    for (const path of ['/nothing', '/ingest/api/v1/source', '/portals'])
      expect([path, await status(path)]).toEqual([path, 404]);
  },
);
