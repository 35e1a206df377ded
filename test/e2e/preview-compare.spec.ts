import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { AT_NIGHT } from '../support/share';
import type { RunningPosthorn } from '../support/start-posthorn';
import { callApi, goTo, openAdmin } from './admin-page';
import { press, tabTo } from './by-keyboard';
import { at, cell, expectNoFault, more, portal, width } from './preview-page';
import { type PreviewServer, startPreviewServer } from './preview-server';

let server: PreviewServer;
let posthorn: RunningPosthorn;
let page: Page;
test.beforeAll(async ({ browser }) => {
  server = await startPreviewServer(browser);
  ({ posthorn, page } = server);
});
test.afterAll(() => server?.dispose());

// Held by the picture of the screen.
test('the bar of the preview has at most eight controls, and a menu holds the rest', AT_NIGHT, async () => {
  await server.show('sets=AB', { width: 1440 });
  await expect(portal(page, 2).getByRole('link', { name: 'invoice.paid' })).toBeVisible();
  const bar = page.getByRole('toolbar', { name: 'Preview' });
  const controls = async () =>
    (await bar.getByRole('radiogroup').count()) + (await bar.getByRole('button').count());
  for (const [mode, most] of [
    ['Frames', 8],
    ['Matrix', 4],
    ['Changes', 5],
  ] as const) {
    await bar.getByRole('radio', { name: mode }).click();
    await expect.poll(controls, mode).toBe(most);
  }
  await bar.getByRole('radio', { name: 'Frames' }).click();
  await bar.getByRole('button', { name: 'More', exact: true }).click();
  for (const role of ['menuitemcheckbox', 'menuitem'] as const)
    expect(await page.getByRole(role).count(), role).toBeGreaterThan(1);
  await expectNoFault(page, 'the menu');
  await page.keyboard.press('Escape');
  await width(page).click();
  await expectNoFault(page, 'the widths');
  await page.getByRole('radio', { name: '50%', exact: true }).click();
  await expect(page).toHaveURL(/zoom=50/);
  await expect(width(page)).toContainText('50%');
  await page.getByRole('radio', { name: 'Fit' }).click();
  await page.keyboard.press('Escape');
});

test('sets, theme, width and mode of the preview change by single keys', async () => {
  await server.show('sets=AB', { width: 1680 });
  await expect(portal(page, 2).getByRole('link', { name: 'invoice.paid' })).toBeVisible();
  await page.locator('#main').focus();
  await page.keyboard.press('2');
  await expect(cell(page, 2).locator('iframe')).toBeFocused();
  // The keys also work inside a frame.
  await page.keyboard.press('n');
  await expect(page.getByText(/^Difference 1 of \d+: /)).toBeAttached();
  await page.keyboard.press('p');
  await expect(page.getByText(/^Difference (\d+) of \1: /)).toBeAttached();
  await page.keyboard.press('l');
  await expect(portal(page, 1).locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.keyboard.press('m');
  await expect(width(page)).toContainText('1280');
  await page.keyboard.press('t');
  await page.keyboard.press('3');
  await expect(cell(page, 3)).toBeVisible();
  await page.keyboard.press('Shift+M');
  const first = page.getByRole('button', { name: 'customer.merged for A Everyone: hidden' });
  await expect(first).toBeVisible();
  const others = page.getByRole('button', { name: /^Show \d+ others?$/ });
  await others.click();
  await expect(others).toHaveCount(0);
  await page.getByRole('grid').getByRole('button').first().focus();
  await page.keyboard.press(']');
  await expect(first).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: 'customer.merged for B Beta: visible' })).toBeFocused();
  await page.keyboard.press('c');
  await expect(page.getByText('B Beta sees 2 more than A Everyone.')).toBeVisible();
});

test('each mode of the preview is accessible and fits a phone', AT_NIGHT, async () => {
  test.setTimeout(180_000);
  await server.show('sets=AB', { width: 1280, height: 800 });
  await expect(portal(page, 2).getByRole('link', { name: 'invoice.paid' })).toBeVisible();
  await expectNoFault(page, 'frames');
  await page.getByRole('radio', { name: 'Matrix' }).click();
  await page.getByRole('button', { name: 'customer.merged for A Everyone: hidden' }).click();
  await page.getByRole('button', { name: 'Remove flag beta' }).click();
  await expectNoFault(page, 'matrix');
  await page.getByRole('radio', { name: 'Changes' }).click();
  await expect(page.getByText('B Beta sees 1 more than A Everyone.')).toBeVisible();
  await expectNoFault(page, 'changes');
  await page.setViewportSize({ width: 390, height: 800 });
  for (const mode of ['frames', 'matrix', 'changes']) {
    await goTo(page, posthorn, `/local/preview?sets=AB&mode=${mode}`);
    await expect(page.getByRole('button', { name: 'More', exact: true })).toBeVisible();
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(wider, mode).toBeLessThanOrEqual(0);
  }
});

test('an event type has the same row in all frames, and a hidden one is listed under its own group', async () => {
  await server.show('sets=ABC', { width: 1680 });
  await expect(page.getByRole('list', { name: 'Hidden from C Internal' })).toContainText('customer.merged');
  /** Tops of event types and headings in a frame, from its top: those it lists, and the ghosts over it. */
  const tops = async (place: number): Promise<Record<string, number>> => {
    const listed = await portal(page, place)
      .locator('main')
      .evaluate((main) =>
        [...main.querySelectorAll('section h2, section li')].map((element): [string, number] => [
          element.querySelector('a')?.getAttribute('href')?.slice(10) ?? element.textContent ?? '',
          element.getBoundingClientRect().top,
        ]),
      );
    const ghosts = await cell(page, place)
      .getByRole('list', { name: /^Hidden from/ })
      .locator('li')
      .evaluateAll((lines) =>
        lines.map((line): [string, number] => [
          (line.querySelector('span')?.textContent ?? line.textContent ?? '').trim(),
          line.getBoundingClientRect().top -
            (line.closest('[class*=scaled]')?.getBoundingClientRect().top ?? 0),
        ]),
      );
    return Object.fromEntries([...listed, ...ghosts].map(([name, top]) => [name, Math.round(top)]));
  };
  const wanted = [
    'customer',
    'customer.created',
    'customer.merged',
    'customer.updated',
    'invoice',
    'invoice.paid',
    'payout',
    'payout.scheduled',
    'risk',
    'risk.opened',
  ];
  await expect.poll(async () => Object.keys(await tops(1)).sort()).toEqual(wanted);
  for (const place of [2, 3]) await expect.poll(() => tops(place)).toEqual(await tops(1));
  const order = Object.entries(await tops(1)).sort(([, a], [, b]) => a - b);
  expect(order.map(([name]) => name)).toEqual(wanted);
});

test(
  'light and dark frames of three sets exceed the preview, which names the omitted set and can show it',
  AT_NIGHT,
  async () => {
    await server.show('sets=ABC&theme=both', { width: 1440 });
    await expect(page.getByText('Not shown: C Internal.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Frame 4: B Beta, dark' })).toBeVisible();
    await expectNoFault(page, 'frames with a set left out');
    await page
      .getByRole('button', { name: /^Show C Internal/ })
      .last()
      .click();
    await expect(page.getByRole('region', { name: 'Frame 2: C Internal, dark' })).toBeVisible();
    await expect(page.getByText('Not shown: A Everyone and B Beta.')).toBeVisible();
    await page.getByRole('button', { name: 'Light only' }).click();
    await expect(page.getByRole('region', { name: 'Frame 3: C Internal' })).toBeVisible();
    await expect(page.getByText('Not shown:')).toHaveCount(0);
  },
);

test('in forced colors and at 200 % zoom every control of the preview can be reached', AT_NIGHT, async () => {
  test.setTimeout(180_000);
  await page.emulateMedia({ forcedColors: 'active' });
  await server.show('sets=ABC&theme=both', { width: 640, height: 400 });
  await expect(portal(page, 1).getByRole('link', { name: 'invoice.paid' })).toBeVisible();
  const bar = page.getByRole('toolbar', { name: 'Preview' });
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await wider()).toBeLessThanOrEqual(0);
  await expectNoFault(page, 'frames in forced colors');
  for (const name of ['Flag sets', 'More']) {
    await bar.getByRole('button', { name, exact: true }).focus();
    await expect(bar.getByRole('button', { name, exact: true })).toBeInViewport();
  }
  await page.keyboard.press('Enter');
  for (const item of await page.getByRole('menuitem').all()) {
    await page.keyboard.press('ArrowDown');
    await expect(page.locator('[role^=menuitem]:focus')).toBeInViewport();
    await expect(item).toBeAttached();
  }
  await page.keyboard.press('Escape');
  // The chosen theme is not told by a color alone.
  const outline = await bar
    .getByRole('radio', { name: 'Light and dark' })
    .evaluate((element) => getComputedStyle(element).outlineStyle);
  expect(outline).toBe('solid');
  await goTo(page, posthorn, at('sets=ABC&mode=matrix'));
  await expect(page.getByRole('columnheader', { name: /Internal/ })).toBeVisible();
  expect(await wider()).toBeLessThanOrEqual(0);
  await expectNoFault(page, 'the matrix in forced colors');
  await page.emulateMedia({ forcedColors: 'none' });
});

test(
  'a flag set keeps its letter and color over a reload, and a link says that its set was deleted',
  AT_NIGHT,
  async ({ browser }) => {
    await server.show('mode=matrix&rows=all', { width: 1440 });
    const badges = () =>
      page
        .getByRole('region', { name: 'Flag sets' })
        .locator('li button[aria-pressed]')
        .evaluateAll((rows) =>
          rows.map((row) => {
            const badge = row.querySelector('[title]');
            return `${row.getAttribute('aria-label')} ${badge ? getComputedStyle(badge).backgroundColor : ''}`;
          }),
        );
    await expect.poll(badges).toHaveLength(3);
    const before = await badges();
    // More use of another flag would make it the first that is offered.
    for (const name of ['x.one', 'x.two', 'x.three'])
      await callApi(posthorn, 'POST', '/event-type', { name, description: '', featureFlags: ['internal'] });
    await page.reload();
    await expect(page.getByRole('rowheader', { name: /x\.three/ })).toBeVisible();
    expect(await badges()).toEqual(before);
    await more(page, 'menuitem', 'Copy link to this preview');
    await expect(page.getByText(/^Copied the link/).last()).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toMatch(/sets=everyone\.flag-beta/);
    const saved = await callApi<{ flagSets: { id: string; letter: string }[]; version: string }>(
      posthorn,
      'GET',
      '/catalog/flag-sets',
    );
    expect(saved.flagSets.map(({ letter }) => letter).join('')).toBe('ABC');
    // Another set with the same letter is not the set of the link.
    const other = {
      id: 'set_other',
      letter: 'B',
      name: 'Partners',
      colour: 'rose',
      featureFlags: ['internal'],
    };
    await callApi(posthorn, 'PUT', '/catalog/flag-sets', {
      flagSets: [...saved.flagSets.filter(({ letter }) => letter !== 'B'), other],
    });
    const there = await openAdmin(
      await browser.newContext({ viewport: { width: 1440, height: 900 } }),
      posthorn,
    );
    await there.goto(link);
    await expect(there.getByText('A set of this link no longer exists, so it is not shown.')).toBeVisible();
    await expect(there.getByRole('columnheader', { name: /Everyone/ })).toBeVisible();
    await expect(there.getByRole('columnheader', { name: /Partners/ })).toHaveCount(0);
    await expectNoFault(there, 'a link with a set that is gone');
    await there.getByRole('button', { name: 'Remove from the link' }).click();
    await expect(there.getByText('A set of this link no longer exists')).toHaveCount(0);
    await there.context().close();
    await callApi(posthorn, 'PUT', '/catalog/flag-sets', { flagSets: [] });
    for (const name of ['x.one', 'x.two', 'x.three'])
      await callApi(posthorn, 'DELETE', `/event-type/${name}?expunge=true`);
  },
);

test('four flag sets are compared by keyboard alone', AT_NIGHT, async () => {
  test.setTimeout(180_000);
  // Flag sets that the test before has deleted by the API.
  await page.reload();
  await server.show('', { width: 834 });
  await expect(portal(page, 2).getByRole('link', { name: 'invoice.paid' })).toBeVisible();
  await page.locator('#main').focus();

  // A fourth set.
  await press(page, 'button', 'New set');
  await page.keyboard.type('Partners');
  await press(page, 'button', 'Add flag internal');
  await press(page, 'button', 'Add set');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.locator('#main').focus();
  await tabTo(page, 'button', 'Show C Internal');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Frame 4: D Partners' })).toBeVisible();

  // Nothing is shrunk: they have their true width, and keys lead to each.
  await expect.poll(async () => Math.round((await cell(page, 4).boundingBox())?.width ?? 0)).toBe(390);
  for (const place of [1, 2, 3, 4]) {
    await page.locator('#main').focus();
    await page.keyboard.press(String(place));
    await expect(cell(page, place).locator('iframe')).toBeFocused();
    await expect(cell(page, place)).toBeInViewport({ ratio: 0.9 });
  }

  await expect(portal(page, 4).getByRole('link', { name: 'risk.opened' })).toBeVisible();
  // From inside of a frame.
  await page.keyboard.press('d');
  await expect(page.getByText('There is no draft. The frames show: Stored.').last()).toBeAttached();
  await page.keyboard.press('l');
  await expect(portal(page, 4).locator('html')).toHaveAttribute('data-theme', 'dark');
  // Two presses that are faster than the address: both hidden, and shown again.
  for (const count of [2, 4]) {
    const toggles = page.getByRole('button', { name: /^Show (C Internal|D Partners)/ });
    await toggles.evaluateAll((both) => {
      for (const toggle of both) (toggle as HTMLElement).click();
    });
    await expect(page.getByRole('region', { name: /^Frame \d/ })).toHaveCount(count);
  }

  await page.locator('#main').focus();
  await page.keyboard.press('Shift+M');
  await expect(page.getByRole('columnheader', { name: /Partners/ })).toBeVisible();
  await tabTo(page, 'button', /^customer\.merged for A Everyone: hidden/);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: 'customer.merged for B Beta: visible' })).toBeFocused();
  await page.keyboard.press('c');
  await expect(page.getByText('B Beta sees 2 more than A Everyone.')).toBeVisible();
  await page.locator('#main').focus();
  await press(page, 'button', 'More');
  await page.keyboard.press('End');
  // Share and the picture need frames, so the last item that has the focus here is the request bodies.
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('menuitem', { name: 'Copy differences as Markdown' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(
    page.getByText('Copied the differences of A Everyone, B Beta as Markdown: 2 event types').last(),
  ).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('| `customer.merged` | hidden | visible |');
  expect(copied).not.toContain('`invoice.paid`');
  await callApi(posthorn, 'PUT', '/catalog/flag-sets', { flagSets: [] });
});
