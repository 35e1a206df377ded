import { once } from 'node:events';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { startReceiver } from '../support/receiver';
import { AT_NIGHT } from '../support/share';
import { expect, test } from './desktop-test';

// Held by the last test here (another port) and by `service.spec.ts` (the page of the next server).
test(
  'the window follows a restarted server to another port, logged in there, with its bridge',
  AT_NIGHT,
  async ({ launch }) => {
    const desktop = await launch(); // on any free port, at each start another one
    const page = await desktop.page();
    await expect(page.getByRole('navigation').first()).toBeVisible();
    const before = new URL(page.url()).origin;
    const [, pid] = await desktop.recorded('utilityProcess.fork');
    process.kill(pid, 'SIGKILL');
    await desktop.recorded('utilityProcess.fork', (_name, next) => next !== pid);
    await expect.poll(() => new URL(page.url()).origin, { timeout: 60_000 }).not.toBe(before);
    await expect(page.getByRole('navigation').first()).toBeVisible();
    expect(page.url()).not.toContain('token');
    expect(await page.evaluate(() => globalThis.desktop.getVersions())).toHaveProperty('app');
    await desktop.pressMenu('Go', 'Catalog');
    await expect(page).toHaveURL(/#\/local\/catalog$/);
    // The address before may belong to another program by now.
    await page.evaluate((old) => {
      location.href = `${old}/admin/`;
    }, before);
    await expect(page.getByRole('navigation').first()).toBeVisible();
    expect(new URL(page.url()).origin).not.toBe(before);
  },
);

test('a page stays as it is when its server comes back at the same address', AT_NIGHT, async ({ launch }) => {
  const free = await startReceiver();
  await free.close();
  const desktop = await launch({ flags: ['--port', String(free.port)] });
  const page = await desktop.page();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await desktop.pressMenu('Go', 'Catalog');
  await expect(page).toHaveURL(/#\/local\/catalog$/);
  await page.evaluate(() => {
    (globalThis as { stays?: boolean }).stays = true;
  });
  const [, pid] = await desktop.recorded('utilityProcess.fork');
  process.kill(pid, 'SIGKILL');
  await desktop.recorded('utilityProcess.fork', (_name, next) => next !== pid);
  const isServed = () => page.evaluate(() => fetch('/api/v1/health').then(({ ok }) => ok)).catch(() => false);
  await expect.poll(isServed, { timeout: 60_000 }).toBe(true);
  await desktop.pressMenu('Go', 'Applications');
  await expect(page).toHaveURL(/#\/local\/apps/);
  await expect(page.getByRole('heading', { name: 'Applications 0' })).toBeVisible();
  expect(await page.evaluate(() => (globalThis as { stays?: boolean }).stays)).toBe(true);
});

test('a page whose process dies is brought back', AT_NIGHT, async ({ launch }) => {
  const desktop = await launch();
  await expect((await desktop.page()).getByRole('navigation').first()).toBeVisible();
  await desktop.run(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    return new Promise<void>((done) => {
      contents?.once('did-finish-load', () => done());
      contents?.forcefullyCrashRenderer();
    });
  });
  const versions = await desktop.run(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript('desktop.getVersions()'),
  );
  expect(versions).toHaveProperty('app');
});

test('a page whose process dies while its server is down is not loaded from another program at that port', async ({
  launch,
}) => {
  const desktop = await launch();
  const page = await desktop.page();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  const { origin, port } = new URL(page.url());
  await desktop.answer('dialog.showMessageBox', 'Try again');
  const [, pid] = await desktop.recorded('utilityProcess.fork');
  process.kill(pid, 'SIGKILL');
  // No server starts as long as this is no folder.
  const data = `${desktop.userData}/data`;
  renameSync(data, `${data}-away`);
  writeFileSync(data, '');
  await desktop.recorded('dialog.showMessageBox');
  const heard: (string | undefined)[] = [];
  const other = createServer(({ url }, response) => {
    heard.push(url);
    response.end();
  }).listen(Number(port), '127.0.0.1');
  await once(other, 'listening');
  await desktop.run(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    return new Promise<void>((done) => {
      contents?.once('render-process-gone', () => done());
      contents?.forcefullyCrashRenderer();
    });
  });
  rmSync(data);
  renameSync(`${data}-away`, data);
  const shown = () =>
    desktop.run(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL() ?? '');
  await expect.poll(async () => new URL(await shown()).origin, { timeout: 60_000 }).not.toBe(origin);
  other.close();
  other.closeAllConnections();
  expect(heard.filter((url) => url?.startsWith('/admin'))).toEqual([]);
});
