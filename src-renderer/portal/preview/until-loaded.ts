const POLL_MS = 50;
/** Below the five seconds that the preview waits for a response. */
const LIMIT_MS = 4000;

/**
 * Waits until the page shows what it reads: no first request runs, no placeholder is shown, and images and fonts are there.
 * @param isReading whether a first request runs
 * @returns false if it still loads after four seconds
 */
export async function untilLoaded(isReading: () => boolean): Promise<boolean> {
  const isLoading = () =>
    isReading() ||
    document.querySelector('[data-placeholder]') !== null ||
    [...document.images].some(({ complete }) => !complete);
  let quiet = 0;
  for (let waited = 0; waited < LIMIT_MS; waited += POLL_MS) {
    // Twice in a row: what was read may ask for more once it is drawn.
    quiet = isLoading() ? 0 : quiet + 1;
    if (quiet === 2) return document.fonts.ready.then(() => true);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return false;
}
