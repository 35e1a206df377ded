import { beforeEach, expect, test } from 'vitest';
import { makeCatalogUi } from '../../support/catalog-ui';
import { getByHost } from '../../support/raw-request';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const DOMAIN = 'events.acme.example';
const HOST = 'hooks.example.net:8071';
const NOTHING = 'User-agent: *\nDisallow: /\n';

const ui = startedOnce(makeCatalogUi);
const server = startedOnce(() => {
  const pages = [
    'index.html',
    '404.html',
    'types/~404.html',
    'brand.css',
    'types/invoice.paid.html',
    "types/it's.html",
  ];
  return startTestServer({
    config: { catalogDomains: [DOMAIN, 'old.acme.example'] },
    parts: {
      uiDir: ui.uiDir,
      renderCatalog: () =>
        pages.map((path) => ({ path, eventType: null, frame: '', render: () => '<!doctype html>' })),
    },
  });
});
beforeEach(() =>
  server.call('PATCH', '/settings', {
    eventCatalogPublished: true,
    displayName: 'Acme',
    catalogDomain: null,
  }),
);
const get = (path: string, host = HOST, more = {}) => getByHost(server.baseUrl, host, path, more);
const addresses = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => match[1]);

test('of a published catalog, its pages and what they load may be read, and a sitemap names them', async () => {
  const robots = await get('/robots.txt');
  expect([robots.status, robots.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(robots.text).toBe(
    `User-agent: *\nAllow: /catalog/\nAllow: /assets/\nDisallow: /\n\nSitemap: http://${HOST}/sitemap.xml\n`,
  );
  const sitemap = await get('/sitemap.xml');
  expect([sitemap.status, sitemap.headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
  expect(addresses(sitemap.text)).toEqual([
    `http://${HOST}/catalog/`,
    `http://${HOST}/catalog/types/invoice.paid.html`,
    `http://${HOST}/catalog/types/it&apos;s.html`,
  ]);
});

test('beside the files of the catalog is a sitemap, too, with the one address of each page', async () => {
  const beside = (host?: string) => get('/catalog/sitemap.xml', host);
  expect((await beside()).text).toBe((await get('/sitemap.xml')).text);
  await server.call('PATCH', '/settings', { catalogDomain: DOMAIN });
  expect(addresses((await beside()).text)[0]).toBe(`https://${DOMAIN}/`);
  expect((await beside(DOMAIN)).status).toBe(404);
  await server.call('PATCH', '/settings', { eventCatalogPublished: false });
  expect((await beside()).status).toBe(404);
});

test('behind a proxy with TLS the addresses are those that readers know', async () => {
  const { text } = await get('/sitemap.xml', HOST, { headers: { 'x-forwarded-proto': 'https' } });
  expect(addresses(text)[0]).toBe(`https://${HOST}/catalog/`);
});

test('a catalog with a domain is read there, and nowhere else', async () => {
  await server.call('PATCH', '/settings', { catalogDomain: DOMAIN });
  expect((await get('/robots.txt', DOMAIN)).text).toBe(
    `User-agent: *\nAllow: /\n\nSitemap: http://${DOMAIN}/sitemap.xml\n`,
  );
  expect(addresses((await get('/sitemap.xml', DOMAIN)).text)[0]).toBe(`http://${DOMAIN}/`);
  for (const host of [HOST, 'old.acme.example']) {
    expect((await get('/robots.txt', host)).text).toBe(NOTHING);
    expect((await get('/sitemap.xml', host)).status).toBe(404);
  }
});

test('where nothing is published, nothing may be read', async () => {
  await server.call('PATCH', '/settings', { eventCatalogPublished: false });
  expect((await get('/robots.txt')).text).toBe(NOTHING);
  expect((await get('/sitemap.xml')).status).toBe(404);
});

test('the exported files have both when the settings name a domain', async () => {
  const exported = async () => {
    const { json } = await server.call('POST', '/public-page/export', {});
    return new Map<string, string>(
      json.files.map((file: { path: string; text: string }) => [file.path, file.text]),
    );
  };
  expect((await exported()).has('robots.txt')).toBe(false);
  await server.call('PATCH', '/settings', { catalogDomain: DOMAIN });
  const files = await exported();
  expect(files.get('robots.txt')).toBe(`User-agent: *\nAllow: /\n\nSitemap: https://${DOMAIN}/sitemap.xml\n`);
  expect(addresses(files.get('sitemap.xml') ?? '')).toContain(`https://${DOMAIN}/types/invoice.paid.html`);
});
