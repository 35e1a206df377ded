import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { app } from 'electron';
import { autostartEntry } from './autostart-entry';

/** The argument of a start by the session: the window stays away if there is a tray. */
export const AT_LOGIN = '--at-login';

/**
 * Starts the program with the session of the user, or no longer does. Electron does that on macOS and Windows; on Linux
 * it is a file in the folder that desktops read.
 * @param configDir where the user's programs keep their settings on Linux, such as `~/.config`
 * @param program the file to start: of an AppImage the image, whose content has another place at each start
 */
export function setStartAtLogin(isWanted: boolean, configDir: string, program: string): void {
  const args = [...(app.isPackaged ? [] : [app.getAppPath()]), AT_LOGIN];
  if (process.platform !== 'linux') {
    app.setLoginItemSettings({ openAtLogin: isWanted, path: program, args });
    return;
  }
  const file = join(configDir, 'autostart/posthorn.desktop');
  if (!isWanted) {
    rmSync(file, { force: true });
    return;
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, autostartEntry([program, ...args]));
}
