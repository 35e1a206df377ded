import { expect, test } from '../support/browser-test';
import { AT_NIGHT } from '../support/share';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, openAdmin, watch } from './admin-page';

let posthorn: RunningPosthorn;

test.beforeAll(async () => {
  posthorn = await startPosthorn();
});
test.afterAll(() => posthorn?.dispose());

test('a wrong token is refused with the reason; a valid one logs in, and the log-in survives a reload', async ({
  page,
}) => {
  const seen = watch(page, posthorn, ['401']);
  await page.goto(posthorn.baseUrl);
  const field = page.getByLabel('Admin token');
  await expect(field).toBeFocused();
  await field.fill('not-the-token');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This instance does not know this token')).toBeVisible();
  await page.getByRole('button', { name: 'Show token' }).click();
  await expect(field).toHaveAttribute('type', 'text');
  await field.fill(posthorn.adminToken);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Send your first webhook' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Send your first webhook' })).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByLabel('Admin token')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Admin token')).toBeVisible();
  expect(seen).toEqual({ errors: [], foreign: [] });
});

test(
  'where the browser refuses to keep data, the admin pages work without what it would have kept',
  AT_NIGHT,
  async ({ page }) => {
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('Access is denied for this document.', 'SecurityError');
          },
        });
    });
    const seen = watch(page, posthorn);
    await page.goto(posthorn.baseUrl);
    await page.getByLabel('Admin token').fill(posthorn.adminToken);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Send your first webhook' })).toBeVisible();
    await page.keyboard.press('Control+K');
    await expect(page.getByRole('combobox')).toBeFocused();
    expect(seen).toEqual({ errors: [], foreign: [] });
  },
);

test('a read-only token is refused with the note that an admin token is needed', async ({ page }) => {
  const { token } = await callApi<{ token: string }>(posthorn, 'POST', '/auth/token', {
    name: 'reader',
    featureFlags: [],
  });
  await page.goto(posthorn.baseUrl);
  await page.getByLabel('Admin token').fill(token);
  await page.keyboard.press('Enter');
  await expect(page.getByText('These pages need an admin token')).toBeVisible();
});

test('a log-in URL pasted into an open tab logs in', async ({ page }) => {
  await page.goto(posthorn.baseUrl);
  await expect(page.getByLabel('Admin token')).toBeVisible();
  await page.evaluate((token) => {
    location.hash = `#token=${token}`;
  }, posthorn.adminToken);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  expect(page.url()).not.toContain('token=');
});

test('the first run takes two clicks from an empty instance to a delivered message', async ({ context }) => {
  const page = await openAdmin(context, posthorn);
  const seen = watch(page, posthorn);
  await page.getByRole('button', { name: 'Only create the sample' }).click();
  await expect(page.getByRole('heading', { name: 'Send a message' })).toBeVisible();
  await expect(page.locator('.monaco-editor').first()).toBeVisible({ timeout: 20_000 });
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText(/HTTP 200 in \d+ ms/)).toBeVisible();
  const arrived = page.getByRole('region', { name: 'Arrived at /receiver/sample' });
  await arrived.getByText('HTTP 200', { exact: true }).click();
  await expect(arrived.getByText('webhook-signature: v1,')).toBeVisible();
  expect(seen).toEqual({ errors: [], foreign: [] });
});

test('a lost connection is shown, and the page reconnects by itself', AT_NIGHT, async ({ context }) => {
  const first = await startPosthorn();
  const port = new URL(first.baseUrl).port;
  const page = await openAdmin(context, first, '/local/deliveries');
  await expect(page.getByRole('heading', { name: 'Deliveries', exact: true })).toBeVisible();
  await expect(page.getByRole('contentinfo').getByText('Live', { exact: true })).toBeVisible();
  await first.kill();
  await expect(page.getByText(/^Connection lost since/)).toBeVisible();
  await expect(page.getByText(/Not live:/)).toBeVisible();
  const second = await startPosthorn({ dataDir: first.dataDir, args: ['--port', port] });
  await expect(page.getByRole('contentinfo').getByText('Live', { exact: true })).toBeVisible({
    timeout: 15_000,
  });
  await second.dispose();
  await first.dispose();
});
