import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { type Customer, createCustomer } from '../support/customer';
import { expectAccessible, expectReflow } from '../support/page-checks';
import { goInPortal, linkTo } from './go-in-portal';

/** What becomes of a portal link, from the first use to the last. */

const OPEN = 'link_test.open';
const FLAGGED = 'link_test.flagged';

let customer: Customer;
test.beforeAll(async ({ shared }) => {
  customer = await createCustomer(shared);
  await customer.call('POST', '/event-type', { name: OPEN, description: 'For all.' });
  const flagged = { name: FLAGGED, description: 'For some.', featureFlags: ['link_test'] };
  await customer.call('POST', '/event-type', flagged);
});

const expectHeading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { name, exact: true })).toBeVisible();

test('a portal link leaves no token in the URL or any storage, and another can be pasted', async ({
  page,
}) => {
  const link = await customer.portalLink();
  const { token } = JSON.parse(Buffer.from(link.split('#key=')[1] ?? '', 'base64').toString());
  await page.goto(link);
  await expectHeading(page, 'Endpoints');
  expect(page.url()).toBe(`${customer.server.baseUrl}/portal/#/endpoints`);
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, window.name]),
  );
  expect(kept).not.toContain(token);
  expect(await page.content()).not.toContain(token);
  expect(await page.context().storageState({ indexedDB: true })).toEqual({ cookies: [], origins: [] });
  await page.getByRole('link', { name: 'Event catalog' }).click();
  await expect(page.getByRole('link', { name: OPEN })).toBeVisible();
  await expect(page.getByRole('link', { name: FLAGGED })).toHaveCount(0);
  await page.goto(linkTo('/catalog', await customer.portalLink({ featureFlags: ['link_test'] })));
  await expect(page.getByRole('link', { name: FLAGGED })).toBeVisible();
  expect(page.url()).not.toContain('key=');
  await page.goBack();
  expect(page.url()).not.toContain('key=');
});

test('the portal says of a message that its event type is not in the catalog of the link', async ({
  page,
}) => {
  await customer.call('POST', `/app/${customer.appId}/msg`, { eventType: FLAGGED, payload: {} });
  await page.goto(await customer.portalLink());
  await page.getByRole('link', { name: 'Messages' }).click();
  const message = page.getByRole('link', { name: `${FLAGGED} not in your catalog` });
  await message.click();
  await expect(page.getByText('This event type is not in your event catalog')).toBeVisible();
  await page.goto(await customer.portalLink({ featureFlags: ['link_test'] }));
  await page.getByRole('link', { name: 'Messages' }).click();
  await expect(page.getByRole('link', { name: FLAGGED })).toBeVisible();
  await expect(message).toHaveCount(0);
});

test('the portal explains a missing, an incomplete and a revoked link', async ({ page }) => {
  const link = await customer.portalLink({ sessionId: 'short' });
  await page.goto(`${customer.server.baseUrl}/portal/`);
  await expectHeading(page, 'Your session has ended');
  await expectAccessible(page, 'no link', { isScreen: true });

  await page.goto('about:blank');
  await page.goto(link.slice(0, -20));
  await expectHeading(page, 'This link is not complete');
  expect(page.url()).not.toContain('key=');

  await customer.call('POST', `/auth/app/${customer.appId}/expire-all`, { sessionIds: ['short'] });
  await page.goto('about:blank');
  await page.goto(link);
  await expectHeading(page, 'This link no longer works');
  await expect(page.getByText('To get a new link')).toBeVisible();
  await expectReflow(page, 'link that was revoked');
});

test('the portal shows the address that it has once it is rendered, not the one from before', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const decode = decodeURIComponent;
    // The first rendering decodes the path, after the router has read the address and before it listens.
    globalThis.decodeURIComponent = (text) => {
      if (text === 'catalog') location.hash = '#/messages';
      return decode(text);
    };
  });
  await page.goto(linkTo('/catalog', await customer.portalLink()));
  await expectHeading(page, 'Messages');
});

test('the portal stays open across a reload and in its history, but not in another tab or after a log-out', async ({
  page,
}) => {
  await page.goto(await customer.portalLink({ oneTime: true }));
  await page.getByRole('link', { name: 'Messages' }).click();
  await expectHeading(page, 'Messages');
  await page.reload();
  await expectHeading(page, 'Messages');
  await page.goBack();
  await page.reload();
  await expectHeading(page, 'Endpoints');
  // Addresses that somebody types one after the other.
  for (const name of ['catalog', 'messages']) {
    await goInPortal(page, `/${name}`);
    await expect(page.locator('nav [aria-current=page]')).toHaveAttribute('href', `#/${name}`);
  }
  await page.reload();
  await expectHeading(page, 'Messages');
  const beside = await page.context().newPage();
  await beside.goto(page.url());
  await expectHeading(beside, 'Your session has ended');
  for (const name of ['Messages', 'Endpoints']) {
    await page.getByRole('link', { name, exact: true }).click();
    await expectHeading(page, name);
  }
  await page.getByRole('button', { name: 'Log out' }).click();
  await expectHeading(page, 'You are logged out');
  // Whoever uses the browser next finds the key in no entry of the history, before and after a reload.
  const key = () => page.evaluate(() => history.state?.portalKey ?? null);
  await page.goBack();
  await expect(page).toHaveURL(/#\/messages/);
  await expect.poll(key).toBeNull();
  await page.reload();
  await expectHeading(page, 'Your session has ended');
  await page.goBack();
  await expect(page).not.toHaveURL(/#\/messages/);
  await expect.poll(key).toBeNull();
});

test('a one-time portal link opens the portal once, and tells the next visitor that it was used', async ({
  page,
}) => {
  const link = await customer.portalLink({ oneTime: true });
  await page.goto(link);
  await expectHeading(page, 'Endpoints');
  await page.goto('about:blank');
  await page.goto(link);
  await expectHeading(page, 'This link was used before');
  await expectAccessible(page, 'link that was used');
});

test('a portal link stops working when it expires, and the portal says so', async ({ page }) => {
  const link = await customer.portalLink({ sessionId: 'soon' });
  await customer.call('POST', `/auth/app/${customer.appId}/expire-all`, { sessionIds: ['soon'], expiry: 1 });
  const { token } = JSON.parse(atob(new URL(link).hash.slice('#key='.length))) as { token: string };
  const status = async () =>
    (
      await fetch(`${customer.server.baseUrl}/api/v1/auth/whoami`, {
        headers: { authorization: `Bearer ${token}` },
      })
    ).status;
  expect(await status()).toBe(200);
  await expect.poll(status).toBe(401);
  await page.goto(link);
  await expectHeading(page, 'This link no longer works');
  await expect(page.getByText('ask the company whose webhooks you receive')).toBeVisible();
  expect(page.url()).not.toContain('key=');
});
