import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { expectAccessible, expectReflow, watchFaults } from '../support/page-checks';
import { HOSTILE_TEXT, type SampleSender, startSampleSender } from '../support/sample-sender';

let sender: SampleSender;
let address: string;
test.beforeAll(async () => {
  sender = await startSampleSender();
  address = `${sender.server.baseUrl}/catalog/`;
});
test.afterAll(() => sender?.server.dispose());

test('is not there until it is published, and then says whose events it describes', async ({ page }) => {
  expect((await fetch(address)).status).toBe(404);
  await sender.call('PATCH', '/settings', { eventCatalogPublished: true, displayName: 'Acme & Sons' });
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Acme & Sons webhook event types');
});

test.describe('published', () => {
  test.beforeAll(() =>
    sender.call('PATCH', '/settings', { eventCatalogPublished: true, displayName: 'Acme' }),
  );

  test('holds no byte of a flagged or archived event type', async () => {
    const html = await (await fetch(address)).text();
    expect(html).toContain('invoice.paid');
    for (const secret of ['betaonly', 'gammaonly', 'archived.type', 'Secret words']) {
      expect(html).not.toContain(secret);
    }
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('shows names, descriptions, fields and examples, and opens a field by its address', async ({
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
      await page.goto(`${address}#invoice.created:customer.id`);
      await expect(page.locator('[id="invoice.created:customer.id"]')).toBeVisible();
      await page.getByRole('navigation').getByRole('link', { name: 'ping' }).click();
      await expect(page).toHaveURL(`${address}#ping`);
      await expect(page.getByText(HOSTILE_TEXT)).toBeVisible();
      expect(await page.locator('main img').count()).toBe(0);
    });
  });

  test('breaks no rule of its policy while it is searched and copied from', async ({ page, context }) => {
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
    await expect(page.getByRole('navigation', { name: 'Event types' })).toBeVisible();
    await page.getByRole('button', { name: 'Copy: Example of invoice.paid', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Copied: Example of invoice.paid' })).toBeVisible();
    expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toMatchObject({
      id: 'inv_author',
    });
    expect(faults()).toEqual([]);
  });

  test('shows how to verify a signature in the language that was opened last', async ({ page }) => {
    await page.goto(`${address}#~verify`);
    await page.locator('summary', { hasText: /^Go$/ }).click();
    await page.reload();
    await expect(page.getByText('webhook.Verify(body, r.Header)')).toBeVisible();
    await expect(page.getByText('openssl dgst')).toBeHidden();
  });

  test('can be read in forced colors and at twice the size', async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await page.setViewportSize({ width: 640, height: 450 });
    await page.goto(address);
    await page.getByRole('searchbox').fill('invoice');
    await expect(page.getByRole('link', { name: /invoice\.paid/ }).first()).toBeVisible();
    await expectAccessible(page, 'search of the public page');
    await expectReflow(page, 'search of the public page');
  });

  test('is styled by its own style sheets, in light and in dark', async ({ page }) => {
    await page.goto(address);
    for (const part of ['rows', 'block', 'name', 'masthead', 'article']) {
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
  });

  test('has no accessibility fault, no sideways scrolling, and prints every field', async ({ page }) => {
    await page.goto(address);
    await expectAccessible(page, 'public page');
    await expectReflow(page, 'public page');
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('[id="invoice.paid:customer.id"]')).toBeVisible();
    await expect(page.getByRole('navigation', { includeHidden: true })).toBeHidden();
    await expect(page.getByRole('searchbox', { includeHidden: true })).toBeHidden();
  });

  test('follows a change within five seconds, and gives a large catalog a page for each type', async ({
    page,
  }) => {
    await sender.call('PATCH', '/event-type/ping', { description: 'A changed test.' });
    await expect
      .poll(async () => (await fetch(address)).text(), { timeout: 5000 })
      .toContain('A changed test.');
    for (let n = 0; n < 60; n += 1) {
      await sender.call('POST', '/event-type', {
        name: `Bulk.n_${n}`,
        description: `Number ${n}.`,
        schemas: { 1: { type: 'object', properties: { total: { type: 'integer' } } } },
      });
    }
    await expect.poll(async () => (await fetch(address)).text(), { timeout: 5000 }).toContain('Number 59.');
    await page.goto(address);
    await expectAccessible(page, 'list of a large catalog');
    await expectReflow(page, 'list of a large catalog');
    await page.getByRole('main').getByRole('link', { name: 'Bulk.n_59' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Bulk.n_59' })).toBeVisible();
    await expect(page.locator('[id="Bulk.n_59:total"]')).toBeVisible();
    await expectAccessible(page, 'page of one type');
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
    await page.getByRole('link', { name: 'Acme webhook event types' }).click();
    await expect(page.getByRole('main').getByRole('link', { name: 'Bulk.n_0', exact: true })).toBeVisible();
  });

  test('searches in a folder on disk, too', async ({ page }) => {
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
