import { lowestId } from '../../src-server/base/id';
import { expect, test } from '../support/browser-test';
import { expectAccessible, expectReflow, watchFaults } from '../support/page-checks';
import { startReceiver } from '../support/receiver';
import { HOSTILE_TEXT, type SampleSender, startSampleSender } from '../support/sample-sender';
import { AT_NIGHT } from '../support/share';
import { goInPortal } from './go-in-portal';

let sender: SampleSender;
// As most people have it.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });
test.beforeAll(async () => {
  sender = await startSampleSender();
});
test.afterAll(() => sender?.server.dispose());

interface Endpoint {
  readonly id: string;
  readonly url: string;
  readonly filterTypes: string[] | null;
  readonly filterGroups: string[] | null;
}

const path = () => `/app/${sender.appId}/endpoint`;
const addEndpoint = (body: object) => sender.call<Endpoint>('POST', path(), body);
const send = (eventType: string, payload: object = {}) =>
  sender.call<{ id: string }>('POST', `/app/${sender.appId}/msg`, { eventType, payload });

test('a customer subscribes to a group, sends a test, resends it and rotates the secret, on a phone', async ({
  page,
}) => {
  const faults = watchFaults(page, sender.server.baseUrl);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(await sender.portalLink({ oneTime: true }));
  await page.getByRole('link', { name: 'Endpoints' }).click();
  await page.getByRole('link', { name: 'Add endpoint' }).click();
  await page.getByRole('button', { name: 'Use a test URL' }).click();
  await page.getByRole('textbox', { name: 'Description' }).fill('Orders');
  await page.getByText('Selected events', { exact: true }).click();
  await page.getByRole('row', { name: 'invoice', exact: true }).press('Space');
  await expect(page.getByRole('switch', { name: 'All of invoice, now and in future' })).toBeChecked();
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await page.getByRole('link', { name: 'Finish later' }).click();
  await expect(page.getByText('Orders')).toBeVisible();
  await expect(page.getByText('all of invoice, including future ones')).toBeVisible();

  await page.getByRole('link', { name: 'Test', exact: true }).click();
  await page.getByRole('button', { name: /Event type/ }).click();
  await page.getByRole('option', { name: 'invoice.paid' }).click();
  await page.getByRole('button', { name: 'Send example' }).click();
  await expect(page.getByText(/HTTP 200 after/)).toBeVisible();
  await expect(page.getByText('inv_author')).toBeVisible();
  await page.getByRole('link', { name: 'Open the message' }).click();
  const attempts = page.getByRole('region', { name: 'Attempts' }).getByRole('listitem');
  await expect(attempts).toHaveCount(1);
  await attempts.getByRole('button', { name: /Request and response/ }).click();
  await expect(attempts.getByText('webhook-id')).toBeVisible();
  await expect(attempts.getByText('{"ok":true}')).toBeVisible();
  await attempts.getByRole('button', { name: /again/ }).click();
  await expect(attempts).toHaveCount(2);

  await page
    .getByRole('link', { name: /\/receiver\// })
    .first()
    .click();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Show signing secret' }).click();
  const shown = page.getByText(/^whsec_/);
  const before = await shown.innerText();
  await page.getByRole('button', { name: 'Rotate secret' }).click();
  await expect(page.getByText('The old one keeps working')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
  await expect(page.getByText('The old one keeps working for 24 hours')).toBeVisible();
  await expect(shown).not.toHaveText(before);
  await expectReflow(page, 'settings of an endpoint');

  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('heading', { name: 'You are logged out' })).toBeVisible();
  expect(faults()).toEqual([]);
});

test(
  'a group subscription receives an event type that joins the group later, and the portal shows it',
  AT_NIGHT,
  async ({ page }) => {
    const receiver = await startReceiver(() => ({ status: 200 }));
    try {
      const { id } = await addEndpoint({ url: receiver.baseUrl, filterGroups: ['parcel'] });
      await sender.call('POST', '/event-type', { name: 'parcel.lost', description: 'It is gone.' });
      await sender.call('POST', '/event-type', {
        name: 'box.opened',
        description: 'Of the same group.',
        groupName: 'parcel',
      });
      await send('parcel.lost');
      await send('box.opened');
      await send('invoice.paid');
      await receiver.arrived(2);
      await page.goto((await sender.portalLink()).replace('/portal/', `/portal/?next=/endpoints/${id}/edit`));
      await expect(
        page.getByText('Receives 2 current event types, and all future ones of parcel'),
      ).toBeVisible();
      await page.getByRole('switch', { name: 'All of parcel, now and in future' }).press('Space');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await expect(page.getByRole('link', { name: 'Edit' })).toBeVisible();
      const saved = await sender.call<Endpoint>('GET', `${path()}/${id}`);
      expect([saved.filterTypes, saved.filterGroups]).toEqual([['box.opened', 'parcel.lost'], null]);
      await sender.call('DELETE', `${path()}/${id}`);
    } finally {
      await receiver.close();
    }
  },
);

test(
  'a resend shows its number of messages and its duration before it starts, and then its progress',
  AT_NIGHT,
  async ({ page }) => {
    let status = 500;
    const receiver = await startReceiver(() => ({ status }));
    try {
      const { id } = await addEndpoint({ url: receiver.baseUrl, filterTypes: ['ping'], rateLimit: 50 });
      const { id: message } = await send('ping');
      await receiver.arrived(1);
      await sender.call('PATCH', '/settings', { retryPolicy: [] });
      await sender.call('POST', `/app/${sender.appId}/msg/${message}/endpoint/${id}/resend`);
      await receiver.arrived(2);
      await sender.call('POST', `${path()}/${id}/cancel-msgs`, { createdBefore: new Date().toISOString() });
      status = 200;
      await page.goto((await sender.portalLink()).replace('/portal/', `/portal/?next=/endpoints/${id}`));
      await page.getByRole('button', { name: 'Send again', exact: true }).click();
      await expect(page.getByRole('dialog').getByRole('status').first()).toHaveText(
        /^1 message, .* at 50\/s/,
      );
      await expectAccessible(page, 'send again');
      await page.getByRole('button', { name: 'Send 1 again' }).click();
      await receiver.arrived(3);
      await expect(page.getByText('1 message queued')).toBeVisible();
      await page.getByRole('button', { name: 'Done' }).click();
      await expect(page.getByText('1 of 1 queued')).toBeVisible();
      await expect(page.getByText('Finished')).toBeVisible();
      await sender.call('DELETE', `${path()}/${id}`);
    } finally {
      await sender.call('PATCH', '/settings', { retryPolicy: null });
      await receiver.close();
    }
  },
);

test('the URL of the portal’s messages holds their filters', async ({ page }) => {
  const { id } = await addEndpoint({ url: `${sender.server.baseUrl}/receiver/filtered` });
  await send('invoice.paid');
  const { id: other } = await send('ping');
  await page.goto((await sender.portalLink()).replace('/portal/', '/portal/?next=/messages'));
  await expect(page.getByRole('link', { name: other })).toBeVisible();
  await page.getByRole('button', { name: 'Event type' }).click();
  await page.getByRole('option', { name: 'invoice.paid' }).click();
  await expect(page.getByRole('link', { name: other })).toHaveCount(0);
  expect(page.url()).toContain('type=invoice.paid');
  await goInPortal(page, `/messages?endpoint=${id}&status=2&time=24h`);
  await expect(page.getByRole('heading', { name: 'No messages match these filters' })).toBeVisible();
  await expectAccessible(page, 'messages that nothing fits');
  await page.getByRole('button', { name: 'Clear filters' }).last().click();
  await expect(page.getByRole('link', { name: other })).toBeVisible();
  await sender.call('DELETE', `${path()}/${id}`);
});

test('a filtered list of the portal goes on by itself after an empty page, and says how far back it searched', async ({
  page,
}) => {
  const reached = lowestId('msg_', new Date(2026, 1, 3, 14, 30).getTime());
  let sendSecond = () => {};
  const second = new Promise<void>((resolve) => {
    sendSecond = resolve;
  });
  await page.route(/\/msg\?/, async (route) => {
    const isSecond = route.request().url().includes(`iterator=${reached}`);
    if (isSecond) await second;
    await route.fulfill({
      json: { data: [], iterator: isSecond ? null : reached, prevIterator: null, done: isSecond },
    });
  });
  const link = (await sender.portalLink()).replace('/portal/', '/portal/?next=/messages');
  await page.goto(link);
  await expect(page.getByText(/^Searched back to 3 Feb( 2026)?, 14:30$/)).toBeVisible();
  await expect(page.getByText(/No messages/)).toHaveCount(0);
  sendSecond();
  await expect(page.getByText(/No messages/)).toBeVisible();
  await expect(page.getByText(/Searched back/)).toHaveCount(0);
});

test('an open portal whose link is revoked leads back to the sender', async ({ page }) => {
  await sender.call('PATCH', '/settings', {
    displayName: 'Northwind',
    portalReturnUrl: 'https://app.northwind.example/webhooks',
  });
  // The word of the server that it is over would close the portal before the click.
  await page.route('**/auth/until-ended', () => undefined);
  await page.goto(await sender.portalLink({ sessionId: 'open' }));
  await expect(page.getByRole('heading', { name: 'Endpoints', exact: true })).toBeVisible();
  await expect(page.getByRole('banner')).toHaveText(/^Northwind/);
  await sender.call('POST', `/auth/app/${sender.appId}/expire-all`, { sessionIds: ['open'] });
  await page.getByRole('link', { name: 'Messages' }).click();
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Northwind' })).toHaveAttribute(
    'href',
    'https://app.northwind.example/webhooks',
  );
  await expectReflow(page, 'link with a way back');
  await sender.call('PATCH', '/settings', { displayName: null, portalReturnUrl: null });
});

test('an idle portal closes when its session ends', async ({ page }) => {
  await page.goto(await sender.portalLink({ sessionId: 'untouched' }));
  await expect(page.getByRole('heading', { name: 'Endpoints', exact: true })).toBeVisible();
  await sender.call('POST', `/auth/app/${sender.appId}/expire-all`, { sessionIds: ['untouched'] });
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
});

test('two portals of different customers in one browser never mix', async ({ context }) => {
  const { id: appId } = await sender.call<{ id: string }>('POST', '/app', { name: 'Second Customer' });
  const { url: secondLink } = await sender.call<{ url: string }>(
    'POST',
    `/auth/app-portal-access/${appId}/`,
    {},
  );
  await sender.call('POST', `/app/${appId}/endpoint`, { url: `${sender.server.baseUrl}/receiver/second` });
  const [first, second] = [await context.newPage(), await context.newPage()];
  await first.goto(await sender.portalLink());
  await second.goto(secondLink);
  for (const [page, mine, theirs] of [
    [first, 'Acme Industries', 'Second Customer'],
    [second, 'Second Customer', 'Acme Industries'],
  ] as const) {
    await page.getByRole('link', { name: 'Endpoints' }).click();
    await expect(page.getByText(mine).first()).toBeVisible();
    await expect(page.getByText(theirs)).toHaveCount(0);
  }
  await expect(second.getByRole('link', { name: /receiver\/second/ })).toBeVisible();
  await expect(first.getByRole('link', { name: /receiver\/second/ })).toHaveCount(0);
  await second.getByRole('button', { name: 'Log out' }).click();
  await expect(second.getByRole('heading', { name: 'You are logged out' })).toBeVisible();
  await first.reload();
  await first.goto(await sender.portalLink());
  await expect(first.getByRole('heading', { name: 'Endpoints', exact: true })).toBeVisible();
});

test('the portal shows markup as text, in every field that a sender or a receiver can write', async ({
  page,
}) => {
  const faults = watchFaults(page, sender.server.baseUrl);
  await page.addInitScript(() => {
    window.alert = () => {
      throw new Error('a script ran');
    };
  });
  const { id: appId } = await sender.call<{ id: string }>('POST', '/app', { name: HOSTILE_TEXT });
  await sender.call('PATCH', '/settings', {
    displayName: HOSTILE_TEXT,
    enableChannels: true,
    customStringsOverride: {
      channelsOne: HOSTILE_TEXT,
      channelsMany: HOSTILE_TEXT,
      channelsHelp: HOSTILE_TEXT,
    },
  });
  const receiver = await startReceiver(() => ({ status: 500, body: HOSTILE_TEXT }));
  try {
    const endpoint = await sender.call<Endpoint>('POST', `/app/${appId}/endpoint`, {
      url: receiver.baseUrl,
      description: HOSTILE_TEXT,
      headers: { 'x-own': HOSTILE_TEXT },
      channels: ['one'],
    });
    const message = await sender.call<{ id: string }>('POST', `/app/${appId}/msg`, {
      eventType: 'ping',
      payload: { text: HOSTILE_TEXT, [HOSTILE_TEXT]: 1 },
      channels: ['one'],
    });
    await receiver.arrived(1);
    const { url } = await sender.call<{ url: string }>('POST', `/auth/app-portal-access/${appId}/`, {});
    await page.goto(url);
    for (const hash of [
      '/endpoints',
      `/endpoints/${endpoint.id}`,
      `/endpoints/${endpoint.id}?tab=settings`,
      `/endpoints/${endpoint.id}/edit`,
      '/catalog',
      '/catalog/shipment.delivered',
      `/messages/${message.id}`,
    ]) {
      await goInPortal(page, hash);
      await expect(page.getByRole('main').getByText('onerror=alert(2)').first()).toBeVisible();
    }
    // In the tree of events, which shows descriptions next to names.
    await goInPortal(page, '/endpoints/new');
    await page.getByText('Selected events', { exact: true }).click();
    await page.getByRole('searchbox').fill('shipment');
    await expect(page.getByRole('row', { name: 'shipment.delivered' })).toContainText('onerror=alert(2)');
    await goInPortal(page, `/messages/${message.id}`);
    // The payload: in a value and in a key.
    await expect(page.getByRole('region', { name: 'JSON' }).getByText('onerror=alert(2)')).toHaveCount(2);
    // On a slow machine a retry may have added a second attempt.
    await page
      .getByRole('button', { name: /Request and response/ })
      .first()
      .click();
    await expect(page.getByText('onerror=alert(2)').nth(2)).toBeVisible();
    await goInPortal(
      page,
      `/messages?channel=${encodeURIComponent(HOSTILE_TEXT)}&type=${encodeURIComponent(HOSTILE_TEXT)}`,
    );
    await expect(page.getByRole('heading', { name: 'No messages match these filters' })).toBeVisible();
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    expect(faults()).toEqual([]);
  } finally {
    await sender.call('PATCH', '/settings', {
      displayName: null,
      enableChannels: false,
      customStringsOverride: null,
    });
    await receiver.close();
  }
});
