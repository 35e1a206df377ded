import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine } from './command-line';
import { record } from './control';
import { dock } from './dock';
import { type Covered, EVENTS, MEMBERS } from './members';
import { preventable } from './preventable';
import { SingleInstance } from './single-instance';
import { Emitter, strict } from './strict';
import { CONFIG, chromium, endChromium, remember, remembered, usualPath, WINDOWS } from './surroundings';

/** The life of the program, as Electron has it: the order of its events is real, and so is the end of the process. */
class App extends Emitter implements Covered<Electron.App, 'app'> {
  readonly commandLine = commandLine as unknown as Electron.CommandLine;
  readonly dock = dock as unknown as Electron.Dock;
  readonly isPackaged = CONFIG.resources !== undefined;
  readonly #paths = new Map<string, string>();
  readonly #manifest = JSON.parse(readFileSync(join(CONFIG.appPath, 'package.json'), 'utf8'));
  readonly #lock = new SingleInstance(CONFIG.userData);
  #name: string = this.#manifest.productName ?? this.#manifest.name;
  #isReady = false;
  #isQuitting = false;
  #isGone = false;
  readonly #ready: Promise<void>;

  constructor() {
    super();
    // Not before the file of the program has run, as in Electron.
    this.#ready = new Promise((done) => {
      setTimeout(() => {
        if (this.#isGone) return;
        chromium(); // as there, it starts with the program and not with its first window
        this.emit('will-finish-launching');
        this.#isReady = true;
        this.emit('ready', preventable({}), {});
        done();
      });
    });
  }

  whenReady(): Promise<void> {
    return this.#ready;
  }
  isReady(): boolean {
    return this.#isReady;
  }

  quit(): void {
    if (this.#isQuitting) return;
    const event = preventable({});
    this.emit('before-quit', event);
    if (event.defaultPrevented) return;
    this.#isQuitting = true;
    for (const window of WINDOWS) {
      window.close();
      if (window.isDestroyed()) continue;
      this.#isQuitting = false; // it prevented that, and the quit with it
      return;
    }
    this.#quitWithoutWindows();
  }

  #quitWithoutWindows(): void {
    const event = preventable({});
    this.emit('will-quit', event);
    if (event.defaultPrevented) this.#isQuitting = false;
    else this.exit(0);
  }

  exit(exitCode = 0): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#isQuitting = true;
    for (const window of WINDOWS) window.destroy();
    this.emit('quit', preventable({}), exitCode);
    record('app.exit', exitCode);
    endChromium();
    setImmediate(() => process.exit(exitCode));
  }

  /** A window was closed: tells the program when it was the last one, unless that is ending anyway. */
  windowClosed(): void {
    if (WINDOWS.size > 0 || this.#isQuitting) return;
    // Electron quits by itself when nobody listens.
    if (!this.emit('window-all-closed')) this.quit();
  }

  relaunch(options: Electron.RelaunchOptions = {}): void {
    record('app.relaunch', options);
  }

  requestSingleInstanceLock(additionalData?: Record<string, unknown>): boolean {
    return this.#lock.request(
      { argv: process.argv, workingDirectory: process.cwd(), additionalData },
      ({ argv, workingDirectory, additionalData: data }) =>
        this.emit('second-instance', preventable({}), argv, workingDirectory, data),
    );
  }
  releaseSingleInstanceLock(): void {
    this.#lock.release();
  }

  getAppPath(): string {
    return CONFIG.appPath;
  }
  getPath(name: Parameters<Electron.App['getPath']>[0]): string {
    return this.#paths.get(name) ?? usualPath(name);
  }
  setPath(name: string, path: string): void {
    this.#paths.set(name, path);
  }
  getVersion(): string {
    return this.#manifest.version;
  }
  getName(): string {
    return this.#name;
  }
  setName(name: string): void {
    this.#name = name;
  }

  setAsDefaultProtocolClient(protocol: string, path?: string, args?: string[]): boolean {
    record('app.setAsDefaultProtocolClient', protocol, path, args);
    remember(`protocol-${protocol}`, true);
    return true;
  }
  removeAsDefaultProtocolClient(protocol: string): boolean {
    record('app.removeAsDefaultProtocolClient', protocol);
    remember(`protocol-${protocol}`, false);
    return true;
  }
  isDefaultProtocolClient(protocol: string): boolean {
    return remembered(`protocol-${protocol}`, false);
  }

  setLoginItemSettings(settings: Electron.Settings): void {
    record('app.setLoginItemSettings', settings);
    if (process.platform !== 'linux') remember('login-item', settings); // Electron has none on Linux
  }
  getLoginItemSettings(_options?: Electron.LoginItemSettingsOptions): Electron.LoginItemSettings {
    const settings = remembered<Electron.Settings>('login-item', {});
    const openAtLogin = settings.openAtLogin ?? false;
    return {
      openAtLogin,
      wasOpenedAtLogin: process.argv.includes('--opened-at-login'),
      status: openAtLogin ? 'enabled' : 'not-registered',
      executableWillLaunchAtLogin: openAtLogin,
      launchItems: [],
    };
  }

  enableSandbox(): void {
    if (this.#isReady) throw new Error('app.enableSandbox() can only be called before app is ready');
    record('app.enableSandbox');
  }
  disableHardwareAcceleration(): void {
    if (this.#isReady)
      throw new Error('app.disableHardwareAcceleration() can only be called before app is ready');
    record('app.disableHardwareAcceleration');
  }
  setAppUserModelId(id: string): void {
    record('app.setAppUserModelId', id);
  }
  setBadgeCount(count = 0): boolean {
    record('app.setBadgeCount', count);
    return true;
  }
  focus(options?: Electron.FocusOptions): void {
    record('app.focus', options);
  }
  hide(): void {
    record('app.hide');
  }
  show(): void {
    record('app.show');
  }
}

/** The application itself, for the parts of the double that report to it. */
export const theApp = new App();

/** See Electron's `app`. */
export const app = strict('app', theApp, MEMBERS.app, EVENTS.app);
