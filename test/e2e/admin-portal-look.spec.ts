import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { expectAccessible, expectReflow } from '../support/page-checks';
import { type SampleSender, startSampleSender } from '../support/sample-sender';
import { AT_NIGHT } from '../support/share';
import { goTo, openAdmin, watch } from './admin-page';

const LOOK = '/local/settings/portal';

let sender: SampleSender;
/** For all tests, each of which leaves nothing unsaved, except for the last. */
let page: Page;

test.beforeAll(async ({ browser }) => {
  sender = await startSampleSender();
  page = await openAdmin(await browser.newContext({ viewport: { width: 1440, height: 900 } }), sender.server);
});
test.afterAll(async () => {
  await page?.context().close();
  await sender?.server.dispose();
});

const saved = () => sender.call<Record<string, unknown>>('GET', '/settings');
const preview = () => page.frameLocator('iframe[title^="Portal of"]');
const variable = (name: string) =>
  preview()
    .locator('html')
    .evaluate((element, of) => getComputedStyle(element).getPropertyValue(of), name);

test('portal branding is previewed in a real portal, and customers see it only after it is saved', async () => {
  await goTo(page, sender.server, LOOK);
  const seen = watch(page, sender.server);
  await expect(preview().getByRole('heading', { name: 'Endpoints', exact: true })).toBeVisible();
  await preview()
    .locator('html')
    .evaluate((html) => html.setAttribute('data-kept', 'yes'));
  await page.getByRole('textbox', { name: 'Brand color', exact: true }).fill('#ffcc00');
  // Yellow is not legible on white: the portal uses another color, and the page names it.
  const shown = page.getByText(/^Light: shown as #[0-9a-f]{6} for readability$/);
  await expect(shown).toBeVisible();
  await expect(page.getByText('Dark: as chosen')).toBeVisible();
  const digits = /#[0-9a-f]{6}/.exec((await shown.textContent()) ?? '')?.[0];
  await expect.poll(() => variable('--accent')).toBe(digits);
  await page.getByRole('textbox', { name: 'Plural' }).fill('Projects');
  await page.getByRole('textbox', { name: 'Text size' }).fill('16');
  await expect.poll(() => variable('font-size')).toMatch(/^19\.6/);
  // All this loaded nothing again and stored nothing.
  await expect(preview().locator('html')).toHaveAttribute('data-kept', 'yes');
  expect(await saved()).toMatchObject({ customColor: null, customBaseFontSize: null });
  await expect(page.getByText('3 unsaved settings')).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/unsaved settings?/)).toHaveCount(0);
  expect(await saved()).toMatchObject({
    customColor: '#ffcc00',
    customBaseFontSize: 16,
    customStringsOverride: { channelsMany: 'Projects' },
  });
  await page.getByRole('button', { name: 'Reset: Brand color' }).click();
  await expect(page.getByRole('textbox', { name: 'Brand color', exact: true })).toHaveValue('');
  await expect.poll(async () => (await saved()).customColor).toBeNull();
  await expect.poll(() => variable('--accent')).not.toBe(digits);
  expect(seen).toEqual({ errors: [], foreign: [] });
});

test('invalid branding is reported at its field, and cannot be saved', async () => {
  await goTo(page, sender.server, LOOK);
  const origins = page.getByRole('textbox', { name: 'Pages that may show the portal in a frame' });
  await origins.fill('https://app.ada.example/\nhttps://ada.example/path');
  await expect(page.getByText('“https://ada.example/path” is not an origin')).toBeVisible();
  const save = page.getByRole('button', { name: 'Save branding' });
  await expect(save).toBeDisabled();
  const size = page.getByRole('textbox', { name: 'Text size' });
  await size.fill('large');
  await page.reload();
  await expect(size).toHaveValue('large');
  await expect(page.getByText('Enter a whole number from 8 to 32.')).toBeVisible();
  await expect(save).toBeDisabled();
  await size.fill('');
  await origins.fill('https://app.ada.example/\nhttp://127.0.0.1:3000');
  await page.getByRole('textbox', { name: 'Logo' }).fill('javascript:alert(1)');
  await expect(save).toBeDisabled();
  await page.getByRole('textbox', { name: 'Logo' }).fill('');
  await save.press('Enter');
  await expect(save).toHaveCount(0);
  // The button is gone: the next key is still pressed on this screen.
  await expect(page.locator('main :focus, main:focus')).toHaveCount(1);
  await expect
    .poll(async () => (await saved()).portalFrameAncestors)
    .toEqual(['https://app.ada.example', 'http://127.0.0.1:3000']);
});

test('the settings search finds each part of the portal branding', async () => {
  await goTo(page, sender.server, `${LOOK}?find=iframe`);
  await page.getByRole('link', { name: /Pages that may show the portal/ }).click();
  await expect(
    page.getByRole('textbox', { name: 'Pages that may show the portal in a frame' }),
  ).toBeInViewport();
});

test('a logo is uploaded as a file, and no script in it runs', AT_NIGHT, async () => {
  await goTo(page, sender.server, LOOK);
  const seen = watch(page, sender.server);
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="20"><script>alert(1)</script></svg>';
  const logo = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) };
  await page
    .locator('input[type=file][accept*="svg"]')
    .setInputFiles({ ...logo, buffer: Buffer.from('<p>') });
  await expect(page.getByText('The logo file was not changed')).toBeVisible();
  await expect(page.getByText('The file must be a PNG, SVG, JPEG or WebP image.')).toBeVisible();
  await page.locator('input[type=file][accept*="svg"]').setInputFiles(logo);
  await expect(
    page.getByText(/^This file is used instead of the URL: logo-[0-9a-f]{16}\.svg$/),
  ).toBeVisible();
  const image = preview().locator('header img');
  await expect(image).toHaveJSProperty('naturalWidth', 80);
  await expectAccessible(page, 'portal look with a logo file', { leftOut: ['iframe'] });
  await expectReflow(page, 'portal look with a logo file', [390, 834, 1440]);

  const portal = await page.context().newPage();
  await portal.goto(await sender.portalLink());
  await expect(portal.locator('header img')).toHaveJSProperty('naturalWidth', 80);
  await portal.close();
  await page.getByRole('button', { name: 'Remove the logo file' }).click();
  await expect(page.getByRole('button', { name: 'Upload a logo file' })).toBeVisible();
  await expect(image).toHaveCount(0);
  expect(seen.foreign).toEqual([]);
});

test('an unreachable logo URL is reported when it is saved', AT_NIGHT, async () => {
  await goTo(page, sender.server, LOOK);
  const field = page.getByRole('textbox', { name: 'Logo', exact: true });
  await field.fill(`${sender.server.baseUrl}/no-such-logo.png`);
  await page.getByRole('button', { name: 'Save branding' }).click();
  await expect(page.getByText('Customers may not see the logo')).toBeVisible();
  await expect(page.getByText('It responded with status 404.')).toBeVisible();
  expect((await saved()).customLogoUrl).toContain('no-such-logo');
  await expectAccessible(page, 'portal look with a wrong address', { leftOut: ['iframe'] });
  await field.fill('');
  await page.getByRole('button', { name: 'Save branding' }).click();
  await expect(page.getByText('Customers may not see the logo')).toHaveCount(0);
});

test('the branding page has no axe violations in either theme, and fits a narrow window', async () => {
  await goTo(page, sender.server, LOOK);
  await expect(preview().getByRole('heading', { name: 'Endpoints', exact: true })).toBeVisible();
  await page.getByText('Colors, light').click();
  await page.getByRole('textbox', { name: 'Secondary text', exact: true }).fill('#eeeeee');
  await expect(page.getByText(/^shown as #/)).toBeVisible();
  await expectAccessible(page, 'the look of the portal', { leftOut: ['iframe'] });
  await expectReflow(page, 'the look of the portal', [390, 1280]);
});
