import type { Page } from '@playwright/test';

type Role = 'link' | 'button' | 'textbox' | 'searchbox' | 'switch' | 'radio' | 'row';

/** Presses a key, Tab unless another is given, until an element with this role and name has the focus. */
export async function tabTo(page: Page, role: Role, name: string | RegExp, key = 'Tab'): Promise<void> {
  const wanted = page.getByRole(role, { name }).and(page.locator(':focus'));
  for (let presses = 0; presses < 60; presses += 1) {
    if ((await wanted.count()) > 0) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not reach the ${role} ${name}`);
}

/** Goes to a link or a button by Tab, and presses Enter. */
export async function press(page: Page, role: 'link' | 'button', name: string | RegExp): Promise<void> {
  await tabTo(page, role, name);
  await page.keyboard.press('Enter');
}

/** The text of what has the focus. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.textContent ?? '');
