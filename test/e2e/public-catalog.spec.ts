import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '../support/browser-test';
import { expectAccessible, expectReflow, watchFaults } from '../support/page-checks';
import { HOSTILE_TEXT, type SampleSender, startSampleSender } from '../support/sample-sender';

let sender: SampleSender;
let address: string;
test.beforeAll(async () => {
  sender = await startSampleSender();
  address = `${sender.server.baseUrl}/catalog/`;
});
test.afterAll(() => sender?.server.dispose());

async function publish(): Promise<void> {
  await sender.call('PATCH', '/settings', { eventCatalogPublished: true, displayName: 'Acme & Sons' });
  // A busy machine takes a while to generate the first page.
  await expect.poll(async () => (await fetch(address)).status, { timeout: 90_000 }).toBe(200);
}

test('the public catalog exists once it is published, without a byte of a flagged or archived event type', async ({
  page,
}) => {
  expect((await fetch(address)).status).toBe(404);
  await publish();
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Acme & Sons webhook event types');
  const html = await (await fetch(address)).text();
  expect(html).toContain('invoice.paid');
  for (const secret of ['betaonly', 'gammaonly', 'archived.type', 'Secret words']) {
    expect(html).not.toContain(secret);
  }
});

test.describe('published', () => {
  test.beforeAll(publish);

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('the public catalog shows descriptions, fields and examples, and opens a field by its URL', async ({
      page,
    }) => {
      await page.goto(address);
      const article = page.locator('[id="invoice.paid"]');
      await expect(article).toContainText('An invoice was paid in full.');
      await expect(article).toContainText('amount integer required');
      await expect(article).toContainText('inv_author');
      const inner = page.locator('[id="invoice.paid:customer.id"]');
      await expect(inner).toBeVisible();
      await page.locator('[id="invoice.paid:customer"] > details > summary').click();
      await expect(inner).toBeHidden();
      await page.locator('[id="invoice.created:customer"] > details > summary').click();
      await expect(page.locator('[id="invoice.created:customer.id"]')).toBeHidden();
      await test.step('the schema and the code are tabs beside the example', async () => {
        const tab = (title: RegExp) => article.locator('summary', { hasText: title });
        const example = article.getByRole('group', { name: 'Example of invoice.paid' });
        await expect(example).toBeVisible();
        await tab(/^Schema$/).click();
        await expect(example).toBeHidden();
        await expect(article.getByRole('group', { name: 'Schema of invoice.paid' })).toBeVisible();
        await tab(/^TypeScript$/).click();
        await expect(article.getByRole('link', { name: /types of all/ })).toHaveAttribute(
          'href',
          'events.d.ts',
        );
        await tab(/^Code$/).click();
        await expect(article.getByRole('link', { name: /ten languages/ })).toBeVisible();
      });
      await page.goto(`${address}#invoice.created:customer.id`);
      await expect(page.locator('[id="invoice.created:customer.id"]')).toBeVisible();
      await page.getByRole('navigation').getByRole('link', { name: 'ping' }).click();
      await expect(page).toHaveURL(`${address}#ping`);
      await expect(page.getByText(HOSTILE_TEXT)).toBeVisible();
      expect(await page.locator('main img').count()).toBe(0);
    });
  });

  test('search, copying and code samples of the public catalog obey its content security policy', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const faults = watchFaults(page, sender.server.baseUrl);
    await page.goto(address);
    const search = page.getByRole('searchbox', { name: 'Search event types' });
    await search.fill('IN FULL');
    await expect(page.getByRole('status')).toHaveText('1 result');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${address}#invoice.paid`);
    await search.press('Escape');
    const tree = page.getByRole('navigation', { name: 'Event types' });
    await expect(tree.locator('[aria-current]')).toHaveText('invoice.paid');
    // The button says Copied for only two seconds.
    await Promise.all([
      expect(page.getByRole('button', { name: 'Copied: Example of invoice.paid' })).toBeVisible(),
      page.getByRole('button', { name: 'Copy: Example of invoice.paid', exact: true }).click(),
    ]);
    expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toMatchObject({
      id: 'inv_author',
    });
    await test.step('the types of an event type are read when they are opened, with a button that copies them', async () => {
      const article = page.locator('[id="invoice.paid"]');
      await article.locator('summary', { hasText: /^TypeScript$/ }).click();
      const types = article.getByRole('group', { name: 'Types of invoice.paid' });
      await expect(types).toContainText('export interface InvoicePaid {');
      await expect(types).not.toContainText('Ping');
      await expect(article.getByRole('button', { name: 'Copy: Types of invoice.paid' })).toBeVisible();
    });
    await test.step('the language of code samples that was opened last stays open', async () => {
      await page.goto(`${address}#~verify`);
      await page.locator('summary', { hasText: /^Go$/ }).click();
      await expect.poll(() => page.evaluate(() => Object.values(localStorage))).toContain('go');
      await page.reload();
      await expect(page.getByText('webhook.Verify(body, r.Header)')).toBeVisible();
      await expect(page.getByText('openssl dgst')).toBeHidden();
    });
    expect(faults()).toEqual([]);
  });

  test('the public catalog is styled and accessible in light, dark and forced colors, on screen and paper', async ({
    page,
  }) => {
    await page.goto(address);
    for (const part of ['fields', 'block', 'name', 'masthead', 'article']) {
      const styled = await page.evaluate((name) => {
        const found = document.querySelector(`[class$="__${name}"], [class*="__${name} "]`);
        if (!found) return 'missing';
        const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
        const isFor = (rule: CSSRule) => rule instanceof CSSStyleRule && found.matches(rule.selectorText);
        return rules.some((rule) => isFor(rule) && rule.cssText.includes('__')) ? 'styled' : 'plain';
      }, part);
      expect(styled, part).toBe('styled');
    }
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.emulateMedia({ colorScheme: 'light' });
    const light = await ground();
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await ground()).not.toBe(light);
    await expectAccessible(page, 'public catalog');
    await expectReflow(page, 'public catalog');
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('[id="invoice.paid:customer.id"]')).toBeVisible();
    await expect(page.getByRole('navigation', { includeHidden: true })).toBeHidden();
    await expect(page.getByRole('searchbox', { includeHidden: true })).toBeHidden();
    await test.step('search in forced colors and at 200 % zoom', async () => {
      await page.emulateMedia({ media: 'screen', forcedColors: 'active' });
      await page.setViewportSize({ width: 640, height: 450 });
      await page.getByRole('searchbox').fill('invoice');
      await expect(page.getByRole('link', { name: /invoice\.paid/ }).first()).toBeVisible();
      await expectAccessible(page, 'search of the public catalog');
      await expectReflow(page, 'search of the public catalog');
    });
  });

  test.describe('large', () => {
    test.beforeAll(() => {
      const eventTypes = Array.from({ length: 60 }, (_, n) => ({
        name: `Bulk.n_${n}`,
        description: `Number ${n}.`,
        schemas: { 1: { type: 'object', properties: { total: { type: 'integer' } } } },
      }));
      return sender.call('POST', '/environment/import', { eventTypes });
    });

    test('the public catalog follows changes, and has a page for each event type once it is large', async ({
      page,
    }) => {
      test.slow(); // The pages are generated in the background.
      await sender.call('PATCH', '/event-type/ping', { description: 'A changed test.' });
      const html = async () => (await fetch(address)).text();
      for (const text of ['Number 59.', 'A changed test.'])
        await expect.poll(async () => (await html()).includes(text), { timeout: 90_000 }).toBe(true);
      await page.goto(address);
      await expectAccessible(page, 'list of a large catalog', { isScreen: true });
      await expectReflow(page, 'list of a large catalog');
      await page.getByRole('main').getByRole('link', { name: 'Bulk.n_59' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Bulk.n_59' })).toBeVisible();
      await expect(page.locator('[id=":total"]')).toBeVisible();
      await test.step('an old link to a field, which begins with the event type, still leads to it', async () => {
        await page.goto(`${address}types/invoice.paid.html#invoice.paid:customer.id`);
        await expect(page).toHaveURL(/\/types\/invoice\.paid\.html#:customer\.id$/);
        await expect(page.locator('[id=":customer.id"]')).toBeInViewport();
        await page.goBack();
        await expect(page.getByRole('heading', { level: 1, name: 'Bulk.n_59' })).toBeVisible();
      });
      await expectAccessible(page, 'page of one type', { isScreen: true });
      await expectReflow(page, 'page of one type');
      const tree = page.getByRole('navigation', { name: 'Event types' });
      await tree.locator('summary', { hasText: 'invoice' }).click();
      await tree.getByRole('link', { name: 'invoice.paid', exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'invoice.paid' })).toBeVisible();
      await page.getByRole('searchbox').fill('number 42');
      await page
        .getByRole('search')
        .getByRole('link', { name: /^Bulk\.n_42/ })
        .click();
      await expect(page.getByRole('heading', { level: 1, name: 'Bulk.n_42' })).toBeVisible();
      await page.getByRole('link', { name: 'Acme & Sons webhook event types' }).click();
      await expect(page.getByRole('main').getByRole('link', { name: 'Bulk.n_0', exact: true })).toBeVisible();
    });

    test('the exported public catalog can be searched from a folder on disk', async ({ page }) => {
      const folder = await mkdtemp(join(tmpdir(), 'posthorn-site-'));
      try {
        const { files } = (await sender.call('POST', '/public-page/export', {})) as {
          files: { path: string; text: string | null; base64: string | null }[];
        };
        for (const { path, text, base64 } of files) {
          await mkdir(dirname(join(folder, path)), { recursive: true });
          await writeFile(join(folder, path), text ?? Buffer.from(base64 ?? '', 'base64'));
        }
        await page.goto(pathToFileURL(join(folder, 'index.html')).href);
        const search = page.getByRole('search');
        await test.step('all results can be reached', async () => {
          await page.getByRole('searchbox').fill('bulk');
          await expect(page.getByRole('status')).toHaveText('60 results');
          await expect(search.getByRole('link')).toHaveCount(30);
          await search.getByRole('button', { name: 'Show 30 more' }).click();
          await expect(search.getByRole('link')).toHaveCount(60);
          await expect(search.getByRole('link').nth(30)).toBeFocused();
          await expect(search.getByRole('button')).toHaveCount(0);
        });
        await test.step('the names of fields are searched, and a typing error is corrected', async () => {
          await page.getByRole('searchbox').fill('bulk totl');
          await search.getByRole('button', { name: 'Did you mean “bulk total”?' }).click();
          await expect(page.getByRole('status')).toHaveText('60 results');
          await page.getByRole('searchbox').fill('n_7 tota');
          await expect(search.getByRole('link')).toHaveText(/^Bulk\.n_7field totalNumber 7\.$/);
        });
        await page.getByRole('searchbox').fill('number 42');
        await page
          .getByRole('search')
          .getByRole('link', { name: /^Bulk\.n_42/ })
          .click();
        await expect(page.getByRole('heading', { level: 1, name: 'Bulk.n_42' })).toBeVisible();
        await page
          .getByRole('navigation', { name: 'Event types' })
          .locator('summary', { hasText: 'invoice' })
          .click();
        await page.getByRole('link', { name: 'invoice.paid', exact: true }).click();
        await expect(page.getByRole('heading', { level: 1, name: 'invoice.paid' })).toBeVisible();
      } finally {
        await rm(folder, { recursive: true });
      }
    });
  });
});
