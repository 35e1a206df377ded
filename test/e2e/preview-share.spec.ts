import type { Browser, Locator, Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { expectAccessible } from '../support/page-checks';
import { widthFaults } from '../support/screen-checks';
import { AT_NIGHT, IS_WHOLE } from '../support/share';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, goTo, openAdmin, watch } from './admin-page';
import { press, tabTo } from './by-keyboard';
import { cell, listed, portal } from './preview-page';

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
/** The admin app, which tests open at a preview. */
let admin: Page;
test.beforeAll(async ({ browser }) => {
  posthorn = await startPosthorn();
  for (const [name, featureFlags] of Object.entries(TYPES)) {
    await callApi(posthorn, 'POST', '/event-type', { name, description: `About ${name}.`, featureFlags });
  }
  appId = (await callApi<{ id: string }>(posthorn, 'POST', '/app', { name: 'Acme' })).id;
  await callApi(posthorn, 'POST', `/app/${appId}/endpoint`, { url: 'https://open.example/hook' });
  await callApi(posthorn, 'PATCH', '/settings', { displayName: 'Ada Ltd' });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  admin = await openAdmin(context, posthorn);
});
test.afterAll(async () => {
  await admin?.context().close();
  await posthorn?.dispose();
});

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

/** Opens the sheet by keyboard. */
async function openShare(): Promise<Locator> {
  await press(admin, 'button', 'More');
  const item = admin.getByRole('menuitem', { name: 'Share…' });
  await expect(item).toBeVisible();
  for (let presses = 0; presses < 12; presses += 1) {
    if (await item.evaluate((element) => element === document.activeElement)) break;
    await admin.keyboard.press('ArrowDown');
  }
  await admin.keyboard.press('Enter');
  return admin.getByRole('dialog', { name: 'Share this preview' });
}

const showPreview = (query: string) => goTo(admin, posthorn, `/local/preview?width=390&${query}`);

test('a preview is shared by keyboard alone, and its share link shows the same frames until it is revoked', async ({
  browser,
}) => {
  await showPreview('');
  await expect.poll(() => listed(admin, 2)).toEqual(BETA);

  const sheet = await openShare();
  await expect(sheet).toContainText('The event catalog of Acme, 390 pixels wide.');
  await expect(sheet).toContainText('Live: the stored catalog as it is when someone looks');
  await tabTo(admin, 'textbox', 'Title');
  await admin.keyboard.type('New billing');
  await tabTo(admin, 'radio', '7 days');
  await admin.keyboard.press('ArrowUp');
  await expect(sheet.getByRole('radio', { name: '1 day' })).toBeChecked();
  await press(admin, 'button', 'Create link');
  await expect(sheet).toContainText('The link is ready. Copy it now: it is not shown again.');
  await press(admin, 'button', 'Copy link');
  const url = await admin.evaluate(() => navigator.clipboard.readText());
  expect(new URL(url).hash).toMatch(/^#key=psthshare_/);
  await expect(sheet.getByTestId('share-link')).toHaveText(url);
  await expectAccessible(admin, 'the sheet with a link', { leftOut: ['iframe'] });

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

  // The list, which was open all the time, says that somebody has opened the link.
  await expect(sheet.getByRole('list').last()).toContainText('last opened');
  await press(admin, 'button', 'Revoke New billing');
  await press(admin, 'button', 'Revoke now');
  await expect(sheet.getByRole('list').last()).toContainText('revoked');

  // A page that is open closes by itself.
  await expect(guest.page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await guest.page.reload();
  await expect(guest.page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await expect(guest.page.getByText('This share link was revoked.')).toBeVisible();
  await expect(guest.page.locator('iframe')).toHaveCount(0);
  expect(errors).toEqual([]);
  expect(foreign).toEqual([]);
  await guest.context.close();
  await sheet.getByRole('button', { name: 'Close' }).last().click();
});

test('a revoked share link closes its page even in a background tab', async ({ browser }) => {
  const { id, url } = await shareByApi();
  const { context, page } = await visit(browser, 'about:blank');
  await page.clock.install();
  await page.goto(url);
  await expect(page.getByRole('banner')).toContainText('Read only');
  await page.evaluate(() => {
    Object.defineProperties(document, {
      hidden: { value: true },
      visibilityState: { value: 'hidden' },
    });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await callApi(posthorn, 'DELETE', `/share-links/${id}`);
  await page.clock.runFor(61_000);
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await context.close();
});

test(
  'the frames of a shared preview navigate together, and lead to nothing that is not shared',
  AT_NIGHT,
  async ({ browser }) => {
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
  },
);

test('a shared list of endpoints links to no endpoint', async ({ browser }) => {
  const { url } = await shareByApi({ page: '/endpoints' });
  const { context, page } = await visit(browser, url);
  await expect(portal(page, 1).getByText('https://open.example/hook')).toBeVisible();
  await expect(portal(page, 1).getByRole('link', { name: 'https://open.example/hook' })).toHaveCount(0);
  await expect(portal(page, 1).getByRole('link', { name: 'Add endpoint' })).toHaveCount(0);
  await context.close();
});

test(
  'a share link of a draft keeps the draft after the sender discards it',
  AT_NIGHT,
  async ({ browser }) => {
    await showPreview('draft=invoice.paid!beta');
    await expect.poll(() => listed(admin, 1)).toEqual(['customer.created']);
    const sheet = await openShare();
    await expect(sheet).toContainText('A snapshot: the draft as it is now. Later edits do not change it.');
    await press(admin, 'button', 'Create link');
    const url = (await sheet.getByTestId('share-link').textContent()) ?? '';
    await admin.keyboard.press('Escape');
    // Leaving the preview ends its draft.
    await goTo(admin, posthorn, '/local/catalog');
    await expect(admin.locator('iframe')).toHaveCount(0);
    const guest = await visit(browser, url);
    await expect.poll(() => listed(guest.page, 1)).toEqual(['customer.created']);
    await expect(cell(guest.page, 1)).toContainText('Draft1 of 4 types');
    await guest.context.close();
  },
);

// Held by `share-request.test.ts`.
test('a preview of messages cannot be shared, and the sheet says which pages can', AT_NIGHT, async () => {
  await showPreview('page=%2Fmessages');
  const sheet = await openShare();
  await expect(sheet).toContainText('Only the event catalog, an event type and the list of endpoints');
  await expect(sheet.getByRole('button', { name: 'Create link' })).toBeDisabled();
  await admin.keyboard.press('Escape');
});

test('a share link that is incomplete or unknown says so', AT_NIGHT, async ({ page }) => {
  for (const [what, hash, words] of [
    ['without a key', '', 'This link is not complete'],
    ['cut off', '#key=psthshare_abc', 'This link is not complete'],
    ['unknown', `#key=psthshare_${'a'.repeat(43)}`, 'This link no longer works'],
  ] as const) {
    await test.step(what, async () => {
      await page.goto('about:blank');
      await page.goto(`${posthorn.baseUrl}/share/${hash}`);
      await expect(page.getByRole('heading', { level: 1, name: words })).toBeVisible();
      await expectAccessible(page, what, { isScreen: what === 'unknown' });
    });
  }
});

test('a shared preview is accessible in light and dark, and fits a desktop, a tablet and a phone', async ({
  browser,
}) => {
  const frames = SETS.flatMap((set) => (['light', 'dark'] as const).map((theme) => ({ ...set, theme })));
  const { url } = await shareByApi({ frames });
  const { context, page } = await visit(browser, url, { colorScheme: 'dark' });
  await expect(page.locator('iframe')).toHaveCount(4);
  await expect.poll(() => listed(page, 4)).toEqual(BETA);
  const rows = async () => {
    const tops = (all: Element[]) => all.map((element) => element.getBoundingClientRect().top);
    return new Set(await page.locator('iframe').evaluateAll(tops)).size;
  };
  const expectNoFault = async (what: string, width: number) => {
    await page.setViewportSize({ width, height: 900 });
    if (what === 'frames') await expect.poll(rows, `at ${width} px`).toBe(width === 390 ? 4 : 1);
    expect(await widthFaults(page), `${what} at ${width} px`).toEqual([]);
    const isScreen = width === 1440;
    await expectAccessible(page, `${what} at ${width} px`, { leftOut: ['iframe'], isScreen });
  };
  for (const width of [1440, 834, 390]) await expectNoFault('frames', width);
  await page.getByRole('button', { name: 'List differences' }).click();
  for (const width of IS_WHOLE ? [1440, 834, 390] : [390]) await expectNoFault('differences', width);
  await context.close();
});
