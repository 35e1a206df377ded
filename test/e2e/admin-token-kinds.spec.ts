import type { BrowserContext, Page } from '@playwright/test';
import { LIMITED_KINDS, type LimitedKind } from '../../src-server/contract/token-kinds';
import { expect, test } from '../support/browser-test';
import { expectAccessible, expectLoaded } from '../support/page-checks';
import { AT_NIGHT } from '../support/share';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import type { ShownIds } from '../support/still/still-showcase';
import { callApi, goTo, openAdmin } from './admin-page';
import { ADMIN_SCREENS } from './admin-routes';

let posthorn: RunningPosthorn;
let ids: ShownIds;
test.beforeAll(async () => {
  posthorn = await startPosthorn({});
  const { appId, endpointId } = await callApi<{ appId: string; endpointId: string }>(
    posthorn,
    'POST',
    '/sample',
  );
  const app = `/app/${appId}`;
  const poller = await callApi<{ id: string }>(posthorn, 'POST', `${app}/polling-endpoint`, {});
  const sent = await callApi<{ id: string }>(posthorn, 'POST', `${app}/msg`, {
    eventType: 'invoice.paid',
    payload: {},
  });
  const attempts = () =>
    callApi<{ data: readonly { id: string }[] }>(posthorn, 'GET', `${app}/attempt/msg/${sent.id}`);
  await expect.poll(async () => (await attempts()).data.length).toBeGreaterThan(0);
  const refused = (await attempts()).data[0]?.id ?? '';
  ids = { appId, orders: endpointId, archive: endpointId, poller: poller.id, messageId: sent.id, refused };
});
test.afterAll(() => posthorn?.dispose());

/** The editor keeps an empty one. */
const FAULTS = '[role=alert]:not(.monaco-aria-container *, .monaco-editor *)';

/** Logs a browser in with a new token of a kind. */
async function openAs(context: BrowserContext, kind: LimitedKind, screen: string): Promise<Page> {
  const { token } = await callApi<{ token: string }>(posthorn, 'POST', '/auth/token', { name: 'Anna', kind });
  return openAdmin(context, { ...posthorn, adminToken: token }, screen);
}

/**
 * Goes through screens, and expects that nothing is asked of the server that the token may not ask, and that nothing is
 * shown as a fault.
 */
async function walk(page: Page, screens: readonly string[]): Promise<void> {
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(`${response.request().method()} ${response.url()}`);
  });
  for (const screen of screens) {
    await goTo(page, posthorn, `/local${screen}`);
    await expect(page.locator('main h1, main h2').first(), screen).toBeAttached();
    await expectLoaded(page, screen);
    await expect(page.locator(FAULTS), screen).toHaveCount(0);
  }
  expect(refused).toEqual([]);
}

test('whoever is logged in with a limited token sees what it may not do disabled, and why', async ({
  context,
}) => {
  const page = await openAs(context, 'support', '/local/apps');
  await expect(page.getByText('You are logged in with a support token')).toBeVisible();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await expect(button('New')).toBeDisabled();
  await expect(button('New')).toHaveAttribute(
    'title',
    'A support token may not do this. It takes a full token.',
  );

  await goTo(page, posthorn, `/local/apps/${ids.appId}/endpoints/${ids.orders}`);
  await expect(button('Edit')).toBeDisabled();
  await expect(button('Send again')).toBeEnabled();
  await expectAccessible(page, 'an endpoint as support sees it');
  await button('More actions on this endpoint').click();
  await expect(page.getByRole('menuitem', { name: 'Delete endpoint' })).toBeDisabled();
  await page.keyboard.press('Escape');
  const tabs = page.getByRole('navigation', { name: 'Endpoint' });
  await tabs.getByRole('link', { name: 'Integrate' }).click();
  for (const name of ['Show', 'Rotate secret', 'Send example']) await expect(button(name)).toBeDisabled();
  await tabs.getByRole('link', { name: 'Settings' }).click();
  await expect(button('Set header')).toBeDisabled();
  await expect(page.getByText('A support token may not read this. It takes a full token.')).toHaveCount(1);
  await expectAccessible(page, 'the settings of an endpoint as support sees them');

  await page.keyboard.press('Control+K');
  const palette = page.getByRole('dialog');
  const search = palette.getByRole('combobox');
  await search.fill('stop hold');
  await expect(palette.getByRole('option', { name: /^Pause 127/ })).toBeVisible();
  await search.fill('edit');
  await expect(palette.getByRole('option', { name: /^Edit the endpoint/ })).toHaveCount(0);
  await page.keyboard.press('Escape');

  const places = page.getByRole('navigation', { name: 'Main' });
  await expect(places.getByRole('link', { name: 'Deliveries' })).toBeVisible();
  await expect(places.getByRole('link', { name: 'Send a message' })).toHaveCount(0);
  await walk(page, ['/settings/data', '/settings/tokens', '/send', '/import', '/settings/sending']);
  await expect(page.getByLabel('Retry 1 after')).toBeDisabled();
  await expect(button('Add retry')).toBeDisabled();
});

for (const kind of LIMITED_KINDS) {
  test(
    `no screen asks the server for what a ${kind} token may not ask, or shows it as a fault`,
    AT_NIGHT,
    async ({ context }) => {
      test.slow();
      const page = await openAs(context, kind, '/local/catalog');
      await walk(
        page,
        ADMIN_SCREENS.map((screen) => screen.full(ids)),
      );
    },
  );
}
