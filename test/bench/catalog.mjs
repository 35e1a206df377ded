// (h) The cost of ten thousand event types in the browser: the time until the first rows, the longest time
// the page is blocked while a search is typed, and the frames per second while the list scrolls.
import { startOwnServer } from '../../resources/tools/own-server.mjs';
import { launchChromium, openAdminPage } from './chromium.mjs';

const TYPES = 10_000;
const GROUPS = 200;
const PER_REQUEST = 2000;
const RUNS = 5;
const QUICK_RUNS = 2;
const SCROLL_MS = 4000;
const QUICK_SCROLL_MS = 2000;
/** Typed letter by letter: a name, a field inside schemas, and a text without a match. */
const WORDS = ['paid 77', 'customer_id', 'nowhere at all'];
const LETTER_MS = 90;

/**
 * @param {import('./processes.mjs').Bench} shared
 * @returns null where there is no browser
 */
export async function measureCatalog(shared) {
  const browser = await launchChromium('catalog');
  if (!browser) return null;
  const server = await startOwnServer();
  try {
    await seed(server);
    const firstRowsMs = [];
    for (let run = 0; run < (shared.quick ? QUICK_RUNS : RUNS); run += 1) {
      firstRowsMs.push(await measureOpening(server, browser));
    }
    const page = await openAdminPage(server, browser);
    await showCatalog(page, server);
    await page.getByRole('heading', { name: `Event types ${TYPES.toLocaleString('en')}` }).waitFor();
    const typing = await measureTyping(page);
    const scrolling = await measureScrolling(page, shared.quick ? QUICK_SCROLL_MS : SCROLL_MS);
    firstRowsMs.sort((a, b) => a - b);
    return {
      types: TYPES,
      firstRowsMs: firstRowsMs[Math.floor(firstRowsMs.length / 2)],
      ...typing,
      ...scrolling,
    };
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** @param {import('../../resources/tools/own-server.mjs').OwnServer} server */
async function seed(server) {
  const events = ['created', 'updated', 'paid', 'failed', 'deleted'];
  const types = Array.from({ length: TYPES }, (_, n) => ({
    name: `group${n % GROUPS}.${events[n % events.length]}.${n}`,
    description: `Sent when thing ${n} of this group was ${events[n % events.length]}.`,
    featureFlags: n % 20 === 0 ? ['beta'] : null,
    schemas: { 1: schemaOf(n) },
  }));
  for (let from = 0; from < types.length; from += PER_REQUEST) {
    const response = await fetch(`${server.url}/api/v1/environment/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ eventTypes: types.slice(from, from + PER_REQUEST) }),
    });
    if (!response.ok)
      throw new Error(`The event types were not made: ${response.status} ${await response.text()}`);
  }
}

/** @param {number} n */
function schemaOf(n) {
  const text = { type: 'string', description: 'Identifies it.' };
  const data = {
    type: 'object',
    properties: { customer_id: text, total: { type: 'number' }, [`own_${n % 500}`]: text },
  };
  return { type: 'object', required: ['data'], properties: { id: text, created_at: text, data } };
}

/**
 * @param {import('../../resources/tools/own-server.mjs').OwnServer} server
 * @param {import('@playwright/test').Browser} browser
 */
async function measureOpening(server, browser) {
  const page = await openAdminPage(server, browser);
  const ms = await page.evaluate(async () => {
    const began = performance.now();
    location.hash = '#/local/catalog';
    await new Promise((resolve) => {
      const look = () =>
        document.querySelector('[role=treegrid] [role=row]') ? resolve(null) : requestAnimationFrame(look);
      look();
    });
    return performance.now() - began;
  });
  await page.context().close();
  return ms;
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {import('../../resources/tools/own-server.mjs').OwnServer} server
 */
async function showCatalog(page, server) {
  await page.goto(`${server.url}/#/local/catalog`);
  await page.getByRole('treegrid', { name: 'Event types' }).getByRole('row').first().waitFor();
}

/** @param {import('@playwright/test').Page} page */
async function measureTyping(page) {
  await page.evaluate(() => {
    const page = /** @type {any} */ (globalThis);
    page.longTasks = [];
    page.taskObserver = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) page.longTasks.push(duration);
    });
    page.taskObserver.observe({ entryTypes: ['longtask'] });
    page.longestFrame = 0;
    let last = performance.now();
    const tick = (/** @type {number} */ now) => {
      page.longestFrame = Math.max(page.longestFrame, now - last);
      last = now;
      if (page.longTasks) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  const search = page.getByRole('searchbox');
  for (const words of WORDS) {
    await search.fill('');
    await search.pressSequentially(words, { delay: LETTER_MS });
    await page.waitForTimeout(500);
  }
  await search.fill('');
  await page.waitForTimeout(500);
  return page.evaluate(() => {
    const page = /** @type {any} */ (globalThis);
    const longTasks = page.longTasks;
    page.longTasks = null;
    page.taskObserver.disconnect();
    return {
      longestTaskMs: Math.max(0, ...longTasks),
      longTasks: longTasks.length,
      longestFrameMs: page.longestFrame,
    };
  });
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {number} lengthMs
 */
function measureScrolling(page, lengthMs) {
  return page.evaluate(async (length) => {
    const tree = document.querySelector('[role=treegrid]');
    if (!tree) throw new Error('There is no list to scroll.');
    const began = performance.now();
    let frames = 0;
    let slowest = 0;
    let last = began;
    await new Promise((resolve) => {
      const tick = (/** @type {number} */ now) => {
        frames += 1;
        slowest = Math.max(slowest, now - last);
        last = now;
        tree.scrollTop += 90;
        now - began < length ? requestAnimationFrame(tick) : resolve(null);
      };
      requestAnimationFrame(tick);
    });
    return { framesPerS: (frames * 1000) / (performance.now() - began), slowestFrameMs: slowest };
  }, lengthMs);
}
