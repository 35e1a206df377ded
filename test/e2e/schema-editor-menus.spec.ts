import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { expectAccessible } from '../support/page-checks';
import { AT_NIGHT, IS_WHOLE } from '../support/share';
import { openAdmin } from './admin-page';
import { cell, inspect, inspector, notifications, openEditor, row, saved, strip } from './schema-editor-page';

/** Room for all rows: one that scrolls below the pointer leaves the pointer on its menu, which is a choice. */
const VIEWPORT = { width: 1280, height: 1400 };

/** The admin app, in which each test opens an event type of its own. */
let page: Page;
test.beforeAll(async ({ browser, shared }) => {
  page = await openAdmin(await browser.newContext({ viewport: VIEWPORT }), shared);
});
test.afterAll(() => page?.context().close());

// A page with two editors takes a while on a busy machine.
test.setTimeout(180_000);

test('a menu of the schema editor opens on the current value, and Enter changes nothing', async ({
  shared,
}) => {
  await openEditor(shared, page, {
    properties: {
      text: { type: 'string', format: 'uuid' },
      nullable: { type: ['string', 'null'] },
      several: { type: ['string', 'integer'] },
      reference: { $ref: '#/definitions/Customer' },
      maybe: { anyOf: [{ $ref: '#/definitions/Customer' }, { type: 'null' }] },
      elsewhere: { $ref: '#/properties/text' },
      all: { allOf: [{ $ref: '#/definitions/Customer' }] },
      one: { oneOf: [{ type: 'string' }] },
      implied: { properties: { a: { type: 'string' } }, additionalProperties: { type: 'string' } },
      anything: {},
      always: true,
      never: false,
      list: { type: 'array', items: [{ type: 'string' }], additionalItems: false },
    },
    definitions: { Customer: { type: 'object', properties: { a: { type: 'string' } } } },
  });
  const shapes = ['several', 'implied', 'nullable', 'maybe', 'elsewhere', 'all', 'one', 'always', 'never'];
  for (const key of ['text', 'reference', 'anything', 'list', ...(IS_WHOLE ? shapes : [])]) {
    await test.step(`type of ${key}`, async () => {
      await row(page, key).getByRole('gridcell').nth(1).click();
      const menu = page.getByRole('menu');
      await expect(menu.getByRole('menuitemradio', { checked: true })).toHaveCount(1);
      await expect(menu.getByRole('menuitemradio', { checked: true })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(menu).toHaveCount(0);
      await saved(page);
      await expect(page.getByRole('button', { name: /^\d+ step/ })).toHaveCount(0);
    });
  }
  for (const [key, label] of [
    ['implied', 'Other keys'],
    ['list', 'Items'],
    ...(IS_WHOLE ? ([['list', 'Further items']] as const) : []),
  ] as const) {
    await test.step(`${label} of ${key}`, async () => {
      await inspect(page, key);
      await inspector(page)
        .getByRole('button', { name: new RegExp(label) })
        .click();
      await expect(page.getByRole('option', { selected: true })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('listbox')).toHaveCount(0);
      await saved(page);
    });
  }
  await test.step('format', async () => {
    await inspect(page, 'text');
    const format = inspector(page).getByRole('combobox', { name: 'Format' });
    await inspector(page)
      .getByRole('button', { name: /Format/ })
      .click();
    await expect(page.getByRole('listbox')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(format).toHaveValue('uuid');
    await saved(page);
  });
});

test('a type change names what it removes and can be undone, and Ctrl+S in the type menu chooses nothing', async ({
  shared,
}) => {
  await openEditor(shared, page, {
    properties: { id: { type: 'string' }, customer: { $ref: '#/definitions/Customer' } },
    definitions: {
      Customer: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } },
    },
  });
  await cell(page, 'customer').focus();
  await page.keyboard.press('Alt+t');
  await page.getByRole('menuitemradio', { name: 'boolean' }).click();
  await expect(notifications(page)).toContainText('Removed the reference to Customer');
  await notifications(page).getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'customer')).toContainText('Customer');
  await saved(page);
  await cell(page, 'id').focus();
  await page.keyboard.press('Control+Enter');
  await page.keyboard.type('more');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Alt+t');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await saved(page);
  await expect(row(page, 'more')).toContainText('string');
});

test(
  'an unused definition is listed as a notice, which leads to it and removes it',
  AT_NIGHT,
  async ({ shared }) => {
    await openEditor(shared, page, {
      properties: { id: { type: 'string' } },
      definitions: { Address: { type: 'object', properties: { city: { type: 'string' } } } },
    });
    await strip(page).getByRole('button', { name: '1 notice' }).click();
    await strip(page)
      .getByRole('button', { name: /^Notice definitions\/Address is not used/ })
      .click();
    await expect(cell(page, 'Address')).toBeFocused();
    await expectAccessible(page, 'a notice', { part: '[aria-label=Problems]' });
    await strip(page)
      .getByRole('button', { name: /^Remove/ })
      .click();
    await expect(cell(page, 'Address')).toHaveCount(0);
    await expect(strip(page)).toContainText('No problems');
    await notifications(page).getByRole('button', { name: 'Undo' }).click();
    await expect(strip(page).getByRole('button', { name: '1 notice' })).toBeVisible();
  },
);
