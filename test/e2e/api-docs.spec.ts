import { expect, test } from '../support/browser-test';
import { expectAccessible, expectReflow, watchFaults } from '../support/page-checks';
import { IS_WHOLE } from '../support/share';

/** With and without parameters; with and without a body; an answer without a body. */
const KEPT = ['app.endpoint.create', 'app.endpoint.list', 'app.endpoint.delete'];
/** The first page, one of each other kind, and in the nightly run the largest. */
const PAGES = IS_WHOLE
  ? ['', 'settings', 'receivers', 'endpoints', 'schemas', 'schemas/AttemptOut', 'schemas/ResendOut']
  : ['', 'receivers', 'endpoints', 'schemas', 'schemas/AttemptOut'];

let address: string;
test.beforeAll(({ shared }) => {
  address = `${shared.baseUrl}/docs/`;
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the documentation links its first page to an operation, and that to its response schema', async ({
    page,
  }) => {
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

test('each kind of documentation page obeys its policy, is accessible and fits every width', async ({
  page,
  shared,
}) => {
  test.setTimeout(240_000);
  const faults = watchFaults(page, shared.baseUrl);
  for (const path of PAGES) {
    const response = await page.goto(address + path);
    expect(response?.headers()['content-security-policy']).toContain("default-src 'none'");
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.getByRole('searchbox')).toBeVisible();
    // Each page has a few thousand elements; a single page had 43,000.
    expect(await page.locator('*').count(), path).toBeLessThan(7000);
    await expectReflow(page, `the documentation, ${path}`, IS_WHOLE ? [320, 360, 1280, 1920] : [320, 1280]);
    // The same few functions render every article: some of each kind are enough, and all would take minutes.
    if (path === 'endpoints')
      await page.evaluate((kept) => {
        for (const article of document.querySelectorAll('article'))
          if (!kept.includes(article.id)) article.remove();
      }, KEPT);
    // The index is the same on each page.
    const leftOut = path === '' ? [] : ['nav'];
    await expectAccessible(page, `the documentation, ${path}`, { leftOut, isScreen: true });
  }
  await page.getByRole('searchbox').fill('endpoint');
  await expect(page.getByRole('search').getByRole('listitem').first()).toBeVisible();
  await expectAccessible(page, 'the documentation, with results');
  expect(faults()).toEqual([]);
});

test('the documentation is searched and read by keyboard alone, and prints without its index', async ({
  page,
}) => {
  await page.goto(address);
  const field = page.getByRole('searchbox', { name: 'Search the documentation' });
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
  await test.step('the first Tab stop of a page skips the index', async () => {
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to the content' });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('main').locator(':focus')).toBeVisible();
  });
  await test.step('print', async () => {
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('navigation')).toBeHidden();
    await expect(page.getByRole('searchbox')).toBeHidden();
    await expect(page.locator('[id="EndpointOut:createdAt"]')).toBeVisible();
  });
});

test('links into the documentation from when it was one page still lead to their target', async ({
  page,
  shared,
}) => {
  await page.goto(`${shared.baseUrl}/docs#app.endpoint.create`);
  await expect(page).toHaveURL(`${address}endpoints#app.endpoint.create`);
  await page.goto(`${shared.baseUrl}/docs#ListResponseEndpointOut:data[].id`);
  await expect(page).toHaveURL(`${address}schemas/ListResponseEndpointOut#ListResponseEndpointOut:data~~.id`);
  await expect(page.locator('[id="ListResponseEndpointOut:data~~.id"]')).toHaveCount(1);
});
