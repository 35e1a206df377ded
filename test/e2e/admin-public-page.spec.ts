import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { expectAccessible, expectReflow, watchFaults } from '../support/page-checks';
import { AT_NIGHT, IS_WHOLE } from '../support/share';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { unzip } from '../support/unzip';
import { callApi, openAdmin, SANDBOX, watch } from './admin-page';
import { focused, press, tabTo } from './by-keyboard';

const DOMAIN = 'events.acme.example';
let posthorn: RunningPosthorn;
test.beforeAll(async () => {
  posthorn = await startPosthorn({
    args: ['--catalog-domain', DOMAIN, '--catalog-host', 'hooks.posthorn.example'],
  });
  await callApi(posthorn, 'POST', '/sample');
});
test.afterAll(() => posthorn?.dispose());
test.beforeEach(() =>
  callApi(posthorn, 'PATCH', '/settings', {
    eventCatalogPublished: false,
    displayName: null,
    catalogIntro: null,
    catalogLogo: null,
    catalogDomain: null,
    customColor: null,
  }),
);

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const frameOf = (page: Page) => page.frameLocator('iframe[title="Public catalog"]');
const publicPage = () => fetch(`${posthorn.baseUrl}/catalog/`);

test('the public catalog is previewed while it is edited, and published when it is saved', async ({
  context,
}) => {
  const page = await openAdmin(context, posthorn, '/local/catalog');
  const seen = watch(page, posthorn, [SANDBOX]);
  await page.getByRole('link', { name: 'Public catalog' }).click();
  const frame = frameOf(page);
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Your company webhook event types');
  await expect(frame.getByText('Draft:')).toHaveCount(0);

  await page.getByText('Make public').click();
  await expect(page.getByText('A public catalog needs a display name')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save and publish' })).toBeDisabled();
  await page.getByLabel('Display name').fill('Acme');
  await page
    .getByLabel('Introduction')
    .fill('## Before\n\n**Check** it, <b>now</b> [here](https://acme.example)');
  await page.getByRole('textbox', { name: /^Brand color/ }).fill('#ffe100');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'l.png', mimeType: 'image/png', buffer: PIXEL });
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Acme webhook event types');
  await expect(frame.getByRole('heading', { level: 2, name: 'Before' })).toBeVisible();
  await expect(frame.getByText('it, <b>now</b>')).toBeVisible();
  await expect(frame.locator('header img')).toHaveCount(1);
  await expect(frame.getByText('Draft:')).toBeVisible();
  const bar = page.getByRole('region', { name: 'Unsaved changes' });
  await expect(bar).toContainText('The page becomes public: anyone can read it. The heading becomes “Acme”.');
  expect((await publicPage()).status).toBe(404);

  await bar.getByRole('button', { name: 'Save and publish' }).click();
  await expect(bar).toHaveCount(0);
  await expect(frame.getByText('Draft:')).toHaveCount(0);
  await expect(page.getByRole('link', { name: `${posthorn.baseUrl}/catalog/` })).toBeVisible();
  const html = await (await publicPage()).text();
  expect(html).toContain('Acme webhook event types');
  expect(html).not.toContain('Draft');
  expect(html).toContain('data:image/png;base64,');
  await expect(page.getByText('since the page was made public')).toBeVisible();
  expect(seen).toEqual({ errors: [], foreign: [] });
});

test('what is typed into the public catalog while it is saved stays, in the field that has the focus', async ({
  context,
}) => {
  const page = await openAdmin(context, posthorn, '/local/public');
  const intro = page.getByLabel('Introduction');
  let letThrough = () => {};
  const answered = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route('**/api/v1/settings', async (route) => {
    if (route.request().method() === 'PATCH') await answered;
    await route.continue();
  });
  await intro.fill('one');
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.keyboard.press('Control+s');
  await sent;
  await page.keyboard.type(' two');
  letThrough();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Saved the public catalog');
  await page.keyboard.type(' three');
  await expect(intro).toHaveValue('one two three');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0);
  expect(await callApi(posthorn, 'GET', '/settings')).toMatchObject({ catalogIntro: 'one two three' });
});

test('a toast leaves after a few seconds although the pointer rests on it', async ({ context }) => {
  await context.clock.install();
  const page = await openAdmin(context, posthorn, '/local/public');
  await page.getByLabel('Introduction').fill('one');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const toasts = page.getByRole('region', { name: 'Notifications' });
  await toasts.getByText('Saved the public catalog').hover();
  await page.clock.runFor(6000);
  await expect(toasts).toHaveCount(0);
});

test(
  'the preview of the public catalog takes theme and width from the URL, and its links work',
  AT_NIGHT,
  async ({ context }) => {
    await callApi(posthorn, 'PATCH', '/settings', { eventCatalogPublished: true, displayName: 'Acme' });
    const page = await openAdmin(context, posthorn, '/local/public');
    const frame = frameOf(page);
    const ground = () => frame.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
    await expect(frame.getByRole('heading', { level: 1 })).toBeVisible();
    const light = await ground();
    await page.getByRole('radio', { name: 'Dark', exact: true }).click();
    await expect.poll(ground).not.toBe(light);
    await page.getByRole('radio', { name: '390 pixels' }).click();
    await expect.poll(() => frame.locator('body').evaluate(() => innerWidth)).toBe(388);
    await expect(page).toHaveURL(/theme=dark&width=390|width=390&theme=dark/);
    await page.reload();
    await expect.poll(() => frame.locator('body').evaluate(() => innerWidth)).toBe(388);
    await frame.getByRole('navigation').getByRole('link', { name: 'shipment.sent' }).click();
    await expect(frame.locator('[id="shipment.sent"]')).toBeInViewport();
    await expect(page.getByRole('heading', { name: 'Public catalog' })).toBeVisible();
  },
);

// Held by `public-page.test.ts` (what changed) and `page-draft.test.ts`.
test(
  'hidden event types are listed with the reason, and changes since the last publication are described',
  AT_NIGHT,
  async ({ context }) => {
    await callApi(posthorn, 'PATCH', '/settings', { eventCatalogPublished: true, displayName: 'Acme' });
    const page = await openAdmin(context, posthorn, '/local/public');
    await expect(page.getByText('Nothing changed since the page was made public')).toBeVisible();
    await callApi(posthorn, 'PATCH', '/event-type/invoice.paid', { description: 'Other words.' });
    await callApi(posthorn, 'PATCH', '/event-type/order.placed', { archived: true });
    const changes = page.getByRole('region', { name: 'Since the last publish' });
    await expect(changes).toContainText('1 removed, 1 changed');
    await expect(changes.getByRole('listitem').filter({ hasText: 'invoice.paid' })).toContainText(
      'the description changes',
    );
    const types = page.getByRole('region', { name: 'Event types' });
    await types.getByText(/hidden: the page/).click();
    await expect(types.getByRole('listitem').filter({ hasText: 'order.placed' })).toContainText('archived');
    await expect(types.getByRole('listitem').filter({ hasText: 'shipment.delayed' })).toContainText('beta');
    await changes.getByRole('button', { name: 'Reset change list' }).click();
    await expect(changes).toContainText('Nothing changed since the change list was reset');
    await callApi(posthorn, 'PATCH', '/event-type/order.placed', { archived: false });
  },
);

test(
  'a custom domain shows its DNS record, a check, the text for the operator, and when it is active',
  AT_NIGHT,
  async ({ context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await callApi(posthorn, 'PATCH', '/settings', { eventCatalogPublished: true, displayName: 'Acme' });
    const page = await openAdmin(context, posthorn, '/local/public');
    const card = page.getByRole('region', { name: 'Custom domain' });
    await card.getByLabel('Host name').fill('https://events.acme.example');
    await expect(card.getByText('Enter only a host name')).toBeVisible();
    await card.getByLabel('Host name').fill(DOMAIN);
    await card.getByRole('button', { name: 'Copy value of the record' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('hooks.posthorn.example');
    await card.getByRole('button', { name: 'Copy text for the operator' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`--catalog-domain ${DOMAIN}`);
    await expect(card.getByText('Not activated yet')).toBeVisible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(card.getByText('Activated.')).toBeVisible();
    await card.getByRole('button', { name: 'Check the record' }).click();
    // A name of a test domain: it has no record, or there is no network.
    await expect(card.getByText(/No name server responded|has no record yet/)).toBeVisible({
      timeout: 30_000,
    });
  },
);

// Held by `public-catalog.spec.ts` (the folder) and `zip.test.ts`.
test(
  'the downloaded catalog opens from disk without scripts and network',
  AT_NIGHT,
  async ({ context, browser }) => {
    await callApi(posthorn, 'PATCH', '/settings', { displayName: 'Acme', customColor: '#c9184a' });
    const page = await openAdmin(context, posthorn, '/local/public');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as a folder' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('public-catalog.zip');
    const folder = await mkdtemp(join(tmpdir(), 'posthorn-site-'));
    try {
      await unzip(await readFile(await download.path()), folder);
      await expectOpensFromDisk(join(folder, 'public-catalog'), browser);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);

test(
  'the catalog that the publish command writes opens from disk without scripts and network',
  AT_NIGHT,
  async ({ browser }) => {
    await callApi(posthorn, 'PATCH', '/settings', { displayName: 'Acme', customColor: '#c9184a' });
    const folder = await mkdtemp(join(tmpdir(), 'posthorn-site-'));
    try {
      const program = join(dirname(import.meta.dirname), '../out/main/posthorn.js');
      const to = ['--url', posthorn.baseUrl, '--token', posthorn.adminToken];
      execFileSync(process.execPath, [program, 'publish', '--out', join(folder, 'site'), ...to]);
      await expectOpensFromDisk(join(folder, 'site'), browser);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);

async function expectOpensFromDisk(folder: string, browser: import('@playwright/test').Browser) {
  const context = await browser.newContext({ javaScriptEnabled: false, offline: true });
  const page = await context.newPage();
  const address = pathToFileURL(`${folder}/`).href;
  const faults = watchFaults(page, address);
  await page.goto(`${address}index.html`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Acme webhook event types');
  await expect(page.locator('[id="invoice.paid"]')).toBeVisible();
  const link = page.getByRole('navigation').getByRole('link', { name: 'invoice.paid' });
  await link.click();
  await expect(page).toHaveURL(`${address}index.html#invoice.paid`);
  // Its own style sheets apply: the index stays visible, and the line has the brand's color.
  await expect(page.getByRole('navigation').locator('..')).toHaveCSS('position', 'sticky');
  await expect(page.locator('body')).toHaveCSS('border-top-width', '3px');
  // From disk, Chromium refuses to preload a font, and loads it when a style sheet names it.
  expect(faults().filter((fault) => !fault.startsWith("Access to font at 'file:"))).toEqual([]);
  await context.close();
}

// Held by the test with the mouse, and by `public-catalog.spec.ts` (the reader).
test('the public catalog is published and read by keyboard alone', AT_NIGHT, async ({ context }) => {
  const page = await openAdmin(context, posthorn, '/local/catalog');
  await expect(page.getByRole('heading', { name: 'The catalog' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('b');
  await expect(page.getByRole('heading', { name: 'Public catalog' })).toBeVisible();

  await tabTo(page, 'switch', 'Make public');
  await page.keyboard.press('Space');
  await expect(page.getByText('A public catalog needs a display name')).toBeVisible();
  await tabTo(page, 'textbox', 'Display name');
  await page.keyboard.type('Keys Ltd');
  await tabTo(page, 'textbox', 'Introduction');
  await page.keyboard.type('## Read this first');
  await expect(frameOf(page).getByRole('heading', { name: 'Read this first' })).toBeVisible();
  await press(page, 'button', 'Save and publish');
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0);
  await expect.poll(() => focused(page)).toBe('Public catalog');
  expect(await (await publicPage()).text()).toContain('Keys Ltd');

  const opened = context.waitForEvent('page');
  await press(page, 'link', /\/catalog\/$/);
  const reader = await opened;
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Keys Ltd webhook event types');
  await tabTo(reader, 'searchbox', 'Search event types');
  await reader.keyboard.type('invoice.paid');
  await expect(reader.getByRole('status')).toContainText('result');
  await press(reader, 'link', /^invoice\.paid/);
  await expect(reader).toHaveURL(/#invoice\.paid$/);
  await expect(reader.locator('[id="invoice.paid"]')).toBeInViewport();
  await reader.close();

  // What is published can be changed and taken back without passing through the preview.
  await tabTo(page, 'textbox', 'Display name');
  await page.keyboard.type(' & Sons');
  await press(page, 'button', 'Discard');
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0);
  await expect.poll(() => focused(page)).toBe('Public catalog');
  await tabTo(page, 'radio', 'Light');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/theme=dark/);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('public catalog');
  await expect(page.getByRole('option', { name: /Go to Public catalog/ })).toBeVisible();
});

/** No script runs in the frame, not even axe; the page itself is checked below. */
const WITHOUT_FRAME = { leftOut: ['iframe'] };

// Held by `admin-every-screen.spec.ts`.
test(
  'the public catalog screen has no axe violations, saved or as a draft, and fits a narrow window',
  AT_NIGHT,
  async ({ context }) => {
    await callApi(posthorn, 'PATCH', '/settings', {
      eventCatalogPublished: true,
      displayName: 'Acme',
      catalogIntro: '# Hello\n\n[Read](https://acme.example)',
      catalogDomain: DOMAIN,
      customColor: '#e0ff4f',
    });
    const page = await openAdmin(context, posthorn, '/local/public');
    await expect(frameOf(page).getByRole('heading', { name: 'Hello' })).toBeVisible();
    await expectAccessible(page, 'public catalog screen', { ...WITHOUT_FRAME, isScreen: true });
    await page.getByLabel('Display name').fill('Acme & Sons');
    await expect(frameOf(page).getByText('Draft:')).toBeVisible();
    await expectAccessible(page, 'public catalog screen with a draft', WITHOUT_FRAME);
    await expectReflow(page, 'public catalog screen', [360, 390, 834]);
    // The page itself is looked at in `portal-every-screen.spec.ts`.
    if (!IS_WHOLE) return;
    const reader = await context.newPage();
    await reader.goto(`${posthorn.baseUrl}/catalog/`);
    await expectAccessible(reader, 'public catalog with a look');
    await expectReflow(reader, 'public catalog with a look');
  },
);

test('a logo file that is not an image or too large is refused at its field', async ({ context }) => {
  const page = await openAdmin(context, posthorn, '/local/public');
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
  await choose('a.txt', 'text/plain', Buffer.from('x'));
  await expect(page.getByRole('alert')).toContainText('a.txt is not a PNG');
  await choose('big.png', 'image/png', Buffer.alloc(200_000));
  await expect(page.getByRole('alert')).toContainText('big.png is too large: 196 kB');
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0);
});
