import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { type SampleSender, startSampleSender } from '../support/sample-sender';
import { IS_WHOLE, some } from '../support/share';
import { callApi, goTo, openAdmin } from './admin-page';
import { ADMIN_FORMS, type Form, type FormPlaces, PORTAL_FORMS } from './kept-forms';

let sender: SampleSender;
let places: FormPlaces;

test.use({ actionTimeout: 15_000 });

test.beforeAll(async () => {
  sender = await startSampleSender();
  const { appId } = sender;
  const endpoint = { url: 'https://acme.example/hooks', description: 'Orders' };
  const { id: endpointId } = await sender.call<{ id: string }>('POST', `/app/${appId}/endpoint`, endpoint);
  await sender.call('POST', '/app', { name: 'Initech' });
  const { baseUrl, adminToken: token } = sender.server;
  const connection = { name: 'Mirror', baseUrl, token, mode: 'working-copy' };
  const { id: copyId } = await sender.call<{ id: string }>('POST', '/connections', connection);
  places = { appId, endpointId, copyId };
  await sender.call('POST', '/flag-releases', { flag: 'beta', at: '2100-01-01T00:00:00Z' });
  // A conflict, for what is typed into its card.
  await sender.call('POST', '/event-type', { name: 'edited.twice', description: 'Before.' });
  const copy = `/connections/${places.copyId}/working-copy`;
  await sender.call('POST', `${copy}/fetch`);
  await sender.call('PUT', `${copy}/event-types/edited.twice`, { description: 'Mine.' });
  await sender.call('PATCH', '/event-type/edited.twice', { description: 'Theirs.' });
});
test.afterAll(() => sender?.server.dispose());

/** Opens a form, and finds the field to type into. */
async function openForm(page: Page, base: string, form: Form): Promise<Locator> {
  const { at, open = [], document, isInScreen = open.length === 0, field } = form;
  await page.goto(`${base}#${at(places)}`);
  if (document) await choose(page, document);
  for (const name of open) {
    const opener =
      name instanceof RegExp
        ? page.getByRole('row', { name })
        : page
            .getByRole('button', { name, exact: true })
            .or(page.getByRole('link', { name, exact: true }))
            .or(page.getByRole('menuitem', { name, exact: true }));
    await opener.first().click();
  }
  const where = isInScreen ? page.locator('main') : page.getByRole('dialog').last();
  return where
    .getByRole('textbox', { name: field, exact: true })
    .or(where.getByRole('combobox', { name: field, exact: true }))
    .first();
}

/** Gives the screen of an import this document. */
async function choose(page: Page, document: object): Promise<void> {
  const buffer = Buffer.from(JSON.stringify(document));
  const file = { name: 'shop.json', mimeType: 'application/json', buffer };
  await page.getByRole('region', { name: 'Choose a document' }).locator('input').setInputFiles(file);
}

async function expectText(page: Page, field: Locator, { name, isEditor }: Form): Promise<void> {
  const text = new RegExp(`7.${name.replaceAll(' ', '.')}`);
  if (isEditor) await expect(page.locator('.view-lines').last(), name).toContainText(text);
  else await expect(field, name).toHaveValue(text);
}

/** Escape closes first what is open in a sheet, such as a list of suggestions. */
async function leave(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog');
  for (let presses = 0; presses < 3 && (await sheet.count()) > 0; presses += 1)
    await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
}

/** Types into each form and leaves it with Escape, goes elsewhere, reloads, and finds the text again. */
async function walk(page: Page, base: string, forms: readonly Form[]): Promise<void> {
  for (const form of forms) {
    const field = await openForm(page, base, form);
    if (form.begin) await page.getByText(form.begin, { exact: true }).click();
    if (form.isEditor) await field.pressSequentially(`7 ${form.name}`);
    else await field.fill(`7 ${form.name}`);
    await page.keyboard.press('Escape');
    await leave(page);
  }
  await page.reload();
  for (const form of forms) {
    const field = await openForm(page, base, form);
    await expectText(page, field, form);
    await leave(page);
  }
}

/**
 * A second tab finds in some of the forms only what is stored. What is typed there into the first of them survives a
 * reload, and changes nothing of what the first tab keeps.
 * @param stored what is stored in the field of each of these forms, by the name of the form
 */
async function expectOwnDrafts(
  [first, second]: readonly [Page, Page],
  base: string,
  forms: readonly Form[],
  stored: Readonly<Record<string, string>>,
): Promise<void> {
  const some = forms.filter(({ name }) => stored[name] !== undefined);
  expect(some.map(({ name }) => name).sort()).toEqual(Object.keys(stored).sort());
  for (const form of some) {
    await expect(await openForm(second, base, form), form.name).toHaveValue(stored[form.name] ?? '');
    await leave(second);
  }
  const [typed] = some as [Form];
  await (await openForm(second, base, typed)).fill('of the second tab');
  await leave(second);
  await first.reload();
  for (const form of some) {
    await expectText(first, await openForm(first, base, form), form);
    await leave(first);
  }
  await second.reload();
  await expect(await openForm(second, base, typed)).toHaveValue('of the second tab');
}

test('text typed into a form of the admin pages survives Escape, another screen and a reload, and stays in its tab', async ({
  context,
}) => {
  const page = await openAdmin(context, sender.server);
  const base = `${sender.server.baseUrl}/`;
  const first = { 'event type': 'An invoice was paid in full.', 'new application': '' };
  // All forms keep their text with the same hook, and whose tab it is in the same storage.
  const more = { application: 'Acme Industries', 'new endpoint': '', endpoint: 'Orders', token: '' };
  const stored: Readonly<Record<string, string>> = IS_WHOLE ? { ...first, ...more } : first;
  const walked = some(ADMIN_FORMS, 4);
  await walk(
    page,
    base,
    ADMIN_FORMS.filter((form) => form.name in stored || walked.includes(form)),
  );
  await expectOwnDrafts([page, await openAdmin(context, sender.server)], base, ADMIN_FORMS, stored);
  await goTo(page, sender.server, '/local/apps');
  await page.getByRole('button', { name: 'New', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'New application' });
  await expect(sheet.getByText('Restored what you typed before')).toBeVisible();
  await sheet.getByRole('button', { name: 'Start over' }).click();
  await expect(sheet.getByRole('textbox', { name: 'Name' })).toHaveValue('');
});

test('text typed into a form of the portal survives Escape, another page and a reload, and stays in its tab', async ({
  context,
}) => {
  const openPortal = async () => {
    const page = await context.newPage();
    await page.goto(await sender.portalLink());
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    return page;
  };
  const page = await openPortal();
  const base = page.url().split('#')[0] ?? '';
  await walk(page, base, PORTAL_FORMS);
  const stored = { 'new endpoint': '', endpoint: 'Orders' };
  await expectOwnDrafts([page, await openPortal()], base, PORTAL_FORMS, stored);
  // Whoever uses the browser after a log-out finds none of it.
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('heading', { name: 'You are logged out' })).toBeVisible();
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  expect(PORTAL_FORMS.filter(({ name }) => kept.includes(`7 ${name}`))).toEqual([]);
});

test('a payload to check and the note about changes survive a reload right after a key', async ({
  context,
}) => {
  const base = `${sender.server.baseUrl}/`;
  const page = await openAdmin(context, sender.server, '/local/catalog/invoice.paid');
  await page.getByText('Check a payload', { exact: true }).click();
  const payload = page.getByRole('textbox', { name: 'Payload to check' });
  await payload.fill('{"id": "pasted"}');
  await page.goto(`${base}#/${places.copyId}/changes`);
  const note = page.getByRole('textbox', { name: 'Note' });
  // Held, so that nothing but the browser can have it after the reload.
  let isLeft = false;
  await page.route('**/working-copy', (route) =>
    route.request().method() === 'PATCH' && !isLeft ? route.abort() : route.continue(),
  );
  await note.pressSequentially('why');
  page.once('framenavigated', () => {
    isLeft = true;
  });
  await page.reload();
  await expect(note).toHaveValue('why');
  const state = () => sender.call('GET', `/connections/${places.copyId}/working-copy`);
  await expect.poll(state).toMatchObject({ note: 'why' });
  await page.goto(`${base}#/local/catalog/invoice.paid`);
  await expect(payload).toHaveValue('{"id": "pasted"}');
});

test('a name that is typed and not added is saved with the form, and no form is saved with one that is not valid', async ({
  context,
}) => {
  const { appId, endpointId } = places;
  const endpoint = `/app/${appId}/endpoint/${endpointId}`;
  const page = await openAdmin(context, sender.server, `/local/apps/${appId}/endpoints/${endpointId}`);
  const edit = page.getByRole('dialog');
  const save = edit.getByRole('button', { name: 'Save', exact: true });
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await edit.getByText('Selected events', { exact: true }).click();
  const byName = edit.getByRole('textbox', { name: 'Add by name' });
  await byName.fill('pi ng');
  await expect(save).toBeDisabled();
  await byName.fill('ping');
  await save.click();
  await expect(edit).toHaveCount(0);
  const stored = await callApi(sender.server, 'GET', endpoint);
  expect(stored).toMatchObject({ filterTypes: ['ping'] });
  await callApi(sender.server, 'PATCH', endpoint, { filterTypes: null });

  await goTo(page, sender.server, '/local/catalog/ping');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const flags = edit.getByRole('textbox', { name: 'Feature flags' });
  await flags.fill('not a flag');
  await expect(save).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(edit).toHaveCount(0);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(flags).toHaveValue('not a flag');
  await expect(save).toBeDisabled();
  await edit.getByRole('button', { name: 'Start over' }).click();
  await expect(flags).toHaveValue('');
  await expect(save).toBeEnabled();
  // One that is offered is added beside it.
  await flags.fill('typed');
  const offered = edit.getByRole('button', { name: /^Add flag / }).first();
  const flag = ((await offered.getAttribute('aria-label')) ?? '').slice('Add flag '.length);
  await offered.click();
  await expect(flags).toHaveValue('typed');
  await save.click();
  await expect(edit).toHaveCount(0);
  const { featureFlags } = await callApi<{ featureFlags: string[] }>(
    sender.server,
    'GET',
    '/event-type/ping',
  );
  expect(featureFlags).toEqual(expect.arrayContaining([flag, 'typed']));
});

test('a draft that another version kept, or that was changed by hand, breaks no form', async ({
  context,
}) => {
  const page = await openAdmin(context, sender.server, '/local/apps');
  const drafts = {
    [`local/endpoint/${places.endpointId}`]: { opened: {}, fields: { draft: { url: 1 } }, secrets: [] },
    'local/new-token': { opened: null, fields: { name: 5, flags: 'x' }, secrets: [] },
    'local/public-page': { opened: {}, fields: { touched: { name: 5 } }, secrets: [] },
    'local/new-application': [1],
  };
  await page.evaluate((kept) => {
    for (const [key, draft] of Object.entries(kept))
      sessionStorage.setItem(`posthorn-draft ${key}`, JSON.stringify(draft));
  }, drafts);
  await page.reload();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await goTo(page, sender.server, `/local/apps/${places.appId}/endpoints/${places.endpointId}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'URL' })).toHaveValue(/^https:/);
  await page.keyboard.press('Escape');
  await goTo(page, sender.server, '/local/settings/tokens');
  await page.getByRole('button', { name: 'New token' }).click();
  await expect(page.getByRole('textbox', { name: 'Purpose' })).toHaveValue('');
  await expect(page.getByText('Restored what you typed before')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await goTo(page, sender.server, '/local/public');
  await expect(page.getByRole('textbox', { name: 'Display name' })).toHaveValue('');
  expect(errors).toEqual([]);
});
