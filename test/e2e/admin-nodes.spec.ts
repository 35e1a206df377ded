import type { Page } from '@playwright/test';
import type { NodeOut } from '../../src-server/contract/node';
import { expect, test } from '../support/browser-test';
import { expectAccessible } from '../support/page-checks';
import { widthFaults } from '../support/screen-checks';
import type { RunningPosthorn } from '../support/start-posthorn';
import { goTo, openAdmin } from './admin-page';

const NODES = '/local/settings/nodes';

let posthorn: RunningPosthorn;
let page: Page;

test.beforeAll(async ({ browser, shared }) => {
  posthorn = shared;
  page = await openAdmin(await browser.newContext({ viewport: { width: 1440, height: 900 } }), posthorn);
});
test.afterAll(() => page?.context().close());

const node = (n: number, more: Partial<NodeOut>): NodeOut => ({
  id: `node_${n}`,
  address: `http://10.0.0.${n}:8071`,
  version: '0.1.0',
  state: 'alive',
  slots: 64,
  beatAgeMs: 400,
  sendsPerSecond: 120,
  self: false,
  ...more,
});

const SEVERAL: readonly NodeOut[] = [
  node(1, { slots: 86, sendsPerSecond: 1284, self: true }),
  node(2, { slots: 85 }),
  node(3, {
    slots: 60,
    state: 'silent',
    beatAgeMs: 4400,
    sendsPerSecond: 0,
    address: 'http://posthorn-3.webhooks.internal.example.com:8071',
  }),
  node(4, { slots: 13, state: 'leaving', version: '0.2.0' }),
  node(5, { slots: 0, state: 'dead', beatAgeMs: 184_000, sendsPerSecond: 0 }),
];

/** Lets the server answer with these nodes from now on; null: it fails. */
async function respondWith(nodes: readonly NodeOut[] | null): Promise<void> {
  await page.unroute('**/api/v1/nodes');
  await page.route('**/api/v1/nodes', (route) =>
    nodes
      ? route.fulfill({ json: { data: nodes } })
      : route.fulfill({ status: 403, json: { code: 'forbidden', detail: 'This token may not.' } }),
  );
}

test('a server with SQLite is listed as one node with all slots, with a link to the docs on several nodes', async () => {
  await goTo(page, posthorn, NODES);
  const row = page.getByRole('row').nth(1);
  await expect(row).toContainText(posthorn.baseUrl);
  await expect(row).toContainText('serves this page');
  await expect(row).toContainText('Alive');
  await expect(row).toContainText('256');
  await expect(
    page.getByText('This server keeps its data in a file; several nodes need PostgreSQL.'),
  ).toBeVisible();
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'How several nodes work' }).click();
  const docs = await opened;
  await expect(docs.getByRole('heading', { level: 1, name: 'Several nodes' })).toBeVisible();
  await docs.close();
});

test('each node is listed with its state, slots, last heartbeat and rate', async () => {
  await respondWith(SEVERAL);
  await goTo(page, posthorn, NODES);
  const table = page.getByRole('table', { name: 'Nodes' });
  const cellsOf = (address: string) => table.getByRole('row').filter({ hasText: address }).getByRole('cell');
  await expect(cellsOf('10.0.0.1')).toHaveText([
    'Alive',
    '86 slots',
    'beat just now',
    '1,284/s',
    'version 0.1.0',
  ]);
  await expect(cellsOf('posthorn-3')).toHaveText([
    'Silent',
    '60 slots',
    'beat 4 s ago',
    '0/s',
    'version 0.1.0',
  ]);
  await expect(cellsOf('10.0.0.4').first()).toHaveText('Leaving');
  await expect(cellsOf('10.0.0.5').first()).toHaveText('Dead');
  await expect(table.getByText('serves this page')).toHaveCount(1);
  await expect(
    page.getByText('12 of 256 slots are moving to another node. Their endpoints wait until then.'),
  ).toBeVisible();
  await expect(page.getByText('Dead: No heartbeat for a full lease.')).toBeVisible();
  await expect(page.getByText('several nodes need PostgreSQL')).toHaveCount(0);
  await expectAccessible(page, 'several nodes');
  for (const width of [834, 390]) {
    await page.setViewportSize({ width, height: 800 });
    expect.soft(await widthFaults(page), `several nodes at ${width} px`).toEqual([]);
  }
  await expectAccessible(page, 'several nodes on a phone');
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('screen readers hear changes of state of a node, but not its heartbeats', async () => {
  await respondWith([node(1, { slots: 128, self: true }), node(2, { slots: 128 })]);
  await goTo(page, posthorn, NODES);
  const status = page.getByRole('main').getByRole('status');
  await expect(status).toHaveText('2 nodes, all alive');
  // What a screen reader would read out.
  await status.evaluate((element) => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const note = () => heard.push(element.textContent ?? '');
    new MutationObserver(note).observe(element, { childList: true, characterData: true, subtree: true });
  });
  const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
  await respondWith([node(1, { slots: 128, self: true }), node(2, { slots: 128, beatAgeMs: 2600 })]);
  await expect(page.getByText('3 s ago')).toBeVisible();
  expect(await heard()).toEqual([]);
  await respondWith([
    node(1, { slots: 128, self: true }),
    node(2, { slots: 128, beatAgeMs: 3600, state: 'silent' }),
  ]);
  await expect(status).toHaveText('2 nodes: 1 alive, 1 silent');
  expect(await heard()).toEqual(['2 nodes: 1 alive, 1 silent']);
});

test('if the service stops responding, the last report stays and is marked as such', async () => {
  await respondWith(SEVERAL);
  await goTo(page, posthorn, NODES);
  await expect(page.getByText('10.0.0.1')).toBeVisible();
  await respondWith(null);
  await expect(page.getByRole('alert')).toContainText('This is its last report');
  await expect(page.getByText('10.0.0.1')).toBeVisible();
});

test('the settings search finds the nodes page by the word cluster', async () => {
  await goTo(page, posthorn, '/local/settings');
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('cluster');
  await page.getByRole('list', { name: 'Matching settings' }).getByRole('link', { name: 'Nodes' }).click();
  await expect(page.getByRole('heading', { name: 'Nodes' })).toBeVisible();
});
