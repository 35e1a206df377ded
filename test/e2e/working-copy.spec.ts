import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from '../support/page-checks';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, goTo, openAdmin } from './admin-page';

let here: RunningPosthorn;
let there: RunningPosthorn;
let id: string;

test.beforeAll(async () => {
  [here, there] = await Promise.all([startPosthorn(), startPosthorn()]);
});
test.beforeEach(async () => {
  for (const { name } of await typesThere()) await api(there, 'DELETE', `/event-type/${name}?expunge=true`);
  for (const one of [
    { name: 'invoice.paid', description: 'Paid.', schemas: { '1': SCHEMA } },
    { name: 'invoice.voided', description: 'Voided.', featureFlags: ['beta'] },
    { name: 'order.sent', description: 'Sent.' },
  ]) {
    await api(there, 'POST', '/event-type', one);
  }
  const connection = { name: 'Production', baseUrl: there.baseUrl, token: there.adminToken };
  const body = { ...connection, mode: 'working-copy' };
  ({ id } = await api<{ id: string }>(here, 'POST', '/connections', body));
});
test.afterAll(() => Promise.all([here?.dispose(), there?.dispose()]));

const SCHEMA = {
  type: 'object',
  properties: { total: { type: 'number' }, currency: { type: 'string' } },
  required: ['total'],
};

interface Type {
  readonly name: string;
  readonly description: string;
  readonly featureFlags: readonly string[] | null;
}

function api<T = unknown>(server: RunningPosthorn, method: string, path: string, body?: unknown): Promise<T> {
  return callApi<T>(server, method, path, body);
}

async function typesThere(): Promise<readonly Type[]> {
  return (await api<{ data: readonly Type[] }>(there, 'GET', '/event-type?include_archived=true')).data;
}

const line = (page: Page) => page.getByRole('region', { name: 'Working copy' });

test('the first use offers to fetch, and edits then stay on this computer, with undo and redo', async ({
  context,
}) => {
  const page = await openAdmin(context, here, `/${id}/catalog`);
  await page.getByRole('button', { name: 'Fetch the catalog of Production' }).click();
  await expect(line(page)).toContainText('Working copy of Production: Up to date, fetched');

  await page.getByRole('row', { name: /voided/ }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Description').fill('Voided here.');
  await sheet.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Voided here.')).toBeVisible();
  await expect(line(page)).toContainText('1 local change,');
  expect((await typesThere()).map(({ description }) => description)).toContain('Voided.');

  await page.locator('#main').focus();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Voided.', { exact: true })).toBeVisible();
  await expect(line(page)).toContainText('Up to date');
  await page.keyboard.press('Control+Shift+z');
  await expect(page.getByText('Voided here.')).toBeVisible();
  await page.getByRole('link', { name: 'Usage' }).click();
  await expect(page.getByText('No endpoint receives it')).toBeVisible();
});

/** Fetches, and makes the edits that a person would make offline. */
async function editHere(edits: Readonly<Record<string, object | null>>): Promise<void> {
  const copy = `/connections/${id}/working-copy`;
  await api(here, 'POST', `${copy}/fetch`);
  for (const [name, content] of Object.entries(edits)) {
    if (content === null) await api(here, 'DELETE', `${copy}/event-types/${name}`);
    else await api(here, 'PUT', `${copy}/event-types/${name}`, content);
  }
}

test('the settings of a connection say how its catalog is edited, and the screens follow at once', async ({
  context,
}) => {
  await editHere({ 'order.sent': { description: 'Sent here.' } });
  const page = await openAdmin(context, here, `/${id}/settings/connections`);
  const row = page.getByRole('listitem').filter({ hasText: 'current' });
  await expect(row).toContainText('edited in a working copy');
  await row.getByRole('button', { name: 'Edit Production' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('radio', { name: /In a working copy/ })).toBeChecked();
  await sheet.getByText('Directly', { exact: true }).click();
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(row).not.toContainText('edited in a working copy');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Catalog' }).click();
  await page.getByRole('row', { name: /sent/ }).click();
  await expect(page.getByText('Sent.', { exact: true })).toBeVisible();
  await expect(line(page)).toHaveCount(0);

  await page.getByRole('button', { name: /^Instance:/ }).click();
  await page.getByRole('menuitem', { name: 'Connect to another instance' }).click();
  await expect(sheet.getByRole('radio', { name: /Directly/ })).toBeChecked();
  await sheet.getByText('Protected', { exact: true }).click();
  await expect(sheet.getByRole('radio', { name: /In a working copy/ })).toBeChecked();
});

test('the note about the changes is saved while it is typed, and with the last key when the screen is left', async ({
  context,
}) => {
  await editHere({ 'order.sent': null });
  const page = await openAdmin(context, here, `/${id}/changes`);
  const note = page.getByLabel('Note');
  const kept = async () => (await api<{ note: string }>(here, 'GET', `/connections/${id}/working-copy`)).note;
  await note.fill('Billing');
  await expect.poll(kept).toBe('Billing');
  await expect(note).toBeFocused();
  await note.fill('Billing, again');
  await page.evaluate((hash) => location.assign(hash), `#/${id}/catalog`);
  await expect.poll(kept).toBe('Billing, again');
  await page.close();
});

test('changes are reviewed with who sees what first, discarded with undo, and carried as a file', async ({
  context,
}) => {
  await editHere({
    'invoice.voided': { description: 'Voided.' },
    'invoice.paid': { description: 'Paid in full.', schemas: { '1': SCHEMA } },
    'order.sent': null,
  });
  const page = await openAdmin(context, here, `/${id}/changes`);
  const rows = page.getByRole('grid', { name: 'Changes' }).getByRole('row');
  await expect(rows).toHaveText([/voided.*Released to everyone/s, /sent.*Removed/s, /paid.*description/s]);
  await expect(page.getByText('Released to everyone: invoice.voided')).toBeVisible();
  await expect(page.getByText('No endpoint on Production receives it.')).toBeVisible();
  await expectAccessible(page, 'changes');

  await rows.filter({ hasText: 'paid' }).click();
  await expect(page.getByText('“Paid.” becomes “Paid in full.”')).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows).toHaveCount(3);

  await page.getByLabel('Note').fill('Billing, second half');
  await page.getByLabel('Search the changes').focus();
  await page.getByRole('button', { name: 'More change actions' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export changes' }).click();
  const file = await (await download).path();
  const written = JSON.parse(readFileSync(file, 'utf8'));
  expect(written).toMatchObject({ version: 1, note: 'Billing, second half', changes: { length: 3 } });

  await api(here, 'POST', `/connections/${id}/working-copy/undo`);
  await page.reload();
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'More change actions' }).click();
  await page.getByRole('menuitem', { name: 'Import changes' }).click();
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(rows).toHaveCount(3);
});

test('a sync compares, asks by keyboard for what both changed, writes it, and can be undone as changes', async ({
  context,
}) => {
  await editHere({
    'invoice.paid': {
      description: 'Mine.',
      schemas: { '1': { ...SCHEMA, properties: { ...SCHEMA.properties, total: { type: 'integer' } } } },
    },
    'order.sent': null,
    'order.new': { description: 'New.' },
  });
  await api(there, 'PATCH', '/event-type/invoice.paid', {
    description: 'Theirs.',
    schemas: { '1': { ...SCHEMA, properties: { ...SCHEMA.properties, total: { type: 'string' } } } },
  });
  await api(there, 'PATCH', '/event-type/invoice.voided', { description: 'Voided there.' });
  const page = await openAdmin(context, here, `/${id}/changes`);
  await expect(page.getByRole('grid', { name: 'Changes' })).toBeVisible();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('review and sync');
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: /Sync with Production/ });
  await expect(sheet.getByText('2 yours, 1 theirs, 0 both agree, 1 needs you')).toBeVisible();
  await expect(sheet.getByText('1 of 2: invoice.paid > description')).toBeVisible();
  await expectAccessible(page, 'a sync with conflicts');
  await tabTo(page, sheet.getByRole('group', { name: /1 of 2/ }));
  await page.keyboard.press('3');
  await expect(sheet.getByText('2 of 2: invoice.paid > schema > total > type')).toBeVisible();
  await page.keyboard.press('2');
  await expect(sheet.getByRole('region', { name: 'Result' })).toContainText('schema > total');
  await expect(sheet.getByText('fits the schema')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(sheet.getByText('Synced')).toBeVisible();
  await expect(sheet.getByRole('list', { name: 'Event types of this sync' })).toContainText('order.new');
  await expectAccessible(page, 'the receipt of a sync');

  const after = await typesThere();
  expect(after.map(({ name }) => name)).toEqual(['invoice.paid', 'invoice.voided', 'order.new']);
  expect(after.map(({ description }) => description)).toEqual(['Theirs.', 'Voided there.', 'New.']);
  const { schemas } = await api<{ schemas: { '1': typeof SCHEMA } }>(
    there,
    'GET',
    '/event-type/invoice.paid',
  );
  expect(schemas['1'].properties.total).toEqual({ type: 'integer' });

  await sheet.getByRole('button', { name: 'Undo as new changes' }).click();
  await expect(page.getByRole('grid', { name: 'Changes' }).getByRole('row')).toHaveCount(3);
  expect(await typesThere()).toHaveLength(3);
});

test('a protected instance asks for its name before a sync writes, without what was excluded', async ({
  context,
}) => {
  await api(here, 'PATCH', `/connections/${id}`, { protected: true });
  await editHere({ 'invoice.paid': { description: 'Mine.' }, 'order.sent': null });
  const page = await openAdmin(context, here, `/${id}/changes`);
  await page.getByRole('button', { name: 'Review and sync' }).click();
  await page.getByRole('dialog').getByText('order.sent').click();
  await page.getByRole('button', { name: 'Write 1 to Production' }).click();
  await page.getByLabel('Type Production to continue').fill('Production');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Synced')).toBeVisible();
  expect((await typesThere())[0]?.description).toBe('Mine.');
  expect(await typesThere()).toHaveLength(3);
});

test('the screen is whole in the dark and on a phone', async ({ browser }) => {
  await editHere({ 'invoice.voided': { description: 'Voided.' }, 'order.sent': null });
  for (const [colorScheme, width] of [
    ['dark', 1280],
    ['light', 390],
  ] as const) {
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } });
    const page = await openAdmin(context, here, `/${id}/changes`);
    await expect(page.getByRole('grid', { name: 'Changes' })).toBeVisible();
    await expectAccessible(page, `changes, ${colorScheme}, ${width}`);
    await page.getByRole('button', { name: 'Review and sync' }).click();
    await expect(page.getByText('2 yours,')).toBeVisible();
    await expectAccessible(page, `sync, ${colorScheme}, ${width}`);
    await context.close();
  }
});

test('an import goes into the working copy, and a matrix shows what is edited there', async ({ context }) => {
  await editHere({ 'order.sent': { description: 'Sent here.', featureFlags: ['pilot'] } });
  const page = await openAdmin(context, here, `/${id}/import`);
  await expect(page.getByText('What you import goes into it, even offline.')).toBeVisible();
  const webhooks = { 'order.lost': { post: { description: 'Lost.', responses: {} } } };
  const document = { openapi: '3.1.0', info: { title: 'Shop', version: '1' }, webhooks };
  await page.getByLabel('Or paste a document').fill(JSON.stringify(document));
  await page.getByRole('button', { name: 'Read pasted document' }).click();
  await page.getByRole('button', { name: /^Import 1/ }).click();
  await expect(page.getByText('1 event type created')).toBeVisible();
  await expect(line(page)).toContainText('2 local changes');
  expect((await typesThere()).map(({ name }) => name)).not.toContain('order.lost');
  await goTo(page, here, `/${id}/preview?mode=matrix&rows=all`);
  await expect(page.getByRole('row', { name: /order\.?lost/ })).toBeVisible();
});

test('without a network the catalog is read and edited, and a sync says that nobody answers', async ({
  context,
}) => {
  await editHere({ 'order.sent': { description: 'Sent here.' } });
  await there.stop();
  const page = await openAdmin(context, here, `/${id}/catalog/invoice.paid`);
  await expect(page.getByText('Paid.', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
  await page.getByRole('dialog').getByLabel('Description').fill('Paid on a train.');
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Paid on a train.')).toBeVisible();
  await page.getByRole('link', { name: 'Usage' }).click();
  await expect(page.getByText('Usage is read from Production, which does not answer.')).toBeVisible();
  await goTo(page, here, `/${id}/catalog/invoice.paid/schema`);
  await expect(page.getByRole('treegrid').getByRole('row', { name: /total/ })).toBeVisible();
  await goTo(page, here, `/${id}/preview?mode=matrix&rows=all`);
  await expect(page.getByRole('row', { name: /order\.?sent/ })).toBeVisible();
  await line(page).getByRole('link', { name: 'Review changes' }).click();
  await page.getByRole('button', { name: 'Review and sync' }).click();
  await expect(page.getByText('Production could not be read')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(line(page)).toContainText('2 local changes');
  await expect(line(page)).toContainText('Offline');
});

/** Presses Tab until this element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 30; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not lead there');
}
