import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { expectAccessible } from '../support/page-checks';
import { type Receiver, startReceiver } from '../support/receiver';
import { widthFaults } from '../support/screen-checks';
import { AT_NIGHT } from '../support/share';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, openAdmin } from './admin-page';
import { goInPortal, linkTo } from './go-in-portal';

interface Named {
  readonly id: string;
}

let posthorn: RunningPosthorn;
let receiver: Receiver;
let isDown = false;
let app: Named;

test.use({ actionTimeout: 15_000 });

test.beforeAll(async () => {
  posthorn = await startPosthorn({ args: ['--retry-schedule', '3600,7200'] });
  receiver = await startReceiver(() => ({ status: isDown ? 503 : 200 }));
  app = await callApi<Named>(posthorn, 'POST', '/app', { name: 'Acme' });
});
test.afterAll(async () => {
  await posthorn?.dispose();
  await receiver?.close();
});

const endpoints = `/app/{app}/endpoint`;
const at = (path: string) => path.replace('{app}', app.id);
const send = async (n: number) =>
  (await callApi<Named>(posthorn, 'POST', at('/app/{app}/msg'), { eventType: 'a.b', payload: { n } })).id;
const isOrdered = async (id: string) =>
  (await callApi<{ ordered: boolean }>(posthorn, 'GET', at(`${endpoints}/${id}`))).ordered;
const remove = (id: string) => callApi(posthorn, 'DELETE', at(`${endpoints}/${id}`));

/** An endpoint in strict order whose first message failed, with two behind it. */
async function blocked(): Promise<{ readonly id: string; readonly messages: readonly string[] }> {
  isDown = true;
  const body = { url: receiver.baseUrl, ordered: true };
  const { id } = await callApi<Named>(posthorn, 'POST', at(endpoints), body);
  const messages = [await send(0), await send(1), await send(2)];
  const pace = () => callApi<{ blockedBy: object | null }>(posthorn, 'GET', at(`${endpoints}/${id}/pace`));
  await expect.poll(async () => (await pace()).blockedBy).toMatchObject({ messageId: messages[0] });
  isDown = false;
  return { id, messages };
}

/** What the pages of the sender and of the customer do alike: the message is skipped, and those behind it arrive. */
async function skipIn(page: Page, messages: readonly string[]): Promise<void> {
  const before = receiver.arrivals.length;
  const notice = page.getByRole('status').filter({ hasText: 'Blocked by' });
  await expect(notice).toContainText(
    new RegExp(`Blocked by ${messages[0]}, attempt 2 of 3 at .*\\d\\d:\\d\\d`),
  );
  await expect(notice.getByRole('button', { name: 'Retry now' })).toBeEnabled();
  for (const width of [390, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect.soft(await widthFaults(page), `${width} px`).toEqual([]);
  }
  await expectAccessible(page, 'an endpoint in strict order that is blocked');
  await notice.getByRole('button', { name: 'Skip it' }).click();
  await expect(notice).toContainText('The message is given up, and the next one is sent at once.');
  await notice.getByRole('button', { name: 'Cancel' }).click();
  await notice.getByRole('button', { name: 'Skip it' }).click();
  await notice.getByRole('button', { name: 'Skip the message' }).click();
  await expect(notice).toHaveCount(0);
  await receiver.arrived(before + 2);
  const arrived = receiver.arrivals.slice(before).map(({ headers }) => headers['webhook-id']);
  expect(arrived).toEqual(messages.slice(1));
}

/** What both forms do alike. */
async function chooseOrder(form: Locator): Promise<void> {
  const strict = form.getByRole('radio', { name: /^Strict order/ });
  await expect(strict).not.toBeChecked();
  await form.getByText('Strict order', { exact: true }).click();
  await expect(strict).toBeChecked();
}

test('in the admin pages, strict order is chosen with its price, and what blocks it is skipped', async ({
  context,
}) => {
  const { id } = await callApi<Named>(posthorn, 'POST', at(endpoints), { url: receiver.baseUrl });
  await send(9);
  await receiver.arrived(receiver.arrivals.length === 0 ? 1 : receiver.arrivals.length);
  const page = await openAdmin(context, posthorn, `/local/apps/${app.id}/endpoints/${id}?tab=settings`);
  await page.getByRole('button', { name: 'Edit' }).click();
  const sheet = page.getByRole('dialog');
  await expect(
    sheet.getByText(/About [\d.,]+ per second, as this receiver takes [\d,]+ ms to respond\./),
  ).toBeVisible();
  await chooseOrder(sheet);
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet).toHaveCount(0);
  expect(await isOrdered(id)).toBe(true);
  await expect(page.getByText('Strict order', { exact: true })).toBeVisible();
  await remove(id);

  const held = await blocked();
  await page.goto(`${posthorn.baseUrl}/#/local/apps/${app.id}/endpoints/${held.id}`);
  await skipIn(page, held.messages);
  await remove(held.id);
});

// Held by the test of the admin pages: both show the same parts.
test(
  'in the portal, strict order is chosen without a price yet, and what blocks it is sent now',
  AT_NIGHT,
  async ({ page }) => {
    const { url } = await callApi<{ url: string }>(posthorn, 'POST', `/auth/app-portal-access/${app.id}`, {});
    await page.goto(linkTo('/endpoints/new', url));
    const form = page.locator('form');
    await expect(form.getByText(/which is not known yet/)).toBeVisible();
    await form.getByRole('textbox', { name: 'Endpoint URL' }).fill(receiver.baseUrl);
    await chooseOrder(form);
    await form.getByRole('button', { name: 'Add endpoint' }).click();
    const ordered = async () =>
      (await callApi<{ data: readonly (Named & { ordered: boolean })[] }>(posthorn, 'GET', at(endpoints)))
        .data;
    await expect.poll(async () => (await ordered()).map((endpoint) => endpoint.ordered)).toEqual([true]);
    for (const { id } of await ordered()) await remove(id);

    const held = await blocked();
    await goInPortal(page, `/endpoints/${held.id}`);
    const before = receiver.arrivals.length;
    const notice = page.getByRole('status').filter({ hasText: 'Blocked by' });
    await notice.getByRole('button', { name: 'Retry now' }).click();
    await receiver.arrived(before + 3);
    const arrived = receiver.arrivals.slice(before).map(({ headers }) => headers['webhook-id']);
    expect(arrived).toEqual(held.messages);
    await expect(notice).toHaveCount(0);
    await remove(held.id);

    const again = await blocked();
    await goInPortal(page, `/endpoints/${again.id}`);
    await skipIn(page, again.messages);
  },
);
