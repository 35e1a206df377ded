import { writeFile } from 'node:fs/promises';
import { app, type BrowserWindow, dialog, ipcMain, shell } from 'electron';
import { callChannel, DESKTOP_CALLS } from './contract/desktop-api';
import { createDesktopCalls, type DesktopServices } from './desktop-calls';
import { readDocument } from './read-document';
import { isOwnPage } from './window-policy';

/**
 * Answers the calls of the pages; the only user of ipcMain. Only the top frame of our own window, showing a page of our
 * own server, gets answers: a frame inside it, or a page that got there by mistake, gets an error.
 *
 * @param window the window, or null while there is none
 * @param baseUrl the current URL of the local server
 * @param rest what the calls need besides dialogs, files and the browser
 */
export function setupIpc(
  window: () => BrowserWindow | null,
  baseUrl: () => string,
  rest: ShellServices,
): void {
  const calls = createDesktopCalls({ ...createDesktopServices(window), ...rest });
  for (const call of DESKTOP_CALLS) {
    ipcMain.handle(callChannel(call), (event, ...args: unknown[]) => {
      const frame = event.senderFrame;
      const own =
        frame !== null && frame === window()?.webContents.mainFrame && isOwnPage(frame.url, baseUrl());
      if (!own) throw new Error('Only the pages of Posthorn may call the desktop.');
      return calls[call](...args);
    });
  }
}

/** The part of the services that other files of the shell provide. */
type ShellServices = Pick<
  DesktopServices,
  'showMenu' | 'desktop' | 'changeDesktop' | 'showLogFolder' | 'takeOpened'
>;

function createDesktopServices(
  window: () => BrowserWindow | null,
): Omit<DesktopServices, keyof ShellServices> {
  return {
    versions: () => ({
      app: app.getVersion(),
      electron: process.versions.electron ?? '',
      chrome: process.versions.chrome ?? '',
      node: process.versions.node,
    }),
    openExternal: (url) => shell.openExternal(url),
    askOpenPath: async () => {
      const options = {
        title: 'Import an OpenAPI document',
        filters: [{ name: 'OpenAPI documents', extensions: ['json', 'yaml', 'yml'] }],
        properties: ['openFile' as const],
      };
      const parent = window();
      const choice = await (parent ? dialog.showOpenDialog(parent, options) : dialog.showOpenDialog(options));
      return choice.canceled ? null : (choice.filePaths[0] ?? null);
    },
    askSavePath: async (suggestedName) => {
      const parent = window();
      const options = { defaultPath: suggestedName };
      const choice = await (parent ? dialog.showSaveDialog(parent, options) : dialog.showSaveDialog(options));
      return choice.canceled || !choice.filePath ? null : choice.filePath;
    },
    readFile: (path) => readDocument(path),
    writeFile: (path, content) => writeFile(path, content, 'utf8'),
  };
}
