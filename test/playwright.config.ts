import { resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findSystemBrowser } from '../resources/tools/browser.mjs';
import { keepTemporaryFilesInMemory } from './support/memory-folder';

keepTemporaryFilesInMemory();

const root = resolve(import.meta.dirname, '..');
// `npm test` finds or installs a browser and sets CHROMIUM_PATH to it; null leaves the choice to Playwright.
const executablePath = findSystemBrowser();

export default defineConfig({
  globalSetup: resolve(import.meta.dirname, 'support/before-browser-tests.ts'),
  outputDir: resolve(root, 'test-results'),
  workers: 2,
  // Generous, so that a slow machine fails no test; a passing check does not take longer.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  retries: process.env.CI ? 1 : 0,
  snapshotPathTemplate: resolve(root, 'test/e2e/snapshots/{arg}{ext}'),
  reporter: [['line'], ['json', { outputFile: resolve(root, 'out/test-report/playwright.json') }]],
  use: {
    // Recording doubles the time of a test, so only the repetition of a failure is recorded; else add `--trace on`.
    trace: 'on-first-retry',
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
    { name: 'e2e', testDir: resolve(root, 'test/e2e') },
    { name: 'electron', testDir: resolve(root, 'test/electron') },
  ],
});
