import { join } from 'node:path';
import { app, BrowserWindow, dialog, Menu, utilityProcess } from 'electron';
import type { CommandId } from './contract/commands';
import { MENU_CHANNEL } from './contract/desktop-api';
import type { ChosenKeys } from './contract/menu-keys';
import { setupIpc } from './ipc';
import { LocalServer, type ServerChild } from './local-server';
import { menuTemplate } from './menu';
import { loadSecretKey } from './secret-key';
import type { ServerAddress } from './server-messages';
import { createMainWindow, denyPermissions, showAdminPage } from './window';

/** The desktop program, in the order of events: one instance, the server, the window, a clean exit. */

let window: BrowserWindow | null = null;
let address: ServerAddress | null = null;
let quitting = false;

// A second instance would meet the first one's lock on the database: show the first one's window instead.
if (app.requestSingleInstanceLock()) {
  app.on('second-instance', showWindow);
  app.whenReady().then(run).catch(fail);
} else {
  app.quit();
}

async function run(): Promise<void> {
  denyPermissions();
  const server = new LocalServer({
    args: flagsFromStart(),
    preferredPort: 8071, // the same every day if possible, so that links to portals keep working
    secretKey: loadSecretKey(app.getPath('userData')),
    fork: forkServer,
    after: (delayMs, task) => {
      const timer = setTimeout(task, delayMs);
      return () => clearTimeout(timer);
    },
    onRestarted: (next) => {
      address = next;
      if (window) showAdminPage(window, next);
    },
    onGivenUp: (reason) => fail(new Error(reason)),
  });
  stopBeforeQuitting(server);
  setupIpc(
    () => window,
    () => address?.baseUrl ?? '',
    showMenu,
  );
  showMenu({}); // the page sends the custom keys as soon as it has loaded
  address = await server.start();
  showWindow();
  app.on('activate', showWindow); // the Mac keeps a program without windows; clicking its icon comes here
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
}

/** Brings the window to the front, and creates it if there is none. Does nothing before the server answers. */
function showWindow(): void {
  const at = address;
  if (!at) return;
  if (window) {
    if (window.isMinimized()) window.restore();
    window.focus();
    return;
  }
  window = createMainWindow(() => address ?? at, join(app.getPath('userData'), 'settings.json'));
  window.on('closed', () => {
    window = null;
  });
  showAdminPage(window, at);
}

function showMenu(chosen: ChosenKeys): void {
  const send = (command: CommandId) => window?.webContents.send(MENU_CHANNEL, command);
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([...menuTemplate(process.platform === 'darwin', send, chosen)]),
  );
}

/** Delays quitting once, until the server has let its requests finish and closed its database. */
function stopBeforeQuitting(server: LocalServer): void {
  let stopped = false;
  app.on('before-quit', (event) => {
    if (stopped) return;
    event.preventDefault();
    if (quitting) return;
    quitting = true;
    BrowserWindow.getAllWindows().forEach((open) => {
      open.hide();
    });
    server
      .stop()
      .catch(() => {})
      .finally(() => {
        stopped = true;
        app.quit();
      });
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.quit());
}

/** A server process: its own Node, without a window, so that neither can stop the other. */
function forkServer(): ServerChild {
  const child = utilityProcess.fork(join(import.meta.dirname, 'server-entry.js'), [], {
    serviceName: 'Posthorn server',
    stdio: 'inherit',
  });
  return {
    send: (message) => child.postMessage(message),
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) => child.on('exit', listener),
    kill: () => child.kill(),
  };
}

/** What followed `npm start --`. Not in the arguments, which Chromium would interpret in its own way. */
function flagsFromStart(): string[] {
  const flags: unknown = JSON.parse(process.env.POSTHORN_DESKTOP_ARGS ?? '[]');
  return Array.isArray(flags) ? flags.map(String) : [];
}

/** Says why it cannot continue, and exits. */
function fail(cause: unknown): void {
  if (quitting) return; // an interrupted start is not a failure
  dialog.showErrorBox('Posthorn cannot continue', cause instanceof Error ? cause.message : String(cause));
  app.exit(1);
}
