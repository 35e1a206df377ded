import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { AT_NIGHT } from '../support/share';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, goTo, openAdmin, SANDBOX, watch } from './admin-page';
import { linkTo } from './go-in-portal';

let posthorn: RunningPosthorn;
let appId: string;
let page: Page;

test.beforeAll(async ({ browser }) => {
  posthorn = await startPosthorn();
  ({ appId } = await callApi<{ appId: string }>(posthorn, 'POST', '/sample'));
  page = await openAdmin(await browser.newContext(), posthorn);
});
test.afterAll(async () => {
  await page?.context().close();
  await posthorn?.dispose();
});

test('an event type is created behind a feature flag, released, archived and deleted', async () => {
  await goTo(page, posthorn, '/local/catalog');
  const seen = watch(page, posthorn, ['404']);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Name').fill('not a name');
  await expect(sheet.getByText('Use letters, digits, hyphen')).toBeVisible();
  await sheet.getByLabel('Name').fill('ticket.opened');
  await sheet.getByLabel('Description').fill('Somebody asked for help.');
  await sheet.getByLabel('Feature flags', { exact: true }).fill('internal');
  await page.keyboard.press('Enter');
  await sheet.getByRole('button', { name: 'Create event type' }).click();
  await expect(page.getByRole('heading', { name: 'ticket.opened' })).toBeVisible();
  await expect(page.getByText('customers with one of these flags')).toBeVisible();

  await page.getByRole('button', { name: 'Edit' }).click();
  await sheet.getByRole('button', { name: 'Remove flag internal' }).click();
  await expect(sheet.getByRole('button', { name: 'Save and release to everyone' })).toBeVisible();
  const flag = sheet.getByLabel('Feature flags', { exact: true });
  await flag.fill('typed');
  await expect(sheet.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
  await flag.press('Escape');
  await expect(sheet).toHaveCount(0);
  await page.getByRole('button', { name: 'Edit' }).click();
  await sheet.getByRole('button', { name: 'Remove flag typed' }).click();
  await expect(sheet.getByRole('button', { name: 'Save and release to everyone' })).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(sheet).toHaveCount(0);
  await expect(page.getByText('everyone', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await expect(sheet.getByRole('button', { name: 'Delete event type' })).toBeDisabled();
  await sheet.getByLabel('Type ticket.opened to confirm').fill('ticket.opened');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'The catalog' })).toBeVisible();
  await expect(callApi(posthorn, 'GET', '/event-type/ticket.opened')).rejects.toThrow('404');
  expect(seen).toEqual({ errors: [], foreign: [] });
});

test(
  'an invalid document is rejected with the reason, and one with problems lists them',
  AT_NIGHT,
  async () => {
    await goTo(page, posthorn, '/local/import');
    const seen = watch(page, posthorn, ['422', '400']);
    await page.getByLabel('Or paste a document').fill('{ not json');
    await page.getByRole('button', { name: 'Read pasted document' }).click();
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Nothing was changed');
    await page.getByRole('button', { name: 'Choose another' }).click();
    const body = { content: { 'application/json': { schema: { type: 'object', properties: { a: {} } } } } };
    const document = {
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      webhooks: { 'pet.new': { post: { requestBody: body } }, 'bad name': { post: { requestBody: body } } },
    };
    await page.getByLabel('Or paste a document').fill(JSON.stringify(document));
    await page.getByRole('button', { name: 'Read pasted document' }).click();
    await expect(page.getByRole('row', { name: /^Problem: bad name/ })).toContainText(
      'Not a valid event type',
    );
    await expect(page.getByRole('row', { name: /^New: pet.new/ })).toContainText('1 field');
    await expect(page.getByText('Creates 1. Skipped: 1 problem.')).toBeVisible();
    await page.getByRole('button', { name: 'Import 1 event type' }).click();
    await expect(page.getByText('1 event type created')).toBeVisible();
    expect(seen).toEqual({ errors: [], foreign: [] });
  },
);

test('a portal link opens the portal with the event types of its feature flags', async () => {
  await goTo(page, posthorn, `/local/apps/${appId}`);
  await page.getByRole('button', { name: 'Portal access' }).click();
  await page.getByRole('button', { name: 'Add flag beta' }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByTestId('portal-link').textContent();
  expect(link).toContain(`${posthorn.baseUrl}/portal/`);
  const portal = await page.context().newPage();
  await portal.goto(linkTo('/catalog', link ?? ''));
  await expect(portal.getByText('shipment.delayed').first()).toBeVisible();
  await portal.close();
});

// Held by the last test here (the secret), `forms-at-once.spec.ts` (a header) and `admin-frame.spec.ts` (disabling).
test(
  'an endpoint shows its secret on demand, accepts a custom header, and holds messages while disabled',
  AT_NIGHT,
  async () => {
    await goTo(page, posthorn, `/local/apps/${appId}`);
    const seen = watch(page, posthorn);
    await page.getByRole('link', { name: /receiver\/sample/ }).click();
    await expect(page.getByText(/whsec_\w/)).toHaveCount(0);
    await page.getByRole('link', { name: 'Integrate' }).click();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page.getByText(/^whsec_\S{24,}/)).toBeVisible();
    await page.getByRole('navigation', { name: 'Endpoint' }).getByRole('link', { name: 'Settings' }).click();
    await page.getByLabel('Header', { exact: true }).fill('x-tenant');
    await page.getByLabel('Value').fill('acme');
    await page.getByRole('button', { name: 'Set header' }).click();
    await expect(page.getByRole('button', { name: 'Remove header x-tenant' })).toBeVisible();
    await page.getByRole('button', { name: 'More actions on this endpoint' }).click();
    await page.getByRole('menuitem', { name: 'Disable endpoint' }).click();
    await expect(page.getByText('Disabled: deliveries on hold')).toBeVisible();
    await goTo(page, posthorn, `/local/send?app=${appId}&type=invoice.paid`);
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText('On hold', { exact: true })).toBeVisible();
    await expect(page.getByText(/on hold: the endpoint was disabled on .*, next in the queue/)).toBeVisible();
    await goTo(page, posthorn, `/local/apps/${appId}`);
    await page.getByRole('link', { name: /receiver\/sample/ }).click();
    await expect(page.getByText('New messages wait. Resends are refused.')).toBeVisible();
    // A choice ends when the page has read everything again; the next one is made before that.
    let read = () => {};
    const isRead = new Promise<void>((resolve) => {
      read = resolve;
    });
    const reads = /\/api\/v1\/app(\/[^/]+\/endpoint)?\?/;
    await page.route(reads, async (route) => {
      await isRead;
      await route.fallback();
    });
    const held = page.waitForRequest(reads);
    await page.getByRole('radio', { name: 'Paused', exact: true }).click();
    await held;
    await expect(page.getByText('Paused: deliveries on hold', { exact: true })).toBeVisible();
    await expect(page.getByText('New messages and resends are accepted and wait.')).toBeVisible();
    await page.getByRole('radio', { name: 'Active', exact: true }).click();
    read();
    await page.unroute(reads);
    await expect(page.getByRole('heading', { name: 'Arrived at /receiver/sample' })).toBeVisible();
    await expect(page.getByText('HTTP 200').first()).toBeVisible();
    expect(seen).toEqual({ errors: [], foreign: [] });
  },
);

// Held by `admin-public-page.spec.ts` and `admin-settings.spec.ts`.
test(
  'the catalog is published under a display name; a new token is shown once, and can be revoked',
  AT_NIGHT,
  async ({ request }) => {
    await goTo(page, posthorn, '/local/settings/catalog');
    const seen = watch(page, posthorn, [SANDBOX]);
    await page.getByLabel('Display name').fill('Acme');
    await page.getByText('Make public').click();
    await page.getByRole('button', { name: 'Save and publish' }).click();
    await expect(page.getByRole('link', { name: `${posthorn.baseUrl}/catalog/` })).toBeVisible();
    const publicText = async () => (await request.get(`${posthorn.baseUrl}/catalog/`)).text();
    // It is unavailable until a worker has generated it.
    await expect.poll(publicText, { timeout: 60_000 }).toContain('Acme');

    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Tokens' }).click();
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByLabel('Purpose').fill('Billing');
    await page.getByRole('button', { name: 'Create token' }).click();
    const token = (await page.getByTestId('new-token').textContent())?.replace(/ ?Copy$/, '').trim() ?? '';
    const whoami = () =>
      request.get(`${posthorn.baseUrl}/api/v1/auth/whoami`, {
        headers: { authorization: `Bearer ${token}` },
      });
    expect((await whoami()).status()).toBe(200);
    await page.reload();
    await expect(page.getByText('Billing')).toBeVisible();
    await expect(page.getByTestId('new-token')).toHaveCount(0);
    await page.getByRole('button', { name: 'Revoke Billing' }).click();
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.getByRole('button', { name: 'Revoke now' }).click();
    await expect(page.getByText('Billing')).toHaveCount(0);
    expect((await whoami()).status()).toBe(401);
    expect(seen).toEqual({ errors: [], foreign: [] });
  },
);

test('if the code editor cannot be loaded, a plain text field replaces it', async ({ context }) => {
  const tab = await openAdmin(context, posthorn);
  await tab.route('**/assets/monaco-json*', (route) => route.abort());
  await goTo(tab, posthorn, `/local/send?app=${appId}&type=invoice.paid`);
  await expect(tab.locator('textarea')).toHaveValue(/"invoiceId"/);
  await tab.getByRole('button', { name: 'Send message' }).click();
  await expect(tab.getByText(/HTTP 200 in/)).toBeVisible();
});

test('a signing secret is fetched only when shown, and again after it was hidden', async () => {
  const endpoint = await callApi<{ id: string }>(posthorn, 'POST', `/app/${appId}/endpoint`, {
    url: `${posthorn.baseUrl}/receiver/hidden`,
  });
  await goTo(page, posthorn, `/local/apps/${appId}/endpoints/${endpoint.id}?tab=integrate`);
  let reads = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/secret')) reads += 1;
  });
  const section = page.getByRole('region', { name: 'Signing secret' });
  const secret = section.getByText(/^whsec_/);
  await section.getByRole('button', { name: 'Show' }).click();
  await expect(secret).toBeVisible();
  await section.getByRole('button', { name: 'Hide' }).click();
  await expect(secret).toHaveCount(0);
  await section.getByRole('button', { name: 'Show' }).click();
  await expect(secret).toBeVisible();
  expect(reads).toBe(2);
  const before = await secret.textContent();
  await section.getByRole('button', { name: 'Rotate secret' }).click();
  await expect(secret).not.toHaveText(before ?? '');
});
