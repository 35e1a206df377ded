import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { expectAccessible } from '../support/page-checks';
import { type Receiver, startReceiver } from '../support/receiver';
import { AT_NIGHT, IS_WHOLE } from '../support/share';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, goTo, openAdmin, watch } from './admin-page';

interface Named {
  readonly id: string;
}

let posthorn: RunningPosthorn;
let receiver: Receiver;
let status = 503;
let app: string;
/** Answers with `status`. */
let failing: string;
let page: Page;

test.beforeAll(async ({ browser }) => {
  posthorn = await startPosthorn({ args: ['--retry-schedule', '3600'] });
  receiver = await startReceiver(() => ({ status }));
  await callApi(posthorn, 'POST', '/event-type', { name: 'a.b', description: 'One.' });
  app = (await callApi<Named>(posthorn, 'POST', '/app', { name: 'Acme', uid: 'acme-1' })).id;
  failing = (
    await callApi<Named>(posthorn, 'POST', `/app/${app}/endpoint`, {
      url: `${receiver.baseUrl}/in`,
      uid: 'billing',
    })
  ).id;
  page = await openAdmin(await browser.newContext(), posthorn);
});
test.afterAll(async () => {
  await page?.context().close();
  await posthorn?.dispose();
  await receiver?.close();
});

const send = () => callApi<Named>(posthorn, 'POST', `/app/${app}/msg`, { eventType: 'a.b', payload: {} });
const rows = () => page.getByRole('grid', { name: /^Endpoints that need attention/ }).getByRole('row');
const rail = () => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Deliveries/ });
const statusBar = () => page.getByRole('contentinfo');

/** Opens the palette, fills it in and presses Enter at once: one step by keyboard. */
async function step(text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill(text);
  await page.keyboard.press('Enter');
}

test('a failing endpoint is listed live, handled by keyboard, and unlisted after its next success', async () => {
  await goTo(page, posthorn, '/local/deliveries/attention');
  const seen = watch(page, posthorn);
  await expect(page.getByRole('heading', { name: 'Nothing needs attention' })).toBeVisible();
  await expect(statusBar()).toContainText('Service healthy');
  await send();
  await expect(rows()).toHaveCount(1);
  await expect(page.getByTestId('attention-sentence')).toHaveText(
    /^Failing since \d\d:\d\d: HTTP 503\. 1 waiting\. Next attempt in (\d+ minutes|1 hour)\.$/,
  );
  await expect(rail()).toContainText('1 endpoint needs attention');
  await expect(statusBar()).not.toContainText('Service healthy');
  await expectAccessible(page, 'a failing endpoint');

  // The number is that of the instance, not of this page.
  await page.reload();
  await expect(rail()).toContainText('1 endpoint needs attention');
  await expect(rail()).toHaveAttribute('href', /\/deliveries\/attention$/);
  await goTo(page, posthorn, '/local/settings/general');
  await statusBar().getByRole('link', { name: '1 endpoint needs attention' }).press('Enter');
  await expect(rows()).toHaveCount(1);

  // To the screen, into the list, to the first act of the row, and back to the row.
  await step('go to needs attention');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('j');
  await expect(rows().first()).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: /^Retry now: 127/ })).toBeFocused();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Send again' });
  await expect(sheet.getByRole('button', { name: 'Send 1 again' })).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(rows().first()).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: /^Pause 127/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('attention-sentence')).toHaveText(
    /Paused: nothing is sent until you resume it\.$/,
  );
  // By the palette, whose first commands are about this endpoint.
  await step('resume');
  await expect(page.getByTestId('attention-sentence')).toHaveText(/Next attempt in/);
  await step('disable');
  await expect(page.getByRole('heading', { name: 'Nothing needs attention' })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect
    .poll(
      async () =>
        (await callApi<{ disabled: boolean }>(posthorn, 'GET', `/app/${app}/endpoint/${failing}`)).disabled,
    )
    .toBe(false);

  await send();
  await expect(rows()).toHaveCount(1);
  await rows().first().press('Enter');
  await expect(page).toHaveURL(new RegExp(`/endpoints/${failing}/live`));
  await expect(page.getByTestId('delivery-sentence')).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('n');
  await expect(rows()).toHaveCount(1);
  status = 204;
  await send();
  await expect(page.getByRole('heading', { name: 'Nothing needs attention' })).toBeVisible();
  await expect(rail()).not.toContainText('attention');
  status = 503;
  expect(seen).toEqual({ errors: [], foreign: [] });
});

// Held by `search-rows.test.ts` and by `admin-message-search.spec.ts` (a message by its id).
test(
  'the palette finds attempts, messages, endpoints and applications by full, bare or partial id, and by uid',
  AT_NIGHT,
  async () => {
    const { id } = await send();
    const attempts = () =>
      callApi<{ data: Named[] }>(posthorn, 'GET', `/app/${app}/attempt/msg/${id}`).then(({ data }) => data);
    await expect.poll(async () => (await attempts()).length).toBe(1);
    const attempt = (await attempts())[0]?.id ?? '';
    const bare = (fullId: string) => fullId.slice(fullId.indexOf('_') + 1);
    const finds = async (text: string, address: string) => {
      await goTo(page, posthorn, '/local/settings/general');
      await expect(page.getByRole('heading', { name: 'General' })).toBeVisible();
      await step(text);
      await expect(page, text).toHaveURL(new RegExp(`${address.replace(/[?]/g, '\\?')}$`));
    };
    // The gate tries each form of an id with one of the kinds: all are found by the same rule.
    const some = (texts: readonly string[], ...chosen: number[]) =>
      IS_WHOLE ? texts : chosen.map((at) => texts[at] ?? '');
    for (const text of some([attempt, bare(attempt), attempt.slice(0, 30), attempt.slice(-16)], 2))
      await finds(text, `/deliveries?attempt=${attempt}`);
    await expect(page.getByRole('complementary', { name: 'Attempt' })).toBeVisible();
    for (const text of some([id, bare(id), id.slice(0, 28), id.slice(-16)], 3))
      await finds(text, `/messages/${app}/${id}`);
    for (const text of some([failing, bare(failing), failing.slice(0, 26), 'billing'], 1, 3))
      await finds(text, `/endpoints/${failing}`);
    for (const text of some([app, bare(app), 'acme-1'], 0)) await finds(text, `/apps/${app}`);
  },
);

test('the palette searches the server once for each pause in typing', async () => {
  await goTo(page, posthorn, '/local/settings/general');
  const searches: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const text = searchParams.get('q');
    if (text !== null && /\/fleet\/(message|attempt)$/.test(pathname)) searches.push(text);
  });
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search or run a command' });
  /** As fast as no person types, so that no machine is too slow to be in time. */
  const type = (text: string) =>
    field.evaluate((input, all) => {
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
      for (let length = 1; length <= all.length; length += 1) {
        set?.call(input, all.slice(0, length));
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }
    }, text);
  await type('msg_0000');
  await expect.poll(() => searches.length).toBe(1);
  await type('atmpt_00001111');
  await expect.poll(() => searches.length).toBe(2);
  expect(searches).toEqual(['msg_0000', 'atmpt_00001111']);
  await page.keyboard.press('Escape');
});

test(
  'the palette starts with the commands for the endpoint or application in view, under its name',
  AT_NIGHT,
  async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await goTo(page, posthorn, `/local/apps/${app}/endpoints/${failing}`);
    await expect(page.getByRole('heading', { name: 'Resends' })).toBeVisible();
    await page.keyboard.press('Control+k');
    const first = page.getByRole('listbox', { name: 'Results' }).getByRole('group').first();
    await expect(first).toHaveAccessibleName(new URL(receiver.baseUrl).host);
    for (const act of [/^Pause 127/, /^Disable 127/, /^Change the limit/, /^Copy the id of the endpoint/])
      await expect(first.getByRole('option', { name: act })).toBeVisible();
    await page.keyboard.press('Escape');
    await step('copy the id');
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(failing);
    await step('change the limit');
    await expect(page.getByRole('dialog')).toContainText('limit');
    await page.keyboard.press('Escape');

    await goTo(page, posthorn, `/local/apps/${app}`);
    await expect(page.getByRole('heading', { name: 'Acme', exact: true })).toBeVisible();
    const portal = page.context().waitForEvent('page');
    await step('open the portal');
    await expect((await portal).getByRole('link', { name: 'Endpoints' })).toBeVisible();
  },
);

test('an unknown URL or attempt id says that nothing is there, with a way back', async () => {
  await goTo(page, posthorn, '/local/nowhere/at-all');
  await expect(page.getByRole('heading', { name: 'There is no screen at this URL' })).toBeVisible();
  await goTo(page, posthorn, '/local/settings/nothing');
  await expect(page.getByRole('heading', { name: 'There is no screen at this URL' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to the overview' }).click();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  for (const id of ['atmpt_000000000000000000000000000', 'nonsense']) {
    await goTo(page, posthorn, `/local/deliveries?attempt=${id}`);
    await expect(page.getByText(`There is no attempt ${id}`)).toBeVisible();
  }
  await page.getByRole('button', { name: 'Show all attempts' }).click();
  await expect(page).toHaveURL(/\/deliveries$/);
});

test('the URL of an instance is validated when its field loses focus', async () => {
  await goTo(page, posthorn, '/local/settings/connections');
  await page.getByRole('button', { name: 'Connect to another instance' }).click();
  const address = page.getByRole('textbox', { name: 'URL' });
  await address.fill('webhooks.example.com');
  await expect(page.getByText('Enter a URL that begins with')).toBeHidden();
  await page.keyboard.press('Tab');
  await expect(page.getByText('Enter a URL that begins with')).toBeVisible();
  await address.fill('https://webhooks.example.com');
  await expect(page.getByText('Enter a URL that begins with')).toBeHidden();
  await page.keyboard.press('Escape');
});

test('a narrow window shows the name of the instance in full', async () => {
  await goTo(page, posthorn, '/local/settings/general');
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  const name = page.getByRole('button', { name: /^Instance/ }).getByText('This computer');
  await expect.poll(() => name.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  if (size) await page.setViewportSize(size);
});

test(
  'another instance has its own attention count, and reports a refused token and a lost connection',
  AT_NIGHT,
  async () => {
    const remote = await startPosthorn({ args: ['--retry-schedule', '3600'] });
    try {
      const far = (await callApi<Named>(remote, 'POST', '/app', { name: 'Far' })).id;
      await callApi(remote, 'POST', '/event-type', { name: 'far.type', description: 'Far.' });
      await callApi(remote, 'POST', `/app/${far}/endpoint`, { url: `${receiver.baseUrl}/far` });
      await callApi(remote, 'POST', `/app/${far}/msg`, { eventType: 'far.type', payload: {} });
      const token = () =>
        callApi<{ id: string; token: string }>(remote, 'POST', '/auth/token', { name: 'desk' });
      const [first, second] = [await token(), await token()];
      const { id } = await callApi<Named>(posthorn, 'POST', '/connections', {
        ...{ name: 'Production', baseUrl: remote.baseUrl, token: first.token, mode: 'direct' },
      });
      await goTo(page, posthorn, `/${id}/deliveries/attention`);
      // Connections are read at the start of the page.
      await page.reload();
      await expect(rows()).toHaveCount(1);
      await expect(rail()).toContainText('1 endpoint needs attention');

      await callApi(remote, 'DELETE', `/auth/token/${first.id}`);
      await goTo(page, posthorn, `/${id}/catalog`);
      await page.reload();
      await expect(page.getByText('Production refuses the saved token')).toBeVisible();
      await expect(statusBar()).toContainText('Token refused');
      await expect(page.getByRole('heading', { name: 'No event types yet' })).toBeHidden();
      await page.getByRole('button', { name: 'Change the token' }).click();
      const field = page.getByRole('textbox', { name: 'New admin token' });
      await expect(field).toBeFocused();
      await field.fill('not-a-token');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText(/does not accept this token/)).toBeVisible();
      await field.fill(second.token);
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Production refuses the saved token')).toBeHidden();
      await page.reload();
      await expect(page.getByRole('row', { name: /far/ }).first()).toBeVisible();

      await remote.kill();
      await expect(statusBar()).toContainText('Connection lost');
      await expect(statusBar()).not.toContainText('Service healthy');
      await page.reload();
      await expect(page.getByText('Production cannot be read')).toBeVisible();
      await expect(statusBar()).not.toContainText('Service healthy');
      await expect(page.getByRole('heading', { name: 'No event types yet' })).toBeHidden();
    } finally {
      await remote.dispose();
    }
  },
);

test(
  'an endpoint whose messages are delayed is listed, and a higher limit takes it off the list',
  AT_NIGHT,
  async () => {
    status = 204;
    const other = (await callApi<Named>(posthorn, 'POST', '/app', { name: 'Globex' })).id;
    const url = `${receiver.baseUrl}/slow`;
    await callApi(posthorn, 'POST', `/app/${other}/endpoint`, { url, rateLimit: 1 });
    const message = { eventType: 'a.b', payload: {} };
    await Promise.all(
      Array.from({ length: 450 }, () => callApi(posthorn, 'POST', `/app/${other}/msg`, message)),
    );
    await goTo(page, posthorn, '/local/deliveries/attention');
    const row = rows().filter({ hasText: 'Globex' });
    await expect(row).toContainText('Delayed');
    await expect(row.getByTestId('attention-sentence')).toHaveText(
      /^Delayed: [34]\d\d waiting, about [5-8] min\.$/,
    );
    await expect(row.getByRole('button', { name: /^Retry now/ })).toHaveCount(0);
    await expectAccessible(page, 'a delayed endpoint');
    const sheet = page.getByRole('dialog', { name: 'Change the limit' });
    await page.route(`**/app/${other}`, (route) => route.abort());
    await row.getByRole('button', { name: /^Change limit/ }).click();
    await expect(sheet.getByText('The limit could not be loaded')).toBeVisible();
    await page.unroute(`**/app/${other}`);
    await sheet.getByRole('button', { name: 'Try again' }).click();
    await sheet.getByLabel('Messages per second').fill('1000');
    await sheet.getByRole('button', { name: 'Save the limit' }).click();
    await expect(row).toHaveCount(0);
  },
);
