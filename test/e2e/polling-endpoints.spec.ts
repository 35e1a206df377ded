import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { type Customer, createCustomer } from '../support/customer';
import { expectAccessible } from '../support/page-checks';
import { widthFaults } from '../support/screen-checks';
import { AT_NIGHT, IS_WHOLE } from '../support/share';
import { stillContext } from '../support/still/still-context';
import { startStillServer } from '../support/still/still-server';
import { callApi, openAdmin } from './admin-page';
import { goInPortal } from './go-in-portal';

interface Poller {
  readonly id: string;
  readonly uid: string | null;
  readonly filterTypes: readonly string[] | null;
  readonly disabled: boolean;
}

let customer: Customer;
let path: string;

test.use({ actionTimeout: 15_000 });

test.beforeAll(async ({ shared }) => {
  customer = await createCustomer(shared, 'Night Ltd');
  await customer.call('POST', '/event-type', { name: 'night.closed', description: 'Paid' });
  path = `/app/${customer.appId}/polling-endpoint`;
});

const pollers = async () => (await customer.call<{ data: Poller[] }>('GET', path)).data;
const create = (body: object) => customer.call<Poller>('POST', path, body);
const remove = ({ id }: Poller) => customer.call('DELETE', `${path}/${id}`);
const send = () =>
  customer.call('POST', `/app/${customer.appId}/msg`, { eventType: 'night.closed', payload: { n: 1 } });

async function openPortal(page: Page, screen: string, request: object = {}) {
  await page.goto(await customer.portalLink(request));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await goInPortal(page, screen);
}

/** How often a page reads the consumers. */
const CONSUMERS_READ_EVERY_MS = 10_000;

/** What a customer's software does: a poll with a token, as a consumer. */
async function poll(url: string, token: string, consumer: string): Promise<Response> {
  return fetch(`${url}/consumer/${consumer}`, { headers: { authorization: `Bearer ${token}` } });
}

/** Fills in a new polling endpoint with the keyboard; a reload in between loses nothing. */
async function fillIn(page: Page, form: Locator, uid: string) {
  await form.getByRole('textbox', { name: 'Description (optional)' }).fill('Nightly import');
  await form.getByRole('radio', { name: /^Endpoint/ }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(form.getByRole('radio', { name: /^Polling endpoint/ })).toBeChecked();
  await expect(form.getByRole('textbox', { name: 'Description (optional)' })).toHaveValue('Nightly import');
  await expect(form.getByText('Rate limit')).toHaveCount(0);
  await form.getByRole('textbox', { name: 'Your identifier (optional)' }).fill(uid);
}

/** The token of the page, once it is shown. */
const shownToken = (page: Page) => page.getByText(/^sk_poll_/);

async function expectNarrow(page: Page, what: string) {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect.soft(await widthFaults(page), `${what} at ${width} px`).toEqual([]);
  }
}

/** From the page of a new polling endpoint: its URL and token work, its consumer appears, is moved, and is deleted. */
async function use(page: Page) {
  const url = (await page.getByText(/\/poller\/poll_\w+$/).innerText()).trim();
  await expect(page.getByText('None yet. A consumer appears here with its first poll.')).toBeVisible();
  await page.getByRole('button', { name: 'Show token' }).press('Enter');
  const token = await shownToken(page).innerText();
  await expect(page.getByText('It works until it is rotated.')).toBeVisible();
  await page.getByRole('button', { name: 'Hide token' }).press('Enter');
  await expect(shownToken(page)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Poll for messages' })).toContainText(/POLLING_TOKEN/);

  await send();
  expect((await poll(url, token, 'billing')).status).toBe(200);
  await send();
  await page.clock.fastForward(CONSUMERS_READ_EVERY_MS);
  const consumers = page.getByRole('list', { name: 'Consumers' });
  await expect(consumers.getByText('billing')).toBeVisible();
  await expect(consumers).toContainText(/last poll .*(now|ago)/);
  await expect(consumers).toContainText('1 message to read, oldest accepted');

  await page.getByRole('button', { name: 'Rotate token' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /Keep old tokens for/ }).press('Enter');
  await page.getByRole('option', { name: 'revoke now' }).press('Enter');
  await expectAccessible(page, 'the rotation of a token');
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('This is the new token. Give it to your software.')).toBeVisible();
  const next = await shownToken(page).innerText();
  expect(next).not.toBe(token);
  expect((await poll(url, token, 'billing')).status).toBe(401);
  await expectAccessible(page, 'a polling endpoint');
  await expectNarrow(page, 'a polling endpoint');

  // Back to a time before the messages: both come again.
  await page.getByRole('button', { name: 'Move consumer billing' }).press('Enter');
  await dialog.getByLabel('Continue from').fill('');
  await expect(dialog.getByRole('button', { name: 'Move consumer' })).toBeDisabled();
  await dialog.getByLabel('Continue from').fill('2026-01-01T00:00');
  await expectAccessible(page, 'the move of a consumer');
  await dialog.getByRole('button', { name: 'Move consumer' }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(consumers).toContainText('2 messages to read');
  await page.getByRole('button', { name: 'Delete consumer billing' }).press('Enter');
  await dialog.getByLabel('Type billing to confirm').fill('billing');
  await page.keyboard.press('Enter');
  await expect(consumers).toHaveCount(0);
  // Where it polls first, it begins.
  const again = (await (await poll(url, next, 'archive')).json()) as { data: object[] };
  expect(again.data).toHaveLength(2);
}

/** Deletes it after its name was typed. */
async function deleteIt(page: Page, name: string) {
  await page.getByRole('button', { name: 'Delete polling endpoint' }).press('Enter');
  const dialog = page.getByRole('dialog');
  const act = dialog.getByRole('button', { name: 'Delete polling endpoint' });
  await dialog.getByLabel(`Type ${name} to confirm`).fill('other');
  await expect(act).toBeDisabled();
  await dialog.getByLabel(`Type ${name} to confirm`).fill(name);
  await act.press('Enter');
  await expect(dialog).toHaveCount(0);
}

// Held by its twin in the portal, of the same parts, and `polling-endpoints.test.ts`.
test(
  'in the admin pages, a polling endpoint is created, polled with its token, edited, disabled and deleted',
  AT_NIGHT,
  async ({ context }) => {
    test.slow();
    await context.clock.install();
    const page = await openAdmin(context, customer.server, `/local/apps/${customer.appId}`);
    const sheet = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Add endpoint' }).press('Enter');
    await fillIn(page, sheet, 'night-job');
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByRole('button', { name: 'Add endpoint' }).press('Enter');
    await expect(sheet.getByRole('textbox', { name: 'Your identifier (optional)' })).toHaveValue('night-job');
    await expectAccessible(page, 'the form of a polling endpoint');
    await sheet.getByRole('button', { name: 'Add polling endpoint' }).press('Enter');
    await expect(page.getByRole('heading', { level: 2, name: 'night-job' })).toBeVisible();
    const [made] = await pollers();
    expect(made).toMatchObject({ uid: 'night-job', filterTypes: null, disabled: false });
    await expect(page.getByText('Nothing has polled it yet.')).toBeVisible();
    await use(page);

    await page.getByRole('button', { name: 'Edit', exact: true }).press('Enter');
    await expect(sheet.getByRole('radio', { name: /^Polling endpoint/ })).toHaveCount(0);
    await sheet.getByRole('radio', { name: /^Selected events/ }).press('Space');
    await sheet.getByRole('textbox', { name: 'Add by name (optional)' }).fill('night.closed');
    await page.keyboard.press('Enter');
    await sheet.getByRole('button', { name: 'Save' }).press('Enter');
    await expect(sheet).toHaveCount(0);
    expect((await pollers())[0]?.filterTypes).toEqual(['night.closed']);
    await page.getByRole('button', { name: 'Disable', exact: true }).press('Enter');
    await expect(page.getByText('Polls get a 409 until it is enabled.')).toBeVisible();

    await page.getByRole('link', { name: 'Night Ltd' }).first().press('Enter');
    const row = page.getByRole('list', { name: 'Polling endpoints' }).getByRole('link');
    await expect(row).toContainText(/Disabled.*night-job.*only night\.closed.*1 consumer, last poll/s);
    await expect(page.getByTestId('application-sentence')).toHaveText(
      'Its messages are fetched from a polling endpoint.',
    );
    await expectNarrow(page, 'an application with a polling endpoint');
    await row.press('Enter');
    await deleteIt(page, 'night-job');
    await expect(page.getByText('No endpoints yet: messages are stored but not delivered.')).toBeVisible();
    expect(await pollers()).toEqual([]);
    await page.close();
  },
);

test('in the portal, a customer creates a polling endpoint, polls it with its token, edits and deletes it', async ({
  context,
}) => {
  test.slow();
  await context.clock.install();
  const page = await context.newPage();
  await openPortal(page, '/endpoints/new');
  await fillIn(page, page.locator('main form'), 'laptop');
  await expectAccessible(page, 'the form of a polling endpoint in the portal');
  await page.keyboard.press('Control+S');
  await expect(page.getByRole('heading', { level: 1, name: 'laptop' })).toBeVisible();
  // The same parts as in the admin pages, with which the test above does all of it.
  if (IS_WHOLE) await use(page);

  await page.getByRole('link', { name: 'Edit' }).press('Enter');
  await page.getByRole('textbox', { name: 'Description (optional)' }).fill('My laptop');
  await page.keyboard.press('Control+S');
  await expect(page.getByRole('heading', { level: 1, name: 'laptop' })).toBeVisible();
  await expect(page.getByText('My laptop')).toBeVisible();
  await page.getByRole('link', { name: 'Endpoints', exact: true }).first().press('Enter');
  const row = page.getByRole('list', { name: 'Endpoints' }).getByRole('listitem');
  await expect(row).toContainText(/laptop.*Polling endpoint, My laptop/s);
  if (IS_WHOLE) await expect(row).toContainText(/1 consumer, last poll.*Active/s);
  await expectAccessible(page, 'the endpoints of the portal');
  await expectNarrow(page, 'the endpoints of the portal');
  await row.getByRole('link').press('Enter');
  await deleteIt(page, 'laptop');
  await expect(page.getByText('No endpoints yet')).toBeVisible();
  expect(await pollers()).toEqual([]);
  await page.close();
});

test('a portal link that may only look shows consumers and settings, but no token and nothing to change', async ({
  context,
}) => {
  const made = await create({ uid: 'shown' });
  await customer.call('POST', `/app/${customer.appId}/poller/${made.id}/consumer/reader/seek`, {
    after: '2026-01-01T00:00:00Z',
  });
  const page = await context.newPage();
  await openPortal(page, `/endpoints/polling/${made.id}`, { capabilities: ['ViewBase'] });
  await expect(page.getByRole('list', { name: 'Consumers' }).getByText('reader')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Token' })).toHaveCount(0);
  for (const name of ['Edit', 'Disable', 'Delete', 'Move'])
    await expect(page.getByRole('button', { name }), name).toHaveCount(0);
  await goInPortal(page, `/endpoints/polling/${made.id}/edit`);
  await expect(page.getByText('There is no such endpoint')).toBeVisible();
  await remove(made);
  await page.close();
});

// Held by `attention.test.ts` (when it is listed), `polling-state.test.ts` (its words) and `admin-attention.spec.ts` (the list).
test(
  'a consumer that has been silent for a day needs attention, until it polls again',
  AT_NIGHT,
  async ({ browser }) => {
    test.slow();
    const server = await startStillServer(Date.parse('2026-11-20T08:55:20Z'));
    try {
      const { id } = await callApi<Poller>(server, 'POST', '/app', { name: 'Night Ltd' });
      const made = await callApi<Poller>(server, 'POST', `/app/${id}/polling-endpoint`, { uid: 'night-job' });
      const polled = () => callApi(server, 'GET', `/app/${id}/poller/${made.id}/consumer/billing`);
      await polled();
      await callApi(server, 'POST', `/app/${id}/msg`, { eventType: 'night.closed', payload: {} });
      server.clock.stall(25 * 3_600_000);
      const page = await openAdmin(await stillContext(browser, server), server);
      const rail = page.getByRole('navigation', { name: 'Main' });
      await expect(page.getByText('1 endpoint needs attention.')).toBeVisible();
      await expect(page.getByRole('region', { name: 'Needs attention' })).toContainText(
        /Silent.*night-job.*Night Ltd.*Consumer billing silent since .*1 message waiting, the oldest since/s,
      );
      await rail.getByRole('link', { name: 'Deliveries 1 endpoint needs attention' }).press('Enter');
      const row = page.getByRole('row', { name: /^night-job, Night Ltd: Consumer billing silent since/ });
      await expect(row).toBeVisible();
      await expectAccessible(page, 'a silent consumer');
      await expectNarrow(page, 'a silent consumer');
      await row.press('Enter');
      await expect(
        page.getByText('A consumer has not polled for a day, though messages wait for it.'),
      ).toBeVisible();

      await polled();
      server.clock.stall(60_000);
      await page.getByRole('link', { name: 'Overview' }).press('Enter');
      await expect(page.getByText('All endpoints are healthy.')).toBeVisible();
      await page.context().close();
    } finally {
      await server.dispose();
    }
  },
);
