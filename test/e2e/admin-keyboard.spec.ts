import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, goTo, openAdmin, watch } from './admin-page';

let posthorn: RunningPosthorn;
let page: Page;

test.beforeAll(async ({ browser }) => {
  posthorn = await startPosthorn();
  page = await openAdmin(await browser.newContext(), posthorn);
  await callApi(posthorn, 'POST', '/event-type', { name: 'invoice.paid', description: 'Paid in full' });
});
test.afterAll(async () => {
  await page?.context().close();
  await posthorn?.dispose();
});

const tapeOf = (page: Page) => page.getByRole('grid', { name: 'Attempts, newest first' });
const paletteOf = (page: Page) => page.getByRole('dialog', { name: 'Search or run a command' });

/** Runs a command from the palette, like somebody who does not know its keys. */
async function give(page: Page, query: string, label: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(query);
  await expect(paletteOf(page).getByRole('option').first()).toContainText(label);
  await page.keyboard.press('Enter');
  await expect(paletteOf(page)).toHaveCount(0);
}

/** Presses Tab until an element has the focus. @throws if it is not among the next 40 */
async function tabTo(page: Page, role: 'button' | 'link' | 'combobox', name: string | RegExp): Promise<void> {
  const wanted = page.getByRole(role, { name }).first();
  for (let presses = 0; presses < 40; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(wanted).toBeFocused();
}

test('an application and an endpoint are created, and a message is sent, inspected and resent, by keyboard alone', async () => {
  await goTo(page, posthorn, '/local/apps');
  const seen = watch(page, posthorn);
  const sheet = page.getByRole('dialog');

  await test.step('create an application', async () => {
    await give(page, 'new appl', 'New application');
    await expect(sheet.getByLabel('Name')).toBeFocused();
    await page.keyboard.type('Nimbus');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('heading', { name: 'Nimbus' })).toBeVisible();
    await expect(sheet).toHaveCount(0);
  });
  await test.step('add an endpoint', async () => {
    await give(page, 'add endp', 'Add an endpoint to Nimbus');
    await expect(sheet.getByRole('textbox', { name: 'URL' })).toBeFocused();
    await page.keyboard.press('Control+Enter');
    await expect(sheet).toBeVisible();
    await page.keyboard.type(`${posthorn.baseUrl}/receiver/keys`);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('heading', { name: /receiver\/keys$/, level: 2 })).toBeVisible();
  });
  await test.step('send a message', async () => {
    // The sheet is closed together with its opener: the screen has the focus, so its keys act.
    await expect(page.locator('#main')).toBeFocused();
    await page.keyboard.press('g');
    await page.keyboard.press('m');
    await expect(page.locator('.monaco-editor').first()).toBeVisible();
    await tabTo(page, 'combobox', 'Event type');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('region', { name: 'What happens' }).getByText('Delivered')).toBeVisible();
  });
  await test.step('see it, look at its attempt, and send it again', async () => {
    await give(page, 'go to deliveries', 'Deliveries');
    await expect(tapeOf(page).getByRole('row')).toHaveCount(1);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const inspector = page.getByRole('complementary', { name: 'Attempt' });
    await expect(inspector.getByRole('region', { name: 'Response body' })).toContainText('"ok"');
    await page.keyboard.press('r');
    await expect(tapeOf(page).getByRole('row')).toHaveCount(2);
    await page.keyboard.press('Escape');
    await expect(inspector).toHaveCount(0);
  });
  expect(seen).toEqual({ errors: [], foreign: [] });
});

test('single keys type in fields, act in lists, can be reassigned, and can be turned off', async () => {
  const sample = await callApi<{ appId: string }>(posthorn, 'POST', '/sample');
  const message = { eventType: 'invoice.paid', payload: { by: 'keys' } };
  await callApi(posthorn, 'POST', `/app/${sample.appId}/msg`, message);
  await goTo(page, posthorn, `/local/deliveries?app=${sample.appId}`);
  const seen = watch(page, posthorn);
  const rows = tapeOf(page).getByRole('row');
  const inspector = page.getByRole('complementary', { name: 'Attempt' });
  await expect(rows).toHaveCount(1);

  await test.step('in a field they are text', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('irxn?');
    await expect(page.locator('[data-search]')).toHaveValue('irxn?');
    await page.keyboard.press('Escape');
    await expect(rows).toHaveCount(1);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(page.url()).not.toContain('attempt=');
  });
  await test.step('outside of a list they do nothing', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link').first().focus();
    await page.keyboard.press('i');
    await page.keyboard.press('r');
    await expect(inspector).toHaveCount(0);
  });
  await test.step('other keys can be chosen, and act instead', async () => {
    await goTo(page, posthorn, '/local/settings/shortcuts');
    await page.getByRole('button', { name: 'Change the keys of Show or hide the inspector' }).press('Enter');
    await page.keyboard.press('u');
    await page.keyboard.press('Enter');
    await goTo(page, posthorn, '/local/deliveries');
    await rows.first().focus();
    await page.keyboard.press('i');
    await expect(inspector).toHaveCount(0);
    await page.keyboard.press('u');
    await expect(inspector).toBeVisible();
    await expect(inspector.getByRole('button', { name: 'Close the inspector' })).toHaveAttribute(
      'aria-keyshortcuts',
      'U',
    );
    await page.keyboard.press('u');
    await expect(inspector).toHaveCount(0);
  });
  await test.step('turned off, none of them acts, and chords still do', async () => {
    await give(page, 'single keys', 'Single keys');
    await expect(page.getByRole('switch', { name: /^Single keys/ })).toBeFocused();
    await page.keyboard.press('Space');
    await goTo(page, posthorn, '/local/deliveries');
    await rows.first().focus();
    await page.keyboard.press('u');
    await page.keyboard.press('Control+k');
    await expect(paletteOf(page)).toBeVisible();
    await expect(inspector).toHaveCount(0);
  });
  expect(seen).toEqual({ errors: [], foreign: [] });
});
