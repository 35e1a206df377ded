import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { type EmbeddingPage, startEmbeddingPage } from '../support/embedding-page';
import { expectAccessible, expectReflow } from '../support/page-checks';
import { type SampleSender, startSampleSender } from '../support/sample-sender';
import { goInPortal } from './go-in-portal';

/** The portal in the page of a sender, and in its look. */

let sender: SampleSender;
let host: EmbeddingPage;
test.beforeAll(async () => {
  sender = await startSampleSender();
  host = await startEmbeddingPage();
});
test.afterAll(async () => {
  host?.close();
  await sender?.server.dispose();
});

const settings = (patch: object) => sender.call('PATCH', '/settings', patch);
const allow = (...origins: string[]) => settings({ portalFrameAncestors: origins });
const portal = (page: Page) => page.frameLocator('iframe');
const heightOf = (page: Page) =>
  page.locator('iframe').evaluate((frame) => Math.round(frame.getBoundingClientRect().height));

test('AppPortal of svix-react shows, on an origin that is not in the settings, what the sender adds there', async ({
  page,
}) => {
  await allow('https://app.ada.example');
  await page.goto(host.at({ url: await sender.portalLink() }));
  await expect(portal(page).getByText(`its sender adds ${host.origin} in the settings`)).toBeVisible();
  await expect(portal(page).getByRole('link')).toHaveCount(0);
});

test('AppPortal shows a working portal on an origin in the settings', async ({ page }) => {
  await allow(host.origin);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.goto(host.at({ url: await sender.portalLink() }));
  await portal(page).getByRole('link', { name: 'Add endpoint' }).click();
  await expect(portal(page).getByRole('button', { name: 'Log out' })).toHaveCount(0);
  await portal(page)
    .getByRole('textbox', { name: 'Endpoint URL' })
    .fill(`${sender.server.baseUrl}/receiver/embedded`);
  await portal(page).getByRole('button', { name: 'Add endpoint' }).click();
  await portal(page).getByRole('link', { name: 'Test event' }).click();
  await portal(page).getByRole('button', { name: 'Send example' }).click();
  await expect(portal(page).getByText(/HTTP 200 after/)).toBeVisible();
  // The frame removed the token from its address at once; the embedding page never had it anywhere else.
  const inner = page.frames()[1];
  expect(inner?.url()).not.toContain('key=');
  expect(faults).toEqual([]);
});

test('AppPortal with fullSize grows and shrinks with the page in it', async ({ page }) => {
  await allow(host.origin);
  const link = (await sender.portalLink()).replace('/portal/', '/portal/?next=/catalog');
  await page.goto(host.at({ url: link, fullSize: true }));
  await expect(portal(page).getByRole('heading', { name: 'Event catalog' })).toBeVisible();
  const inside = () =>
    portal(page)
      .locator('#root')
      .evaluate((root) => Math.ceil(root.getBoundingClientRect().height));
  await expect.poll(async () => (await heightOf(page)) - (await inside())).toBe(0);
  const catalog = await heightOf(page);
  await portal(page).getByRole('link', { name: 'invoice.paid' }).first().click();
  await expect(portal(page).getByRole('heading', { name: 'invoice.paid' })).toBeVisible();
  await expect.poll(async () => (await heightOf(page)) - (await inside())).toBe(0);
  await portal(page).getByRole('link', { name: 'Event catalog' }).first().click();
  await expect.poll(() => heightOf(page)).toBe(catalog);
});

test('the portal applies darkMode, primaryColor, fontFamily and icon of AppPortal', async ({ page }) => {
  await allow(host.origin);
  const url = await sender.portalLink();
  const look = {
    darkMode: true,
    primaryColor: 'ff8800',
    fontFamily: 'Georgia',
    icon: `${host.origin}/icon.png`,
  };
  await page.goto(host.at({ url, ...look }));
  const root = portal(page).locator('html');
  await expect(root).toHaveAttribute('data-theme', 'dark');
  const of = (name: string) =>
    root.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);
  // The theme is known before the look has been read.
  await expect.poll(() => of('--accent')).toBe('#ff8800');
  expect(await of('--font-ui')).toContain('"Georgia"');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(host.at({ url: await sender.portalLink(), darkMode: 'auto' }));
  await expect
    .poll(() => root.evaluate((element) => getComputedStyle(element).colorScheme))
    .toContain('dark');
});

test('the portal has the colors, font size and words of the sender, with colors corrected for contrast', async ({
  page,
}) => {
  await settings({
    customColor: '#ffee00',
    customBaseFontSize: 16,
    enableChannels: true,
    showSvixBrandFooter: true,
    customStringsOverride: { channelsMany: 'Projects', channelsHelp: 'Only what concerns these projects.' },
    colorPaletteDark: { backgroundPrimary: '#223344', buttonPrimary: '#ff8800' },
  });
  await page.goto((await sender.portalLink()).replace('/portal/', '/portal/?next=/endpoints/new'));
  await expect(page.getByRole('textbox', { name: 'Projects' })).toBeVisible();
  await expect(page.getByText('Only what concerns these projects.')).toBeVisible();
  await expect(page.getByText('Webhooks by Posthorn')).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe('16px');
  await expectAccessible(page, 'a form in the colors of the sender');
  await expectReflow(page, 'a form in the size of the sender');
  await goInPortal(page, '/catalog/invoice.paid');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('invoice.paid');
  await expectAccessible(page, 'a page in the colors of the sender');
  await page.goto('about:blank');
  const dark = (await sender.portalLink()).replace(
    '/portal/',
    '/portal/?darkMode=true&hideNavigation=true&noGutters=true',
  );
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(dark);
  await expect(page.getByRole('heading', { name: 'Endpoints', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Event catalog' })).toHaveCount(0);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
  await settings({
    customColor: null,
    customBaseFontSize: null,
    enableChannels: false,
    showSvixBrandFooter: false,
    customStringsOverride: null,
    colorPaletteDark: null,
  });
});
