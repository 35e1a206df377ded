import { mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DESKTOP_CALLS } from '../../src-main/contract/desktop-api';
import { AT_NIGHT } from '../support/share';
import { expect, test } from './desktop-test';
import { slowStart } from './slow-start';

test('the window opens on the admin page, logged in, with the bridge and without Node', async ({
  launch,
}) => {
  const desktop = await launch();
  await test.step('it is not shown before its page has something to see', async () => {
    await desktop.recorded('window show');
    const [window] = await desktop.records('window');
    expect(window?.[1]).toMatchObject({ show: false });
  });
  const page = await desktop.page();
  await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/admin\//);
  await expect(page.getByRole('navigation').first()).toBeVisible();
  expect(page.url()).not.toContain('token');
  const seen = await page.evaluate(() => ({
    bridge: Object.keys((globalThis as { desktop?: object }).desktop ?? {}).sort(),
    node: ['require', 'process', 'module', 'global', 'Buffer'].filter((name) => name in globalThis),
  }));
  expect(seen.bridge).toEqual([...DESKTOP_CALLS, 'onMenuCommand', 'onOpened'].sort());
  expect(seen.node).toEqual([]);
});

test('a start that takes more than a minute is announced, and waited for', AT_NIGHT, async ({ launch }) => {
  const { userData, finishStart } = await slowStart();
  const desktop = await launch({ userData, machine: { timers: { 60000: 0 } } });
  const [notice] = await desktop.recorded('notification.show');
  expect(notice.title).toBe('Posthorn is still starting');
  await finishStart();
  await desktop.recorded('window show');
  expect(await desktop.records('dialog.showMessageBox')).toEqual([]);
});

// Held by `opened.spec.ts` (a second start) and `folder-lock.test.ts` (a killed one).
test(
  'a second instance brings the window of the first one to the front and exits, or opens its own if that was killed',
  AT_NIGHT,
  async ({ launch }) => {
    const first = await launch();
    await (await first.page()).waitForURL(/\/admin\//);
    await first.recorded('window show');
    await first.run(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
    const second = await launch({ userData: first.userData });
    expect(await second.ended).toBe(0);
    expect(await second.records('window')).toEqual([]);
    await first.recorded('window restore');
    await first.recorded('window focus');
    expect(await first.records('window')).toHaveLength(1);
    await first.kill();
    const third = await launch({ userData: first.userData });
    await third.recorded('window show');
  },
);

test('the server listens on another port when the usual one is in use', async ({ launch }) => {
  const other = createServer();
  await new Promise<void>((done) => other.listen(8071, '127.0.0.1', done).once('error', () => done()));
  try {
    const userData = await mkdtemp(join(tmpdir(), 'posthorn-desktop-'));
    const flags = { POSTHORN_DESKTOP_ARGS: JSON.stringify(['--data-dir', join(userData, 'data')]) };
    const desktop = await launch({ userData, env: flags });
    const page = await desktop.page();
    await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/admin\//);
    expect(new URL(page.url()).port).not.toBe('8071');
    expect(await desktop.quit()).toBe(0);
  } finally {
    other.close();
  }
});

test('a service whose given port is in use does not start and names that port', async ({ launch }) => {
  const other = createServer();
  const port = await new Promise<number>((done) => {
    other.listen(0, '127.0.0.1', () => done((other.address() as { port: number }).port));
  });
  try {
    const desktop = await launch({ flags: ['--port', String(port)] });
    const [question] = await desktop.recorded('dialog.showMessageBox');
    expect(question.message).toBe('The service has stopped');
    expect(question.detail).toContain(String(port));
    expect(await desktop.ended).toBe(0); // nobody pressed "Try again"
  } finally {
    other.close();
  }
});

// Held by `window-policy.test.ts`, `settings.test.ts` and `secret-key.test.ts`.
test(
  'window and secret key outlast a restart: neither a screen that is gone nor another account keeps it from starting',
  AT_NIGHT,
  async ({ launch }) => {
    const screens = [
      { x: 0, y: 0, width: 1920, height: 1080 },
      { x: 1920, y: 0, width: 2560, height: 1440 },
    ];
    const first = await launch({ machine: { displays: screens } });
    await first.recorded('window show');
    const place = { x: 2100, y: 200, width: 1500, height: 1000 };
    await first.run(({ BrowserWindow }, at) => BrowserWindow.getAllWindows()[0]?.setBounds(at), place);
    const file = join(first.userData, 'secret-key');
    const sealed = await readFile(file);
    expect(sealed.toString('latin1')).not.toMatch(/^[0-9a-f]{64}$/);
    const key = await first.run(
      ({ safeStorage }, hex) => safeStorage.decryptString(Buffer.from(hex, 'hex')),
      sealed.toString('hex'),
    );
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(await first.quit()).toBe(0);
    await test.step('a quit without requests in flight shows no message box', async () => {
      expect(await first.records('dialog.showMessageBox')).toEqual([]);
    });

    const second = await launch({ userData: first.userData, machine: { displays: screens } });
    await test.step('the window opens at its last place, also on a second screen', async () => {
      expect((await second.recorded('window'))[1]).toMatchObject(place);
    });
    await second.recorded('window show');
    await test.step('the secret key, which the key ring encrypts, is kept', async () => {
      expect(await readFile(file)).toEqual(sealed);
    });
    await second.quit();

    const system = join(first.userData, 'other');
    await mkdir(system, { recursive: true });
    const third = await launch({
      userData: first.userData,
      machine: { displays: screens.slice(0, 1), system },
    });
    await test.step('the window opens at the usual place when that screen is gone', async () => {
      const [, options] = await third.recorded('window');
      expect(options).toMatchObject({ width: 1280, height: 860 });
      expect(options).not.toHaveProperty('x');
    });
    await third.recorded('window show');
    await test.step('under another account, whose key ring has another key, the secret key is replaced', async () => {
      expect(await readFile(`${file}.unreadable`)).toEqual(sealed);
      expect(await readFile(file)).not.toEqual(sealed);
    });
  },
);
