import { theApp } from './app';
import { fault, record } from './control';
import { type Covered, EVENTS, MEMBERS } from './members';
import { openPage } from './open-page';
import { pageScripts } from './page-scripts';
import { preventable } from './preventable';
import { Emitter, strict } from './strict';
import { chromium, WINDOWS } from './surroundings';
import { WebContents } from './web-contents';

const windows: Window[] = [];
let lastId = 0;

/** A window: a real page; its place on the screen and its state are remembered, since there is no screen. */
class Window extends Emitter implements Covered<Electron.BrowserWindow, 'window'> {
  readonly id = ++lastId;
  readonly webContents: Electron.WebContents;
  /** What the program sees of it. */
  readonly asSeen: Electron.BrowserWindow;
  readonly #contents: WebContents;
  #bounds: Electron.Rectangle;
  #title: string;
  #state: 'normal' | 'maximized' | 'minimized' = 'normal';
  #isFullScreen = false;
  #isVisible: boolean;
  #isFocused = false;
  #isDestroyed = false;

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super();
    refuseUnknown(options);
    const { x = 0, y = 0, width = 800, height = 600 } = options;
    this.#bounds = { x, y, width, height };
    this.#title = options.title ?? theApp.getName();
    this.#isVisible = options.show ?? true;
    this.asSeen = strict('window', this, MEMBERS.window, EVENTS.window) as unknown as Electron.BrowserWindow;
    const opened = openPage(chromium(), this.#bounds, pageScripts(options.webPreferences?.preload));
    opened.catch((cause) => fault(`The page of a window could not be opened: ${cause.message}`));
    this.#contents = new WebContents(this.id, opened);
    this.webContents = this.#contents.asSeen;
    this.#contents.once('did-stop-loading', () => this.emit('ready-to-show'));
    this.#contents.on('render-process-gone', (event, details) =>
      theApp.emit('render-process-gone', event, this.webContents, details),
    );
    this.#contents.once('destroyed', () => this.destroy());
    record('window', this.id, options);
    windows.push(this);
    WINDOWS.add(this);
    theApp.emit('browser-window-created', preventable({}), this.asSeen);
    theApp.emit('web-contents-created', preventable({}), this.webContents);
  }

  async loadURL(url: string): Promise<void> {
    await this.webContents.loadURL(url);
  }

  close(): void {
    if (this.#isDestroyed) return;
    const event = preventable({});
    this.emit('close', event);
    if (!event.defaultPrevented) this.destroy();
  }
  destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    this.#isVisible = false;
    windows.splice(windows.indexOf(this), 1);
    WINDOWS.delete(this);
    this.#contents.end();
    record('window.destroy', this.id);
    this.emit('closed');
    theApp.windowClosed();
  }
  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  show(): void {
    this.showInactive();
    this.focus();
  }
  showInactive(): void {
    if (this.#isVisible) return;
    this.#isVisible = true;
    this.#tell('show');
  }
  hide(): void {
    if (!this.#isVisible) return;
    this.#isVisible = false;
    this.#isFocused = false;
    this.#tell('hide');
  }
  isVisible(): boolean {
    return this.#isVisible;
  }
  focus(): void {
    this.#isFocused = true;
    this.#tell('focus');
    theApp.emit('browser-window-focus', preventable({}), this.asSeen);
  }
  isFocused(): boolean {
    return this.#isFocused;
  }
  maximize(): void {
    this.#become('maximized', 'maximize');
    if (!this.#isVisible) this.show(); // as Electron documents it
  }
  unmaximize(): void {
    this.#become('normal', 'unmaximize');
  }
  isMaximized(): boolean {
    return this.#state === 'maximized';
  }
  minimize(): void {
    this.#become('minimized', 'minimize');
  }
  restore(): void {
    this.#become('normal', 'restore');
  }
  isMinimized(): boolean {
    return this.#state === 'minimized';
  }
  setFullScreen(flag: boolean): void {
    this.#isFullScreen = flag;
    this.#tell(flag ? 'enter-full-screen' : 'leave-full-screen');
  }
  isFullScreen(): boolean {
    return this.#isFullScreen;
  }
  getBounds(): Electron.Rectangle {
    return { ...this.#bounds };
  }
  getNormalBounds(): Electron.Rectangle {
    return { ...this.#bounds };
  }
  setBounds(bounds: Partial<Electron.Rectangle>): void {
    this.#bounds = { ...this.#bounds, ...bounds };
    for (const event of ['move', 'moved', 'resize', 'resized']) this.#tell(event);
  }
  setMinimumSize(width: number, height: number): void {
    record('window.setMinimumSize', width, height);
  }
  getTitle(): string {
    return this.#title;
  }
  setTitle(title: string): void {
    this.#title = title;
    record('window.setTitle', title);
  }
  setIcon(): void {
    record('window.setIcon');
  }
  setProgressBar(progress: number): void {
    record('window.setProgressBar', progress);
  }
  setOverlayIcon(_overlay: Electron.NativeImage | null, description: string): void {
    record('window.setOverlayIcon', description);
  }

  #become(state: 'normal' | 'maximized' | 'minimized', event: string): void {
    this.#state = state;
    this.#tell(event);
  }
  #tell(event: string): void {
    record(`window ${event}`, this.id);
    this.emit(event);
  }
}

/** See Electron's `BrowserWindow`. */
class CoveredWindow {
  constructor(options?: Electron.BrowserWindowConstructorOptions) {
    // biome-ignore lint/correctness/noConstructorReturn: what `new` gives is the window that throws on what it lacks
    return new Window(options).asSeen as unknown as CoveredWindow;
  }
  static getAllWindows(): Electron.BrowserWindow[] {
    return windows.map(({ asSeen }) => asSeen);
  }
  static getFocusedWindow(): Electron.BrowserWindow | null {
    return windows.find((window) => window.isFocused())?.asSeen ?? null;
  }
  static fromWebContents(contents: Electron.WebContents): Electron.BrowserWindow | null {
    return windows.find(({ webContents }) => webContents === contents)?.asSeen ?? null;
  }
}

/** The options that mean something here; another one could be what the safety of the program depends on. */
const OPTIONS = new Set(
  'x y width height minWidth minHeight show title icon webPreferences backgroundColor autoHideMenuBar center'.split(
    ' ',
  ),
);
const PREFERENCES: Readonly<Record<string, readonly unknown[] | null>> = {
  preload: null,
  contextIsolation: [true],
  sandbox: [true],
  nodeIntegration: [false],
  nodeIntegrationInSubFrames: [false],
  nodeIntegrationInWorker: [false],
  webviewTag: [false],
  webSecurity: [true],
  allowRunningInsecureContent: [false],
  experimentalFeatures: [false],
  navigateOnDragDrop: [false],
  safeDialogs: [true],
  spellcheck: [false],
  devTools: null,
};

function refuseUnknown(options: Electron.BrowserWindowConstructorOptions): void {
  for (const key of Object.keys(options))
    if (!OPTIONS.has(key)) throw fault(`The double of Electron knows no option ${key} of a window.`);
  for (const [key, value] of Object.entries(options.webPreferences ?? {})) {
    const values = PREFERENCES[key];
    if (values === undefined) throw fault(`The double of Electron knows no web preference ${key}.`);
    if (values && !values.includes(value))
      throw fault(`The double of Electron can only be ${key}: ${values.join(' or ')}.`);
  }
}

export const BrowserWindow = strict('BrowserWindow', CoveredWindow, MEMBERS.BrowserWindow) as unknown as Pick<
  typeof Electron.BrowserWindow,
  (typeof MEMBERS.BrowserWindow)[number]
> &
  (new (
    options?: Electron.BrowserWindowConstructorOptions,
  ) => Electron.BrowserWindow);
