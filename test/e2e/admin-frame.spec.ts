import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { expectAccessible } from '../support/page-checks';
import { AT_NIGHT } from '../support/share';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, goTo, openAdmin, watch } from './admin-page';

let posthorn: RunningPosthorn;
let appId: string;
let endpointId: string;
let page: Page;

test.beforeAll(async ({ browser }) => {
  posthorn = await startPosthorn();
  ({ appId, endpointId } = await callApi<{ appId: string; endpointId: string }>(posthorn, 'POST', '/sample'));
  page = await openAdmin(await browser.newContext(), posthorn);
});
test.afterAll(async () => {
  await page?.context().close();
  await posthorn?.dispose();
});

function palette() {
  return page.getByRole('dialog', { name: 'Search or run a command' });
}

/** Opens the palette with its keys, types, and waits until the first row is marked. */
async function ask(query: string, first: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(query);
  await expect(palette().getByRole('option').first()).toContainText(first);
}

test('the menu of instances opens by the arrow keys, and no longer once somebody has gone elsewhere', async () => {
  await goTo(page, posthorn, '/local/apps');
  const menu = page.getByRole('menu', { name: 'Instances' });
  const button = page.getByRole('button', { name: /^Instance: This computer/ });
  let arrive = () => {};
  const held = new Promise<void>((done) => {
    arrive = done;
  });
  await page.route(/instance-menu-.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await button.click();
  await page.getByRole('link', { name: 'Send a message' }).click();
  const arrived = page.waitForResponse(/instance-menu-.*\.js$/);
  arrive();
  await arrived;
  await expect(page).toHaveTitle(/^Send/);
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  for (const [key, item] of [
    ['ArrowUp', 'Manage connections'],
    ['ArrowDown', 'This computer'],
  ] as const) {
    await button.press(key);
    await expect(
      menu.getByRole(key === 'ArrowUp' ? 'menuitem' : 'menuitemradio', { name: item }),
    ).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
    await expect(button).toBeFocused();
  }
  await page.unrouteAll();
});

test('the palette opens event types, applications and endpoints and runs commands, by keyboard alone', async () => {
  await goTo(page, posthorn, '/local/apps');
  const seen = watch(page, posthorn);
  await expect(page.getByRole('columnheader', { name: 'Last 24 hours' })).toBeVisible();

  await ask('invoice.paid', 'invoice.paid');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/local\/catalog\/invoice\.paid$/);
  await expect(palette()).toHaveCount(0);

  await page.keyboard.press('Control+k');
  await expect(palette().getByRole('group', { name: 'Recent' })).toContainText('invoice.paid');
  await expect(palette().getByRole('group', { name: 'invoice.paid' })).toContainText('Archive invoice.paid');
  await page.keyboard.press('Escape');

  await ask('sample', 'Sample');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`#/local/apps/${appId}$`));

  await ask('receiver/sample', '/receiver/sample');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/endpoints/${endpointId}$`));

  await ask('>dark', 'Dark theme');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(seen).toEqual({ errors: [], foreign: [] });
});

test('an endpoint is paused by a command, and Undo resumes it', async () => {
  await goTo(page, posthorn, `/local/apps/${appId}/endpoints/${endpointId}`);
  await expect(page.getByRole('radio', { name: 'Active', exact: true })).toBeChecked();
  await ask('>pause', 'Pause');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Paused: deliveries on hold')).toBeVisible();
  await expect(page.locator('[data-announcer]')).toContainText('Paused');
  const done = page.getByRole('region', { name: 'Notifications' });
  await done.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Paused: deliveries on hold')).toHaveCount(0);
  await expect(page.locator('[data-announcer]')).toContainText('Undone');
  const read = () => callApi<{ paused: boolean }>(posthorn, 'GET', `/app/${appId}/endpoint/${endpointId}`);
  expect((await read()).paused).toBe(false);

  await page.getByRole('button', { name: 'More actions on this endpoint' }).click();
  await page.getByRole('menuitem', { name: 'Disable endpoint' }).click();
  await expect(done).toContainText('Disabled');
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('radio', { name: 'Active', exact: true })).toBeChecked();
});

test('the table of applications is sorted and searched, and its URL keeps both', async () => {
  for (const body of [{ name: 'Zephyr', rateLimit: 50 }, { name: 'Aurora' }]) {
    await callApi(posthorn, 'POST', '/app', body);
  }
  await goTo(page, posthorn, '/local/apps');
  const table = page.getByRole('table');
  const names = () => table.getByRole('row').getByRole('link').allTextContents();
  const first = () => names().then((all) => all[0]);
  await expect(table.getByRole('columnheader')).toHaveText([
    'Application',
    'State',
    'Endpoints',
    'Waiting',
    'Last 24 hours',
    'Limit',
  ]);
  await expect(table.getByRole('row', { name: /Zephyr/ })).toContainText('50/s');
  await table.getByRole('button', { name: 'Application' }).press('Enter');
  await expect.poll(first).toBe('Aurora');
  await table.getByRole('button', { name: 'Application' }).press('Enter');
  await expect.poll(first).toBe('Zephyr');
  await expect(table.getByRole('columnheader', { name: 'Application' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await page.keyboard.press('/');
  await page.keyboard.type('a');
  await expect.poll(names).toEqual(['Sample', 'Aurora']);
  expect(page.url()).toMatch(/apps\?sort=-name&q=a$/);
  await page.reload();
  await expect.poll(names).toEqual(['Sample', 'Aurora']);
  await table.getByRole('link', { name: 'Aurora' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Aurora' })).toBeVisible();
  await page.goBack();
  await expect.poll(names).toEqual(['Sample', 'Aurora']);
  await expectAccessible(page, 'the table of applications');
});

test('ArrowDown leads from the search of applications to the results, and Enter opens the first', async () => {
  await goTo(page, posthorn, '/local/apps');
  const search = page.getByRole('searchbox', { name: 'Search applications' });
  await search.fill('Aurora');
  await search.press('ArrowDown');
  await expect(page.getByRole('table').getByRole('link', { name: 'Aurora' })).toBeFocused();
  await search.press('Enter');
  await expect(page.getByRole('heading', { name: 'Aurora' })).toBeVisible();
});

test(
  'the application list is resized by keyboard and by dragging, and keeps its width after a reload',
  AT_NIGHT,
  async () => {
    await goTo(page, posthorn, `/local/apps/${appId}`);
    const line = page.getByRole('separator', { name: 'Width of the list: applications' });
    const list = page.getByRole('region', { name: 'Applications' });
    const width = async () => (await list.boundingBox())?.width ?? 0;
    await expect(line).toHaveAttribute('aria-valuenow', '360');
    await line.focus();
    await page.keyboard.press('ArrowRight');
    await expect(line).toHaveAttribute('aria-valuenow', '376');
    await expect.poll(width).toBe(376);
    await page.keyboard.press('Shift+ArrowLeft');
    await expect(line).toHaveAttribute('aria-valuenow', '312');
    await page.keyboard.press('Home');
    await expect(line).toHaveAttribute('aria-valuenow', '240');
    await page.reload();
    await expect(line).toHaveAttribute('aria-valuenow', '240');
    await expect.poll(width).toBe(240);
    const box = await line.boundingBox();
    if (!box) throw new Error('the line is not shown');
    await page.mouse.move(box.x, box.y + 200);
    await page.mouse.down();
    await page.mouse.move(box.x + 60, box.y + 200, { steps: 3 });
    await page.mouse.up();
    await expect(line).toHaveAttribute('aria-valuenow', '300');
    await line.dblclick();
    await expect(line).toHaveAttribute('aria-valuenow', '360');
    await expectAccessible(page, 'two panes');
  },
);

test('the status bar keeps the result of a finished task, and can stop a running one', async () => {
  await callApi(posthorn, 'POST', `/app/${appId}/msg`, { eventType: 'invoice.paid', payload: { a: 1 } });
  await goTo(page, posthorn, '/local/apps');
  const bar = page.getByRole('contentinfo');
  await expect(bar).toContainText('Live');
  const since = new Date(Date.now() - 3_600_000).toISOString();
  await callApi(posthorn, 'POST', `/app/${appId}/endpoint/${endpointId}/bulk-replay`, { since });
  await bar.getByRole('button', { name: 'Recent tasks' }).click();
  const list = page.getByRole('dialog', { name: 'Tasks' });
  await expect(list).toContainText('Send messages again');
  await expect(list).toContainText(/\d+ queued/);
  await expectAccessible(page, 'recent tasks');
  await page.keyboard.press('Escape');

  // The server is too fast to show a running task, so the test gives its answers.
  const task = (status: string, stopped: boolean) => ({
    id: 'qtask_x',
    status,
    task: 'endpoint.recover',
    updatedAt: new Date().toISOString(),
    data: {
      appId,
      endpointId,
      startedAt: since,
      finishedAt: stopped ? new Date().toISOString() : null,
      stopped,
      error: null,
      queued: 1200,
    },
  });
  let stopped = false;
  await page.route('**/api/v1/background-task?*', (route) =>
    route.fulfill({
      json: { data: [task(stopped ? 'finished' : 'running', stopped)], done: true, iterator: null },
    }),
  );
  await page.route('**/api/v1/background-task/qtask_x/stop', (route) => {
    stopped = true;
    return route.fulfill({ json: task('finished', true) });
  });
  await page.reload();
  await expect(bar).toContainText('Send given-up messages again: 1,200 queued');
  await expectAccessible(page, 'a task that runs');
  await bar.getByRole('button', { name: 'Stop: Send given-up messages again' }).click();
  await expect(bar.getByRole('button', { name: 'Recent tasks' })).toBeVisible();
  await expect(page.locator('[data-announcer]')).toContainText('has ended. Stopped. 1,200 queued');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

// Last: it turns the keys off.
test('single keys switch screens and move in lists, and can be turned off', AT_NIGHT, async () => {
  await goTo(page, posthorn, '/local/catalog');
  const tree = page.getByRole('treegrid', { name: 'Event types' });
  await expect(tree.getByRole('row').first()).toBeVisible();
  await tree.getByRole('row', { name: 'invoice.paid' }).click();
  // Waits for the row: the address is ahead of the list, which would ignore a key until it has followed.
  const isChosen = (name: string) =>
    expect(tree.getByRole('row', { name })).toHaveAttribute('aria-selected', 'true');
  await isChosen('invoice.paid');
  await page.keyboard.press('k');
  await isChosen('invoice.overdue');
  await page.keyboard.press('j');
  await isChosen('invoice.paid');
  await expect(page).toHaveURL(/invoice\.paid$/);
  // Letters act in the list, which regains the focus a frame after a layer has closed.
  const isBack = () => expect(tree.locator(':focus')).toHaveCount(1);

  // Its page is there a moment after its row is chosen, and has the command.
  await expect(page.getByRole('heading', { level: 2 }).filter({ hasText: 'invoice.paid' })).toBeVisible();
  await page.keyboard.press('e');
  await expect(page.getByRole('dialog')).toContainText('invoice.paid');
  await page.keyboard.press('Escape');
  await isBack();
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog', { name: 'New event type' })).toBeVisible();
  await page.keyboard.press('Escape');
  await isBack();

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Shortcuts on this screen' })).toContainText(
    'New event type',
  );
  await expectAccessible(page, 'the sheet of shortcuts');
  await page.keyboard.press('Escape');
  await isBack();
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await expect(page).toHaveURL(/#\/local\/apps$/);
  await expect(page.getByRole('searchbox', { name: 'Search applications' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search applications' })).toBeFocused();
  await page.keyboard.type('gc?');
  await expect(page).toHaveURL(/apps\?q=gc/);
  await page.keyboard.press('F6');
  await page.keyboard.press('Shift+F6');
  await expect(page.locator('[data-pane] :focus')).toHaveCount(1);

  await goTo(page, posthorn, '/local/settings/shortcuts');
  await page.getByText('Single keys', { exact: true }).click();
  await goTo(page, posthorn, '/local/catalog');
  await tree.getByRole('row', { name: 'invoice.paid' }).click();
  await page.keyboard.press('n');
  await page.keyboard.press('Control+k');
  await expect(palette()).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expectAccessible(page, 'the palette');
});
