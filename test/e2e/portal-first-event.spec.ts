import { Webhook } from 'standardwebhooks';
import { expect, test } from '../support/browser-test';
import { type Customer, createCustomer } from '../support/customer';
import { expectAccessible, expectReflow, watchFaults } from '../support/page-checks';
import { type Receiver, startReceiver } from '../support/receiver';
import { AT_NIGHT } from '../support/share';
import { focused, press, tabTo } from './by-keyboard';
import { goInPortal } from './go-in-portal';

let customer: Customer;
test.beforeAll(async ({ shared }) => {
  customer = await createCustomer(shared);
  const eventType = { name: 'first_event.sent', description: 'The only one of its group.' };
  await customer.call('POST', '/event-type', eventType);
});

/** The software of the customer: it accepts nothing that it cannot verify, and knows no secret at first. */
interface Verifier {
  readonly receiver: Receiver;
  /** Stores a secret, as a customer would. */
  readonly store: (secret: string) => void;
  readonly verified: () => readonly unknown[];
}

async function startVerifier(): Promise<Verifier> {
  let webhook: Webhook | null = null;
  const verified: unknown[] = [];
  const receiver = await startReceiver(({ headers, body }) => {
    try {
      if (webhook === null) throw new Error('no secret');
      verified.push(webhook.verify(body.toString('utf8'), headers as Record<string, string>));
      return { status: 204 };
    } catch {
      return { status: 401, body: 'bad signature' };
    }
  });
  return {
    receiver,
    store: (secret) => {
      webhook = new Webhook(secret);
    },
    verified: () => verified,
  };
}

// Held by `portal-endpoints.spec.ts` (adding by keyboard), `portal-journey.spec.ts` (test event, secret) and the test below (steps).
test(
  'a customer adds an endpoint, verifies a test event and rotates the secret, by keyboard alone',
  AT_NIGHT,
  async ({ page }) => {
    test.slow();
    const { receiver, store, verified } = await startVerifier();
    const faults = watchFaults(page, customer.server.baseUrl);
    try {
      await page.goto(await customer.portalLink());
      await expect(page.getByRole('heading', { name: 'No endpoints yet' })).toBeVisible();
      await press(page, 'link', 'Add endpoint');
      await tabTo(page, 'textbox', 'Endpoint URL');
      await page.keyboard.type(receiver.baseUrl);
      await test.step('event types of a group, and back to all', async () => {
        await tabTo(page, 'radio', /All events/);
        await page.keyboard.press('ArrowDown');
        await expect(page.getByRole('radio', { name: /Selected events/ })).toBeChecked();
        await tabTo(page, 'row', /./);
        await tabTo(page, 'row', /^first_event/, 'ArrowDown');
        await page.keyboard.press('Space');
        await expect(page.getByText(/all future ones of first_event/)).toBeVisible();
        await page.getByRole('radio', { name: /Selected events/ }).focus();
        await page.keyboard.press('ArrowUp');
      });
      await press(page, 'button', 'Add endpoint');

      await expect.poll(() => focused(page)).toBe('Step 2 of 4: Signing secret');
      await expectAccessible(page, 'setup, secret');
      await expectReflow(page, 'setup, secret', [320, 390, 834, 1440]);
      await press(page, 'button', 'Show signing secret');
      const secret = await page.getByText(/^whsec_/).innerText();
      await expect(page.getByText('You can show it again at any time')).toBeVisible();
      await press(page, 'link', 'Continue: Verification');

      await expect.poll(() => focused(page)).toBe('Step 3 of 4: Verification');
      await expect(page.getByRole('region', { name: 'Verify a signature' })).toContainText(secret);
      await expectAccessible(page, 'setup, verification');
      await expectReflow(page, 'setup, verification', [320, 390, 834, 1440]);
      await press(page, 'link', 'Continue: Test event');

      await expect.poll(() => focused(page)).toBe('Step 4 of 4: Test event');
      await expect(page.getByRole('region', { name: 'Payload' })).toContainText('"success"');
      await expectAccessible(page, 'setup, test');
      await press(page, 'button', 'Send example');
      await expect(page.getByText(/^HTTP 401 after/)).toBeVisible();
      await expect(page.getByText('Check that it verifies the raw body')).toBeVisible();
      await expect(page.getByRole('region', { name: 'Response' })).toContainText('bad signature');
      await expectAccessible(page, 'setup, refused');
      await expectReflow(page, 'setup, refused', [320, 390, 834, 1440]);

      store(secret);
      await press(page, 'button', 'Send again');
      await expect(page.getByText(/^HTTP 204 after/)).toBeVisible();
      await expect(page.getByText('Your software accepted the event.')).toBeVisible();
      await expect(page.getByText('Your endpoint receives events')).toBeVisible();
      await expectAccessible(page, 'setup, done');
      expect(verified()).toEqual([{ success: true }]);

      await press(page, 'link', 'Go to the endpoint');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${receiver.baseUrl}/`);
      await expect(page.getByText('Last attempts')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Finish setting up' })).toHaveCount(0);
      await press(page, 'link', /^Test$/);
      await expect(page.getByRole('button', { name: 'Send example' })).toBeVisible();
      await expectAccessible(page, 'test of an endpoint');
      await expectReflow(page, 'test of an endpoint');
      await press(page, 'link', /^Settings$/);
      await press(page, 'button', 'Rotate secret');
      const dialog = page.getByRole('dialog');
      await expect(dialog).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('button', { name: 'Rotate secret' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(dialog).toBeVisible();
      await press(page, 'button', 'Rotate secret');
      await expect(page.getByText('The old one keeps working for 24 hours')).toBeVisible();
      expect(faults()).toEqual([]);
    } finally {
      await receiver.close();
    }
  },
);

test('the endpoint setup can be left and resumed, and has only the steps of the link’s capabilities', async ({
  page,
}) => {
  const { id } = await customer.call<{ id: string }>('POST', `/app/${customer.appId}/endpoint`, {
    url: `${customer.server.baseUrl}/receiver/resumed`,
  });
  const open = async (path: string, request: object = {}) =>
    page.goto((await customer.portalLink(request)).replace('/portal/', `/portal/?next=${path}`));
  await open(`/endpoints/${id}/setup`);
  await page.getByRole('link', { name: 'Finish later' }).click();
  await page.getByRole('link', { name: 'Finish setting up' }).click();
  await expect(page.getByRole('heading', { level: 2, name: /Step 2 of 4/ })).toBeFocused();

  await open(`/endpoints/${id}/setup`, { capabilities: ['ViewBase', 'CreateAttempts'] });
  await expect(page.getByRole('heading', { level: 2, name: 'Step 2 of 2: Test event' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Signing secret' })).toHaveCount(0);

  await open(`/endpoints/${id}`, { capabilities: ['ViewBase'] });
  await expect(page.getByRole('heading', { name: 'Last attempts' })).toBeVisible();
  await expect(page.getByText('None yet.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Finish setting up' })).toHaveCount(0);
  await goInPortal(page, `/endpoints/${id}/setup`);
  await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible();
});
