import { expect, test } from '@playwright/test';
import { expectAccessible, expectReflow, watchFaults } from '../support/page-checks';
import { type SampleSender, startSampleSender } from '../support/sample-sender';

/** With and without parameters; with and without a body; an answer without a body. */
const KEPT = ['app.endpoint.create', 'app.endpoint.list', 'app.endpoint.delete'];
/** The first page, one of each other kind, and the largest. */
const PAGES = ['', 'endpoints', 'schemas', 'schemas/AttemptOut', 'schemas/ResendOut'];

let sender: SampleSender;
let address: string;
test.beforeAll(async () => {
  sender = await startSampleSender();
  address = `${sender.server.baseUrl}/docs/`;
});
test.afterAll(() => sender?.server.dispose());

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('leads from the first page to an operation, and from its answer to the schema', async ({ page }) => {
    await page.goto(address);
    await expect(page.getByRole('searchbox')).toBeHidden();
    await page.getByRole('main').getByRole('link', { name: 'POST /app/{app}/endpoint', exact: true }).click();
    await expect(page).toHaveURL(`${address}endpoints#app.endpoint.create`);
    const article = page.locator('[id="app.endpoint.create"]');
    await expect(article).toBeInViewport();
    await expect(article).toContainText('Maximum messages per second to each endpoint');
    await expect(article).toContainText('unsupported_media_type');
    await article.getByRole('link', { name: 'EndpointOut', exact: true }).first().click();
    await expect(page).toHaveURL(`${address}schemas/EndpointOut`);
    await expect(page.locator('[id="EndpointOut:createdAt"]')).toBeVisible();
  });
});

test('loads nothing from elsewhere and breaks no rule of its policy', async ({ page }) => {
  const faults = watchFaults(page, sender.server.baseUrl);
  for (const path of PAGES) {
    const response = await page.goto(address + path);
    expect(response?.headers()['content-security-policy']).toContain("default-src 'none'");
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.getByRole('searchbox')).toBeVisible();
    // Each page has a few thousand elements; a single page had 43,000.
    expect(await page.locator('*').count(), path).toBeLessThan(7000);
  }
  expect(faults()).toEqual([]);
});

test('finds an operation as one types, by keyboard alone, and says how many there are', async ({ page }) => {
  await page.goto(address);
  const field = page.getByRole('searchbox', { name: 'Search operations and schemas' });
  await field.focus();
  await page.keyboard.type('rotate secret');
  const results = page.getByRole('search').getByRole('listitem');
  await expect(page.getByRole('status')).toHaveText(/^\d+ results?$/);
  await expect(results.first()).toContainText('app.endpoint.secret.rotate');
  await expect(page.getByRole('navigation')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(results).toHaveCount(0);
  await expect(page.getByRole('navigation')).toBeVisible();
  await page.keyboard.type('<img src=x>');
  await expect(page.getByRole('status')).toHaveText('No results.');
  await field.fill('endpointout');
  await expect(results.first()).toContainText('EndpointOut');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${address}schemas/EndpointOut`);
});

test('follows an anchor of the days when all was one page', async ({ page }) => {
  await page.goto(`${sender.server.baseUrl}/docs#app.endpoint.create`);
  await expect(page).toHaveURL(`${address}endpoints#app.endpoint.create`);
  await page.goto(`${sender.server.baseUrl}/docs#ListResponseEndpointOut:data[].id`);
  await expect(page).toHaveURL(`${address}schemas/ListResponseEndpointOut#ListResponseEndpointOut:data~~.id`);
  await expect(page.locator('[id="ListResponseEndpointOut:data~~.id"]')).toHaveCount(1);
});

test('has no accessibility fault and fits every width', async ({ page }) => {
  test.setTimeout(240_000);
  for (const path of PAGES) {
    await page.goto(address + path);
    await expectReflow(page, `the documentation, ${path}`, [320, 360, 1280, 1920]);
    // The same few functions render every article: some of each kind are enough, and all would take minutes.
    if (path === 'endpoints')
      await page.evaluate((kept) => {
        for (const article of document.querySelectorAll('article'))
          if (!kept.includes(article.id)) article.remove();
      }, KEPT);
    await expectAccessible(page, `the documentation, ${path}`);
  }
  await page.getByRole('searchbox').fill('endpoint');
  await expect(page.getByRole('search').getByRole('listitem').first()).toBeVisible();
  await expectAccessible(page, 'the documentation, with results');
});

test('can be read by keyboard: the first stop leads past the index', async ({ page }) => {
  await page.goto(`${address}endpoints`);
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').locator(':focus')).toBeVisible();
});

test('prints the text without the index', async ({ page }) => {
  await page.goto(`${address}applications`);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(page.getByRole('searchbox')).toBeHidden();
  await expect(page.locator('[id="app.create"]')).toBeVisible();
});
