import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { expectAccessible, expectReflow, watchFaults } from '../support/page-checks';
import { AT_NIGHT } from '../support/share';
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
/** The admin app, which each test opens at a screen. */
let admin: Page;
test.beforeAll(async ({ browser }) => {
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
  admin = await openAdmin(await browser.newContext(), posthorn);
});
test.afterAll(async () => {
  await admin?.context().close();
  await posthorn?.dispose();
});

test('the URL of a field opens and marks it, and a recursive schema links to its description', async () => {
  await goTo(admin, posthorn, `${SCREEN}?field=data.payer.parent`);
  const seen = watch(admin, posthorn);
  const parent = admin.locator('[id="field-data.payer.parent"]');
  await expect(parent).toBeVisible();
  await expect(parent).toHaveAttribute('data-current', 'true');
  await expect(parent).toContainText('again Customer');
  await parent.getByRole('link', { name: 'Customer', exact: true }).click();
  await expect(admin).toHaveURL(/catalog\/payment\.settled\?field=data\.payer$/);
  await expect(admin.locator('[id="field-data.payer"]')).toHaveAttribute('data-current', 'true');
  await goTo(admin, posthorn, `${SCREEN}?field=data.gone`);
  await expect(admin.getByText('this schema has no such field')).toBeVisible();
  expect(seen).toEqual({ errors: [], foreign: [] });
});

test('arrow keys visit every field of a schema, and the link to a field is copied', async () => {
  await admin.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  // Leaving the event type closes its fields.
  await goTo(admin, posthorn, '/local/catalog');
  await expect(admin.locator('[id="field-data"]')).toHaveCount(0);
  await goTo(admin, posthorn, SCREEN);
  await admin.locator('[id="field-data"] > details > summary').focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown']) await admin.keyboard.press(key);
  await expect(admin.locator('[id="field-data.method"] > details > summary')).toBeFocused();
  await admin.keyboard.press('*');
  await expect(admin.locator('[id="field-data.payer.id"]')).toBeVisible();
  await admin.keyboard.press('ArrowLeft');
  await admin.keyboard.press('ArrowLeft');
  await expect(admin.locator('[id="field-data"] > details > summary')).toBeFocused();
  await admin.keyboard.press('End');
  await admin.keyboard.press('ArrowUp');
  await admin.locator('[id="field-data.total"]').hover();
  await admin.getByRole('link', { name: 'Link to data.total' }).click();
  await expect(admin.getByText('Link copied').first()).toBeVisible();
  const copied = await admin.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(`${posthorn.baseUrl}/#${SCREEN}?field=data.total`);
});

test('sent payloads are validated against the schema: on the event type, in the list, in the attempt', async () => {
  await goTo(admin, posthorn, SCREEN);
  const seen = watch(admin, posthorn);
  await expect(admin.getByText('1 of the last 3 payloads violate the schema')).toBeVisible();
  await expect(admin.getByText('/data/total must be number')).toBeVisible();
  await expect(admin.getByRole('row', { name: NAME })).toContainText(
    'newest payloads that violate the schema: 1',
  );
  await expectAccessible(admin, 'event type with a report');
  await expectReflow(admin, 'event type with a report', [390, 1280]);
  await admin.getByRole('link', { name: 'Show the message' }).click();
  await admin.getByRole('row').filter({ hasText: NAME }).first().click();
  const inspector = admin.getByRole('complementary', { name: 'Attempt' });
  await expect(inspector.getByText('Payload violates the schema')).toBeVisible();
  await expect(inspector.getByText('/data/total must be number')).toBeVisible();
  await expectAccessible(admin, 'inspector with a schema check');
  expect(seen).toEqual({ errors: [], foreign: [] });
});

// Held by `example-event.test.ts`.
test(
  'each variant has an example, which can be sent as a test and saved as custom example',
  AT_NIGHT,
  async () => {
    await goTo(admin, posthorn, SCREEN);
    const seen = watch(admin, posthorn);
    await expect(admin.getByText('matches the schema', { exact: true })).toBeVisible();
    await admin.getByRole('radio', { name: 'Bank' }).click();
    await expect(admin).toHaveURL(/variant=1/);
    await expect(admin.getByRole('region', { name: 'Example', exact: true })).toContainText('"iban"');

    await admin.getByRole('button', { name: 'Send as test' }).click();
    const sheet = admin.getByRole('dialog');
    await sheet.getByRole('button', { name: 'Use the built-in receiver' }).click();
    await expect(sheet.getByRole('button', { name: 'Endpoint' })).toContainText('/receiver/sample');
    await expectAccessible(admin, 'sheet of a test');
    await sheet.getByRole('button', { name: 'Send test' }).click();
    await expect(sheet.getByText('Delivered')).toBeVisible();
    await sheet.getByRole('button', { name: 'Close' }).last().click();

    await admin.getByRole('button', { name: 'Save as custom example' }).click();
    await expect(admin.getByText('Customers see this instead')).toBeVisible();
    await admin.getByRole('button', { name: 'Save example' }).click();
    await expect(admin.getByText('generated from the schema')).toBeVisible();
    await admin.getByRole('radio', { name: 'custom example' }).click();
    await expect(admin.getByRole('button', { name: 'Edit example' })).toBeVisible();
    const stored = await callApi<{ schemas: Record<string, { examples: unknown[] }> }>(
      posthorn,
      'GET',
      `/event-type/${NAME}`,
    );
    expect(stored.schemas['1']?.examples).toMatchObject([{ data: { method: { kind: 'bank' } } }]);
    await admin.getByRole('button', { name: 'Edit example' }).click();
    await admin.getByRole('button', { name: 'Use the generated example' }).click();
    await expect(admin.getByRole('button', { name: 'Save as custom example' })).toBeVisible();
    expect(seen).toEqual({ errors: [], foreign: [] });
  },
);

test('a pasted payload is validated against the schema', AT_NIGHT, async () => {
  await goTo(admin, posthorn, SCREEN);
  await admin.getByText('Check a payload').click();
  const box = admin.getByLabel('Payload to check');
  await box.fill('{ not json');
  await admin.getByRole('button', { name: 'Check payload' }).click();
  await expect(admin.getByText(/JSON/).last()).toBeVisible();
  await box.fill(JSON.stringify(payload('1')));
  await box.press('Control+Enter');
  await expect(admin.getByText('Payload violates the schema')).toBeVisible();
  await box.fill(JSON.stringify(payload(1)));
  await box.press('Control+Enter');
  await expect(admin.getByText('Payload matches the schema')).toBeVisible();
  await expectAccessible(admin, 'a payload that was checked');
});

test('customers choose a variant in the portal and validate a payload they received', async ({ page }) => {
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

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test(
    'on the public catalog a field opens by its URL, and each variant has an example',
    AT_NIGHT,
    async ({ page }) => {
      await callApi(posthorn, 'PATCH', '/settings', { eventCatalogPublished: true, displayName: 'Acme' });
      const address = `${posthorn.baseUrl}/catalog/`;
      await expect.poll(async () => (await fetch(address)).status, { timeout: 60_000 }).toBe(200);
      await page.goto(`${address}#${NAME}:data.payer.parent`);
      const parent = page.locator(`[id="${NAME}:data.payer.parent"]`);
      await expect(parent).toBeVisible();
      await parent.getByRole('link', { name: 'Customer', exact: true }).click();
      await expect(page).toHaveURL(`${address}#${NAME}:data.payer`);
      const bank = page.getByRole('group', { name: `Example of ${NAME}, Bank` });
      await expect(bank).toBeHidden();
      await page.getByText('Example: Bank').click();
      await expect(bank).toContainText('iban');
    },
  );
});
