// (g) What the live view costs the browser: a hundred endpoints that get 500 sends a second together, in the renderer's
// processor time; whether it reads every update it is sent, and whether its memory stays what it is. With a window that
// shows some of the rows, with one that shows all, and on the page of one endpoint.
import { startOwnServer } from '../../resources/tools/own-server.mjs';
import { launchChromium } from './chromium.mjs';
import { createApplication, runLoad } from './processes.mjs';

const ENDPOINTS = 100;
/** Each goes to all of them. */
const MESSAGES_PER_S = 5;
const SECONDS = 60;
const QUICK_SECONDS = 10;
/** Until the page is loaded, its code is compiled, and its five minutes have started. */
const SETTLE_MS = 4000;
/** The height of a row. */
const ROW_PX = 40;

/** @typedef {{ name: string, path: string, height: number }} View */

/**
 * @param {import('./processes.mjs').Bench} shared
 * @returns null where there is no browser
 */
export async function measureLive(shared) {
  const browser = await launchChromium('live');
  if (!browser) return null;
  const bench = { ...shared, server: await startOwnServer() };
  try {
    const paths = Array.from({ length: ENDPOINTS }, (_, n) => ({ path: `/live/${n}` }));
    const app = await createApplication(bench, paths);
    const seconds = shared.quick ? QUICK_SECONDS : SECONDS;
    /** @type {View[]} */
    const views = [
      { name: 'a window of rows', path: '/local/deliveries/live', height: 900 },
      { name: 'all 100 rows', path: '/local/deliveries/live', height: 400 + ENDPOINTS * ROW_PX },
      {
        name: 'one endpoint',
        path: `/local/apps/${app.appId}/endpoints/${app.endpointIds[0]}/live`,
        height: 900,
      },
    ];
    const rows = [];
    for (const view of views) {
      const load = runLoad(bench, {
        ...app.messages,
        requests: Math.ceil(MESSAGES_PER_S * (seconds + (2 * SETTLE_MS) / 1000 + 6)),
        pauseMs: 1000 / MESSAGES_PER_S,
      });
      rows.push(await measureView(bench, browser, view, seconds));
      await load;
    }
    return rows;
  } finally {
    await browser.close();
    await bench.server.stop();
  }
}

/**
 * @param {import('./processes.mjs').Bench} bench
 * @param {import('@playwright/test').Browser} browser
 * @param {View} view
 * @param {number} seconds
 */
async function measureView({ server }, browser, view, seconds) {
  const context = await browser.newContext({ viewport: { width: 1440, height: view.height } });
  try {
    const page = await context.newPage();
    await page.addInitScript(countEvents);
    /** @type {string | null} */
    let streamUrl = null;
    page.on('request', (request) => {
      if (request.url().includes('/api/v1/live?')) streamUrl = request.url();
    });
    await page.goto(`${server.url}/#token=${server.token}`);
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await page.goto(`${server.url}/#${view.path}`);
    await sleep(SETTLE_MS);
    if (!streamUrl) throw new Error('The page did not ask for what flows to its endpoints.');
    const cdp = await context.newCDPSession(page);
    await cdp.send('Performance.enable');
    const heapBeforeBytes = await heapBytes(cdp);
    const processor = await rendererProcessor(browser);
    const stream = await countStream(streamUrl, server.token);
    const before = { ...(await metrics(cdp)), cpuS: await processor(), events: await eventsOf(page) };
    const pushedBefore = stream.count();
    await sleep(seconds * 1000);
    const pushed = stream.count() - pushedBefore;
    const after = { ...(await metrics(cdp)), cpuS: await processor(), events: await eventsOf(page) };
    stream.stop();
    const heapAfterBytes = await heapBytes(cdp);
    const lengthS = after.Timestamp - before.Timestamp;
    return {
      name: view.name,
      seconds: lengthS,
      sendsPerS: MESSAGES_PER_S * ENDPOINTS,
      processorShare:
        before.cpuS === null || after.cpuS === null ? null : (after.cpuS - before.cpuS) / lengthS,
      taskShare: (after.TaskDuration - before.TaskDuration) / lengthS,
      scriptShare: (after.ScriptDuration - before.ScriptDuration) / lengthS,
      heapBeforeBytes,
      heapAfterBytes,
      growthMb: (heapAfterBytes - heapBeforeBytes) / 1e6,
      pushed,
      received: after.events - before.events,
    };
  } finally {
    await context.close();
  }
}

/** Counts the events that the page reads, by the empty lines after them; runs in the page, before its own code. */
function countEvents() {
  const page = /** @type {any} */ (globalThis);
  page.readEventCount = 0;
  const { read } = ReadableStreamDefaultReader.prototype;
  let last = 0;
  ReadableStreamDefaultReader.prototype.read = async function counted() {
    const chunk = /** @type {any} */ (await read.call(this));
    for (const byte of chunk.value ?? []) {
      if (byte === 10 && last === 10) page.readEventCount += 1;
      last = byte;
    }
    return chunk;
  };
}

/** @param {import('@playwright/test').Page} page */
function eventsOf(page) {
  return page.evaluate(() => Number(/** @type {any} */ (globalThis).readEventCount));
}

/**
 * The same stream, read by an idle client.
 * @param {string} url
 * @param {string} token
 */
async function countStream(url, token) {
  const stop = new AbortController();
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: stop.signal });
  let events = 0;
  let last = 0;
  const reading = (async () => {
    for await (const chunk of response.body ?? []) {
      for (const byte of chunk) {
        if (byte === 10 && last === 10) events += 1;
        last = byte;
      }
    }
  })();
  reading.catch(() => undefined); // it is cut off at the end
  return { count: () => events, stop: () => stop.abort() };
}

/**
 * Processor time of the busiest process that draws pages, in seconds; null where it is not known.
 * @param {import('@playwright/test').Browser} browser
 */
async function rendererProcessor(browser) {
  const cdp = await browser.newBrowserCDPSession();
  const read = async () => {
    const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
    return processInfo.filter(({ type }) => type === 'renderer');
  };
  const first = await read();
  const busiest = first.sort((a, b) => b.cpuTime - a.cpuTime)[0];
  return async () => (await read()).find(({ id }) => id === busiest?.id)?.cpuTime ?? null;
}

/**
 * @param {import('@playwright/test').CDPSession} cdp
 * @returns {Promise<Record<'Timestamp' | 'TaskDuration' | 'ScriptDuration', number>>}
 */
async function metrics(cdp) {
  const { metrics: list } = await cdp.send('Performance.getMetrics');
  return /** @type {any} */ (Object.fromEntries(list.map(({ name, value }) => [name, value])));
}

/**
 * The memory in use after a garbage collection.
 * @param {import('@playwright/test').CDPSession} cdp
 */
async function heapBytes(cdp) {
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize;
}

/** @param {number} ms */
function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
