import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { newSignal } from '../support/new-signal';
import { expectAccessible, expectReflow } from '../support/page-checks';
import { AT_NIGHT, IS_WHOLE } from '../support/share';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, goTo, openAdmin, watch } from './admin-page';

let posthorn: RunningPosthorn;
/** The admin app, which each test opens at the catalog. */
let page: Page;
let isSeeded = false;

test.beforeAll(async ({ browser }) => {
  posthorn = await startPosthorn();
  page = await openAdmin(await browser.newContext(), posthorn);
});
test.afterAll(async () => {
  await page?.context().close();
  await posthorn?.dispose();
});

const tree = () => page.getByRole('treegrid', { name: 'Event types' });
const rowOf = (name: string) => tree().getByRole('row', { name });
const read = (name: string) => callApi<Record<string, unknown>>(posthorn, 'GET', `/event-type/${name}`);

/** The sample catalog, which every test leaves as it was, except for additions of its own in the last. */
async function seed(): Promise<void> {
  if (isSeeded) return;
  isSeeded = true;
  await callApi(posthorn, 'POST', '/sample/catalog');
  await callApi(posthorn, 'POST', '/app', { name: 'A', uid: 'a' });
  await callApi(posthorn, 'POST', '/app/a/endpoint', { url: 'http://127.0.0.1:9/' });
}

test('an empty catalog offers a sample catalog, and Undo removes it', AT_NIGHT, async () => {
  await goTo(page, posthorn, '/local/catalog');
  const seen = watch(page, posthorn);
  await page.getByRole('button', { name: 'Add your first event type' }).click();
  await expect(page.getByRole('dialog', { name: 'New event type' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectReflow(page, 'the empty catalog');
  await page.getByRole('button', { name: 'Load sample catalog' }).click();
  await expect(rowOf('invoice.paid')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Load sample catalog' })).toBeVisible();
  expect(seen).toEqual({ errors: [], foreign: [] });
});

test('an event type offers its own types in TypeScript, and none of the others', async () => {
  await seed();
  await goTo(page, posthorn, '/local/catalog/invoice.paid');
  await page.getByRole('link', { name: 'TypeScript' }).click();
  await expect(page).toHaveURL(/invoice\.paid\?tab=typescript$/);
  const types = page.getByRole('region', { name: 'TypeScript' });
  await expect(types).toContainText('export interface InvoicePaid {');
  await expect(types).not.toContainText('CustomerCreated');
  await expectReflow(page, 'the types of an event type');
});

test('the catalog search finds schema fields, says where it matched, and suggests another spelling', async () => {
  await seed();
  await goTo(page, posthorn, '/local/catalog');
  const search = page.getByRole('searchbox', { name: 'Search names, descriptions, fields' });
  await search.fill('customerId');
  await expect(rowOf('customer.created')).toContainText('field customerId');
  await expect(rowOf('customer.updated')).toBeVisible();
  await expect(page).toHaveURL(/q=customerId/);
  await search.fill('opened an account');
  await expect(rowOf('customer.created')).toContainText('in description');
  await search.fill('paud');
  await expect(page.getByText('Nothing matches “paud”')).toBeVisible();
  await expect(page.getByText(/Did you mean paid \(\d\)\?/)).toBeVisible();
  await page.getByRole('button', { name: 'Search for paid' }).click();
  await expect(rowOf('invoice.paid')).toBeVisible();
  await page.getByRole('button', { name: 'Group' }).click();
  await page.getByRole('option', { name: 'customer' }).click();
  await expect(page).toHaveURL(/group=customer/);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).not.toHaveURL(/group=|q=/);
  await expect(rowOf('invoice.paid')).toBeVisible();
});

test('a feature flag is set on several event types at once, and Undo removes it', AT_NIGHT, async () => {
  await seed();
  await goTo(page, posthorn, '/local/catalog');
  const seen = watch(page, posthorn);
  await page.getByRole('button', { name: 'More catalog actions' }).click();
  await page.getByRole('menuitem', { name: 'Select event types' }).click();
  await expect(page).toHaveURL(/select=1/);
  await rowOf('invoice.paid').click();
  await rowOf('customer.created').click();
  const bar = page.getByRole('region', { name: 'Selected event types' });
  await expect(bar).toContainText('2 selected');
  await expectAccessible(page, 'selecting');
  await expectReflow(page, 'selecting');
  // Forced colours take away the ground that the tick of a box stood out from.
  await page.emulateMedia({ forcedColors: 'active' });
  const ticks = await page
    .locator('[data-tick] svg:has(path)')
    .evaluateAll((all) => all.map((tick) => getComputedStyle(tick).stroke));
  const text = await page.locator('body').evaluate((body) => getComputedStyle(body).color);
  expect(new Set(ticks)).toEqual(new Set([text]));
  await page.emulateMedia({ forcedColors: 'none' });
  await bar.getByRole('button', { name: 'Set flag' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('combobox', { name: 'Flag' })).toBeFocused();
  await page.keyboard.type('early');
  await expect(sheet).toContainText(
    'Does not stop delivery: 1 unfiltered endpoint still receives all of them.',
  );
  await sheet.getByRole('button', { name: 'Add flag to 2 event types' }).click();
  await expect(rowOf('invoice.paid')).toContainText('early');
  expect((await read('customer.created')).featureFlags).toEqual(['early']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf('invoice.paid')).not.toContainText('early');
  expect((await read('customer.created')).featureFlags).toBeNull();
  expect(seen).toEqual({ errors: [], foreign: [] });
});

// Held by the next test (many at once, Undo) and by `admin-screens.spec.ts` (the typed confirmation).
test(
  'event types are selected and deleted with a typed confirmation by keyboard alone, and Undo restores them',
  AT_NIGHT,
  async () => {
    await seed();
    await goTo(page, posthorn, '/local/catalog');
    await expect(rowOf('customer.created')).toBeVisible();
    await page.locator('#main').focus();
    await page.keyboard.press('j');
    // The test before may have left another row as the current one.
    await page.keyboard.press('Control+Home');
    await expect(tree().locator(':focus')).toHaveAttribute('aria-level', '1');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('x');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+X');
    const bar = page.getByRole('region', { name: 'Selected event types' });
    await expect(bar).toContainText('2 selected');
    await page.keyboard.press(' ');
    await expect(bar).toContainText('1 selected');
    await page.keyboard.press('Control+a');
    await expect(bar).toContainText('12 selected');
    await bar.getByRole('button', { name: 'Delete' }).focus();
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByRole('button', { name: 'Delete 12 event types' })).toBeDisabled();
    await sheet.getByRole('textbox').focus();
    await page.keyboard.type('delete 12');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(sheet).toHaveCount(0);
    await expect(page.getByText('No event types yet')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).focus();
    await page.keyboard.press('Enter');
    await expect(rowOf('invoice.paid')).toBeVisible();
    expect((await read('invoice.paid')).schemas).not.toBeNull();
  },
);

test('a bulk change is complete once it is saved, however long reloading the catalog takes', async () => {
  await seed();
  await goTo(page, posthorn, '/local/catalog?select=1');
  await rowOf('invoice.paid').click();
  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  const sheet = page.getByRole('dialog');
  const [isUndone, readOn] = newSignal();
  await page.route(/\/api\/v1\/event-type\?/, async (route) => {
    await isUndone;
    await route.continue();
  });
  await sheet.getByRole('button', { name: 'Archive 1 event type' }).click();
  await expect(sheet).toHaveCount(0);
  expect((await read('invoice.paid')).archived).toBe(true);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await read('invoice.paid')).archived).toBe(false);
  readOn();
  await expect(rowOf('invoice.paid')).toBeVisible();
  await page.unroute(/\/api\/v1\/event-type\?/);
});

test('the catalog is exported and imported as CSV and as JSON, with a preview of the changes and Undo', async () => {
  await seed();
  await goTo(page, posthorn, '/local/catalog');
  const seen = watch(page, posthorn);
  const menu = async (item: string) => {
    await page.getByRole('button', { name: 'More catalog actions' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await expect(rowOf('invoice.paid')).toBeVisible();
  // The gate goes with CSV: `event-type-export.test.ts` holds the types, `import-environment.test.ts` the JSON.
  if (IS_WHOLE)
    await test.step('types for a build', async () => {
      const saved = page.waitForEvent('download');
      await menu('Export as TypeScript');
      const file = await saved;
      expect(file.suggestedFilename()).toBe('events.d.ts');
      expect(await readFile(await file.path(), 'utf8')).toContain(`'customer.created': CustomerCreated;`);
    });
  await test.step('CSV', async () => {
    const saved = page.waitForEvent('download');
    await menu('Export as CSV');
    const text = await readFile(await (await saved).path(), 'utf8');
    expect(text).toContain('customer.created,A customer has opened an account.,,,false,false\r\n');

    await menu('Import CSV');
    const sheet = page.getByRole('dialog');
    const changed = `${text.replace('opened an account', 'joined us')}order.fresh,=1+1,,early,no,no\r\nno good,,,,,\r\n`;
    await page.locator('input[type=file]').setInputFiles({
      name: 'types.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(changed),
    });
    await expect(sheet.getByRole('radio', { name: 'Problem 1' })).toBeVisible();
    await expect(sheet.getByRole('radio', { name: 'Changed 1', exact: true })).toBeVisible();
    await expect(sheet).toContainText('not a valid event type name');
    await expectAccessible(page, 'the preview of a CSV file');
    await expectReflow(page, 'the preview of a CSV file');
    await sheet.getByRole('button', { name: 'Import 2 event types' }).click();
    await expect(rowOf('order.fresh')).toContainText('early');
    expect((await read('customer.created')).description).toBe('A customer has joined us.');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(rowOf('order.fresh')).toHaveCount(0);
    expect((await read('customer.created')).description).toBe('A customer has opened an account.');
  });
  if (IS_WHOLE)
    await test.step('environment (JSON)', async () => {
      const saved = page.waitForEvent('download');
      await menu('Export environment (JSON)');
      const file = await (await saved).path();
      const { description } = await read('invoice.paid');
      await callApi(posthorn, 'PATCH', '/event-type/invoice.paid', { description: 'Changed since.' });
      await menu('Import environment (JSON)');
      await page.locator('input[type=file]').setInputFiles(file);
      const sheet = page.getByRole('dialog');
      await expect(sheet.getByRole('list', { name: 'Changed rows' })).toContainText(
        '“Changed since.” becomes',
      );
      await sheet.getByRole('button', { name: 'Import 1 event type' }).click();
      await expect(sheet).toHaveCount(0);
      await expect.poll(async () => (await read('invoice.paid')).description).not.toBe('Changed since.');
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(async () => (await read('invoice.paid')).description).toBe('Changed since.');
      await callApi(posthorn, 'PATCH', '/event-type/invoice.paid', { description });
    });
  expect(seen).toEqual({ errors: [], foreign: [] });
});

test('a new event type opens in the schema editor with a pasted sample, or with an incomplete schema', async () => {
  await seed();
  await goTo(page, posthorn, '/local/catalog');
  await page.getByRole('button', { name: 'New', exact: true }).click();
  const sheet = page.getByRole('dialog');
  const begin = async (name: string, text: string) => {
    await sheet.getByRole('textbox', { name: 'Name' }).fill(name);
    const field = sheet
      .locator('.monaco-editor')
      .getByRole('textbox', { name: 'Sample event or JSON Schema' });
    await field.focus();
    await pasteText(field, text);
  };
  await begin('order.sampled', '{"200": 1, "7": "a", "at": "2026-01-31T12:00:00Z"}');
  await expect(sheet.getByText('Fields found')).toBeVisible();
  await expect(sheet.getByText('date-time')).toBeVisible();
  await sheet.getByRole('button', { name: 'Create and edit schema' }).click();
  await expect(page).toHaveURL(/catalog\/order\.sampled\/schema$/);
  await expect(page.getByRole('gridcell', { name: /^at(,|$)/ })).toBeVisible();
  expect(await read('order.sampled')).toMatchObject({ schemas: { '1': { required: ['200', '7', 'at'] } } });
  await goTo(page, posthorn, '/local/catalog');
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await begin('order.half', '{"type": "object",');
  await expect(sheet.getByRole('alert')).toContainText('Line 1');
  await expect(sheet.getByRole('button', { name: 'Create event type' })).toBeDisabled();
  await sheet.getByRole('button', { name: 'Create and edit schema' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'JSON has an error at line 1' })).toBeVisible();
  await expect(page.locator('.monaco-editor .view-lines').first()).toContainText('"type": "object",');
});

/** Monaco closes typed brackets and quotes; pasted text stays unchanged. */
async function pasteText(editor: Locator, text: string): Promise<void> {
  await editor.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}
