import { expect, test } from '@playwright/test';
import { expectAccessible, expectReflow, watchFaults } from '../support/page-checks';
import { type SampleSender, startSampleSender } from '../support/sample-sender';

/** With parameters, without; with a body, without; an answer without body; a deep schema, an empty one. */
const KEPT = ['app.endpoint.create', 'app.list', 'app.delete', 'health.get', 'AttemptOut', 'ResendOut'];

let sender: SampleSender;
let address: string;
test.beforeAll(async () => {
  sender = await startSampleSender();
  address = `${sender.server.baseUrl}/docs`;
});
test.afterAll(() => sender?.server.dispose());

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('shows an operation by its address, and leads from its answer to the schema', async ({ page }) => {
    await page.goto(`${address}#app.endpoint.create`);
    const article = page.locator('[id="app.endpoint.create"]');
    await expect(article).toBeInViewport();
    await expect(article).toContainText('Most messages per second to each endpoint');
    await expect(article).toContainText('unsupported_media_type');
    await article.getByRole('link', { name: 'EndpointOut', exact: true }).click();
    await expect(page).toHaveURL(`${address}#EndpointOut`);
    await expect(page.locator('[id="EndpointOut:createdAt"]')).toBeVisible();
  });
});

test('loads nothing from elsewhere, runs no script and breaks no rule of its policy', async ({ page }) => {
  const faults = watchFaults(page, sender.server.baseUrl);
  const response = await page.goto(address);
  expect(response?.headers()['content-security-policy']).toContain("default-src 'none'");
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Posthorn API');
  expect(await page.locator('script').count()).toBe(0);
  expect(faults()).toEqual([]);
});

test('has no accessibility fault and fits every width', async ({ page }) => {
  test.setTimeout(240_000);
  await page.goto(address);
  await expectReflow(page, 'the documentation', [320, 390, 1280, 1920]);
  // Every article is made by the same few functions: some of each kind stand for all, which would take minutes.
  await page.evaluate((kept) => {
    for (const article of document.querySelectorAll('article'))
      if (!kept.includes(article.id)) article.remove();
    for (const link of document.querySelectorAll('nav li:not(:first-child)')) link.remove();
  }, KEPT);
  await expect(page.locator('article')).toHaveCount(KEPT.length);
  await expectAccessible(page, 'the documentation');
});

test('can be read by keyboard: the first stop leads past the index', async ({ page }) => {
  await page.goto(address);
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').locator(':focus')).toBeVisible();
});

test('prints the text without the index', async ({ page }) => {
  await page.goto(address);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(page.locator('[id="app.create"]')).toBeVisible();
});
