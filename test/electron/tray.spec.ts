import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { AT_NIGHT } from '../support/share';
import type { Desktop } from './desktop';
import { expect, test } from './desktop-test';
import { callServer, openScreen } from './server-of';
import { slowStart } from './slow-start';

/** Opens the settings of the desktop program in its window. */
async function openSettings(page: Page): Promise<void> {
  await openScreen(page, 'settings/desktop');
  await expect(page.getByRole('heading', { name: 'Desktop', level: 2 })).toBeVisible();
}

/** A press in the menu of the tray. */
function press(desktop: Desktop, ...labels: string[]): Promise<void> {
  return desktop.run((_electron, path, double) => [...double.trays][0]?.press(path), labels);
}

/** Closes the window as a person does. */
function closeWindow(desktop: Desktop): Promise<void> {
  return desktop.run(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
}

const windows = (desktop: Desktop) =>
  desktop.run(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isVisible()));

test('the tray is off at first; with it, a closed window keeps delivering, which a notice says once', async ({
  launch,
}) => {
  const desktop = await launch();
  const page = await desktop.page();
  expect(await desktop.records('Tray')).toEqual([]);
  await openSettings(page);
  await page.getByRole('switch', { name: 'Icon in the tray' }).press('Space');
  await desktop.recorded('tray.setToolTip', (text) => text === 'Posthorn: Nothing to send');
  await closeWindow(desktop);
  const [notice] = await desktop.recorded('notification.show');
  expect(notice.title).toBe('Posthorn keeps delivering');
  expect(await windows(desktop)).toEqual([false]);
  await press(desktop, 'Open Posthorn');
  expect(await windows(desktop)).toEqual([true]);
  await closeWindow(desktop);
  expect(await windows(desktop)).toEqual([false]);
  expect(await desktop.records('notification.show')).toHaveLength(1);
  await press(desktop, 'Quit').catch(() => {});
  expect(await desktop.ended).toBe(0);
  const stored = JSON.parse(readFileSync(join(desktop.userData, 'settings.json'), 'utf8'));
  expect(stored).toMatchObject({ tray: true, trayExplained: true, notices: 'on', startAtLogin: false });
});

// Held by `tray-menu.test.ts`, `local-server.test.ts` and `local-server.spec.ts`.
test('the menu of the tray pauses and resumes all sending', AT_NIGHT, async ({ launch }) => {
  const desktop = await launch();
  const page = await desktop.page();
  await openSettings(page);
  await page.getByRole('switch', { name: 'Icon in the tray' }).press('Space');
  await desktop.recorded('tray.setToolTip', (text) => text.includes('Nothing to send'));
  await press(desktop, 'Pause all sending');
  await desktop.recorded('tray.setToolTip', (text) => text === 'Posthorn: Paused, 0 waiting');
  expect(await callServer(desktop, 'GET', '/sending')).toMatchObject({ paused: true });
  await press(desktop, 'Resume sending');
  await expect.poll(() => callServer(desktop, 'GET', '/sending')).toMatchObject({ paused: false });
  await page.getByRole('switch', { name: 'Icon in the tray' }).press('Space');
  await desktop.recorded('tray.destroy');
  await closeWindow(desktop).catch(() => {});
  expect(await desktop.ended).toBe(0); // without it, a closed window is the end again
});

// Held by the test below, on Linux and with a tray.
test(
  'start at login is off at first, and hides the window only with a tray',
  AT_NIGHT,
  async ({ launch }) => {
    const env = { XDG_CONFIG_HOME: await mkdtemp(join(tmpdir(), 'posthorn-config-')) };
    const entry = join(env.XDG_CONFIG_HOME, 'autostart/posthorn.desktop');
    const desktop = await launch({ env });
    const page = await desktop.page();
    await openSettings(page);
    expect(existsSync(entry)).toBe(false);
    await page.getByRole('switch', { name: 'Start at login' }).press('Space');
    await expect(page.getByRole('switch', { name: 'Start at login' })).toBeChecked();
    if (process.platform === 'linux') expect(readFileSync(entry, 'utf8')).toContain('"--at-login"');
    await desktop.quit();

    const withWindow = await launch({ userData: desktop.userData, env, arguments: ['--at-login'] });
    const settings = await withWindow.page();
    await openSettings(settings);
    await settings.getByRole('switch', { name: 'Icon in the tray' }).press('Space');
    await withWindow.recorded('tray.setContextMenu');
    await settings.getByRole('switch', { name: 'Start at login' }).press('Space');
    await expect(settings.getByRole('switch', { name: 'Start at login' })).not.toBeChecked();
    if (process.platform === 'linux') expect(existsSync(entry)).toBe(false);
    await withWindow.quit();

    const hidden = await launch({ userData: desktop.userData, env, arguments: ['--at-login'] });
    await hidden.recorded('tray.setToolTip', (text) => text.includes('Nothing to send'));
    expect(await windows(hidden)).toEqual([]);
    await press(hidden, 'Open Posthorn');
    await expect((await hidden.page()).getByRole('navigation').first()).toBeVisible();
  },
);

test('with a tray, a start at login shows no window, and is turned on and off in the settings', async ({
  launch,
}) => {
  const env = { XDG_CONFIG_HOME: await mkdtemp(join(tmpdir(), 'posthorn-config-')) };
  const entry = join(env.XDG_CONFIG_HOME, 'autostart/posthorn.desktop');
  const userData = await mkdtemp(join(tmpdir(), 'posthorn-at-login-'));
  await writeFile(join(userData, 'settings.json'), JSON.stringify({ tray: true }));
  const desktop = await launch({ userData, env, arguments: ['--at-login'] });
  await desktop.recorded('tray.setToolTip', (text) => text.includes('Nothing to send'));
  expect(await windows(desktop)).toEqual([]);
  await press(desktop, 'Open Posthorn');
  const page = await desktop.page();
  await openSettings(page);
  expect(existsSync(entry)).toBe(false);
  const atLogin = page.getByRole('switch', { name: 'Start at login' });
  for (const isOn of [true, false]) {
    await atLogin.press('Space');
    await expect(atLogin).toBeChecked({ checked: isOn });
    if (process.platform !== 'linux') continue;
    expect(existsSync(entry)).toBe(isOn);
    if (isOn) expect(readFileSync(entry, 'utf8')).toContain('"--at-login"');
  }
});

test(
  'a program that was started at login opens its window when it is started again during a slow start',
  AT_NIGHT,
  async ({ launch }) => {
    const { userData, finishStart } = await slowStart();
    await writeFile(join(userData, 'settings.json'), JSON.stringify({ tray: true }));
    const desktop = await launch({ userData, arguments: ['--at-login'] });
    await desktop.recorded('utilityProcess.fork');
    const startedAgain = desktop.run(
      ({ app }) => new Promise<void>((done) => app.once('second-instance', () => done())),
    );
    await launch({ userData, isSecond: true });
    await startedAgain;
    await finishStart();
    await desktop.recorded('window show');
  },
);
