import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { AT_NIGHT } from '../support/share';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, goTo, openAdmin, watch } from './admin-page';
import { cell, row } from './schema-editor-page';

let posthorn: RunningPosthorn;

test.beforeAll(async () => {
  posthorn = await startPosthorn();
});
test.afterAll(() => posthorn?.dispose());

const asksForToken = (page: Page) => expect(page.getByLabel('Admin token')).toBeVisible();
const isIn = (page: Page) => expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();

async function logIn(page: Page, server = posthorn, token = server.adminToken): Promise<void> {
  await page.goto(`${server.baseUrl}/#/local/catalog`);
  await page.getByLabel('Admin token').fill(token);
  await page.keyboard.press('Enter');
  await isIn(page);
}

test('tabs share the log-in: a second tab needs no token, and logging in or out applies to all tabs', async ({
  context,
  page,
}) => {
  const seen = watch(page, posthorn, ['401']);
  await logIn(page);
  const second = await context.newPage();
  await second.goto(posthorn.baseUrl);
  await isIn(second);
  await second.getByRole('button', { name: 'Log out' }).click();
  await asksForToken(second);
  await asksForToken(page);
  await page.reload();
  await asksForToken(page);
  // A log-in in one is one in all, too.
  await second.getByLabel('Admin token').fill(posthorn.adminToken);
  await second.keyboard.press('Enter');
  await isIn(second);
  await isIn(page);
  expect(seen).toEqual({ errors: [], foreign: [] });
});

test('the page stores no token, and nothing it stores gives access', async ({ page }) => {
  await logIn(page);
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(kept).not.toContain(posthorn.adminToken);
  expect(await page.evaluate(() => document.cookie)).toBe('');
  const key = /psthpage_[\w-]+/.exec(kept)?.[0] ?? '';
  const response = await fetch(`${posthorn.baseUrl}/api/v1/app`, {
    headers: { 'posthorn-page-key': key, authorization: `Bearer ${key}` },
  });
  expect(response.status).toBe(401);
});

test('a log-in outlasts a restart of the server', AT_NIGHT, async ({ page }) => {
  const first = await startPosthorn();
  await logIn(page, first);
  await first.stop();
  const args = ['--port', new URL(first.baseUrl).port];
  const second = await startPosthorn({ dataDir: first.dataDir, args });
  await page.goto(`${second.baseUrl}/#/local/apps`);
  await page.reload();
  await isIn(page);
  await second.dispose();
  await first.dispose();
});

test('the settings list the logged-in browsers and log others out, whose unsaved edits are kept', async ({
  browser,
  page,
}) => {
  await callApi(posthorn, 'POST', '/event-type', {
    name: 'draft.kept',
    description: 'd',
    schema: { type: 'object', properties: { first: { type: 'string' } } },
  });
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const elsewhere = await browser.newContext({ userAgent });
  const other = await openAdmin(elsewhere, posthorn, '/local/catalog/draft.kept/schema');
  await cell(other, 'first').focus();
  await other.keyboard.press('Alt+r');
  await expect(other.getByText('Not saved, kept in this browser')).toBeVisible();

  await logIn(page);
  await page.goto(`${posthorn.baseUrl}/#/local/settings/browsers`);
  const rows = page.getByRole('region', { name: 'Sessions' }).getByRole('listitem');
  await expect(rows.filter({ hasText: '(this browser)' })).toHaveCount(1);
  const firefox = rows.filter({ hasText: 'Firefox on Linux' });
  await firefox.getByRole('button', { name: 'Log out' }).click();
  await expect(firefox).toHaveCount(0);
  await isIn(page);

  // At its next request, whatever that is.
  await other.keyboard.press('Control+s');
  await expect(other.getByText('Your session has ended. Log in again.')).toBeVisible();
  await other.getByLabel('Admin token').fill(posthorn.adminToken);
  await other.keyboard.press('Enter');
  await expect(row(other, 'first')).toContainText('required');
  await expect(other.getByText('Not saved, kept in this browser')).toBeVisible();

  await page.reload();
  await page.getByRole('button', { name: 'Log out all others' }).click();
  await page.getByRole('button', { name: 'Log out all others' }).click();
  await expect(rows).toHaveCount(1);
  await elsewhere.close();
});

test('after a session has ended by itself, the next log-in shows the screen of the address', async ({
  context,
  page,
}) => {
  await logIn(page);
  await context.clearCookies();
  // Not by its link: the page may have learned by itself already.
  await goTo(page, posthorn, '/local/send');
  await asksForToken(page);
  await page.goBack();
  await expect(page).toHaveURL(/#\/local\/catalog$/);
  await page.getByLabel('Admin token').fill(posthorn.adminToken);
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle(/^Catalog/);
});

test('a log-in ends when its token is rotated', AT_NIGHT, async ({ page }) => {
  const made = await callApi<{ id: string; token: string }>(posthorn, 'POST', '/auth/token', { name: 'Ada' });
  await logIn(page, posthorn, made.token);
  await callApi(posthorn, 'POST', `/auth/token/${made.id}/rotate`);
  await page.evaluate(() => {
    location.hash = '#/local/settings/browsers';
  });
  await expect(page.getByText('Your session has ended. Log in again.')).toBeVisible();
});

test(
  'two instances on one host have separate log-ins in one browser',
  AT_NIGHT,
  async ({ context, page }) => {
    const second = await startPosthorn();
    await logIn(page);
    const there = await context.newPage();
    await logIn(there, second);
    await page.reload();
    await isIn(page);
    await there.reload();
    await isIn(there);
    await second.dispose();
  },
);

test(
  'a log-in also holds over plain HTTP from another host, where browsers send fewer request headers',
  AT_NIGHT,
  async ({ playwright, launchOptions }) => {
    const args = [...(launchOptions.args ?? []), '--host-resolver-rules=MAP posthorn.test 127.0.0.1'];
    const browser = await playwright.chromium.launch({ ...launchOptions, args });
    const page = await browser.newPage();
    const { port } = new URL(posthorn.baseUrl);
    await logIn(page, { ...posthorn, baseUrl: `http://posthorn.test:${port}` });
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    await expect(page.getByRole('contentinfo').getByText('Live', { exact: true })).toBeVisible();
    await page.reload();
    await isIn(page);
    await browser.close();
  },
);

test('over plain HTTP from another host, a log-in ends with the server, and what was being written is kept', async ({
  playwright,
  launchOptions,
}) => {
  const first = await startPosthorn();
  const port = new URL(first.baseUrl).port;
  const args = [...(launchOptions.args ?? []), '--host-resolver-rules=MAP posthorn.test 127.0.0.1'];
  const browser = await playwright.chromium.launch({ ...launchOptions, args });
  const page = await browser.newPage();
  await page.goto(`http://posthorn.test:${port}/#/local/settings/browsers`);
  await expect(page.getByText('whoever can read the traffic can take over the session')).toBeVisible();
  await page.getByLabel('Admin token').fill(first.adminToken);
  await page.keyboard.press('Enter');
  await expect(page.getByText('This page is open over plain HTTP')).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Applications' }).click();
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByLabel('Name').fill('Half a na');
  await first.kill();
  const second = await startPosthorn({ dataDir: first.dataDir, args: ['--port', port] });
  await expect(page.getByText('Your session has ended. Log in again.')).toBeVisible();
  await expect(page.getByLabel('Name')).toBeHidden();
  await expect(page).toHaveTitle('Log in · Posthorn');
  await page.getByLabel('Admin token').fill(second.adminToken);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Name')).toHaveValue('Half a na');
  // Whoever logs out by hand leaves nothing of it behind.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Log out' }).click();
  await asksForToken(page);
  await browser.close();
  await second.dispose();
  await first.dispose();
});

test('a server on another port of the host receives the cookie, but neither it nor its pages can use it', async ({
  context,
  page,
}) => {
  await logIn(page);
  let stolen = '';
  const evil = createServer((request, response) => {
    stolen = request.headers.cookie ?? stolen;
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>evil</title>');
  });
  await new Promise<void>((done) => evil.listen(0, '127.0.0.1', done));
  const there = await context.newPage();
  await there.goto(`http://127.0.0.1:${(evil.address() as AddressInfo).port}/api/v1/`);
  // To a browser, other ports are the same host and the same site.
  expect(stolen).toMatch(/^posthorn-\w+=psthbrowser_/);
  const api = `${posthorn.baseUrl}/api/v1/app`;
  const headers = { cookie: stolen, 'sec-fetch-site': 'same-origin', origin: posthorn.baseUrl };
  expect((await fetch(api, { headers })).status).toBe(401);

  const simple = there.waitForResponse((response) => response.url() === `${api}?simple`);
  const outcome = await there.evaluate(async (url) => {
    const tries: readonly (readonly [string, RequestInit])[] = [
      ['read', {}],
      ['with-key', { headers: { 'posthorn-page-key': 'guess' } }],
      ['simple', { mode: 'no-cors', method: 'POST', body: '{"name":"Forged"}' }],
    ];
    return Promise.all(
      tries.map(([name, init]) =>
        fetch(`${url}?${name}`, { credentials: 'include', ...init }).then(({ type }) => type, String),
      ),
    );
  }, api);
  expect(outcome).toEqual(['TypeError: Failed to fetch', 'TypeError: Failed to fetch', 'opaque']);
  expect((await simple).status()).toBe(401);
  expect(await callApi(posthorn, 'GET', '/app')).toMatchObject({ data: [] });
  evil.close();
  evil.closeAllConnections();
});
