import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { expectAccessible } from '../support/page-checks';
import { AT_NIGHT } from '../support/share';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, goTo, openAdmin } from './admin-page';

let posthorn: RunningPosthorn;
let page: Page;
let endpoint: string;

interface Made {
  readonly id: string;
  readonly token: string;
}

test.beforeAll(async ({ browser }) => {
  posthorn = await startPosthorn({});
  const make = (path: string, body: object) => callApi<Made>(posthorn, 'POST', path, body);
  const { id: app } = await make('/app', { name: 'Ada Ltd', uid: 'ada' });
  ({ id: endpoint } = await make('/app/ada/endpoint', { url: 'https://ada.example/hooks', rateLimit: 10 }));
  const { token } = await make('/auth/token', { name: 'deploy-anna' });
  const changed = await fetch(`${posthorn.baseUrl}/api/v1/app/ada/endpoint/${endpoint}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ rateLimit: 25 }),
  });
  expect(changed.status).toBe(200);
  for (let n = 0; n < 55; n++) await callApi(posthorn, 'PATCH', `/app/${app}`, { rateLimit: n + 1 });
  page = await openAdmin(await browser.newContext(), posthorn);
});
test.afterAll(async () => {
  await page?.context().close();
  await posthorn?.dispose();
});

// Held by `audit.test.ts`, and the screen by `admin-every-screen.spec.ts`.
test(
  'the audit shows who changed what, is narrowed by action and application, and goes on to earlier changes',
  AT_NIGHT,
  async () => {
    await goTo(page, posthorn, '/local/settings/audit');
    const changes = page.getByRole('list', { name: 'Changes, newest first' });
    await expect(changes.getByRole('listitem').first()).toContainText('limit 54 to 55');
    await expect(changes.getByRole('listitem')).toHaveCount(50);
    await page.getByRole('button', { name: 'Show earlier changes' }).click();
    await expect(changes).toContainText('Endpoint created');
    await expectAccessible(page, 'the audit');

    await page.getByRole('button', { name: 'Action' }).click();
    await page.getByRole('searchbox', { name: 'Action' }).fill('endpoint upd');
    await page.getByRole('option', { name: 'Endpoint updated' }).click();
    await expect(changes.getByRole('listitem')).toHaveCount(1);
    await expect(changes).toContainText('limit 10 to 25');
    await expect(changes).toContainText(/deploy-anna from 127\.0\.0\.1, .*ep_/);
    await expect(page).toHaveURL(/action=endpoint\.updated/);

    await page.setViewportSize({ width: 390, height: 800 });
    await expect(changes).toContainText('limit 10 to 25');
    await expectAccessible(page, 'the audit in a narrow window');
    await page.setViewportSize({ width: 1280, height: 800 });
  },
);

// Held by `audit.test.ts` and the test above.
test(
  'the page of an endpoint shows its own changes, and leads to those of its application',
  AT_NIGHT,
  async () => {
    await goTo(page, posthorn, `/local/apps/ada/endpoints/${endpoint}?tab=settings`);
    const own = page.getByRole('region', { name: 'Changes' });
    await expect(own.getByRole('listitem')).toHaveCount(2);
    await expect(own.getByRole('listitem').first()).toHaveText(/^limit 10 to 25 by deploy-anna, \d\d:\d\d/);
    await expectAccessible(page, 'the changes of an endpoint');
    await own.getByRole('link', { name: 'All changes of the application' }).click();
    await expect(page).toHaveURL(/settings\/audit\?application=/);
    await expect(page.getByRole('button', { name: /Ada Ltd/ })).toBeVisible();
  },
);
