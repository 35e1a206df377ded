import { loadFirstScreen } from '../bench/first-screen.mjs';
import { expect, test } from '../support/browser-test';
import { newSignal } from '../support/new-signal';
import { expectAccessible } from '../support/page-checks';
import { AT_NIGHT } from '../support/share';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, goTo } from './admin-page';
import { goInPortal } from './go-in-portal';

let posthorn: RunningPosthorn;
let portal: string;
let preview: string;

test.beforeAll(async () => {
  posthorn = await startPosthorn();
  await callApi(posthorn, 'POST', '/sample');
  await callApi(posthorn, 'PATCH', '/settings', { eventCatalogPublished: true, displayName: 'Acme' });
  await expect.poll(async () => (await fetch(`${posthorn.baseUrl}/catalog/`)).status).toBe(200);
  await callApi(posthorn, 'POST', '/app', { name: 'Ada', uid: 'ada' });
  ({ url: portal } = await callApi<{ url: string }>(posthorn, 'POST', '/auth/app-portal-access/ada', {}));
  const frame = { letter: 'A', name: 'All', colour: 'sky', featureFlags: [], theme: 'light' };
  const body = { appId: 'ada', page: '/catalog', widthPx: 390, frames: [frame] };
  ({ url: preview } = await callApi<{ url: string }>(posthorn, 'POST', '/share-links', body));
});
test.afterAll(() => posthorn?.dispose());

const adminLink = () => `${posthorn.baseUrl}/#token=${posthorn.adminToken}`;

/**
 * The limit of each page over the wire, including fonts and frames: slightly above its current weight. Where the
 * machine is slow, a frame or a font more may have arrived when the heading shows.
 */
const BUDGETS = [
  { name: 'the login page', maxBytes: 265_000, maxRequests: 20, address: () => `${posthorn.baseUrl}/` },
  {
    name: 'the admin pages',
    maxBytes: 370_000,
    maxRequests: 40,
    address: adminLink,
  },
  { name: 'the portal', maxBytes: 270_000, maxRequests: 25, address: () => portal },
  { name: 'a shared preview', maxBytes: 435_000, maxRequests: 32, address: () => preview },
  { name: 'the catalog', maxBytes: 130_000, maxRequests: 10, address: () => `${posthorn.baseUrl}/catalog/` },
  {
    name: 'the documentation',
    maxBytes: 140_000,
    maxRequests: 12,
    address: () => `${posthorn.baseUrl}/docs/event-types`,
  },
];

for (const { name, maxBytes, maxRequests, address } of BUDGETS) {
  test(`the first screen of ${name} stays within its transfer size`, async ({ browser }) => {
    const { bytes, requests } = await loadFirstScreen(browser, address());
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(maxBytes);
    expect(requests).toBeLessThan(maxRequests);
  });
}

test('the admin pages show their mark where it will stay, before any script has arrived', async ({
  page,
}) => {
  const mark = page.locator('svg').first();
  await page.route(/\.js$/, (route) => route.abort());
  await page.goto(adminLink());
  const early = await mark.locator('circle').boundingBox();
  await page.unroute(/\.js$/);
  await page.goto(`${posthorn.baseUrl}/catalog/`);
  await page.goto(adminLink());
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const late = await page.getByRole('banner').locator('circle').first().boundingBox();
  expect(early?.x).toBeCloseTo(late?.x ?? 0, 0);
  expect(early?.y).toBeCloseTo(late?.y ?? 0, 0);
});

for (const [page, code, address] of [
  ['the admin pages', /login-(?!parts).*\.js$/, adminLink],
  ['the portal', /portal-first.*\.js$/, () => portal],
] as const) {
  test(`without the code of ${page}, the page says so, and a reload opens it`, async ({ page }) => {
    await page.route(code, (route) => route.abort());
    await page.goto(address());
    await expect(page.getByRole('alert')).toHaveText('The server cannot be reached, or was updated.');
    await expect(page.getByRole('status')).toHaveCount(0);
    await expectAccessible(page, 'a page without its code');
    await page.unroute(code);
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
}

test('the code of a screen is loaded when somebody points at a link to it, and no earlier', async ({
  page,
}) => {
  const screens: string[] = [];
  page.on('request', (request) => screens.push(/([a-z]+-screen)-[^/]*\.js$/.exec(request.url())?.[1] ?? ''));
  const loaded = () => screens.filter(Boolean);
  await page.goto(adminLink());
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(loaded()).toEqual([]);
  await page.getByRole('link', { name: 'Applications', exact: true }).hover();
  await expect.poll(loaded).toEqual(['applications-screen']);
  await page.getByRole('link', { name: 'Send a message' }).focus();
  await expect.poll(loaded).toEqual(['applications-screen', 'send-screen']);
});

test(
  'an admin screen that cannot be loaded says so in its place, and the other screens still work',
  AT_NIGHT,
  async ({ page }) => {
    // As after an update: this page is older than the server's files.
    await page.route(/\/assets\/(?:send|simulator)-screen-.*\.js$/, (route) =>
      route.fulfill({ status: 404, body: '' }),
    );
    await page.goto(adminLink());
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await goTo(page, posthorn, '/local/apps');
    await expect(page.getByRole('columnheader', { name: 'Last 24 hours' })).toBeVisible();
    await page.getByRole('link', { name: 'Send a message' }).click();
    await expect(page.getByText('Part of this page could not be loaded')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reload page' })).toBeVisible();
    await page.getByRole('link', { name: 'Applications', exact: true }).click();
    await expect(page.getByRole('columnheader', { name: 'Last 24 hours' })).toBeVisible();
    await page.getByRole('link', { name: 'Send a message' }).click();
    // Before it has failed again, the file would come and there would be nothing to reload.
    await expect(page.getByRole('button', { name: 'Reload page' })).toBeVisible();
    await page.unroute(/\/assets\/(?:send|simulator)-screen-.*\.js$/);
    await page.getByRole('button', { name: 'Reload page' }).click();
    await expect(page.getByRole('heading', { name: 'Send a message' })).toBeVisible();
  },
);

test('a palette that cannot be loaded closes and says so, the screen stays, and it opens once the server is back', async ({
  page,
}) => {
  const palette = /\/assets\/palette-.*\.js$/;
  await page.route(palette, (route) => route.abort());
  await page.goto(adminLink());
  const main = page.getByRole('heading', { level: 1, name: 'Overview' });
  await expect(main).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(
    page.getByRole('region', { name: 'Notifications' }).getByText(/^Part of this page could not be loaded/),
  ).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(main).toBeVisible();
  await page.unroute(palette);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
});

test('while the palette loads, Escape closes it, and what is typed stands in its field', async ({ page }) => {
  const [held, arrive] = newSignal();
  await page.route(/\/assets\/palette-.*\.js$/, (route) => held.then(() => route.continue()));
  await page.goto(adminLink());
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  const palette = page.getByRole('dialog', { name: 'Search or run a command' });
  await page.keyboard.press('Control+k');
  await expect(palette).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);
  // A control that has the focus meanwhile is not pressed.
  await page.getByRole('radio', { name: 'Dark' }).focus();
  await page.keyboard.press('Control+k');
  await expect(palette).toHaveCount(1);
  await page.keyboard.type('ga da');
  await page.keyboard.press('Enter');
  arrive();
  await expect(palette.getByRole('combobox')).toHaveValue('ga da');
  await expect(page.locator('html')).not.toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
});

test('a portal screen that cannot be loaded can be loaded again without losing the session', async ({
  page,
}) => {
  await page.route(/\/assets\/messages-page-.*\.js$/, (route) => route.abort());
  await page.goto(portal);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Addresses that somebody types one after the other: the fault is that of one of them.
  await goInPortal(page, '/catalog');
  await goInPortal(page, '/messages');
  await expect(page.getByText('This page could not be shown')).toBeVisible();
  await goInPortal(page, '/endpoints');
  await expect(page.getByRole('heading', { level: 1, name: 'Endpoints' })).toBeVisible();
  await page.getByRole('link', { name: 'Messages' }).click();
  await expect(page.getByText('This page could not be shown')).toBeVisible();
  await page.unroute(/\/assets\/messages-page-.*\.js$/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible();
});
