// (i) The waiting time for the import of GitHub's 4.8 MB document: from dropping the file to the first rows
// of the preview, and from the press to the receipt. The document comes from the npm package that the tests use too.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startOwnServer } from '../../resources/tools/own-server.mjs';
import { ROOT } from '../../resources/tools/setup.mjs';
import { launchChromium, openAdminPage } from './chromium.mjs';

const DOCUMENT = 'node_modules/@octokit/openapi-webhooks/generated/api.github.com.json';
const RUNS = 3;
const QUICK_RUNS = 1;

/**
 * @param {import('./processes.mjs').Bench} shared
 * @returns null where there is no browser
 */
export async function measureImport(shared) {
  const browser = await launchChromium('import');
  if (!browser) return null;
  const text = await readFile(join(ROOT, DOCUMENT), 'utf8');
  const runs = [];
  try {
    for (let run = 0; run < (shared.quick ? QUICK_RUNS : RUNS); run += 1) {
      // Each into an empty catalog: importing the same document again writes nothing.
      const server = await startOwnServer();
      try {
        runs.push(await measureOne(server, browser, text));
      } finally {
        await server.stop();
      }
    }
  } finally {
    await browser.close();
  }
  const best = (/** @type {'firstRowsMs' | 'appliedMs'} */ figure) =>
    Math.min(...runs.map((run) => run[figure]));
  return {
    megabytes: Buffer.byteLength(text) / 1e6,
    eventTypes: runs[0]?.eventTypes ?? 0,
    firstRowsMs: best('firstRowsMs'),
    appliedMs: best('appliedMs'),
  };
}

/**
 * @param {import('../../resources/tools/own-server.mjs').OwnServer} server
 * @param {import('@playwright/test').Browser} browser
 * @param {string} text
 */
async function measureOne(server, browser, text) {
  const page = await openAdminPage(server, browser);
  try {
    const held = await page.evaluateHandle((content) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], 'github.json', { type: 'application/json' }));
      return transfer;
    }, text);
    const began = performance.now();
    await page.dispatchEvent('main', 'drop', { dataTransfer: held });
    await page.getByRole('grid').getByRole('row').nth(1).waitFor();
    const firstRowsMs = performance.now() - began;
    const apply = page.getByRole('button', { name: /^Import \d+ event types?$/ });
    const eventTypes = Number(/\d+/.exec((await apply.textContent()) ?? '')?.[0] ?? 0);
    const pressed = performance.now();
    await apply.click();
    await page
      .getByText(/\d+ event types? (created|changed)/)
      .first()
      .waitFor();
    return { firstRowsMs, eventTypes, appliedMs: performance.now() - pressed };
  } finally {
    await page.context().close();
  }
}
