import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/page-checks';
import { widthFaults } from '../support/screen-checks';
import { AT_NIGHT } from '../support/share';
import { expect, test } from './desktop-test';
import { openScreen } from './server-of';

const NO_KEY_STORE = 'This computer has no key store that protects secrets';

async function open(page: Page, screen: string, heading: string): Promise<void> {
  await openScreen(page, `settings/${screen}`);
  await expect(page.getByRole('heading', { name: heading, level: 2 })).toBeVisible();
}

test('the settings are kept, fit every width, and have no fault that axe can find', async ({ launch }) => {
  const desktop = await launch();
  const page = await desktop.page();
  await open(page, 'desktop', 'Desktop');
  await expect(page.getByRole('switch', { name: 'Icon in the tray' })).toBeVisible();
  if (desktop.kind === 'double') await expect(page.getByText(NO_KEY_STORE)).toHaveCount(0);
  await page.getByText('Without a sound').click();
  await expect(page.getByRole('radio', { name: 'Without a sound' })).toBeChecked();
  for (const width of [1440, 834, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await widthFaults(page), String(width)).toEqual([]);
  }
  await expectAccessible(page, 'settings of the desktop program', { isScreen: true });
  await page.getByRole('button', { name: 'Open log folder' }).click();
  expect(await desktop.recorded('shell.openPath')).toEqual([join(desktop.userData, 'logs')]);
  // Read at the next start, as `tray.spec.ts` shows.
  const kept = readFileSync(join(desktop.userData, 'settings.json'), 'utf8');
  expect(JSON.parse(kept)).toMatchObject({ notices: 'silent' });
});

test('a computer without a key store says so where tokens are kept, and stores no secret key of its own', async ({
  launch,
}) => {
  const desktop = await launch({ machine: { keyStore: 'basic_text' } });
  const page = await desktop.page();
  await open(page, 'connections', 'Connections');
  await expect(page.getByText(NO_KEY_STORE)).toBeVisible();
  await open(page, 'desktop', 'Desktop');
  await expect(page.getByText(NO_KEY_STORE)).toBeVisible();
  await expectAccessible(page, 'the warning');
  expect(existsSync(join(desktop.userData, 'secret-key'))).toBe(false);
});

test('damaged settings are those of a first start', AT_NIGHT, async ({ launch }) => {
  const userData = await mkdtemp(join(tmpdir(), 'posthorn-damaged-'));
  mkdirSync(userData, { recursive: true });
  writeFileSync(join(userData, 'settings.json'), '{"tray":tru');
  const desktop = await launch({ userData });
  const page = await desktop.page();
  await open(page, 'desktop', 'Desktop');
  await expect(page.getByRole('switch', { name: 'Icon in the tray' })).not.toBeChecked();
});
