// Chromium as the measurements of the pages use it.
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { findSystemBrowser } from '../../resources/tools/browser.mjs';
import { say } from '../../resources/tools/setup.mjs';

/**
 * @param {string} figure what is left out where there is no browser
 * @returns {Promise<import('@playwright/test').Browser | null>} null where there is none
 */
export async function launchChromium(figure) {
  const executablePath = findSystemBrowser() ?? chromium.executablePath();
  if (!existsSync(executablePath)) {
    say(`${figure}: left out, since there is no Chromium here`);
    return null;
  }
  return chromium.launch({
    executablePath,
    // Chromium refuses to run its sandbox as root.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
}

/**
 * A logged-in tab with a list that is not measured, so that the code is loaded and compiled.
 * @param {import('../../resources/tools/own-server.mjs').OwnServer} server
 * @param {import('@playwright/test').Browser} browser
 */
export async function openAdminPage(server, browser) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${server.url}/#token=${server.token}`);
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await page.goto(`${server.url}/#/local/apps`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  return page;
}
