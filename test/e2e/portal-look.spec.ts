import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectReflow, motionEnded, watchFaults } from '../support/page-checks';
import { type SampleSender, startSampleSender } from '../support/sample-sender';

let sender: SampleSender;
let endpointId: string;
let messageId: string;
test.beforeAll(async () => {
  sender = await startSampleSender();
  const app = `/app/${sender.appId}`;
  const endpoint = await sender.call<{ id: string }>('POST', `${app}/endpoint`, {
    url: `${sender.server.baseUrl}/receiver/look`,
    description: 'Orders',
    filterTypes: ['invoice.paid', 'payout.betaonly'],
    filterGroups: ['invoice'],
  });
  endpointId = endpoint.id;
  const message = await sender.call<{ id: string }>('POST', `${app}/msg`, {
    eventType: 'invoice.paid',
    payload: { id: 'inv_1' },
  });
  messageId = message.id;
});
test.afterAll(() => sender?.server.dispose());

const settings = (patch: object) => sender.call('PATCH', '/settings', patch);
const goTo = (page: Page, hash: string) =>
  page.evaluate((to) => {
    location.hash = to;
  }, hash);

/** A page of a third party that embeds the portal. */
async function startHost(frame: (portal: string) => string): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    const portal = new URL(request.url ?? '/', 'http://host').searchParams.get('portal') ?? '';
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><script>
      window.heights = [];
      addEventListener('message', ({ data }) => {
        if (data.type === 'svix.iframe-resizer-height') window.heights.push(data.payload.height);
      });
    </script>${frame(portal.replaceAll('"', '&quot;'))}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('every screen has no fault of accessibility in light and dark, and fits 320 pixels', async ({
  page,
}) => {
  test.slow();
  const faults = watchFaults(page, sender.server.baseUrl);
  await page.goto(await sender.portalLink());
  for (const [hash, label] of [
    ['/endpoints', 'Endpoints'],
    ['/endpoints/new', 'Add endpoint'],
    [`/endpoints/${endpointId}/edit`, 'Edit endpoint'],
    [`/endpoints/${endpointId}`, '/receiver/look'],
    [`/endpoints/${endpointId}?tab=test`, '/receiver/look'],
    [`/endpoints/${endpointId}?tab=settings`, '/receiver/look'],
    ['/catalog', 'Event catalog'],
    ['/catalog/invoice.paid', 'invoice.paid'],
    ['/messages', 'Messages'],
    [`/messages/${messageId}`, 'invoice.paid'],
    ['/nowhere', 'There is no such page'],
  ] as const) {
    await goTo(page, hash);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(label);
    if (hash === '/endpoints/new') {
      await page.getByText('Selected events').click();
      await expect(page.getByRole('row').first()).toBeVisible();
    }
    await motionEnded(page);
    await expectAccessible(page, hash);
    await expectReflow(page, hash);
  }
  expect(faults()).toEqual([]);
});

test('wears the colors, the size and the words of the sender, corrected where they could not be read', async ({
  page,
}) => {
  await settings({
    customColor: '#ffee00',
    customBaseFontSize: 16,
    enableChannels: true,
    showSvixBrandFooter: true,
    customStringsOverride: { channelsMany: 'Projects', channelsHelp: 'Only what concerns these projects.' },
    colorPaletteDark: { backgroundPrimary: '#223344', buttonPrimary: '#ff8800' },
  });
  await page.goto((await sender.portalLink()).replace('/portal/', '/portal/?next=/endpoints/new'));
  await expect(page.getByRole('textbox', { name: 'Projects' })).toBeVisible();
  await expect(page.getByText('Only what concerns these projects.')).toBeVisible();
  await expect(page.getByText('Webhooks by Posthorn')).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe('16px');
  await expectAccessible(page, 'a form in the colors of the sender');
  await expectReflow(page, 'a form in the size of the sender');
  await goTo(page, '/catalog/invoice.paid');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('invoice.paid');
  await expectAccessible(page, 'a page in the colors of the sender');
  await page.goto('about:blank');
  const dark = (await sender.portalLink()).replace(
    '/portal/',
    '/portal/?darkMode=true&hideNavigation=true&noGutters=true',
  );
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(dark);
  await expect(page.getByRole('heading', { name: 'Event catalog' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Endpoints' })).toHaveCount(0);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
  await settings({
    customColor: null,
    customBaseFontSize: null,
    enableChannels: false,
    showSvixBrandFooter: false,
    customStringsOverride: null,
    colorPaletteDark: null,
  });
});

test('is shown in a frame of an origin the settings name, tells its height, and in no other', async ({
  page,
}) => {
  const host = await startHost((portal) => `<iframe src="${portal}" width="900" height="400"></iframe>`);
  try {
    const at = async () => `${host.url}/?portal=${encodeURIComponent(await sender.portalLink())}`;
    const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
    await page.goto(await at());
    await refused;
    await settings({ portalFrameAncestors: [host.url] });
    await page.goto(await at());
    const frame = page.frameLocator('iframe');
    await expect(frame.getByRole('heading', { name: 'Event catalog' })).toBeVisible();
    const heights = () => page.evaluate(() => (window as unknown as { heights: number[] }).heights);
    await expect.poll(async () => (await heights()).at(-1) ?? 0).toBeGreaterThan(300);
    await frame.getByRole('link', { name: 'Endpoints' }).click();
    await expect(frame.getByRole('link', { name: /receiver\/look/ })).toBeVisible();
  } finally {
    await settings({ portalFrameAncestors: [] });
    host.server.close();
  }
});

test('a customer adds an endpoint, tries it and rotates its secret by keyboard alone', async ({ page }) => {
  await page.goto((await sender.portalLink()).replace('/portal/', '/portal/?next=/endpoints'));
  await expect(page.getByRole('link', { name: 'Add endpoint' })).toBeVisible();
  /** Presses Tab until the focused element has this name. */
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; presses < 60; presses++) {
      const focused = page.locator(':focus');
      if ((await focused.count()) > 0) {
        const text = await focused.evaluate((element) =>
          [
            element.getAttribute('aria-label'),
            element.textContent,
            (element as HTMLInputElement).labels?.[0]?.textContent,
          ]
            .join(' ')
            .trim(),
        );
        if (name.test(text)) return;
      }
      await page.keyboard.press('Tab');
    }
    throw new Error(`nothing called ${name} can be reached with Tab`);
  };
  await tabTo(/Add endpoint/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Add endpoint' })).toBeVisible();
  await tabTo(/Address$/);
  await page.keyboard.type(`${sender.server.baseUrl}/receiver/keys`);
  await tabTo(/All events/);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: /Selected events/ })).toBeChecked();
  await tabTo(/^invoice/);
  await page.keyboard.press('Space');
  await expect(page.getByText(/all future ones of invoice/)).toBeVisible();
  await tabTo(/^Add endpoint/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Signing secret' })).toBeFocused();
  await tabTo(/^Finish later/);
  await page.keyboard.press('Enter');
  await expect(page.getByText('all of invoice, including future ones')).toBeVisible();
  await tabTo(/^Test$/);
  await page.keyboard.press('Enter');
  await tabTo(/Send example/);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Answered 200 after/)).toBeVisible();
  await tabTo(/^Settings$/);
  await page.keyboard.press('Enter');
  await tabTo(/Rotate secret/);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Rotate secret' })).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(/^Rotate secret/);
  await page.keyboard.press('Enter');
  await expect(page.getByText('The old one also signs for 24 hours')).toBeVisible();
});
