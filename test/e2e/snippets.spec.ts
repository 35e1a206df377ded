import { expect, test } from '@playwright/test';
import { expectAccessible, expectReflow } from '../support/page-checks';
import { type SampleSender, startSampleSender } from '../support/sample-sender';
import { openAdmin } from './admin-page';

let sender: SampleSender;
let endpointId: string;
let secret: string;
test.beforeAll(async () => {
  sender = await startSampleSender();
  const path = `/app/${sender.appId}/endpoint`;
  const url = `${sender.server.baseUrl}/receiver/snippets`;
  endpointId = (await sender.call<{ id: string }>('POST', path, { url })).id;
  secret = (await sender.call<{ key: string }>('GET', `${path}/${endpointId}/secret`)).key;
});
test.afterAll(() => sender?.server.dispose());

test('code that sends and verifies is in the language that was chosen last, on every page', async ({
  context,
}) => {
  const page = await openAdmin(context, sender.server, `/local/apps/${sender.appId}`);
  const code = (name: string) => page.getByRole('region', { name });
  await expect(code('Send a message')).toContainText(
    `curl "${sender.server.baseUrl}/api/v1/app/${sender.appId}/msg"`,
  );
  await page.getByRole('button', { name: /Language/ }).press('Enter');
  await page.getByRole('option', { name: 'Go', exact: true }).press('Enter');
  await expect(code('Send a message')).toContainText(`client.Message.Create`);
  await expect(code('Send a message')).toContainText(sender.server.baseUrl);
  await expect(page.getByText('go get github.com/svix/svix-webhooks/go')).toBeVisible();
  await expectAccessible(page, 'the code of an application');

  await page.goto(`${sender.server.baseUrl}/#/local/apps/${sender.appId}/endpoints/${endpointId}`);
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

test('a customer copies the code that verifies, with the secret once it is shown', async ({ context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  await page.goto(await sender.portalLink());
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
});

test('the documentation says how to send, with the address of this server', async ({ context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  await page.goto(`${sender.server.baseUrl}/docs/`);
  const python = page.locator('details', { hasText: 'Python' });
  await python.getByText('Python', { exact: true }).click();
  await expect(python).toContainText(`SvixOptions(server_url="${sender.server.baseUrl}")`);
  await python.getByRole('button', { name: 'Copy' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('svix.message.create(');
  await expectAccessible(page, 'the code of the documentation');
  await page.reload();
  await expect(python).toHaveAttribute('open');
  await page.close();
});
