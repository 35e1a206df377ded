import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { expectAccessible } from '../support/page-checks';
import { AT_NIGHT } from '../support/share';
import { callApi, goTo, openAdmin } from './admin-page';
import { type CopyPair, startCopyPair } from './copy-pair';

const SCHEMA = {
  type: 'object',
  properties: { total: { type: 'number' }, currency: { type: 'string' } },
  required: ['total'],
};

let pair: CopyPair;
test.beforeAll(async ({ shared }) => {
  pair = await startCopyPair(shared);
});
test.beforeEach(() =>
  pair.begin([
    { name: 'invoice.paid', description: 'Paid.', schemas: { '1': SCHEMA } },
    { name: 'invoice.voided', description: 'Voided.', featureFlags: ['beta'] },
    { name: 'order.sent', description: 'Sent.' },
  ]),
);
test.afterAll(() => pair?.dispose());

const bar = (page: Page) => page.getByRole('contentinfo').filter({ hasText: 'Service' });
const line = (page: Page) => page.getByRole('region', { name: 'Working copy' });

test('a new working copy offers to pull, and keeps edits on this computer, with undo and redo', async ({
  context,
}) => {
  const page = await openAdmin(context, pair.here, `/${pair.id}/catalog`);
  await page.getByRole('button', { name: 'Pull the catalog of Production' }).click();
  await expect(line(page)).toContainText('Production (working copy) · No changes · pulled');

  await page.getByRole('row', { name: /voided/ }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Description').fill('Voided here.');
  await sheet.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(sheet).toHaveCount(0);
  await expect(page.getByText('Voided here.')).toBeVisible();
  await expect(line(page)).toContainText('· 1 change ·');
  await expect(page.getByRole('row', { name: 'invoice.voided, changed, not pushed' })).toBeVisible();
  expect((await pair.contentsThere()).map(({ description }) => description)).toContain('Voided.');

  await line(page).getByRole('button', { name: 'Undo edit' }).click();
  await expect(page.getByText('Voided.', { exact: true })).toBeVisible();
  await expect(line(page)).toContainText('No changes');
  await page.keyboard.press('Control+Shift+z');
  await expect(page.getByText('Voided here.')).toBeVisible();
  await page.getByRole('link', { name: 'Usage' }).click();
  await expect(page.getByText('No endpoint receives it')).toBeVisible();
});

test(
  'a connection’s settings choose between direct edits and a working copy, and screens follow at once',
  AT_NIGHT,
  async ({ context }) => {
    await pair.edit({ 'order.sent': { description: 'Sent here.' } });
    const page = await openAdmin(context, pair.here, `/${pair.id}/settings/connections`);
    const row = page.getByRole('listitem').filter({ hasText: 'current' });
    await expect(row).toContainText('edited in a working copy');
    await row.getByRole('button', { name: 'Edit Production' }).click();
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByRole('radio', { name: /In a working copy/ })).toBeChecked();
    await sheet.getByText('Directly', { exact: true }).click();
    await sheet.getByRole('button', { name: 'Save' }).click();
    await expect(row).not.toContainText('edited in a working copy');
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Catalog', exact: true })
      .click();
    await page.getByRole('row', { name: /sent/ }).click();
    await expect(page.getByText('Sent.', { exact: true })).toBeVisible();
    await expect(line(page)).toHaveCount(0);

    await page.getByRole('button', { name: /^Instance:/ }).click();
    await page.getByRole('menuitem', { name: 'Connect to another instance' }).click();
    await expect(sheet.getByRole('radio', { name: /Directly/ })).toBeChecked();
    await sheet.getByText('Protected', { exact: true }).click();
    await expect(sheet.getByRole('radio', { name: /In a working copy/ })).toBeChecked();
  },
);

// Held by the sync below (the list), `working-copies.test.ts` (discarding, files) and `forms-keep-text.spec.ts` (the note).
test(
  'changes are reviewed, discarded with undo, given a note, and exported and imported as a file',
  AT_NIGHT,
  async ({ context }) => {
    await pair.edit({
      'invoice.voided': { description: 'Voided.' },
      'invoice.paid': { description: 'Paid in full.', schemas: { '1': SCHEMA } },
      'order.sent': null,
    });
    const page = await openAdmin(context, pair.here, `/${pair.id}/changes`);
    const rows = page.getByRole('grid', { name: 'Changes' }).getByRole('row');
    await expect(rows).toHaveText([/voided.*Released to everyone/s, /sent.*Removed/s, /paid.*description/s]);
    await expect(page.getByText('Released to everyone: invoice.voided')).toBeVisible();
    await expect(page.getByText('No endpoint on Production receives it.')).toBeVisible();
    await expectAccessible(page, 'changes');

    await rows.filter({ hasText: 'paid' }).click();
    await expect(page.getByText('“Paid.” becomes “Paid in full.”')).toBeVisible();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(rows).toHaveCount(2);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(rows).toHaveCount(3);

    const note = page.getByLabel('Note');
    const kept = async () => (await pair.copy<{ note: string }>('GET', '')).note;
    await test.step('the note is saved while it is typed', async () => {
      await note.fill('Billing');
      await expect.poll(kept).toBe('Billing');
      await expect(note).toBeFocused();
    });
    await note.fill('Billing, second half');
    await page.getByLabel('Search the changes').focus();
    await page.getByRole('button', { name: 'More change actions' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Export changes' }).click();
    const file = await (await download).path();
    const written = JSON.parse(readFileSync(file, 'utf8'));
    expect(written).toMatchObject({ version: 1, note: 'Billing, second half', changes: { length: 3 } });

    await pair.copy('POST', '/undo');
    await page.reload();
    await expect(rows).toHaveCount(2);
    await page.getByRole('button', { name: 'More change actions' }).click();
    await page.getByRole('menuitem', { name: 'Import changes' }).click();
    await page.locator('input[type=file]').setInputFiles(file);
    await expect(rows).toHaveCount(3);
    await test.step('leaving the screen saves the last key of the note', async () => {
      await note.fill('Billing, again');
      await goTo(page, pair.here, `/${pair.id}/catalog`);
      await expect.poll(kept).toBe('Billing, again');
    });
  },
);

test('a sync compares, resolves conflicts by keyboard, writes, and can be undone as new changes', async ({
  context,
}) => {
  await pair.edit({
    'invoice.paid': {
      description: 'Mine.',
      schemas: { '1': { ...SCHEMA, properties: { ...SCHEMA.properties, total: { type: 'integer' } } } },
    },
    'order.sent': null,
    'order.new': { description: 'New.' },
  });
  await pair.remote('PATCH', '/event-type/invoice.paid', {
    description: 'Theirs.',
    schemas: { '1': { ...SCHEMA, properties: { ...SCHEMA.properties, total: { type: 'string' } } } },
  });
  await pair.remote('PATCH', '/event-type/invoice.voided', { description: 'Voided there.' });
  const page = await openAdmin(context, pair.here, `/${pair.id}/changes`);
  await expect(page.getByRole('grid', { name: 'Changes' })).toBeVisible();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('push to production');
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: /Sync with Production/ });
  await expect(sheet.getByText('1 to pull · 2 to resolve · 2 to push')).toBeVisible();
  await expect(sheet.getByText('description: “Voided.” becomes “Voided there.”')).toBeVisible();
  await expect(sheet.getByText('1 of 2: invoice.paid > description')).toBeVisible();
  await expectAccessible(page, 'a sync with conflicts');
  await tabTo(page, sheet.getByRole('group', { name: /1 of 2/ }));
  await page.keyboard.press('3');
  await expect(sheet.getByText('1 to pull · 1 to resolve · 2 to push')).toBeVisible();
  await expect(sheet.getByText('2 of 2: invoice.paid > schema > total > type')).toBeVisible();
  await page.keyboard.press('2');
  await expect(sheet.getByRole('region', { name: 'Result' })).toContainText('schema > total');
  await expect(sheet.getByText('matches the schema')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(sheet.getByText('Synced')).toBeVisible();
  await expect(sheet.getByRole('list', { name: 'Event types of this sync' })).toContainText('order.new');
  await expectAccessible(page, 'the receipt of a sync');

  const after = await pair.contentsThere();
  expect(after.map(({ name }) => name)).toEqual(['invoice.paid', 'invoice.voided', 'order.new']);
  expect(after.map(({ description }) => description)).toEqual(['Theirs.', 'Voided there.', 'New.']);
  const { schemas } = await pair.remote<{ schemas: { '1': typeof SCHEMA } }>(
    'GET',
    '/event-type/invoice.paid',
  );
  expect(schemas['1'].properties.total).toEqual({ type: 'integer' });

  await sheet.getByRole('button', { name: 'Undo as new changes' }).click();
  await expect(page.getByRole('grid', { name: 'Changes' }).getByRole('row')).toHaveCount(3);
  await test.step('past syncs stand one level below the title of the screen', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Changes 3' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 2, name: 'Syncs' })).toBeVisible();
    await expectAccessible(page, 'changes after a sync');
  });
  expect(await pair.contentsThere()).toHaveLength(3);
});

test(
  'on a phone, a sync leaves out excluded changes and asks for the name of a protected instance',
  AT_NIGHT,
  async ({ context }) => {
    await callApi(pair.here, 'PATCH', `/connections/${pair.id}`, { protected: true });
    await pair.edit({ 'invoice.paid': { description: 'Mine.' }, 'order.sent': null });
    const page = await openAdmin(context, pair.here, `/${pair.id}/changes`);
    await page.setViewportSize({ width: 390, height: 800 });
    await expect(page.getByRole('grid', { name: 'Changes' })).toBeVisible();
    await expectAccessible(page, 'changes on a phone');
    await line(page).getByRole('link', { name: 'Push' }).click();
    await expect(page.getByText('· 2 to push')).toBeVisible();
    await expectAccessible(page, 'a sync on a phone');
    await page.getByRole('dialog').getByText('order.sent').click();
    await page.getByRole('button', { name: 'Push 1 to Production' }).click();
    await page.getByLabel('Type Production to continue').fill('Production');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Synced')).toBeVisible();
    expect((await pair.contentsThere())[0]?.description).toBe('Mine.');
    expect(await pair.contentsThere()).toHaveLength(3);
  },
);

test('without a network the catalog is read and edited, and the instance is shown as offline until it responds', async ({
  context,
}) => {
  await pair.edit({ 'order.sent': { description: 'Sent here.' } });
  pair.proxy.decide = () => 'cut';
  const page = await openAdmin(context, pair.here, `/${pair.id}/catalog/invoice.paid`);
  await expect(page.getByText('Paid.', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Description').fill('Paid on a train.');
  await sheet.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(sheet).toHaveCount(0);
  await expect(page.getByText('Paid on a train.')).toBeVisible();
  await page.getByRole('link', { name: 'Usage' }).click();
  await expect(page.getByText('Usage is unavailable while Production is not responding.')).toBeVisible();
  await goTo(page, pair.here, `/${pair.id}/catalog/invoice.paid/schema`);
  await expect(page.getByRole('treegrid').getByRole('row', { name: /total/ })).toBeVisible();
  await goTo(page, pair.here, `/${pair.id}/preview?mode=matrix&rows=all`);
  await expect(page.getByRole('row', { name: /order\.?sent/ })).toBeVisible();
  await line(page).getByRole('link', { name: 'Push' }).click();
  await expect(page.getByText('Production is offline. Your edits are safe.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(line(page)).toContainText('2 changes · offline, your edits are safe · pulled');
  await expect(bar(page)).toContainText('2 changes · offline, your edits are safe');
  await expect(page.getByRole('alert')).toHaveCount(0);
  pair.proxy.decide = () => 'pass';
  await page.reload();
  await expect(bar(page)).toContainText('2 changes');
  await expect(bar(page)).not.toContainText('offline');
});

/** Presses Tab until this element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 30; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not lead there');
}
