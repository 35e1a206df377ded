import { type Browser, expect } from '@playwright/test';
import { test as base } from './recorded-test';
import { type RunningPosthorn, startPosthorn } from './start-posthorn';

interface WorkerFixtures {
  /**
   * One built server for all specs of a worker. Each spec makes an application of its own in it. A spec that looks at
   * a whole instance, changes its settings or counts what is in it starts one with an empty database instead.
   */
  readonly shared: RunningPosthorn;
  readonly savingData: undefined;
}

/** The tests in a browser, whose user asks to save data: no page loads parts of the program ahead of time. */
export const test = base.extend<object, WorkerFixtures>({
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const posthorn = await startPosthorn();
      await use(posthorn);
      await posthorn.dispose();
    },
    { scope: 'worker' },
  ],
  // Loading ahead costs as much as a page itself; a test of it starts a browser of its own (first-screens.spec.ts).
  savingData: [
    async ({ browser }, use) => {
      saveData(browser);
      await use(undefined);
    },
    { scope: 'worker', auto: true },
  ],
});

/** From now on, in every page that is opened in this browser. */
function saveData(browser: Browser): void {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    await context.addInitScript(() => {
      const { connection } = navigator as { readonly connection?: object };
      if (connection) Object.defineProperty(connection, 'saveData', { value: true });
    });
    return context;
  };
}

export { expect };
