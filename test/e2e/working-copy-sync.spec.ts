import type { Locator, Page } from '@playwright/test';
import { isWrite } from '../server/sync/disturbing-proxy';
import { expect, test } from '../support/browser-test';
import { newSignal } from '../support/new-signal';
import { expectAccessible } from '../support/page-checks';
import { AT_NIGHT } from '../support/share';
import { startPosthorn } from '../support/start-posthorn';
import { openAdmin } from './admin-page';
import { type CopyPair, startCopyPair } from './copy-pair';

let pair: CopyPair;
const NAMES = Array.from({ length: 12 }, (_, at) => `type.${String(at).padStart(2, '0')}`);
const content = (description: string, more: object = {}) => ({ description, ...more });

test.beforeAll(async ({ shared }) => {
  pair = await startCopyPair(shared);
});
test.beforeEach(() => pair.begin(NAMES.map((name) => ({ name, description: 'Base.' }))));
test.afterAll(() => pair?.dispose());

const all = (to: object | null) => Object.fromEntries(NAMES.map((name) => [name, to]));

async function openSync(page: Page): Promise<Locator> {
  await page.getByRole('link', { name: 'Push' }).click();
  return page.getByRole('dialog', { name: /Sync with Production/ });
}

/** Lets so many writes pass, and holds the others back until `release`. */
function holdAfter(most: number) {
  const [released, release] = newSignal();
  const [isHeld, reached] = newSignal();
  let count = 0;
  pair.proxy.before = async (request) => {
    if (!isWrite(request)) return;
    count += 1;
    if (count <= most) return;
    reached();
    await released;
  };
  return { release, isHeld };
}

// Held by `interrupted-sync.test.ts` and by `working-copy.spec.ts` (the sheet).
test(
  'a sync continues while its sheet is closed, and when it is stopped, a second sync writes the rest',
  AT_NIGHT,
  async ({ context }) => {
    await pair.edit(all(content('Mine.')));
    const { release, isHeld } = holdAfter(3);
    const page = await openAdmin(context, pair.here, `/${pair.id}/changes`);
    const sheet = await openSync(page);
    await sheet.getByRole('button', { name: 'Push 12 to Production' }).click();
    await isHeld;
    await expect(sheet.getByText(/Pushing to Production: 3 of 12, type\.\d\d/)).toBeVisible();
    await expectAccessible(page, 'a running sync');
    await sheet.getByRole('button', { name: 'Close' }).last().click();
    await expect(sheet).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Working copy' })).toContainText('syncing: 3 of 12, type.');
    await openSync(page);
    await expect(sheet.getByText(/Pushing to Production: 3 of 12/)).toBeVisible();
    await sheet.getByRole('button', { name: 'Stop' }).click();
    release();
    await expect(sheet.getByText('Stopped')).toBeVisible();
    const listed = sheet.getByRole('list', { name: 'Event types of this sync' }).getByRole('listitem');
    // The four in flight are finished, and nothing more is sent.
    await expect(listed).toHaveCount(7);
    const written = async () =>
      (await pair.contentsThere()).filter(({ description }) => description === 'Mine.');
    const first = await written();
    expect(first).toHaveLength(7);
    for (const { name } of first) await expect(listed.filter({ hasText: String(name) })).toHaveCount(1);
    await sheet.getByRole('button', { name: 'Close' }).first().click();
    await expect(page.getByRole('heading', { name: 'Changes 5' })).toBeVisible();
    await openSync(page);
    await sheet.getByRole('button', { name: 'Push 5 to Production' }).click();
    await expect(sheet.getByText('5 done.')).toBeVisible();
    expect(await written()).toHaveLength(12);
  },
);

test('a sync that removes more than ten event types asks twice', async ({ context }) => {
  await pair.edit(all(null));
  const page = await openAdmin(context, pair.here, `/${pair.id}/changes`);
  const sheet = await openSync(page);
  const write = sheet.getByRole('button', { name: 'Push 12 to Production' });
  await expect(write).toBeDisabled();
  const second = sheet.getByText('Remove 12 event types from Production');
  await expectAccessible(page, 'a sync that removes many');
  await second.click();
  await write.click();
  await expect(sheet.getByText('12 done.')).toBeVisible();
  expect(await pair.contentsThere()).toEqual([]);
});

test(
  'a sync that would take over the removal of more than ten event types asks, and says why',
  AT_NIGHT,
  async ({ context }) => {
    await pair.edit({ 'type.mine': content('Mine.') });
    const { data } = await pair.remote<{ data: { name: string }[] }>('GET', '/event-type');
    await pair.remote('POST', '/environment/import', {
      remove: { eventTypes: data.map(({ name }) => name) },
    });
    const page = await openAdmin(context, pair.here, `/${pair.id}/changes`);
    const sheet = await openSync(page);
    const write = sheet.getByRole('button', { name: 'Push 1 to Production' });
    await write.click();
    await expect(sheet.getByText('Much of the catalog is gone on Production')).toBeVisible();
    await expect(sheet.getByText(/would remove 12 of 12 event types from the working copy/)).toBeVisible();
    await expect(write).toBeDisabled();
    await expectAccessible(page, 'a sync that asks about what is gone');
    await sheet.getByText('Sync, and remove them from the working copy too').click();
    await write.click();
    await expect(sheet.getByText('13 done.')).toBeVisible();
    expect(await pair.contentsHere()).toMatchObject([{ name: 'type.mine' }]);
  },
);

test(
  'a different installation at the URL of a working copy is reported, and used once accepted',
  AT_NIGHT,
  async ({ context }) => {
    const other = await startPosthorn();
    try {
      await pair.edit({ 'type.mine': content('Mine.') });
      pair.proxy.other = other;
      const page = await openAdmin(context, pair.here, `/${pair.id}/changes`);
      const sheet = await openSync(page);
      await expect(sheet.getByText('This may not be Production')).toBeVisible();
      await expectAccessible(page, 'a sync with another installation');
      await sheet.getByRole('button', { name: 'Use this instance from now on' }).click();
      await expect(sheet.getByText(/12 to pull · 0 to resolve · 1 to push/)).toBeVisible();
    } finally {
      await other.dispose();
    }
  },
);

// Held by `three-way-sync.test.ts`.
test('a conflict is resolved by hand, with valid JSON only', AT_NIGHT, async ({ context }) => {
  await pair.edit({ 'type.00': content('Mine.') });
  await pair.remote('PATCH', '/event-type/type.00', { description: 'Theirs.' });
  const page = await openAdmin(context, pair.here, `/${pair.id}/changes`);
  const sheet = await openSync(page);
  await sheet.getByRole('button', { name: 'Edit by hand' }).click();
  const value = sheet.getByLabel('Value (JSON)');
  await expect(value).toHaveValue('"Mine."');
  await value.fill('Both.');
  await expect(sheet.getByText('This is not JSON: ')).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Use this value' })).toBeDisabled();
  await value.fill('"Both."');
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await openSync(page);
  await expect(value).toHaveValue('"Both."');
  await sheet.getByRole('button', { name: 'Use this value' }).click();
  await expect(sheet.getByRole('region', { name: 'Result' })).toContainText('“Theirs.” becomes “Both.”');
  await sheet.getByRole('button', { name: 'Push 1 to Production' }).click();
  await expect(sheet.getByText('1 done.')).toBeVisible();
  expect((await pair.contentsThere())[0]).toMatchObject({ description: 'Both.' });
});

test(
  'a sync whose network fails is resumed by keyboard, and leaves both sides the same',
  AT_NIGHT,
  async ({ context }) => {
    await pair.edit({ ...all(content('Mine.')), 'type.new': content('New.', { featureFlags: ['beta'] }) });
    await pair.remote('PATCH', '/event-type/type.00', { description: 'Theirs.' });
    await pair.remote('PATCH', '/event-type/type.01', { deprecated: true });
    await pair.remote('POST', '/event-type', { name: 'type.theirs', description: 'Only there.' });
    let writes = 0;
    pair.proxy.decide = (request) => {
      if (isWrite(request)) writes += 1;
      // The fourth arrives there, and its answer is lost with the network.
      return writes < 4 ? 'pass' : isWrite(request) && writes === 4 ? 'drop' : 'cut';
    };
    const page = await openAdmin(context, pair.here, `/${pair.id}/changes`);
    await expect(page.getByRole('grid', { name: 'Changes' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('push to production');
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog', { name: /Sync with Production/ });
    await tabTo(page, sheet.getByRole('group', { name: /1 of 1: type\.00 > description/ }));
    await page.keyboard.press('2');
    await page.keyboard.press('Control+Enter');
    await expect(sheet.getByText(/failed|skipped/).first()).toBeVisible();

    pair.proxy.decide = () => 'pass';
    await tabTo(page, sheet.getByRole('button', { name: 'Compare again' }));
    await page.keyboard.press('Enter');
    await expect(sheet.getByText(/to push/)).toBeVisible();
    const open = sheet.getByRole('group', { name: /1 of 1/ });
    if (await open.isVisible()) {
      await tabTo(page, open);
      await page.keyboard.press('2');
    }
    await page.keyboard.press('Control+Enter');
    await expect(sheet.getByText(/\bSynced$/)).toBeVisible();
    expect(await pair.contentsHere()).toEqual(await pair.contentsThere());
    const there = new Map((await pair.contentsThere()).map((type) => [type.name, type]));
    expect(there.get('type.00')).toMatchObject({ description: 'Mine.' });
    expect(there.get('type.01')).toMatchObject({ description: 'Mine.', deprecated: true });
    expect([there.has('type.new'), there.has('type.theirs')]).toEqual([true, true]);
  },
);

test('a long list of changes is virtual and worked by keyboard', AT_NIGHT, async ({ context }) => {
  const many = Array.from({ length: 400 }, (_, at) => ({
    name: `many.type${String(at).padStart(4, '0')}`,
    base: null,
    mine: { description: 'New.' },
  }));
  await pair.edit({});
  await pair.copy('POST', '/changes/import', { changes: many });
  const page = await openAdmin(context, pair.here, `/${pair.id}/changes`);
  const grid = page.getByRole('grid', { name: 'Changes' });
  await expect(grid).toHaveAttribute('aria-rowcount', '400');
  expect(await grid.getByRole('row').count()).toBeLessThan(60);
  await grid.locator('[role=row][tabindex="0"]').focus();
  await page.keyboard.press('Control+End');
  await expect(grid.locator('[aria-rowindex="400"]')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(grid.locator('[aria-rowindex="400"]').getByRole('checkbox')).not.toBeChecked();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /Added.*type0399/ })).toBeVisible();
  await page.keyboard.press('Control+Home');
  await expect(grid.locator('[aria-rowindex="1"]')).toBeFocused();
  await expect(grid.locator('[aria-rowindex="1"]')).toContainText('ago');
  await expectAccessible(page, 'a long list of changes');
});

async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 40; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not lead there');
}
