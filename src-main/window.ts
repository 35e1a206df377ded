import { join } from 'node:path';
import { app, BrowserWindow, screen, session } from 'electron';
import type { ServerAddress } from './server-messages';
import { changeSettings, readSettings } from './settings';
import { adminPage, isOwnPage, MIN_HEIGHT, MIN_WIDTH, reachableBounds } from './window-policy';

/**
 * The one window, on the admin page of the local server.
 *
 * The threat: names, descriptions, schemas and response bodies in the catalog are untrusted. If one of them ever ran as
 * a script, it must find a page and nothing more: no Node, no files, no way to navigate to another page under our title
 * bar, no camera, and no way to start a program through an unusual kind of link.
 *
 * Therefore: the page runs in the system's sandbox, with its context isolated from the bridge; it can only load pages
 * of the local server; no new window is ever opened; http and https links go to the user's own browser, but only when the
 * user presses them (preload.ts); every permission is refused. The decisions are in window-policy.ts, this file only
 * connects them.
 *
 * Not promised: anything about pages of other programs, or about what the server itself allows.
 */
export function createMainWindow(server: WindowServer, settingsFile: string): BrowserWindow {
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
    changeSettings(settingsFile, {
      windowBounds: window.getNormalBounds(),
      windowMaximized: window.isMaximized(),
    });
  });
  keepToOwnPages(window, () => server.address().baseUrl);
  bringBackLostPage(window, server);
  return window;
}

/** The server whose pages the window shows. */
interface WindowServer {
  readonly address: () => ServerAddress;
  /** False: another program may listen at its address. */
  readonly isUp: () => boolean;
}

/** Windows whose page did not load, or whose process has died: the address is then still that of the page. */
const lostPages = new WeakSet<BrowserWindow>();

function bringBackLostPage(window: BrowserWindow, { address, isUp }: WindowServer): void {
  let lastMs = Number.NEGATIVE_INFINITY;
  window.webContents.on('did-fail-load', (_event, code, _reason, _url, isMainFrame) => {
    if (isMainFrame && code !== ABORTED) lostPages.add(window);
  });
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    lostPages.add(window);
    // A page that dies at once each time stays dead until the program is started again.
    if (reason === 'clean-exit' || performance.now() - lastMs < CRASH_AGAIN_MS) return;
    lastMs = performance.now();
    // Otherwise when the server is back.
    if (isUp()) showAdminPage(window, address());
  });
}

/** Another navigation took its place. */
const ABORTED = -3;
const CRASH_AGAIN_MS = 30_000;

/**
 * Shows the admin page, logged in: call it only while the server runs, since whoever answers there gets the token. A page of this server that is there already stays, with what somebody is writing in
 * it: it finds a restarted server by itself.
 */
export function showAdminPage(window: BrowserWindow, address: ServerAddress): void {
  if (isOwnPage(window.webContents.getURL(), address.baseUrl) && !lostPages.has(window)) return;
  lostPages.delete(window);
  window.loadURL(adminPage(address.baseUrl, address.adminToken)).catch(() => {});
}

/** Refuses every permission for every page, and every `webview`. Called once, before the first window. */
export function denyPermissions(): void {
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  session.defaultSession.setPermissionCheckHandler(() => false);
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-attach-webview', (event) => event.preventDefault());
  });
}

/** Accepts these certificates for the pages; all others are judged as in any browser. Called once, before the first window. */
export function trustCertificate(isOwn: (host: string, certificate: string) => boolean): void {
  session.defaultSession.setCertificateVerifyProc(({ hostname, certificate }, decide) =>
    decide(isOwn(hostname, certificate.data) ? TRUSTED : AS_CHROMIUM_SAYS),
  );
}

const TRUSTED = 0;
const AS_CHROMIUM_SAYS = -3;

function keepToOwnPages(window: BrowserWindow, baseUrl: () => string): void {
  // Nothing leaves from here, where a press cannot be told from a script: the preload script opens what was pressed.
  window.webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
  const guard = (event: { readonly url: string; preventDefault(): void }) => {
    if (!isOwnPage(event.url, baseUrl())) event.preventDefault();
  };
  window.webContents.on('will-navigate', guard);
  window.webContents.on('will-redirect', (event) => {
    if (event.isMainFrame) guard(event);
  });
}
