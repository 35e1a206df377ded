import { buildForTest, type TestBuild } from '../support/build-for-test';

/** Builds the double for Node, which runs no TypeScript: `start.mjs` is what a program is started with. */
export function buildDouble(): Promise<TestBuild> {
  const at = (name: string) => `test/electron-double/${name}.ts`;
  return buildForTest({
    'start.mjs': at('start'),
    'electron.mjs': at('electron'),
    'electron-updater.mjs': at('electron-updater'),
    'parent-port.mjs': at('parent-port'),
  });
}
