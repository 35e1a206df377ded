import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { type SampleSender, startSampleSender } from '../support/sample-sender';
import { callApi, goTo, openAdmin } from './admin-page';
import { pasteInto } from './schema-editor-page';

let sender: SampleSender;
let appId: string;
let endpointId: string;

test.use({ actionTimeout: 15_000 });

test.beforeAll(async () => {
  sender = await startSampleSender();
  appId = sender.appId;
  const endpoint = { url: 'https://acme.example/hooks', description: 'Orders' };
  const made = await sender.call<{ id: string }>('POST', `/app/${appId}/endpoint`, endpoint);
  endpointId = made.id;
});
test.afterAll(() => sender?.server.dispose());

interface Form {
  readonly name: string;
  readonly at: () => string;
  /** Buttons and links that open it. Absent: it is part of the screen. */
  readonly open?: readonly string[];
  readonly field: string;
}

const app = () => `/local/apps/${appId}`;
const endpoint = () => `${app()}/endpoints/${endpointId}`;
const ADMIN_FORMS: readonly Form[] = [
  { name: 'new event type', at: () => '/local/catalog', open: ['New'], field: 'Description' },
  { name: 'event type', at: () => '/local/catalog/invoice.paid', open: ['Edit'], field: 'Description' },
  { name: 'new application', at: () => '/local/apps', open: ['New'], field: 'Name' },
  { name: 'application', at: app, open: ['Edit'], field: 'Name' },
  { name: 'new endpoint', at: app, open: ['Add endpoint'], field: 'URL' },
  { name: 'endpoint', at: endpoint, open: ['Edit'], field: 'Description (optional)' },
  { name: 'portal access', at: app, open: ['Portal access'], field: 'Session (optional)' },
  { name: 'token', at: () => '/local/settings/tokens', open: ['New token'], field: 'Purpose' },
  { name: 'target', at: () => '/local/settings/targets', open: ['Allow a target'], field: 'Note (optional)' },
  {
    name: 'connection',
    at: () => '/local/settings/connections',
    open: ['Connect to another instance'],
    field: 'Address',
  },
  {
    name: 'limit of endpoints',
    at: () => '/local/settings/sending',
    field: 'Max. endpoints per application',
  },
  { name: 'pasted document', at: () => '/local/import', field: 'Or paste a document' },
];
const PORTAL_FORMS: readonly Form[] = [
  { name: 'new endpoint', at: () => '/endpoints/new', field: 'Address' },
  { name: 'endpoint', at: () => `/endpoints/${endpointId}/edit`, field: 'Description (optional)' },
];

/** Opens a form, and finds the field to type into. */
async function openForm(page: Page, base: string, { at, open = [], field }: Form): Promise<Locator> {
  await page.goto(`${base}#${at()}`);
  for (const name of open)
    await page
      .getByRole('button', { name, exact: true })
      .or(page.getByRole('link', { name, exact: true }))
      .first()
      .click();
  const where = open.length > 0 ? page.getByRole('dialog').last() : page;
  return where.getByRole('textbox', { name: field, exact: true });
}

/** Types into each form and leaves it with Escape, goes elsewhere, reloads, and finds the text again. */
async function walk(page: Page, base: string, forms: readonly Form[]): Promise<void> {
  for (const form of forms) {
    const field = await openForm(page, base, form);
    await field.pressSequentially(`7 ${form.name}`);
    await page.keyboard.press('Escape');
    if (form.open) await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await page.reload();
  for (const form of forms) {
    const field = await openForm(page, base, form);
    await expect(field, form.name).toHaveValue(new RegExp(`7 ${form.name}`));
    if (form.open) await page.keyboard.press('Escape');
  }
}

test('text typed into a form of the admin pages survives Escape, another screen and a reload', async ({
  context,
}) => {
  const page = await openAdmin(context, sender.server);
  await walk(page, `${sender.server.baseUrl}/`, ADMIN_FORMS);
  await goTo(page, sender.server, '/local/apps');
  await page.getByRole('button', { name: 'New', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'New application' });
  await expect(sheet.getByText('Restored what you typed before')).toBeVisible();
  await sheet.getByRole('button', { name: 'Start over' }).click();
  await expect(sheet.getByRole('textbox', { name: 'Name' })).toHaveValue('');
});

test('text typed into a form of the portal survives another page and a reload', async ({ context }) => {
  const page = await context.newPage();
  await page.goto(await sender.portalLink());
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const base = page.url().split('#')[0] ?? '';
  for (const form of PORTAL_FORMS) {
    const field = await openForm(page, base, form);
    await field.pressSequentially(`7 ${form.name}`);
  }
  for (const form of PORTAL_FORMS)
    await expect(await openForm(page, base, form), form.name).toHaveValue(new RegExp(`7 ${form.name}`));
});

test('of two browsers that edit the same endpoint, the second is shown both values, and keeps its text', async ({
  browser,
  context,
}) => {
  const [first, second] = [
    await openAdmin(context, sender.server, endpoint()),
    await openAdmin(await browser.newContext(), sender.server, endpoint()),
  ];
  for (const page of [first, second]) await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const edit = (page: Page) => page.getByRole('dialog', { name: 'Edit endpoint' });
  const mine = edit(second).getByRole('textbox', { name: 'Description' });
  await mine.fill('Orders of the warehouse');
  await edit(second).getByRole('textbox', { name: 'URL' }).fill('https://acme.example/mine');
  await edit(first).getByRole('textbox', { name: 'URL' }).fill('https://acme.example/new');
  await edit(first).getByRole('button', { name: 'Save' }).click();
  await expect(edit(first)).toHaveCount(0);
  await edit(second).getByRole('button', { name: 'Save' }).click();
  const conflict = edit(second).getByRole('group', { name: 'URL' });
  await expect(conflict).toContainText('https://acme.example/new');
  await expect(conflict).toContainText('https://acme.example/mine');
  await expect(mine).toHaveValue('Orders of the warehouse');
  await expect(conflict).toBeInViewport();
  await conflict.getByText('Keep the stored one').click();
  await edit(second).getByRole('button', { name: 'Save' }).click();
  await expect(edit(second)).toHaveCount(0);
  const stored = await callApi(sender.server, 'GET', `/app/${appId}/endpoint/${endpointId}`);
  expect(stored).toMatchObject({
    url: 'https://acme.example/new',
    description: 'Orders of the warehouse',
  });
  await second.context().close();
});

test('an example that somebody else has saved meanwhile is shown, and not overwritten unasked', async ({
  context,
}) => {
  const page = await openAdmin(context, sender.server, '/local/catalog/invoice.paid');
  const stored = async () =>
    (await callApi<{ schemas: Record<string, object> }>(sender.server, 'GET', '/event-type/invoice.paid'))
      .schemas['1'];
  await page.getByRole('button', { name: /^(Use as my|Edit) example/ }).click();
  const text = page.getByRole('textbox', { name: 'Example' });
  await expect(page.locator('.monaco-editor').first()).toBeVisible();
  await text.press('Control+a');
  await pasteInto(text, '{"mine": 1}');
  const schema = { ...(await stored()), examples: [{ theirs: 2 }] };
  await callApi(sender.server, 'PATCH', '/event-type/invoice.paid', { schema });
  await page.getByRole('button', { name: 'Save example' }).click();
  const conflict = page.getByRole('group', { name: 'Example' });
  await expect(conflict).toContainText('"theirs": 2');
  expect(await stored()).toEqual(schema);
  await conflict.getByText('Keep mine').click();
  await page.getByRole('button', { name: 'Save example' }).click();
  await expect.poll(stored).toEqual({ ...schema, examples: [{ mine: 1 }] });
  await expect(text).toHaveCount(0);
});
