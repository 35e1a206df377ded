// npm run screenshots: the pictures of the README, taken from a server of its own. Check each one before you commit it.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { ensureBrowser } from './browser.mjs';
import { startOwnServer } from './own-server.mjs';
import { ROOT, SetupError, say } from './setup.mjs';
import { smallPng } from './small-png.mjs';

/** @typedef {import('@playwright/test').Page} Page */

const FOLDER = join(ROOT, '.github/screenshots');
const SIZE = { width: 1280, height: 800 };
/** What a user who started it without flags sees, instead of the free port used here. */
const USUAL_ADDRESS = '127.0.0.1:8071';
/** A larger picture would make the page slow to load over slow connections. */
const LARGEST_BYTES = 120 * 1024;

try {
  await takeAll();
} catch (cause) {
  if (!(cause instanceof SetupError)) throw cause;
  console.error(`posthorn: ${cause.message}`);
  process.exitCode = 1;
}

async function takeAll() {
  const executablePath = await ensureBrowser();
  if (!executablePath) throw new SetupError('There is no Chromium or Chrome to take pictures with.');
  const server = await startOwnServer({ args: ['--workstation'] });
  // Chromium refuses to run its sandbox as root.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath, args });
  try {
    const context = await browser.newContext({ viewport: SIZE, locale: 'en-GB', reducedMotion: 'reduce' });
    const page = await context.newPage();
    await rm(FOLDER, { recursive: true, force: true });
    await mkdir(FOLDER, { recursive: true });
    await page.goto(`${server.url}/#token=${server.token}`);
    await newcomersWay(page);
    await theCatalog(page, server.url);
  } finally {
    await browser.close();
    await server.stop();
  }
}

/**
 * From the first screen to a hundred messages sent at ten a second.
 * @param {Page} page
 */
async function newcomersWay(page) {
  await page.getByRole('heading', { name: 'Send your first webhook' }).waitFor();
  await take(page, 'first-screen');
  await page.getByRole('button', { name: 'Send 100 messages and watch' }).click();
  const guide = page.getByRole('region', { name: 'Your first messages' });
  // Half of them are gone: the line is at the limit, and the queue falls.
  const sentence = page.getByTestId('delivery-sentence');
  await sentence.filter({ hasText: /(?<![\d.])[345]\d(?![\d.]|\/s| ms)/ }).waitFor(); // so many wait
  await take(page, 'draining');
  await guide.getByText('100 delivered in').waitFor({ timeout: 60_000 });
  await take(page, 'drained');
}

/**
 * An event type, the editor of its schema, and the portal as two kinds of customers see it.
 * @param {Page} page
 * @param {string} url
 */
async function theCatalog(page, url) {
  const open = (/** @type {string} */ address) => page.goto(`${url}/#/local${address}`);
  await open('/catalog/shipment.delayed');
  await page.getByRole('heading', { level: 2 }).getByText('delayed').waitFor();
  await page.getByText('Checking sent payloads').waitFor({ state: 'hidden' });
  await take(page, 'catalog');
  await open('/catalog/order.placed/schema');
  await page.locator('.monaco-editor .view-line').nth(5).waitFor();
  await take(page, 'schema-editor');
  await open('/preview?drawer=off');
  await page.locator('main iframe').nth(1).waitFor();
  for (const frame of await page.locator('main iframe').all())
    await frame.contentFrame().getByText('shipment').first().waitFor();
  await take(page, 'preview');
}

/**
 * @param {Page} page
 * @param {string} name of the file, without its extension
 */
async function take(page, name) {
  await page.mouse.move(0, 0);
  await page.evaluate(async (usual) => {
    await document.fonts.ready;
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode())
      node.nodeValue = (node.nodeValue ?? '').replace(/127\.0\.0\.1:\d+/g, usual);
  }, USUAL_ADDRESS);
  const picture = smallPng(await page.screenshot({ animations: 'disabled', caret: 'hide' }));
  if (picture.length > LARGEST_BYTES) throw new SetupError(`${name} has ${picture.length} bytes: too many.`);
  await writeFile(join(FOLDER, `${name}.png`), picture);
  say(`${name}.png, ${Math.round(picture.length / 1024)} kB`);
}
