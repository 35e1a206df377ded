import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/browser-test';
import { expectAccessible } from '../support/page-checks';
import { AT_NIGHT } from '../support/share';
import type { RunningPosthorn } from '../support/start-posthorn';
import { openAdmin, watch } from './admin-page';
import { cell, code, grid, openEditor, pasteInto, row, saved, storedSchema } from './schema-editor-page';

let posthorn: RunningPosthorn;
/** For all tests: an editor takes a while to load. */
let page: Page;

const SCHEMA = {
  allOf: [
    { $ref: '#/definitions/BaseEvent' },
    {
      required: ['at'],
      properties: {
        id: { format: 'uuid' },
        ship: { $ref: '#/definitions/Address' },
        by: { oneOf: [{ $ref: '#/definitions/Card' }, { $ref: '#/definitions/Bank' }] },
      },
    },
  ],
  definitions: {
    BaseEvent: {
      type: 'object',
      required: ['id'],
      properties: { id: { type: 'string' }, at: { type: 'string', format: 'date-time' } },
    },
    Card: { type: 'object', required: ['number'], properties: { kind: { const: 'card' }, number: {} } },
    Bank: { type: 'object', required: ['iban'], properties: { kind: { const: 'bank' }, iban: {} } },
    Address: {
      allOf: [{ $ref: '#/definitions/BaseEvent' }, { properties: { city: { type: 'string' } } }],
    },
  },
};

test.beforeAll(async ({ browser, shared }) => {
  posthorn = shared;
  page = await openAdmin(await browser.newContext({ viewport: { width: 1280, height: 800 } }), posthorn);
});
test.afterAll(() => page?.context().close());

test.setTimeout(180_000);

const openParts = () => openEditor(posthorn, page, SCHEMA);

// Held by `merged-rows.test.ts`.
test('allOf is shown as one list of fields, each edited in the part that defines it', AT_NIGHT, async () => {
  const seen = watch(page, posthorn);
  const name = await openParts();
  const { keyboard } = page;
  await expect(row(page, 'at')).toContainText('from BaseEvent');
  await expect(row(page, 'at')).toContainText('string (date-time)');
  await expect(row(page, 'ship')).toContainText('from part 2');
  await expect(row(page, 'id')).toContainText('2 parts');
  await test.step('a field of a definition changes in the definition, and that is said', async () => {
    await cell(page, 'at').focus();
    await keyboard.press('Alt+d');
    await keyboard.type('When.');
    await keyboard.press('Enter');
    await expect(row(page, 'at')).toContainText('When.');
    await expect(row(page, 'at').locator(':focus')).toHaveCount(1);
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
      'Changed the definition BaseEvent: it applies in 2 places',
    );
  });
  await test.step('a field of two parts is changed in one of them', async () => {
    await cell(page, 'id').focus();
    await keyboard.press('Alt+t');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('2 parts describe id');
    await keyboard.press('Home');
    await keyboard.press('ArrowRight');
    await cell(page, 'in part 2').focus();
    await keyboard.press('Alt+Enter');
    const title = page.getByRole('region', { name: 'Inspector' }).getByRole('textbox', { name: 'Title' });
    await title.fill('Identity');
    await title.press('Enter');
    await keyboard.press('Escape');
  });
  await test.step('a new field goes into the part that is written in place', async () => {
    await cell(page, 'at').focus();
    await keyboard.press('Control+Enter');
    await keyboard.type('fresh');
    await keyboard.press('Enter');
    await expect(row(page, 'fresh')).toContainText('from part 2');
  });
  await keyboard.press('Control+s');
  await saved(page);
  const base = SCHEMA.definitions.BaseEvent;
  const [first, second] = SCHEMA.allOf;
  expect(await storedSchema(posthorn, name)).toEqual({
    allOf: [
      first,
      {
        ...second,
        properties: {
          ...second?.properties,
          id: { format: 'uuid', title: 'Identity' },
          fresh: { type: 'string' },
        },
      },
    ],
    definitions: {
      ...SCHEMA.definitions,
      BaseEvent: {
        ...base,
        properties: { ...base.properties, at: { ...base.properties.at, description: 'When.' } },
      },
    },
  });
  expect(seen).toEqual({ errors: [], foreign: [] });
});

// Held by `schema-editor-typing.spec.ts`, which edits in it.
test(
  'the schema inspector opens on demand, Escape returns to the row, and a reload keeps its state',
  AT_NIGHT,
  async () => {
    await openParts();
    const inspector = page.getByRole('region', { name: 'Inspector' });
    await expect(inspector).toHaveCount(0);
    await cell(page, 'at').focus();
    await page.keyboard.press('Alt+Enter');
    await expect(inspector.locator(':focus')).toHaveCount(1);
    await expect(inspector).toContainText('From #/definitions/BaseEvent.');
    await expect(inspector).toContainText('An edit changes all 2 places');
    await page.keyboard.press('Escape');
    await page.locator('#main').focus();
    await page.keyboard.press('i');
    await expect(inspector.locator(':focus')).toHaveCount(1);
    await expect(inspector.getByRole('button', { name: 'Close the inspector' })).not.toBeFocused();
    const { width = 0, height = 0 } = page.viewportSize() ?? {};
    await page.setViewportSize({ width: 1440, height });
    const fields = page.getByRole('treegrid');
    const edge = async () => (await inspector.boundingBox())?.x;
    await expect.poll(edge).toBeGreaterThan((await fields.boundingBox())?.x ?? 0);
    await page.setViewportSize({ width, height });
    await page.keyboard.press('Escape');
    await expect(inspector).toHaveCount(0);
    await expect(cell(page, 'at')).toBeFocused();
    await cell(page, 'ship').dblclick();
    await expect(inspector).toContainText('#/definitions/Address');
    await page.reload();
    await expect(inspector).toBeVisible();
    await page.getByRole('button', { name: 'Close the inspector' }).click();
    await page.reload();
    await expect(grid(page)).toBeVisible();
    await expect(inspector).toHaveCount(0);
  },
);

test(
  'schema violations are marked in the payload, link to their line, and explain each oneOf alternative',
  AT_NIGHT,
  async () => {
    await openParts();
    await page.getByRole('button', { name: 'Check a payload' }).click();
    const sheet = page.getByRole('dialog', { name: 'Check a payload' });
    const payload = sheet.getByRole('textbox', { name: 'Payload to check' });
    await expect(sheet.locator('.view-lines')).toContainText('at');
    await payload.focus();
    await page.keyboard.press('Control+a');
    await pasteInto(payload, '{\n  "id": 7,\n  "by": {\n    "kind": "bank"\n  }\n');
    await page.keyboard.press('Control+Enter');
    await test.step('what is not JSON is one message and one mark', async () => {
      await expect(sheet.getByRole('alert')).toHaveText(/JSON has an error at line 6, column 1/);
      await expect(sheet.locator('.squiggly-error')).toHaveCount(1);
    });
    await pasteInto(payload, '}');
    await page.keyboard.press('Control+Enter');
    await expect(sheet.getByText('Payload violates the schema in 3 places')).toBeVisible();
    await expect(sheet.getByRole('alert')).toHaveCount(0);
    await expect(sheet.locator('.squiggly-warning')).toHaveCount(3);
    await test.step('the nearest alternative comes first, with its own reasons', async () => {
      const alternatives = sheet.locator('details');
      await expect(alternatives).toHaveText([
        /^Alternative 2, Bank.*: 1 violation/,
        /^Alternative 1, Card.*: 2 violations/,
      ]);
      await alternatives.first().locator('summary').click();
      await expect(alternatives.first()).toContainText('/by/iban is missing');
    });
    await test.step('the list leads to the line, and F8 goes through them', async () => {
      await sheet.getByRole('button', { name: '/id must be string' }).click();
      await expect(payload).toBeFocused();
      await expectLine(sheet, '2');
      await page.keyboard.press('F8');
      await expectLine(sheet, '1');
      await page.keyboard.press('F8');
      await expectLine(sheet, '2');
      await page.keyboard.press('F8');
      await expectLine(sheet, '3');
      await page.keyboard.press('Shift+F8');
      await expectLine(sheet, '2');
    });
  },
);

// Held by `admin-every-screen.spec.ts`.
test(
  'schema parts, inspector, sample and validated payload have no axe violations in either theme',
  AT_NIGHT,
  async () => {
    await openParts();
    await expect(page.locator('.monaco-editor').first()).toBeVisible();
    await expectNoFault('parts');
    await cell(page, 'id').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Alt+Enter');
    await expectNoFault('a field of two parts');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'From a sample' }).click();
    const sample = page.getByRole('textbox', { name: 'Sample event or JSON Schema' });
    await expect(page.getByRole('dialog').locator('.view-lines')).toBeVisible();
    await sample.focus();
    await pasteInto(sample, '{"id": 7, "more": {"x": 1}}');
    await expect(page.getByRole('table', { name: 'Fields of the sample' })).toBeVisible();
    await expectNoFault('sample');
    await page.getByText('Replace everything').click();
    await expectNoFault('replacement');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Check a payload' }).click();
    const payload = page.getByRole('textbox', { name: 'Payload to check' });
    await expect(page.getByRole('dialog').locator('.view-lines')).toContainText('at');
    await payload.focus();
    await page.keyboard.press('Control+a');
    await pasteInto(payload, '{"by": {}}');
    await page.keyboard.press('Control+Enter');
    await page.locator('details summary').first().click();
    await expectNoFault('violations');
    await page.getByRole('button', { name: 'Close', exact: true }).last().click();
    await code(page).focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('x');
    await expect(page.getByText('JSON has an error at line 1')).toBeVisible();
    await expectNoFault('broken JSON');
  },
);

async function expectLine(sheet: Locator, line: string): Promise<void> {
  await expect(sheet.locator('.active-line-number')).toHaveText(line);
}

async function expectNoFault(where: string): Promise<void> {
  await expectAccessible(page, where, { leftOut: ['.monaco-editor'] });
}
