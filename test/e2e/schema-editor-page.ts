import { expect, type Locator, type Page } from '@playwright/test';

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
