import { expect, test } from '@playwright/test';
import { expectAccessible, expectReflow, watchFaults } from '../support/page-checks';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, goTo, openAdmin, watch } from './admin-page';

const SCHEMA = {
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'object',
      required: ['total', 'method'],
      properties: {
        total: { type: 'number' },
        payer: { $ref: '#/definitions/Customer' },
        method: { oneOf: [{ $ref: '#/definitions/Card' }, { $ref: '#/definitions/Bank' }] },
      },
    },
  },
  definitions: {
    Customer: {
      type: 'object',
      properties: { id: { type: 'string' }, parent: { $ref: '#/definitions/Customer' } },
    },
    Card: { type: 'object', required: ['kind'], properties: { kind: { const: 'card' } } },
    Bank: {
      type: 'object',
      required: ['kind', 'iban'],
      properties: { kind: { const: 'bank' }, iban: { type: 'string' } },
    },
  },
};
const NAME = 'payment.settled';
const SCREEN = `/local/catalog/${NAME}`;
const payload = (total: unknown) => ({ data: { total, method: { kind: 'card' } } });

let posthorn: RunningPosthorn;
let appId: string;
test.beforeAll(async () => {
  posthorn = await startPosthorn();
  ({ appId } = await callApi<{ appId: string }>(posthorn, 'POST', '/sample'));
  await callApi(posthorn, 'POST', '/event-type', {
    name: NAME,
    description: 'Paid.',
    schemas: { 1: SCHEMA },
  });
  for (const total of [1, '2', 3]) {
    await callApi(posthorn, 'POST', `/app/${appId}/msg`, { eventType: NAME, payload: payload(total) });
  }
});
test.afterAll(() => posthorn?.dispose());

test('the address of a field opens and marks it, and a schema in itself leads to where it is described', async ({
  context,
}) => {
  const page = await openAdmin(context, posthorn, `${SCREEN}?field=data.payer.parent`);
  const seen = watch(page, posthorn);
  const parent = page.locator('[id="field-data.payer.parent"]');
  await expect(parent).toBeVisible();
  await expect(parent).toHaveAttribute('data-current', 'true');
  await expect(parent).toContainText('again Customer');
  await parent.getByRole('link', { name: 'Customer', exact: true }).click();
  await expect(page).toHaveURL(/catalog\/payment\.settled\?field=data\.payer$/);
  await expect(page.locator('[id="field-data.payer"]')).toHaveAttribute('data-current', 'true');
  await goTo(page, posthorn, `${SCREEN}?field=data.gone`);
  await expect(page.getByText('this schema has no such field')).toBeVisible();
  expect(seen).toEqual({ errors: [], foreign: [] });
});

test('arrow keys go through every row, and the link of a field is copied', async ({ context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await openAdmin(context, posthorn, SCREEN);
  await page.locator('[id="field-data"] > details > summary').focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  await expect(page.locator('[id="field-data.method"] > details > summary')).toBeFocused();
  await page.keyboard.press('*');
  await expect(page.locator('[id="field-data.payer.id"]')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('[id="field-data"] > details > summary')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowUp');
  await page.locator('[id="field-data.total"]').hover();
  await page.getByRole('link', { name: 'Link to data.total' }).click();
  await expect(page.getByText('Link copied').first()).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(`${posthorn.baseUrl}/#${SCREEN}?field=data.total`);
});

test('what was sent is held against the schema: on the page, in the list, and for one message', async ({
  context,
}) => {
  const page = await openAdmin(context, posthorn, SCREEN);
  const seen = watch(page, posthorn);
  await expect(page.getByText('1 of the last 3 payloads violate the schema')).toBeVisible();
  await expect(page.getByText('/data/total must be number')).toBeVisible();
  await expect(page.getByRole('row', { name: NAME })).toContainText(
    'newest payloads that violate the schema: 1',
  );
  await expectAccessible(page, 'event type with a report');
  await expectReflow(page, 'event type with a report', [390, 1280]);
  await page.getByRole('link', { name: 'Show the message' }).click();
  await page.getByRole('row').filter({ hasText: NAME }).first().click();
  const inspector = page.getByRole('complementary', { name: 'Attempt' });
  await expect(inspector.getByText('The payload violates the schema')).toBeVisible();
  await expect(inspector.getByText('/data/total must be number')).toBeVisible();
  await expectAccessible(page, 'inspector with a schema check');
  expect(seen).toEqual({ errors: [], foreign: [] });
});

test('an example of each variant is shown, sent as a test, and made into the own one', async ({
  context,
}) => {
  const page = await openAdmin(context, posthorn, SCREEN);
  const seen = watch(page, posthorn);
  await expect(page.getByText('fits the schema', { exact: true })).toBeVisible();
  await page.getByRole('radio', { name: 'Bank' }).click();
  await expect(page).toHaveURL(/variant=1/);
  await expect(page.getByRole('region', { name: 'Example', exact: true })).toContainText('"iban"');

  await page.getByRole('button', { name: 'Send as test' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Use the built-in receiver' }).click();
  await expect(sheet.getByRole('button', { name: 'Endpoint' })).toContainText('/receiver/sample');
  await expectAccessible(page, 'sheet of a test');
  await sheet.getByRole('button', { name: 'Send test' }).click();
  await expect(sheet.getByText('Delivered')).toBeVisible();
  await sheet.getByRole('button', { name: 'Close' }).last().click();

  await page.getByRole('button', { name: 'Use as my example' }).click();
  await expect(page.getByText('Customers see this instead')).toBeVisible();
  await page.getByRole('button', { name: 'Save example' }).click();
  await expect(page.getByText('generated from the schema')).toBeVisible();
  await page.getByRole('radio', { name: "author's" }).click();
  await expect(page.getByRole('button', { name: 'Edit example' })).toBeVisible();
  const stored = await callApi<{ schemas: Record<string, { examples: unknown[] }> }>(
    posthorn,
    'GET',
    `/event-type/${NAME}`,
  );
  expect(stored.schemas['1']?.examples).toMatchObject([{ data: { method: { kind: 'bank' } } }]);
  await page.getByRole('button', { name: 'Edit example' }).click();
  await page.getByRole('button', { name: 'Use the generated example' }).click();
  await expect(page.getByRole('button', { name: 'Use as my example' })).toBeVisible();
  expect(seen).toEqual({ errors: [], foreign: [] });
});

test('a payload that is pasted is checked', async ({ context }) => {
  const page = await openAdmin(context, posthorn, SCREEN);
  await page.getByText('Check a payload').click();
  const box = page.getByLabel('Payload to check');
  await box.fill('{ not json');
  await page.getByRole('button', { name: 'Check payload' }).click();
  await expect(page.getByText(/JSON/).last()).toBeVisible();
  await box.fill(JSON.stringify(payload('1')));
  await box.press('Control+Enter');
  await expect(page.getByText('The payload violates the schema')).toBeVisible();
  await box.fill(JSON.stringify(payload(1)));
  await box.press('Control+Enter');
  await expect(page.getByText('The payload fits the schema')).toBeVisible();
  await expectAccessible(page, 'a payload that was checked');
});

test('customers choose a variant and check a payload they received', async ({ page }) => {
  const faults = watchFaults(page, posthorn.baseUrl);
  const { url } = await callApi<{ url: string }>(posthorn, 'POST', `/auth/app-portal-access/${appId}/`, {});
  await page.goto(url.replace('/portal/', `/portal/?next=/catalog/${NAME}`));
  await page.getByRole('radio', { name: 'Bank' }).click();
  await expect(page).toHaveURL(/variant=1/);
  await expect(page.getByRole('region', { name: 'JSON' })).toContainText('"iban"');
  await page.getByText('Check a payload you received').click();
  await page.getByLabel('Payload to check').fill('{}');
  await page.getByRole('button', { name: 'Check payload' }).click();
  await expect(page.getByText('/data is missing')).toBeVisible();
  await expectAccessible(page, 'event type in the portal');
  await expectReflow(page, 'event type in the portal');
  expect(faults()).toEqual([]);
});

test.describe('on the public page, without JavaScript,', () => {
  test.use({ javaScriptEnabled: false });
  test('a field opens by its address, and every variant has an example', async ({ page }) => {
    await callApi(posthorn, 'PATCH', '/settings', { eventCatalogPublished: true, displayName: 'Acme' });
    const address = `${posthorn.baseUrl}/catalog/`;
    await page.goto(`${address}#${NAME}:data.payer.parent`);
    const parent = page.locator(`[id="${NAME}:data.payer.parent"]`);
    await expect(parent).toBeVisible();
    await parent.getByRole('link', { name: 'Customer', exact: true }).click();
    await expect(page).toHaveURL(`${address}#${NAME}:data.payer`);
    const bank = page.getByRole('group', { name: `Example of ${NAME}, Bank` });
    await expect(bank).toBeHidden();
    await page.getByText('Example: Bank').click();
    await expect(bank).toContainText('iban');
  });
});
