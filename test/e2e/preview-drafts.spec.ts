import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../support/page-checks';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, goTo, openAdmin, watch } from './admin-page';
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
test.beforeAll(async () => {
  posthorn = await startPosthorn();
  for (const type of TYPES) await callApi(posthorn, 'POST', '/event-type', type);
  await callApi(posthorn, 'POST', '/app', { name: 'Acme' });
});
test.afterAll(() => posthorn?.dispose());

/** Of a width that needs no scaling: Playwright does not reckon with scaled frames. */
const preview = (query: string, id = 'local') => `/${id}/preview?width=390&sets=AB&drawer=off&${query}`;
const frame = (page: Page, place: number) =>
  page.getByRole('region', { name: new RegExp(`^Frame ${place}:`) });
const portal = (page: Page, place: number) => frame(page, place).frameLocator('iframe');
const listed = (page: Page, place: number) =>
  portal(page, place)
    .locator('main a[href^="#/catalog/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.slice(10)));

async function expectListed(page: Page, place: number, names: readonly string[]): Promise<void> {
  await expect.poll(() => listed(page, place)).toEqual(names);
}

async function open(context: BrowserContext, screen: string): Promise<Page> {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await openAdmin(context, posthorn, screen);
  await page.setViewportSize({ width: 1280, height: 800 });
  return page;
}

/** Names of the stored catalog, as everyone's portal has them. */
async function storedForEveryone(): Promise<readonly string[]> {
  const apps = await callApi<{ data: readonly { id: string }[] }>(posthorn, 'GET', '/app');
  const access = `/auth/app-portal-access/${apps.data[0]?.id}`;
  const { token } = await callApi<{ token: string }>(posthorn, 'POST', access, {});
  const answer = await fetch(`${posthorn.baseUrl}/api/v1/event-type`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return (await answer.json()).data.map(({ name }: { name: string }) => name);
}

const EVERYONE = ['customer.created', 'invoice.paid'];
const EVERYTHING = ['customer.created', 'customer.merged', 'invoice.paid'];

test('flags that are tried out in the matrix are what the frames show, and one press shows what is stored', async ({
  context,
}) => {
  const page = await open(context, preview('mode=matrix'));
  // Where the stored catalog does not have the page of an event type.
  const seen = watch(page, posthorn, ['status of 404']);
  await page.getByRole('button', { name: 'customer.merged for A Everyone: hidden' }).click();
  await page.getByRole('button', { name: 'Remove flag beta' }).click();
  await page.getByRole('radio', { name: 'Frames' }).click();

  await expectListed(page, 1, EVERYTHING);
  await expectListed(page, 2, EVERYTHING);
  await expect(frame(page, 1)).toContainText('3 of 3');
  const note = page.getByText('Draft: flags of 1 event type.');
  await expect(note).toContainText('Links that you open or copy show the stored catalog.');
  expect(await storedForEveryone()).toEqual(EVERYONE);
  await expectAccessible(page, 'frames with a draft', { leftOut: ['iframe'] });

  const document = await portal(page, 1).locator('html').elementHandle();
  await frame(page, 1).getByRole('button', { name: 'Draft: show stored instead' }).click();
  await expectListed(page, 1, EVERYONE);
  await expect(frame(page, 2).getByRole('button', { name: 'Stored: show draft instead' })).toBeVisible();
  await expect(note).toHaveCount(0);
  await frame(page, 2).getByRole('button', { name: 'Stored: show draft instead' }).click();
  await expectListed(page, 1, EVERYTHING);
  // The frame has read its event types again, and was not loaded again.
  expect(await document?.evaluate((html) => html.isConnected)).toBe(true);

  // A page that the stored catalog does not have goes from the frame too.
  await portal(page, 1).getByRole('link', { name: 'customer.merged' }).click();
  const merged = portal(page, 1).getByRole('heading', { level: 1, name: /merged/ });
  await expect(merged).toBeVisible();
  await frame(page, 1).getByRole('button', { name: 'Draft: show stored instead' }).click();
  await expect(portal(page, 1).getByText('There is no such event type')).toBeAttached();
  await expect(merged).toHaveCount(0);
  await frame(page, 1).getByRole('button', { name: 'Stored: show draft instead' }).click();
  await expect(merged).toBeVisible();

  await frame(page, 1).getByRole('button', { name: 'Copy a portal link for A Everyone' }).click();
  await expect(page.getByText(/It shows the stored catalog, not the draft\./).last()).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const left = await context.newPage();
  await left.goto(link);
  await expect(left.getByRole('link', { name: 'invoice.paid' })).toBeVisible();
  await expect(left.getByRole('link', { name: 'customer.merged' })).toHaveCount(0);
  expect(seen.errors).toEqual([]);
});

test('a draft that the server has lost is made again, and the frames show it again', async ({ context }) => {
  const page = await open(context, preview('draft=customer.merged'));
  const made = page.waitForResponse((answer) => answer.url().endsWith('/portal-preview-drafts'));
  await page.reload();
  const { id } = await (await made).json();
  await expectListed(page, 1, EVERYTHING);
  await callApi(posthorn, 'DELETE', `/portal-preview-drafts/${id}`);
  // The next request of the frame is refused: it never shows the stored catalog as if it were the draft.
  const again = page.waitForResponse((answer) => answer.url().endsWith('/portal-preview-drafts'));
  await portal(page, 1).getByRole('link', { name: 'invoice.paid' }).click();
  expect((await (await again).json()).id).not.toBe(id);
  await expect(portal(page, 1).getByRole('heading', { level: 1, name: /paid/ })).toBeVisible();
  await portal(page, 2).locator('main a[href="#/catalog"]').first().click();
  await expectListed(page, 2, EVERYTHING);
  await expectListed(page, 1, EVERYTHING);
});

test('an unsaved schema is on the page of its event type in the frames, and follows the typing in another window', async ({
  context,
}) => {
  const editor = await open(context, '/local/catalog/invoice.paid/schema');
  await expect(grid(editor)).toBeVisible();
  await fieldOf(editor, 'total').focus();
  await editor.keyboard.press('r');
  await expect(row(editor, 'total')).toContainText('required');
  await expectAccessible(editor, 'the schema editor');
  await editor.getByRole('link', { name: 'Preview in the portal' }).click();
  const page = editor;
  await expect(frame(page, 1).getByRole('button', { name: /^Draft:/ })).toBeVisible();
  await expect(page.getByText('Draft: the unsaved schema of invoice.paid.')).toBeVisible();
  await expect(portal(page, 1).getByRole('main')).toContainText('required');
  const stored = await callApi<{ schemas: { '1': object } }>(posthorn, 'GET', '/event-type/invoice.paid');
  expect(stored.schemas['1']).not.toHaveProperty('required');

  // Scrolled down, it stays there while the schema changes beside it.
  const top = () =>
    portal(page, 1)
      .locator('html')
      .evaluate((html) => html.scrollTop);
  await portal(page, 1)
    .locator('html')
    .evaluate((html) => html.scrollTo(0, 400));
  await expect.poll(top).toBe(400);
  const beside = await open(context, '/local/catalog/invoice.paid/schema');
  await expect(grid(beside)).toBeVisible();
  await fieldOf(beside, 'line00').focus();
  await beside.keyboard.press('r');
  await expect(portal(page, 1).getByRole('main').getByText('required', { exact: true })).toHaveCount(2);
  expect(await top()).toBe(400);

  // What is being typed and is not a schema yet is left out, and the page says so.
  await beside.evaluate(() => {
    const key = 'posthorn.schema-draft.local/customer.created';
    const history = { text: '{"type":', past: [], future: [] };
    localStorage.setItem(key, JSON.stringify({ keptAt: 1, base: null, focus: '', history }));
  });
  await expect(page.getByText('The schema of customer.created is left out: it is not JSON.')).toBeVisible();
});

test('a working copy is previewed on this computer, as it is edited, while the other server does not answer', async ({
  context,
}) => {
  const there = await startPosthorn();
  const here = await startPosthorn();
  try {
    for (const type of TYPES) await callApi(there, 'POST', '/event-type', type);
    const connection = { name: 'Production', baseUrl: there.baseUrl, token: there.adminToken };
    const body = { ...connection, mode: 'working-copy' };
    const { id } = await callApi<{ id: string }>(here, 'POST', '/connections', body);
    await callApi(here, 'POST', `/connections/${id}/working-copy/fetch`);
    await there.stop();
    await callApi(here, 'PUT', `/connections/${id}/working-copy/event-types/order.made`, {
      description: 'Made on a train.',
    });
    const page = await openAdmin(context, here, preview('', id));
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(page.getByRole('heading', { name: 'The preview needs an application' })).toBeVisible();
    await expectAccessible(page, 'a working copy without an application');
    await page.getByRole('button', { name: 'Create one on this computer' }).click();
    await expectListed(page, 1, [...EVERYONE, 'order.made']);
    await expectListed(page, 2, [...EVERYTHING, 'order.made']);
    await expect(frame(page, 1)).toContainText('Working copy');
    await expect(
      page.getByText('Endpoints and messages in the frames are those of Preview on this computer.'),
    ).toBeVisible();
    await expect(frame(page, 1).getByRole('button', { name: /portal link/ })).toHaveCount(0);
    await expectAccessible(page, 'the frames of a working copy', { leftOut: ['iframe'] });

    // Undone beside the frames: they follow.
    await page.locator('#main').focus();
    await page.keyboard.press('Control+z');
    await expectListed(page, 1, EVERYONE);
    await page.keyboard.press('Control+Shift+z');
    await expectListed(page, 1, [...EVERYONE, 'order.made']);

    await goTo(page, here, `/${id}/catalog/invoice.paid/schema`);
    await fieldOf(page, 'total').focus();
    await page.keyboard.press('r');
    await page.getByRole('link', { name: 'Preview in the portal' }).click();
    await expect(portal(page, 1).getByRole('main')).toContainText('required');
    await expect(
      frame(page, 1).getByRole('button', { name: 'Draft: show working copy instead' }),
    ).toBeVisible();
    const stored = await callApi<{ data: readonly unknown[] }>(here, 'GET', '/event-type');
    expect(stored.data).toEqual([]);
  } finally {
    await Promise.all([here.dispose(), there.dispose()]);
  }
});
