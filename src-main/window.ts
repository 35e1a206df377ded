import { join } from 'node:path';
import { app, BrowserWindow, screen, session, shell } from 'electron';
import type { ServerAddress } from './server-messages';
import { readSettings, writeSettings } from './settings';
import {
  adminPage,
  externalAddress,
  isOwnPage,
  MIN_HEIGHT,
  MIN_WIDTH,
  reachableBounds,
} from './window-policy';

/**
 * The one window, on the admin page of the local server.
 *
 * The threat: names, descriptions, schemas and response bodies in the catalog are untrusted. If one of them ever ran as
 * a script, it must find a page and nothing more: no Node, no files, no way to navigate to another page under our title
 * bar, no camera, and no way to start a program through an unusual kind of link.
 *
 * Therefore: the page runs in the system's sandbox, with its context isolated from the bridge; it can only load pages
 * of the local server; no new window is ever opened, http and https links go to the user's own browser; every
 * permission is refused. The decisions are in window-policy.ts, this file only connects them.
 *
 * Not promised: anything about pages of other programs, or about what the server itself allows.
 */
export function createMainWindow(address: () => ServerAddress, settingsFile: string): BrowserWindow {
  const settings = readSettings(settingsFile);
  const screens = screen.getAllDisplays().map((display) => display.workArea);
  const bounds = reachableBounds(settings.windowBounds, screens);
  const window = new BrowserWindow({
    ...(bounds ?? { width: 1280, height: 860 }),
    minWidth: MIN_WIDTH,
    minHeight: MIN_HEIGHT,
    show: false, // until there is something to see: no white flash
    title: 'Posthorn',
    webPreferences: {
      preload: join(import.meta.dirname, '../preload/preload.cjs'),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false, // it would download dictionaries from a third party
    },
  });
  if (settings.windowMaximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  window.on('close', () => {
    writeSettings(settingsFile, {
      windowBounds: window.getNormalBounds(),
      windowMaximized: window.isMaximized(),
    });
  });
  keepToOwnPages(window, () => address().baseUrl);
  return window;
}

/** Shows the admin page, logged in. On failure, Chromium shows its own error page. */
export function showAdminPage(window: BrowserWindow, address: ServerAddress): void {
  window.loadURL(adminPage(address.baseUrl, address.adminToken)).catch(() => {});
}

/** Refuses every permission for every page, and every `webview`. Called once, before the first window. */
export function denyPermissions(): void {
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.defaultSession.setPermissionCheckHandler(() => false);
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-attach-webview', (event) => event.preventDefault());
  });
}

function keepToOwnPages(window: BrowserWindow, baseUrl: () => string): void {
  const leave = (url: string) => {
    const outside = externalAddress(url);
    if (outside) shell.openExternal(outside).catch(() => {});
  };
  window.webContents.setWindowOpenHandler(({ url }) => {
    leave(url);
    return { action: 'deny' };
  });
  const guard = (event: { preventDefault(): void }, url: string) => {
    if (isOwnPage(url, baseUrl())) return;
    event.preventDefault();
    leave(url);
  };
  window.webContents.on('will-navigate', (event) => guard(event, event.url));
  // A redirect is not the user's choice: refused, and not passed to a browser either.
  window.webContents.on('will-redirect', (event) => {
    if (event.isMainFrame && !isOwnPage(event.url, baseUrl())) event.preventDefault();
  });
}
