import type { Page } from '@playwright/test';
import type { DeliveryStateOut } from '../../src-server/contract/traffic';
import { expect, test } from '../support/browser-test';
import { newSignal } from '../support/new-signal';
import { AT_NIGHT } from '../support/share';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, goTo, openAdmin, watch } from './admin-page';

let posthorn: RunningPosthorn;
let isFilled = false;
/** A limit of one per second, and a queue that outlasts the test. */
let slow: { readonly appId: string; readonly endpointId: string };
/** Its receiver answers 503. */
let broken: { readonly appId: string; readonly endpointId: string };

let page: Page;

const QUEUED = 400;

test.beforeAll(async ({ browser }) => {
  posthorn = await startPosthorn();
  page = await openAdmin(await browser.newContext(), posthorn);
});
test.afterAll(async () => {
  await page?.context().close();
  await posthorn?.dispose();
});

test('a page shows what changed after it was read and before its live connection was open', async ({
  context,
}) => {
  const [opened, open] = newSignal();
  await context.route('**/api/v1/live*', async (route) => {
    await opened;
    await route.continue();
  });
  const late = await openAdmin(context, posthorn, '/local/catalog');
  await expect(late.getByRole('contentinfo')).toContainText('0 event types');
  await callApi(posthorn, 'POST', '/event-type', { name: 'order.unheard', description: 'Nobody heard.' });
  open();
  await expect(late.getByRole('contentinfo')).toContainText('1 event type');
  await callApi(posthorn, 'DELETE', '/event-type/order.unheard?expunge=true');
});

test('without endpoints, the live page says what it will show and how to start', async () => {
  await goTo(page, posthorn, '/local/deliveries/live');
  await expect(page.getByRole('heading', { name: 'No endpoints yet' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Send a message' }).last()).toBeVisible();
  await page.getByRole('link', { name: 'Messages' }).click();
  await expect(page.getByRole('link', { name: 'Messages' })).toHaveAttribute('aria-current', 'page');
});

test('the live list shows which endpoints are smoothed and which fail, problems first', async () => {
  await fill();
  await goTo(page, posthorn, '/local/deliveries/live');
  const seen = watch(page, posthorn);
  const grid = page.getByRole('grid', { name: 'Endpoints, problems first' });
  await expect(grid.getByRole('row', { name: /Slow/ })).toContainText(/Queued|Delayed/, {
    timeout: 20_000,
  });
  await expect(grid.getByRole('row', { name: /Slow/ })).toContainText('of 1/s, application limit');
  await expect(grid.getByRole('row', { name: /Broken/ })).toContainText('Failing', { timeout: 20_000 });
  await expect(grid.getByRole('row').first()).toContainText('Broken', { timeout: 20_000 });
  await expect(page.getByTestId('fleet-summary')).toContainText('1 failing: 127.0.0.1');

  await page.getByRole('button', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Failing' }).click();
  await expect(grid.getByRole('row')).toHaveCount(1);
  expect(page.url()).toContain('state=failing');
  await page.getByRole('searchbox').fill('nothing like it');
  await expect(page.getByRole('heading', { name: 'No endpoint matches' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear the search and the filter' }).click();
  await expect(grid.getByRole('row')).toHaveCount(3);

  // By keyboard into the list, and from a row to its endpoint.
  await grid.getByRole('row', { name: /Slow/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('delivery-sentence')).toBeVisible();
  expect(page.url()).toContain(`/endpoints/${slow.endpointId}/live`);
  expect(seen).toEqual({ errors: [], foreign: [] });
});

test(
  'an endpoint at its rate limit shows its drain time, is paused and resumed, and gets another limit',
  AT_NIGHT,
  async () => {
    await fill();
    await openEndpoint(slow);
    const seen = watch(page, posthorn);
    const sentence = page.getByTestId('delivery-sentence');
    await expect(sentence).toContainText(/\d+ queued \(oldest .* Clear in about/, { timeout: 20_000 });
    await page.getByRole('radio', { name: 'Paused', exact: true }).click();
    await expect(sentence).toContainText(/Paused\. \d+ queued; nothing is lost\./);
    await expect(sentence).toContainText('Once resumed, sent at 1/s');
    await page.getByRole('radio', { name: 'Active', exact: true }).click();
    await expect(sentence).toContainText('Clear in about', { timeout: 20_000 });
    await page.getByRole('button', { name: 'Change limit' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('textbox').fill('nonsense');
    await expect(sheet.getByRole('button', { name: 'Save the limit' })).toBeDisabled();
    await sheet.getByRole('textbox').fill('2');
    await sheet.getByRole('button', { name: 'Save the limit' }).click();
    await expect(sheet).toHaveCount(0);
    await expect(page.getByText(/ of 2\/s$/)).toBeVisible();
    expect(seen).toEqual({ errors: [], foreign: [] });
  },
);

test('Space pauses the charts and counts new attempts; Shift with arrow keys selects a time span', async () => {
  await fill();
  await openEndpoint(slow);
  const charts = page.getByRole('group', { name: /^Charts/ });
  await expect(charts).toBeVisible({ timeout: 20_000 });
  const summary = charts.getByText(/waiting (now|at the end)/);
  // Frozen earlier, it would stay a picture of nothing.
  await expect(summary).toBeVisible({ timeout: 20_000 });
  await charts.focus();
  await page.keyboard.press('Space');
  const back = page.getByRole('button', { name: /Resume \(\d+ new\)/ });
  await expect(back).toBeVisible();
  const frozen = await summary.textContent();
  await expect(page.getByRole('button', { name: /Resume \(([2-9]|\d\d+) new\)/ })).toBeVisible({
    timeout: 20_000,
  });
  expect(await summary.textContent()).toBe(frozen);
  await charts.focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Pause chart' })).toBeVisible();
  await expect(summary).not.toHaveText(frozen ?? '', { timeout: 20_000 });

  await charts.focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(page.getByRole('heading', { name: 'Attempts in the selected time range' })).toBeVisible();
  expect(page.url()).toMatch(/span=\d+-\d+/);
  await expect(page.getByRole('button', { name: 'Send again for this time range' })).toBeVisible();
  await charts.focus();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Newest attempts' })).toBeVisible();

  await page.getByText('Numbers', { exact: true }).click();
  await expect(page.getByRole('region', { name: 'Queue in numbers' }).getByRole('row').nth(1)).toBeVisible();
  await page.getByText('1 hour', { exact: true }).click();
  await expect(page.getByRole('region', { name: 'Rate in numbers' }).getByRole('row')).toHaveCount(61);
  await expect(page.getByRole('radio', { name: '1 hour' })).toBeFocused();
  await page.getByText('24 hours', { exact: true }).click();
  await expect(page.getByRole('columnheader', { name: 'Hour from' }).first()).toBeVisible();
});

// Held by `send-again.test.ts` and by `admin-messages.spec.ts`.
test('a resend shows the number of messages and the time it takes before it starts', AT_NIGHT, async () => {
  await fill();
  await openEndpoint(broken);
  await page.getByRole('button', { name: 'Send again' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('checkbox', { name: /^Waiting for retry/ })).toBeChecked();
  await expect(sheet.getByRole('checkbox', { name: /^Delivered/ })).not.toBeChecked();
  await expect(sheet.getByRole('status').first()).toHaveText(/^\d+ messages?, /);
  await expect(sheet.getByRole('button', { name: /^Send \d+ again$/ })).toBeEnabled();
});

// Held by `draw-pace.test.ts`.
test('a hidden window updates nothing, and is current again once it is visible', AT_NIGHT, async () => {
  await fill();
  await openEndpoint(slow);
  const sentence = page.getByTestId('delivery-sentence');
  await expect(sentence).toContainText('Clear in about', { timeout: 20_000 });
  const hide = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await hide(true);
  // A render that was pending ends before the next delivery.
  const shown = await queueNow();
  await expect.poll(queueNow, { timeout: 30_000 }).toBeLessThan(shown);
  const before = await sentence.textContent();
  const queued = await queueNow();
  await expect.poll(queueNow, { timeout: 30_000 }).toBeLessThan(queued - 2);
  expect(await sentence.textContent()).toBe(before);
  await hide(false);
  await expect(sentence).not.toHaveText(before ?? '', { timeout: 20_000 });
});

/** Three endpoints, one at its limit and one that fails; created once, by the first test. */
async function fill(): Promise<void> {
  if (isFilled) return;
  await callApi(posthorn, 'POST', '/event-type', { name: 'invoice.paid', description: 'Paid.' });
  slow = await makeEndpoint('Slow', { rateLimit: 1 }, 'slow');
  broken = await makeEndpoint('Broken', {}, 'broken?status=503');
  await makeEndpoint('Quiet', {}, 'quiet');
  await send(slow.appId, QUEUED);
  await send(broken.appId, 4);
  isFilled = true;
}

async function makeEndpoint(name: string, limits: object, bin: string) {
  const { id: appId } = await callApi<{ id: string }>(posthorn, 'POST', '/app', { name, ...limits });
  const url = `${posthorn.baseUrl}/receiver/${bin}`;
  const { id } = await callApi<{ id: string }>(posthorn, 'POST', `/app/${appId}/endpoint`, { url });
  return { appId, endpointId: id };
}

async function send(appId: string, count: number): Promise<void> {
  const message = { eventType: 'invoice.paid', payload: { a: 1 } };
  for (let sent = 0; sent < count; sent += 20) {
    const batch = Array.from({ length: Math.min(20, count - sent) }, () =>
      callApi(posthorn, 'POST', `/app/${appId}/msg`, message),
    );
    await Promise.all(batch);
  }
}

async function openEndpoint({ appId, endpointId }: typeof slow): Promise<void> {
  await goTo(page, posthorn, `/local/apps/${appId}/endpoints/${endpointId}/live`);
}

/** The number of waiting deliveries of the slow endpoint, as the server reports it. */
async function queueNow(): Promise<number> {
  const { endpoints } = await callApi<DeliveryStateOut>(posthorn, 'GET', '/delivery-state');
  return endpoints.find(({ endpointId }) => endpointId === slow.endpointId)?.queue ?? 0;
}
