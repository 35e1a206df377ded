import { expect, test } from 'vitest';
import { renderCatalog } from '../../../src-renderer/catalog/render-catalog';
import type { RenderCatalog } from '../../../src-server/contract/public-catalog';
import { makeCatalogUi } from '../../support/catalog-ui';
import { startTestServer } from '../../support/start-test-server';
import { startedForEach } from '../../support/started';
import { until } from '../../support/until';

/** Renders pages of event types when they are let, and the others at once. */
let gate = Promise.resolve();
let hasFirst = true;
const gated: RenderCatalog = (catalog, assets) => {
  if (!hasFirst) throw new Error('Nothing can be rendered now.');
  return renderCatalog(catalog, assets);
};
const renderLater = async (...given: Parameters<RenderCatalog>) => {
  // Only a step that has contents makes pages of event types.
  if (given[0].eventTypes.some(({ schema }) => schema !== null)) await gate;
  return gated(...given);
};

const ui = startedForEach(makeCatalogUi);
const server = startedForEach(() =>
  startTestServer({ parts: { uiDir: ui.uiDir, renderCatalog: renderLater } }),
);

const NAMES = Array.from({ length: 61 }, (_, n) => `order.n${n}`);

async function fill(): Promise<void> {
  const eventTypes = [
    ...NAMES.map((name) => ({ name, description: 'One.', schemas: { 1: { properties: { id: {} } } } })),
    { name: 'secret.wombat', description: 'Hidden.', featureFlags: ['beta'] },
    { name: 'old.quokka', description: 'Hidden.', archived: true },
  ];
  expect((await server.call('POST', '/environment/import', { eventTypes })).status).toBe(204);
}

const publish = () => server.call('PATCH', '/settings', { eventCatalogPublished: true, displayName: 'Acme' });
const progress = async () => (await server.call('GET', '/settings')).json.publication;
const visit = (path: string, accept = '*/*') =>
  fetch(`${server.baseUrl}/catalog/${path}`, { headers: { accept } });

test('publishing serves the first page while no page of an event type is made, and says how many are', async () => {
  let open = () => {};
  gate = new Promise((resolve) => {
    open = resolve;
  });
  await fill();
  expect(await progress()).toEqual({ built: 0, of: 0 });
  await publish();
  const first = await visit('');
  expect(first.status).toBe(200);
  expect(await first.text()).toContain('order.n60');
  // Hidden event types are not counted.
  expect(await progress()).toEqual({ built: 1, of: 62 });
  expect((await visit('types/secret.wombat.html')).status).toBe(404);
  open();
  expect((await visit('types/order.n60.html')).status).toBe(200);
  expect(await until(progress, ({ built, of }) => built === of)).toEqual({ built: 62, of: 62 });
});

test('a browser that asks while nothing can be served gets a page that loads itself again', async () => {
  gate = Promise.resolve();
  await fill();
  hasFirst = false;
  try {
    await publish();
    const page = await visit('types/order.n1.html', 'text/html');
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '2']);
    expect(page.headers.get('content-security-policy')).toBeTruthy();
    const html = await page.text();
    expect(html).toContain('<meta http-equiv="refresh" content="2">');
    expect(html).not.toMatch(/order|\d+ of|<script/);
  } finally {
    hasFirst = true;
  }
  // Nothing but another try is needed.
  await until(
    async () => (await visit('')).status,
    (status) => status === 200,
  );
});

test('a change shows on the first page and on its own page, and after a restart all pages are there', async () => {
  gate = Promise.resolve();
  await fill();
  await publish();
  await until(progress, ({ built, of }) => of > 0 && built === of);
  await server.call('PATCH', '/event-type/order.n7', { description: 'Changed words.' });
  for (const path of ['', 'types/order.n7.html'])
    expect(await (await visit(path)).text()).toContain('Changed words.');
  await until(progress, ({ built, of }) => built === of);
  await server.restart();
  await until(progress, ({ of }) => of > 0);
  expect(await progress()).toEqual({ built: 62, of: 62 });
});
