import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { expectAccessible } from '../support/page-checks';
import { AT_NIGHT } from '../support/share';
import type { RunningPosthorn } from '../support/start-posthorn';
import { callApi, goTo, openAdmin, watch } from './admin-page';
import { cell, code, grid, jsonShows, pasteInto, row, saveBreaking, saved } from './schema-editor-page';

let posthorn: RunningPosthorn;
/** For all tests: an editor takes a while to load. */
let page: Page;
let names = 0;

const SCHEMA = {
  type: 'object',
  required: ['id', 'total'],
  'x-owner': 'billing',
  properties: {
    id: { type: 'string', format: 'uuid' },
    total: { type: 'integer', minimum: 0, 'x-column': 'order_total' },
    customer: { $ref: '#/definitions/Customer' },
    gift: { $ref: '#/definitions/Gift' },
  },
  definitions: { Customer: { type: 'object', properties: { name: { type: 'string' } } } },
};

test.beforeAll(async ({ browser, shared }) => {
  posthorn = shared;
  page = await openAdmin(await browser.newContext({ viewport: { width: 1280, height: 800 } }), posthorn);
});
test.afterAll(() => page?.context().close());

// A page with two editors takes a while on a busy machine.
test.setTimeout(180_000);

/** Creates an event type with a schema and opens the editor. */
async function openEditor(schema: unknown = SCHEMA, own = page): Promise<string> {
  names += 1;
  const name = `editor.edited${names}`;
  await callApi(posthorn, 'POST', '/event-type', {
    name,
    description: 'Paid',
    ...(schema ? { schema } : {}),
  });
  await goTo(own, posthorn, `/local/catalog/${name}/schema`);
  await expect(grid(own)).toBeVisible();
  return name;
}

const stored = async (name: string) =>
  (await callApi<{ schemas: Record<string, typeof SCHEMA> }>(posthorn, 'GET', `/event-type/${name}`)).schemas[
    '1'
  ];

test(
  'a screen that is being left does not write into the URL of the next one',
  AT_NIGHT,
  async ({ browser }) => {
    const context = await browser.newContext();
    // On a busy machine a timer of the old screen may end before the next one is rendered: this forces that order.
    await context.addInitScript((restMs) => {
      const later = window.setTimeout.bind(window);
      let isDue = () => {};
      const heldBack = (work: () => void, ms?: number) => {
        if (ms !== restMs) return later(work, ms);
        isDue = work;
        return 0;
      };
      window.setTimeout = heldBack as typeof window.setTimeout;
      const push = history.pushState.bind(history);
      history.pushState = (...entry) => {
        push(...entry);
        queueMicrotask(isDue);
      };
    }, 500);
    const own = await openAdmin(context, posthorn);
    const name = await openEditor(SCHEMA, own);
    // The focused row goes into the address after a rest.
    await cell(own, 'total').focus();
    await own.getByRole('link', { name: 'Preview in the portal' }).click();
    await expect(own.getByRole('heading', { name: 'Portal preview' })).toBeAttached();
    await expect(own).toHaveURL(new RegExp(`preview\\?page=%2Fcatalog%2F${name.replace('.', '\\.')}$`));
    await context.close();
  },
);

// Held by `raw-json-text.test.ts`.
test('the schema editor keeps the spelling of numbers when another field is edited', AT_NIGHT, async () => {
  const name = 'editor.spelled';
  const schema =
    '{"properties":{"big":{"maximum":9223372036854775807,"multipleOf":2.0},"id":{"type":"string"}}}';
  const ask = (method: string, path: string, body?: string) =>
    fetch(`${posthorn.baseUrl}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${posthorn.adminToken}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
    }).then((response) => response.text());
  await ask('POST', '/event-type', `{"name":"${name}","description":"","schema":${schema}}`);
  await goTo(page, posthorn, `/local/catalog/${name}/schema`);
  await expect(row(page, 'big')).toContainText('≤ 9223372036854775807');
  await expect(row(page, 'big')).toContainText('multiple of 2.0');
  await jsonShows(page, '9223372036854775807');
  await cell(page, 'id').focus();
  await page.keyboard.press('Alt+r');
  await expect(row(page, 'id')).toContainText('required');
  await page.keyboard.press('Control+s');
  await saved(page);
  expect(await ask('GET', `/event-type/${name}`)).toContain(`${schema.slice(0, -1)},"required":["id"]}`);
});

test('a schema is edited and saved by keyboard alone', async () => {
  const seen = watch(page, posthorn);
  const name = await openEditor();
  const { keyboard } = page;
  await cell(page, 'total').focus();
  await keyboard.press('Control+Enter');
  await expect(grid(page).getByRole('textbox')).toBeFocused();
  await keyboard.type('paid_at');
  await keyboard.press('Tab');
  await expect(row(page, 'paid_at').getByRole('gridcell').nth(1)).toBeFocused();
  await keyboard.press('Alt+t');
  await expect(page.getByRole('menu', { name: 'Type of paid_at' })).toBeVisible();
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await expect(row(page, 'paid_at')).toContainText('integer');
  await expect(row(page, 'paid_at').getByRole('gridcell').nth(1)).toBeFocused();
  await keyboard.press('Alt+r');
  await expect(row(page, 'paid_at')).toContainText('required');
  await keyboard.press('Alt+d');
  await keyboard.type('When, in seconds.');
  await keyboard.press('Enter');
  await expect(row(page, 'paid_at')).toContainText('When, in seconds.');
  await keyboard.press('Home');
  await keyboard.press('Alt+ArrowUp');
  await expect(cell(page, 'paid_at')).toBeFocused();
  await keyboard.press('Enter');
  await keyboard.press('Control+a');
  await keyboard.type('settled_at');
  await keyboard.press('Enter');
  await test.step('delete with two strokes, and take it back', async () => {
    await cell(page, 'gift').focus();
    await keyboard.press('Backspace');
    await expect(row(page, 'gift')).toContainText('Backspace again deletes it');
    await keyboard.press('Backspace');
    await expect(row(page, 'gift')).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Deleted gift');
    await keyboard.press('Control+z');
    await expect(row(page, 'gift')).toHaveCount(1);
    await keyboard.press('Control+Shift+z');
    await expect(row(page, 'gift')).toHaveCount(0);
  });
  await saveBreaking(page);
  expect(JSON.stringify(await stored(name))).toBe(
    JSON.stringify({
      ...SCHEMA,
      required: ['id', 'total', 'settled_at'],
      properties: {
        id: SCHEMA.properties.id,
        settled_at: { type: 'integer', description: 'When, in seconds.' },
        total: SCHEMA.properties.total,
        customer: SCHEMA.properties.customer,
      },
    }),
  );
  await test.step('Tab leaves the grid at the end of a row', async () => {
    await cell(page, 'total').focus();
    for (let times = 0; times < 5; times += 1) await keyboard.press('Tab');
    await expect(grid(page).locator(':focus')).toHaveCount(0);
  });
  expect(seen).toEqual({ errors: [], foreign: [] });
});

test('fields and JSON are one document with one undo history', async () => {
  await openEditor();
  await cell(page, 'total').focus();
  await page.keyboard.press('Alt+r');
  await expect(row(page, 'total')).toContainText('optional');
  await replaceInCode('"order_total"', '"sum"');
  await cell(page, 'id').focus();
  await page.keyboard.press('Alt+r');
  await expect(row(page, 'id')).toContainText('optional');
  await page.getByRole('button', { name: '3 steps' }).click();
  await expect(page.getByRole('dialog', { name: 'Steps' }).getByRole('button')).toHaveText([
    'Opened',
    'Make total optional',
    'Edit the JSON',
    'Make id optional',
  ]);
  await page.keyboard.press('Escape');
  await test.step('undo goes back through both, from either side', async () => {
    await code(page).focus();
    await page.keyboard.press('Control+z');
    await expect(row(page, 'id')).toContainText('required');
    await jsonShows(page, '"sum"');
    await page.keyboard.press('Control+z');
    await jsonShows(page, '"order_total"');
    await cell(page, 'customer').focus();
    await page.keyboard.press('Control+z');
    await expect(row(page, 'total')).toContainText('required');
    await saved(page);
    await page.keyboard.press('Control+Shift+z');
    await expect(row(page, 'total')).toContainText('optional');
  });
  await test.step('Escape and Tab lead out of the JSON', async () => {
    await code(page).focus();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+Tab');
    await expect(code(page)).not.toBeFocused();
  });
});

test('F12 opens the collapsed branch of a reference, and focuses the row it refers to', async () => {
  await openEditor({
    properties: { ship: { $ref: '#/definitions/Customer/properties/address' } },
    definitions: { Customer: { properties: { address: { type: 'object' } } } },
  });
  await expect(cell(page, 'address')).toHaveCount(0);
  await cell(page, 'ship').focus();
  await page.keyboard.press('F12');
  await expect(cell(page, 'address')).toBeFocused();
});

test('the JSON editor marks what Draft 7 forbids, and completes its keywords', async () => {
  const seen = watch(page, posthorn);
  await openEditor();
  await replaceInCode('"type": "integer"', '"type": "intger"');
  await expect(page.locator('.squiggly-warning, .squiggly-error').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^[2-9] errors/ })).toBeVisible();
  await replaceInCode('"x-owner"', '"maxProp"');
  await page.keyboard.press('Control+Space');
  await expect(page.locator('.suggest-widget')).toContainText('maxProperties');
  expect(seen).toEqual({ errors: [], foreign: [] });
});

test('invalid JSON disables the fields, and a button leads to the error', async () => {
  await openEditor();
  await replaceInCode('"x-owner": "billing",', '"x-owner" "billing",');
  const notice = page.getByRole('alert').filter({ hasText: 'JSON has an error at line 7, column 13' });
  await expect(notice).toContainText('A colon is missing.');
  await expect(page.getByText('JSON has an error')).toHaveCount(1);
  await expect(page.locator('.squiggly-error')).toHaveCount(1);
  await expect(page.getByText('Not checked until the JSON is correct')).toBeVisible();
  await expect(grid(page)).toHaveAttribute('inert');
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await test.step('the fields of the last valid JSON survive a reload', async () => {
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(notice).toContainText('The fields show the last valid JSON');
    await expect(row(page, 'total')).toContainText('integer');
  });
  await page.getByRole('button', { name: 'Go to line 7' }).click();
  await expect(code(page)).toBeFocused();
  await page.keyboard.type(':');
  await expect(notice).toHaveCount(0);
  await expect(grid(page)).not.toHaveAttribute('inert');
});

test(
  'problems link to their row, and a payload is validated against the schema by the server',
  AT_NIGHT,
  async () => {
    await openEditor();
    await page.getByRole('button', { name: /^1 error/ }).click();
    await page.getByRole('button', { name: /has no target/ }).click();
    await expect(cell(page, 'gift')).toBeFocused();
    await page.keyboard.press('Alt+t');
    await page.getByRole('menuitemradio', { name: 'Customer' }).click();
    await expect(page.getByText('No problems')).toBeVisible();
    await page.getByRole('button', { name: 'Check a payload' }).click();
    const sheet = page.getByRole('dialog', { name: 'Check a payload' });
    await expect(sheet.locator('.view-lines')).toContainText('total');
    const payload = sheet.getByRole('textbox', { name: 'Payload to check' });
    await payload.focus();
    await page.keyboard.press('Control+a');
    await pasteInto(payload, '{"id": "no", "total": -1}');
    await page.keyboard.press('Control+Enter');
    await expect(sheet.getByText('Payload violates the schema in 2 places')).toBeVisible();
    await expect(sheet.getByText('/total')).toBeVisible();
  },
);

test('unsaved edits survive navigation, and never overwrite what someone else saved', AT_NIGHT, async () => {
  const name = await openEditor();
  await cell(page, 'total').focus();
  await page.keyboard.press('Alt+r');
  await expect(page.getByText('Not saved, kept in this browser')).toBeVisible();
  await goTo(page, posthorn, '/local/apps');
  await expect(grid(page)).toHaveCount(0);
  const theirs = { ...SCHEMA, title: 'Theirs' };
  await callApi(posthorn, 'PATCH', `/event-type/${name}`, { schema: theirs });
  await goTo(page, posthorn, `/local/catalog/${name}`);
  await expect(page.getByText('unsaved changes')).toBeVisible();
  await expect(page.getByRole('row', { name: `${name}, unsaved schema` })).toBeVisible();
  await page.getByRole('link', { name: 'Edit schema' }).click();
  await expect(row(page, 'total')).toContainText('optional');
  await expect(page.getByText('Someone else has changed this schema')).toBeVisible();
  await cell(page, 'total').focus();
  await page.keyboard.press('Control+s');
  expect(await stored(name)).toEqual(theirs);
  await page.getByRole('button', { name: 'Compare and decide' }).click();
  const sheet = page.getByRole('dialog', { name: 'Two people changed this schema' });
  await expect(sheet).toContainText('both are kept');
  await sheet.getByRole('button', { name: 'Use theirs' }).click();
  await saved(page);
  await expect(row(page, 'total')).toContainText('required');
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(row(page, 'total')).toContainText('optional');
  await saveBreaking(page);
  expect(await stored(name)).toMatchObject({ required: ['id'] });
});

test('unsaved edits survive a reload with their undo history, show a diff, and merge with changes of others', async () => {
  page.on('dialog', (dialog) => void dialog.accept());
  const name = await openEditor();
  await cell(page, 'total').focus();
  await page.keyboard.press('Alt+r');
  await replaceInCode('"uuid"', '"email"');
  await expect(page.getByText('Not saved, kept in this browser')).toBeVisible();
  const theirs = structuredClone(SCHEMA);
  theirs.properties.id.format = 'uri';
  await callApi(posthorn, 'PATCH', `/event-type/${name}`, { description: 'Other words' });
  await page.reload();
  await expect(row(page, 'total')).toContainText('optional');
  await page.getByRole('button', { name: 'Show changes' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Unsaved changes' })).toContainText('total');
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await saved(page);
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'total')).toContainText('optional');
  await expect(page.getByRole('button', { name: '2 steps' })).toBeVisible();
  await callApi(posthorn, 'PATCH', `/event-type/${name}`, { schema: { ...theirs, title: 'Theirs' } });
  await page.keyboard.press('Control+s');
  await page.getByRole('button', { name: 'Compare and decide' }).click();
  const sheet = page.getByRole('dialog', { name: 'Two people changed this schema' });
  await expect(sheet).toContainText('You both changed one field');
  await expect(sheet.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(sheet.getByRole('button', { name: 'Merge both' })).toBeDisabled();
  await expectNoFault('merge');
  await sheet.getByRole('radio', { name: 'Theirs' }).click();
  await sheet.getByRole('button', { name: 'Merge both' }).click();
  await saveBreaking(page);
  expect(await stored(name)).toEqual({ ...theirs, title: 'Theirs', required: ['id'] });
  await page.reload();
  await saved(page);
});

// Held by `admin-every-screen.spec.ts` (at rest) and `admin-schema-parts.spec.ts` (its sheets).
test('the schema editor has no axe violations in either theme', AT_NIGHT, async () => {
  await openEditor();
  await expect(page.locator('.monaco-editor').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^1 error/ })).toBeVisible();
  await page.getByRole('button', { name: /^1 error/ }).click();
  await expectNoFault('at rest');
  await cell(page, 'total').focus();
  await page.keyboard.press('Alt+t');
  await expect(page.getByRole('menu')).toBeVisible();
  await expectNoFault('type');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Enter');
  await expectNoFault('a key being written');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'From a sample' }).click();
  await expectNoFault('sample');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(page.getByRole('radio', { name: 'Fields' })).toBeVisible();
  await expectNoFault('narrow');
  await page.setViewportSize({ width: 1280, height: 800 });
});

async function expectNoFault(where: string): Promise<void> {
  await expectAccessible(page, where, { leftOut: ['.monaco-editor'] });
}

/** Replaces text in the JSON by pasting, as a person would. */
async function replaceInCode(from: string, to: string): Promise<void> {
  const editor: Locator = code(page);
  await expect(page.locator('.monaco-editor').first()).toBeVisible();
  await editor.focus();
  await page.keyboard.press('Control+f');
  const find = page.getByRole('textbox', { name: 'Find' });
  await find.fill(from);
  await find.press('Enter');
  await find.press('Escape');
  await expect(editor).toBeFocused();
  await pasteInto(editor, to);
}
