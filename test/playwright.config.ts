import { resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findSystemBrowser } from '../resources/tools/browser.mjs';
import { keepTemporaryFilesInMemory } from './support/memory-folder';

keepTemporaryFilesInMemory();

const root = resolve(import.meta.dirname, '..');
// `npm test` finds or installs a browser and names it in CHROMIUM_PATH; null leaves the choice to Playwright.
const executablePath = findSystemBrowser();

export default defineConfig({
  globalSetup: resolve(import.meta.dirname, 'support/before-browser-tests.ts'),
  outputDir: resolve(root, 'test-results'),
  workers: 2,
  // Generous, so that a slow machine is never a failed promise: what is there is seen at once either way.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  retries: process.env.CI ? 1 : 0,
  snapshotPathTemplate: resolve(root, 'test/e2e/snapshots/{arg}{ext}'),
  reporter: [['line'], ['json', { outputFile: resolve(root, 'out/test-report/playwright.json') }]],
  use: {
    // Recording doubles the time of a test. A failure that is tried again is recorded then; else add `--trace on`.
    trace: 'on-first-retry',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        // Letters as they are drawn, not as this system would like to smooth them: pictures of screens are compared.
        '--font-render-hinting=none',
        '--disable-lcd-text',
        // Chromium refuses to run its sandbox as root.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
  projects: [
    { name: 'e2e', testDir: resolve(root, 'test/e2e') },
    { name: 'electron', testDir: resolve(root, 'test/electron') },
  ],
});
