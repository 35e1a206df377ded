import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { checkScreen } from '../support/check-screen';
import { axeFaults, expectAccessible, expectLoaded } from '../support/page-checks';
import { motionFaults } from '../support/screen-checks';
import { IS_WHOLE, some } from '../support/share';
import { startPosthorn } from '../support/start-posthorn';
import { stillContext } from '../support/still/still-context';
import { type StillServer, startStillServer } from '../support/still/still-server';
import { fillStill, type StillShowcase } from '../support/still/still-showcase';
import { whyNoPictures } from '../support/still/why-no-pictures';
import { goTo, openAdmin, type PageWatch, watch } from './admin-page';
import { ADMIN_SCREENS, type AdminScreen, writtenRoutes } from './admin-routes';

let server: StillServer;
let showcase: StillShowcase;
/** Goes through all screens, each of which it loads once. */
let page: Page;
let seen: PageWatch;
/** Why no screen is compared with its picture; null: they are. */
let without: string | null;

// Filling takes some seconds on an idle machine; a busy one must not make it fail.
test.describe.configure({ timeout: 300_000 });

test.beforeAll(async ({ browser }, { config }) => {
  without = whyNoPictures(browser, config);
  server = await startStillServer(Date.parse('2026-11-20T08:55:20Z'));
  showcase = await fillStill(server);
  page = await openAdmin(await stillContext(browser, server), server);
  seen = watch(page, server);
});
test.afterAll(async () => {
  await page?.context().close();
  showcase?.close();
  await server?.dispose();
});

const LOOKED_AT = ADMIN_SCREENS.filter(({ apart }) => apart === undefined);
/** Monaco's content and frames have their own tests. */
const LEFT_OUT = ['.monaco-editor', 'iframe'];
const EMPTY = {
  appId: 'none',
  orders: 'none',
  archive: 'none',
  poller: 'none',
  messageId: 'none',
  refused: 'none',
};
/** So many of the rows of a long list are looked at in the gate. */
const FEW = 15;
/** A tablet, 1280 px at 200 % zoom, and a phone. */
const NARROW = IS_WHOLE ? [768, 640, 390] : [390];

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
const placeOf = ({ route }: AdminScreen) => `/${route.split('/')[1] ?? ''}`;

for (const place of new Set(LOOKED_AT.map(placeOf))) {
  test(`screens under ${place} pass axe, reflow, reduced motion, Tab and forced colors, and match their pictures`, {
    tag: '@picture',
  }, async () => {
    for (const screen of LOOKED_AT.filter((listed) => placeOf(listed) === place)) {
      const what = screen.full(showcase) || '/';
      await test.step(what, async () => {
        await show(screen);
        await expect.soft(page.getByText(/^Times? in /), `${what}, where the zone is named`).toHaveCount(1);
        if (screen.alike && !IS_WHOLE) await leaveFew(screen.alike);
        const picture = without === null ? (screen.picture ?? null) : null;
        await checkScreen(page, { what, root: '#main', widths: NARROW, leftOut: LEFT_OUT, picture });
      });
    }
    expect(seen).toEqual({ errors: [], foreign: [] });
  });
}

/** What each list must show, however narrow the window. */
const KEPT: readonly (readonly [address: string, texts: readonly (string | RegExp)[]])[] = [
  ['/deliveries/attention', ['Failing', /^Failing since \d\d:\d\d: HTTP 503/, 'Acme Ltd']],
  ['/deliveries/live', ['Failing', '25 waiting', 'Acme Ltd']],
  ['/deliveries/messages', ['Delivered', 'invoice.paid', /^\d\d:\d\d:\d\d$/, 'Acme Ltd']],
  ['/deliveries', ['Delivered', 'invoice.paid', /^\d\d:\d\d:\d\d$/, 'Acme Ltd']],
  ['/apps', ['Acme Ltd', 'Failing']],
];

test('lists keep state, time, event type and application on a tablet and on a phone', async () => {
  for (const [address, texts] of KEPT) {
    await goTo(page, server, `/local${address}`);
    for (const width of [768, 390]) {
      await page.setViewportSize({ width, height: 800 });
      for (const text of texts) {
        const shown = page.locator('#main').getByText(text).locator('visible=true').first();
        await expect(shown, `${text} in ${address} at ${width} px`).toBeVisible();
      }
    }
  }
  await page.setViewportSize(WIDE.viewport);
});

test('every picture was made with this system and browser, and belongs to a screen', () => {
  const files = readdirSync(join(import.meta.dirname, 'snapshots')).filter((file) =>
    file.startsWith('admin-'),
  );
  const named = ADMIN_SCREENS.flatMap(({ picture }) =>
    picture ? [`${picture}-dark.png`, `${picture}-light.png`] : [],
  );
  expect(files.sort()).toEqual(named.sort());
  // Counted as skipped where no screen was compared, so that nobody takes this run for one that was.
  test.skip(without !== null, without ?? '');
});

test('an empty screen says what will stand there, and is accessible', async ({ browser }) => {
  const empty = await startPosthorn();
  try {
    const context = await browser.newContext(WIDE);
    const tab = await openAdmin(context, empty);
    const noted = watch(tab, empty);
    for (const screen of LOOKED_AT) {
      if (!screen.empty) continue;
      const address = screen.full(EMPTY);
      await goTo(tab, empty, `/local${address}`);
      await expect(tab.locator(screen.empty).first()).toBeVisible();
      await expectLoaded(tab, address);
      await expectGood(tab, `${address}, empty`);
    }
    expect(noted).toEqual({ errors: [], foreign: [] });
    await context.close();
  } finally {
    await empty.dispose();
  }
});

test('a screen shows that it is loading, and after a failed request what failed', async ({ browser }) => {
  const context = await browser.newContext(WIDE);
  const tab = await openAdmin(context, server, '/local/nowhere');
  let at = '';
  let release = () => {};
  let held = Promise.resolve();
  const hold = (route: string) => {
    at = route;
    held = new Promise((done) => {
      release = done;
    });
  };
  await tab.route('**/api/v1/**', async (route) => {
    // The window itself works: its session and its connections.
    if (/whoami|connection/.test(route.request().url())) return route.fallback();
    await held;
    // Requests without an answer are retried; the first failure is enough to see the message.
    if (at === '/catalog') return route.abort('connectionrefused');
    return route.fulfill({ status: 403, json: { code: 'forbidden', detail: 'This token may not.' } });
  });
  // Forgets what the start has read.
  await tab.reload();
  const reading = LOOKED_AT.filter(({ reads }) => reads);
  for (const screen of some(reading)) {
    const address = screen.full(showcase);
    await test.step(address || '/', async () => {
      // What two screens show is read again by the second one, if it was not shown in between.
      await goTo(tab, server, '/local/nowhere');
      await expect(tab.getByRole('heading', { name: 'There is no screen at this URL' })).toBeVisible();
      hold(screen.route);
      await goTo(tab, server, `/local${address}`);
      // Its code is loaded; only the answers are missing.
      await expect(tab.locator('main h1').first(), address).toBeAttached();
      await expect(tab.locator('main [role=status]:visible').first(), address).toBeVisible();
      expect
        .soft(await axeFaults(tab, { part: '#main', leftOut: LEFT_OUT }), `${address}, loading`)
        .toEqual([]);
      expect.soft(await motionFaults(tab), `${address}, loading, motion`).toEqual([]);
      release();
      await expect(tab.locator('main [role=alert]').first(), address).toBeVisible();
      await expectGood(tab, `${address}, without an answer`);
    });
  }
  await tab.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
});

const WIDE = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } as const;

/** Goes to a screen, and waits for all of it. */
async function show(screen: AdminScreen): Promise<void> {
  const address = screen.full(showcase);
  await goTo(page, server, `/local${address}`);
  await expect(page.locator(screen.ready).first(), address).toBeVisible();
  await expectLoaded(page, address);
}

/** Takes rows away that are rendered like those before them: a walk by Tab through all would take as long as ten screens. */
async function leaveFew(alike: string): Promise<void> {
  const rows = page.locator(alike);
  await expect(rows.nth(FEW)).toBeAttached();
  await rows.evaluateAll((all, few) => {
    for (const row of all.slice(few)) row.remove();
  }, FEW);
}

/** No axe violations in both themes, and no motion. The frame around the screens is checked where they are full. */
async function expectGood(tab: Page, what: string): Promise<void> {
  await expectAccessible(tab, what, { part: '#main', leftOut: LEFT_OUT });
  expect.soft(await motionFaults(tab), `${what}, motion`).toEqual([]);
}
