import type { Page } from '@playwright/test';

/** Puts off what the page does when it has time, as when it is busy. Returns the end of that. */
export async function keepBusy(page: Page): Promise<() => Promise<void>> {
  const end = await page.evaluateHandle(() => {
    const usual = window.setTimeout;
    const later = (task: () => void, ms = 0) => usual(task, Math.max(ms, 1000));
    window.setTimeout = later as typeof window.setTimeout;
    return () => {
      window.setTimeout = usual;
    };
  });
  return () => end.evaluate((restore) => restore());
}
