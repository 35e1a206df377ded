// The browser that the UI tests drive: an existing one, otherwise one that can be installed.
import { existsSync } from 'node:fs';
import { installWithApt, run, runPackage, say } from './setup.mjs';

/** Where systems keep Chromium and Chrome. */
const SYSTEM_BROWSERS = [
  // Without a window it needs a third of the processor that the others need for a page.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * The system's browser, or the one that CHROMIUM_PATH names.
 * @returns {string | null} its path, or null when there is none
 */
export function findSystemBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return named;
  return SYSTEM_BROWSERS.find((path) => existsSync(path)) ?? null;
}

/**
 * A working browser: the system's, otherwise Playwright's own, otherwise one that is installed now.
 * @returns {Promise<string | null>} its path, or null when none is available
 */
export async function ensureBrowser() {
  const present = (await working(findSystemBrowser())) ?? (await working(await playwrightBrowser()));
  if (present) return present;
  say('no Chromium or Chrome here: downloading the one that Playwright brings (five minutes at most)');
  await runPackage('@playwright/test/cli.js', ['install', 'chromium'], { timeoutMs: 300_000 });
  const downloaded = await working(await playwrightBrowser());
  if (downloaded) return downloaded;
  if (process.platform === 'linux') {
    say("that did not give a browser that starts: trying the system's package manager");
    await installWithApt(['chromium-headless-shell'], 'to test the pages');
  }
  return working(findSystemBrowser());
}

/** @returns {Promise<string | null>} where Playwright's own browser is or would be */
async function playwrightBrowser() {
  const { chromium } = await import('@playwright/test');
  return chromium.executablePath() || null;
}

/**
 * @param {string | null} path
 * @returns {Promise<string | null>} the path if the browser there starts, otherwise null
 */
async function working(path) {
  if (!path || !existsSync(path)) return null;
  // Chrome on Windows opens a window when asked for its version: its existence is enough.
  if (process.platform === 'win32') return path;
  return (await run(path, ['--version'], { quiet: true, timeoutMs: 30_000 })) === 0 ? path : null;
}
