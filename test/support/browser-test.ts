import { expect } from '@playwright/test';
import { test as base } from './recorded-test';
import { type RunningPosthorn, startPosthorn } from './start-posthorn';

interface WorkerFixtures {
  /**
   * One built server for all specs of a worker. Each spec makes an application of its own in it. A spec that looks at
   * a whole instance, changes its settings or counts what is in it starts one with an empty database instead.
   */
  readonly shared: RunningPosthorn;
}

/** The tests in a browser. */
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
});

export { expect };
