// (k) What a browser loads until a page shows its first screen: sizes and counts, equal on every machine.
import { startOwnServer } from '../../resources/tools/own-server.mjs';
import { launchChromium } from './chromium.mjs';
import { loadFirstScreen } from './first-screen.mjs';
import { callApi } from './processes.mjs';

/**
 * @param {import('./processes.mjs').Bench} shared
 * @returns null where there is no browser
 */
export async function measureWeight(shared) {
  const browser = await launchChromium('weight');
  if (!browser) return null;
  const bench = { ...shared, server: await startOwnServer() };
  try {
    const { url, token } = bench.server;
    await callApi(bench, 'POST', '/sample');
    await callApi(bench, 'PATCH', '/settings', { eventCatalogPublished: true, displayName: 'Acme' });
    await callApi(bench, 'POST', '/app', { name: 'Ada', uid: 'ada' });
    const portal = await callApi(bench, 'POST', '/auth/app-portal-access/ada', {});
    const pages = [
      ['log-in', `${url}/`],
      ['admin', `${url}/#token=${token}`],
      ['portal', portal.url],
      ['catalog', `${url}/catalog/`],
      ['documentation', `${url}/docs/event-types`],
    ];
    const measured = [];
    for (const [page, address] of pages)
      measured.push({ page, ...(await loadFirstScreen(browser, address)) });
    return measured;
  } finally {
    await browser.close();
    await bench.server.stop();
  }
}
