import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { startReceiver } from '../support/receiver';
import { AT_NIGHT } from '../support/share';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, goTo, openAdmin, watch } from './admin-page';

let posthorn: RunningPosthorn;
let appId: string;
let page: Page;

test.beforeAll(async ({ browser }) => {
  posthorn = await startPosthorn({ args: ['--retry-schedule', '300'] });
  for (const name of ['invoice.paid', 'order.lost'])
    await callApi(posthorn, 'POST', '/event-type', { name, description: 'd' });
  appId = (await callApi<{ id: string }>(posthorn, 'POST', '/app', { name: 'Acme' })).id;
  page = await openAdmin(await browser.newContext(), posthorn);
});
test.afterAll(async () => {
  await page?.context().close();
  await posthorn?.dispose();
});

test('an application page shows its state, its endpoints and its last messages, updated live', async () => {
  const broken = await startReceiver(() => ({ status: 503 }));
  await goTo(page, posthorn, `/local/apps/${appId}`);
  const seen = watch(page, posthorn);
  const sentence = page.getByTestId('application-sentence');
  await expect(sentence).toHaveText('No endpoints yet: messages are stored but not delivered.');
  const add = (url: string, more: object = {}) =>
    callApi<{ id: string }>(posthorn, 'POST', `/app/${appId}/endpoint`, { url, ...more });
  await add(`${posthorn.baseUrl}/receiver/good`);
  await add(`${posthorn.baseUrl}/receiver/held`, { paused: true, filterTypes: ['order.lost'] });
  await expect(sentence).toHaveText('1 of 2 endpoints is paused.');
  await add(broken.baseUrl);
  await callApi(posthorn, 'POST', `/app/${appId}/msg`, { eventType: 'invoice.paid', payload: {} });
  await broken.arrived(1);
  const host = new URL(broken.baseUrl).host;
  await expect(sentence).toHaveText(`${host} is failing, 1 of 3 endpoints is paused. 1 delivery waiting.`);
  const rows = page.getByRole('region', { name: 'Endpoints' }).getByRole('listitem');
  await expect(rows).toHaveText([/Failing.*HTTP 503.*1 waiting/, /Paused.*nothing sent yet/, /HTTP 200/]);
  const messages = page.getByRole('region', { name: 'Last messages' });
  await expect(messages.getByRole('listitem')).toHaveText([/Retrying.*HTTP 503.*1 of 2.*invoice\.paid/]);
  await messages.getByRole('link', { name: 'All messages' }).click();
  await expect(page).toHaveURL(new RegExp(`/deliveries/messages\\?app=${appId}$`));
  await page.goBack();
  await messages.getByRole('link', { name: /invoice/ }).click();
  await expect(page.getByTestId('message-verdict')).toContainText('Delivered to 1 of 2');
  expect(seen).toEqual({ errors: [], foreign: [] });
  await broken.close();
});

test('an endpoint says on its first tab what fails and what waits, and has settings and secret on two more', async () => {
  const broken = await startReceiver(() => ({ status: 503, body: 'down for maintenance' }));
  const { id } = await callApi<{ id: string }>(posthorn, 'POST', `/app/${appId}/endpoint`, {
    url: broken.baseUrl,
    filterTypes: ['order.lost'],
  });
  await callApi(posthorn, 'POST', `/app/${appId}/msg`, { eventType: 'order.lost', payload: {} });
  await broken.arrived(1);
  await goTo(page, posthorn, `/local/apps/${appId}/endpoints/${id}`);
  const seen = watch(page, posthorn);
  const error = page.getByRole('region', { name: 'Last error' });
  await expect(error).toContainText(/HTTP 503 after \d+ ms/);
  await expect(error).toContainText('down for maintenance');
  await expect(page.getByRole('region', { name: 'Attempts' }).getByRole('listitem')).toHaveText([/HTTP 503/]);
  await expect(page.getByRole('region', { name: 'Deliveries' })).toContainText('last 28 days');
  await expect(page.getByRole('region', { name: 'Deliveries' }).getByRole('listitem').last()).toContainText(
    'order.lostretry',
  );
  const tabs = page.getByRole('navigation', { name: 'Endpoint' });
  await tabs.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('region', { name: 'Settings' })).toContainText('order.lost');
  await expect(error).toHaveCount(0);
  await tabs.getByRole('link', { name: 'Integrate' }).click();
  await expect(page.getByRole('button', { name: 'Rotate secret' })).toBeVisible();
  await tabs.getByRole('link', { name: 'Live' }).click();
  await expect(tabs.getByRole('link', { name: 'Live' })).toHaveAttribute('aria-current', 'page');
  expect(seen).toEqual({ errors: [], foreign: [] });
  await broken.close();
});

test('a URL opens the portal access sheet, and Escape closes it for good', async () => {
  await goTo(page, posthorn, `/local/apps/${appId}?portal=1`);
  const sheet = page.getByRole('dialog', { name: 'Portal access of Acme' });
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Last messages' })).toBeVisible();
  await expect(sheet).toHaveCount(0);
});

test('an endpoint URL is validated when its field loses focus, and an endpoint can be created paused', async () => {
  await goTo(page, posthorn, `/local/apps/${appId}`);
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  const sheet = page.getByRole('dialog');
  const field = sheet.getByRole('textbox', { name: 'URL' });
  await field.fill('acme.example/hook');
  await expect(field).not.toHaveAttribute('aria-invalid', 'true');
  await field.press('Tab');
  await expect(field).toHaveAccessibleDescription(/Enter a complete URL/);
  await expect(sheet.getByRole('button', { name: 'Add endpoint' })).toBeDisabled();
  await field.fill('https://acme.example/hook');
  await expect(field).not.toHaveAttribute('aria-invalid', 'true');
  const sending = sheet.getByRole('radiogroup', { name: 'Sending' });
  await sending.getByText('Paused', { exact: true }).click();
  await sheet.getByRole('button', { name: 'Add endpoint' }).click();
  await expect(page.getByText('Paused: deliveries on hold')).toBeVisible();
  const { data } = await callApi<{ data: object[] }>(posthorn, 'GET', `/app/${appId}/endpoint`);
  expect(data).toContainEqual(
    expect.objectContaining({ url: 'https://acme.example/hook', disabled: false, paused: true }),
  );
});

test('vendor keys (x-…) of a schema are collapsed, and expanded on demand', AT_NIGHT, async () => {
  await callApi(posthorn, 'POST', '/event-type', {
    name: 'order.paid',
    description: 'd',
    schema: { type: 'object', properties: { id: { type: 'string', 'x-go-name': 'OrderID' } } },
  });
  await goTo(page, posthorn, '/local/catalog/order.paid');
  await expect(page.getByRole('button', { name: 'Show 1 vendor key (x-…)' })).toBeVisible();
  await expect(page.getByText('x-go-name')).toHaveCount(0);
  await page.getByRole('button', { name: 'Show 1 vendor key (x-…)' }).click();
  await expect(page.getByText('x-go-name').first()).toBeVisible();
});
