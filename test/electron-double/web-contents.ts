import type { Protocol } from './chromium';
import { fault, record } from './control';
import type { Frame } from './frame';
import { theIpcMain } from './ipc-main';
import { type Covered, EVENTS, MEMBERS } from './members';
import { guardNavigations } from './navigation-guard';
import type { Page } from './page';
import { preventable } from './preventable';
import { decidePermission, session } from './session';
import { Emitter, strict } from './strict';

/** The contents that are open, for what a spec does with them. */
export const CONTENTS = new Set<WebContents>();

/** The content of a window: a page of Chromium. Its calls wait for the page where it is still being opened. */
export class WebContents extends Emitter implements Covered<Electron.WebContents, 'webContents'> {
  readonly id: number;
  readonly session = session.defaultSession;
  /** What the program sees of it. */
  readonly asSeen: Electron.WebContents;
  readonly #opened: Promise<Page>;
  #page: Page | null = null;
  #ownLoads: string[] = [];
  #openHandler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0] | null = null;
  #isLoading = false;
  #isCrashed = false;
  #isDestroyed = false;
  #title = '';

  constructor(id: number, opened: Promise<Page>) {
    super();
    this.id = id;
    this.asSeen = strict(
      'webContents',
      this,
      MEMBERS.webContents,
      EVENTS.webContents,
    ) as unknown as Electron.WebContents;
    this.#opened = opened.then((page) => {
      this.#page = page;
      this.#listen(page);
      return page;
    });
    this.#opened.catch(() => {}); // whoever waits for it hears about it
    CONTENTS.add(this);
  }

  get mainFrame(): Electron.WebFrameMain {
    const page = this.#page;
    if (!page) throw fault('The double of Electron has no frame before the page is open.');
    return page.mainFrame.asSeen;
  }
  getURL(): string {
    return this.#page?.mainFrame.url ?? '';
  }
  getTitle(): string {
    return this.#title;
  }
  isLoading(): boolean {
    return this.#isLoading;
  }
  isCrashed(): boolean {
    return this.#isCrashed;
  }
  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  async loadURL(url: string, options?: Electron.LoadURLOptions): Promise<void> {
    if (options) throw fault('The double of Electron loads without options.');
    const page = await this.#opened;
    this.#ownLoads.push(url);
    this.#isLoading = true;
    this.emit('did-start-loading');
    const loaded = new Promise<void>((done) => page.once('Page.loadEventFired', () => done()));
    const { errorText, loaderId } = await page.ask('Page.navigate', { url });
    this.#ownLoads = this.#ownLoads.filter((other) => other !== url);
    if (errorText) {
      this.emit('did-fail-load', preventable({}), -2, errorText, url, true, 0, 0);
      this.#stopLoading();
      throw new Error(`${errorText} (-2) loading '${url}'`);
    }
    if (loaderId) await loaded;
  }

  reload(): void {
    this.#do('Page.reload');
  }
  stop(): void {
    this.#do('Page.stopLoading');
  }
  focus(): void {
    this.#do('Page.bringToFront');
  }
  forcefullyCrashRenderer(): void {
    this.#do('Page.crash');
  }
  async executeJavaScript(code: string, userGesture = false): Promise<unknown> {
    const page = await this.#opened;
    const call = { expression: code, userGesture, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await page.ask('Runtime.evaluate', call);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  send(channel: string, ...args: unknown[]): void {
    const page = this.#page;
    if (!page) return; // there is nobody to hear it yet, as in Electron
    const call = `electronSends(${JSON.stringify(channel)}, ${JSON.stringify(structuredClone(args))})`;
    page.inPreloadWorld(page.mainFrame, call).catch(() => {});
  }

  setWindowOpenHandler(handler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0]): void {
    this.#openHandler = handler;
  }

  close(): void {
    this.end();
  }

  /** Closes the page; whatever of it was still under way is dropped. */
  end(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    CONTENTS.delete(this);
    this.#opened
      .then((page) => page.askBrowser('Target.closeTarget', { targetId: page.targetId }))
      .catch(() => {});
    this.emit('destroyed');
  }

  /**
   * What a frame gets that calls the program although no preload script runs in it, as one could whose process is taken
   * over: the response, or the error.
   */
  async forgeCall(frameUrl: string, channel: string, args: readonly unknown[]): Promise<string> {
    const page = await this.#opened;
    const frame = page.frames().find(({ url }) => url.startsWith(frameUrl));
    if (!frame)
      throw new Error(`There is no frame ${frameUrl}; there is: ${page.frames().map(({ url }) => url)}`);
    const call = JSON.stringify(JSON.stringify({ kind: 'invoke', id: -1, channel, args }));
    const result = await page.inPreloadWorld(
      frame,
      `new Promise((done) => {
        const replies = electronReplies;
        electronReplies = (id, reply) => (id === -1 ? done(JSON.stringify(reply)) : replies(id, reply));
        electronTells(${call});
      })`,
    );
    if (result === null) throw new Error(`The frame ${frameUrl} has no world for it.`);
    return result.result.value;
  }

  #do(method: string): void {
    this.#opened.then((page) => page.ask(method)).catch(() => {});
  }

  #stopLoading(): void {
    this.#isLoading = false;
    this.emit('did-stop-loading');
  }

  #listen(page: Page): void {
    guardNavigations(
      page,
      (event, ...args) => this.emit(event, ...args),
      (url) => this.#ownLoads.includes(url),
    );
    page.on('Page.windowOpen', (event: Protocol) => this.#askForWindow(event));
    page.on('Page.domContentEventFired', (_event, sessionId) => {
      if (sessionId === page.sessionId) this.emit('dom-ready', preventable({}));
    });
    page.on('Page.loadEventFired', (_event, sessionId) => {
      if (sessionId !== page.sessionId) return;
      this.emit('did-finish-load');
      this.#stopLoading();
    });
    page.on('Page.frameNavigated', ({ frame }: Protocol) => {
      if (frame.id === page.mainFrame.frameId)
        this.emit('did-navigate', preventable({}), page.mainFrame.url, 200, '');
    });
    page.on('Inspector.targetCrashed', () => {
      this.#isCrashed = true;
      this.emit('render-process-gone', preventable({}), { reason: 'crashed', exitCode: 5 });
    });
    page.on('Runtime.bindingCalled', (event: Protocol, sessionId: string) => {
      this.#hear(page, event, sessionId).catch(() => {}); // the page has gone before its response
    });
  }

  /** Chromium holds the new page until it is closed again, so that nothing of it was loaded. */
  #askForWindow({ url, windowName, windowFeatures, userGesture }: Protocol): void {
    const decision = this.#openHandler?.({
      url,
      frameName: windowName,
      features: windowFeatures.join(','),
      disposition: 'foreground-tab',
      referrer: { url: '', policy: 'strict-origin-when-cross-origin' },
    });
    record('window.open', url, decision?.action ?? 'allow', userGesture ? 'with a press' : 'by a script');
    if (decision?.action !== 'deny') fault('The double of Electron opens no window for a page.');
  }

  async #hear(page: Page, event: Protocol, sessionId: string): Promise<void> {
    const sender = page.senderOf(event, sessionId);
    if (!sender) return;
    const { kind, id, channel, args, message, permission, details } = JSON.parse(event.payload);
    if (kind === 'preload-error') throw fault(`The preload script failed: ${message}`);
    if (kind === 'send') return theIpcMain.message(channel);
    let reply: { value?: unknown; error?: string };
    try {
      const value =
        kind === 'permission'
          ? await this.#askPermission(page, sender.frame, permission, details)
          : await theIpcMain.invoke(this.#eventFrom(sender.frame), channel, args);
      reply = { value: structuredClone(value) };
    } catch (cause) {
      reply = { error: (cause as Error).message };
    }
    const expression = `electronReplies(${id}, ${JSON.stringify(reply)})`;
    await page.ask('Runtime.evaluate', { expression, uniqueContextId: sender.uniqueId }, sessionId);
  }

  #eventFrom(frame: Frame): Electron.IpcMainInvokeEvent {
    const event = { sender: this.asSeen, senderFrame: frame.asSeen, processId: 0, frameId: 0, type: 'frame' };
    return strict('the event of a call', event, Object.keys(event)) as unknown as Electron.IpcMainInvokeEvent;
  }

  #askPermission(page: Page, frame: Frame, permission: string, details: Protocol): Promise<boolean> {
    return decidePermission(page, {
      contents: this.asSeen,
      permission,
      url: frame.url,
      origin: frame.origin,
      isMainFrame: frame === page.mainFrame,
      isCheck: details.isCheck === true,
    });
  }
}
