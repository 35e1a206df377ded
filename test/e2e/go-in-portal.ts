import type { Page } from '@playwright/test';

/** Goes to a page of the open portal, such as `/endpoints/new`. Loading it again would end the session of its link. */
export function goInPortal(page: Page, path: string): Promise<void> {
  return page.evaluate((to) => {
    location.hash = to;
  }, path);
}

/** A link to the portal that opens at a page, such as `/catalog`, in place of the endpoints. */
export const linkTo = (page: string, link: string): string =>
  link.replace('/portal/', `/portal/?next=${page}`);
