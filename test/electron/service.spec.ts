import { renameSync, rmSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { AT_NIGHT } from '../support/share';
import type { Desktop } from './desktop';
import { expect, test } from './desktop-test';

/** The processes that hosted the server so far, oldest first. */
async function serverPids(desktop: Desktop): Promise<number[]> {
  return (await desktop.records('utilityProcess.fork')).map(([, pid]) => pid as number);
}

async function newestServer(desktop: Desktop, count: number): Promise<number> {
  await expect.poll(async () => (await serverPids(desktop)).length, { timeout: 60_000 }).toBe(count);
  return (await serverPids(desktop)).at(-1) as number;
}

/** Lets the next timers with these delays end at once, which a real Electron cannot. */
async function hurry(desktop: Desktop, delaysMs: readonly number[]): Promise<void> {
  if (desktop.kind === 'double')
    await desktop.run((_electron, delays, double) => double.hurry(delays), delaysMs);
}

/** Waits until the page is one that the current server answers. */
async function expectReplies(page: Page): Promise<void> {
  const ask = () => page.evaluate(() => fetch('/api/v1/health').then(({ ok }) => ok)).catch(() => false);
  await expect.poll(ask).toBe(true);
}

test('a server that hangs is ended after half a minute, and started again', AT_NIGHT, async ({ launch }) => {
  const desktop = await launch();
  await desktop.page();
  const pid = await newestServer(desktop, 1);
  process.kill(pid, 'SIGSTOP');
  // Of the six looks that find it silent, the first is due within five seconds anyway.
  await hurry(desktop, [5_000, 5_000, 5_000, 5_000, 5_000]);
  await newestServer(desktop, 2);
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

test('a server that is killed too often is given up with its reason and its log, and tried again until it starts', async ({
  launch,
}) => {
  test.setTimeout(240_000);
  const desktop = await launch({ flags: ['--log-level', 'info'] });
  await desktop.page();
  await desktop.answer('dialog.showMessageBox', 'Open log folder', 'Try again');
  const isInSight = () => desktop.run(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
  await expect.poll(isInSight).toBe(true);
  // As it was until its page had come. Without a tray, nothing of the program is in sight then.
  await desktop.run(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  // How long it pauses after each death is held by `local-server.test.ts`.
  await hurry(desktop, [1_000, 2_000, 4_000, 8_000, 16_000]);
  for (let count = 1; count <= 7; count++) {
    const pid = await newestServer(desktop, count);
    process.kill(pid, 'SIGKILL');
  }
  // Before the next server can have come so far: it does not start as long as this is no folder.
  const data = `${desktop.userData}/data`;
  renameSync(data, `${data}-away`);
  writeFileSync(data, '');
  const [question] = await desktop.recorded('dialog.showMessageBox');
  expect(question.message).toBe('The service has stopped');
  expect(question.buttons).toEqual(['Try again', 'Open log folder', 'Quit']);
  expect(question.detail).toContain('The server process ended with code 137.');
  expect(question.detail).toContain('accepting requests');
  const [folder] = await desktop.recorded('shell.openPath');
  expect(folder).toBe(`${desktop.userData}/logs`);
  // Two boxes before it was tried again, and one about each try that failed.
  await expect.poll(async () => (await desktop.records('dialog.showMessageBox')).length).toBeGreaterThan(2);
  rmSync(data);
  renameSync(`${data}-away`, data);
  const page = await desktop.page();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await expectReplies(page);
  expect(await desktop.quit()).toBe(0);
});

test(
  'a server that cannot start says why, and quits when nobody tries again',
  AT_NIGHT,
  async ({ launch }) => {
    const first = await launch();
    await first.page();
    const second = await launch({ flags: ['--data-dir', `${first.userData}/data`] });
    const [question] = await second.recorded('dialog.showMessageBox');
    expect(question.detail).toContain('already using the data folder');
    expect(await second.ended).toBe(0);
  },
);

test('the server is told of a sleep of the machine, and is not taken for hanging because of it', async ({
  desktop,
}) => {
  const page = await desktop.page();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await desktop.run(({ powerMonitor }) => void powerMonitor.emit('suspend'));
  await desktop.run(({ powerMonitor }) => void powerMonitor.emit('resume'));
  await expectReplies(page);
  expect(await serverPids(desktop)).toEqual([]); // that were started since
});
