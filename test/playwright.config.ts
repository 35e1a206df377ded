import { resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findSystemBrowser } from '../resources/tools/browser.mjs';
import { findElectron, whyNoWindow } from '../resources/tools/electron.mjs';
import type { DesktopOptions } from './electron/desktop-test';
import { keepTemporaryFilesInMemory } from './support/memory-folder';
import { AT_NIGHT } from './support/share';
import { WORKERS } from './support/workers';

keepTemporaryFilesInMemory();

const root = resolve(import.meta.dirname, '..');
// `npm test` finds or installs a browser and sets CHROMIUM_PATH to it; null leaves the choice to Playwright.
const executablePath = findSystemBrowser();

const electron = findElectron();
const missingElectron = electron
  ? whyNoWindow()
  : 'there is no Electron binary here (fetch it with: npx install-electron)';
// Once, not again in each worker.
if (missingElectron && process.env.TEST_WORKER_INDEX === undefined)
  console.warn(`\nSKIPPED: the desktop program in a real Electron, because ${missingElectron}\n`);

export default defineConfig<object, DesktopOptions>({
  globalSetup: resolve(import.meta.dirname, 'support/before-browser-tests.ts'),
  // The built server, which some tests start in their own process: to compile it again takes half a minute.
  build: { external: ['**/out/main/**'] },
  outputDir: resolve(root, 'test-results'),
  workers: WORKERS + 1,
  // Generous, so that a slow machine fails no test; a passing check does not take longer.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  grepInvert: process.env.POSTHORN_WITHOUT_NIGHT ? new RegExp(AT_NIGHT.tag) : [],
  retries: process.env.CI ? 1 : 0,
  snapshotPathTemplate: resolve(root, 'test/e2e/snapshots/{arg}{ext}'),
  reporter: [['line'], ['json', { outputFile: resolve(root, 'out/test-report/playwright.json') }]],
  use: {
    // Recording doubles the time of a test, so only the repetition of a failure is recorded; else add `--trace on`.
    trace: 'on-first-retry',
    // The portal writes dates in the way of its reader.
    locale: 'en-GB',
    // What fades is rendered frame by frame: a tenth of the processor's time. The journeys keep it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        // Text without the smoothing of this system, since pictures of screens are compared.
        '--font-render-hinting=none',
        '--disable-lcd-text',
        // Chromium refuses to run its sandbox as root.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
  projects: [
    { name: 'e2e', testDir: resolve(root, 'test/e2e'), workers: WORKERS },
    // The desktop program, in a double of Electron: it waits most of the time, so it runs beside the others.
    { name: 'electron-double', testDir: resolve(root, 'test/electron'), workers: 1 },
    // Whether they executed every file of the shell.
    {
      name: 'electron-double-executed',
      testDir: resolve(root, 'test/electron-double'),
      testMatch: '*.spec.ts', // the other tests there are of Vitest
      dependencies: ['electron-double'],
    },
    // The same in a real one (POSTHORN_ELECTRON names its binary). Without it, one skipped test says so for all.
    {
      name: 'electron',
      testDir: resolve(root, 'test/electron'),
      use: { electron: { binary: electron, missing: missingElectron } },
      ...(missingElectron ? { testMatch: 'start.spec.ts', grep: /opens on the admin page/ } : {}),
    },
  ],
});
