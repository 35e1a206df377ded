import { expect, test } from '@playwright/test';
import { loadFirstScreen } from '../bench/first-screen.mjs';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, openAdmin } from './admin-page';

let posthorn: RunningPosthorn;
let portal: string;
let shared: string;

test.beforeAll(async () => {
  posthorn = await startPosthorn();
  await callApi(posthorn, 'POST', '/sample');
  await callApi(posthorn, 'PATCH', '/settings', { eventCatalogPublished: true, displayName: 'Acme' });
  await callApi(posthorn, 'POST', '/app', { name: 'Ada', uid: 'ada' });
  ({ url: portal } = await callApi<{ url: string }>(posthorn, 'POST', '/auth/app-portal-access/ada', {}));
  const frame = { letter: 'A', name: 'All', colour: 'sky', featureFlags: [], theme: 'light' };
  const body = { appId: 'ada', page: '/catalog', widthPx: 390, frames: [frame] };
  ({ url: shared } = await callApi<{ url: string }>(posthorn, 'POST', '/share-links', body));
});
test.afterAll(() => posthorn?.dispose());

/** The limit of each page over the wire, including fonts and frames: slightly above its current weight. */
const BUDGETS = [
  { name: 'the log-in', maxBytes: 386_000, maxRequests: 25, address: () => `${posthorn.baseUrl}/` },
  {
    name: 'the admin pages',
    maxBytes: 520_000,
    maxRequests: 75,
    address: () => `${posthorn.baseUrl}/#token=${posthorn.adminToken}`,
  },
  { name: 'the portal', maxBytes: 263_000, maxRequests: 25, address: () => portal },
  { name: 'a shared preview', maxBytes: 410_000, maxRequests: 30, address: () => shared },
  { name: 'the catalog', maxBytes: 130_000, maxRequests: 10, address: () => `${posthorn.baseUrl}/catalog/` },
  {
    name: 'the documentation',
    maxBytes: 140_000,
    maxRequests: 12,
    address: () => `${posthorn.baseUrl}/docs/event-types`,
  },
];

for (const { name, maxBytes, maxRequests, address } of BUDGETS) {
  test(`the first screen of ${name} stays light`, async ({ browser }) => {
    const { bytes, requests } = await loadFirstScreen(browser, address());
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(maxBytes);
    expect(requests).toBeLessThan(maxRequests);
  });
}

test('the other screens are read ahead, one by one, and no code editor before one is opened', async ({
  context,
}) => {
  const page = await openAdmin(context, posthorn, '/local/catalog');
  const sizes: number[] = [];
  page.on('response', (response) => sizes.push(Number(response.headers()['content-length'] ?? 0)));
  const last = page.waitForResponse(/\/assets\/token-settings-.*\.js$/);
  await page.reload();
  await last;
  expect(sizes.length).toBeGreaterThan(50);
  expect(Math.max(...sizes)).toBeLessThan(200_000);
});

test('a screen that cannot be loaded says so in its place, and the other screens are there', async ({
  context,
}) => {
  const page = await openAdmin(context, posthorn, '/local/apps');
  await expect(page.getByRole('heading', { name: 'Choose an application' })).toBeVisible();
  // As after an update: this page is older than the server's files.
  await page.route(/\/assets\/(?:send|simulator)-screen-.*\.js$/, (route) =>
    route.fulfill({ status: 404, body: '' }),
  );
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Choose an application' })).toBeVisible();
  await page.getByRole('link', { name: 'Send a message' }).click();
  await expect(page.getByText('Part of this page could not be loaded')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload page' })).toBeVisible();
  await page.getByRole('link', { name: 'Applications', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Choose an application' })).toBeVisible();
  await page.getByRole('link', { name: 'Send a message' }).click();
  // Before it has failed again, the file would come and there would be nothing to reload.
  await expect(page.getByRole('button', { name: 'Reload page' })).toBeVisible();
  await page.unroute(/\/assets\/(?:send|simulator)-screen-.*\.js$/);
  await page.getByRole('button', { name: 'Reload page' }).click();
  await expect(page.getByRole('heading', { name: 'Send a message' })).toBeVisible();
});

test('a screen of the portal that cannot be loaded can be tried again, and the session stays', async ({
  page,
}) => {
  await page.route(/\/assets\/messages-page-.*\.js$/, (route) => route.abort());
  await page.goto(portal);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Messages' }).click();
  await expect(page.getByText('This page could not be shown')).toBeVisible();
  await page.unroute(/\/assets\/messages-page-.*\.js$/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible();
});
