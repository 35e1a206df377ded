import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/page-checks';
import { widthFaults } from '../support/screen-checks';
import { expect, test } from './desktop-test';
import { openScreen } from './server-of';

async function open(page: Page, screen: string, heading: string): Promise<void> {
  await openScreen(page, `settings/${screen}`);
  await expect(page.getByRole('heading', { name: heading, level: 2 })).toBeVisible();
}

test('the settings are kept, fit every width, and have no fault that axe can find', async ({ launch }) => {
  const desktop = await launch();
  const page = await desktop.page();
  await open(page, 'desktop', 'Desktop');
  await page.getByText('Without a sound').click();
  await expect(page.getByRole('radio', { name: 'Without a sound' })).toBeChecked();
  for (const width of [1440, 834, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await widthFaults(page), String(width)).toEqual([]);
  }
  await expectAccessible(page, 'settings of the desktop program');
  await page.getByRole('button', { name: 'Open log folder' }).click();
  expect(await desktop.recorded('shell.openPath')).toEqual([join(desktop.userData, 'logs')]);
  await desktop.quit();
  const again = await launch({ userData: desktop.userData });
  const settings = await again.page();
  await open(settings, 'desktop', 'Desktop');
  await expect(settings.getByRole('radio', { name: 'Without a sound' })).toBeChecked();
});

test('a computer without a key store says so where tokens are kept, and one with it does not', async ({
  launch,
}) => {
  const warning = 'This computer has no key store that protects secrets';
  const without = await launch({ machine: { keyStore: 'basic_text' } });
  const page = await without.page();
  await open(page, 'connections', 'Connections');
  await expect(page.getByText(warning)).toBeVisible();
  await open(page, 'desktop', 'Desktop');
  await expect(page.getByText(warning)).toBeVisible();
  await expectAccessible(page, 'the warning');
  const withOne = await launch({ machine: { keyStore: 'gnome_libsecret' } });
  const other = await withOne.page();
  await open(other, 'desktop', 'Desktop');
  await expect(other.getByRole('switch', { name: 'Icon in the tray' })).toBeVisible();
  await expect(other.getByText(warning)).toHaveCount(0);
});

test('damaged settings are those of a first start', async ({ launch }) => {
  const userData = await mkdtemp(join(tmpdir(), 'posthorn-damaged-'));
  mkdirSync(userData, { recursive: true });
  writeFileSync(join(userData, 'settings.json'), '{"tray":tru');
  const desktop = await launch({ userData });
  const page = await desktop.page();
  await open(page, 'desktop', 'Desktop');
  await expect(page.getByRole('switch', { name: 'Icon in the tray' })).not.toBeChecked();
});
