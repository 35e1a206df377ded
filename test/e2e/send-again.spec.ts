import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { expectAccessible } from '../support/page-checks';
import { type Arrival, busiestSecond, type Receiver, startReceiver } from '../support/receiver';
import { AT_NIGHT } from '../support/share';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, goTo, openAdmin, watch } from './admin-page';

interface Named {
  readonly id: string;
}

/** Half of them are queued at once, and the others while those are sent, which takes long enough to be seen. */
const MESSAGES = 1000;
const LIMIT = 100;
/** Requests at once while messages are created. */
const SENDERS = 20;

let posthorn: RunningPosthorn;
let receiver: Receiver;
let isDown = true;
/** The admin app, which each test opens at a screen. */
let page: Page;

test.beforeAll(async ({ browser }) => {
  posthorn = await startPosthorn({ args: ['--retry-schedule', '3600,7200'] });
  receiver = await startReceiver(() => ({ status: isDown ? 503 : 200 }));
  page = await openAdmin(await browser.newContext(), posthorn);
});
test.afterAll(async () => {
  await page?.context().close();
  await posthorn?.dispose();
  await receiver?.close();
});

/** An application whose one endpoint has answered 503 to `count` messages; they wait for their first retry. */
async function outage(count: number): Promise<{ readonly app: Named; readonly endpoint: Named }> {
  isDown = true;
  const before = receiver.arrivals.length;
  const app = await callApi<Named>(posthorn, 'POST', '/app', { name: 'Acme' });
  const url = receiver.baseUrl;
  const endpoint = await callApi<Named>(posthorn, 'POST', `/app/${app.id}/endpoint`, { url });
  const send = async (sender: number) => {
    for (let n = sender; n < count; n += SENDERS) {
      await callApi(posthorn, 'POST', `/app/${app.id}/msg`, { eventType: 'invoice.paid', payload: { n } });
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, (_, sender) => send(sender)));
  await receiver.arrived(before + count);
  const retry = { since: null, dryRun: true };
  const waiting = () =>
    callApi<{ messages: number }>(
      posthorn,
      'POST',
      `/app/${app.id}/endpoint/${endpoint.id}/retry-now`,
      retry,
    );
  await expect.poll(async () => (await waiting()).messages, { timeout: 30_000 }).toBe(count);
  return { app, endpoint };
}

/** When each delivered message was sent, the earliest first. */
async function deliveredAt(app: Named, endpoint: Named): Promise<{ readonly atMs: number }[]> {
  const sent: { readonly atMs: number }[] = [];
  for (let iterator = ''; ; ) {
    const attempts = await callApi<AttemptPage>(
      posthorn,
      'GET',
      `/app/${app.id}/attempt/endpoint/${endpoint.id}?status=0&limit=250${iterator}`,
    );
    for (const { timestamp } of attempts.data) sent.push({ atMs: Date.parse(timestamp) });
    if (attempts.done) break;
    iterator = `&iterator=${attempts.iterator}`;
  }
  expect(sent).toHaveLength(MESSAGES);
  return sent.sort((a, b) => a.atMs - b.atMs);
}

interface AttemptPage {
  readonly data: readonly { readonly timestamp: string }[];
  readonly iterator: string | null;
  readonly done: boolean;
}

const numberIn = ({ body }: Arrival): number => JSON.parse(body.toString()).n;

test(
  '1,000 messages of an outage are resent by keyboard at once, once each and within the rate limit',
  AT_NIGHT,
  async () => {
    test.setTimeout(120_000);
    const { app, endpoint } = await outage(MESSAGES);
    await callApi(posthorn, 'PATCH', `/app/${app.id}/endpoint/${endpoint.id}`, { rateLimit: LIMIT });
    const screen = `/local/apps/${app.id}/endpoints/${endpoint.id}`;
    await goTo(page, posthorn, `${screen}?tab=settings`);
    const seen = watch(page, posthorn);
    await expect(page.getByText(`${LIMIT}/s, own limit`)).toBeVisible();
    await goTo(page, posthorn, screen);
    await expect(page.getByRole('heading', { name: 'Resends' })).toBeVisible();
    isDown = false;

    await page.keyboard.press('Shift+R');
    const sheet = page.getByRole('dialog', { name: 'Send again' });
    await expect(sheet.getByRole('checkbox', { name: /^Waiting for retry/ })).toBeChecked();
    await expect(sheet.getByRole('checkbox', { name: /^Given up/ })).toBeChecked();
    await expect(sheet.getByRole('checkbox', { name: /^Delivered/ })).not.toBeChecked();
    await expect(sheet.getByRole('status').first()).toHaveText('1,000 messages, about 10 s at 100/s.');
    await expectAccessible(page, 'send again after an outage');
    await page.keyboard.press('Control+Enter');
    await expect(sheet.getByText(/[\d,]+ messages queued so far$/)).toBeVisible();
    await expect(sheet.getByRole('progressbar', { name: 'Messages checked' })).toBeVisible();
    await expect(sheet.getByText('1,000 messages queued')).toBeVisible({ timeout: 60_000 });
    await expect(sheet.getByText('1,000 of 1,000 queued')).toBeVisible();
    await receiver.arrived(2 * MESSAGES);
    const delivered = () =>
      callApi<{ success: number }>(posthorn, 'GET', `/app/${app.id}/endpoint/${endpoint.id}/stats`);
    await expect.poll(async () => (await delivered()).success).toBe(MESSAGES);
    await page.keyboard.press('Control+Enter');
    await expect(sheet).toHaveCount(0);

    const again = receiver.arrivals.slice(MESSAGES);
    expect(again.map(numberIn).sort((a, b) => a - b)).toEqual(Array.from({ length: MESSAGES }, (_, n) => n));
    // The limit holds where bytes are written, which the attempts record. Arrivals bunch up on a busy machine.
    const sent = await deliveredAt(app, endpoint);
    expect(busiestSecond(sent)).toBeLessThanOrEqual(LIMIT);
    const tookMs = (sent.at(-1)?.atMs ?? 0) - (sent[0]?.atMs ?? 0);
    expect(tookMs).toBeGreaterThan((MESSAGES / LIMIT - 1.1) * 1000);
    expect(seen).toEqual({ errors: [], foreign: [] });
  },
);

test('a resend of a message that waits for its retry is that retry, not another delivery', async () => {
  const before = receiver.arrivals.length;
  const { app, endpoint } = await outage(1);
  await goTo(page, posthorn, `/local/deliveries?app=${app.id}`);
  isDown = false;
  const row = page.getByRole('grid', { name: 'Attempts, newest first' }).getByRole('row').first();
  await row.focus();
  await page.keyboard.press('r');
  await receiver.arrived(before + 2);
  await expect(page.getByText('Queued: invoice.paid')).toBeVisible();
  const states = () => callApi<object>(posthorn, 'GET', `/app/${app.id}/endpoint/${endpoint.id}/stats`);
  await expect.poll(states).toMatchObject({ success: 1, pending: 0, sending: 0, fail: 0 });
  expect(receiver.arrivals).toHaveLength(before + 2);
});

test('a resend names a disabled endpoint only if it has messages in scope, with a link to enable it', async () => {
  const { app, endpoint } = await outage(3);
  const other = await callApi<Named>(posthorn, 'POST', `/app/${app.id}/endpoint`, { url: receiver.baseUrl });
  for (const { id } of [endpoint, other]) {
    await callApi(posthorn, 'PATCH', `/app/${app.id}/endpoint/${id}`, { disabled: true });
  }
  await goTo(page, posthorn, `/local/deliveries?app=${app.id}&type=invoice.paid`);
  await page.getByRole('button', { name: 'Send all matches again' }).click();
  const sheet = page.getByRole('dialog', { name: 'Send again' });
  await expect(sheet.getByText('Only invoice.paid.')).toBeVisible();
  await expect(sheet.getByText('Nothing to send.')).toBeVisible();
  await expect(sheet.getByText(/is disabled: 3 messages left out/)).toHaveCount(1);
  await expect(sheet.getByRole('alert')).toHaveCount(0);
  await sheet.getByRole('link', { name: 'Open the endpoint to enable it' }).click();
  await expect(page).toHaveURL(new RegExp(`/endpoints/${endpoint.id}$`));
});
