import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { keepBusy } from '../support/busy-page';
import { newSignal } from '../support/new-signal';
import { type SampleSender, startSampleSender } from '../support/sample-sender';
import { AT_NIGHT } from '../support/share';
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
  endpointId = (await sender.call<{ id: string }>('POST', `/app/${appId}/endpoint`, endpoint)).id;
});
test.afterAll(() => sender?.server.dispose());

const endpoint = () => `/local/apps/${appId}/endpoints/${endpointId}`;

/** Saves while the answer is held, types more meanwhile, and lets the answer through. */
async function typeWhileSaving(page: Page, press: Locator, more: () => Promise<void>): Promise<void> {
  const [held, letThrough] = newSignal();
  const [requested, isAsked] = newSignal();
  const isWrite = (method: string) => method === 'PATCH' || method === 'PUT';
  await page.route('**/api/v1/**', async (route) => {
    if (!isWrite(route.request().method())) return route.fallback();
    isAsked();
    await held;
    return route.fallback();
  });
  const answered = page.waitForResponse((response) => isWrite(response.request().method()));
  await press.click();
  await requested;
  await more();
  letThrough();
  await answered;
  await page.unroute('**/api/v1/**');
}

test('what is typed while a form is saved stays in it', async ({ context }) => {
  const { baseUrl, adminToken: token } = sender.server;
  const mirror = { name: 'Mirror', baseUrl, token, mode: 'direct' };
  const { id } = await sender.call<{ id: string }>('POST', '/connections', mirror);
  const page = await openAdmin(context, sender.server, '/local/settings/connections');
  const sheet = page.getByRole('dialog');
  const name = sheet.getByRole('textbox', { name: 'Name' });
  await test.step('connection', async () => {
    await page.getByRole('button', { name: 'Edit Mirror' }).click();
    await name.fill('Mirror 2');
    await typeWhileSaving(page, sheet.getByRole('button', { name: 'Save' }), () => name.fill('Mirror'));
    await expect(name).toHaveValue('Mirror');
    await sheet.getByRole('button', { name: 'Save' }).click();
    await expect(sheet).toHaveCount(0);
    expect(await sender.call('GET', `/connections/${id}`)).toMatchObject({ name: 'Mirror' });
  });
  await test.step('flag set', async () => {
    await goTo(page, sender.server, '/local/preview');
    await page.getByRole('button', { name: 'New set' }).click();
    await name.fill('Early');
    await typeWhileSaving(page, sheet.getByRole('button', { name: 'Add set' }), () =>
      name.fill('Early birds'),
    );
    await expect(name).toHaveValue('Early birds');
    // What is left unsaved is of this set, and not the beginning of the next one.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'New set' }).click();
    await expect(name).toHaveValue('');
    await sheet.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: /^Change . Early$/ }).click();
    await page.getByRole('menuitem', { name: 'Edit name, color and flags' }).click();
    await expect(name).toHaveValue('Early birds');
    await sheet.getByRole('button', { name: 'Save set' }).click();
    await expect(sheet).toHaveCount(0);
    const { flagSets } = await sender.call<{ flagSets: { name: string }[] }>('GET', '/catalog/flag-sets');
    expect(flagSets.map((set) => set.name)).toContain('Early birds');
    expect(flagSets.map((set) => set.name)).not.toContain('Early');
  });
  const portal = await context.newPage();
  await portal.goto(await sender.portalLink());
  await expect(portal.getByRole('heading', { level: 1 })).toBeVisible();
  const base = portal.url().split('#')[0] ?? '';
  await test.step('endpoint in the portal', async () => {
    await portal.goto(`${base}#/endpoints/${endpointId}/edit`);
    const description = portal.getByRole('textbox', { name: 'Description (optional)' });
    const save = portal.locator('form').getByRole('button', { name: /^Sav/ });
    await description.fill('One');
    await typeWhileSaving(portal, save, () => description.fill('One and two'));
    await expect(save).toHaveText('Save changes');
    await expect(description).toHaveValue('One and two');
    await save.click();
    await expect(description).toHaveCount(0);
    const stored = await sender.call('GET', `/app/${appId}/endpoint/${endpointId}`);
    expect(stored).toMatchObject({ description: 'One and two' });
  });
  await test.step('headers', async () => {
    await portal.goto(`${base}#/endpoints/${endpointId}?tab=settings`);
    const [header, value] = ['Header', 'Value'].map((label) =>
      portal.getByRole('textbox', { name: label }),
    ) as [Locator, Locator];
    await header.fill('x-first');
    await value.fill('1');
    await typeWhileSaving(portal, portal.getByRole('button', { name: 'Set header' }), () =>
      header.fill('x-next'),
    );
    await expect(portal.getByText('x-first')).toBeVisible();
    await expect(header).toHaveValue('x-next');
    await expect(value).toHaveValue('');
  });
});

test('what is typed right after a save counts, also while the page is busy', async ({ context }) => {
  await sender.call('PATCH', '/settings', { endpointsPerAppLimit: 5 });
  const page = await openAdmin(context, sender.server, '/local/settings/sending');
  const limit = page.getByRole('textbox', { name: 'Max. endpoints per application' });
  await limit.fill('50');
  const endBusy = await keepBusy(page);
  let isWritten = false;
  const readAgain = page.waitForResponse((response) => {
    if (!response.url().endsWith('/api/v1/settings')) return false;
    if (response.request().method() === 'PATCH') isWritten = true;
    return isWritten && response.request().method() === 'GET';
  });
  await page.keyboard.press('Control+s');
  await readAgain;
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await page.keyboard.press('End');
  await page.keyboard.type('0');
  await endBusy();
  await expect(limit).toHaveValue('500');
  await page.keyboard.press('Control+s');
  await expect.poll(() => sender.call('GET', '/settings')).toMatchObject({ endpointsPerAppLimit: 500 });
});

test(
  'all changes on a settings page are saved by keyboard, and a conflict names its fields',
  AT_NIGHT,
  async ({ context }) => {
    const page = await openAdmin(context, sender.server, '/local/settings/sending');
    const settings = () => sender.call('GET', '/settings');
    await page.getByRole('textbox', { name: 'Retry 1 after', exact: true }).fill('7 s');
    const limit = page.getByRole('textbox', { name: 'Max. endpoints per application' });
    await limit.fill('77');
    await page.keyboard.press('Control+s');
    await expect.poll(settings).toMatchObject({ endpointsPerAppLimit: 77 });
    await expect.poll(settings).toMatchObject({ retryPolicy: expect.arrayContaining([7]) });

    await goTo(page, sender.server, '/local/settings/portal');
    const font = page.getByRole('textbox', { name: 'Font', exact: true });
    await font.fill('Mine');
    await sender.call('PATCH', '/settings', { customFontFamily: 'Theirs' });
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await page.getByRole('button', { name: 'Save branding' }).click();
    const conflict = page.getByRole('group', { name: 'Font', exact: true });
    await expect(conflict).toContainText('Theirs');
    await expect(font).toHaveValue('Mine');
    // The conflict stands above its buttons, and leaves their sentence one line.
    await page.setViewportSize({ width: 1280, height: 800 });
    const count = page.getByText('1 unsaved setting');
    const lineHeight = count.evaluate((element) => Number.parseFloat(getComputedStyle(element).lineHeight));
    expect((await count.boundingBox())?.height).toBe(await lineHeight);
    expect(await settings()).toMatchObject({ customFontFamily: 'Theirs' });
    await conflict.getByText('Keep mine').click();
    await page.getByRole('button', { name: 'Save branding' }).click();
    await expect.poll(settings).toMatchObject({ customFontFamily: 'Mine' });
    await expect(page.getByText(/unsaved setting/)).toHaveCount(0);
  },
);

// Held by `save-changes.test.ts`.
test(
  'of two browsers that edit the same endpoint, the second is shown both values, and keeps its text',
  AT_NIGHT,
  async ({ browser, context }) => {
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
  },
);

test(
  'an example that someone else saved meanwhile is shown, and not overwritten without asking',
  AT_NIGHT,
  async ({ context }) => {
    const page = await openAdmin(context, sender.server, '/local/catalog/invoice.paid');
    const stored = async () =>
      (await callApi<{ schemas: Record<string, object> }>(sender.server, 'GET', '/event-type/invoice.paid'))
        .schemas['1'];
    await page.getByRole('button', { name: /^(Use as my|Edit) example/ }).click();
    const text = page.getByRole('textbox', { name: 'Example' });
    await expect(page.locator('.monaco-editor').first()).toBeVisible();
    await text.press('Control+a');
    await pasteInto(text, '{"mine": 1}');
    await expect(page.locator('.monaco-editor .view-lines')).toHaveText(/"mine"/);
    const schema = { ...(await stored()), examples: [{ theirs: 2 }] };
    await callApi(sender.server, 'PATCH', '/event-type/invoice.paid', { schema });
    await page.getByRole('button', { name: 'Save example' }).click();
    const conflict = page.getByRole('group', { name: 'Example' });
    await expect(conflict).toContainText('"theirs": 2');
    expect(await stored()).toEqual(schema);
    // The form has stayed as it was.
    await expect(page.getByText('Restored what you typed before')).toHaveCount(0);
    await conflict.getByText('Keep mine').click();
    await page.getByRole('button', { name: 'Save example' }).click();
    await expect.poll(stored).toEqual({ ...schema, examples: [{ mine: 1 }] });
    await expect(text).toHaveCount(0);
  },
);
