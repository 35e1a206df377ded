import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectLoaded, watchFaults } from '../support/page-checks';
import { motionFaults, tabFaults, unmarked, widthFaults } from '../support/screen-checks';
import { fillShowcase, type Showcase } from '../support/showcase';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi } from './admin-page';

/** Every screen of the customers' portal, and the public catalog, in every way in which somebody may look at them. */

let posthorn: RunningPosthorn;
let showcase: Showcase;

test.beforeAll(async () => {
  posthorn = await startPosthorn({ args: ['--retry-schedule', '1,3600'] });
  showcase = await fillShowcase(posthorn);
});
test.afterAll(() => posthorn?.dispose());

const WIDE = { width: 1280, height: 800 };
/** 1280 px at 200 % zoom, a phone, and 1280 px at 400 %. */
const NARROW = [640, 390, 320] as const;

/** By its path in `portal-routes.tsx`. */
const SCREENS: Readonly<Record<string, (showcase: Showcase) => string>> = {
  catalog: () => 'catalog',
  'catalog/:name': () => 'catalog/invoice.paid',
  endpoints: () => 'endpoints',
  'endpoints/new': () => 'endpoints/new',
  'endpoints/:endpointId': ({ endpointId }) => `endpoints/${endpointId}`,
  'endpoints/:endpointId/edit': ({ endpointId }) => `endpoints/${endpointId}/edit`,
  'endpoints/:endpointId/setup': ({ endpointId }) => `endpoints/${endpointId}/setup`,
  messages: () => 'messages',
  'messages/:messageId': ({ messageId }) => `messages/${messageId}`,
  '*': () => 'nowhere',
};

test('every route of the portal is in the list of screens', () => {
  const text = readFileSync(
    resolve(import.meta.dirname, '../../src-renderer/portal/portal-routes.tsx'),
    'utf8',
  );
  const written = [...text.matchAll(/path: '([^']*)'/g)].map(([, path]) => path);
  expect(written.length).toBeGreaterThan(5);
  expect(written.sort()).toEqual(Object.keys(SCREENS).sort());
});

async function openPortal(browser: Browser, forcedColors: 'active' | 'none'): Promise<Page> {
  const context = await browser.newContext({ viewport: WIDE, reducedMotion: 'reduce', forcedColors });
  const page = await context.newPage();
  const { url } = await callApi<{ url: string }>(
    posthorn,
    'POST',
    `/auth/app-portal-access/${showcase.appId}`,
    {},
  );
  await page.goto(url);
  await expect(page.getByRole('navigation').first()).toBeVisible();
  return page;
}

async function show(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = `/${to}`;
  }, address);
  await expect(page.locator('main h1, main h2').first(), address).toBeVisible();
  await expectLoaded(page, address);
}

test('each screen is accessible, fits at 200 and 400 % zoom, stays still, and is worked by Tab', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const page = await openPortal(browser, 'none');
  const faults = watchFaults(page, posthorn.baseUrl);
  for (const screen of Object.values(SCREENS)) {
    const address = screen(showcase);
    await test.step(address, async () => {
      await show(page, address);
      await expectAccessible(page, address);
      expect.soft(await motionFaults(page), `${address}, motion`).toEqual([]);
      expect.soft(await tabFaults(page, 'main'), `${address} by Tab`).toEqual([]);
      for (const width of NARROW) {
        await page.setViewportSize({ width, height: 800 });
        expect.soft(await widthFaults(page), `${address} at ${width} px`).toEqual([]);
      }
      await page.setViewportSize(WIDE);
    });
  }
  expect(faults()).toEqual([]);
  await page.context().close();
});

test('forced colours keep the ring and what is chosen on each screen', async ({ browser }) => {
  test.setTimeout(300_000);
  const page = await openPortal(browser, 'active');
  for (const screen of Object.values(SCREENS)) {
    const address = screen(showcase);
    await test.step(address, async () => {
      await show(page, address);
      expect.soft(await tabFaults(page, 'main'), address).toEqual([]);
      expect.soft(await unmarked(page), `${address}, not marked`).toEqual([]);
    });
  }
  await page.context().close();
});

test('the public catalog fits at 200 and 400 % zoom, and forced colours keep its ring', async ({
  browser,
}) => {
  const context = await browser.newContext({
    viewport: WIDE,
    reducedMotion: 'reduce',
    forcedColors: 'active',
  });
  const page = await context.newPage();
  await page.goto(`${posthorn.baseUrl}/catalog/`);
  await page
    .getByRole('link', { name: /invoice\.paid/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect.soft(await tabFaults(page, 'main')).toEqual([]);
  for (const width of NARROW) {
    await page.setViewportSize({ width, height: 800 });
    expect.soft(await widthFaults(page), `at ${width} px`).toEqual([]);
  }
  await context.close();
});
