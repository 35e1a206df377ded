import { expect, test } from '../support/browser-test';
import { type Receiver, startReceiver } from '../support/receiver';
import { AT_NIGHT } from '../support/share';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, goTo, openAdmin, watch } from './admin-page';

let posthorn: RunningPosthorn;
let receiver: Receiver;
let appId: string;

test.beforeAll(async () => {
  posthorn = await startPosthorn({ workstation: false });
  receiver = await startReceiver();
  ({ id: appId } = await callApi<{ id: string }>(posthorn, 'POST', '/app', { name: 'Acme' }));
});
test.afterAll(async () => {
  await posthorn?.dispose();
  await receiver?.close();
});

const send = () =>
  callApi(posthorn, 'POST', `/app/${appId}/msg`, { eventType: 'invoice.paid', payload: { a: 1 } });

test('a loopback endpoint is refused, allowed from the form, and blocked again in the settings', async ({
  browser,
}) => {
  const context = await browser.newContext();
  const page = await openAdmin(context, posthorn, `/local/apps/${appId}`);
  const seen = watch(page, posthorn, ['422']);
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  const form = page.getByRole('dialog');
  const url = form.getByRole('textbox', { name: 'URL' });

  await url.fill('http://127.0.0.9/');
  await form.getByRole('button', { name: 'Add endpoint' }).click();
  await expect(form.getByText('127.0.0.9 is a loopback address')).toBeVisible();
  await expect(form.getByText('customer with a portal link')).toBeVisible();
  await url.fill(`${receiver.baseUrl}/hook`);
  await expect(form.getByRole('button', { name: 'Allow this target' })).toHaveCount(0);

  await form.getByRole('button', { name: 'Add endpoint' }).click();
  await form.getByRole('button', { name: 'Allow this target' }).click();
  await expect(form).toHaveCount(0);
  await send();
  await receiver.arrived(1);

  await goTo(page, posthorn, '/local/settings/targets');
  const list = page.getByRole('list', { name: 'Allowed targets' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list).toContainText('127.0.0.1');
  await expect(list).toContainText('This address');
  await page.getByRole('button', { name: 'Remove 127.0.0.1' }).click();
  await expect(list.getByRole('status')).toContainText('deliveries to this target fail');
  await page.getByRole('button', { name: 'Remove now' }).click();
  await expect(page.getByText('No targets allowed yet.')).toBeVisible();
  await send();
  await expect
    .poll(async () => {
      const path = `/app/${appId}/endpoint`;
      const { data } = await callApi<{ data: { id: string }[] }>(posthorn, 'GET', path);
      const attempts = `/app/${appId}/attempt/endpoint/${data[0]?.id}`;
      const list = await callApi<{ data: { responseStatusCode: number }[] }>(posthorn, 'GET', attempts);
      return list.data.map((attempt) => attempt.responseStatusCode);
    })
    .toEqual([0, 200]);
  expect(receiver.arrivals).toHaveLength(1);
  expect(seen).toEqual({ errors: [], foreign: [] });
  await context.close();
});

test(
  'a target is allowed by keyboard, and an invalid one is refused at its field',
  AT_NIGHT,
  async ({ browser }) => {
    const context = await browser.newContext();
    const page = await openAdmin(context, posthorn, '/local/settings/targets');
    const seen = watch(page, posthorn, ['422', '409']);
    await page.getByRole('button', { name: 'Allow a target' }).focus();
    await page.keyboard.press('Enter');
    const target = page.getByRole('textbox', { name: 'Host, address or network' });
    await expect(target).toBeFocused();
    await page.keyboard.type('0.0.0.0/0');
    await page.getByRole('button', { name: 'Allow', exact: true }).press('Enter');
    await expect(page.getByRole('dialog')).toContainText('too large');
    await expect(target).toHaveAttribute('aria-invalid', 'true');
    await target.fill('Hooks.Intern.Example');
    await page.getByRole('textbox', { name: 'Note' }).fill('Test system');
    await page.getByRole('button', { name: 'Allow', exact: true }).press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const list = page.getByRole('list', { name: 'Allowed targets' });
    await expect(list).toContainText('hooks.intern.example');
    await expect(list).toContainText('Any address of this name');
    await expect(list).toContainText('Test system');

    await page.getByRole('button', { name: 'Remove hooks.intern.example' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(list).toContainText('hooks.intern.example');

    await page.getByRole('button', { name: 'Allow a target' }).press('Enter');
    await target.fill('hooks.intern.example.');
    await page.getByRole('button', { name: 'Allow', exact: true }).press('Enter');
    await expect(page.getByRole('dialog')).toContainText('is already allowed');
    expect(seen).toEqual({ errors: [], foreign: [] });
    await context.close();
  },
);
