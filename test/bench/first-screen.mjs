// The bytes that a browser loads over the wire until a page shows its first screen: for the tests and the bench.

/**
 * @typedef {object} FirstScreen
 * @property {number} bytes headers and bodies, as they were sent
 * @property {number} requests
 */

/**
 * Opens a page in a new tab and counts what it loads until its heading is there.
 * @param {import('@playwright/test').Browser} browser
 * @param {string} address
 * @returns {Promise<FirstScreen>}
 */
export async function loadFirstScreen(browser, address) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  let bytes = 0;
  let requests = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    requests += 1;
  });
  await session.send('Network.enable');
  await page.goto(address, { waitUntil: 'load' });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await context.close();
  return { bytes, requests };
}
