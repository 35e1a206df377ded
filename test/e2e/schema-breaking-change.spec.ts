import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../support/page-checks';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, goTo, openAdmin, watch } from './admin-page';
import { cell, inspect, inspector, notSaved, openEditor, saved, storedSchema } from './schema-editor-page';

let posthorn: RunningPosthorn;

test.beforeAll(async () => {
  posthorn = await startPosthorn();
});
test.afterAll(() => posthorn?.dispose());

// A page with two editors takes a while on a busy machine.
test.setTimeout(180_000);

const BREAKABLE = {
  type: 'object',
  required: ['id', 'total'],
  properties: { id: { type: 'string' }, total: { type: 'integer' } },
};
const sheet = (page: Page) => page.getByRole('dialog', { name: 'This change breaks receivers' });

test('a breaking change is said before it is saved, in the words of the history, with who is subscribed', async ({
  context,
}) => {
  const page = await openAdmin(context, posthorn);
  const seen = watch(page, posthorn);
  const name = await openEditor(posthorn, page, BREAKABLE);
  const app = await callApi<{ id: string }>(posthorn, 'POST', '/app', { name: 'Acme' });
  const url = 'https://acme.example.com/hooks';
  await callApi(posthorn, 'POST', `/app/${app.id}/endpoint`, { url, filterTypes: [name] });
  await cell(page, 'total').focus();
  await page.keyboard.press('r');
  await page.keyboard.press('Control+s');
  await expect(sheet(page)).toContainText('1 endpoint subscribes by name, in 1 application.');
  await expect(sheet(page)).toContainText(`Acme ${url} by name`);
  await expectAccessible(page, 'a breaking change');
  await page.keyboard.press('Control+s');
  await expect(sheet(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toHaveCount(0);
  await expect(cell(page, 'total')).toBeFocused();
  await expect(notSaved(page)).toBeVisible();
  expect(await storedSchema(posthorn, name)).toEqual(BREAKABLE);
  await inspect(page, 'id');
  await inspector(page).getByRole('textbox', { name: 'Title' }).focus();
  await page.keyboard.type('Id');
  await page.keyboard.press('Control+s');
  await expect(sheet(page)).toContainText('1 other change is unclear or compatible.');
  await page.keyboard.press('Escape');
  await expect(inspector(page).getByRole('textbox', { name: 'Title' })).toBeFocused();
  await page.keyboard.press('Control+s');
  const words = await sheet(page)
    .getByRole('region', { name: 'What breaks' })
    .getByRole('listitem')
    .allTextContents();
  await sheet(page).getByRole('button', { name: 'Save anyway' }).click();
  await saved(page);
  expect(await storedSchema(posthorn, name)).toMatchObject({ required: ['id'] });
  await goTo(page, posthorn, `/local/catalog/${name}?tab=history`);
  const newest = page.getByRole('list', { name: 'Versions, newest first' }).getByRole('listitem').first();
  for (const text of words)
    await expect(newest.getByRole('listitem').filter({ hasText: text })).toHaveCount(1);
  expect(words).toHaveLength(1);
  expect(seen).toEqual({ errors: [], foreign: [] });
  await page.close();
});

test('the sheet says what breaks although it cannot learn who is subscribed', async ({ context }) => {
  const page = await openAdmin(context, posthorn);
  const name = await openEditor(posthorn, page, BREAKABLE);
  await page.route('**/usage?*', (route) => route.abort());
  await cell(page, 'total').focus();
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Control+s');
  await expect(sheet(page).getByRole('region', { name: 'What breaks' })).toContainText('total');
  await expect(sheet(page)).toContainText('Who is subscribed could not be read');
  await sheet(page).getByRole('button', { name: 'Save anyway' }).click();
  await saved(page);
  expect((await storedSchema(posthorn, name))?.properties).toEqual({ id: { type: 'string' } });
  await page.close();
});

test('in a working copy the sheet says that receivers are affected by the sync, and asks the instance for them', async ({
  context,
}) => {
  const there = await startPosthorn();
  try {
    await callApi(there, 'POST', '/event-type', { name: 'far.paid', description: '', schema: BREAKABLE });
    const connection = { name: 'Production', baseUrl: there.baseUrl, token: there.adminToken };
    const body = { ...connection, mode: 'working-copy' };
    const { id } = await callApi<{ id: string }>(posthorn, 'POST', '/connections', body);
    await callApi(posthorn, 'POST', `/connections/${id}/working-copy/fetch`);
    const page = await openAdmin(context, posthorn, `/${id}/catalog/far.paid/schema`);
    await cell(page, 'total').focus();
    await page.keyboard.press('r');
    await page.keyboard.press('Control+s');
    await expect(sheet(page)).toContainText('affected once it is synced with Production');
    await expect(sheet(page)).toContainText('No endpoint receives it');
    await page.keyboard.press('Escape');
    await page.close();
  } finally {
    await there.dispose();
  }
});
