import type { Page } from '@playwright/test';
import { noDisturbance, startDisturbingProxy } from '../server/sync/disturbing-proxy';
import { expect, test } from '../support/browser-test';
import { expectAccessible } from '../support/page-checks';
import { AT_NIGHT } from '../support/share';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, goTo, openAdmin, watch } from './admin-page';
import { linkTo } from './go-in-portal';
import { cell, listed, portal } from './preview-page';
import { cell as fieldOf, grid, row } from './schema-editor-page';

/** What is edited and not saved is what the frames of the preview show, and nothing else shows it. */

const SCHEMA = {
  type: 'object',
  properties: Object.fromEntries(
    ['total', ...Array.from({ length: 40 }, (_, n) => `line${String(n).padStart(2, '0')}`)].map((name) => [
      name,
      { type: 'string' },
    ]),
  ),
};
const TYPES = [
  { name: 'customer.created', description: 'Created.' },
  { name: 'customer.merged', description: 'Merged.', featureFlags: ['beta'] },
  { name: 'invoice.paid', description: 'Paid.', schemas: { '1': SCHEMA } },
];

let posthorn: RunningPosthorn;
/** The admin app, which tests open at a screen. */
let page: Page;
test.beforeAll(async ({ browser }) => {
  posthorn = await startPosthorn();
  for (const type of TYPES) await callApi(posthorn, 'POST', '/event-type', type);
  await callApi(posthorn, 'POST', '/app', { name: 'Acme' });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  page = await openAdmin(context, posthorn);
});
test.afterAll(async () => {
  await page?.context().close();
  await posthorn?.dispose();
});

/** Of a width that needs no scaling: Playwright does not reckon with scaled frames. */
const preview = (query: string, id = 'local') => `/${id}/preview?width=390&sets=AB&drawer=off&${query}`;
async function expectListed(page: Page, place: number, names: readonly string[]): Promise<void> {
  await expect.poll(() => listed(page, place)).toEqual(names);
}

/** Names of the stored catalog, as everyone's portal has them. */
async function storedForEveryone(): Promise<readonly string[]> {
  const apps = await callApi<{ data: readonly { id: string }[] }>(posthorn, 'GET', '/app');
  const access = `/auth/app-portal-access/${apps.data[0]?.id}`;
  const { token } = await callApi<{ token: string }>(posthorn, 'POST', access, {});
  const response = await fetch(`${posthorn.baseUrl}/api/v1/event-type`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return (await response.json()).data.map(({ name }: { name: string }) => name);
}

const EVERYONE = ['customer.created', 'invoice.paid'];
const EVERYTHING = ['customer.created', 'customer.merged', 'invoice.paid'];

test(
  'the frames show flags that are tried out in the matrix, and switch to the stored catalog and back',
  AT_NIGHT,
  async () => {
    await goTo(page, posthorn, preview('mode=matrix'));
    // Where the stored catalog does not have the page of an event type.
    const seen = watch(page, posthorn, ['status of 404']);
    await page.getByRole('button', { name: 'customer.merged for A Everyone: hidden' }).click();
    await page.getByRole('button', { name: 'Remove flag beta' }).click();
    await page.getByRole('radio', { name: 'Frames' }).click();

    await expectListed(page, 1, EVERYTHING);
    await expectListed(page, 2, EVERYTHING);
    await expect(cell(page, 1)).toContainText('3 of 3');
    const note = page.getByText('Draft: flags of 1 event type.');
    await expect(note).toContainText('Links that you open or copy show the stored catalog.');
    expect(await storedForEveryone()).toEqual(EVERYONE);
    await expectAccessible(page, 'frames with a draft', { leftOut: ['iframe'] });

    const document = await portal(page, 1).locator('html').elementHandle();
    await cell(page, 1).getByRole('button', { name: 'Draft: show stored instead' }).click();
    await expectListed(page, 1, EVERYONE);
    await expect(cell(page, 2).getByRole('button', { name: 'Stored: show draft instead' })).toBeVisible();
    await expect(note).toHaveCount(0);
    await cell(page, 2).getByRole('button', { name: 'Stored: show draft instead' }).click();
    await expectListed(page, 1, EVERYTHING);
    // The frame has read its event types again, and was not loaded again.
    expect(await document?.evaluate((html) => html.isConnected)).toBe(true);

    // A page that the stored catalog does not have goes from the frame too.
    await portal(page, 1).getByRole('link', { name: 'customer.merged' }).click();
    const merged = portal(page, 1).getByRole('heading', { level: 1, name: /merged/ });
    await expect(merged).toBeVisible();
    await cell(page, 1).getByRole('button', { name: 'Draft: show stored instead' }).click();
    await expect(portal(page, 1).getByText('There is no such event type')).toBeAttached();
    await expect(merged).toHaveCount(0);
    await cell(page, 1).getByRole('button', { name: 'Stored: show draft instead' }).click();
    await expect(merged).toBeVisible();

    await cell(page, 1).getByRole('button', { name: 'Copy a portal link for A Everyone' }).click();
    await expect(page.getByText(/It shows the stored catalog as it is\./).last()).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const left = await page.context().newPage();
    await left.goto(linkTo('/catalog', link));
    await expect(left.getByRole('link', { name: 'invoice.paid' })).toBeVisible();
    await expect(left.getByRole('link', { name: 'customer.merged' })).toHaveCount(0);
    await left.close();
    expect(seen.errors).toEqual([]);
  },
);

test(
  'a draft that the server has lost is created anew, and the frames keep showing it',
  AT_NIGHT,
  async () => {
    await goTo(page, posthorn, '/local/catalog');
    const made: string[] = [];
    // Read on its way: the browser forgets the body of an answer with the next page.
    await page.route('**/portal-preview-drafts', async (route) => {
      const response = await route.fetch();
      made.push((await response.json()).id);
      await route.fulfill({ response });
    });
    await goTo(page, posthorn, preview('draft=customer.merged'));
    await expectListed(page, 1, EVERYTHING);
    await callApi(posthorn, 'DELETE', `/portal-preview-drafts/${made[0]}`);
    // The next request of the frame is refused: it never shows the stored catalog as if it were the draft.
    await portal(page, 1).getByRole('link', { name: 'invoice.paid' }).click();
    await expect.poll(() => new Set(made).size).toBeGreaterThan(1);
    await expect(portal(page, 1).getByRole('heading', { level: 1, name: /paid/ })).toBeVisible();
    await portal(page, 2).locator('main a[href="#/catalog"]').first().click();
    await expectListed(page, 2, EVERYTHING);
    await expectListed(page, 1, EVERYTHING);
    await page.unroute('**/portal-preview-drafts');
  },
);

test('the frames show an unsaved schema, and those of another tab follow its edits', async () => {
  await goTo(page, posthorn, '/local/catalog/invoice.paid/schema');
  await expect(grid(page)).toBeVisible();
  await fieldOf(page, 'total').focus();
  await page.keyboard.press('Alt+r');
  await expect(row(page, 'total')).toContainText('required');
  await expectAccessible(page, 'the schema editor');
  await page.getByRole('link', { name: 'Preview in the portal' }).click();
  await expect(cell(page, 1).getByRole('button', { name: /^Draft:/ })).toBeVisible();
  await expect(page.getByText('Draft: the unsaved schema of invoice.paid.')).toBeVisible();
  await expect(portal(page, 1).getByRole('main')).toContainText('required');
  const stored = await callApi<{ schemas: { '1': object } }>(posthorn, 'GET', '/event-type/invoice.paid');
  expect(stored.schemas['1']).not.toHaveProperty('required');

  // In a tab without a draft of its own. Scrolled down, it stays there while the schema changes beside it.
  const address = page.url().slice(page.url().indexOf('#') + 1);
  const beside = await openAdmin(page.context(), posthorn, address);
  const required = portal(beside, 1).getByRole('main').getByText('required', { exact: true });
  await expect(required).toHaveCount(1);
  const top = () =>
    portal(beside, 1)
      .locator('html')
      .evaluate((html) => html.scrollTop);
  await portal(beside, 1)
    .locator('html')
    .evaluate((html) => html.scrollTo(0, 400));
  await expect.poll(top).toBe(400);
  await goTo(page, posthorn, '/local/catalog/invoice.paid/schema');
  await fieldOf(page, 'line00').focus();
  await page.keyboard.press('Alt+r');
  await expect(required).toHaveCount(2);
  expect(await top()).toBe(400);

  // What is being typed and is not a schema yet is left out, and the page says so.
  await page.evaluate(() => {
    const key = 'posthorn.schema-draft.local/customer.created';
    const history = { text: '{"type":', past: [], future: [] };
    localStorage.setItem(key, JSON.stringify({ keptAt: 1, base: null, focus: '', history }));
  });
  await expect(beside.getByText('The schema of customer.created is left out: it is not JSON.')).toBeVisible();
  await beside.close();
});

// Held by the test before (frames of a draft) and by `working-copy.spec.ts` (without a network).
test(
  'an edited working copy is previewed while its instance is unreachable',
  AT_NIGHT,
  async ({ context }) => {
    const network = noDisturbance();
    const between = await startDisturbingProxy(network, posthorn.baseUrl);
    const here = await startPosthorn();
    try {
      const connection = { name: 'Production', baseUrl: between.baseUrl, token: posthorn.adminToken };
      const body = { ...connection, mode: 'working-copy' };
      const { id } = await callApi<{ id: string }>(here, 'POST', '/connections', body);
      await callApi(here, 'POST', `/connections/${id}/working-copy/fetch`);
      network.decide = () => 'cut';
      await callApi(here, 'PUT', `/connections/${id}/working-copy/event-types/order.made`, {
        description: 'Made on a train.',
      });
      const window = await openAdmin(context, here, preview('', id));
      await window.setViewportSize({ width: 1280, height: 800 });
      await expect(window.getByRole('heading', { name: 'The preview needs an application' })).toBeVisible();
      await expectAccessible(window, 'a working copy without an application');
      await window.getByRole('button', { name: 'Create one on this computer' }).click();
      await expectListed(window, 1, [...EVERYONE, 'order.made']);
      await expectListed(window, 2, [...EVERYTHING, 'order.made']);
      await expect(cell(window, 1)).toContainText('Working copy');
      await expect(
        window.getByText('Endpoints and messages in the frames are those of Preview on this computer.'),
      ).toBeVisible();
      await expect(cell(window, 1).getByRole('button', { name: /portal link/ })).toHaveCount(0);
      await expectAccessible(window, 'the frames of a working copy', { leftOut: ['iframe'] });

      // Undone beside the frames: they follow.
      await window.locator('#main').focus();
      await window.keyboard.press('Control+z');
      // Another program made the edit, so that the page asks first.
      await window.getByRole('button', { name: 'Undo this edit' }).click();
      await expectListed(window, 1, EVERYONE);
      await window.locator('#main').focus();
      await window.keyboard.press('Control+Shift+z');
      await window.getByRole('button', { name: 'Redo this edit' }).click();
      await expectListed(window, 1, [...EVERYONE, 'order.made']);

      await goTo(window, here, `/${id}/catalog/invoice.paid/schema`);
      await fieldOf(window, 'total').focus();
      await window.keyboard.press('Alt+r');
      await window.getByRole('link', { name: 'Preview in the portal' }).click();
      await expect(portal(window, 1).getByRole('main')).toContainText('required');
      await expect(
        cell(window, 1).getByRole('button', { name: 'Draft: show working copy instead' }),
      ).toBeVisible();
      const stored = await callApi<{ data: readonly unknown[] }>(here, 'GET', '/event-type');
      expect(stored.data).toEqual([]);

      // It is no change of the working copy before it is saved: it is listed, and a push says that it stays.
      const left = '1 unsaved schema is not pushed: invoice.paid. Save it first to push it too.';
      network.decide = () => 'pass';
      await goTo(window, here, `/${id}/changes`);
      await expect(window.getByRole('row', { name: /paid.*Unsaved schema, not pushed/ })).toBeVisible();
      await window.getByRole('link', { name: 'Push' }).click();
      await expect(window.getByRole('dialog').getByText(left)).toBeVisible();
    } finally {
      await here.dispose();
      await between.close();
    }
  },
);
