import { expect, test } from '@playwright/test';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, openAdmin } from './admin-page';

let posthorn: RunningPosthorn;
test.beforeAll(async () => {
  posthorn = await startPosthorn();
  const many = Array.from({ length: 900 }, (_, at) => `bulk${at % 9}.type${String(at).padStart(3, '0')}`);
  const eventTypes = [
    ...many.map((name) => ({ name, description: '', featureFlags: null })),
    { name: 'payout.scheduled', description: '', featureFlags: ['beta'] },
    { name: 'risk.opened', description: '', featureFlags: ['internal'] },
  ];
  await callApi(posthorn, 'POST', '/environment/import', { eventTypes });
});
test.afterAll(() => posthorn?.dispose());

test('the matrix of a large catalog is whole: keys lead to its end, and few rows exist at once', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await openAdmin(context, posthorn, '/local/preview?sets=AB&mode=matrix&rows=all');
  const grid = page.getByRole('grid', { name: 'Event types by flag sets' });
  await expect(page.getByText('902 of 902 event types')).toBeVisible();
  await expect(grid).toHaveAttribute('aria-rowcount', String(902 + 11 + 1));
  await grid.getByRole('button').first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('End');
  await expect(grid.getByRole('button', { name: /^risk\.opened for B Beta/ })).toBeFocused();
  expect(await grid.getByRole('button').count()).toBeLessThan(150);
  // It keeps the focus when scrolled out of view; the next key continues from there.
  await grid.locator('..').evaluate((room) => {
    room.scrollTop = 3340;
  });
  await expect(grid.getByText('bulk1', { exact: true })).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(grid.getByRole('button', { name: /^payout\.scheduled for B Beta/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: 'Visibility of the cell' })).toContainText(
    'payout.scheduled',
  );
  await context.close();
});
