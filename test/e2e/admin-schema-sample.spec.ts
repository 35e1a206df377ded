import { expect, test } from '../support/browser-test';
import { AT_NIGHT } from '../support/share';
import { callApi, goTo, openAdmin } from './admin-page';
import { grid, pasteInto, row, saved } from './schema-editor-page';

// A page with two editors takes a while on a busy machine.
test.setTimeout(180_000);

// Held by `sample-fields.test.ts` and by `admin-catalog.spec.ts` (a pasted sample).
test(
  'fields inferred from a sample are previewed, and added as one undo step',
  AT_NIGHT,
  async ({ context, shared }) => {
    const page = await openAdmin(context, shared);
    const name = 'sample.fields';
    await callApi(shared, 'POST', '/event-type', { name, description: 'Paid' });
    await goTo(page, shared, `/local/catalog/${name}/schema`);
    await expect(grid(page)).toBeVisible();
    await page.getByRole('button', { name: 'From a sample', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Fields from a sample' });
    await expect(sheet.locator('.monaco-editor')).toBeVisible();
    const sample = sheet.getByRole('textbox', { name: 'Sample event or JSON Schema' });
    await sample.focus();
    await pasteInto(sample, '{"id": 7, "at": "2026-01-31T12:00:00Z", "lines": [{"sku": "A"}]}');
    await expect(sheet.getByText('New: 4 fields')).toBeVisible();
    const shown = sheet.getByRole('table', { name: 'Fields of the sample' });
    await expect(shown.getByRole('row', { name: /^at string \(date-time\) required new/ })).toBeVisible();
    await expect(shown.getByRole('row', { name: /^lines\[\]\.sku string required new/ })).toBeVisible();
    await sheet.getByRole('button', { name: 'Another sample' }).click();
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
    await page.getByRole('button', { name: 'From a sample', exact: true }).click();
    await expect(sheet.getByText('New: 4 fields')).toBeVisible();
    await sheet.getByRole('button', { name: 'Cancel' }).click();
    await expect(row(page, 'at')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeDisabled();
    await page.getByRole('button', { name: 'From a sample', exact: true }).click();
    await sample.focus();
    await pasteInto(sample, '{"id": 7, "at": "2026-01-31T12:00:00Z", "lines": [{"sku": "A"}]}');
    await sheet.getByRole('button', { name: 'Add 4 fields' }).click();
    await expect(row(page, 'at')).toContainText('date-time');
    await expect(row(page, 'lines')).toContainText('array of object');
    await page.getByRole('button', { name: 'Undo: Add fields from a sample' }).click();
    await expect(row(page, 'at')).toHaveCount(0);
    await page.getByRole('button', { name: 'Redo: Add fields from a sample' }).click();
    await page.getByRole('button', { name: 'From a sample', exact: true }).click();
    await sample.focus();
    await pasteInto(sample, '[{"id": "x", "more": 1}, {"id": "y"}]');
    await expect(shown.getByRole('row', { name: /^id string required stays integer/ })).toBeVisible();
    await expect(shown.getByRole('row', { name: /^more integer optional new/ })).toBeVisible();
    await expect(sheet.getByText('From 2 sample events')).toBeVisible();
    await sheet.getByRole('button', { name: 'Cancel' }).click();
    await page.keyboard.press('Control+s');
    await saved(page);
    const type = await callApi<{ schemas: Record<string, unknown> }>(shared, 'GET', `/event-type/${name}`);
    expect(type.schemas['1']).toMatchObject({
      properties: { id: { type: 'integer' } },
      required: ['id', 'at', 'lines'],
    });
  },
);
