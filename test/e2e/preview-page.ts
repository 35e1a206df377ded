import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/page-checks';

/** A preview at a width without scaling, because Playwright does not support scaled frames. */
export const at = (query: string) => `/local/preview?width=390&${query}`;
export const cell = (page: Page, place: number) =>
  page.getByRole('region', { name: new RegExp(`^Frame ${place}:`) });
export const portal = (page: Page, place: number) => cell(page, place).frameLocator('iframe');
export const listed = (page: Page, place: number) =>
  portal(page, place)
    .locator('main a[href^="#/catalog/"]')
    .evaluateAll((links) =>
      links.map((link) => decodeURIComponent(link.getAttribute('href') ?? '').slice(10)),
    );

/** The window without its portals, which repeat each other by design and have their own tests. */
export async function expectNoFault(page: Page, what: string): Promise<void> {
  await expectAccessible(page, what, { leftOut: ['iframe'] });
}

/** Chooses in the menu that holds what has no place in the bar. */
export async function more(page: Page, role: 'menuitem' | 'menuitemcheckbox', name: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole(role, { name }).click();
  if (role === 'menuitemcheckbox') await page.keyboard.press('Escape');
}

export const width = (page: Page) => page.getByRole('button', { name: /^Width of the frames:/ });
