import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import { type ByFile, mergeByFile, offsetsOf } from '../../resources/tools/check/executed-lines.mjs';

/**
 * Notes which functions of the built scripts ran in the pages of a browser. Chromium counts calls and keeps the counts
 * of documents that were left. Not counted: frames of another origin, and workers.
 */
export class PageRecorder {
  readonly #sessions = new Map<Page, CDPSession>();
  #ran: ByFile = {};

  /** From now on, every page that is opened in this browser. */
  follow(browser: Browser): void {
    const newContext = browser.newContext.bind(browser);
    browser.newContext = async (options) => {
      const context = await newContext(options);
      await this.followContext(context);
      return context;
    };
  }

  /** The pages of a context, those that are open already too. */
  async followContext(context: BrowserContext): Promise<void> {
    const newPage = context.newPage.bind(context);
    const close = context.close.bind(context);
    context.newPage = async () => {
      const page = await newPage();
      await this.#followPage(page);
      return page;
    };
    context.close = async (options) => {
      await this.#collect(context.pages());
      await close(options);
    };
    context.on('page', (page) => this.#followPage(page)); // those that pages open
    await Promise.all(context.pages().map((page) => this.#followPage(page)));
  }

  /** What ran since the last call: offsets in built files. */
  async take(): Promise<ByFile> {
    await this.#collect([...this.#sessions.keys()]);
    const ran = this.#ran;
    this.#ran = {};
    return ran;
  }

  async #followPage(page: Page): Promise<void> {
    if (this.#sessions.has(page)) return;
    const close = page.close.bind(page);
    page.close = async (options) => {
      await this.#collect([page]);
      await close(options);
    };
    try {
      const session = await page.context().newCDPSession(page);
      this.#sessions.set(page, session);
      await session.send('Profiler.enable');
      await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    } catch {
      this.#sessions.delete(page); // closed meanwhile
    }
  }

  async #collect(pages: readonly Page[]): Promise<void> {
    const found = await Promise.all(pages.map((page) => this.#scriptsOf(page)));
    this.#ran = mergeByFile([this.#ran, ...found.flat()]);
  }

  async #scriptsOf(page: Page): Promise<ByFile[]> {
    const session = this.#sessions.get(page);
    if (page.isClosed()) this.#sessions.delete(page);
    if (!session || page.isClosed()) return [];
    try {
      const { result } = await session.send('Profiler.takePreciseCoverage');
      return result.map(({ url, functions }): ByFile => {
        const [, path] = /^https?:\/\/[^/]+\/(assets\/[^?]+\.js)$/.exec(url) ?? [];
        return path ? { [`out/renderer/${path}`]: offsetsOf(functions) } : {};
      });
    } catch {
      return []; // it crashed, or was closed by itself
    }
  }
}
