import { expect, type Page, test } from '@playwright/test';
import { axeFaults, expectAccessible, expectLoaded } from '../support/page-checks';
import { motionFaults, tabFaults, unmarked, widthFaults } from '../support/screen-checks';
import { fillShowcase, type Showcase } from '../support/showcase';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { goTo, openAdmin, watch } from './admin-page';
import { ADMIN_SCREENS, writtenRoutes } from './admin-routes';

let posthorn: RunningPosthorn;
let showcase: Showcase;

test.beforeAll(async () => {
  // The first retry comes at once and the second after the test, so that one delivery has failed and one waits.
  posthorn = await startPosthorn({ args: ['--retry-schedule', '1,3600'] });
  showcase = await fillShowcase(posthorn);
});
test.afterAll(() => posthorn?.dispose());

const LOOKED_AT = ADMIN_SCREENS.filter(({ apart }) => apart === undefined);
/** Monaco's content and frames have their own tests. */
const LEFT_OUT = { leftOut: ['.monaco-editor', 'iframe'] };
/** 1280 px at 200 % zoom, and a phone. */
const NARROW = [640, 390] as const;

test('every route of the admin app is in the list of screens', () => {
  const listed = new Set(ADMIN_SCREENS.map(({ route }) => route));
  expect(writtenRoutes().length).toBeGreaterThan(20);
  expect(
    writtenRoutes().filter((route) => !listed.has(route)),
    'routes that are not in the list',
  ).toEqual([]);
  expect(
    [...listed].filter((route) => !writtenRoutes().includes(route)),
    'listed, but no route',
  ).toEqual([]);
});

/** The first part of an address: each has its own test, so that one fault does not hide the others. */
const PLACES = [...new Set(LOOKED_AT.map(({ route }) => route.split('/')[1] || 'start'))];

for (const place of PLACES) {
  test(`with something in it, each screen of ${place} is accessible, fits, stays still, and is worked by Tab`, async ({
    browser,
  }) => {
    test.setTimeout(300_000);
    const context = await browser.newContext({ viewport: WIDE, reducedMotion: 'reduce' });
    const page = await openAdmin(context, posthorn);
    const seen = watch(page, posthorn);
    for (const screen of LOOKED_AT) {
      if ((screen.route.split('/')[1] || 'start') !== place) continue;
      const address = screen.full(showcase);
      await test.step(address || '/', async () => {
        await goTo(page, posthorn, `/local${address}`);
        await expect(page.locator(screen.ready).first(), address).toBeVisible();
        await expectLoaded(page, address);
        await expectGood(page, address);
        expect.soft(await tabFaults(page, '#main'), `${address} by Tab`).toEqual([]);
        for (const width of NARROW) {
          await page.setViewportSize({ width, height: 800 });
          expect.soft(await widthFaults(page), `${address} at ${width} px`).toEqual([]);
        }
        await page.setViewportSize(WIDE);
      });
    }
    expect(seen).toEqual({ errors: [], foreign: [] });
    await context.close();
  });
}

test('a screen without anything says what belongs there', async ({ browser }) => {
  test.setTimeout(120_000);
  const empty = await startPosthorn();
  try {
    const context = await browser.newContext({ viewport: WIDE, reducedMotion: 'reduce' });
    const page = await openAdmin(context, empty);
    const seen = watch(page, empty);
    for (const screen of LOOKED_AT) {
      if (!screen.empty) continue;
      const address = screen.full({ appId: 'none', endpointId: 'none', messageId: 'none' });
      await goTo(page, empty, `/local${address}`);
      await expect(page.locator(screen.empty).first()).toBeVisible();
      await expectLoaded(page, address);
      await expectGood(page, `${address}, empty`);
    }
    expect(seen).toEqual({ errors: [], foreign: [] });
    await context.close();
  } finally {
    await empty.dispose();
  }
});

test('a screen that gets no answer shows that it waits, then what failed and what to do', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const context = await browser.newContext({ viewport: WIDE, reducedMotion: 'reduce' });
  const page = await openAdmin(context, posthorn);
  for (const screen of LOOKED_AT) {
    if (!screen.reads) continue;
    const address = screen.full(showcase);
    await test.step(address || '/', async () => {
      let release = () => {};
      const held = new Promise<void>((done) => {
        release = done;
      });
      await page.route('**/api/v1/**', async (route) => {
        // The window itself works: its session and its connections.
        if (/whoami|connection/.test(route.request().url())) return route.fallback();
        await held;
        // Requests without an answer are retried; the first failure is enough to see the message.
        if (screen.route === '/catalog') return route.abort('connectionrefused');
        return route.fulfill({ status: 403, json: { code: 'forbidden', detail: 'This token may not.' } });
      });
      await goTo(page, posthorn, `/local${address}`);
      await page.reload();
      // Its code is loaded; only the answers are missing.
      await expect(page.locator('main h1').first(), address).toBeAttached();
      await expect(page.locator('main [role=status]:visible').first(), address).toBeVisible();
      expect.soft(await axeFaults(page, LEFT_OUT), `${address}, loading`).toEqual([]);
      expect.soft(await motionFaults(page), `${address}, loading, motion`).toEqual([]);
      release();
      await expect(page.locator('main [role=alert]').first(), address).toBeVisible({ timeout: 15_000 });
      await expectGood(page, `${address}, without an answer`);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
  }
  await context.close();
});

test('forced colours keep the ring, what is chosen, and where one is, on each screen', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const context = await browser.newContext({
    viewport: WIDE,
    forcedColors: 'active',
    reducedMotion: 'reduce',
  });
  const page = await openAdmin(context, posthorn);
  for (const screen of LOOKED_AT) {
    const address = screen.full(showcase);
    await test.step(address || '/', async () => {
      await goTo(page, posthorn, `/local${address}`);
      await expect(page.locator(screen.ready).first(), address).toBeVisible();
      await expectLoaded(page, address);
      expect.soft(await tabFaults(page, '#main'), address).toEqual([]);
      expect.soft(await unmarked(page), `${address}, not marked`).toEqual([]);
      // A state shows a glyph and a word, whatever the colour.
      for (const state of await page.locator('main [data-state]:visible').all())
        expect.soft(await state.textContent(), `${address}, a state without a word`).not.toBe('');
    });
  }
  await context.close();
});

const WIDE = { width: 1280, height: 800 };

/** No axe violations, in both themes, and no motion. */
async function expectGood(page: Page, what: string): Promise<void> {
  await expectAccessible(page, what, LEFT_OUT);
  expect.soft(await motionFaults(page), `${what}, motion`).toEqual([]);
}
