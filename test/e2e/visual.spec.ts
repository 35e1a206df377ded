import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { findSystemBrowser } from '../../resources/tools/browser.mjs';
import { smallPng } from '../../resources/tools/small-png.mjs';
import { expectLoaded, motionEnded } from '../support/page-checks';
import { fixTexts } from '../support/still/fixed-texts';
import { type StillServer, startStillServer } from '../support/still/still-server';
import { fillStill, type StillShowcase } from '../support/still/still-showcase';
import { goTo, openAdmin } from './admin-page';

let server: StillServer;
let showcase: StillShowcase;

/** The system and browser of the pictures. Others render text differently. */
const MADE_WITH = join(import.meta.dirname, 'snapshots/made-with.json');
/** The check of sent payloads needs a running clock, so it never ends here, and the test does not wait for it. */
const STILL_COMING = /^(Asking|Connecting|Loading|Opening|Reading)\b/;
/** As a share of pixels: about 200, less than two words in another colour. */
const MOST_DIFFERENT = 0.0002;

// About 20 seconds on an idle machine; a busy one must not make it fail.
test.describe.configure({ timeout: 180_000 });

test.beforeAll(async ({ browser }, { config }) => {
  // Playwright's own, where the system has none, is a headless shell too.
  const build = /headless-shell$|^$/.test(findSystemBrowser() ?? '') ? ' (headless shell)' : '';
  const here = { platform: process.platform, chromium: `${browser.version().split('.', 1)[0]}${build}` };
  const isRenewing = config.updateSnapshots === 'all' || config.updateSnapshots === 'changed';
  // Without the file there is nothing to compare with: a fault, not a reason to skip.
  const made = isRenewing ? here : JSON.parse(readFileSync(MADE_WITH, 'utf8'));
  if (made.chromium !== here.chromium || made.platform !== here.platform) {
    const why = `the pictures were made with Chromium ${made.chromium} on ${made.platform}, and this is Chromium ${here.chromium} on ${here.platform}. To renew them: npm run snapshots`;
    console.log(`\nSKIPPED, NO SCREEN WAS COMPARED WITH ITS PICTURE: ${why}\n`);
    test.skip(true, why);
  }
  server = await startStillServer(Date.parse('2026-11-20T08:55:20Z'));
  showcase = await fillStill(server);
  if (isRenewing) {
    mkdirSync(dirname(MADE_WITH), { recursive: true });
    writeFileSync(MADE_WITH, `${JSON.stringify(here, null, 2)}\n`);
  }
});
test.afterAll(async () => {
  showcase?.close();
  await server?.dispose();
});

/** A screen: the name of its picture, its address, and what it shows when loaded. */
type Screen = readonly [name: string, address: (showcase: StillShowcase) => string, ready: string];

const ADMIN: readonly Screen[] = [
  ['catalog', () => '/catalog/invoice.paid', 'role=heading[level=2] >> text=paid'],
  ['schema', () => '/catalog/invoice.paid/schema', '.monaco-editor .view-line >> nth=3'],
  ['application', ({ appId }) => `/apps/${appId}`, 'role=main >> text=Smoothing'],
  [
    'endpoint',
    ({ appId, orders }) => `/apps/${appId}/endpoints/${orders}`,
    'role=heading[name="Signing secret"]',
  ],
  [
    'messages',
    ({ refused }) => `/deliveries?attempt=${refused}`,
    'role=complementary >> role=region[name="Response body"]',
  ],
  ['live', () => '/deliveries/live', 'role=grid >> role=row >> nth=4'],
  [
    'live-endpoint',
    ({ appId, archive }) => `/apps/${appId}/endpoints/${archive}/live`,
    '[data-testid=delivery-sentence] >> text=Drains',
  ],
  ['simulator', () => '/deliveries/simulator', 'role=main >> canvas >> nth=2'],
  ['preview', () => '/preview?mode=matrix&rows=all', 'role=main >> role=row >> nth=6'],
  ['sending', () => '/settings/sending', 'role=heading[name="Sending"]'],
];

const PORTAL: readonly Screen[] = [
  ['endpoints', () => '/endpoints', 'text=/orders >> nth=0'],
  ['catalog', () => '/catalog/invoice.paid', 'role=heading[level=1] >> text=paid'],
];

async function openContext(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  });
  await context.clock.setFixedTime(server.clock.now());
  return context;
}

test('the screens of the admin app look as in their pictures, light and dark', async ({ browser }) => {
  const context = await openContext(browser);
  const page = await openAdmin(context, server);
  for (const [name, address, ready] of ADMIN) {
    await goTo(page, server, `/local${address(showcase)}`);
    await expect(page.locator(ready).first(), name).toBeVisible();
    await expectLook(page, `admin-${name}`);
  }
  await context.close();
});

test('the portal and the public catalog look as in their pictures, light and dark', async ({ browser }) => {
  const context = await openContext(browser);
  const page = await context.newPage();
  await page.goto(showcase.portalUrl);
  await expect(page.getByRole('navigation').first()).toBeVisible();
  for (const [name, address, ready] of PORTAL) {
    await page.evaluate((to) => {
      location.hash = to;
    }, address(showcase));
    await expect(page.locator(ready).first(), name).toBeVisible();
    await expectLook(page, `portal-${name}`);
  }
  await page.goto(`${server.baseUrl}/catalog/`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectLook(page, 'public-catalog');
  await context.close();
});

async function expectLook(page: Page, name: string): Promise<void> {
  await expect.poll(() => hasDrawnAll(page), { message: name }).toBe(true);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectLoaded(page, name, STILL_COMING);
    const limits = { maxDiffPixelRatio: MOST_DIFFERENT, threshold: 0.2 };
    expect.soft(await stillPicture(page), name).toMatchSnapshot(`${name}-${colorScheme}.png`, limits);
  }
}

/**
 * True if no chart is blank. Charts render as time advances, which it does not here; a change of theme makes them
 * render new data.
 */
async function hasDrawnAll(page: Page): Promise<boolean> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(() => new Promise((next) => requestAnimationFrame(next)));
  }
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLCanvasElement>('main canvas')].every((canvas) => {
      const { width, height } = canvas;
      // Editors also have canvases, which stay blank.
      if (canvas.closest('.monaco-editor')) return true;
      if (width * height === 0) return false;
      const points = canvas.getContext('2d')?.getImageData(0, 0, width, height).data;
      return points?.some((value) => value > 0) === true;
    }),
  );
}

/** A picture of the page once two in a row are the same, with few colours: a fifth of the size, and all grounds and lines as they are. */
async function stillPicture(page: Page): Promise<Buffer> {
  let last: Buffer = Buffer.alloc(0);
  for (let taken = 0; taken < 20; taken++) {
    await page.evaluate(() => document.fonts.ready);
    await motionEnded(page);
    await fixTexts(page);
    const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    if (picture.equals(last)) break;
    last = picture;
  }
  return smallPng(last);
}
