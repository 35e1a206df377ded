import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { AT_NIGHT } from '../support/share';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, goTo, openAdmin } from './admin-page';

const MANY = 150;
/** Fewer than the list reads at once. */
const ATTEMPTS = 45;
let posthorn: RunningPosthorn;
/** The admin app, which each test opens at a screen. */
let page: Page;

/** A catalog, a schema, a document to import and attempts, each with more rows than fit the window. */
test.beforeAll(async ({ browser }) => {
  posthorn = await startPosthorn();
  const names = Array.from({ length: MANY }, (_, at) => `group${at % 5}.type${String(at).padStart(3, '0')}`);
  const eventTypes = names.map((name) => ({ name, description: '', featureFlags: null }));
  await callApi(posthorn, 'POST', '/environment/import', { eventTypes });
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  const schema = { type: 'object', properties };
  const wide = { name: 'group4.wide', description: '', featureFlags: ['beta'], schema };
  await callApi(posthorn, 'POST', '/event-type', wide);
  const app = await callApi<{ id: string }>(posthorn, 'POST', '/app', { name: 'Acme', rateLimit: 1000 });
  await callApi(posthorn, 'POST', `/app/${app.id}/endpoint`, { url: `${posthorn.baseUrl}/receiver/all` });
  for (let at = 0; at < ATTEMPTS; at += 1) {
    await callApi(posthorn, 'POST', `/app/${app.id}/msg`, { eventType: 'group4.wide', payload: { at } });
  }
  page = await openAdmin(await browser.newContext(), posthorn);
});
test.afterAll(async () => {
  await page?.context().close();
  await posthorn?.dispose();
});

async function openImport(): Promise<void> {
  await goTo(page, posthorn, '/local/import');
  const post = { responses: {} };
  const webhooks = Object.fromEntries(Array.from({ length: MANY }, (_, at) => [`new.hook${at}`, { post }]));
  const document = { openapi: '3.1.0', info: { title: 'Many', version: '1' }, webhooks };
  await page.getByLabel('Or paste a document').fill(JSON.stringify(document));
  await page.getByRole('button', { name: 'Read pasted document' }).click();
}

/**
 * Each grid: how to open it, its number of rows including the header, and the number of the first focusable row. All
 * share one hook, so that the gate leaves out those whose screens take longest.
 */
const GRIDS = [
  { role: 'treegrid', name: 'Event types', open: '/local/catalog', rows: MANY + 6, first: 1, when: {} },
  {
    role: 'grid',
    name: 'Attempts, newest first',
    open: '/local/deliveries',
    rows: ATTEMPTS,
    first: 1,
    when: {},
  },
  {
    role: 'treegrid',
    name: 'Fields of the schema',
    open: '/local/catalog/group4.wide/schema',
    rows: MANY + 2,
    first: 2,
    when: AT_NIGHT,
  },
  {
    role: 'grid',
    name: 'Event types by flag sets',
    open: '/local/preview?sets=AB&mode=matrix&rows=all',
    rows: MANY + 7,
    first: 3,
    when: {},
  },
  { role: 'grid', name: 'Import plan rows', open: openImport, rows: MANY + 1, first: 2, when: AT_NIGHT },
] as const;

for (const { role, name, open, rows, first, when } of GRIDS) {
  test(
    `keys reach each row of the grid “${name}” in full view, and scrolling keeps the focus`,
    when,
    async () => {
      await (typeof open === 'string' ? goTo(page, posthorn, open) : open());
      const grid = page.getByRole(role, { name, exact: true });
      await expect(grid).toHaveAttribute('aria-rowcount', String(rows), { timeout: 30_000 });
      // The only Tab stop, on its row or inside it.
      await grid.locator('[role=row][tabindex="0"], [tabindex="0"]:not(input)').first().focus();

      await page.keyboard.press('Control+End');
      await expectFocusOn(grid, rows);
      expect(await grid.getByRole('row').count()).toBeLessThan(90);
      await scrollToTop(grid);
      await expect(grid.locator(`[aria-rowindex="${first}"]`)).toBeInViewport();
      expect(await focusedRow(grid)).toMatchObject({ number: rows, isSeen: false });
      await page.keyboard.press('ArrowUp');
      await expectFocusOn(grid, rows - 1);

      await page.keyboard.press('Control+Home');
      await expectFocusOn(grid, first);
      await page.keyboard.press('PageDown');
      await expect.poll(async () => (await focusedRow(grid)).number).toBeGreaterThan(first + 5);
      const { number } = await focusedRow(grid);
      await expectFocusOn(grid, number);
      for (let at = number - 1; at >= first + 1; at -= 1) await page.keyboard.press('ArrowUp');
      await expectFocusOn(grid, first + 1);
    },
  );
}

test('the matrix of a large catalog holds every event type, and its cells open by keyboard', async () => {
  await goTo(page, posthorn, '/local/preview?sets=AB&mode=matrix&rows=all');
  const grid = page.getByRole('grid', { name: 'Event types by flag sets' });
  await expect(page.getByText(`${MANY + 1} of ${MANY + 1} event types`)).toBeVisible();
  await grid.getByRole('button').first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('End');
  await expect(grid.getByRole('button', { name: /^group4\.wide for B Beta/ })).toBeFocused();
  await page.keyboard.press('Enter');
  const cell = page.getByRole('complementary', { name: 'Visibility of the cell' });
  await expect(cell).toContainText('group4.wide');
});

test('leaving an input in a cell of a grid moves the focus out of it', async () => {
  await goTo(page, posthorn, '/local/catalog/group4.wide/schema');
  const cell = page.getByRole('gridcell', { name: 'group0.type000', exact: true });
  await cell.click();
  await cell.click();
  await expect(page.getByRole('textbox', { name: 'Key of group0.type000' })).toBeFocused();
  const elsewhere = page.getByRole('navigation', { name: 'Main' }).getByRole('link').first();
  await elsewhere.focus();
  await expect(page.getByRole('textbox', { name: 'Key of group0.type000' })).toBeHidden();
  await expect(elsewhere).toBeFocused();
});

/** The focused row by its `aria-rowindex`, and whether it is visible: in view, and not under a header. */
function focusedRow(grid: Locator) {
  return grid.evaluate((element) => {
    const row = document.activeElement?.closest('[aria-rowindex]');
    if (!row || !element.contains(row)) return { number: -1, isSeen: false };
    const { left, top, bottom } = (document.activeElement ?? row).getBoundingClientRect();
    const isHit = (y: number) => row.contains(document.elementFromPoint(left + 12, y));
    return { number: Number(row.getAttribute('aria-rowindex')), isSeen: isHit(top + 3) && isHit(bottom - 3) };
  });
}

async function expectFocusOn(grid: Locator, number: number): Promise<void> {
  await expect.poll(() => focusedRow(grid)).toEqual({ number, isSeen: true });
}

/** Scrolls the scrolling element: the grid itself, or one around or inside it. */
async function scrollToTop(grid: Locator): Promise<void> {
  await grid.evaluate((element) => {
    const all = [element, element.parentElement, ...element.children];
    const scroller = all.find((element) => element && element.scrollTop > 0);
    if (!scroller) throw new Error('Nothing is scrolled.');
    scroller.scrollTop = 0;
  });
}

for (const [name, screen] of [
  ['Attempts, newest first', '/local/deliveries'],
  ['Messages, newest first', '/local/deliveries/messages'],
] as const) {
  test(`the headers of the grid “${name}” align with their cells beside a scrollbar`, async () => {
    await goTo(page, posthorn, screen);
    const grid = page.getByRole('grid', { name });
    await expect(grid.getByRole('row').first()).toBeVisible();
    await expect
      .poll(() => grid.evaluate((element) => element.scrollHeight > element.clientHeight))
      .toBe(true);
    const shifts = await grid.evaluate((element) => {
      const left = (cell: Element) => cell.getBoundingClientRect().left;
      const cells = [...(element.querySelector('[role=row]')?.children ?? [])];
      return [...(element.previousElementSibling?.children ?? [])].map((head, index) =>
        Math.abs(left(head) - left(cells[index] as Element)),
      );
    });
    expect(shifts.length).toBeGreaterThan(3);
    expect(Math.max(...shifts)).toBeLessThan(1);
  });
}
