/** What the program gets as `electron`. The README says what of it is real. */
import { app } from './app';
import { BrowserWindow } from './browser-window';
import { coveredDialog as dialog } from './dialog';
import { followSpec } from './follow-spec';
import { ipcMain } from './ipc-main';
import { Menu } from './menu';
import { nativeImage } from './native-image';
import { Notification } from './notification';
import { safeStorage } from './safe-storage';
import { session } from './session';
import { shell } from './shell';
import { clipboard, nativeTheme, powerMonitor, screen } from './system-state';
import { Tray } from './tray';
import { utilityProcess } from './utility-process';

const electron = {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  nativeImage,
  nativeTheme,
  Notification,
  powerMonitor,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
  utilityProcess,
};
followSpec(electron);

export {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  Notification,
  nativeImage,
  nativeTheme,
  powerMonitor,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
  utilityProcess,
};
