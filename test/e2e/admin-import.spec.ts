import type { Page } from '@playwright/test';
import type { EventTypeOut } from '../../src-server/contract/event-type';
import { expect, test } from '../support/browser-test';
import { axeFaults, expectAccessible } from '../support/page-checks';
import { AT_NIGHT, IS_WHOLE, share } from '../support/share';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, goTo, loadAt, openAdmin, watch } from './admin-page';

let posthorn: RunningPosthorn;
/** The window, which each test loads at a screen. */
let page: Page;
test.beforeAll(async ({ browser }) => {
  posthorn = await startPosthorn();
  page = await openAdmin(await browser.newContext(), posthorn);
});
test.afterAll(async () => {
  await page?.context().close();
  await posthorn?.dispose();
});

/** Empties the catalog. What is removed for good has no past that the next import could know. */
async function empty(): Promise<void> {
  const list = '/event-type?limit=250&include_archived=true';
  const { data } = await callApi<{ data: readonly { name: string }[] }>(posthorn, 'GET', list);
  for (const { name } of data) await callApi(posthorn, 'DELETE', `/event-type/${name}?expunge=true`);
}

test('conflicts are resolved field by field, rows renamed, and undoing an import keeps later edits', async () => {
  await importOldShop();
  await loadAt(page, posthorn, '/local/import');
  const seen = watch(page, posthorn);
  await pasteInto(page, NEW_SHOP);
  await expect(
    page.getByText('Creates 1, changes 1. Skipped: 1 conflict, 2 problems, 1 not selected.'),
  ).toBeVisible();
  await expect(line(page, 'Changed: pet.sold')).toContainText('+1');

  await line(page, 'Conflict: order.paid').getByText('Conflict').click();
  const detail = page.getByRole('region', { name: 'Row order.paid' });
  await expect(detail.getByText('0 of 2 decided')).toBeVisible();
  const description = detail.getByRole('group', { name: 'Which description?' });
  await expect(description).toContainText('An order was paid.');
  await expect(description).toContainText('Edited by hand.');
  await expect(description).toContainText('An order was paid, tax included.');
  await description.getByLabel('Catalog').check();
  const place = detail.getByRole('group', { name: 'id > type' });
  await expect(place).toContainText('Before "string"');
  await place.getByLabel('Keep catalog "integer"').check();
  await expect(detail.getByText('2 of 2 decided')).toBeVisible();
  expect(page.url()).toContain('row=%2Fwebhooks%2Forder.paid%2Fpost');
  await detail.getByRole('button', { name: 'Close the row' }).click();

  const first = line(page, 'Problem: pet.twice').first();
  await first.getByRole('textbox').fill('pet.once');
  await expect(line(page, 'New: pet.once')).toBeVisible();
  await expect(line(page, 'New: pet.twice')).toBeVisible();
  await expect(page.getByText('Creates 3, changes 2. Skipped: 1 not selected.')).toBeVisible();
  await page.getByRole('button', { name: 'Import 5 event types' }).click();
  await expect(page.getByText('3 event types created, 2 changed')).toBeVisible();
  await expect(page.getByRole('link', { name: 'pet.once' })).toBeVisible();
  const paid = await callApi<EventTypeOut>(posthorn, 'GET', '/event-type/order.paid');
  expect(paid.description).toBe('Edited by hand.');
  expect(paid.schemas?.['1']).toMatchObject(bodySchema({ id: 'integer', note: 'string', tax: 'number' }));

  await callApi(posthorn, 'PATCH', '/event-type/pet.once', { description: 'Mine now.' });
  await page.getByRole('button', { name: /^Undo the import/ }).click();
  await expect(page.getByText('Import undone: 4 event types restored')).toBeVisible();
  await expect(page.getByText('because changed since the import')).toContainText('pet.once');
  await expect(callApi(posthorn, 'GET', '/event-type/pet.twice')).rejects.toThrow('404');
  await page.getByRole('button', { name: 'Choose another' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Pasted document' })).toContainText('undone');
  expect(seen).toEqual({ errors: [], foreign: [] });
});

test(
  'a dropped OpenAPI file opens the import, which survives navigation and can be run again',
  AT_NIGHT,
  async () => {
    await empty();
    await loadAt(page, posthorn, '/local/catalog');
    const held = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], 'shop.json', { type: 'application/json' }));
      return transfer;
    }, JSON.stringify(OLD_SHOP));
    await page.dispatchEvent('main', 'dragenter', { dataTransfer: held });
    await expect(page.getByText('Drop the OpenAPI document')).toBeVisible();
    await page.dispatchEvent('main', 'drop', { dataTransfer: held });
    await expect(page.getByText('Creates 4.')).toBeVisible();
    await expect(page.getByText('Drop the OpenAPI document')).toHaveCount(0);
    expect(page.url()).toContain('/local/import');
    await expect(page.getByText('shop.json, OpenAPI 3.1: Shop 1')).toBeVisible();

    await page.getByRole('button', { name: 'Rename rows' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel('Prefix').fill('shop.');
    await expect(sheet.getByText('4 names change')).toBeVisible();
    await sheet.getByRole('button', { name: 'Rename 4 rows' }).click();
    await expect(line(page, 'New: shop.pet.sold')).toBeVisible();
    await page.getByRole('checkbox', { name: 'Select all 4 shown' }).press('Space');
    await expect(page.getByText('Nothing to import. Skipped: 4 not selected.')).toBeVisible();
    await line(page, 'New: shop.pet.sold').press('Space');
    const nav = page.getByRole('navigation', { name: 'Main' });
    await nav.getByRole('link', { name: 'Catalog', exact: true }).click();
    await goTo(page, posthorn, '/local/import');
    await expect(page.getByText('Creates 1. Skipped: 3 not selected.')).toBeVisible();
    await page.getByRole('button', { name: 'Import 1 event type' }).click();
    await expect(page.getByText('1 event type created')).toBeVisible();

    await page.getByRole('button', { name: 'Choose another' }).click();
    await page.getByRole('button', { name: 'Run again: shop.json' }).click();
    await expect(page.getByText('Creates 3.')).toBeVisible();
    await page.getByRole('radio', { name: 'Unchanged 1' }).click();
    await expect(line(page, 'Unchanged: shop.pet.sold')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search rows' }).fill('pet.sold');
    await page.waitForURL(/show=unchanged&q=pet\.sold/);
    const shown = page.url();
    await nav.getByRole('link', { name: 'Catalog', exact: true }).click();
    await page.goto(shown.replace('q=pet.sold', 'q=nothing'));
    await expect(page.getByRole('radio', { name: 'Unchanged 1' })).toBeChecked();
    await expect(page.getByRole('searchbox', { name: 'Search rows' })).toHaveValue('nothing');
    await expect(line(page, 'Unchanged: shop.pet.sold')).toHaveCount(0);
  },
);

test('reading a document shows its progress, and Stop aborts the request', async () => {
  await loadAt(page, posthorn, '/local/import');
  let progressId = '';
  await page.route('**/event-type/import/plan', (route) => {
    // It gets no answer, so only Stop ends it.
    ({ progressId } = route.request().postDataJSON());
  });
  await page.route('**/event-type/import/progress', (route) =>
    route.fulfill({ json: { data: [{ progressId, stage: 'reading', done: 120, total: 261 }] } }),
  );
  await page.getByLabel('Or paste a document').fill(JSON.stringify(OLD_SHOP));
  await page.getByRole('button', { name: 'Read pasted document' }).click();
  await expect(page.getByText('Reading the webhooks, 120 of 261')).toBeVisible();
  const givenUp = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/import/plan'));
  await page.getByRole('button', { name: 'Stop' }).click();
  expect((await givenUp).failure()?.errorText).toContain('ABORTED');
  await expect(page.getByText('Drop an OpenAPI document')).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test(
  'an import whose catalog has changed since writes nothing, and marks the rows that moved',
  AT_NIGHT,
  async () => {
    await importOldShop();
    await loadAt(page, posthorn, '/local/import');
    const seen = watch(page, posthorn, ['409']);
    await pasteInto(page, NEW_SHOP);
    await expect(line(page, 'Changed: pet.sold')).toBeVisible();
    await callApi(posthorn, 'PATCH', '/event-type/pet.sold', { description: 'Edited meanwhile.' });
    await page.getByRole('button', { name: 'Import 2 event types' }).click();
    await expect(page.getByText('The catalog has changed since this plan was made')).toBeVisible();
    await expect(line(page, 'Changed: pet.sold')).toContainText('Moved');
    await page.getByRole('button', { name: 'Show moved rows' }).click();
    await expect(page.getByRole('grid').getByRole('row')).toHaveCount(2);
    expect(page.url()).toContain('show=moved');
    await expect(callApi(posthorn, 'GET', '/event-type/pet.new')).rejects.toThrow('404');
    expect(seen).toEqual({ errors: [], foreign: [] });
  },
);

// Held by the test with the mouse, and by `virtual-grids.spec.ts` (keys of a grid).
test('an import is done by keyboard alone', AT_NIGHT, async () => {
  await importOldShop();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await loadAt(page, posthorn, '/local/import');
  await expect(page.getByText('Past imports')).toBeVisible();
  await page.evaluate((text) => navigator.clipboard.writeText(text), JSON.stringify(NEW_SHOP));
  await page.keyboard.press('ControlOrMeta+v');
  // What needs a person comes first.
  await expect(line(page, 'Problem: pet.twice').first()).toBeFocused();
  await page.keyboard.press('e');
  await page.keyboard.type('pet.once');
  await page.keyboard.press('Enter');
  await expect(line(page, 'New: pet.once')).toBeFocused();
  await expect(line(page, 'New: pet.twice')).toBeVisible();
  await page.keyboard.press(']');
  await expect(line(page, 'Conflict: order.paid')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('group', { name: 'Which description?' })).toBeFocused();
  await page.keyboard.press('1');
  await expect(page.getByRole('group', { name: 'Which schema?' })).toBeFocused();
  await page.keyboard.press('2');
  await expect(page.getByText('2 of 2 decided')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(line(page, 'Conflict: order.paid')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(line(page, 'Changed: pet.sold')).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('End');
  await expect(line(page, 'Removed from file: stock.low')).toBeFocused();
  await page.keyboard.press('x');
  await expect(page.getByText('Creates 3, changes 1, archives 1. Skipped: 1 not selected.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText('3 event types created, 1 changed, 1 archived')).toBeVisible();
});

const NOTICES = share(60);

test(
  'all suggestions for invalid names are applied with one button, and Undo reverts them',
  AT_NIGHT,
  async () => {
    await empty();
    await loadAt(page, posthorn, '/local/import');
    const paths = Array.from({ length: NOTICES }, (_, n) => [
      `/NOTICE_${n}`,
      webhook('A notice.', { id: 'string' }),
    ]);
    await pasteInto(
      page,
      shop('1', { 'fine.one': webhook('Fine.', { id: 'string' }), ...Object.fromEntries(paths) }),
    );
    await expect(page.getByText(`Creates 1. Skipped: ${NOTICES} problems.`)).toBeVisible();
    // Not in the order of the document, in which it is the first.
    await expect(page.getByRole('row').nth(1)).toHaveAccessibleName(/^Problem: /);
    await page.getByRole('button', { name: `Use ${NOTICES} suggestions` }).press('Enter');
    await expect(page.getByText(`Creates ${NOTICES + 1}.`)).toBeVisible();
    await expect(page.getByRole('button', { name: `Undo ${NOTICES} names` })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText(`Creates 1. Skipped: ${NOTICES} problems.`)).toBeVisible();
    await page.getByRole('button', { name: `Use ${NOTICES} suggestions` }).press('Enter');
    await page.getByRole('button', { name: `Import ${NOTICES + 1} event types` }).click();
    await expect(page.getByText(`${NOTICES + 1} event types created`)).toBeVisible();
  },
);

test(
  'an event type made by hand is replaced only if selected, and the result of the import names it',
  AT_NIGHT,
  async () => {
    await empty();
    const made = { name: 'pet.back', description: 'Written by hand.' };
    await callApi(posthorn, 'POST', '/event-type', made);
    await loadAt(page, posthorn, '/local/import');
    await pasteInto(page, OLD_SHOP);
    await expect(page.getByText('Creates 3. Skipped: 1 not selected.')).toBeVisible();
    const row = line(page, 'Changed: pet.back');
    await expect(row).toContainText('replaces your description');
    await row.getByText('Changed', { exact: true }).click();
    await expect(page.getByText('No import wrote what the catalog has there.')).toBeVisible();
    expect(await axeFaults(page), 'a row that replaces edits').toEqual([]);
    await page.getByRole('button', { name: 'Import 3 event types' }).click();
    await expect(page.getByText('3 event types created')).toBeVisible();
    expect((await callApi<EventTypeOut>(posthorn, 'GET', '/event-type/pet.back')).description).toBe(
      made.description,
    );

    // Nobody is asked here, as with svix: the receipt says what it cost.
    await callApi(posthorn, 'POST', '/event-type/import/openapi', { specRaw: JSON.stringify(OLD_SHOP) });
    await page.getByRole('button', { name: 'Choose another' }).click();
    await page.reload();
    const past = page.getByRole('listitem').filter({ hasText: 'replaced edits of 1 event type' });
    await past.getByRole('button', { name: 'Shop', exact: true }).click();
    await expect(page.getByRole('heading', { name: /^Edits by hand that it replaced/ })).toBeVisible();
    await expect(page.getByText(': description')).toBeVisible();
    expect(await axeFaults(page), 'a receipt with replaced edits').toEqual([]);
  },
);

test('a document without webhooks is rejected with what is missing, and a sample to copy', async () => {
  await loadAt(page, posthorn, '/local/import');
  const document = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: { '/a': {}, '/b': {} } };
  await pasteInto(page, document);
  await expect(page.getByRole('alert')).toContainText(
    'This file has no webhooks or x-webhooks. It has 2 paths.',
  );
  await expect(page.getByRole('button', { name: 'Copy sample document with one webhook' })).toBeVisible();
});

// Held by `admin-every-screen.spec.ts` (/import).
test('every step of the import has no axe violations and no sideways scrolling', AT_NIGHT, async () => {
  await importOldShop();
  await loadAt(page, posthorn, '/local/import');
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByText('Past imports')).toBeVisible();
  await expectSound(page, 'choose');
  await pasteInto(page, NEW_SHOP);
  await line(page, 'Changed: pet.sold').getByText('Changed', { exact: true }).click();
  await expectSound(page, 'preview');
  await page.getByRole('radio', { name: 'Text' }).click();
  await expect(page.locator('.monaco-diff-editor').first()).toBeVisible();
  await expectSound(page, 'text');
  await line(page, 'Conflict: order.paid').getByText('Conflict').click();
  if (IS_WHOLE) await expectSound(page, 'conflict');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectSound(page, 'conflict on a phone');
  await page.getByRole('button', { name: 'Close the row' }).click();
  if (IS_WHOLE) await expectSound(page, 'preview on a phone');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Rename rows' }).click();
  await page.getByRole('dialog').getByLabel('Prefix').fill('a b.');
  await expectSound(page, 'rename');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Import 2 event types' }).click();
  await expect(page.getByRole('heading', { name: 'Created' })).toBeVisible();
  await expectSound(page, 'receipt');
});

async function expectSound(page: Page, what: string): Promise<void> {
  await expectAccessible(page, what);
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(wider, `${what} is wider than the window by`).toBeLessThanOrEqual(0);
}

function line(page: Page, label: string) {
  return page.getByRole('row', { name: new RegExp(`^${label}, `) });
}

async function pasteInto(page: Page, document: object): Promise<void> {
  await page.getByLabel('Or paste a document').fill(JSON.stringify(document));
  await page.getByRole('button', { name: 'Read pasted document' }).click();
}

/** Imports the shop into a catalog of its own, and edits one of its event types. */
async function importOldShop(): Promise<void> {
  await empty();
  await callApi(posthorn, 'POST', '/event-type/import/apply', {
    specRaw: JSON.stringify(OLD_SHOP),
    sourceName: 'old-shop.json',
  });
  const schema = bodySchema({ id: 'integer', note: 'string' });
  await callApi(posthorn, 'PATCH', '/event-type/order.paid', {
    description: 'Edited by hand.',
    schemas: { '1': { $schema: 'http://json-schema.org/draft-07/schema#', ...schema } },
  });
}

function bodySchema(fields: Readonly<Record<string, string>>) {
  const properties = Object.fromEntries(Object.entries(fields).map(([name, type]) => [name, { type }]));
  return { type: 'object', properties };
}

function webhook(description: string, fields: Readonly<Record<string, string>>, more: object = {}) {
  const content = { 'application/json': { schema: bodySchema(fields) } };
  return { post: { description, requestBody: { content }, ...more } };
}

function shop(version: string, webhooks: object) {
  return { openapi: '3.1.0', info: { title: 'Shop', version }, webhooks };
}

const SAME = { 'pet.back': webhook('A pet came back.', { id: 'string' }) };
const OLD_SHOP = shop('1', {
  'pet.sold': webhook('A pet was sold.', { id: 'string' }),
  'order.paid': webhook('An order was paid.', { id: 'string' }),
  'stock.low': webhook('Something runs out.', { sku: 'string' }),
  ...SAME,
});
const NEW_SHOP = shop('2', {
  'pet.sold': webhook('A pet was sold.', { id: 'string', price: 'number' }),
  'order.paid': webhook('An order was paid, tax included.', { id: 'number', tax: 'number' }),
  'pet.new': webhook('A pet came.', { id: 'string' }),
  'dup.one': webhook('First.', { id: 'string' }, { 'x-event-type': 'pet.twice' }),
  'dup.two': webhook('Second.', { id: 'string' }, { 'x-event-type': 'pet.twice' }),
  ...SAME,
});
