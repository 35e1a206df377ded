import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { type NewFolder, newFolder } from '../support/new-folder';
import { expectAccessible, expectReflow } from '../support/page-checks';
import { callApi, openAdmin } from './admin-page';

let folder: NewFolder;
test.beforeAll(async () => {
  folder = await newFolder();
  await mkdir(folder.file('event-types'));
  await writeFile(folder.file('event-types', 'order.yaml'), 'name: order.paid\ndescription: Paid.\n');
});
test.afterAll(() => folder?.remove());

const line = (page: Page) => page.getByRole('region', { name: 'Working copy' });
const order = () => readFile(folder.file('event-types', 'order.yaml'), 'utf8');

test('a folder is connected by its path, pulled, edited and pushed, and its file has the edit', async ({
  context,
  shared,
}) => {
  const page = await openAdmin(context, shared, '/local/settings/connections');
  await page.getByRole('button', { name: 'Connect to another instance' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('radio', { name: 'Folder' }).click();
  await expect(sheet.getByLabel('Admin token of that instance')).toHaveCount(0);
  await sheet.getByLabel('Name').fill('Git');
  await sheet.getByLabel('Folder').fill('catalog');
  await sheet.getByLabel('Name').focus();
  await expect(sheet.getByText(/^Enter an absolute path/)).toBeVisible();
  await sheet.getByLabel('Folder').fill(folder.file('none'));
  await sheet.getByRole('button', { name: 'Test and save' }).click();
  await expect(sheet.getByText(/none does not exist\. Make the folder, or correct the path\./)).toBeVisible();
  await expectAccessible(page, 'the form of a folder');
  await sheet.getByLabel('Folder').fill(folder.path);
  await sheet.getByRole('button', { name: 'Test and save' }).click();

  await page.getByRole('button', { name: 'Pull the catalog of Git' }).click();
  await expect(line(page)).toContainText('Git (working copy) · No changes · pulled');
  await expect(page.getByRole('button', { name: /^Instance:/ })).toContainText(folder.path);
  const places = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(places).toHaveText(['Catalog', 'Changes', 'Portal preview', 'Settings']);
  await expect(page.getByText('event type in 1 group', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Publish the catalog' })).toHaveCount(0);
  await page.getByRole('row', { name: /paid/ }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await sheet.getByLabel('Description').fill('It was paid.');
  await sheet.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(line(page)).toContainText('· 1 change ·');
  const tabs = page.getByRole('navigation', { name: 'Event type' }).getByRole('link');
  await expect(tabs).toHaveText(['Schema', 'Example']);
  expect(await order()).toBe('name: order.paid\ndescription: Paid.\n');

  await line(page).getByRole('link', { name: 'Push' }).click();
  await sheet.getByRole('button', { name: 'Push 1 to Git' }).click();
  await expect(sheet.getByText('1 done.')).toBeVisible();
  expect(await order()).toBe('name: order.paid\ndescription: It was paid.\n');
  await sheet.getByRole('button', { name: 'Close' }).first().click();

  await writeFile(folder.file('event-types', 'order.yaml'), 'name: order.paid\n  broken: [');
  await line(page).getByRole('link', { name: 'Pull' }).click();
  await expect(sheet).toContainText('Git could not be read');
  await expect(sheet).toContainText(/order\.yaml cannot be read: The file is not valid YAML: .* at line 1/);
  await rename(folder.path, `${folder.path}-moved`);
  await sheet.getByRole('button', { name: 'Try again' }).click();
  await expect(sheet).toContainText('does not exist');
  await page.keyboard.press('Escape');
  await expect(line(page)).toContainText('folder not readable, your edits are safe');
  await rename(`${folder.path}-moved`, folder.path);
  await expectAccessible(page, 'a folder that is not readable');
  await expectReflow(page, 'a folder that is not readable');
  const { data } = await callApi<{ data: readonly { id: string; name: string }[] }>(
    shared,
    'GET',
    '/connections',
  );
  await callApi(shared, 'DELETE', `/connections/${data.find(({ name }) => name === 'Git')?.id}`);
});
