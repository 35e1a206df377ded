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
}

/** The tests of the desktop program: `launch` starts it, and whatever still runs at the end of a test is ended. */
export const test = base.extend<DesktopFixtures, DesktopOptions & { readonly doubleFolder: string }>({
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
