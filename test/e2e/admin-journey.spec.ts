import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { AT_NIGHT, IS_WHOLE } from '../support/share';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, openAdmin, watch } from './admin-page';

const GITHUB = resolve(
  import.meta.dirname,
  '../../node_modules/@octokit/openapi-webhooks/generated/api.github.com.json',
);

let here: RunningPosthorn;
let there: RunningPosthorn;

// As most people have it.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });
test.beforeAll(async () => {
  here = await startPosthorn();
  there = await startPosthorn({ env: { POSTHORN_ADMIN_TOKEN: 'another-admin-token-0123456789' } });
});
test.afterAll(async () => {
  await here?.dispose();
  await there?.dispose();
});

test(
  'the GitHub catalog is imported and a message sent and followed, here and on another instance',
  AT_NIGHT,
  async ({ context }) => {
    test.setTimeout(180_000);
    const page = await openAdmin(context, here);
    // The event of the deletion may cause one more request for the deleted object before the page leaves it. A wrong token
    // is refused.
    const seen = watch(page, here, ['404 (Not Found)', '422 (Unprocessable']);

    await test.step('the token is gone from the address', async () => {
      expect(page.url()).not.toContain('token');
      await page.reload();
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    });
    // The gate does the same on the other instance alone: this computer is that of all other specs.
    if (IS_WHOLE) await workOn(page, here, 'here-receiver');
    else await callApi(here, 'POST', '/sample/catalog');

    await test.step('aim the window at another instance', async () => {
      await page.getByRole('button', { name: /^Instance: This computer/ }).click();
      await page.getByRole('menuitem', { name: 'Connect to another instance' }).click();
      const sheet = page.getByRole('dialog');
      await sheet.getByLabel('Name').fill('Staging');
      await sheet.getByLabel('URL').fill(there.baseUrl);
      await sheet.getByLabel('Admin token of that instance').fill('wrong-token');
      await sheet.getByRole('button', { name: 'Test and save' }).click();
      await expect(sheet.getByText(/does not accept this token/)).toBeVisible();
      await expect(sheet.getByText('remote_unreachable')).toBeHidden();
      await sheet.getByLabel('Admin token of that instance').fill(there.adminToken);
      await sheet.getByRole('button', { name: 'Test and save' }).click();
      await expect(page.getByRole('button', { name: /^Instance: Staging/ })).toBeVisible();
      expect(page.url()).toContain('#/con_');
    });
    await test.step('it is another catalog', async () => {
      await expect(page.getByRole('heading', { name: 'No event types yet' })).toBeVisible();
    });
    await workOn(page, there, 'there-receiver');

    await test.step('each instance got its own messages, and no page ever saw the remote token', async () => {
      const own = await callApi<{ count: number }>(here, 'GET', '/receiver/here-receiver');
      const remote = await callApi<{ count: number }>(there, 'GET', '/receiver/there-receiver');
      const stray = await callApi<{ count: number }>(here, 'GET', '/receiver/there-receiver');
      expect([own.count, remote.count, stray.count]).toEqual([IS_WHOLE ? 3 : 0, 3, 0]);
      const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
      expect(stored).not.toContain(there.adminToken);
    });
    await test.step('its portals are opened there, with links of its own', async () => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await rail(page).getByRole('link', { name: 'Portal preview' }).click();
      await expect(page.getByText('Staging serves its portal from another origin')).toBeVisible();
      await expect(page.locator('iframe')).toHaveCount(0);
      await page.getByRole('button', { name: 'Copy a portal link for A Everyone' }).click();
      await expect(page.getByText('Copied a link for A Everyone').last()).toBeVisible();
      const link = await page.evaluate(() => navigator.clipboard.readText());
      expect(link.startsWith(`${there.baseUrl}/portal/`)).toBe(true);
    });
    await test.step('protect it: what deletes there asks for its name', async () => {
      await rail(page).getByRole('link', { name: 'Settings' }).click();
      await page.getByRole('link', { name: 'Connections' }).click();
      await page.getByRole('button', { name: 'Edit Staging' }).click();
      const sheet = page.getByRole('dialog');
      await sheet.getByText('Protected', { exact: true }).click();
      await page.keyboard.press('Control+Enter');
      await expect(page.getByRole('button', { name: /^Instance: Staging.*Protected/ })).toBeVisible();
      await rail(page).getByRole('link', { name: 'Applications' }).click();
      await page.getByRole('row', { name: 'Acme' }).first().click();
      await page.getByRole('button', { name: 'Delete application' }).click();
      await sheet.getByLabel('Type Acme to confirm').fill('Acme');
      await page.keyboard.press('Control+Enter');
      const question = page.getByRole('dialog', { name: 'Staging is protected' });
      await expect(question).toContainText('delete an application with its endpoints');
      await expect(question.getByRole('button', { name: 'Continue' })).toBeDisabled();
      await question.getByRole('button', { name: 'Cancel' }).click();
      await expect(sheet.getByRole('alert')).toContainText('nothing was sent');
      await page.keyboard.press('Control+Enter');
      await question.getByLabel('Type Staging to continue').fill('Staging');
      await page.keyboard.press('Control+Enter');
      await expect(page.getByRole('heading', { name: 'Acme' })).toHaveCount(0);
      const { data } = await callApi<{ data: unknown[] }>(there, 'GET', '/app');
      expect(data).toEqual([]);
    });
    await test.step('go back, and forget the connection', async () => {
      await page.getByRole('button', { name: /^Instance: Staging/ }).click();
      await page.getByRole('menuitemradio', { name: 'This computer' }).click();
      await expect(page.getByRole('button', { name: /^Instance: This computer/ })).toBeVisible();
      await rail(page).getByRole('link', { name: 'Settings' }).click();
      await page.getByRole('link', { name: 'Connections' }).click();
      await page.getByRole('button', { name: 'Remove Staging' }).click();
      await page.getByRole('button', { name: 'Remove with its token' }).click();
      await expect(page.getByText('Staging')).toHaveCount(0);
    });
    expect(seen).toEqual({ errors: [], foreign: [] });
  },
);

function rail(page: Page) {
  return page.getByRole('navigation', { name: 'Main' });
}

/** The whole path on the current instance: import, find, create, send, watch. */
async function workOn(page: Page, instance: RunningPosthorn, bin: string): Promise<void> {
  await test.step('import 261 event types', async () => {
    await rail(page).getByRole('link', { name: 'Catalog', exact: true }).click();
    await page.getByRole('button', { name: 'More catalog actions' }).click();
    await page.getByRole('menuitem', { name: 'Import from OpenAPI' }).click();
    await page.locator('input[type=file]').setInputFiles(GITHUB);
    await page.getByRole('button', { name: 'Import 261 event types' }).click({ timeout: 30_000 });
    await expect(page.getByText('261 event types created')).toBeVisible({ timeout: 30_000 });
  });
  await test.step('search and open one', async () => {
    await rail(page).getByRole('link', { name: 'Catalog', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Event types 261' })).toBeVisible();
    await page.keyboard.press('/');
    await page.keyboard.type('issues opened');
    const tree = page.getByRole('treegrid', { name: 'Event types' });
    await expect(tree.getByRole('row', { name: 'issues-opened' })).toBeVisible();
    await expect(page).toHaveURL(/q=issues\+opened/); // when the typing has ended
    await tree.getByRole('row', { name: 'issues-opened' }).click();
    await expect(page.getByRole('heading', { name: 'issues-opened' })).toBeVisible();
    await expect(page.getByText('repository', { exact: true }).first()).toBeVisible();
    // The catalog has just been imported, and its worker may still be busy with that.
    await expect(page.getByRole('region', { name: 'Example' }).first()).toContainText('"action": "opened"', {
      timeout: 30_000,
    });
  });
  await test.step('create an application', async () => {
    await rail(page).getByRole('link', { name: 'Applications' }).click();
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByLabel('Name').fill('Acme');
    await page.getByLabel('Rate limit, messages per second').fill('10');
    await page.getByRole('button', { name: 'Create application' }).click();
    await expect(page.getByRole('heading', { name: 'Acme' })).toBeVisible();
  });
  await test.step('add an endpoint at the built-in receiver', async () => {
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: 'Use this receiver' }).click();
    const url = sheet.getByRole('textbox', { name: 'URL' });
    await url.fill((await url.inputValue()).replace(/try$/, bin));
    await sheet.getByText('Selected events', { exact: true }).click();
    await expect(sheet.getByRole('button', { name: 'Add endpoint' })).toBeDisabled();
    await sheet.getByLabel('Search event types').fill('issues-opened');
    await sheet.getByRole('row', { name: 'issues-opened' }).click();
    await expect(sheet.getByText('Receives 1 current event type')).toBeVisible();
    await expect(sheet.getByText('10/s, from Acme')).toBeVisible();
    await sheet.getByRole('button', { name: 'Add endpoint' }).click();
    await expect(sheet).toBeHidden();
    await page.getByRole('navigation', { name: 'Endpoint' }).getByRole('link', { name: 'Settings' }).click();
    await expect(page.getByText('10/s, from Acme')).toBeVisible();
  });
  await test.step('send a message', async () => {
    await rail(page).getByRole('link', { name: 'Send a message' }).click();
    await page.getByRole('combobox', { name: 'Event type' }).fill('issues-opened');
    await page.keyboard.press('Escape');
    await expect(page.locator('.monaco-editor').first()).toContainText('"opened"', { timeout: 20_000 });
    await page.getByRole('button', { name: 'Send message' }).click();
    const result = page.getByRole('region', { name: 'What happens' });
    await expect(result.getByText('Delivered')).toBeVisible();
    await expect(result.getByText(/HTTP 200 in \d+ ms/)).toBeVisible();
  });
  const log = page.getByRole('grid', { name: 'Attempts, newest first' });
  await test.step('see the attempt', async () => {
    await rail(page)
      .getByRole('link', { name: /^Deliveries/ })
      .click();
    await expect(log.getByRole('row')).toHaveCount(1);
    await log.getByRole('row').first().click();
    const inspector = page.getByRole('complementary', { name: 'Attempt' });
    await expect(inspector.getByRole('region', { name: 'Request body' })).toContainText('"action": "opened"');
    await expect(inspector.getByRole('region', { name: 'Response body' })).toContainText('"ok"');
  });
  await test.step('see another appear live, and none while the list is paused', async () => {
    const message = { eventType: 'issues-opened', payload: { live: true } };
    const [application] = (await callApi<{ data: { id: string }[] }>(instance, 'GET', '/app')).data;
    const path = `/app/${application?.id}/msg`;
    await callApi(instance, 'POST', path, message);
    await expect(log.getByRole('row')).toHaveCount(2);
    await log.getByRole('row').first().focus();
    await page.keyboard.press('Space');
    await callApi(instance, 'POST', path, message);
    await expect(page.getByRole('button', { name: 'Resume, 1 new' })).toBeVisible();
    await expect(log.getByRole('row')).toHaveCount(2);
    await page.keyboard.press('Space');
    await expect(log.getByRole('row')).toHaveCount(3);
  });
}
