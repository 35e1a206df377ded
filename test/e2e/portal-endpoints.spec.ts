import { expect, type Page, test } from '@playwright/test';
import { newSecret, receiverKey } from '../../src-server/delivery/signing-secret';
import { expectAccessible, expectReflow, watchFaults } from '../support/page-checks';
import { startReceiver } from '../support/receiver';
import { type SampleSender, startSampleSender } from '../support/sample-sender';

let sender: SampleSender;
test.beforeAll(async () => {
  sender = await startSampleSender();
});
test.afterAll(() => sender?.server.dispose());

interface Endpoint {
  readonly id: string;
  readonly url: string;
  readonly filterTypes: string[] | null;
}

const endpoints = async () =>
  (await sender.call<{ data: Endpoint[] }>('GET', `/app/${sender.appId}/endpoint`)).data;

async function openEndpoints(page: Page, request: object = {}): Promise<void> {
  await page.goto(await sender.portalLink(request));
  await page.getByRole('link', { name: 'Endpoints' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Endpoints' })).toBeVisible();
}

test('a customer adds an endpoint for some events, by keyboard alone, and changes it', async ({ page }) => {
  const faults = watchFaults(page, sender.server.baseUrl);
  await openEndpoints(page);
  await expect(page.getByRole('heading', { name: 'No endpoint yet' })).toBeVisible();
  await expectAccessible(page, 'no endpoint yet');
  await page.getByRole('link', { name: 'Add endpoint' }).press('Enter');

  await page.getByRole('button', { name: 'Add endpoint' }).press('Enter');
  await expect(page.getByText('Enter the address that events are sent to.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Address' }).focus();
  await page.keyboard.type(`${sender.server.baseUrl}/receiver/some`);
  await page.getByRole('radio', { name: /All events/ }).focus();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('button', { name: 'Add endpoint' }).press('Enter');
  await expect(page.getByText('Choose at least one event')).toBeVisible();

  const group = page.getByRole('row', { name: 'invoice', exact: true });
  await group.press('Space');
  await expect(
    page.getByText('Receives 2 current event types, and all future ones of invoice'),
  ).toBeVisible();
  await expect(page.getByRole('switch', { name: 'All of invoice, now and in future' })).toBeChecked();
  await page.getByRole('row', { name: 'invoice.created' }).press('Space');
  await expect(page.getByText('Receives 1 current event type')).toBeVisible();
  await expect(group.getByRole('checkbox')).toHaveJSProperty('indeterminate', true);
  await expect(page.getByRole('switch', { name: 'All of invoice, now and in future' })).toHaveCount(0);
  await expectAccessible(page, 'endpoint form');
  await expectReflow(page, 'endpoint form');
  await page.getByRole('button', { name: 'Add endpoint' }).press('Enter');
  await page.getByRole('link', { name: 'Finish later' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${sender.server.baseUrl}/receiver/some`);
  expect((await endpoints()).map(({ filterTypes }) => filterTypes)).toEqual([['invoice.paid']]);

  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('radio', { name: /All events/ }).check({ force: true });
  await page.getByRole('textbox', { name: 'Description' }).fill('For the books');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('For the books')).toBeVisible();
  expect((await endpoints()).map(({ filterTypes }) => filterTypes)).toEqual([null]);
  expect(faults()).toEqual([]);
});

test('keeps a chosen event type that is not in the catalog of the link', async ({ page }) => {
  const { id } = await sender.call<Endpoint>('POST', `/app/${sender.appId}/endpoint`, {
    url: `${sender.server.baseUrl}/receiver/kept`,
    filterTypes: ['payout.betaonly', 'invoice.paid'],
  });
  await page.goto((await sender.portalLink()).replace('/portal/', `/portal/?next=/endpoints/${id}/edit`));
  await expect(page.getByText('Chosen by name, but not in this catalog:')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove payout.betaonly' })).toBeVisible();
  const other = page.getByRole('row', { name: 'Other', exact: true });
  if ((await other.getAttribute('aria-expanded')) === 'false') await other.press('ArrowRight');
  await page.getByRole('row', { name: 'ping', exact: true }).press('Space');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('link', { name: 'Edit' })).toBeVisible();
  const saved = (await endpoints()).find((endpoint) => endpoint.id === id);
  expect(saved?.filterTypes?.toSorted()).toEqual(['invoice.paid', 'payout.betaonly', 'ping']);
});

test('shows the signing secret only when asked, and pauses, resumes and deletes', async ({ page }) => {
  const { id, url } = await sender.call<Endpoint>('POST', `/app/${sender.appId}/endpoint`, {
    url: `${sender.server.baseUrl}/receiver/secret`,
  });
  const { key } = await sender.call<{ key: string }>('GET', `/app/${sender.appId}/endpoint/${id}/secret`);
  await openEndpoints(page);
  await page.getByRole('link', { name: url }).click();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('button', { name: 'Show signing secret' })).toBeVisible();
  expect(await page.content()).not.toContain(key);
  await page.getByRole('button', { name: 'Show signing secret' }).click();
  await expect(page.getByText(key, { exact: true })).toBeVisible();
  await expectAccessible(page, 'endpoint');
  await expectReflow(page, 'endpoint');
  await page.getByRole('button', { name: 'Hide signing secret' }).click();
  expect(await page.content()).not.toContain(key);

  await page.getByRole('radio', { name: 'Paused', exact: true }).click();
  await expect(page.getByText('Paused: nothing is sent')).toBeVisible();
  await page.getByRole('radio', { name: 'On', exact: true }).click();
  await expect(page.getByText('Paused: nothing is sent')).toBeHidden();
  await page.getByRole('radio', { name: 'Disabled', exact: true }).click();
  await expect(page.getByText('Disabled: nothing is sent')).toBeVisible();
  await page.getByRole('radio', { name: 'On', exact: true }).click();
  await expect(page.getByText('Disabled: nothing is sent')).toBeHidden();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expectAccessible(page, 'question before deleting');
  await expect(page.getByRole('button', { name: 'Delete endpoint' })).toBeDisabled();
  await page.getByRole('textbox', { name: /^Type .* to confirm$/ }).fill(new URL(url).host);
  await page.getByRole('button', { name: 'Delete endpoint' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Endpoints' })).toBeVisible();
  expect((await endpoints()).map((endpoint) => endpoint.id)).not.toContain(id);
});

test('shows the public key of a pair, never the private one, and why nothing is sent just now', async ({
  page,
}) => {
  const receiver = await startReceiver(() => ({ status: 503, headers: { 'retry-after': '600' } }));
  try {
    const path = `/app/${sender.appId}/endpoint`;
    const secret = newSecret('ed25519');
    const { id, url } = await sender.call<Endpoint>('POST', path, { url: receiver.baseUrl, secret });
    await openEndpoints(page);
    await page.getByRole('link', { name: url }).click();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Show signing secret' }).click();
    await expect(page.getByText(receiverKey(secret))).toBeVisible();
    await expect(page.getByText('Public key, for v1a signatures')).toBeVisible();
    expect(await page.content()).not.toContain('whsk_');
    await sender.call('POST', `/app/${sender.appId}/msg`, { eventType: 'ping', payload: {} });
    await receiver.arrived(1);
    await expect(page.getByText('The receiver asked for a pause')).toBeVisible({ timeout: 15_000 });
    await expectAccessible(page, 'endpoint that is held back');
    await expectReflow(page, 'endpoint that is held back');
    await sender.call('DELETE', `${path}/${id}`);
  } finally {
    await receiver.close();
  }
});

test('offers nothing that the link may not do', async ({ page }) => {
  const { url } = await sender.call<Endpoint>('POST', `/app/${sender.appId}/endpoint`, {
    url: `${sender.server.baseUrl}/receiver/read-only`,
  });
  await openEndpoints(page, { capabilities: ['ViewBase'] });
  await expect(page.getByRole('link', { name: url })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add endpoint' })).toHaveCount(0);
  await page.getByRole('link', { name: url }).click();
  await expect(page.getByText('Last attempts')).toBeVisible();
  const refused = ['Edit', 'Delete', 'Show signing secret', 'Set header', /again/i, 'Test'];
  for (const tab of ['Overview', 'Settings']) {
    await page.getByRole('link', { name: tab }).click();
    await expect(page.getByRole('radiogroup', { name: 'Sending' })).toHaveCount(0);
    for (const name of refused) {
      await expect(page.getByRole('main').getByRole('button', { name })).toHaveCount(0);
      await expect(page.getByRole('main').getByRole('link', { name })).toHaveCount(0);
    }
  }
  await page.evaluate(() => {
    location.hash = '/endpoints/new';
  });
  await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible();
});

test('shows a message, what became of it, and sends it again', async ({ page }) => {
  const { id: endpointId } = await sender.call<Endpoint>('POST', `/app/${sender.appId}/endpoint`, {
    url: `${sender.server.baseUrl}/receiver/messages`,
    filterTypes: ['shipment.delivered'],
  });
  const message = await sender.call<{ id: string }>('POST', `/app/${sender.appId}/msg`, {
    eventType: 'shipment.delivered',
    payload: { parcel: 'P-4711', note: '<b>text</b>' },
  });
  const received = async () => (await sender.call<{ count: number }>('GET', '/receiver/messages')).count;
  await expect.poll(received).toBe(1);
  await page.goto(await sender.portalLink());
  await page.getByRole('link', { name: 'Messages' }).click();
  await page.getByRole('link', { name: message.id }).click();
  await expect(page.getByText('P-4711')).toBeVisible();
  const row = page
    .getByRole('region', { name: 'Attempts' })
    .getByRole('listitem')
    .filter({ hasText: '/receiver/messages' });
  await expect(row.getByText('Delivered')).toBeVisible();
  await expectAccessible(page, 'message');
  await expectReflow(page, 'message');
  await row.getByRole('button', { name: `Send message ${message.id} again` }).click();
  await expect.poll(received).toBe(2);
  await expect(row).toHaveCount(2);
  await page.getByRole('link', { name: 'Messages' }).first().click();
  await expectAccessible(page, 'messages');
  await expectReflow(page, 'messages');
  await sender.call('DELETE', `/app/${sender.appId}/endpoint/${endpointId}`);
});
