// (j) The waiting time for the preview: from opening it until all four portals list their event types.
import { startOwnServer } from '../../resources/tools/own-server.mjs';
import { launchChromium, openAdminPage } from './chromium.mjs';
import { callApi } from './processes.mjs';

const TYPES = 60;
const FLAGS = ['beta', 'internal', 'partner'];
const RUNS = 5;
const QUICK_RUNS = 2;

/**
 * @param {import('./processes.mjs').Bench} shared
 * @returns null where there is no browser
 */
export async function measurePreview(shared) {
  const browser = await launchChromium('preview');
  if (!browser) return null;
  const bench = { ...shared, server: await startOwnServer() };
  try {
    await seed(bench);
    const readyMs = [];
    for (let run = 0; run < (shared.quick ? QUICK_RUNS : RUNS); run += 1) {
      readyMs.push(await measureOpening(bench.server, browser));
    }
    readyMs.sort((a, b) => a - b);
    return { frames: FLAGS.length + 1, bestMs: readyMs[0], readyMs: readyMs[Math.floor(readyMs.length / 2)] };
  } finally {
    await browser.close();
    await bench.server.stop();
  }
}

/** @param {import('./processes.mjs').Bench} bench */
async function seed(bench) {
  for (let n = 0; n < TYPES; n += 1) {
    const featureFlags = n % 4 === 0 ? null : [FLAGS[(n % 4) - 1]];
    const schema = { type: 'object', properties: { id: { type: 'string' } } };
    const type = {
      name: `group${n % 8}.event${n}`,
      description: `Thing ${n} happened.`,
      featureFlags,
      schema,
    };
    await callApi(bench, 'POST', '/event-type', type);
  }
  await callApi(bench, 'POST', '/app', { name: 'Acme' });
  const flagSets = ['', ...FLAGS].map((flag, n) => ({
    letter: 'ABCD'[n],
    name: flag || 'Everyone',
    colour: ['sky', 'teal', 'amber', 'rose'][n],
    featureFlags: flag ? [flag] : [],
  }));
  await callApi(bench, 'PUT', '/catalog/flag-sets', { flagSets });
}

/**
 * @param {import('../../resources/tools/own-server.mjs').OwnServer} server
 * @param {import('@playwright/test').Browser} browser
 */
async function measureOpening(server, browser) {
  const page = await openAdminPage(server, browser);
  try {
    const began = performance.now();
    await page.evaluate(() => {
      location.hash = '#/local/preview?sets=ABCD';
    });
    for (let place = 1; place <= FLAGS.length + 1; place += 1) {
      await page
        .getByRole('region', { name: new RegExp(`^Frame ${place}:`) })
        .frameLocator('iframe')
        .locator('main a[href^="#/catalog/"]')
        .first()
        .waitFor();
    }
    return performance.now() - began;
  } finally {
    await page.context().close();
  }
}
