import { expect, test } from '../support/browser-test';
import { type Customer, createCustomer } from '../support/customer';
import { expectAccessible, expectReflow } from '../support/page-checks';
import { AT_NIGHT } from '../support/share';
import { openAdmin } from './admin-page';

let customer: Customer;
let endpointId: string;
let secret: string;
test.beforeAll(async ({ shared }) => {
  customer = await createCustomer(shared);
  const path = `/app/${customer.appId}/endpoint`;
  const url = `${customer.server.baseUrl}/receiver/snippets`;
  endpointId = (await customer.call<{ id: string }>('POST', path, { url })).id;
  secret = (await customer.call<{ key: string }>('GET', `${path}/${endpointId}/secret`)).key;
});

test('sample code to send and to verify is shown in the language chosen last, on every admin page', async ({
  context,
}) => {
  const page = await openAdmin(context, customer.server, `/local/apps/${customer.appId}`);
  const code = (name: string) => page.getByRole('region', { name });
  await expect(code('Send a message')).toContainText('import { Svix } from "svix"');
  const other = await openAdmin(
    context,
    customer.server,
    `/local/apps/${customer.appId}/endpoints/${endpointId}?tab=integrate`,
  );
  await expect(other.getByRole('region', { name: 'Verify a signature' })).toContainText(
    'from "standardwebhooks"',
  );
  await other.close();
  await page.getByRole('button', { name: /Language/ }).press('Enter');
  await page.getByRole('option', { name: 'Go', exact: true }).press('Enter');
  await expect(code('Send a message')).toContainText(`client.Message.Create`);
  await expect(code('Send a message')).toContainText(customer.server.baseUrl);
  await expect(page.getByText('go get github.com/svix/svix-webhooks/go')).toBeVisible();
  await expectAccessible(page, 'the code of an application');

  await page.goto(
    `${customer.server.baseUrl}/#/local/apps/${customer.appId}/endpoints/${endpointId}?tab=integrate`,
  );
  await expect(code('Verify a signature')).toContainText('NewWebhook("whsec_...")');
  await page
    .getByRole('heading', { name: 'Signing secret' })
    .locator('..')
    .getByRole('button', { name: 'Show' })
    .click();
  await expect(code('Verify a signature')).toContainText(`NewWebhook("${secret}")`);
  await expectAccessible(page, 'the code of an endpoint');
  await page.close();
});

test(
  'a customer copies verification code, with the signing secret once it is revealed',
  AT_NIGHT,
  async ({ context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await context.newPage();
    await page.goto(await customer.portalLink());
    await page.getByRole('link', { name: 'Endpoints' }).click();
    await page.getByRole('link', { name: /receiver\/snippets/ }).click();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Show signing secret' }).click();
    await page.getByRole('button', { name: /Language/ }).press('Enter');
    await page.getByRole('option', { name: 'Python' }).press('Enter');
    await page.getByRole('button', { name: 'Copy verify a signature' }).press('Enter');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain(`webhook = Webhook("${secret}")`);
    await expectAccessible(page, 'the code of the portal');
    await expectReflow(page, 'the code of the portal');
    await page.close();
  },
);

test(
  'the documentation shows how to send a message, with the URL of its own server',
  AT_NIGHT,
  async ({ context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await context.newPage();
    await page.goto(`${customer.server.baseUrl}/docs/`);
    const python = page.locator('details', { hasText: 'Python' });
    await python.getByText('Python', { exact: true }).click();
    await expect(python).toContainText(`SvixOptions(server_url="${customer.server.baseUrl}")`);
    await python.getByRole('button', { name: 'Copy' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('svix.message.create(');
    await expectAccessible(page, 'the code of the documentation');
    await page.reload();
    await expect(python).toHaveAttribute('open');
    await page.close();
  },
);
