import type { AppUpdater, UpdateInfo } from 'electron-updater';
import { isSigned } from './update-signature';
import type { UpdateSource } from './updates';

/**
 * Updates from the server that the package was made for, by electron-updater: a file there names the newest version, its
 * installers with their checksums, and the share of installations that are offered it so far.
 *
 * @param updater of the kind that fits this package
 * @param publicKey see `isSigned`
 */
export function createUpdateSource(updater: AppUpdater, publicKey: string): UpdateSource {
  updater.autoDownload = false; // not before the signature has been checked
  updater.autoInstallOnAppQuit = false; // only when the user asks for it
  updater.allowDowngrade = false; // an old version is signed as well
  updater.logger = null;
  // Else a failure that is thrown already would end the program as an unhandled event.
  updater.on('error', () => {});
  return {
    find: async () => {
      const found = await updater.checkForUpdates();
      if (!found?.isUpdateAvailable) return null;
      refuseUnsigned(found.updateInfo, publicKey);
      return found.updateInfo.version;
    },
    download: async () => {
      await updater.downloadUpdate();
    },
    install: (onFailure) => {
      updater.once('error', onFailure);
      updater.quitAndInstall(false, true);
    },
  };
}

function refuseUnsigned(info: UpdateInfo, publicKey: string): void {
  if (isSigned(info, publicKey)) return;
  throw new Error(
    `version ${info.version} is not signed with the key of this program and was not downloaded`,
  );
}
