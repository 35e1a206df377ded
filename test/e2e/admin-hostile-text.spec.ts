import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { HOSTILE_TEXT } from '../support/sample-sender';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, goTo, openAdmin, SANDBOX, watch } from './admin-page';

let posthorn: RunningPosthorn;
let appId: string;
let endpointId: string;
test.beforeAll(async () => {
  posthorn = await startPosthorn();
  const post = <T>(path: string, body: object) => callApi<T>(posthorn, 'POST', path, body);
  const schema = {
    type: 'object',
    title: HOSTILE_TEXT,
    description: HOSTILE_TEXT,
    properties: { [HOSTILE_TEXT]: { type: 'string', description: HOSTILE_TEXT, enum: [HOSTILE_TEXT] } },
  };
  await post('/event-type', { name: 'a.b', description: HOSTILE_TEXT, schemas: { 1: schema } });
  appId = (await post<{ id: string }>('/app', { name: HOSTILE_TEXT, metadata: { note: HOSTILE_TEXT } })).id;
  const endpoint = {
    url: `${posthorn.baseUrl}/receiver/hostile`,
    description: HOSTILE_TEXT,
    headers: { 'x-own': HOSTILE_TEXT },
    metadata: { note: HOSTILE_TEXT },
  };
  endpointId = (await post<{ id: string }>(`/app/${appId}/endpoint`, endpoint)).id;
  const payload = { [HOSTILE_TEXT]: HOSTILE_TEXT };
  await post(`/app/${appId}/msg`, { eventType: 'a.b', payload });
  await post('/auth/token', { name: HOSTILE_TEXT, access: 'read' });
  await callApi(posthorn, 'PATCH', '/settings', {
    displayName: HOSTILE_TEXT,
    eventCatalogPublished: true,
    customStringsOverride: { channelsHelp: HOSTILE_TEXT },
  });
});
test.afterAll(() => posthorn?.dispose());

/** Each field for free text, and a screen that shows it. */
const SCREENS: readonly (readonly [field: string, screen: () => string])[] = [
  ['name of an application, in the list', () => '/local/apps'],
  ['name of an application, on its page', () => `/local/apps/${appId}`],
  ['description of an endpoint', () => `/local/apps/${appId}/endpoints/${endpointId}`],
  ['description and schema of an event type', () => '/local/catalog/a.b'],
  ['name of a token', () => '/local/settings/tokens'],
  ['display name', () => '/local/public'],
  ['words of the portal', () => '/local/settings/portal'],
];

const holds = (page: Page) =>
  page.evaluate((text) => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')];
    const shown = document.body.textContent?.replaceAll('\u00a0', ' ') ?? '';
    return shown.includes(text) || fields.some(({ value }) => value.includes(text));
  }, 'onerror=alert(2)');

test('HTML in names, descriptions and schemas is shown as text on every admin screen', async ({
  browser,
}) => {
  test.slow();
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await context.addInitScript(() => {
    window.alert = () => {
      throw new Error('a script ran');
    };
  });
  const page = await openAdmin(context, posthorn);
  const seen = watch(page, posthorn, [SANDBOX]);
  for (const [field, screen] of SCREENS) {
    await goTo(page, posthorn, screen());
    await expect.soft.poll(() => holds(page), { message: field, timeout: 8000 }).toBe(true);
    expect(await page.locator('img[src="x"]').count(), field).toBe(0);
  }
  expect(seen).toEqual({ errors: [], foreign: [] });
  await context.close();
});

test('HTML in names and descriptions is shown as text on the public catalog, whose only script is a built file', async ({
  page,
}) => {
  const catalog = `${posthorn.baseUrl}/catalog/`;
  // Until the index has been made, a page with the status 503 stands there, which the browser logs as an error.
  await expect.poll(async () => (await fetch(catalog)).status).toBe(200);
  const seen = watch(page, posthorn);
  await page.goto(catalog);
  await expect(page.locator('body')).toContainText('onerror=alert(2)');
  expect(await page.locator('img[src="x"]').count()).toBe(0);
  const scripts = page.locator('script:not([type="application/ld+json"])');
  await expect(scripts).toHaveCount(1);
  await expect(scripts).toHaveAttribute('src', /^\/assets\/catalog-script-[\w-]+\.js$/);
  expect(seen).toEqual({ errors: [], foreign: [] });
});
