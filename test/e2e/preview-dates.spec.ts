import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { AT_NIGHT } from '../support/share';
import type { RunningPosthorn } from '../support/start-posthorn';
import { callApi } from './admin-page';
import { cell, expectNoFault, listed } from './preview-page';
import { type PreviewServer, startPreviewServer } from './preview-server';

/** What customers will see once something is released, and what they saw before. */

let server: PreviewServer;
let posthorn: RunningPosthorn;
let page: Page;
test.beforeAll(async ({ browser }) => {
  server = await startPreviewServer(browser);
  ({ posthorn, page } = server);
});
test.afterAll(() => server?.dispose());

const OPEN = ['customer.created', 'customer.updated', 'invoice.paid'];
const RELEASED = ['customer.created', 'customer.merged', 'customer.updated', 'invoice.paid'];
const time = () => page.getByRole('button', { name: /time of the catalog$/ });
const expectListed = (names: readonly string[]) => expect.poll(() => listed(page, 1)).toEqual(names);

// Held by `dated-previews.test.ts`.
test(
  'the preview shows the catalog after a planned release in its frames and its matrix, and goes back to now',
  AT_NIGHT,
  async () => {
    await callApi(posthorn, 'POST', '/flag-releases', { flag: 'beta', at: '2100-01-01T00:00:00Z' });
    await server.show('sets=AB&drawer=off', { width: 1280 });
    await expectListed(OPEN);
    await time().click();
    await expectNoFault(page, 'the choice of a time');
    await page.getByRole('group', { name: 'Planned releases' }).getByRole('button').click();
    await page.keyboard.press('Escape');
    await expectListed(RELEASED);
    await expect(cell(page, 1)).toContainText('As of');
    await expect(page.getByText('including releases planned by then.')).toBeVisible();
    await expect(cell(page, 2)).toContainText('Beta');
    await page.getByRole('radio', { name: 'Matrix' }).click();
    await page.getByText('Only differences').click();
    await page.getByRole('button', { name: 'customer.merged for A Everyone: visible' }).click();
    await expect(page.getByText('A Everyone sees customer.merged, as everyone does')).toBeVisible();
    await expect(page.getByLabel('Try other flags')).toHaveCount(0);
    await page.getByRole('button', { name: 'Back to now' }).click();
    await expect(page.getByRole('button', { name: 'customer.merged for A Everyone: hidden' })).toBeVisible();
    await expect(time()).toContainText('Now');
  },
);

test('the name of a snapshot stays through Escape and a reload until it is kept, and what a set sees now is compared with it', async () => {
  await server.show('sets=AB&drawer=off&mode=matrix', { width: 1280 });
  const name = page.getByLabel('Name a snapshot of now');
  await time().click();
  await name.fill('Before launch');
  await page.keyboard.press('Escape');
  await expect(name).toHaveCount(0);
  await page.reload();
  await time().click();
  await expect(name).toHaveValue('Before launch');
  await page.getByRole('button', { name: 'Keep' }).click();
  await expect(name).toHaveValue('');
  await page.getByRole('button', { name: 'Compare with Before launch' }).click();
  await expect(page.getByText('Since Before launch, B Beta sees 0 more and 0 fewer')).toBeVisible();
});

test('the preview shows a past time as the history has it', async () => {
  await server.show('sets=AB&drawer=off&at=2020-01-01T00:00:00Z', { width: 1280 });
  await expect(page.getByText('from the change history.')).toBeVisible();
  await expect
    .poll(() => cell(page, 1).frameLocator('iframe').getByText('No events are described yet').count())
    .toBe(1);
});

test('a flag that is taken off in the matrix can become a planned release', async () => {
  await server.show('sets=AB&mode=matrix&draft=customer.merged', { width: 1280 });
  await page.getByRole('button', { name: 'Plan as release' }).click();
  const sheet = page.getByRole('dialog', { name: 'Plan a release' });
  await expect(sheet.getByRole('combobox', { name: 'Flag' })).toHaveValue('beta');
  await sheet.getByLabel('When').fill('2101-01-01T09:00');
  await sheet.getByRole('button', { name: 'Plan release' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(page.getByText('Draft flags for')).toHaveCount(0);
  const { data } = await callApi<{ data: readonly object[] }>(posthorn, 'GET', '/flag-releases');
  expect(data[0]).toMatchObject({ flag: 'beta', eventTypes: ['customer.merged'], state: 'planned' });
});
