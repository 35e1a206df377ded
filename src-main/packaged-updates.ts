import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, dialog } from 'electron';
import { createUpdateSource } from './update-source';
import { Updates } from './updates';

/**
 * Updates of a packaged program, if it was packaged with an update server and a key (`npm run package`).
 *
 * @returns null otherwise: this program then asks no server for anything. Never rejects: a program without updates is
 * better than none
 */
export async function packagedUpdates(): Promise<Updates | null> {
  try {
    const publicKey = updateKey();
    if (publicKey === null) return null;
    const { autoUpdater } = (await import('electron-updater')).default;
    return new Updates({
      source: createUpdateSource(autoUpdater, publicKey),
      ask: askToRestart,
      quit: () => app.quit(),
      after: (delayMs, task) => void setTimeout(task, delayMs),
      log,
    });
  } catch (cause) {
    log(`Updates are off: ${cause instanceof Error ? cause.message : String(cause)}`);
    return null;
  }
}

/** The key that packaging wrote into package.json, inside the archive whose integrity Electron checks. */
function updateKey(): string | null {
  if (!app.isPackaged || !existsSync(join(process.resourcesPath, 'app-update.yml'))) return null;
  const manifest: { readonly updates?: { readonly publicKey?: unknown } } = JSON.parse(
    readFileSync(join(app.getAppPath(), 'package.json'), 'utf8'),
  );
  const key = manifest.updates?.publicKey;
  return typeof key === 'string' ? key : null;
}

function log(line: string): void {
  process.stderr.write(`posthorn: ${line}\n`);
}

async function askToRestart(version: string): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: 'info',
    message: `Posthorn ${version} is ready to install`,
    detail:
      'Requests in flight end first. Deliveries that still wait are kept, and are sent after the restart. ' +
      'If you choose later, you are asked again after the next start.',
    buttons: ['Restart to update', 'Later'],
    defaultId: 0,
    cancelId: 1,
  });
  return response === 0;
}
