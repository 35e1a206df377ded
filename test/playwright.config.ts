import { resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findSystemBrowser } from '../resources/tools/browser.mjs';

const root = resolve(import.meta.dirname, '..');
// `npm test` finds or installs a browser and names it in CHROMIUM_PATH; null leaves the choice to Playwright.
const executablePath = findSystemBrowser();

export default defineConfig({
  outputDir: resolve(root, 'test-results'),
  workers: 1,
  timeout: 60_000,
  forbidOnly: true,
  retries: process.env.CI ? 1 : 0,
  reporter: [['line'], ['json', { outputFile: resolve(root, 'out/test-report/playwright.json') }]],
  use: {
    trace: 'retain-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // Chromium refuses to run its sandbox as root.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
  projects: [
    { name: 'e2e', testDir: resolve(root, 'test/e2e') },
    { name: 'electron', testDir: resolve(root, 'test/electron') },
  ],
});
