import { expect, test } from '@playwright/test';
import { expectAccessible } from '../support/page-checks';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { openAdmin } from './admin-page';
import { cell, inspect, inspector, notifications, openEditor, row, saved, strip } from './schema-editor-page';

let posthorn: RunningPosthorn;

test.beforeAll(async () => {
  posthorn = await startPosthorn();
});
test.afterAll(() => posthorn?.dispose());

// A page with two editors takes a while on a busy machine.
test.setTimeout(180_000);

test('a menu opens on the current value, and Enter changes nothing', async ({ context }) => {
  const page = await openAdmin(context, posthorn);
  // Room for all rows: one that scrolls below the pointer leaves the pointer on its menu, which is a choice.
  await page.setViewportSize({ width: 1280, height: 1400 });
  await openEditor(posthorn, page, {
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
  for (const key of [
    ...['text', 'nullable', 'several', 'reference', 'maybe', 'elsewhere', 'all', 'one', 'implied'],
    ...['anything', 'always', 'never', 'list'],
  ]) {
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
    ['list', 'Further items'],
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
  await page.close();
});

test('a type that drops something names it and can be undone; Ctrl+S in the menu chooses nothing', async ({
  context,
}) => {
  const page = await openAdmin(context, posthorn);
  await openEditor(posthorn, page, {
    properties: { id: { type: 'string' }, customer: { $ref: '#/definitions/Customer' } },
    definitions: {
      Customer: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } },
    },
  });
  await cell(page, 'customer').focus();
  await page.keyboard.press('t');
  await page.getByRole('menuitemradio', { name: 'boolean' }).click();
  await expect(notifications(page)).toContainText('Removed the reference to Customer');
  await notifications(page).getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'customer')).toContainText('Customer');
  await saved(page);
  await cell(page, 'id').focus();
  await page.keyboard.press('Control+Enter');
  await page.keyboard.type('more');
  await page.keyboard.press('Enter');
  await page.keyboard.press('t');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await saved(page);
  await expect(row(page, 'more')).toContainText('string');
  await page.close();
});

test('a definition that nothing uses is a notice, which leads to it and removes it', async ({ context }) => {
  const page = await openAdmin(context, posthorn);
  await openEditor(posthorn, page, {
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
  await page.close();
});
