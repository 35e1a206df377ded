import { AT_NIGHT } from '../support/share';
import { expect, test } from './desktop-test';
import { openScreen } from './server-of';

test('the menu leads to screens of the page, and shows the keys that the user chose there', async ({
  desktop,
}) => {
  const page = await desktop.page();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await desktop.pressMenu('Go', 'Catalog');
  await expect(page).toHaveURL(/#\/local\/catalog$/);
  await desktop.pressMenu('View', 'Search or run a command');
  await expect(page.getByRole('combobox').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await desktop.pressMenu('View', 'Dark theme');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  const keysOf = (label: string) =>
    desktop.run(
      ({ Menu }, wanted) =>
        Menu.getApplicationMenu()
          ?.items.flatMap(({ submenu }) => submenu?.items ?? [])
          .find((item) => item.label === wanted)?.accelerator ?? null,
      label,
    );
  expect(await keysOf('Catalog')).toBe('CmdOrCtrl+1');
  await page.evaluate(() => globalThis.desktop.setMenuKeys({ 'go-catalog': 'Mod+Shift+9' }));
  expect(await keysOf('Catalog')).toBe('CmdOrCtrl+Shift+9');
  await page.evaluate(() => globalThis.desktop.setMenuKeys({ 'go-catalog': null }));
  expect(await keysOf('Catalog')).toBeNull();
});

// Held by `menu.test.ts`; the gate has the window and the menu of Linux.
test(
  'a Mac has the menu of the program, stays without a window, and opens one by its icon',
  AT_NIGHT,
  async ({ launch }) => {
    const desktop = await launch({ machine: { platform: 'darwin' } });
    await desktop.recorded('window show');
    const labels = await desktop.run(({ Menu }) =>
      Menu.getApplicationMenu()?.items.map(({ label }) => label),
    );
    expect(labels?.[0]).toBe('appMenu');
    const closed = (await desktop.page()).waitForEvent('close');
    await desktop.run(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    await closed;
    await desktop.run(({ app }) => void app.emit('activate'));
    await desktop.recorded('window', (id) => id === 2);
    const page = await desktop.page();
    await expect(page.getByRole('navigation').first()).toBeVisible();
    expect(await desktop.quit()).toBe(0);
  },
);

// Held by `tray.spec.ts` on Linux.
test(
  'on Windows, start at login is set in the system, and the program ends with its window',
  AT_NIGHT,
  async ({ launch }) => {
    const desktop = await launch({ machine: { platform: 'win32' } });
    const page = await desktop.page();
    await openScreen(page, 'settings/desktop');
    await page.getByRole('switch', { name: 'Start at login' }).press('Space');
    const [item] = await desktop.recorded('app.setLoginItemSettings');
    expect(item).toMatchObject({ openAtLogin: true, args: expect.arrayContaining(['--at-login']) });
    expect(await desktop.records('app.setAppUserModelId')).toHaveLength(1);
    await desktop
      .run(({ BrowserWindow }) => {
        setTimeout(() => BrowserWindow.getAllWindows()[0]?.close());
      })
      .catch(() => {});
    expect(await desktop.ended).toBe(0);
  },
);
