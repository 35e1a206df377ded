import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../support/page-checks';
import { widthFaults } from '../support/screen-checks';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, openAdmin, watch } from './admin-page';
import { press, tabTo } from './by-keyboard';

const TYPES: Readonly<Record<string, readonly string[]>> = {
  'customer.created': [],
  'customer.merged': ['beta'],
  'invoice.paid': [],
  'payout.scheduled': ['beta'],
  'risk.opened': ['internal'],
};
const SETS = [
  { letter: 'A', name: 'Everyone', colour: 'sky', featureFlags: [] },
  { letter: 'B', name: 'Beta', colour: 'amber', featureFlags: ['beta'] },
] as const;

let posthorn: RunningPosthorn;
let appId: string;
test.beforeAll(async () => {
  posthorn = await startPosthorn();
  for (const [name, featureFlags] of Object.entries(TYPES)) {
    await callApi(posthorn, 'POST', '/event-type', { name, description: `About ${name}.`, featureFlags });
  }
  appId = (await callApi<{ id: string }>(posthorn, 'POST', '/app', { name: 'Acme' })).id;
  await callApi(posthorn, 'POST', `/app/${appId}/endpoint`, { url: 'https://open.example/hook' });
  await callApi(posthorn, 'PATCH', '/settings', { displayName: 'Ada Ltd' });
});
test.afterAll(() => posthorn?.dispose());

const cell = (page: Page, place: number) =>
  page.getByRole('region', { name: new RegExp(`^Frame ${place}:`) });
const portal = (page: Page, place: number) => cell(page, place).frameLocator('iframe');
const listed = (page: Page, place: number) =>
  portal(page, place)
    .locator('main a[href^="#/catalog/"]')
    .evaluateAll((links) =>
      links.map((link) => decodeURIComponent(link.getAttribute('href') ?? '').slice(10)),
    );
const EVERYONE = ['customer.created', 'invoice.paid'];
const BETA = ['customer.created', 'customer.merged', 'invoice.paid', 'payout.scheduled'];

/** A browser without any token, at an address. */
async function visit(browser: Browser, url: string, options: Parameters<Browser['newContext']>[0] = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  await page.goto(url);
  return { context, page };
}

async function shareByApi(more: object = {}): Promise<{ id: string; url: string }> {
  return callApi(posthorn, 'POST', '/share-links', {
    appId,
    title: 'Events of the new billing',
    page: '/catalog',
    widthPx: 390,
    frames: SETS.map((set) => ({ ...set, theme: 'light' })),
    ...more,
  });
}

async function chooseShare(page: Page): Promise<void> {
  await press(page, 'button', 'More');
  const item = page.getByRole('menuitem', { name: 'Share…' });
  await expect(item).toBeVisible();
  for (let presses = 0; presses < 12; presses += 1) {
    if (await item.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
}

async function openPreview(context: BrowserContext, query: string): Promise<Page> {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  return openAdmin(context, posthorn, `/local/preview?width=390&${query}`);
}

test('a preview is shared by keyboard alone; who has the link sees the same frames, until it is revoked', async ({
  browser,
}) => {
  const admin = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await openPreview(admin, '');
  await expect.poll(() => listed(page, 2)).toEqual(BETA);

  await chooseShare(page);
  const sheet = page.getByRole('dialog', { name: 'Share this preview' });
  await expect(sheet).toContainText('The event catalog of Acme, 390 pixels wide.');
  await expect(sheet).toContainText('Live: the stored catalog as it is when somebody looks');
  await tabTo(page, 'textbox', 'Title');
  await page.keyboard.type('New billing');
  await tabTo(page, 'radio', '7 days');
  await page.keyboard.press('ArrowUp');
  await expect(sheet.getByRole('radio', { name: '1 day' })).toBeChecked();
  await press(page, 'button', 'Create link');
  await expect(sheet).toContainText('The link is ready. Copy it now: it is not shown again.');
  await press(page, 'button', 'Copy link');
  const url = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(url).hash).toMatch(/^#key=psthshare_/);
  await expect(sheet.getByTestId('share-link')).toHaveText(url);
  await expectAccessible(page, 'the sheet with a link', { leftOut: ['iframe'] });

  const guest = await visit(browser, url);
  const { errors, foreign } = watch(guest.page, posthorn, ['401']);
  await expect(guest.page.getByRole('heading', { level: 1, name: 'New billing' })).toBeVisible();
  await expect(guest.page.getByRole('banner')).toContainText('Shared by Ada Ltd, as seen by Acme');
  await expect(guest.page.getByRole('banner')).toContainText('Read only');
  await expect(cell(guest.page, 1)).toHaveAccessibleName('Frame 1: A Everyone');
  await expect(cell(guest.page, 2)).toHaveAccessibleName('Frame 2: B Beta');
  await expect.poll(() => listed(guest.page, 1)).toEqual(EVERYONE);
  await expect.poll(() => listed(guest.page, 2)).toEqual(BETA);
  await expect(cell(guest.page, 1)).toContainText('Live2 of 4 types');
  const hidden = cell(guest.page, 1).getByRole('list', { name: 'Hidden from A Everyone' });
  await expect(hidden.getByText('customer.merged')).toBeVisible();
  // No frame shows it, so the page does not know it.
  await expect(guest.page.getByText('risk.opened')).toHaveCount(0);

  await press(page, 'button', 'Revoke New billing');
  await press(page, 'button', 'Revoke now');
  await expect(sheet.getByRole('list').last()).toContainText('revoked');

  // Looking at the window again is enough for a page that is open.
  await guest.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(guest.page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await guest.page.reload();
  await expect(guest.page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await expect(guest.page.getByText('This share link was revoked.')).toBeVisible();
  await expect(guest.page.locator('iframe')).toHaveCount(0);
  expect(errors).toEqual([]);
  expect(foreign).toEqual([]);
  await guest.context.close();
  await admin.close();
});

test('frames turn pages together, and show nothing that was not shared', async ({ browser }) => {
  const { url } = await shareByApi();
  const { context, page } = await visit(browser, url);
  await portal(page, 2).getByRole('link', { name: 'payout.scheduled' }).first().click();
  await expect(portal(page, 2).getByRole('heading', { level: 1 })).toContainText('payout.scheduled');
  await expect(cell(page, 1).getByRole('note')).toContainText('payout.scheduled is hidden here');
  // Nothing to write with, and no way to other parts of the portal.
  await expect(portal(page, 2).getByRole('navigation', { name: 'Webhooks' }).getByRole('link')).toHaveText([
    'Event catalog',
  ]);
  await expect(portal(page, 2).getByText('Check a payload')).toHaveCount(0);
  await page.getByRole('button', { name: 'List differences' }).click();
  const row = page.getByRole('row', { name: /payout.scheduled/ });
  await expect(row.getByRole('cell')).toHaveText(['Hidden', 'Shown']);
  await expect(page.getByRole('row')).toHaveCount(3);
  await context.close();
});

test('a shared list of endpoints leads no further', async ({ browser }) => {
  const { url } = await shareByApi({ page: '/endpoints' });
  const { context, page } = await visit(browser, url);
  await expect(portal(page, 1).getByText('https://open.example/hook')).toBeVisible();
  await expect(portal(page, 1).getByRole('link', { name: 'https://open.example/hook' })).toHaveCount(0);
  await expect(portal(page, 1).getByRole('link', { name: 'Add endpoint' })).toHaveCount(0);
  await context.close();
});

test('a draft is shared as it is, and stays when it is discarded', async ({ browser }) => {
  const admin = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: 'dark' });
  const page = await openPreview(admin, 'draft=invoice.paid!beta');
  await expect.poll(() => listed(page, 1)).toEqual(['customer.created']);
  await chooseShare(page);
  const sheet = page.getByRole('dialog', { name: 'Share this preview' });
  await expect(sheet).toContainText('A snapshot: the draft as it is now. Later edits do not change it.');
  await press(page, 'button', 'Create link');
  const url = (await sheet.getByTestId('share-link').textContent()) ?? '';
  await expectAccessible(page, 'the sheet in the dark', { leftOut: ['iframe'] });
  // Leaving the preview ends its draft.
  await admin.close();
  const guest = await visit(browser, url);
  await expect.poll(() => listed(guest.page, 1)).toEqual(['customer.created']);
  await expect(cell(guest.page, 1)).toContainText('Draft1 of 4 types');
  await guest.context.close();
});

test('pages that hold more than a preview shows cannot be shared, and the sheet says so', async ({
  browser,
}) => {
  const admin = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await openPreview(admin, 'page=%2Fmessages');
  await chooseShare(page);
  const sheet = page.getByRole('dialog', { name: 'Share this preview' });
  await expect(sheet).toContainText('Only the event catalog, an event type and the list of endpoints');
  await expect(sheet.getByRole('button', { name: 'Create link' })).toBeDisabled();
  await admin.close();
});

for (const [what, hash, words] of [
  ['without a key', '', 'This link is not complete'],
  ['that was cut', '#key=psthshare_abc', 'This link is not complete'],
  ['that is not known', `#key=psthshare_${'a'.repeat(43)}`, 'This link no longer works'],
] as const) {
  test(`a link ${what} says so`, async ({ browser }) => {
    const { context, page } = await visit(browser, `${posthorn.baseUrl}/share/${hash}`);
    await expect(page.getByRole('heading', { level: 1, name: words })).toBeVisible();
    await expectAccessible(page, words);
    await context.close();
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1440, 834, 390]) {
    test(`a shared preview has no fault in ${colorScheme} at ${width} pixels`, async ({ browser }) => {
      const frames = SETS.flatMap((set) => (['light', 'dark'] as const).map((theme) => ({ ...set, theme })));
      const { url } = await shareByApi({ frames });
      const { context, page } = await visit(browser, url, { colorScheme, viewport: { width, height: 900 } });
      await expect(page.locator('iframe')).toHaveCount(4);
      await expect.poll(() => listed(page, 4)).toEqual(BETA);
      expect(await widthFaults(page)).toEqual([]);
      const places = await page
        .locator('iframe')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
      expect(new Set(places).size).toBe(width === 390 ? 4 : 1);
      await expectAccessible(page, 'the frames', { leftOut: ['iframe'] });
      await page.getByRole('button', { name: 'List differences' }).click();
      await expectAccessible(page, 'the differences');
      expect(await widthFaults(page)).toEqual([]);
      await context.close();
    });
  }
}
