import type { Page } from '@playwright/test';
import type { HealthOut } from '../../src-server/contract/health';
import { expect, test } from '../support/browser-test';
import { expectAccessible } from '../support/page-checks';
import { AT_NIGHT } from '../support/share';
import type { RunningPosthorn } from '../support/start-posthorn';
import { goTo, openAdmin } from './admin-page';

/** How often a page asks whether the service is healthy. */
const HEALTH_READ_EVERY_MS = 10_000;

let posthorn: RunningPosthorn;
let page: Page;

test.beforeAll(async ({ browser, shared }) => {
  posthorn = shared;
  const context = await browser.newContext({ timezoneId: 'America/New_York' });
  await context.clock.install();
  page = await openAdmin(context, posthorn);
});
test.afterAll(() => page?.context().close());

// Held by `no-network.test.ts`, `status.test.ts`, and as a notice by `admin-pause-sending.spec.ts`.
test(
  'a computer without a network is named in the window, the status bar and Settings until it has one again',
  AT_NIGHT,
  async () => {
    const since = new Date();
    const time = since.toLocaleTimeString('en-GB', {
      hour: '2-digit',
      minute: '2-digit',
      timeZone: 'America/New_York',
    });
    const sentence = `No network since ${time}. 312 deliveries wait; nothing counts against their receivers.`;
    const network = { state: 'offline', since: since.toISOString(), waiting: 312 } as const;
    const offline: HealthOut = { status: 'degraded', detail: 'not for pages', network };
    await page.route('**/api/v1/health', (route) => route.fulfill({ json: offline }));
    await goTo(page, posthorn, '/local/settings/service');
    await expect(page.getByRole('contentinfo')).toContainText(sentence);
    await expect(page.getByRole('main').getByRole('status').filter({ hasText: sentence })).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: sentence })).toBeVisible();
    await expect(page.getByText('not for pages')).toHaveCount(0);
    await expectAccessible(page, 'no network');
    await page.unroute('**/api/v1/health');
    await page.clock.fastForward(HEALTH_READ_EVERY_MS);
    await expect(page.getByRole('contentinfo')).toContainText('Service healthy');
    await expect(page.getByText('No network')).toHaveCount(0);
  },
);
