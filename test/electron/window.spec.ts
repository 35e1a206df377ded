import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { _electron, expect, test } from '@playwright/test';
import { findElectron, whyNoWindow } from '../../resources/tools/electron.mjs';

const binary = findElectron();
const missing = binary
  ? whyNoWindow()
  : 'there is no Electron binary here (fetch it with: npx install-electron)';
if (missing) console.warn(`\nSKIPPED: the tests of the window, because ${missing}\n`);

test.describe('the window', () => {
  test.skip(missing !== null, missing ?? '');

  test('opens on the admin page, logged in, with the bridge and without Node', async () => {
    const userData = await mkdtemp(join(tmpdir(), 'posthorn-window-'));
    const app = await _electron.launch({
      executablePath: binary ?? '',
      args: [
        resolve(import.meta.dirname, '../..'),
        `--user-data-dir=${userData}`,
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
      env: {
        ...(process.env as Record<string, string>),
        POSTHORN_DESKTOP_ARGS: JSON.stringify(['--port', '0', '--data-dir', join(userData, 'data')]),
      },
    });
    try {
      const window = await app.firstWindow();
      await expect(window).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/admin\//);
      await expect(window.getByRole('navigation').first()).toBeVisible();
      expect(window.url()).not.toContain('token');
      const seen = await window.evaluate(() => ({
        bridge: Object.keys((globalThis as { desktop?: object }).desktop ?? {}).sort(),
        node: ['require', 'process', 'module'].filter((name) => name in globalThis),
      }));
      expect(seen.bridge).toEqual([
        'getVersions',
        'onMenuCommand',
        'openExternal',
        'openOpenapiFile',
        'saveTextFile',
        'setMenuKeys',
      ]);
      expect(seen.node).toEqual([]);
    } finally {
      await app.close();
      await rm(userData, { recursive: true, force: true });
    }
  });
});
