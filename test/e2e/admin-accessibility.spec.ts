import { expect, test } from '../support/browser-test';
import { expectAccessible } from '../support/page-checks';
import { callApi, goTo, openAdmin, watch } from './admin-page';

/** Monaco's own content is not checked; its name and the way out of it are. */
const WITHOUT_MONACO = { leftOut: ['.monaco-editor'] };

const TYPE = 'access.sheets';
/** Only this spec allows it, so that a shared server has it once. */
const TARGET = '10.77.0.0/16';

test('sheets, an empty search and the log-in page have no axe violations', async ({ context, shared }) => {
  test.setTimeout(180_000);
  await callApi(shared, 'POST', '/event-type', { name: TYPE, description: 'For its sheet.' });
  await callApi(shared, 'POST', '/target-consent', { target: TARGET, note: 'The office' });
  const { id } = await callApi<{ id: string }>(shared, 'POST', '/app', { name: 'Access' });
  const page = await openAdmin(context, shared);
  const seen = watch(page, shared, ['422']);
  await test.step('empty search', async () => {
    await goTo(page, shared, '/local/catalog?q=zzzzzzz');
    await expect(page.getByRole('heading', { name: 'Nothing matches “zzzzzzz”' }).first()).toBeVisible();
    await expectAccessible(page, 'empty search', WITHOUT_MONACO);
  });
  await test.step('sheets of an application', async () => {
    await goTo(page, shared, `/local/apps/${id}`);
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    await page.getByRole('textbox', { name: 'URL' }).fill('http://10.9.8.7/hook');
    await page.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }).click();
    await expect(page.getByRole('button', { name: 'Allow this target' })).toBeVisible();
    await page.getByText('Selected events', { exact: true }).click();
    await expectAccessible(page, 'endpoint form', WITHOUT_MONACO);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Delete application' }).click();
    await expectAccessible(page, 'delete', WITHOUT_MONACO);
    await page.keyboard.press('Escape');
  });
  await test.step('sheets of the settings', async () => {
    await goTo(page, shared, '/local/settings/targets');
    await page.getByRole('button', { name: `Remove ${TARGET}` }).click();
    await expectAccessible(page, 'remove a target', WITHOUT_MONACO);
    await page.getByRole('button', { name: 'Allow a target' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page, 'allow a target', WITHOUT_MONACO);
    await page.keyboard.press('Escape');
  });
  await test.step('sheet of an event type', async () => {
    await goTo(page, shared, `/local/catalog/${TYPE}`);
    // The first one of the page: an example below it has another.
    await page.getByRole('button', { name: 'Edit' }).first().click();
    await expect(page.getByRole('dialog', { name: TYPE })).toBeVisible();
    await expectAccessible(page, 'edit event type', WITHOUT_MONACO);
    await page.keyboard.press('Escape');
  });
  await test.step('log-in page', async () => {
    await page.getByRole('button', { name: 'Log out' }).click();
    await expectAccessible(page, 'log in', { isScreen: true });
  });
  expect(seen).toEqual({ errors: [], foreign: [] });
});
