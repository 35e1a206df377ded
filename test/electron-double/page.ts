import { EventEmitter } from 'node:events';
import type { Chromium, Protocol } from './chromium';
import { Frame } from './frame';
import { BINDING, type PageScripts, WORLD } from './page-scripts';

/**
 * A page of Chromium with all of its frames. Those of other origins have processes of their own, as in Electron, and
 * with them sessions of their own. Emits the events of the protocol, of all sessions.
 */
export class Page extends EventEmitter {
  readonly mainFrame: Frame;
  readonly #chromium: Chromium;
  readonly #targetId: string;
  readonly #scripts: PageScripts;
  readonly #sessions = new Set<string>();
  readonly #frames = new Map<string, Frame>();
  readonly #contexts = new Map<string, Context>();

  readonly sessionId: string;

  private constructor(chromium: Chromium, targetId: string, scripts: PageScripts, sessionId: string) {
    super();
    this.setMaxListeners(50);
    this.sessionId = sessionId;
    this.#chromium = chromium;
    this.#targetId = targetId;
    this.#scripts = scripts;
    this.mainFrame = new Frame(targetId, null); // the id of a page's first frame is that of its target
    this.#frames.set(targetId, this.mainFrame);
  }

  /** Follows a page that has loaded nothing yet. Whatever it loads from then on begins with the scripts. */
  static async follow(chromium: Chromium, targetId: string, scripts: PageScripts): Promise<Page> {
    const { sessionId } = await chromium.ask('Target.attachToTarget', { targetId, flatten: true });
    const page = new Page(chromium, targetId, scripts, sessionId);
    for (const name of HEARD) chromium.on(name, (event, session) => page.#hear(name, event, session));
    await page.#follow(sessionId, true);
    return page;
  }

  get targetId(): string {
    return this.#targetId;
  }

  /** Asks Chromium for something of this page, or of one of its sessions. */
  ask(method: string, params: object = {}, sessionId = this.sessionId): Promise<Protocol> {
    return this.#chromium.ask(method, params, sessionId);
  }

  /** The same of no page. */
  askBrowser(method: string, params: object): Promise<Protocol> {
    return this.#chromium.ask(method, params);
  }

  frame(frameId: string): Frame | undefined {
    return this.#frames.get(frameId);
  }

  frames(): readonly Frame[] {
    return [...this.#frames.values()];
  }

  /** Runs an expression in the preload world of the frame, as the program's own code does. Null: it has none now. */
  async inPreloadWorld(frame: Frame, expression: string): Promise<Protocol> {
    const context = [...this.#contexts.values()].findLast(({ frameId }) => frameId === frame.frameId);
    if (!context) return null;
    const { uniqueId, sessionId } = context;
    const call = { expression, uniqueContextId: uniqueId, awaitPromise: true };
    return this.ask('Runtime.evaluate', call, sessionId).catch(() => null);
  }

  async #follow(sessionId: string, isMain: boolean): Promise<void> {
    this.#sessions.add(sessionId);
    const ask = (method: string, params: object = {}) => this.#chromium.ask(method, params, sessionId);
    const worldName = WORLD;
    await Promise.all([
      ask('Page.enable'),
      ask('Runtime.enable'),
      ask('Runtime.addBinding', { name: BINDING, executionContextName: worldName }),
      ask('Page.addScriptToEvaluateOnNewDocument', { source: this.#scripts.page }),
      ask('Page.addScriptToEvaluateOnNewDocument', { source: this.#scripts.preload, worldName }),
      ask('Fetch.enable', { patterns: [{ resourceType: 'Document' }] }),
      ask('Target.setAutoAttach', {
        autoAttach: true,
        waitForDebuggerOnStart: true,
        flatten: true,
        filter: [{ type: 'iframe' }],
      }),
      ...(isMain
        ? [
            ask('Inspector.enable'),
            // What the pages load ahead costs as much as all else in a test, and is the same in every browser.
            ask('Emulation.setDataSaverOverride', { dataSaverEnabled: true }),
          ]
        : []),
      ask('Runtime.runIfWaitingForDebugger'),
    ]);
  }

  #hear(name: string, event: Protocol, sessionId: string): void {
    if (!this.#sessions.has(sessionId)) return;
    if (name === 'Target.attachedToTarget') {
      this.#follow(event.sessionId, false).catch(() => {}); // it has gone already
      return;
    }
    if (name === 'Target.detachedFromTarget') this.#sessions.delete(event.sessionId);
    this.#keepFrames(name, event);
    this.#keepContexts(name, event, sessionId);
    this.emit(name, event, sessionId);
  }

  #keepFrames(name: string, event: Protocol): void {
    if (name === 'Page.frameAttached' && !this.#frames.has(event.frameId)) {
      const parent = this.#frames.get(event.parentFrameId) ?? this.mainFrame;
      this.#frames.set(event.frameId, new Frame(event.frameId, parent));
    } else if (name === 'Page.frameNavigated') {
      const frame = this.#frames.get(event.frame.id);
      if (!frame) return;
      frame.url = event.frame.url + (event.frame.urlFragment ?? '');
      frame.origin = event.frame.securityOrigin;
      frame.name = event.frame.name ?? '';
    } else if (name === 'Page.navigatedWithinDocument') {
      const frame = this.#frames.get(event.frameId);
      if (frame) frame.url = event.url;
    } else if (name === 'Page.frameDetached' && event.reason === 'remove') {
      const frame = this.#frames.get(event.frameId);
      if (frame) frame.detached = true;
      this.#frames.delete(event.frameId);
    }
  }

  #keepContexts(name: string, event: Protocol, sessionId: string): void {
    if (name === 'Runtime.executionContextCreated' && event.context.name === WORLD) {
      const { id, uniqueId, auxData } = event.context;
      this.#contexts.set(`${sessionId} ${id}`, { uniqueId, sessionId, frameId: auxData.frameId });
    } else if (name === 'Runtime.executionContextDestroyed') {
      this.#contexts.delete(`${sessionId} ${event.executionContextId}`);
    } else if (name === 'Runtime.executionContextsCleared') {
      for (const [key, context] of this.#contexts)
        if (context.sessionId === sessionId) this.#contexts.delete(key);
    }
  }

  /** The frame whose preload world an event of a binding comes from. */
  senderOf(event: Protocol, sessionId: string): { readonly frame: Frame; readonly uniqueId: string } | null {
    const context = this.#contexts.get(`${sessionId} ${event.executionContextId}`);
    const frame = context && this.#frames.get(context.frameId);
    return context && frame ? { frame, uniqueId: context.uniqueId } : null;
  }
}

interface Context {
  readonly uniqueId: string;
  readonly sessionId: string;
  readonly frameId: string;
}

const HEARD = [
  'Target.attachedToTarget',
  'Target.detachedFromTarget',
  'Page.frameAttached',
  'Page.frameNavigated',
  'Page.frameDetached',
  'Page.frameRequestedNavigation',
  'Page.navigatedWithinDocument',
  'Page.loadEventFired',
  'Page.domContentEventFired',
  'Page.windowOpen',
  'Page.javascriptDialogOpening',
  'Fetch.requestPaused',
  'Runtime.bindingCalled',
  'Runtime.executionContextCreated',
  'Runtime.executionContextDestroyed',
  'Runtime.executionContextsCleared',
  'Inspector.targetCrashed',
];
