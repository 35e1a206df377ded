import { contextBridge, ipcRenderer } from 'electron';
import { type CommandId, MENU_COMMANDS } from './contract/commands';
import { callChannel, type DesktopApi, MENU_CHANNEL } from './contract/desktop-api';

/**
 * The bridge between the page and the desktop; the only user of ipcRenderer. The page gets these functions and
 * nothing else: no channel names, no event objects, no Node.
 */
const desktop: DesktopApi = {
  getVersions: () => ipcRenderer.invoke(callChannel('getVersions')),
  openExternal: (url) => ipcRenderer.invoke(callChannel('openExternal'), url),
  openOpenapiFile: () => ipcRenderer.invoke(callChannel('openOpenapiFile')),
  saveTextFile: (suggestedName, text) => ipcRenderer.invoke(callChannel('saveTextFile'), suggestedName, text),
  setMenuKeys: (chosen) => ipcRenderer.invoke(callChannel('setMenuKeys'), chosen),
  onMenuCommand: (listener) => {
    const forward = (_event: unknown, command: unknown) => {
      if ((MENU_COMMANDS as readonly unknown[]).includes(command)) listener(command as CommandId);
    };
    ipcRenderer.on(MENU_CHANNEL, forward);
    return () => {
      ipcRenderer.removeListener(MENU_CHANNEL, forward);
    };
  },
};

contextBridge.exposeInMainWorld('desktop', desktop);
