import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DesktopApi } from '../../src-main/contract/desktop-api';
import { startReceiver } from '../support/receiver';
import { expect, test } from './desktop-test';

declare global {
  var desktop: DesktopApi;
}

const REFUSAL = 'Only the pages of Posthorn may call the desktop.';

test('the page gets files that the user chooses, and writes where the user says', async ({ desktop }) => {
  const page = await desktop.page();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  expect(await page.evaluate(() => globalThis.desktop.getVersions())).toMatchObject({
    app: expect.stringMatching(/^\d+\.\d+\.\d+/),
    electron: expect.stringMatching(/^\d+/),
  });
  expect(await page.evaluate(() => globalThis.desktop.openOpenapiFile())).toBeNull();
  expect(await page.evaluate(() => globalThis.desktop.saveTextFile('a.json', '{}'))).toBe(false);
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-files-'));
  await writeFile(join(folder, 'in.json'), '{"openapi":"3.1.0"}');
  await desktop.answer('dialog.showOpenDialog', [join(folder, 'in.json')]);
  expect(await page.evaluate(() => globalThis.desktop.openOpenapiFile())).toEqual({
    name: 'in.json',
    text: '{"openapi":"3.1.0"}',
  });
  await desktop.answer('dialog.showSaveDialog', join(folder, 'out.json'));
  expect(await page.evaluate(() => globalThis.desktop.saveTextFile('../../etc/out.json', 'ü'))).toBe(true);
  expect(await readFile(join(folder, 'out.json'), 'utf8')).toBe('ü');
  const [save] = await desktop.recorded(
    'dialog.showSaveDialog',
    (options) => options.defaultPath !== 'a.json',
  );
  expect(save.defaultPath).toBe('out.json');
  const wrong = page.evaluate(() => globalThis.desktop.saveTextFile(7 as unknown as string, ''));
  await expect(wrong).rejects.toThrow('suggestedName must be a string');
  // What a page changes of the bridge, it changes for nobody.
  const isFixed = await page.evaluate(() => {
    const before = globalThis.desktop.getVersions;
    try {
      (globalThis.desktop as { getVersions: unknown }).getVersions = () => 'mine';
    } catch {}
    try {
      (globalThis as { desktop: unknown }).desktop = null;
    } catch {}
    return globalThis.desktop.getVersions === before;
  });
  expect(isFixed).toBe(true);
});

test('a page of another server in the window gets no response', async ({ launch }) => {
  const outside = await startReceiver(() => ({
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: '<title>outside</title>',
  }));
  const desktop = await launch();
  const page = await desktop.page();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  // As a fault of the program itself would show it: no page can.
  await desktop.run(
    ({ BrowserWindow }, url) => BrowserWindow.getAllWindows()[0]?.loadURL(url),
    `${outside.baseUrl}/page`,
  );
  await expect(page).toHaveTitle('outside');
  await expect(page.evaluate(() => globalThis.desktop.getVersions())).rejects.toThrow(REFUSAL);
  await expect(page.evaluate(() => globalThis.desktop.openOpenapiFile())).rejects.toThrow(REFUSAL);
  expect(await desktop.records('dialog.showOpenDialog')).toEqual([]);
  await outside.close();
});

test('a frame in the page has no bridge, and gets no response when it calls all the same', async ({
  desktop,
}) => {
  const page = await desktop.page();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  const address = `${new URL(page.url()).origin}/portal/`;
  await page.evaluate(async (src) => {
    const frame = document.createElement('iframe');
    const loaded = new Promise((done) => frame.addEventListener('load', done));
    frame.src = src;
    document.body.append(frame);
    await loaded;
  }, address);
  const inner = page.frame({ url: address });
  expect(await inner?.evaluate(() => 'desktop' in globalThis)).toBe(false);
  if (desktop.kind === 'electron') return; // there a frame has nothing that it could call with
  const results = await desktop.run(async (_electron, url, double) => {
    const [contents] = double.contents;
    const ask = (channel: string, ...args: unknown[]) => contents?.forgeCall(url, channel, args);
    return [
      await ask('posthorn:getVersions'),
      await ask('posthorn:openExternal', 'https://evil.example/'),
      await ask('posthorn:noSuchCall'),
    ];
  }, address);
  expect(results[0]).toContain(REFUSAL);
  expect(results[1]).toContain(REFUSAL);
  expect(results[2]).toContain('No handler registered');
  expect(await desktop.records('shell.openExternal')).toEqual([]);
});
