import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../support/page-checks';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, goTo, openAdmin, watch } from './admin-page';

/** Monaco's own content is not checked; its name and the way out of it are. */
const WITHOUT_MONACO = { leftOut: ['.monaco-editor'] };

let posthorn: RunningPosthorn;
let appId: string;

test.beforeAll(async () => {
  posthorn = await startPosthorn();
  ({ appId } = await callApi<{ appId: string }>(posthorn, 'POST', '/sample'));
  await callApi(posthorn, 'POST', `/app/${appId}/msg`, { eventType: 'invoice.paid', payload: { a: 1 } });
  await callApi(posthorn, 'POST', '/auth/token', { name: 'Docs', featureFlags: ['beta'] });
  await callApi(posthorn, 'POST', '/target-consent', { target: '10.1.0.0/16', note: 'The office' });
  await callApi(posthorn, 'PATCH', '/settings', { displayName: 'Acme', eventCatalogPublished: true });
});
test.afterAll(() => posthorn?.dispose());

test('sheets and what opens beside a screen have no fault that axe can find', async ({ browser }) => {
  test.setTimeout(180_000);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await openAdmin(context, posthorn);
  const seen = watch(page, posthorn, ['422']);
  await test.step('no result', async () => {
    await goTo(page, posthorn, '/local/catalog?q=zzzzzzz');
    await shows(page, 'Nothing matches “zzzzzzz”');
    await expectAccessible(page, 'no result', WITHOUT_MONACO);
  });
  await test.step('sheets', async () => {
    await goTo(page, posthorn, `/local/apps/${appId}`);
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    await page.getByRole('textbox', { name: 'URL' }).fill('http://10.9.8.7/hook');
    await page.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }).click();
    await expect(page.getByRole('button', { name: 'Allow this target' })).toBeVisible();
    await page.getByText('Selected events').click();
    await expectAccessible(page, 'endpoint form', WITHOUT_MONACO);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Delete application' }).click();
    await expectAccessible(page, 'delete', WITHOUT_MONACO);
    await page.keyboard.press('Escape');
    await goTo(page, posthorn, '/local/settings/targets');
    await page.getByRole('button', { name: 'Remove 10.1.0.0/16' }).click();
    await expectAccessible(page, 'remove a target', WITHOUT_MONACO);
    await page.getByRole('button', { name: 'Allow a target' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page, 'allow a target', WITHOUT_MONACO);
    await page.keyboard.press('Escape');
    await goTo(page, posthorn, '/local/catalog/shipment.delayed');
    // The first one of the page: the example below has another.
    await page.getByRole('button', { name: 'Edit' }).first().click();
    await expect(page.getByRole('dialog', { name: 'shipment.delayed' })).toBeVisible();
    await expectAccessible(page, 'edit event type', WITHOUT_MONACO);
    await page.keyboard.press('Escape');
  });
  await test.step('inspector', async () => {
    await goTo(page, posthorn, '/local/deliveries');
    await page.getByRole('row').first().click();
    await expect(page.getByRole('region', { name: 'Request body' })).toBeVisible();
    await expectAccessible(page, 'inspector', WITHOUT_MONACO);
  });
  await test.step('log in', async () => {
    await page.getByRole('button', { name: 'Log out' }).click();
    await expectAccessible(page, 'log in', WITHOUT_MONACO);
  });
  expect(seen).toEqual({ errors: [], foreign: [] });
  await context.close();
});

async function shows(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
}
