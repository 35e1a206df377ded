import type { Browser, BrowserContext } from '@playwright/test';
import type { StillServer } from './still-server';

/** A context of the browser for the pages of a still server, with the same time and language on every machine. */
export async function stillContext(browser: Browser, server: StillServer): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  });
  await context.clock.setFixedTime(server.clock.now());
  return context;
}
