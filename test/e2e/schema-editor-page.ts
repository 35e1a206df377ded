import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { type AdminServer, callApi, goTo } from './admin-page';

/** The table of fields. */
export const grid = (page: Page) => page.getByRole('treegrid', { name: 'Fields of the schema' });
/** The row of a field. */
export const row = (page: Page, key: string) =>
  grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell', { name: new RegExp(`^${key}(,|$)`) }) });
/** The key of a field. */
export const cell = (page: Page, key: string) => row(page, key).getByRole('gridcell').first();
/** The editor of the JSON. */
export const code = (page: Page) => page.getByRole('textbox', { name: 'Schema as JSON' });
/** Waits until the page shows this text. */
export const saved = (page: Page) => expect(page.getByText('Saved', { exact: true })).toBeVisible();

/** The content of the JSON editor, as it reports it. */
export async function jsonShows(page: Page, text: string): Promise<void> {
  await expect(page.locator('.monaco-editor .view-lines').first()).toContainText(text);
}

/** Monaco closes typed brackets and quotes; pasted text stays unchanged. */
export async function pasteInto(editor: Locator, text: string): Promise<void> {
  await editor.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** Saves by keys a change that breaks receivers. */
export async function saveBreaking(page: Page): Promise<void> {
  await page.keyboard.press('Control+s');
  const sheet = page.getByRole('dialog', { name: 'This change breaks receivers' });
  await sheet.getByRole('button', { name: 'Save anyway' }).click();
  await saved(page);
}

/** Creates an event type with a schema, and opens the editor. @returns its name, which no other spec uses */
export async function openEditor(server: AdminServer, page: Page, schema: unknown): Promise<string> {
  const name = `schema.edited_${randomUUID().slice(0, 8)}`;
  await callApi(server, 'POST', '/event-type', { name, description: 'Edited', schema });
  await goTo(page, server, `/local/catalog/${name}/schema`);
  await expect(grid(page)).toBeVisible();
  return name;
}

interface StoredSchema {
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The schema that the server has. */
export async function storedSchema(server: AdminServer, name: string): Promise<StoredSchema | undefined> {
  const type = await callApi<{ schemas: Record<string, StoredSchema> }>(server, 'GET', `/event-type/${name}`);
  return type.schemas['1'];
}

export const inspector = (page: Page) => page.getByRole('region', { name: 'Inspector' });
export const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' });
export const notSaved = (page: Page) => page.getByText('Not saved, kept in this browser');
/** The list of problems. */
export const strip = (page: Page) => page.getByRole('region', { name: 'Problems' });

/** Shows the inspector for a row. */
export async function inspect(page: Page, key: string): Promise<void> {
  await cell(page, key).focus();
  await page.keyboard.press('Alt+Enter');
  await expect(inspector(page).getByRole('heading')).toContainText(key);
}
