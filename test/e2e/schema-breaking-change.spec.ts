import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { expectAccessible } from '../support/page-checks';
import { AT_NIGHT } from '../support/share';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, goTo, openAdmin, watch } from './admin-page';
import { cell, inspect, inspector, notSaved, openEditor, saved, storedSchema } from './schema-editor-page';

/** A server of its own, because endpoints of other applications would receive these event types too. */
let posthorn: RunningPosthorn;
let page: Page;
test.beforeAll(async ({ browser }) => {
  posthorn = await startPosthorn();
  page = await openAdmin(await browser.newContext(), posthorn);
});
test.afterAll(async () => {
  await page?.context().close();
  await posthorn?.dispose();
});

// A page with two editors takes a while on a busy machine.
test.setTimeout(180_000);

const BREAKABLE = {
  type: 'object',
  required: ['id', 'total'],
  properties: { id: { type: 'string' }, total: { type: 'integer' } },
};
const USAGE = '**/usage?*';
const sheet = (page: Page) => page.getByRole('dialog', { name: 'This change breaks receivers' });

test('a breaking change is explained before it is saved, with the words of the history and the subscribers', async () => {
  const seen = watch(page, posthorn);
  const name = await openEditor(posthorn, page, BREAKABLE);
  const app = await callApi<{ id: string }>(posthorn, 'POST', '/app', { name: 'Acme' });
  const url = 'https://acme.example.com/hooks';
  await callApi(posthorn, 'POST', `/app/${app.id}/endpoint`, { url, filterTypes: [name] });
  await cell(page, 'total').focus();
  await page.keyboard.press('Alt+r');
  await page.keyboard.press('Control+s');
  await expect(sheet(page)).toContainText('1 endpoint subscribes by name, in 1 application.');
  await expect(sheet(page)).toContainText(`Acme ${url} by name`);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await sheet(page).getByRole('button', { name: 'Copy announcement' }).click();
  await expect(sheet(page).getByText('Copied announcement')).toHaveCount(1);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^- schema > total: /m);
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
});

// Held by `announcement.test.ts` and the test above.
test(
  'a breaking change is explained even if its subscribers cannot be read, and need not be announced',
  AT_NIGHT,
  async () => {
    const name = await openEditor(posthorn, page, BREAKABLE);
    await page.route(USAGE, (route) => route.abort());
    await cell(page, 'total').focus();
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Control+s');
    await expect(sheet(page).getByRole('region', { name: 'What breaks' })).toContainText('total');
    await expect(sheet(page)).toContainText('The subscribers could not be loaded');
    const announce = sheet(page).getByRole('checkbox', { name: 'Announce this change' });
    await expect(announce).toBeChecked();
    await announce.press('Space');
    await sheet(page).getByRole('button', { name: 'Save anyway' }).click();
    await saved(page);
    expect((await storedSchema(posthorn, name))?.properties).toEqual({ id: { type: 'string' } });
    const history = await callApi<{ data: { announced: boolean }[] }>(
      posthorn,
      'GET',
      `/event-type/${name}/history`,
    );
    expect(history.data[0]?.announced).toBe(false);
    await page.unroute(USAGE);
  },
);

test(
  'a breaking change in a working copy names the endpoints of its instance, affected by the next sync',
  AT_NIGHT,
  async ({ context, shared }) => {
    await callApi(posthorn, 'POST', '/event-type', { name: 'far.paid', description: '', schema: BREAKABLE });
    const connection = { name: 'Production', baseUrl: posthorn.baseUrl, token: posthorn.adminToken };
    const body = { ...connection, mode: 'working-copy' };
    const { id } = await callApi<{ id: string }>(shared, 'POST', '/connections', body);
    await callApi(shared, 'POST', `/connections/${id}/working-copy/fetch`);
    const copy = await openAdmin(context, shared, `/${id}/catalog/far.paid/schema`);
    await cell(copy, 'total').focus();
    await copy.keyboard.press('Alt+r');
    await copy.keyboard.press('Control+s');
    await expect(sheet(copy)).toContainText('affected once it is synced with Production');
    await expect(sheet(copy)).toContainText('No endpoint receives it');
    await callApi(shared, 'DELETE', `/connections/${id}`);
  },
);
