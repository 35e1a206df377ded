import { expect } from '@playwright/test';
import { buildDouble } from '../electron-double/build-double';
import { launchDouble } from '../electron-double/launch-double';
import { test as base } from '../support/recorded-test';
import type { Desktop, LaunchOptions } from './desktop';
import { launchElectron } from './launch-electron';

/** What the program runs in: the double, or the Electron with this binary. */
export interface DesktopOptions {
  readonly electron: { readonly binary: string | null; readonly missing: string | null } | null;
}

/** Starts the program. */
export type Launch = (options?: LaunchOptions) => Promise<Desktop>;

interface DesktopFixtures {
  readonly launch: Launch;
  /** A running program with a page that was just loaded. Start a program of its own for a test that ends it. */
  readonly desktop: Desktop;
}

interface WorkerFixtures {
  readonly doubleFolder: string;
  /** One program for all tests of a worker that need no other: starting one takes as long as five loads of a page. */
  readonly shared: Desktop;
}

/** The tests of the desktop program: `launch` starts it, and whatever still runs at the end of a test is ended. */
export const test = base.extend<DesktopFixtures, DesktopOptions & WorkerFixtures>({
  electron: [null, { option: true, scope: 'worker' }],
  doubleFolder: [
    async ({ electron }, use) => {
      if (electron) return use('');
      const build = await buildDouble();
      await use(build.folder);
      await build.remove();
    },
    { scope: 'worker' },
  ],
  shared: [
    async ({ doubleFolder, electron }, use) => {
      const desktop = electron
        ? await launchElectron(electron.binary ?? '')
        : await launchDouble(doubleFolder);
      // A reload before it has logged in would find nobody logged in.
      await expect((await desktop.page()).getByRole('navigation').first()).toBeVisible();
      await use(desktop);
      await end(desktop);
    },
    { scope: 'worker' },
  ],
  desktop: async ({ shared }, use) => {
    const page = await shared.page();
    // Not by Playwright, to which a look into the page is a press of the person in it.
    await shared.run(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      return new Promise<void>((done) => {
        contents?.once('did-finish-load', () => done());
        contents?.reload();
      });
    });
    await shared.forget();
    await use(shared);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    expect(shared.faults()).toEqual([]);
  },
  launch: async ({ doubleFolder, electron }, use, info) => {
    const running: Desktop[] = [];
    await use(async (options) => {
      if (electron) {
        info.skip(electron.binary === null || electron.missing !== null, electron.missing ?? '');
        info.skip(options?.machine !== undefined, 'only the double has a machine that can be another one');
      }
      const desktop = electron
        ? await launchElectron(electron.binary ?? '', options)
        : await launchDouble(doubleFolder, options);
      running.push(desktop);
      return desktop;
    });
    await Promise.all(running.map(end));
    if (info.status !== info.expectedStatus)
      for (const desktop of running)
        await info.attach('output of the program', { body: desktop.output(), contentType: 'text/plain' });
    expect(running.flatMap((desktop) => desktop.faults())).toEqual([]);
  },
});

/** Ends it at once and in order, or by force if it does not listen any more. */
async function end(desktop: Desktop): Promise<void> {
  const late = setTimeout(() => void desktop.kill(), END_MS);
  await desktop.run(({ app }) => app.exit(0)).catch(() => {}); // it has ended already, or does so before it answers
  await desktop.ended;
  clearTimeout(late);
}

/** Only what hangs is killed: a program that is killed notes nothing of what it executed. */
const END_MS = 60_000;

export { expect };
