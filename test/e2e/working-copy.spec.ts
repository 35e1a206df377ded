import { expect, type Page, test } from '@playwright/test';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, openAdmin } from './admin-page';

let here: RunningPosthorn;
let there: RunningPosthorn;
let id: string;

test.beforeAll(async () => {
  [here, there] = await Promise.all([startPosthorn(), startPosthorn()]);
});
test.beforeEach(async () => {
  for (const { name } of await typesThere()) await api(there, 'DELETE', `/event-type/${name}?expunge=true`);
  for (const one of [
    { name: 'invoice.paid', description: 'Paid.', schemas: { '1': SCHEMA } },
    { name: 'invoice.voided', description: 'Voided.', featureFlags: ['beta'] },
    { name: 'order.sent', description: 'Sent.' },
  ]) {
    await api(there, 'POST', '/event-type', one);
  }
  const connection = { name: 'Production', baseUrl: there.baseUrl, token: there.adminToken };
  const body = { ...connection, mode: 'working-copy' };
  ({ id } = await api<{ id: string }>(here, 'POST', '/connections', body));
});
test.afterAll(() => Promise.all([here?.dispose(), there?.dispose()]));

const SCHEMA = {
  type: 'object',
  properties: { total: { type: 'number' }, currency: { type: 'string' } },
  required: ['total'],
};

interface Type {
  readonly name: string;
  readonly description: string;
  readonly featureFlags: readonly string[] | null;
}

function api<T = unknown>(server: RunningPosthorn, method: string, path: string, body?: unknown): Promise<T> {
  return callApi<T>(server, method, path, body);
}

async function typesThere(): Promise<readonly Type[]> {
  return (await api<{ data: readonly Type[] }>(there, 'GET', '/event-type?include_archived=true')).data;
}

const line = (page: Page) => page.getByRole('region', { name: 'Working copy' });

test('the first use offers to fetch, and edits then stay on this computer, with undo and redo', async ({
  context,
}) => {
  const page = await openAdmin(context, here, `/${id}/catalog`);
  await page.getByRole('button', { name: 'Fetch the catalog of Production' }).click();
  await expect(line(page)).toContainText('Working copy of Production: no changes, fetched');

  await page.getByRole('row', { name: /voided/ }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Description').fill('Voided here.');
  await sheet.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Voided here.')).toBeVisible();
  await expect(line(page)).toContainText('1 change,');
  expect((await typesThere()).map(({ description }) => description)).toContain('Voided.');

  await page.locator('#main').focus();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Voided.', { exact: true })).toBeVisible();
  await expect(line(page)).toContainText('no changes');
  await page.keyboard.press('Control+Shift+z');
  await expect(page.getByText('Voided here.')).toBeVisible();
  await page.getByRole('link', { name: 'Usage' }).click();
  await expect(page.getByText('No endpoint receives it')).toBeVisible();
});
