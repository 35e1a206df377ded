import { contextBridge, ipcRenderer } from 'electron';
import { type CommandId, MENU_COMMANDS } from './contract/commands';
import { callChannel, type DesktopApi, MENU_CHANNEL, OPENED_CHANNEL } from './contract/desktop-api';
import { pressedOutsideLink } from './pressed-link';

/**
 * The bridge between the page and the desktop; the only user of ipcRenderer. The page gets these functions and
 * nothing else: no channel names, no event objects, no Node.
 */
const desktop: DesktopApi = {
  getVersions: () => ipcRenderer.invoke(callChannel('getVersions')),
  // A script alone must not open the browser. It cannot fake a press: this is asked in a world of its own.
  openExternal: async (url) => navigator.userActivation.isActive && openExternal(url),
  openOpenapiFile: () => ipcRenderer.invoke(callChannel('openOpenapiFile')),
  saveTextFile: (suggestedName, text) => ipcRenderer.invoke(callChannel('saveTextFile'), suggestedName, text),
  setMenuKeys: (chosen) => ipcRenderer.invoke(callChannel('setMenuKeys'), chosen),
  getDesktop: () => ipcRenderer.invoke(callChannel('getDesktop')),
  changeDesktop: (change) => ipcRenderer.invoke(callChannel('changeDesktop'), change),
  showLogFolder: () => ipcRenderer.invoke(callChannel('showLogFolder')),
  takeOpened: () => ipcRenderer.invoke(callChannel('takeOpened')),
  onOpened: (listener) => {
    const forward = () => listener();
    ipcRenderer.on(OPENED_CHANNEL, forward);
    return () => {
      ipcRenderer.removeListener(OPENED_CHANNEL, forward);
    };
  },
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

// The window shows nothing but its own pages and opens no other window: where a press on a link leads elsewhere, it is
// this that opens it, in the browser. Electron does not tell a press from a script, so its events cannot.
for (const press of ['click', 'auxclick'] as const) {
  window.addEventListener(press, (event) => {
    const address = pressedOutsideLink(event, location.origin);
    if (address === null) return;
    event.preventDefault();
    openExternal(address).catch(() => {}); // there is nobody to tell: the link did nothing
  });
}

function openExternal(url: string): Promise<boolean> {
  return ipcRenderer.invoke(callChannel('openExternal'), url);
}
