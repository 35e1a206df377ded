import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { expectAccessible } from '../support/page-checks';
import { AT_NIGHT } from '../support/share';
import { goTo, loadAt, openAdmin } from './admin-page';
import { type CopyPair, startCopyPair } from './copy-pair';

let pair: CopyPair;
/** The window, in which each test has a connection of its own. */
let page: Page;
const SCHEMA = { type: 'object', properties: { total: { type: 'number' } } };

test.beforeAll(async ({ browser, shared }) => {
  pair = await startCopyPair(shared);
  page = await openAdmin(await browser.newContext(), shared);
});
test.beforeEach(() =>
  pair.begin([
    { name: 'invoice.paid', description: 'Paid.', schemas: { '1': SCHEMA } },
    { name: 'order.sent', description: 'Sent.' },
  ]),
);
test.afterAll(async () => {
  await page?.context().close();
  await pair?.dispose();
});

const bar = (page: Page) => page.getByRole('contentinfo').filter({ hasText: 'Service' });
const line = (page: Page) => page.getByRole('region', { name: 'Working copy' });

// Held by `copy-state-label.test.ts` and by the sync of `working-copy.spec.ts`.
test(
  'changes on the instance are counted alike on every screen, and local edits stay',
  AT_NIGHT,
  async () => {
    await pair.edit({ 'invoice.paid': { description: 'Mine.', schemas: { '1': SCHEMA } } });
    await loadAt(page, pair.here, `/${pair.id}/catalog/invoice.paid`);
    await expect(bar(page)).toContainText('1 change');
    await pair.remote('PATCH', '/event-type/invoice.paid', { description: 'Theirs.' });
    const words = '1 change · 1 to pull · 1 conflict';
    await expect(bar(page)).toContainText(words);
    await expect(line(page)).toContainText(`Production (working copy) · ${words} · pulled`);
    await expect(page.getByText('Mine.', { exact: true })).toBeVisible();

    await page.getByRole('status').filter({ hasText: 'invoice.paid changed on Production.' }).waitFor();
    await expectAccessible(page, 'an event type that changed there');
    await page.getByRole('button', { name: 'Compare' }).click();
    const sheet = page.getByRole('dialog', { name: 'invoice.paid here and on Production' });
    await expect(sheet.getByText('“Paid.” becomes “Theirs.”')).toBeVisible();
    await expect(sheet.getByText('“Paid.” becomes “Mine.”')).toBeVisible();
    await expect(sheet.getByText('Both sides changed the same place.')).toBeVisible();
    await expectAccessible(page, 'the comparison of one event type');
    await sheet.getByRole('link', { name: 'Pull' }).last().click();
    await expect(page.getByText(words).first()).toBeVisible();
    await expect(page.getByRole('dialog').getByText('0 to pull · 1 to resolve · 0 to push')).toBeVisible();
  },
);

test(
  'an edit in another window appears at once, and a sync over an unseen change asks to look again',
  AT_NIGHT,
  async () => {
    await pair.edit({});
    await loadAt(page, pair.here, `/${pair.id}/changes`);
    await expect(bar(page)).toContainText('No changes');
    const mine = { description: 'Paid.', deprecated: true, schemas: { '1': SCHEMA } };
    await pair.copy('PUT', '/event-types/invoice.paid', mine);
    await expect(bar(page)).toContainText('1 change');
    await expect(page.getByRole('row', { name: /paid/ })).toBeVisible();
    await test.step('an undo of an edit of another session asks first', async () => {
      await page.locator('#main').focus();
      await page.keyboard.press('Control+z');
      const question = page.getByRole('dialog', { name: 'Undo the edit of invoice.paid?' });
      await expect(question).toContainText('made in another session, with the token “admin”');
      await expectAccessible(page, 'the question before an undo');
      await question.getByRole('button', { name: 'Cancel' }).click();
      await expect(bar(page)).toContainText('1 change');
    });

    await goTo(page, pair.here, `/${pair.id}/changes?sync=push`);
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByText('0 to pull · 0 to resolve · 1 to push')).toBeVisible();
    await pair.remote('PATCH', '/event-type/invoice.paid', { description: 'Theirs.' });
    await expect(bar(page)).toContainText('1 to pull');
    await sheet.getByRole('button', { name: 'Push 1 to Production' }).click();
    await expect(sheet.getByText('1 needs a choice')).toBeVisible();
    expect((await pair.contentsThere())[0]).toMatchObject({ description: 'Theirs.', deprecated: false });
  },
);

test('a change on the instance does not overwrite typing in the schema editor', async () => {
  await pair.edit({});
  await loadAt(page, pair.here, `/${pair.id}/catalog/invoice.paid/schema`);
  await page.getByRole('gridcell', { name: 'total', exact: true }).click();
  await page.getByRole('gridcell', { name: 'total', exact: true }).click();
  await page.getByRole('textbox', { name: 'Key of total' }).fill('sum');
  await pair.remote('PATCH', '/event-type/invoice.paid', { schema: { type: 'object', title: 'Theirs' } });
  await expect(page.getByText('invoice.paid changed on Production.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Key of total' })).toHaveValue('sum');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('gridcell', { name: 'sum', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('A pull brings it here.');
});

test(
  'without a network, API documents and environment files are imported into the working copy',
  AT_NIGHT,
  async () => {
    await pair.edit({});
    pair.proxy.decide = () => 'cut';
    await loadAt(page, pair.here, `/${pair.id}/import`);
    await expect(page.getByText('What you import goes into it, even offline.')).toBeVisible();
    const webhooks = { 'order.lost': { post: { description: 'Lost.', responses: {} } } };
    const document = { openapi: '3.1.0', info: { title: 'Shop', version: '1' }, webhooks };
    await page.getByLabel('Or paste a document').fill(JSON.stringify(document));
    await page.getByRole('button', { name: 'Read pasted document' }).click();
    await page.getByRole('button', { name: /^Import 1/ }).click();
    await expect(page.getByText('1 event type created')).toBeVisible();
    await expect(line(page)).toContainText('· 1 change ·');
    expect((await pair.contentsThere()).map(({ name }) => name)).not.toContain('order.lost');
    await goTo(page, pair.here, `/${pair.id}/preview?mode=matrix&rows=all`);
    await expect(page.getByRole('row', { name: /order\.?lost/ })).toBeVisible();

    await goTo(page, pair.here, `/${pair.id}/catalog`);
    await page.getByRole('button', { name: 'More catalog actions' }).click();
    await page.getByRole('menuitem', { name: 'Import environment (JSON)' }).click();
    const file = {
      version: 1,
      eventTypes: [{ name: 'order.sent', description: 'From a file.' }],
      settings: { displayName: 'Other' },
    };
    await page.locator('input[type=file]').setInputFiles({
      name: 'environment.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(file)),
    });
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByText('Settings and flag sets of this file are left out')).toBeVisible();
    await expectAccessible(page, 'an environment for a working copy');
    await sheet.getByRole('button', { name: 'Import 1 event type' }).click();
    await expect(line(page)).toContainText('2 changes');
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
    await expect(line(page)).toContainText('· 1 change ·');
  },
);
