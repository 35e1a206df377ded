import type { CDPSession, Page } from '@playwright/test';

/**
 * A page in which a script acts that got there by mistake, as an injected one would. Nobody pressed anything for it:
 * Playwright's own `evaluate` counts as a press, so Chromium is asked directly.
 */
export class ScriptedPage {
  readonly #session: CDPSession;

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  /** Waits until earlier presses count no more. */
  static async of(page: Page): Promise<ScriptedPage> {
    const scripted = new ScriptedPage(await page.context().newCDPSession(page));
    await scripted.run(`new Promise((done) => {
      const look = () => (navigator.userActivation.isActive ? setTimeout(look, 50) : done());
      look();
    })`);
    return scripted;
  }

  /** Runs it in the world of the page, and returns what it comes to. Null when the page has gone before. */
  async run(expression: string): Promise<unknown> {
    const call = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await this.#session.send('Runtime.evaluate', call);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value ?? null;
  }

  /** Asks Chromium for something else of this page. */
  ask: CDPSession['send'] = (method, params) => this.#session.send(method, params);
}
