import { join } from 'node:path';
import { app, type BrowserWindow, dialog, Menu, powerMonitor, shell } from 'electron';
import { askAfterFailure } from './ask-after-failure';
import type { CommandId } from './contract/commands';
import {
  type DesktopSettings,
  type DesktopState,
  MENU_CHANNEL,
  OPENED_CHANNEL,
} from './contract/desktop-api';
import type { ChosenKeys } from './contract/menu-keys';
import { showDrainSheet } from './drain-sheet';
import { forkServer } from './fork-server';
import { setupIpc } from './ipc';
import { LocalServer } from './local-server';
import { AT_LOGIN, setStartAtLogin } from './login-item';
import { menuTemplate } from './menu';
import { type Notice, Notices } from './notices';
import { OpenedItems } from './opened-items';
import { packagedUpdates } from './packaged-updates';
import { ProgramTray } from './program-tray';
import { readDocument } from './read-document';
import { hasKeyStore, loadSecretKey } from './secret-key';
import { ServerLog } from './server-log';
import type { ServerAddress, ServerLoad } from './server-messages';
import { changeSettings, readSettings } from './settings';
import { canNotify, showSystemNotice } from './system-notices';
import type { Updates } from './updates';
import { createMainWindow, denyPermissions, showAdminPage, trustCertificate } from './window';
import { isOwnCertificate } from './window-policy';

/** What the entry file knows and nothing else may ask for. */
interface ProgramParts {
  /** Flags for the server. */
  readonly serverArgs: readonly string[];
  /** See `setStartAtLogin`. */
  readonly configDir: string;
  readonly executable: string;
}

/**
 * The desktop program in the order of events: the server, the window and the tray, what is opened, a clean exit. It
 * connects the other files of this folder; each decision is in one of those.
 *
 * States of the service, as the tray shows them: starting -> running -> (restarting -> running)* -> stopped, which is
 * also where it ends when it cannot start; "Try again" leads back to starting.
 */
export class DesktopProgram {
  readonly opened: OpenedItems;
  readonly #parts: ProgramParts;
  readonly #settingsFile = join(app.getPath('userData'), 'settings.json');
  readonly #logFolder = app.getPath('logs');
  readonly #log = new ServerLog(join(this.#logFolder, 'service.log'));
  readonly #tray: ProgramTray;
  readonly #notices: Notices;
  #server: LocalServer | null = null;
  #window: BrowserWindow | null = null;
  #address: ServerAddress | null = null; // null before the first start
  #certificate: string | null = null; // null while the server speaks plain http
  #isUp = false; // whether the server answers there, and nobody else
  #load: ServerLoad | null = null; // the newest; null before it has started
  #failure: string | null = null; // why the service has stopped; null while it runs or starts
  #staysHidden = false; // in the tray, after a start at login, until somebody wants to see it
  #isAsking = false;
  #isQuitting = false;
  readonly #stopped = new AbortController(); // on the way out, when the server has ended
  #updates: Updates | null = null;

  constructor(parts: ProgramParts) {
    this.#parts = parts;
    this.opened = new OpenedItems({ read: readDocument, onAdded: () => this.#showOpened() });
    this.#tray = new ProgramTray({
      open: () => this.show(),
      openAttention: () => this.opened.openScreen('deliveries/attention'),
      pauseSending: (paused) => this.#server?.pauseSending(paused),
      tryAgain: () => void this.#startServer(),
      quit: () => app.quit(),
    });
    this.#notices = new Notices({
      show: (notice) => this.#notify(notice),
      now: () => performance.now(),
      after,
    });
  }

  /**
   * Runs until the program ends. Called once, when Electron is ready.
   * @param args of the start
   */
  async run(args: readonly string[], folder: string): Promise<void> {
    denyPermissions();
    trustCertificate((host, shown) => isOwnCertificate(host, shown, this.#address, this.#certificate));
    if (process.platform === 'win32') app.setAppUserModelId('app.posthorn.desktop'); // else it shows no notices
    if (app.isPackaged) app.setAsDefaultProtocolClient('posthorn');
    this.#server = this.#createServer();
    this.#stopBeforeQuitting(this.#server);
    setupIpc(
      () => this.#window,
      () => this.#address?.baseUrl ?? '',
      {
        showMenu: (chosen) => this.#showMenu(chosen),
        desktop: () => this.#state(),
        changeDesktop: (change) => this.#change(change),
        showLogFolder: async () => void (await shell.openPath(this.#logFolder)),
        takeOpened: () => this.opened.take(),
      },
    );
    this.#showMenu({}); // the page sends the custom keys as soon as it has loaded
    const hasTray = this.#tray.setShown(readSettings(this.#settingsFile).tray);
    powerMonitor.on('suspend', () => this.#server?.sleep());
    powerMonitor.on('resume', () => this.#server?.wake());
    app.on('activate', () => this.show()); // the Mac keeps a program without windows; clicking its icon comes here
    app.on('window-all-closed', () => {
      if (process.platform !== 'darwin' && !this.#tray.isShown) app.quit();
    });
    this.opened.openArguments(args, folder);
    this.#staysHidden = args.includes(AT_LOGIN) && hasTray;
    await this.#startServer();
    this.#updates = await packagedUpdates();
    this.#updates?.start();
  }

  /** Somebody started the program again: shows it, with what that start was for. One that quits is started anew then. */
  startedAgain(args: readonly string[], folder: string): void {
    if (this.#isQuitting) app.relaunch({ execPath: this.#parts.executable, args: [...args] });
    this.show();
    this.opened.openArguments(args, folder);
  }

  /**
   * Brings the window to the front, and creates it if there is none, as soon as the service has started. When that has
   * stopped, says why.
   */
  show(): void {
    if (this.#isQuitting) return;
    this.#staysHidden = false;
    if (this.#failure !== null) void this.#ask(this.#failure);
    const at = this.#address;
    if (!at) return;
    if (this.#window) {
      if (this.#window.isMinimized()) this.#window.restore();
      this.#window.show();
      this.#window.focus();
      return;
    }
    const server = { address: () => this.#address ?? at, isUp: () => this.#isUp };
    const window = createMainWindow(server, this.#settingsFile);
    this.#window = window;
    window.on('close', (event) => {
      if (this.#isQuitting || !this.#tray.isShown) return;
      event.preventDefault();
      window.hide();
      this.#explainTray();
    });
    window.on('closed', () => {
      this.#window = null;
    });
    if (this.#isUp) showAdminPage(window, at);
  }

  #createServer(): LocalServer {
    return new LocalServer({
      args: this.#parts.serverArgs,
      preferredPort: 8071, // the same every day if possible, so that links to portals keep working
      secretKey: loadSecretKey(app.getPath('userData')),
      fork: () => forkServer(this.#log),
      after,
      onRestarted: (next) => {
        this.#address = next;
        this.#isUp = true;
        if (this.#window) showAdminPage(this.#window, next);
      },
      onLoad: (load) => {
        this.#load = load;
        this.#tray.show({ kind: 'running', load });
      },
      onStopping: (load) => {
        this.#load = load;
        this.#sayDrain();
      },
      onCertificate: (certificate) => {
        this.#certificate = certificate;
      },
      onTroubles: (troubles) => this.#notices.tell(troubles),
      onDown: () => {
        this.#isUp = false;
        this.#tray.show({ kind: 'restarting' });
      },
      onGivenUp: (reason) => this.#fail(reason),
    });
  }

  async #startServer(): Promise<void> {
    this.#failure = null;
    this.#tray.show({ kind: 'starting' });
    const cancelNotice = after(SAY_START_AFTER_MS, () => this.#sayStart());
    try {
      this.#address = (await this.#server?.start()) ?? null;
      this.#isUp = true;
    } catch (cause) {
      this.#fail(cause instanceof Error ? cause.message : String(cause));
      return;
    } finally {
      cancelNotice();
    }
    if (this.#window && this.#address) showAdminPage(this.#window, this.#address);
    if (!this.#staysHidden) this.show();
  }

  /** There is no window yet, and a box would hold up the start on the Mac. */
  #sayStart(): void {
    const title = 'Posthorn is still starting';
    const body = 'After an update it may have to upgrade a large database first.';
    this.#notify({ title, body, screen: null });
  }

  /** The service has stopped, and does not start again by itself. */
  #fail(reason: string): void {
    if (this.#isQuitting) return; // an interrupted start is not a failure
    this.#failure = reason;
    this.#isUp = false;
    this.#staysHidden = false;
    this.#tray.show({ kind: 'stopped' });
    const isInSight = this.#window?.isVisible() || !this.#tray.isShown;
    const title = 'Posthorn has stopped sending';
    if (isInSight || !this.#notify({ title, body: reason, screen: null })) void this.#ask(reason);
  }

  async #ask(reason: string): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    const parent = this.#window?.isVisible() ? this.#window : null;
    const lines = this.#log.newest(8);
    const again = await askAfterFailure(reason, { lines, logFolder: this.#logFolder, parent });
    this.#isAsking = false;
    if (!again) app.quit();
    else if (this.#failure !== null) await this.#startServer();
  }

  #notify({ screen, ...notice }: Notice): boolean {
    return showSystemNotice(notice, readSettings(this.#settingsFile).notices, () =>
      screen === null ? this.show() : this.opened.openScreen(screen),
    );
  }

  #showOpened(): void {
    this.show();
    this.#window?.webContents.send(OPENED_CHANNEL);
  }

  #showMenu(chosen: ChosenKeys): void {
    const send = (command: CommandId) => this.#window?.webContents.send(MENU_CHANNEL, command);
    Menu.setApplicationMenu(
      Menu.buildFromTemplate([...menuTemplate(process.platform === 'darwin', send, chosen)]),
    );
  }

  #state(): DesktopState {
    const { tray, notices, startAtLogin } = readSettings(this.#settingsFile);
    return { tray, notices, startAtLogin, hasKeyStore: hasKeyStore(), canNotify: canNotify() };
  }

  #change(change: Partial<DesktopSettings>): DesktopState {
    if (change.tray !== undefined && this.#tray.setShown(change.tray) !== change.tray)
      throw new Error('This desktop has no tray.');
    if (change.startAtLogin !== undefined)
      setStartAtLogin(change.startAtLogin, this.#parts.configDir, this.#parts.executable);
    changeSettings(this.#settingsFile, change);
    return this.#state();
  }

  /** Once: closing the window would otherwise look like an end, or the tray like something left behind. */
  #explainTray(): void {
    if (readSettings(this.#settingsFile).trayExplained) return;
    changeSettings(this.#settingsFile, { trayExplained: true });
    const title = 'Posthorn keeps delivering';
    const body = 'Its window is closed, and its icon in the tray stays. Quit it there.';
    if (!this.#notify({ title, body, screen: null }))
      void dialog.showMessageBox({ message: title, detail: body });
  }

  /**
   * Delays quitting until the server has let its requests finish and closed its database, and says so if that takes
   * time. A second quit ends it at once.
   */
  #stopBeforeQuitting(server: LocalServer): void {
    const ended = this.#stopped;
    app.on('before-quit', (event) => {
      if (ended.signal.aborted) return;
      event.preventDefault();
      if (this.#isQuitting) return server.kill();
      this.#isQuitting = true;
      this.#notices.stop();
      server
        .stop()
        .catch(() => {})
        .finally(() => {
          ended.abort();
          if (!this.#updates?.installWhenChosen()) app.quit();
        });
    });
  }

  /** Called when the server has said what it waits for: what it did before says nothing about that. */
  #sayDrain(): void {
    const ended = this.#stopped.signal;
    const stop = after(SAY_DRAIN_AFTER_MS, () => {
      const window = this.#window?.isVisible() ? this.#window : null;
      const quitNow = () => this.#server?.kill();
      // Without a window, a box would hold up the drain on the Mac.
      const load = this.#load;
      if (window && load && load.inFlight > 0) void showDrainSheet(window, load, { ended, quitNow });
      else window?.hide();
    });
    ended.addEventListener('abort', stop);
  }
}

/** Most starts take a second or two. */
const SAY_START_AFTER_MS = 60_000;
/** Most requests end sooner, and a box that only flashes tells nobody anything. */
const SAY_DRAIN_AFTER_MS = 500;

function after(delayMs: number, task: () => void): () => void {
  const timer = setTimeout(task, delayMs);
  return () => clearTimeout(timer);
}
