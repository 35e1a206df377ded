import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { AT_NIGHT } from '../support/share';
import { openAdmin } from './admin-page';
import {
  cell,
  inspect,
  inspector,
  jsonShows,
  notifications,
  notSaved,
  openEditor,
  saved,
  storedSchema,
  strip,
} from './schema-editor-page';

/** The admin app, in which each test opens an event type of its own. */
let page: Page;
test.beforeAll(async ({ browser, shared }) => {
  page = await openAdmin(await browser.newContext(), shared);
});
test.afterAll(() => page?.context().close());

test('an invalid value survives a reload as typed, is listed as a problem, and says why nothing is saved', async ({
  shared,
}) => {
  page.once('dialog', (dialog) => void dialog.accept());
  const name = await openEditor(shared, page, {
    properties: { total: { type: 'integer' }, id: { type: 'string' } },
  });
  await inspect(page, 'total');
  const field = inspector(page).getByRole('textbox', { name: 'At least' });
  await field.fill('-');
  await expect(field).toHaveAccessibleDescription('Enter a number.');
  await page.keyboard.press('Control+s');
  await expect(notifications(page)).toContainText(
    'Not saved. At least of /properties/total: Enter a number.',
  );
  await expect(page.getByText('Not saved, 1 field is invalid')).toBeVisible();
  await cell(page, 'id').focus();
  await expect(inspector(page).getByRole('heading')).toContainText('id');
  await expect(cell(page, 'total')).toHaveAccessibleName(/has an error/);
  await expect(page.getByText('Not saved, 1 field is invalid')).toBeVisible();
  await page.waitForFunction(() =>
    Object.values(localStorage).some((text) => String(text).includes('"unfinished"')),
  );
  await page.reload();
  await strip(page).getByRole('button', { name: '1 error' }).click();
  await strip(page)
    .getByRole('button', { name: /^Error At least: Enter a number/ })
    .click();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('-');
  await page.keyboard.type('5');
  await page.keyboard.press('Control+s');
  await saved(page);
  expect((await storedSchema(shared, name))?.properties.total).toEqual({ type: 'integer', minimum: -5 });
});

test(
  'two tabs keep a draft of one schema each, and the next tab finds that of a closed one',
  AT_NIGHT,
  async ({ shared }) => {
    const properties = { id: { type: 'string' }, total: { type: 'integer' } };
    const name = await openEditor(shared, page, { properties });
    const other = await openAdmin(page.context(), shared, `/local/catalog/${name}/schema`);
    const setTitle = async (own: Page, key: string, title: string) => {
      await inspect(own, key);
      await inspector(own).getByRole('textbox', { name: 'Title' }).fill(title);
      await expect(notSaved(own)).toBeVisible();
    };
    await setTitle(other, 'total', 'Sum');
    await setTitle(page, 'id', 'The id');
    await page.keyboard.press('Control+s');
    await saved(page);
    await expect(other.getByText('Someone else has changed this schema')).toBeVisible();
    other.once('dialog', (dialog) => void dialog.accept());
    await other.reload();
    await expect(other.getByText('Someone else has changed this schema')).toBeVisible();
    await jsonShows(other, '"Sum"');
    await other.close();
    await page.reload();
    await page.getByRole('button', { name: 'Compare and decide' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Merge both' }).click();
    await page.keyboard.press('Control+s');
    await saved(page);
    expect((await storedSchema(shared, name))?.properties).toEqual({
      id: { type: 'string', title: 'The id' },
      total: { type: 'integer', title: 'Sum' },
    });
  },
);
