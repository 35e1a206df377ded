import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { expectAccessible } from '../support/page-checks';
import { AT_NIGHT } from '../support/share';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, goTo, openAdmin, watch } from './admin-page';

interface Named {
  readonly id: string;
}

const MESSAGES = 12;
let posthorn: RunningPosthorn;
let app: Named;
let good: Named;
let broken: Named;
let page: Page;

/** One application with a working and a failing endpoint, and messages to both. */
test.beforeAll(async ({ browser }) => {
  posthorn = await startPosthorn({ args: ['--retry-schedule', '0.05'] });
  for (const name of ['invoice.paid', 'invoice.voided', 'user.created']) {
    await callApi(posthorn, 'POST', '/event-type', { name, description: name });
  }
  app = await callApi<Named>(posthorn, 'POST', '/app', { name: 'Acme', rateLimit: 100 });
  const path = `/app/${app.id}/endpoint`;
  good = await callApi<Named>(posthorn, 'POST', path, { url: `${posthorn.baseUrl}/receiver/good` });
  broken = await callApi<Named>(posthorn, 'POST', path, {
    url: `${posthorn.baseUrl}/receiver/broken?status=503`,
    filterTypes: ['invoice.paid'],
  });
  for (let index = 0; index < MESSAGES; index++) {
    const eventType = index % 2 === 0 ? 'invoice.paid' : 'user.created';
    await callApi(posthorn, 'POST', `/app/${app.id}/msg`, { eventType, payload: { index } });
  }
  await expect.poll(() => failedAt(broken), { timeout: 30_000 }).toBe(MESSAGES / 2);
  const permissions = ['clipboard-read', 'clipboard-write'];
  page = await openAdmin(await browser.newContext({ permissions }), posthorn);
});
test.afterAll(async () => {
  await page?.context().close();
  await posthorn?.dispose();
});

async function failedAt(endpoint: Named): Promise<number> {
  const stats = await callApi<{ fail: number }>(
    posthorn,
    'GET',
    `/app/${app.id}/endpoint/${endpoint.id}/stats`,
  );
  return stats.fail;
}

const tapeOf = () => page.getByRole('grid', { name: 'Attempts, newest first' });
const deliveries = (query: Readonly<Record<string, string>>) =>
  `/local/deliveries?${new URLSearchParams(query)}`;

test('the URL filters the list of attempts, chips show the filters, and clearing them shows all', async () => {
  await goTo(
    page,
    posthorn,
    deliveries({ app: app.id, endpoint: good.id, type: 'invoice.*', status: 'success' }),
  );
  const seen = watch(page, posthorn);
  await expect(tapeOf().getByRole('row')).toHaveCount(MESSAGES / 2);
  await expect(page.getByText('All 6 attempts, newest first.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear type' }).click();
  await expect(tapeOf().getByRole('row')).toHaveCount(MESSAGES);
  expect(page.url()).not.toContain('type=');
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.getByRole('button', { name: 'Status', exact: true }).click();
  await page.getByRole('option', { name: '5xx' }).click();
  expect(page.url()).toContain('code=5xx');
  await expect(tapeOf().getByRole('row').first()).toContainText('503');
  await page.getByRole('searchbox', { name: 'Search type, URL, status' }).fill('no such words');
  await expect(page.getByRole('heading', { name: 'No attempt matches' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await page.reload();
  await expect(tapeOf().getByRole('row').first()).toBeVisible();
  expect(seen).toEqual({ errors: [], foreign: [] });
});

test('attempts are browsed, inspected and resent by keyboard alone', async () => {
  await goTo(page, posthorn, deliveries({ app: app.id, endpoint: good.id }));
  const seen = watch(page, posthorn);
  const rows = tapeOf().getByRole('row');
  await expect(rows).toHaveCount(MESSAGES);
  await rows.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press('i');
  const inspector = page.getByRole('complementary', { name: 'Attempt' });
  await expect(inspector.getByRole('region', { name: 'Request body' })).toContainText('"index": 10');
  await expect(inspector.getByText('webhook-id')).toBeVisible();
  await expect(inspector.getByRole('region', { name: 'Response body' })).toContainText('"ok"');
  await expect(inspector.getByRole('heading', { name: 'One attempt to this endpoint' })).toBeVisible();
  await page.keyboard.press('j');
  await expect(inspector.getByRole('region', { name: 'Request body' })).toContainText('"index": 9');
  await page.keyboard.press('F6');
  await expect(inspector.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Shift+F6');
  await page.keyboard.press('i');
  await expect(inspector).toHaveCount(0);
  await page.keyboard.press('r');
  await expect(page.getByText(/^Queued: user\.created will be sent to/)).toBeVisible();
  await expect(rows).toHaveCount(MESSAGES + 1);
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Resume', exact: true })).toBeVisible();
  await page.keyboard.press('Space');
  expect(seen).toEqual({ errors: [], foreign: [] });
});

test('an attempt shows the request that was sent, even after its endpoint has changed', async () => {
  const endpoint = await callApi<Named>(posthorn, 'POST', `/app/${app.id}/endpoint`, {
    url: `${posthorn.baseUrl}/receiver/before?room=[1-2]`,
    filterTypes: ['invoice.voided'],
    headers: { 'x-tenant': 'before', authorization: 'Basic c2VjcmV0' },
  });
  const path = `/app/${app.id}/endpoint/${endpoint.id}`;
  const message = await callApi<Named>(posthorn, 'POST', `/app/${app.id}/msg`, {
    eventType: 'invoice.voided',
    payload: {},
    // JSON.parse would lose the order of its keys and the spelling of its numbers.
    transformationsParams: {
      rawPayload: '{"amount": 1.50, "b": 2, "1": 9007199254740993}',
      headers: { 'content-type': 'application/vnd.acme+json' },
    },
  });
  const attempts = () =>
    callApi<{ data: Named[] }>(posthorn, 'GET', `/app/${app.id}/attempt/endpoint/${endpoint.id}`);
  await expect.poll(async () => (await attempts()).data.length).toBe(1);
  await callApi(posthorn, 'PATCH', path, { url: `${posthorn.baseUrl}/receiver/after` });
  await callApi(posthorn, 'PATCH', `${path}/headers`, {
    headers: { 'x-tenant': 'after', authorization: null, 'x-new': 'new' },
  });

  await goTo(page, posthorn, deliveries({ app: app.id, endpoint: endpoint.id }));
  await tapeOf().getByRole('row').first().click();
  const request = page.getByRole('region', { name: 'Request', exact: true });
  await expect(request.getByText('before', { exact: true })).toBeVisible();
  await expect(request.getByText('application/vnd.acme+json')).toBeVisible();
  await expect(request.getByText('webhook-signature')).toBeVisible();
  await expect(request.getByText('hidden, write-only')).toHaveCount(1);
  await expect(request.getByText('after')).toHaveCount(0);
  await expect(request.getByText('x-new')).toHaveCount(0);
  await expect(request.getByRole('region', { name: 'Request body' })).toContainText('"amount": 1.50');

  await request.getByRole('button', { name: 'Copy as curl' }).click();
  await expect(request.getByText('Copied as curl')).toBeAttached();
  const lines = (await page.evaluate(() => navigator.clipboard.readText())).split(' \\\n  ');
  expect(lines[0]).toBe(`curl --globoff -X POST '${posthorn.baseUrl}/receiver/before?room=[1-2]'`);
  expect(lines).toContain("-H 'x-tenant: before'");
  expect(lines).toContain("-H 'content-type: application/vnd.acme+json'");
  expect(lines).toContain(`-H 'webhook-id: ${message.id}'`);
  expect(lines.filter((line) => /webhook-(?:signature|timestamp): /.test(line))).toHaveLength(2);
  expect(lines.filter((line) => /authorization|x-new|after/.test(line))).toEqual([]);
  expect(lines.at(-1)).toBe(`--data-raw '{"amount": 1.50, "b": 2, "1": 9007199254740993}'`);

  const [attempt] = (await attempts()).data;
  await callApi(posthorn, 'DELETE', `/app/${app.id}/msg/${message.id}/attempt/${attempt?.id}/content`);
  await page.reload();
  await tapeOf().getByRole('row').first().click();
  await expect(request.getByText('No headers are recorded')).toBeVisible();
  await expect(request.getByRole('region', { name: 'Request body' })).toBeVisible();
  await expect(request.getByRole('button', { name: 'Copy as curl' })).toHaveCount(0);
});

test('failed messages are resent once the receiver works again, with an estimate, progress and a result', async () => {
  const query = { app: app.id, endpoint: broken.id, status: 'fail' };
  await goTo(page, posthorn, deliveries(query));
  const seen = watch(page, posthorn);
  await expect(tapeOf().getByRole('row').first()).toBeVisible();
  await callApi(posthorn, 'PATCH', `/app/${app.id}/endpoint/${broken.id}`, {
    url: `${posthorn.baseUrl}/receiver/mended`,
  });
  const sheet = page.getByRole('dialog');
  const arrived = async () => (await callApi<{ count: number }>(posthorn, 'GET', '/receiver/mended')).count;

  await test.step('two that were selected', async () => {
    await tapeOf().getByRole('row').first().focus();
    await page.keyboard.press('x');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+X');
    await expect(page.getByText('4 selected')).toBeVisible();
    await page.keyboard.press('r');
    const send = sheet.getByRole('button', { name: /^Send \d again$/ });
    const count = Number((await send.textContent())?.match(/\d/)?.[0]);
    await expect(sheet.getByRole('status').first()).toHaveText(
      new RegExp(`^${count} messages?, .* at [\\d,]+/s`),
    );
    await send.click();
    await expect(sheet.getByText(new RegExp(`${count} messages? queued$`))).toBeVisible({
      timeout: 30_000,
    });
    await expect(page.getByText('4 selected')).toHaveCount(0);
    await sheet.getByRole('button', { name: 'Done' }).click();
    await expect.poll(arrived, { timeout: 30_000 }).toBe(count);
  });

  await test.step('all that are left', async () => {
    const left = MESSAGES / 2 - (await arrived());
    await page.getByRole('button', { name: 'Send all matches again' }).click();
    await expect(sheet.getByRole('status').first()).toHaveText(
      new RegExp(`^${left} messages?, .* at [\\d,]+/s`),
    );
    await expect(sheet.getByText('gets it twice').last()).toBeVisible();
    await sheet.getByRole('button', { name: `Send ${left} again` }).click();
    await expect(sheet.getByText(new RegExp(`${left} messages? queued$`))).toBeVisible({
      timeout: 30_000,
    });
    await expect(sheet.getByText('Finished')).toBeVisible();
    await sheet.getByRole('button', { name: 'Done' }).click();
    await expect.poll(arrived, { timeout: 30_000 }).toBe(MESSAGES / 2);
  });
  expect(seen).toEqual({ errors: [], foreign: [] });
});

test(
  'a message is resent to another endpoint of its application, after a warning that it is not subscribed',
  AT_NIGHT,
  async () => {
    const other = `${posthorn.baseUrl}/receiver/other`;
    // No message so far is for it.
    const filterTypes = ['invoice.voided'];
    await callApi(posthorn, 'POST', `/app/${app.id}/endpoint`, { url: other, filterTypes });
    await goTo(page, posthorn, deliveries({ app: app.id, endpoint: good.id }));
    await tapeOf().getByRole('row').first().click();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('choose what');
    await expect(page.getByRole('option').first()).toContainText('Choose what to send');
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Send again' });
    await sheet.getByText('To another endpoint').click();
    await expect(sheet.getByRole('button', { name: 'Send again' })).toBeDisabled();
    await sheet.getByRole('button', { name: /Endpoint/ }).press('Enter');
    await page.getByRole('option', { name: other }).click();
    await expect(sheet.getByText('Its event types and channels do not include this message')).toBeVisible();
    await page.keyboard.press('Control+Enter');
    await expect(sheet.getByText(`Queued for ${other}`)).toBeVisible();
    await page.keyboard.press('Control+Enter');
    await expect(sheet).toHaveCount(0);
    const arrived = async () => (await callApi<{ count: number }>(posthorn, 'GET', '/receiver/other')).count;
    await expect.poll(arrived).toBe(1);
  },
);

test('an endpoint lists messages never sent to it, and sends them with a result', async () => {
  const late = await callApi<Named>(posthorn, 'POST', `/app/${app.id}/endpoint`, {
    url: `${posthorn.baseUrl}/receiver/late`,
  });
  await goTo(page, posthorn, `/local/apps/${app.id}/endpoints/${late.id}`);
  const seen = watch(page, posthorn);
  const sheet = page.getByRole('dialog');
  await page.getByRole('navigation', { name: 'Endpoint' }).getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByText('100/s, from Acme')).toBeVisible();
  await page.getByRole('link', { name: 'Overview' }).last().click();
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(sheet.getByText('Nothing to send.')).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Send again' })).toBeDisabled();
  await sheet.getByRole('checkbox', { name: /^Never sent/ }).press('Space');
  await sheet.getByRole('button', { name: /^Send \d+ again$/ }).click();
  await expect(sheet.getByText(/\d+ messages queued$/)).toBeVisible({ timeout: 30_000 });
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Never sent', { exact: true }).last()).toBeVisible();
  await expect(page.getByText(/^(\d+) of \1 queued/)).toBeVisible();
  expect(seen).toEqual({ errors: [], foreign: [] });
});

test('attempts, inspector and resend sheets have no axe violations', async () => {
  test.setTimeout(120_000);
  await goTo(page, posthorn, deliveries({ app: app.id, endpoint: good.id }));
  await tapeOf().getByRole('row').first().click();
  await expect(page.getByRole('region', { name: 'Response body' })).toBeVisible();
  await page.keyboard.press('x');
  await expectAccessible(page, 'inspector and selection');
  await page.getByRole('button', { name: 'Choose what to send' }).click();
  await page.getByText('This and later ones').click();
  await expect(page.getByRole('dialog').getByRole('status').first()).toHaveText(/message|Nothing to send/);
  await expectAccessible(page, 'send again from here');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Time', exact: true }).click();
  await expect(page.getByRole('listbox', { name: 'Time' })).toBeVisible();
  // A layer without a scrim adds helper elements outside all landmarks.
  await expectAccessible(page, 'time chip', { part: '[role=dialog]' });
  await page.keyboard.press('Escape');
  await goTo(page, posthorn, deliveries({ q: 'no such words' }));
  await expect(page.getByRole('heading', { name: 'No attempt matches' })).toBeVisible();
  await expectAccessible(page, 'nothing found');
  await goTo(page, posthorn, `/local/apps/${app.id}/endpoints/${good.id}`);
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByRole('dialog').getByText('Nothing to send.')).toBeVisible();
  await expectAccessible(page, 'send again at an endpoint');
});
