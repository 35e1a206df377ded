import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { renderCatalog } from '../../../src-renderer/catalog/render-catalog';
import { createCatalogDomains, hostOf } from '../../../src-server/http/pages/catalog-domain';
import { makeCatalogUi } from '../../support/catalog-ui';
import { getByHost } from '../../support/raw-request';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const DOMAIN = 'events.acme.example';
const ui = startedOnce(makeCatalogUi);
const server = startedOnce(() =>
  startTestServer({
    config: { catalogDomains: [DOMAIN, 'old.acme.example'], catalogHost: 'hooks.example.net' },
    parts: { uiDir: ui.uiDir, renderCatalog },
  }),
);
beforeAll(async () => {
  await server.call('POST', '/event-type', { name: 'invoice.paid', description: 'Paid.' });
});
beforeEach(() =>
  server.call('PATCH', '/settings', {
    eventCatalogPublished: true,
    displayName: 'Acme',
    catalogDomain: DOMAIN,
    customColor: '#2f6f4f',
  }),
);
const get = (path: string, host = DOMAIN, more = {}) => getByHost(server.baseUrl, host, path, more);

describe('the host that a request names', () => {
  test.each([
    ['events.acme.example', DOMAIN],
    ['EVENTS.Acme.Example', DOMAIN],
    ['events.acme.example:8071', DOMAIN],
    ['events.acme.example.', DOMAIN],
    ['events.acme.example.:443', DOMAIN],
    ['127.0.0.1:8071', '127.0.0.1'],
    ['[::1]:8071', null],
    ['events.acme.example, other', null],
    ['events.acme.example@other', null],
    ['events.acme.example/x', null],
    ['events.acme.example:port', null],
    ['', null],
    [undefined, null],
  ])('%s is %s', (host, wanted) => {
    expect(hostOf({ headers: host === undefined ? {} : { host } })).toBe(wanted);
  });

  test('counts only if exactly that name was activated', () => {
    const domains = createCatalogDomains([DOMAIN], () => 'Events.ACME.example');
    const sentTo = (host: string) => ({ headers: { host } });
    expect(domains.isServed(sentTo('events.acme.example:80'))).toBe(true);
    for (const host of [
      'acme.example',
      'xevents.acme.example',
      'a.events.acme.example',
      'events.acme.example.evil',
    ])
      expect(domains.isKept(sentTo(host))).toBe(false);
    // A header that any client can send in addition to Host has no effect.
    expect(domains.isKept({ headers: { host: 'x.example', 'x-forwarded-host': DOMAIN } })).toBe(false);
  });
});

describe('on the domain', () => {
  test.each([DOMAIN, 'EVENTS.ACME.EXAMPLE', `${DOMAIN}:8443`, `${DOMAIN}.`])(
    'the catalog is at the root, for Host %s',
    async (host) => {
      const page = await get('/', host);
      expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(page.text).toContain('Acme webhook event types');
      expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    },
  );

  test('every file that the page names exists', async () => {
    const { text } = await get('/');
    const files = [...text.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href ?? '');
    expect(files).toEqual(['/assets/base.css', '/assets/catalog.css', 'brand.css']);
    for (const file of [...files, '/assets/inter-latin-wght-normal.woff2', '/index.html', '/?from=mail']) {
      expect([file, (await get(file.startsWith('/') ? file : `/${file}`)).status]).toEqual([file, 200]);
    }
    const brand = await get('/brand.css');
    expect([brand.headers['content-type'], brand.text]).toEqual([
      'text/css; charset=utf-8',
      expect.stringContaining('--accent'),
    ]);
  });

  test.each([
    '/api/v1/event-type',
    '/api/v1/health',
    '//api/v1/health',
    '/health',
    '/metrics',
    '/admin/',
    '/portal/',
    '/docs',
    '/catalog/',
    '/receiver/sample',
    '/live',
    '/assets/admin.js',
    '/assets/../admin/index.html',
    '/assets/%2e%2e/admin/index.html',
    '/.vite/manifest.json',
    'http://127.0.0.1/admin/',
  ])('there is no %s, not even for the admin', async (path) => {
    const response = await get(path, DOMAIN, { headers: { authorization: `Bearer ${server.adminToken}` } });
    expect(response.status).toBe(404);
    expect(response.text).not.toMatch(/invoice|the admin page|the portal|admin\(\)/);
  });

  test('pages are read-only, and other origins get no permissions', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
      const response = await get('/', DOMAIN, { method });
      expect([method, response.status]).toEqual([method, 405]);
      expect(response.headers['access-control-allow-origin']).toBeUndefined();
    }
    expect(await get('/', DOMAIN, { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
  });

  test('nothing is served while the page is not public, or the settings name another domain', async () => {
    await server.call('PATCH', '/settings', { eventCatalogPublished: false });
    expect((await get('/')).status).toBe(404);
    await server.call('PATCH', '/settings', {
      eventCatalogPublished: true,
      catalogDomain: 'old.acme.example',
    });
    expect((await get('/')).status).toBe(404);
    expect((await get('/assets/base.css')).status).toBe(404);
    expect((await get('/', 'old.acme.example')).status).toBe(200);
    await server.call('PATCH', '/settings', { catalogDomain: null });
    // Activated but unused: still no way to the admin pages.
    expect((await get('/admin/', 'old.acme.example')).status).toBe(404);
  });
});

test('a domain that the operator has not activated is an ordinary host', async () => {
  await server.call('PATCH', '/settings', { catalogDomain: 'new.acme.example' });
  expect((await get('/', 'new.acme.example')).text).toBe('the admin page');
  expect((await get('/api/v1/health', 'new.acme.example')).status).toBe(200);
  expect((await server.call('GET', '/public-page')).json).toMatchObject({
    domainActive: false,
    catalogHost: 'hooks.example.net',
  });
  await server.call('PATCH', '/settings', { catalogDomain: 'EVENTS.acme.example' });
  expect((await server.call('GET', '/public-page')).json.domainActive).toBe(true);
});

test.each([
  'https://a.example',
  'a.example:80',
  'a.example/x',
  'localhost',
  '10.0.0.1',
  'a..example',
  '*.a.example',
])('%s is no domain', async (catalogDomain) => {
  expect((await server.call('PATCH', '/settings', { catalogDomain })).status).toBe(422);
});
