import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Fails with every accessibility fault that axe finds, in light and in dark.
 * @param leftOut a selector: what has tests of its own, such as a whole page in a frame
 */
export async function expectAccessible(page: Page, what: string, leftOut?: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await motionEnded(page);
    const axe = new AxeBuilder({ page });
    const { violations } = await (leftOut === undefined ? axe : axe.exclude(leftOut)).analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n  ')}`);
    expect(found, `${what}, ${colorScheme}`).toEqual([]);
  }
}

/** Waits until nothing fades or moves any more: a colour on its way is measured as a fault. */
export async function motionEnded(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const finite = document
      .getAnimations()
      .filter((one) => one.effect?.getTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(finite.map((one) => one.finished));
  });
}

/** Fails if the page is wider than the window, at each width in CSS pixels. */
export async function expectReflow(page: Page, what: string, widths = [320, 390, 1280]): Promise<void> {
  const size = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(wider, `${what} at ${width} px`).toBeLessThanOrEqual(0);
  }
  if (size) await page.setViewportSize(size);
}

/**
 * Watches a page for faults of its own: script errors, refusals by its policy, requests to other servers.
 * @returns what was found so far
 */
export function watchFaults(page: Page, baseUrl: string): () => readonly string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    // A refused call is told by the page itself; everything else on the console is a fault.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      faults.push(message.text());
    }
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(baseUrl) && !url.startsWith('data:')) faults.push(`request to ${url}`);
  });
  return () => faults;
}
