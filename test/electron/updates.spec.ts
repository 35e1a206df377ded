import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signedText } from '../../src-main/update-signature';
import { AT_NIGHT } from '../support/share';
import type { LaunchOptions } from './desktop';
import { expect, test } from './desktop-test';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const update = { version: '9.9.9', files: [{ url: 'posthorn-9.9.9.AppImage', sha512: 'c3Vt' }] };

/** A packaged program, which has an update server with such an update and the key of whoever releases it. */
async function packaged(signature: string, reply?: string): Promise<LaunchOptions> {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-packaged-'));
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const manifest = { name: 'posthorn', version: '1.0.0', updates: { publicKey: key } };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'app-update.yml'), 'provider: generic\n');
  return {
    machine: {
      appPath: folder,
      resources: folder,
      timers: { 30000: 0 }, // the first look, which comes half a minute after the start
      replies: {
        'autoUpdater.checkForUpdates': [{ isUpdateAvailable: true, updateInfo: { ...update, signature } }],
        ...(reply ? { 'dialog.showMessageBox': [reply] } : {}),
      },
    },
  };
}

test('a signed update is downloaded, offered, and on a press installed after the server has stopped', async ({
  launch,
}) => {
  const signature = sign(null, Buffer.from(signedText(update)), privateKey).toString('base64');
  const desktop = await launch(await packaged(signature, 'Restart to update'));
  const [, pid] = await desktop.recorded('utilityProcess.fork');
  const [question] = await desktop.recorded('dialog.showMessageBox');
  expect(question.message).toBe('Posthorn 9.9.9 is ready to install');
  expect(await desktop.records('autoUpdater.downloadUpdate')).toHaveLength(1);
  await desktop.recorded('autoUpdater.quitAndInstall');
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  expect(await desktop.ended).toBe(0);
  expect(await desktop.records('app.setAsDefaultProtocolClient')).toEqual([['posthorn', null, null]]);
});

test('an update signed with another key is not downloaded', AT_NIGHT, async ({ launch }) => {
  const other = generateKeyPairSync('ed25519').privateKey;
  const signature = sign(null, Buffer.from(signedText(update)), other).toString('base64');
  const desktop = await launch(await packaged(signature));
  await expect.poll(() => desktop.output(), { timeout: 60_000 }).toContain('is not signed with the key');
  expect(await desktop.records('autoUpdater.downloadUpdate')).toEqual([]);
  expect(await desktop.records('dialog.showMessageBox')).toEqual([]);
  expect(await desktop.quit()).toBe(0);
});
