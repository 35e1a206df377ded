import { setTimeout } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { keepBusy } from '../support/busy-page';
import { newSignal } from '../support/new-signal';
import { AT_NIGHT, IS_WHOLE } from '../support/share';
import { callApi, goTo, openAdmin, watch } from './admin-page';
import {
  cell,
  grid,
  inspect,
  inspector,
  jsonShows,
  notifications,
  notSaved,
  openEditor,
  row,
  saveBreaking,
  saved,
  storedSchema,
  strip,
} from './schema-editor-page';

/** The admin app, in which each test opens an event type of its own. */
let page: Page;
test.beforeAll(async ({ browser, shared }) => {
  page = await openAdmin(await browser.newContext(), shared);
});
test.afterAll(() => page?.context().close());

// A page with two editors takes a while on a busy machine.
test.setTimeout(180_000);

test('Ctrl+S in any kind of field of the inspector saves what is typed in it', async ({ shared }) => {
  const seen = watch(page, shared);
  // One of each kind; the nightly run tries the others, which are the same fields with other names.
  const kinds = [
    ['Description', 'Names it.\nTwice', 'description', 'Names it.\nTwice'],
    ['Format', 'uuid', 'format', 'uuid'],
    ['Allowed values', 'abc\nabd', 'enum', ['abc', 'abd']],
    ...(IS_WHOLE
      ? ([
          ['Default', 'abc', 'default', 'abc'],
          ['Title', 'The id', 'title', 'The id'],
          ['Pattern', '^[a-z]+$', 'pattern', '^[a-z]+$'],
          ['Min. characters', '3', 'minLength', 3],
          ['Examples', 'abc\nabd', 'examples', ['abc', 'abd']],
          ['Always', 'abc', 'const', 'abc'],
        ] as const)
      : []),
  ] as const;
  const properties = Object.fromEntries([
    ...kinds.map(([, , keyword]) => [`of_${keyword}`, { type: 'string' }]),
    ['of_minimum', { type: 'number' }],
  ]);
  const name = await openEditor(shared, page, { type: 'object', properties });
  for (const [label, text, keyword, value] of [...kinds, ['At least', '-1.50', 'minimum', -1.5] as const]) {
    await test.step(label, async () => {
      await inspect(page, `of_${keyword}`);
      const role = keyword === 'format' ? 'combobox' : 'textbox';
      const field = inspector(page).getByRole(role, { name: label, exact: true });
      await field.focus();
      await page.keyboard.type(text);
      await page.keyboard.press('Control+s');
      await saved(page);
      await expect(field).toHaveValue(text);
      await expect(field).toBeFocused();
      expect((await storedSchema(shared, name))?.properties[`of_${keyword}`]).toMatchObject({
        [keyword]: value,
      });
    });
  }
  expect(seen).toEqual({ errors: [], foreign: [] });
});

test('typing in a field of the inspector is one undo step, and Escape reverts it', async ({ shared }) => {
  await openEditor(shared, page, { type: 'object', properties: { id: { type: 'string', title: 'Old' } } });
  await inspect(page, 'id');
  const title = inspector(page).getByRole('textbox', { name: 'Title' });
  await title.fill('');
  await title.pressSequentially('Another');
  await jsonShows(page, '"Another"');
  await expect(page.getByRole('button', { name: '1 step', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(title).toHaveValue('Old');
  await saved(page);
  await title.fill('Third');
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(title).toHaveValue('Old');
  await saved(page);
});

test('Ctrl+S saves a key or a description while it is typed in its cell, and refuses a duplicate key', async ({
  shared,
}) => {
  const name = await openEditor(shared, page, {
    properties: { id: { type: 'string' }, to: { type: 'object', properties: { a: { type: 'string' } } } },
  });
  const { keyboard } = page;
  await cell(page, 'to').focus();
  await keyboard.press('Control+Enter');
  await expect(grid(page).getByRole('textbox')).toBeFocused();
  await keyboard.type('total');
  await jsonShows(page, '"total"');
  await keyboard.press('Control+s');
  await saved(page);
  await expect(grid(page).getByRole('textbox')).toBeFocused();
  await keyboard.press('Enter');
  expect(Object.keys((await storedSchema(shared, name))?.properties ?? {})).toEqual(['id', 'to', 'total']);
  await expect(page.getByRole('button', { name: '1 step', exact: true })).toBeVisible();
  await keyboard.press('Alt+d');
  await keyboard.type('In cents');
  await keyboard.press('Control+s');
  await saved(page);
  expect((await storedSchema(shared, name))?.properties.total).toMatchObject({ description: 'In cents' });
  await keyboard.press('Escape');
  await expect(row(page, 'total')).not.toContainText('In cents');
  await test.step('a key that exists, taken back by Escape', async () => {
    await cell(page, 'total').focus();
    await keyboard.press('Enter');
    await keyboard.press('Control+a');
    await keyboard.type('id');
    await expect(grid(page).getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
    await keyboard.press('Escape');
    await expect(cell(page, 'total')).not.toHaveAccessibleName(/has an error/);
    await keyboard.press('Control+s');
    await saved(page);
  });
  await test.step('a key that exists', async () => {
    await cell(page, 'total').focus();
    await keyboard.press('Enter');
    await keyboard.press('Control+a');
    await keyboard.type('id');
    const input = grid(page).getByRole('textbox');
    await expect(input).toHaveAttribute('aria-invalid', 'true');
    await keyboard.press('Control+s');
    await expect(notifications(page)).toContainText('A field id already exists.');
    await cell(page, 'to').click();
    await expect(cell(page, 'i')).toHaveAccessibleName(/has an error/);
    await strip(page).getByRole('button', { name: '1 error' }).click();
    await strip(page)
      .getByRole('button', { name: /^Discard the text/ })
      .click();
    await expect(cell(page, 'i')).not.toHaveAccessibleName(/has an error/);
  });
});

test('typing in a selected cell of the schema grid replaces its text, and no letter is a command', async ({
  shared,
}) => {
  const name = await openEditor(shared, page, { properties: { id: { type: 'string', description: 'Old' } } });
  await row(page, 'id').getByRole('gridcell').last().focus();
  await page.keyboard.type('Free text of mine, tidied?');
  await page.keyboard.press('Enter');
  await cell(page, 'id').focus();
  await page.keyboard.type('great');
  await page.keyboard.press('Enter');
  await saveBreaking(page);
  expect(await storedSchema(shared, name)).toEqual({
    properties: { great: { type: 'string', description: 'Free text of mine, tidied?' } },
  });
});

test('saves of the schema editor run one after the other, and “Saved” appears only for what the server has', async ({
  shared,
}) => {
  const name = await openEditor(shared, page, { properties: { id: { type: 'string' } } });
  const sent: string[] = [];
  const [held, release] = newSignal();
  await page.route(`**/api/v1/event-type/${name}`, async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    sent.push(route.request().postData() ?? '');
    if (sent.length === 1) await held;
    return route.continue();
  });
  await inspect(page, 'id');
  await inspector(page).getByRole('textbox', { name: 'Title' }).focus();
  await page.keyboard.type('One');
  await page.keyboard.press('Control+s');
  await expect.poll(() => sent.length).toBe(1);
  await page.keyboard.type('Two');
  await page.keyboard.press('Control+s');
  await page.keyboard.type('Three');
  await expect(notSaved(page)).toBeVisible();
  release();
  await expect.poll(() => sent.length).toBe(2);
  await expect(notifications(page)).toContainText(`Saved the schema of ${name} without your newest changes`);
  await expect(notSaved(page)).toBeVisible();
  await expect(page.getByText('Someone else has changed')).toHaveCount(0);
  await expect.poll(async () => (await storedSchema(shared, name))?.properties.id?.title).toBe('OneTwo');
  await page.keyboard.press('Control+s');
  await saved(page);
  expect((await storedSchema(shared, name))?.properties.id?.title).toBe('OneTwoThree');
  await page.unroute(`**/api/v1/event-type/${name}`);
});

test('Escape right after a save takes back what was saved, also while the page is busy', async ({
  shared,
}) => {
  await openEditor(shared, page, { properties: { id: { type: 'string' } } });
  await row(page, 'id').getByRole('gridcell').last().focus();
  const endBusy = await keepBusy(page);
  await page.keyboard.type('In cents');
  await page.keyboard.press('Control+s');
  await saved(page);
  await page.keyboard.press('Escape');
  await endBusy();
  await expect(notifications(page)).toContainText('Saved the schema');
  await expect(notSaved(page)).toBeVisible();
  await expect(row(page, 'id')).not.toContainText('In cents');
});

/** A sample event of about 30 characters a line. Monaco closes each quote and bracket, and the text types over them. */
const sample = (lines: number) =>
  JSON.stringify({
    id: 'ord_1',
    lines: Array.from({ length: lines }, (_, at) => ({ sku: `A-${at}`, count: 2.5 })),
  });

/** The text that an editor shows. Its lines are in the document in any order. */
const shownIn = (editor: Locator) =>
  editor.evaluate((field) =>
    [...(field.closest('.monaco-editor')?.querySelectorAll<HTMLElement>('.view-line') ?? [])]
      .sort((row, other) => row.offsetTop - other.offsetTop)
      .map(({ textContent }) => textContent)
      .join('')
      .replaceAll('\u00a0', ' '),
  );

test('every JSON editor keeps each character that is typed fast on a slow machine', async ({ shared }) => {
  const slow = await page.context().newCDPSession(page);
  const typeInto = (label: string) =>
    test.step(label, async () => {
      // In the nightly run 200 characters; an editor that writes back what it is told loses one of the first fifteen.
      const text = sample(IS_WHOLE ? 7 : 0);
      const editor = page
        .getByRole('textbox', { name: label, exact: true })
        .and(page.locator('.monaco-editor *'));
      await editor.focus();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      await slow.send('Emulation.setCPUThrottlingRate', { rate: 6 });
      // `keyboard.type` would wait until the page has handled each key, and no fingers do.
      const keys: Promise<unknown>[] = [];
      for (const key of text) {
        keys.push(slow.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key }));
        await setTimeout(10);
      }
      await Promise.all(keys);
      await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      await expect.soft.poll(() => shownIn(editor)).toBe(text);
    });
  const name = await openEditor(shared, page, { type: 'object' });
  const [held, arrive] = newSignal();
  await page.route('**/monaco-json-*.js', (route) => held.then(() => route.continue()));
  await page.getByRole('button', { name: 'From a sample', exact: true }).click();
  await test.step('the plain field before the editor has arrived', async () => {
    const editor = page.getByRole('textbox', { name: 'Sample event or JSON Schema' });
    await editor.focus();
    await page.keyboard.type('12');
    arrive();
    await expect(page.getByRole('dialog').locator('.monaco-editor')).toBeVisible();
    await page.keyboard.type('34');
    await expect.poll(() => shownIn(editor)).toBe('1234');
  });
  await typeInto('Sample event or JSON Schema');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await typeInto('Schema as JSON');
  // In the gate one in each kind of place: a sheet, beside fields that follow it, and a form.
  if (IS_WHOLE) {
    await page.getByRole('button', { name: 'Check a payload' }).click();
    // The example is filled in where nothing has been typed.
    await expect(page.getByRole('dialog').locator('.view-line')).toContainText('{}');
    await typeInto('Payload to check');
    await page.getByRole('button', { name: 'Close', exact: true }).last().click();
    await goTo(page, shared, `/local/catalog/${name}`);
    await page.getByRole('button', { name: 'Save as custom example' }).click();
    await typeInto('Example');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await typeInto('Sample event or JSON Schema');
    await page.getByRole('button', { name: 'Cancel' }).click();
  }
  await callApi(shared, 'POST', '/app', { name: 'Typed for' });
  await goTo(page, shared, `/local/send?type=${name}`);
  await typeInto('Payload');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Send message' })).toBeFocused();
  const other = {
    name: `${name}.other`,
    description: '',
    schema: { properties: { other: { type: 'null' } } },
  };
  await callApi(shared, 'POST', '/event-type', other);
  await goTo(page, shared, `/local/send?type=${other.name}`);
  await expect(page.locator('.view-lines')).toContainText('"other"');
});

test(
  'an object in an array in an object is built in the schema editor by keyboard alone',
  AT_NIGHT,
  async ({ shared }) => {
    const name = await openEditor(shared, page, { type: 'object', properties: {} });
    const { keyboard } = page;
    const input = grid(page).getByRole('textbox');
    const choose = async (type: string) => {
      await keyboard.press('Alt+t');
      await expect(page.getByRole('menu')).toBeVisible();
      await keyboard.type(type);
      await keyboard.press('Enter');
      await expect(page.getByRole('menu')).toHaveCount(0);
    };
    const write = async (keys: string, key: string) => {
      await keyboard.press(keys);
      await expect(input).toBeFocused();
      await keyboard.type(key);
      await keyboard.press('Enter');
      await expect(cell(page, key)).toBeFocused();
    };
    await page.getByRole('gridcell', { name: /^event/ }).focus();
    await write('Control+Shift+Enter', 'order');
    await choose('object');
    await write('Control+Shift+Enter', 'lines');
    await keyboard.press('Alt+r');
    await choose('array');
    await keyboard.press('Control+Shift+Enter');
    await expect(cell(page, 'each item')).toBeFocused();
    await choose('object');
    await write('Control+Shift+Enter', 'sku');
    await keyboard.press('Alt+r');
    await keyboard.press('Alt+d');
    await keyboard.type('What was sold.');
    await keyboard.press('Enter');
    await write('Control+Enter', 'state');
    await keyboard.press('Alt+Enter');
    const toField = async (label: string, key = 'Tab') => {
      for (let times = 0; times < 20; times += 1) {
        const isThere = await page.evaluate(
          (wanted) =>
            (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent === wanted,
          label,
        );
        if (isThere) return;
        await keyboard.press(key);
      }
      throw new Error(`${label} cannot be reached by ${key}`);
    };
    // The focus is on the first field whose list does not open by itself.
    await toField('Format', 'Shift+Tab');
    await keyboard.type('regex');
    await toField('Allowed values');
    await keyboard.type('new');
    await keyboard.press('Enter');
    await keyboard.type('sent');
    await keyboard.press('Control+s');
    await saved(page);
    expect(await storedSchema(shared, name)).toEqual({
      type: 'object',
      properties: {
        order: {
          type: 'object',
          required: ['lines'],
          properties: {
            lines: {
              type: 'array',
              items: {
                type: 'object',
                required: ['sku'],
                properties: {
                  sku: { type: 'string', description: 'What was sold.' },
                  state: { type: 'string', format: 'regex', enum: ['new', 'sent'] },
                },
              },
            },
          },
        },
      },
    });
  },
);
