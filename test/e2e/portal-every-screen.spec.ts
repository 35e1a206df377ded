import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { checkScreen } from '../support/check-screen';
import { expectLoaded, watchFaults } from '../support/page-checks';
import { IS_WHOLE } from '../support/share';
import { stillContext } from '../support/still/still-context';
import { type StillServer, startStillServer } from '../support/still/still-server';
import { fillStill, type ShownIds, type StillShowcase } from '../support/still/still-showcase';
import { whyNoPictures } from '../support/still/why-no-pictures';

/** Every screen of the customers' portal, and the public catalog, in every way in which somebody may look at them. */

let server: StillServer;
let showcase: StillShowcase;
let context: BrowserContext;
/** Why no screen is compared with its picture; null: they are. */
let without: string | null;

// Filling takes some seconds on an idle machine; a busy one must not make it fail.
test.describe.configure({ timeout: 300_000 });

test.beforeAll(async ({ browser }, { config }) => {
  without = whyNoPictures(browser, config);
  server = await startStillServer(Date.parse('2026-11-20T08:55:20Z'));
  showcase = await fillStill(server);
  context = await stillContext(browser, server);
});
test.afterAll(async () => {
  await context?.close();
  showcase?.close();
  await server?.dispose();
});

/** 1280 px at 200 % zoom, a phone, and 1280 px at 400 %. */
const NARROW = IS_WHOLE ? [640, 390, 320] : [640, 320];

interface PortalScreen {
  readonly address: (ids: ShownIds) => string;
  /** What the loaded screen shows, as a selector of CSS or Playwright. */
  readonly ready: string;
  /** The name of its picture in `snapshots/`, without the theme. */
  readonly picture?: string;
}

/** By its path in `portal-routes.tsx`. */
const SCREENS: Readonly<Record<string, PortalScreen>> = {
  catalog: { address: () => 'catalog', ready: 'main a[href*="invoice.paid"]' },
  'catalog/:name': {
    address: () => 'catalog/invoice.paid',
    ready: 'role=heading[level=1] >> text=paid',
    picture: 'portal-catalog',
  },
  changes: { address: () => 'changes', ready: 'main section h2' },
  endpoints: { address: () => 'endpoints', ready: 'text=/orders >> nth=0', picture: 'portal-endpoints' },
  'endpoints/new': { address: () => 'endpoints/new', ready: 'main form[novalidate]' },
  'endpoints/:endpointId': {
    address: ({ orders }) => `endpoints/${orders}`,
    ready: 'role=heading[level=1] >> text=/orders',
  },
  'endpoints/:endpointId/edit': {
    address: ({ orders }) => `endpoints/${orders}/edit`,
    ready: 'main form[novalidate]',
  },
  'endpoints/:endpointId/setup': {
    address: ({ orders }) => `endpoints/${orders}/setup`,
    ready: 'main h2[tabindex="-1"]',
  },
  'endpoints/polling/:pollerId': {
    address: ({ poller }) => `endpoints/polling/${poller}`,
    ready: 'role=list[name="Consumers"] >> text=billing',
  },
  'endpoints/polling/:pollerId/edit': {
    address: ({ poller }) => `endpoints/polling/${poller}/edit`,
    ready: 'main form[novalidate]',
  },
  messages: { address: () => 'messages', ready: 'main a[href*="msg_"]' },
  'messages/:messageId': {
    address: ({ messageId }) => `messages/${messageId}`,
    ready: 'role=heading[level=1] >> text=created',
  },
  '*': { address: () => 'nowhere', ready: 'main:not(:has(h2)) h1' },
};
const PUBLIC_PICTURE = 'public-catalog';

/** The picture to compare with; null: none. */
const compared = (picture: string | undefined) => (without === null ? (picture ?? null) : null);

test('every route of the portal is in the list of screens', () => {
  const text = readFileSync(
    resolve(import.meta.dirname, '../../src-renderer/portal/portal-routes.tsx'),
    'utf8',
  );
  const written = [...text.matchAll(/path: '([^']*)'/g)].map(([, path]) => path);
  expect(written.length).toBeGreaterThan(5);
  expect(written.sort()).toEqual(Object.keys(SCREENS).sort());
});

test('portal screens pass axe, reflow, reduced motion, Tab and forced colors, and match their pictures', {
  tag: '@picture',
}, async () => {
  const page = await context.newPage();
  const faults = watchFaults(page, server.baseUrl);
  await page.goto(showcase.portalUrl);
  await expect(page.getByRole('navigation').first()).toBeVisible();
  for (const screen of Object.values(SCREENS)) {
    const what = screen.address(showcase);
    await test.step(what, async () => {
      await page.evaluate((to) => {
        location.hash = `/${to}`;
      }, what);
      await expect(page.locator(screen.ready).first(), what).toBeVisible();
      await expectLoaded(page, what);
      await expect.soft(page.getByText(/^Times? in /), `${what}, where the zone is named`).toHaveCount(1);
      await checkScreen(page, { what, root: 'main', widths: NARROW, picture: compared(screen.picture) });
    });
  }
  expect(faults()).toEqual([]);
  await page.close();
});

test('the public catalog passes axe, reflow, Tab and forced colors, and matches its picture', {
  tag: '@picture',
}, async () => {
  const page = await context.newPage();
  await page.goto(`${server.baseUrl}/catalog/`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await checkScreen(page, {
    what: 'the public catalog',
    root: 'main',
    widths: NARROW,
    picture: compared(PUBLIC_PICTURE),
  });
  await page.getByRole('link', { name: 'Changes', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Changes');
  await checkScreen(page, {
    ...{ what: 'the changes of the public catalog', root: 'main', widths: NARROW, picture: null },
  });
  await page.close();
});

test('every picture was made with this system and browser, and belongs to a screen', () => {
  const files = readdirSync(join(import.meta.dirname, 'snapshots')).filter((file) => /^p.*\.png$/.test(file));
  const named = [PUBLIC_PICTURE, ...Object.values(SCREENS).flatMap(({ picture }) => picture ?? [])];
  expect(files.sort()).toEqual(named.flatMap((name) => [`${name}-dark.png`, `${name}-light.png`]).sort());
  // Counted as skipped where no screen was compared, so that nobody takes this run for one that was.
  test.skip(without !== null, without ?? '');
});
