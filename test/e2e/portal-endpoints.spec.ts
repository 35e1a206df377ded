import type { Page } from '@playwright/test';
import { newSecret, receiverKey } from '../../src-server/delivery/connection/signing-secret';
import { expect, test } from '../support/browser-test';
import { expectAccessible, expectReflow, watchFaults } from '../support/page-checks';
import { startReceiver } from '../support/receiver';
import { type SampleSender, startSampleSender } from '../support/sample-sender';
import { AT_NIGHT } from '../support/share';
import { goInPortal } from './go-in-portal';

let sender: SampleSender;
/** The portal of a customer with all rights, which tests go through. */
let portal: Page;
test.beforeAll(async ({ browser }) => {
  sender = await startSampleSender();
  const old = { deprecated: true, sunsetAt: '2100-01-31T00:00:00Z' };
  await sender.call('PATCH', '/event-type/ping', old);
  portal = await browser.newPage();
  await portal.goto(await sender.portalLink());
});
test.afterAll(async () => {
  await portal?.close();
  await sender?.server.dispose();
});

interface Endpoint {
  readonly id: string;
  readonly url: string;
  readonly filterTypes: string[] | null;
}

const endpoints = async () =>
  (await sender.call<{ data: Endpoint[] }>('GET', `/app/${sender.appId}/endpoint`)).data;

async function openEndpoints(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Endpoints' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Endpoints' })).toBeVisible();
}

test('a customer adds an endpoint for selected events by keyboard alone, and edits it', async () => {
  const faults = watchFaults(portal, sender.server.baseUrl);
  await openEndpoints(portal);
  await expect(portal.getByRole('heading', { name: 'No endpoints yet' })).toBeVisible();
  await expectAccessible(portal, 'no endpoint yet');
  await portal.getByRole('link', { name: 'Add endpoint' }).press('Enter');

  await portal.getByRole('button', { name: 'Add endpoint' }).press('Enter');
  await expect(portal.getByText('Enter the URL that events are sent to.')).toBeVisible();
  await portal.getByRole('textbox', { name: 'Endpoint URL' }).focus();
  await portal.keyboard.type(`${sender.server.baseUrl}/receiver/some`);
  await portal.getByRole('radio', { name: /All events/ }).focus();
  await portal.keyboard.press('ArrowDown');
  await portal.getByRole('button', { name: 'Add endpoint' }).press('Enter');
  await expect(portal.getByText('Choose at least one event')).toBeVisible();

  const group = portal.getByRole('row', { name: 'invoice', exact: true });
  // Back up: rows outside the window are not drawn.
  await portal.getByRole('searchbox', { name: 'Search events' }).focus();
  await group.press('Space');
  await expect(
    portal.getByText('Receives 2 current event types, and all future ones of invoice'),
  ).toBeVisible();
  await expect(portal.getByRole('switch', { name: 'All of invoice, now and in future' })).toBeChecked();
  await portal.getByRole('row', { name: 'invoice.created' }).press('Space');
  await expect(portal.getByText('Receives 1 current event type')).toBeVisible();
  await expect(group.getByRole('checkbox')).toHaveJSProperty('indeterminate', true);
  await expect(portal.getByRole('switch', { name: 'All of invoice, now and in future' })).toHaveCount(0);
  await expectAccessible(portal, 'endpoint form');
  await expectReflow(portal, 'endpoint form');
  await portal.getByRole('button', { name: 'Add endpoint' }).press('Enter');
  await portal.getByRole('link', { name: 'Finish later' }).click();
  await expect(portal.getByRole('heading', { level: 1 })).toHaveText(
    `${sender.server.baseUrl}/receiver/some`,
  );
  expect((await endpoints()).map(({ filterTypes }) => filterTypes)).toEqual([['invoice.paid']]);

  await portal.getByRole('link', { name: 'Edit' }).click();
  await portal.getByRole('radio', { name: /All events/ }).check({ force: true });
  await portal.getByRole('textbox', { name: 'Description' }).fill('For the books');
  await portal.getByRole('button', { name: 'Save changes' }).click();
  await expect(portal.getByText('For the books')).toBeVisible();
  expect((await endpoints()).map(({ filterTypes }) => filterTypes)).toEqual([null]);
  expect(faults()).toEqual([]);
});

test('editing an endpoint keeps a selected event type that the link’s catalog hides', async () => {
  const { id } = await sender.call<Endpoint>('POST', `/app/${sender.appId}/endpoint`, {
    url: `${sender.server.baseUrl}/receiver/kept`,
    filterTypes: ['payout.betaonly', 'invoice.paid'],
  });
  await goInPortal(portal, `/endpoints/${id}/edit`);
  await expect(portal.getByText('Chosen by name, but not in this catalog:')).toBeVisible();
  await expect(portal.getByRole('button', { name: 'Remove payout.betaonly' })).toBeVisible();
  const other = portal.getByRole('row', { name: 'Other', exact: true });
  if ((await other.getAttribute('aria-expanded')) === 'false') await other.press('ArrowRight');
  await portal.getByRole('row', { name: 'ping', exact: true }).press('Space');
  await portal.getByRole('button', { name: 'Save changes' }).click();
  await expect(portal.getByRole('link', { name: 'Edit' })).toBeVisible();
  const saved = (await endpoints()).find((endpoint) => endpoint.id === id);
  expect(saved?.filterTypes?.toSorted()).toEqual(['invoice.paid', 'payout.betaonly', 'ping']);
});

test('the events of an endpoint say which are deprecated, and until when they are sent', async () => {
  const { id } = await sender.call<Endpoint>('POST', `/app/${sender.appId}/endpoint`, {
    url: `${sender.server.baseUrl}/receiver/old`,
    filterTypes: ['ping'],
  });
  await goInPortal(portal, `/endpoints/${id}/edit`);
  const other = portal.getByRole('row', { name: 'Other', exact: true });
  if ((await other.getAttribute('aria-expanded')) === 'false') await other.press('ArrowRight');
  await expect(portal.getByRole('row', { name: 'ping', exact: true })).toContainText(
    'deprecated, supported until 31 January 2100',
  );
  await expect(other).not.toContainText('deprecated');
  await goInPortal(portal, `/endpoints/${id}`);
  const fact = portal
    .getByRole('listitem')
    .filter({ hasText: 'deprecated, supported until 31 January 2100' });
  await expect(fact).toHaveCount(1);
});

test('an endpoint appears once its pace is known, which may put a notice above its tabs', async () => {
  const { id } = await sender.call<Endpoint>('POST', `/app/${sender.appId}/endpoint`, {
    url: `${sender.server.baseUrl}/receiver/tabs`,
  });
  const title = portal.getByRole('heading', { name: /receiver\/tabs$/ });
  const early: boolean[] = [];
  await portal.route('**/pace', async (route) => {
    early.push(await title.isVisible());
    await route.continue();
  });
  await goInPortal(portal, `/endpoints/${id}`);
  await expect(title).toBeVisible();
  await expect(portal.getByRole('navigation', { name: 'Endpoint' })).toBeVisible();
  expect(early[0], 'shown before its pace is known').toBe(false);
  await portal.unroute('**/pace');
  await sender.call('DELETE', `/app/${sender.appId}/endpoint/${id}`);
});

test('an endpoint’s signing secret is hidden until revealed; the endpoint is paused, disabled and deleted', async () => {
  const { id, url } = await sender.call<Endpoint>('POST', `/app/${sender.appId}/endpoint`, {
    url: `${sender.server.baseUrl}/receiver/secret`,
  });
  const { key } = await sender.call<{ key: string }>('GET', `/app/${sender.appId}/endpoint/${id}/secret`);
  await goInPortal(portal, `/endpoints/${id}`);
  await portal.getByRole('link', { name: 'Settings' }).click();
  await expect(portal.getByRole('button', { name: 'Show signing secret' })).toBeVisible();
  expect(await portal.content()).not.toContain(key);
  await portal.getByRole('button', { name: 'Show signing secret' }).click();
  await expect(portal.getByText(key, { exact: true })).toBeVisible();
  await expectAccessible(portal, 'endpoint');
  await expectReflow(portal, 'endpoint');
  await portal.getByRole('button', { name: 'Hide signing secret' }).click();
  expect(await portal.content()).not.toContain(key);

  await portal.getByRole('radio', { name: 'Paused', exact: true }).click();
  await expect(portal.getByText('Paused: nothing is sent')).toBeVisible();
  await portal.getByRole('radio', { name: 'Active', exact: true }).click();
  await expect(portal.getByText('Paused: nothing is sent')).toBeHidden();
  await portal.getByRole('radio', { name: 'Disabled', exact: true }).click();
  await expect(portal.getByText('Disabled: nothing is sent')).toBeVisible();
  await portal.getByRole('radio', { name: 'Active', exact: true }).click();
  await expect(portal.getByText('Disabled: nothing is sent')).toBeHidden();
  await portal.getByRole('button', { name: 'Delete' }).click();
  await expectAccessible(portal, 'question before deleting');
  await expect(portal.getByRole('button', { name: 'Delete endpoint' })).toBeDisabled();
  await portal.getByRole('textbox', { name: /^Type .* to confirm$/ }).fill(new URL(url).host);
  await portal.getByRole('button', { name: 'Delete endpoint' }).click();
  await expect(portal.getByRole('heading', { level: 1, name: 'Endpoints' })).toBeVisible();
  expect((await endpoints()).map((endpoint) => endpoint.id)).not.toContain(id);
});

// Held by `signatures.test.ts`.
test(
  'the portal shows only the public key of an ed25519 secret, and why an endpoint is on hold',
  AT_NIGHT,
  async () => {
    const receiver = await startReceiver(() => ({ status: 503, headers: { 'retry-after': '600' } }));
    try {
      const path = `/app/${sender.appId}/endpoint`;
      const secret = newSecret('ed25519');
      const { id } = await sender.call<Endpoint>('POST', path, { url: receiver.baseUrl, secret });
      await goInPortal(portal, `/endpoints/${id}`);
      await portal.getByRole('link', { name: 'Settings' }).click();
      await portal.getByRole('button', { name: 'Show signing secret' }).click();
      await expect(portal.getByText(receiverKey(secret))).toBeVisible();
      await expect(portal.getByText('Public key, for v1a signatures')).toBeVisible();
      expect(await portal.content()).not.toContain('whsk_');
      await sender.call('POST', `/app/${sender.appId}/msg`, { eventType: 'ping', payload: {} });
      await receiver.arrived(1);
      await expect(portal.getByText('The receiver asked for a pause')).toBeVisible({ timeout: 15_000 });
      await expectAccessible(portal, 'endpoint that is held back');
      await expectReflow(portal, 'endpoint that is held back');
      await sender.call('DELETE', `${path}/${id}`);
    } finally {
      await receiver.close();
    }
  },
);

test('the portal offers no action that the capabilities of its link exclude', async ({ page }) => {
  const { url } = await sender.call<Endpoint>('POST', `/app/${sender.appId}/endpoint`, {
    url: `${sender.server.baseUrl}/receiver/read-only`,
  });
  await page.goto(await sender.portalLink({ capabilities: ['ViewBase'] }));
  await openEndpoints(page);
  await expect(page.getByRole('link', { name: url })).toBeVisible();
  await expect(
    page.getByText(/^(No endpoint needs|\d+ of \d+ endpoints? needs?) attention\.$/),
  ).toBeVisible();
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
  await goInPortal(page, '/endpoints/new');
  await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible();
});

test('the portal shows a message with its delivery, and resends it', async () => {
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
  await portal.getByRole('link', { name: 'Messages' }).first().click();
  await portal.getByRole('link', { name: message.id }).click();
  await expect(portal.getByText('P-4711')).toBeVisible();
  const row = portal
    .getByRole('region', { name: 'Attempts' })
    .getByRole('listitem')
    .filter({ hasText: '/receiver/messages' });
  await expect(row.getByText('Delivered')).toBeVisible();
  await row.getByRole('button', { name: `Send again: message ${message.id}` }).click();
  await expect.poll(received).toBe(2);
  await expect(row).toHaveCount(2);
  await sender.call('DELETE', `/app/${sender.appId}/endpoint/${endpointId}`);
});

test('an address that the server refuses is named at its field, and saved once it is corrected', async () => {
  await openEndpoints(portal);
  await portal.getByRole('link', { name: 'Add endpoint' }).click();
  const address = portal.getByRole('textbox', { name: 'Endpoint URL' });
  const save = portal.getByRole('button', { name: 'Add endpoint' });
  await address.fill('http://10.1.2.3/hook');
  await save.click();
  await expect(address).toHaveAccessibleDescription(/requests to this address are blocked/);
  const corrected = `${sender.server.baseUrl}/receiver/corrected`;
  await address.fill(corrected);
  await save.click();
  await expect(portal.getByRole('link', { name: 'Finish later' })).toBeVisible();
  expect((await endpoints()).map(({ url }) => url)).toContain(corrected);
});
