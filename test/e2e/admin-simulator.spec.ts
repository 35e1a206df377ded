import type { Page } from '@playwright/test';
import type { ApplicationOut } from '../../src-server/contract/application';
import type { EndpointOut } from '../../src-server/contract/endpoint';
import { expect, test } from '../support/browser-test';
import { expectAccessible, expectReflow } from '../support/page-checks';
import { AT_NIGHT } from '../support/share';
import type { RunningPosthorn } from '../support/start-posthorn';
import { callApi, goTo, openAdmin, watch } from './admin-page';

let posthorn: RunningPosthorn;
let page: Page;
let appId: string;
const endpointIds: string[] = [];

const SIMULATOR = '/local/deliveries/simulator';
const SENT = 40;

test.beforeAll(async ({ browser, shared }) => {
  posthorn = shared;
  page = await openAdmin(await browser.newContext(), posthorn);
  await callApi(posthorn, 'POST', '/event-type', { name: 'simulated.sent', description: 'Sent.' });
  const application = { name: 'Simulated', rateLimit: 30 };
  ({ id: appId } = await callApi<ApplicationOut>(posthorn, 'POST', '/app', application));
  for (const [bin, rateLimit] of [['one'], ['two'], ['own', 5]] as const) {
    const url = `${posthorn.baseUrl}/receiver/simulated-${bin}`;
    const path = `/app/${appId}/endpoint`;
    const body = rateLimit === undefined ? { url } : { url, rateLimit };
    endpointIds.push((await callApi<EndpointOut>(posthorn, 'POST', path, body)).id);
  }
});
test.afterAll(() => page?.context().close());

test('a simulated burst is shown as a verdict, charts and numbers, and the URL restores it', async () => {
  await goTo(page, posthorn, '/local/deliveries/live');
  const seen = watch(page, posthorn);
  await page.getByRole('navigation', { name: 'Deliveries' }).getByRole('link', { name: 'Simulator' }).click();
  const verdict = page.getByTestId('verdict');
  await expect(verdict).toContainText('The burst of 5,000 is spread over 20 s. Longest delay 19 s.');
  await expect(verdict).toContainText('Smoothed');
  await page.getByLabel('Burst, per second').fill('1000');
  await page.getByLabel('Messages per second').fill('100');
  await expect(verdict).toContainText('The burst of 1,000 is spread over 11 s.');
  await page.getByLabel('Base rate, per second').fill('200');
  await expect(verdict).toContainText('the delay grows without end');

  await page.getByText('Numbers', { exact: true }).click();
  const numbers = page.getByRole('region', { name: 'Queue in numbers' });
  await expect(numbers.getByRole('rowheader', { name: '0:00', exact: true })).toBeVisible();
  await expect(page).toHaveURL(/view=table/);
  await page.reload();
  await expect(page.getByLabel('Burst, per second')).toHaveValue('1000');
  await expect(numbers.getByRole('rowheader', { name: '0:00', exact: true })).toBeVisible();
  await expect(verdict).toContainText('the delay grows without end');

  await page.getByLabel('Messages per second').fill('70000');
  await expect(page.getByText('Enter a whole number from 1 to 65535.')).toBeVisible();
  await expect(verdict).toHaveCount(0);
  await page.getByLabel('Messages per second').fill('');
  await expect(verdict).toBeVisible();
  expect(seen).toEqual({ errors: [], foreign: [] });
});

test('fields that change in the same render are all written to the URL', async () => {
  await goTo(page, posthorn, SIMULATOR);
  const fields = await Promise.all(
    ['Burst, per second', 'Messages per second', 'Base rate, per second'].map((label) =>
      page.getByLabel(label).elementHandle(),
    ),
  );
  // In one turn of the page: the router renders what is written into the address in a later one.
  await page.evaluate((inputs) => {
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    for (const [n, input] of inputs.entries()) {
      setValue?.call(input, String(100 + n));
      input?.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }, fields);
  await expect(page).toHaveURL(/\?height=100&limit=101&base=102$/);
});

test('two rate limits are compared, and one is applied to an application and undone', AT_NIGHT, async () => {
  await goTo(page, posthorn, `${SIMULATOR}?base=10&height=500`);
  const seen = watch(page, posthorn);
  await page.getByRole('button', { name: 'Compare with another limit' }).click();
  const verdict = page.getByTestId('verdict');
  await expect(verdict).toContainText('250/s');
  await expect(verdict).toContainText('500/s');
  await expect(page.getByRole('region', { name: 'Rate' })).toContainText('sent at 500/s');
  await expect(page).toHaveURL(/other=500/);

  await page.getByRole('button', { name: 'Apply to…' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('radio', { name: '500/s' }).click();
  await sheet.getByRole('button', { name: 'Application' }).click();
  await page.getByRole('option', { name: 'Simulated' }).click();
  await expect(sheet.getByTestId('inheritance')).toHaveText(
    '2 endpoints use the limit of the application; 1 has its own and will not change.',
  );
  await expect(sheet.getByText('The limit of Simulated changes from 30/s to 500/s')).toBeVisible();
  await expect(sheet.getByRole('row', { name: /receiver\/simulated-own/ })).toContainText('no change');
  await expectAccessible(page, 'apply a limit');
  await sheet.getByRole('button', { name: 'Set the limit to 500/s' }).click();
  await expect(sheet).toHaveCount(0);
  expect(await limitOf(`/app/${appId}`)).toBe(500);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => limitOf(`/app/${appId}`)).toBe(30);

  await page.getByRole('button', { name: 'Stop comparing' }).click();
  await expect(verdict).not.toContainText('500/s');
  expect(seen).toEqual({ errors: [], foreign: [] });
});

test(
  'the simulator replays the traffic of an endpoint, and sets a limit for that endpoint alone',
  AT_NIGHT,
  async () => {
    const message = { eventType: 'simulated.sent', payload: { a: 1 } };
    await Promise.all(
      Array.from({ length: SENT }, () => callApi(posthorn, 'POST', `/app/${appId}/msg`, message)),
    );
    await goTo(page, posthorn, `/local/apps/${appId}/endpoints/${endpointIds[0]}/live`);
    // Only past seconds are recorded.
    await expect(page.getByText(/0 waiting now, from 0 to \d+/)).toBeVisible({ timeout: 20_000 });
    await page.getByRole('link', { name: 'Try in simulator' }).click();
    const result = page.getByTestId('verdict');
    await expect(result).toContainText(`${SENT} messages of the last five minutes`);
    await expect(page.getByText('Its current limit.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Messages per second' }).fill('2');
    await expect(result).toContainText('Smoothed');
    await page.getByRole('button', { name: 'Apply to…' }).click();
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByTestId('inheritance')).toHaveText(
      'This endpoint uses the limit of the application now and gets its own. The other 2 will not change.',
    );
    await sheet.getByRole('button', { name: 'Set the limit to 2/s' }).click();
    await expect(sheet).toHaveCount(0);
    expect(await limitOf(`/app/${appId}/endpoint/${endpointIds[0]}`)).toBe(2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => limitOf(`/app/${appId}/endpoint/${endpointIds[0]}`)).toBe(null);
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);

    // The form of the endpoint shows the same traffic with the limit as typed.
    await goTo(page, posthorn, `/local/apps/${appId}/endpoints/${endpointIds[0]}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await expect(sheet.getByText('the dashed line is the limit of 30/s')).toBeVisible();
    await sheet.getByText('Own limit', { exact: true }).click();
    await sheet.getByLabel('Messages per second').fill('7');
    await expect(sheet.getByText('the dashed line is the limit of 7/s')).toBeVisible();
    await sheet.getByRole('link', { name: 'Try in simulator' }).click();
    await expect(page).toHaveURL(/simulator\?traffic=recorded.*limit=7/);
  },
);

test(
  'a long simulation shows its progress, and can be stopped and restarted',
  AT_NIGHT,
  async ({ context }) => {
    // A worker that never ends, because the time of a real one depends on the machine.
    const endless = "onmessage = () => postMessage({ kind: 'progress', part: 0.4 });";
    await context.route(/simulation-worker/, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: endless }),
    );
    const tab = await openAdmin(context, posthorn, SIMULATOR);
    await expect(tab.getByRole('progressbar', { name: 'Simulating' })).toHaveJSProperty('value', 0.4);
    await tab.getByRole('button', { name: 'Stop' }).click();
    await expect(tab.getByText('Stopped.')).toBeVisible();
    await expectAccessible(tab, 'a simulation that was stopped');
    await context.unroute(/simulation-worker/);
    await tab.getByRole('button', { name: 'Simulate again' }).click();
    await expect(tab.getByTestId('verdict')).toBeVisible();
  },
);

test('the simulator works by keyboard alone, has no axe violations, and fits a phone', AT_NIGHT, async () => {
  await goTo(page, posthorn, '/local/catalog');
  // Letters act in a list and on the screen itself.
  await page.locator('#main').focus();
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  const verdict = page.getByTestId('verdict');
  await expect(verdict).toBeVisible();
  await page.getByLabel('Burst, per second').focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('800');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('3');
  await expect(verdict).toContainText('The burst of 2,400');
  await page.getByRole('button', { name: 'Compare with another limit' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Queue' })).toContainText('waiting, at 500/s');
  await expectAccessible(page, 'simulator');
  await expectReflow(page, 'simulator', [360, 640]);
  await page.getByText('Numbers', { exact: true }).click();
  await expectAccessible(page, 'simulator in numbers');
  await goTo(page, posthorn, `${SIMULATOR}?traffic=recorded`);
  await expect(page.getByRole('heading', { name: 'Choose an endpoint' })).toBeVisible();
  await expectAccessible(page, 'simulator without an endpoint');
});

async function limitOf(path: string): Promise<number | null> {
  return (await callApi<{ rateLimit: number | null }>(posthorn, 'GET', path)).rateLimit;
}
