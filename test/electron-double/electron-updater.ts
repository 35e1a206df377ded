import type { AppUpdater, UpdateCheckResult } from 'electron-updater';
import { theApp } from './app';
import { record, replyOf } from './control';
import { EVENTS, MEMBERS } from './members';
import { Emitter, strict } from './strict';

/**
 * What the program uses of the package electron-updater. The package itself is tested with real files and a real server
 * (`test/main/update-source.test.ts`); here the spec says what there is to find.
 */
class Updater extends Emitter implements Pick<AppUpdater, (typeof MEMBERS.autoUpdater)[number]> {
  allowDowngrade = true;
  autoDownload = true;
  autoInstallOnAppQuit = true;
  logger = null;

  async checkForUpdates(): Promise<UpdateCheckResult | null> {
    record('autoUpdater.checkForUpdates');
    return replyOf<UpdateCheckResult | null>('autoUpdater.checkForUpdates', null);
  }
  async downloadUpdate(): Promise<string[]> {
    record('autoUpdater.downloadUpdate');
    return replyOf<string[]>('autoUpdater.downloadUpdate', []);
  }
  quitAndInstall(isSilent = false, isForceRunAfter = false): void {
    record('autoUpdater.quitAndInstall', isSilent, isForceRunAfter);
    theApp.quit();
  }
}

const autoUpdater = strict('autoUpdater', new Updater(), MEMBERS.autoUpdater, EVENTS.autoUpdater);

// biome-ignore lint/style/noDefaultExport: the package has one, which the program imports
export default { autoUpdater };
