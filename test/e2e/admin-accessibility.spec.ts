import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { motionEnded } from '../support/page-checks';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, goTo, openAdmin, watch } from './admin-page';

let posthorn: RunningPosthorn;
let appId: string;
let endpointId: string;

test.beforeAll(async () => {
  posthorn = await startPosthorn();
  ({ appId, endpointId } = await callApi<{ appId: string; endpointId: string }>(posthorn, 'POST', '/sample'));
  await callApi(posthorn, 'POST', `/app/${appId}/msg`, { eventType: 'invoice.paid', payload: { a: 1 } });
  await callApi(posthorn, 'POST', '/auth/token', { name: 'Docs', featureFlags: ['beta'] });
  await callApi(posthorn, 'POST', '/target-consent', { target: '10.1.0.0/16', note: 'The office' });
  await callApi(posthorn, 'PATCH', '/settings', { displayName: 'Acme', eventCatalogPublished: true });
});
test.afterAll(() => posthorn?.dispose());

/** Every screen of the window, with what must be there before it is looked at. */
const SCREENS: readonly (readonly [
  name: string,
  path: () => string,
  ready: (page: Page) => Promise<void>,
])[] = [
  ['catalog', () => '/local/catalog', (page) => shows(page, 'Event types 12')],
  ['event type', () => '/local/catalog/invoice.paid', (page) => shows(page, 'invoice.paid')],
  ['no result', () => '/local/catalog?q=zzzzzzz', (page) => shows(page, 'Nothing matches “zzzzzzz”')],
  ['import', () => '/local/import', (page) => shows(page, 'Import from OpenAPI')],
  ['applications', () => '/local/apps', (page) => shows(page, 'Choose an application')],
  ['application', () => `/local/apps/${appId}`, (page) => shows(page, 'Portal access')],
  ['endpoint', () => `/local/apps/${appId}/endpoints/${endpointId}`, (page) => shows(page, 'Signing secret')],
  ['send', () => '/local/send', (page) => expect(page.locator('.monaco-editor').first()).toBeVisible()],
  ['deliveries', () => '/local/deliveries', (page) => expect(page.getByRole('row').first()).toBeVisible()],
  ['public catalog', () => '/local/settings/catalog', (page) => shows(page, 'Public catalog')],
  ['tokens', () => '/local/settings/tokens', (page) => expect(page.getByText('Docs')).toBeVisible()],
  ['sending', () => '/local/settings/sending', (page) => shows(page, 'Sending')],
  ['targets', () => '/local/settings/targets', (page) => expect(page.getByText('The office')).toBeVisible()],
  ['connections', () => '/local/settings/connections', (page) => shows(page, 'Connections')],
  ['appearance', () => '/local/settings/appearance', (page) => shows(page, 'Appearance')],
  ['shortcuts', () => '/local/settings/shortcuts', (page) => shows(page, 'Shortcuts')],
];

for (const theme of ['light', 'dark'] as const) {
  test(`no screen has a fault that axe can find, in ${theme}`, async ({ browser }) => {
    test.setTimeout(180_000);
    const context = await browser.newContext({ colorScheme: theme, viewport: { width: 1280, height: 800 } });
    const page = await openAdmin(context, posthorn);
    const seen = watch(page, posthorn, ['422']);
    for (const [name, path, ready] of SCREENS) {
      await test.step(name, async () => {
        await goTo(page, posthorn, path());
        await ready(page);
        await expectNoFault(page, `${name} in ${theme}`);
      });
    }
    await test.step('sheets', async () => {
      await goTo(page, posthorn, `/local/apps/${appId}`);
      await page.getByRole('button', { name: 'Add endpoint' }).click();
      await page.getByRole('textbox', { name: 'URL' }).fill('http://10.9.8.7/hook');
      await page.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }).click();
      await expect(page.getByRole('button', { name: 'Allow this target' })).toBeVisible();
      await page.getByText('Only these').click();
      await expectNoFault(page, `endpoint form in ${theme}`);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.getByRole('button', { name: 'Delete application' }).click();
      await expectNoFault(page, `delete in ${theme}`);
      await page.keyboard.press('Escape');
      await goTo(page, posthorn, '/local/settings/targets');
      await page.getByRole('button', { name: 'Remove 10.1.0.0/16' }).click();
      await expectNoFault(page, `remove a target in ${theme}`);
      await page.getByRole('button', { name: 'Allow a target' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectNoFault(page, `allow a target in ${theme}`);
      await page.keyboard.press('Escape');
      await goTo(page, posthorn, '/local/catalog/shipment.delayed');
      await page.getByRole('button', { name: 'Edit' }).click();
      await expect(page.getByRole('dialog').locator('.monaco-editor').first()).toBeVisible();
      await expectNoFault(page, `edit event type in ${theme}`);
      await page.keyboard.press('Escape');
    });
    await test.step('inspector', async () => {
      await goTo(page, posthorn, '/local/deliveries');
      await page.getByRole('row').first().click();
      await expect(page.getByRole('region', { name: 'Request body' })).toBeVisible();
      await expectNoFault(page, `inspector in ${theme}`);
    });
    await test.step('log in', async () => {
      await page.getByRole('button', { name: 'Log out' }).click();
      await expectNoFault(page, `log in in ${theme}`);
    });
    expect(seen).toEqual({ errors: [], foreign: [] });
    await context.close();
  });
}

test('no screen scrolls sideways at the width of a zoomed window', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 640, height: 400 } });
  const page = await openAdmin(context, posthorn);
  for (const [name, path, ready] of SCREENS) {
    await test.step(name, async () => {
      await goTo(page, posthorn, path());
      if (name !== 'catalog' && name !== 'no result' && name !== 'applications') await ready(page);
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(wider, `${name} is wider than the window by`).toBeLessThanOrEqual(0);
    });
  }
  await context.close();
});

async function shows(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
}

async function expectNoFault(page: Page, where: string): Promise<void> {
  // What Monaco draws itself is its own matter; that it has a name and can be left is ours.
  await motionEnded(page);
  const { violations } = await new AxeBuilder({ page }).exclude('.monaco-editor').analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  expect.soft(found, where).toEqual([]);
}
