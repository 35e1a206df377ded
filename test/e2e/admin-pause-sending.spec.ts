import { expect, test } from '../support/browser-test';
import { expectAccessible, expectReflow } from '../support/page-checks';
import { type Receiver, startReceiver } from '../support/receiver';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, goTo, openAdmin } from './admin-page';

let posthorn: RunningPosthorn;
let receiver: Receiver;
test.beforeAll(async () => {
  receiver = await startReceiver();
  posthorn = await startPosthorn({ args: ['--workstation'] });
});
test.afterAll(async () => {
  await posthorn?.dispose();
  await receiver?.close();
});

test('all sending is paused and resumed by keyboard, with a notice above every screen', async ({
  context,
}) => {
  const { id } = await callApi<{ id: string }>(posthorn, 'POST', '/app', { name: 'Acme' });
  await callApi(posthorn, 'POST', `/app/${id}/endpoint`, { url: `${receiver.baseUrl}/` });
  const page = await openAdmin(context, posthorn, '/local/catalog');
  const other = await openAdmin(context, posthorn, '/local/settings/sending');
  const paused = other.getByRole('switch', { name: 'Pause all sending' });
  await expect(paused).not.toBeChecked();
  const notice = page.getByRole('status').filter({ hasText: 'their deliveries are queued in order' });

  await page.keyboard.press('Control+k');
  await page.keyboard.type('pause all');
  await expect(page.getByRole('option', { name: 'Pause all sending' }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(notice).toBeVisible();
  // The other window is told, without a reload.
  await expect(paused).toBeChecked();
  await callApi(posthorn, 'POST', `/app/${id}/msg`, { eventType: 'a.b', payload: {} });
  await goTo(page, posthorn, '/local/deliveries/messages');
  await expect(notice).toBeVisible();
  await expectAccessible(page, 'deliveries while sending is paused');
  await expectReflow(page, 'deliveries while sending is paused', [390, 834, 1440]);
  expect(receiver.arrivals).toEqual([]);

  await page.keyboard.press('Control+k');
  await page.keyboard.type('resume sending');
  await expect(page.getByRole('option', { name: 'Resume sending' }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(notice).toHaveCount(0);
  await receiver.arrived(1);
  await expect(paused).not.toBeChecked();

  await paused.focus();
  await other.keyboard.press('Space');
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: 'Resume sending' }).click();
  await expect(paused).not.toBeChecked();
});
