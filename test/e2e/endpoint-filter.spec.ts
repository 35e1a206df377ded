import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { expectAccessible } from '../support/page-checks';
import { type SampleSender, startSampleSender } from '../support/sample-sender';
import { widthFaults } from '../support/screen-checks';
import { AT_NIGHT } from '../support/share';
import { goTo, openAdmin } from './admin-page';
import { goInPortal } from './go-in-portal';

interface Endpoint {
  readonly id: string;
  readonly url: string;
  readonly filter: object | null;
}

const FILTER = { payload: { amount: { $gte: 100 } } };
const TEXT = JSON.stringify(FILTER, null, 2);

let sender: SampleSender;
let receiver: string;

test.use({ actionTimeout: 15_000 });

test.beforeAll(async () => {
  sender = await startSampleSender();
  receiver = `${sender.server.baseUrl}/receiver/filtered`;
  const schemas = { 1: { type: 'object', properties: { hiddenfield: { type: 'string' } } } };
  await sender.call('POST', '/event-type', {
    name: 'payout.detail',
    description: '',
    featureFlag: 'beta',
    schemas,
  });
  for (let n = 1; n <= 24; n += 1) await send(n * 10);
});
test.afterAll(() => sender?.server.dispose());

const send = (amount: number, eventType = 'invoice.paid') =>
  sender.call<{ id: string }>('POST', `/app/${sender.appId}/msg`, { eventType, payload: { amount } });
const endpoints = async () =>
  (await sender.call<{ data: Endpoint[] }>('GET', `/app/${sender.appId}/endpoint`)).data;
const storedFilter = async () => (await endpoints()).find(({ url }) => url === receiver)?.filter;
const addFiltered = (filter: object = FILTER) =>
  sender.call<Endpoint>('POST', `/app/${sender.appId}/endpoint`, { url: receiver, filter });
const remove = ({ id }: Endpoint) => sender.call('DELETE', `/app/${sender.appId}/endpoint/${id}`);

/** The JSON side, which a filter that fields can show is not opened on. */
const asJson = (form: Locator) => form.getByRole('radio', { name: 'JSON', exact: true });

/** What both forms do alike while one types. */
async function typeFilter(page: Page, form: Locator): Promise<Locator> {
  const field = form.getByRole('textbox', { name: 'Filter (optional)' });
  await asJson(form).click();
  await field.fill('{ "payload": ');
  await expect(field).toHaveAccessibleDescription(/JSON has an error at line 1, column \d+/);
  await field.fill('[1]');
  await expect(field).toHaveAccessibleDescription(/Enter a JSON object/);
  await field.fill(TEXT.replace('100', 'true'));
  await expect(field).toHaveAccessibleDescription(
    /Line 4, \/payload\/amount\/\$gte: needs a number or a string/,
  );
  await field.fill('{ "data": { "amount": 5 } }');
  await expect(field).toHaveAccessibleDescription(/\/data: is not known here: use "payload"/);
  await field.fill(TEXT);
  await expect(form.getByText('15 of the last 24 messages match.')).toBeVisible();
  await expect(field).not.toHaveAccessibleDescription(/Line|data|JSON has/);
  await form.getByText('Show messages').click();
  await expect(form.getByText('payload.amount is 90, the filter wants at least 100')).toBeVisible();
  for (const width of [390, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect.soft(await widthFaults(page), `${width} px`).toEqual([]);
  }
  return field;
}

test('in the admin form, a filter is tried while it is typed, survives a reload, is saved, shown and cleared', async ({
  context,
}) => {
  const page = await openAdmin(context, sender.server, `/local/apps/${sender.appId}`);
  const sheet = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await sheet.getByRole('textbox', { name: 'URL' }).fill(receiver);
  const field = await typeFilter(page, sheet);
  await expectAccessible(page, 'the endpoint form with a filter');
  await field.fill(`${TEXT},`);
  await expect(sheet.getByRole('button', { name: 'Add endpoint' })).toBeDisabled();
  await page.reload();
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await expect(field).toHaveValue(`${TEXT},`);
  await field.fill(TEXT);
  await sheet.getByRole('button', { name: 'Add endpoint' }).click();
  await expect(sheet).toHaveCount(0);
  expect(await storedFilter()).toEqual(FILTER);
  const [endpoint] = await endpoints();
  await goTo(page, sender.server, `/local/apps/${sender.appId}/endpoints/${endpoint?.id}?tab=settings`);
  await expect(page.getByRole('region', { name: 'JSON' })).toHaveText(TEXT);
  await page.getByRole('button', { name: 'Edit' }).click();
  await asJson(sheet).click();
  await expect(field).toHaveValue(TEXT);
  await field.fill('');
  await expect(sheet.getByText(/messages match/)).toHaveCount(0);
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet).toHaveCount(0);
  expect(await storedFilter()).toBeNull();
  if (endpoint) await remove(endpoint);
});

// Held by the test of the admin form, and by `endpoint-filter-trial.test.ts` (what a portal token is told).
test(
  'in the portal form, a filter is tried without naming events that the customer does not see',
  AT_NIGHT,
  async ({ page }) => {
    await send(500, 'payout.betaonly');
    await page.goto(await sender.portalLink());
    await page.getByRole('link', { name: 'Endpoints' }).first().click();
    await page.getByRole('link', { name: 'Add endpoint' }).click();
    const form = page.locator('form');
    await form.getByRole('textbox', { name: 'Endpoint URL' }).fill(receiver);
    const field = form.getByRole('textbox', { name: 'Filter (optional)' });
    await asJson(form).click();
    await field.fill(TEXT);
    await expect(form.getByText('16 of the last 25 messages match.')).toBeVisible();
    await form.getByText('Show messages').click();
    await expect(form.getByRole('listitem').filter({ hasText: 'invoice.paid' }).first()).toBeVisible();
    await expect(form.getByText('payout.betaonly')).toHaveCount(0);
    await expectAccessible(page, 'the form of the portal with a filter');
    await field.fill('{');
    await form.getByRole('button', { name: 'Add endpoint' }).click();
    await expect(field).toHaveAccessibleDescription(/JSON/);
    expect(await storedFilter()).toBeUndefined();
    await field.fill(TEXT);
    await form.getByRole('button', { name: 'Add endpoint' }).click();
    await expect(page.getByRole('link', { name: 'Finish later' })).toBeVisible();
    expect(await storedFilter()).toEqual(FILTER);
    const [endpoint] = await endpoints();
    await goInPortal(page, `/endpoints/${endpoint?.id}`);
    await expect(page.getByRole('region', { name: 'JSON' })).toHaveText(TEXT);
    if (endpoint) await remove(endpoint);
  },
);

// Held by its twin in the portal.
test(
  'in the admin form, conditions are built from the fields of the chosen events, with one stack of undo for both sides',
  AT_NIGHT,
  async ({ context }) => {
    const page = await openAdmin(context, sender.server, `/local/apps/${sender.appId}`);
    const sheet = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    await sheet.getByRole('textbox', { name: 'URL' }).fill(receiver);
    const filter = sheet.getByRole('group', { name: 'Filter (optional)' });
    const add = filter.getByRole('combobox', { name: 'Field' });
    const option = (name: string) => page.getByRole('option', { name, exact: true });
    // Before the event types have been read, there is nothing to open.
    await expect(async () => {
      await add.press('ArrowDown');
      await expect(option('eventType')).toBeVisible({ timeout: 1000 });
    }).toPass();
    await add.fill('payload.hidden');
    await expect(option('payload.hiddenfield')).toBeVisible();
    await add.fill('payload.am');
    await expect(option('payload.amount')).toBeVisible();
    await add.press('ArrowDown');
    await add.press('Enter');
    await expect(add).toHaveValue('payload.amount');
    await add.press('Enter');
    const value = filter.getByRole('textbox', { name: 'Value' });
    await expect(value).toBeFocused();
    await filter.getByRole('button', { name: 'is payload.amount' }).click();
    await expect(option('starts with')).toHaveCount(0);
    await option('is at least').click();
    await value.fill('100');
    // One more, if the test of the portal has sent its message.
    await expect(sheet.getByText(/^1[56] of the last 2[45] messages match\.$/)).toBeVisible();
    await add.fill('currency');
    await filter.getByRole('button', { name: 'Add condition' }).click();
    await expect(filter.getByRole('textbox', { name: 'Value' })).toHaveCount(2);
    await expectAccessible(page, 'the conditions of a filter');
    for (const width of [390, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect.soft(await widthFaults(page), `${width} px`).toEqual([]);
    }
    await filter.getByRole('button', { name: 'Remove the condition on payload.currency' }).click();
    await asJson(sheet).click();
    const json = sheet.getByRole('textbox', { name: 'Filter (optional)' });
    await expect(json).toHaveValue(TEXT);
    // Back over the removal, made on the other side, and again forth.
    await json.press('Control+z');
    await expect(json).toHaveValue(/"currency": ""/);
    await json.press('Control+Shift+z');
    await expect(json).toHaveValue(TEXT);
    await json.fill('{ "$or": [{ "payload": { "amount": 10 } }] }');
    await expect(sheet.getByText('This filter can be edited only as JSON: it uses $or.')).toBeVisible();
    await sheet.getByRole('radio', { name: 'Fields' }).click();
    await expect(json).toBeVisible();
    await sheet.getByRole('button', { name: 'Undo' }).click();
    await sheet.getByRole('radio', { name: 'Fields' }).click();
    await expect(value).toHaveValue('100');
    await sheet.getByRole('button', { name: 'Add endpoint' }).click();
    await expect(sheet).toHaveCount(0);
    expect(await storedFilter()).toEqual(FILTER);
    const [endpoint] = await endpoints();
    if (endpoint) await remove(endpoint);
  },
);

test('in the portal form, only fields of event types that the customer sees are offered', async ({
  page,
}) => {
  await page.goto(await sender.portalLink());
  await page.getByRole('link', { name: 'Endpoints' }).first().click();
  await page.getByRole('link', { name: 'Add endpoint' }).click();
  const form = page.locator('form');
  const add = form.getByRole('combobox', { name: 'Field' });
  const option = (name: string) => page.getByRole('option', { name, exact: true });
  // Before the event types have been read, there is nothing to open.
  await expect(async () => {
    await add.fill('');
    await add.fill('payload.');
    await expect(option('payload.amount')).toBeVisible({ timeout: 1000 });
  }).toPass();
  await add.fill('payload.hidden');
  await expect(page.getByRole('option')).toHaveCount(0);
  await expectAccessible(page, 'the form of the portal with fields of a filter');
  await add.fill('payload.amount');
  await add.press('Escape');
  await add.press('Enter');
  await expect(form.getByRole('textbox', { name: 'Value' })).toBeFocused();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect.soft(await widthFaults(page), `${width} px`).toEqual([]);
  }
});

// Held by `endpoint-draft.test.ts` (the draft) and `forms-at-once.spec.ts` (the question).
test(
  'a form keeps its draft after someone else restructured the filter, and asks which version to keep',
  AT_NIGHT,
  async ({ context }) => {
    const endpoint = await addFiltered({ payload: { amount: 5 } });
    const screen = `/local/apps/${sender.appId}/endpoints/${endpoint.id}`;
    const page = await openAdmin(context, sender.server, screen);
    const sheet = page.getByRole('dialog');
    const field = sheet.getByRole('textbox', { name: 'Filter (optional)' });
    await page.getByRole('button', { name: 'Edit' }).click();
    await asJson(sheet).click();
    await field.fill('{"payload": {"amount": 6}}');
    await sender.call('PATCH', `/app/${sender.appId}/endpoint/${endpoint.id}`, { filter: FILTER });
    await page.reload();
    await page.getByRole('button', { name: 'Edit' }).click();
    await asJson(sheet).click();
    await expect(field).toHaveValue('{"payload": {"amount": 6}}');
    await sheet.getByRole('button', { name: 'Save' }).click();
    const conflict = sheet.getByRole('group', { name: 'Filter', exact: true });
    await expect(conflict).toContainText('"$gte": 100');
    await conflict.getByText('Keep mine').click();
    await sheet.getByRole('button', { name: 'Save' }).click();
    await expect(sheet).toHaveCount(0);
    expect(await storedFilter()).toEqual({ payload: { amount: 6 } });
    await remove(endpoint);
  },
);

// Held by `send-one-again.test.ts`.
test(
  'sending a message again that the filter leaves out says so, in the admin pages and the portal',
  AT_NIGHT,
  async ({ context }) => {
    const endpoint = await addFiltered();
    const { id } = await send(80);
    const note = /sent although the filter of the endpoint leaves it out: payload\.amount is 80/;
    const page = await openAdmin(context, sender.server, `/local/deliveries/messages/${sender.appId}/${id}`);
    await page.getByRole('button', { name: `Send anyway to ${receiver}` }).click();
    await expect(page.getByText(note)).toBeVisible();
    const portal = await context.newPage();
    await portal.goto(await sender.portalLink());
    await goInPortal(portal, `/messages/${id}`);
    const again = portal.getByRole('button', { name: `Send again: message ${id}` });
    await again.first().click();
    await expect(portal.getByText(note)).toBeVisible();
    // The note takes no room from the line that it belongs to.
    for (const width of [390, 768, 1280]) {
      await portal.setViewportSize({ width, height: 900 });
      const address = portal.getByRole('link', { name: receiver }).last();
      expect((await address.boundingBox())?.height, `${width} px`).toBeLessThan(60);
      expect.soft(await widthFaults(portal), `${width} px`).toEqual([]);
    }
    await remove(endpoint);
  },
);
