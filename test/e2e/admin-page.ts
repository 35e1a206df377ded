import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { RunningPosthorn } from '../support/start-posthorn';

/** The address of the admin app, and its token. */
export type AdminServer = Pick<RunningPosthorn, 'baseUrl' | 'adminToken'>;

/** Faults of a page, collected while it is open. */
export interface PageWatch {
  /** Errors on the console and exceptions, as text. */
  readonly errors: string[];
  /** Requests to other servers than the one that served the page. */
  readonly foreign: string[];
}

/**
 * The browser's message when the trace recorder injects its script into the frame of the public catalog, which allows
 * none. The page itself has no script: public-catalog.spec.ts checks that.
 */
export const SANDBOX = "Blocked script execution in 'about:srcdoc'";

/** Watches a page from its first request. `expected` lists parts of error texts that the test itself provokes. */
export function watch(page: Page, server: AdminServer, expected: readonly string[] = []): PageWatch {
  const errors: string[] = [];
  const foreign: string[] = [];
  const note = (text: string) => {
    if (!expected.some((part) => text.includes(part))) errors.push(text);
  };
  page.on('console', (message) => {
    if (message.type() === 'error') note(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => note(String(error)));
  page.on('request', (request) => {
    const url = new URL(request.url());
    const own = url.origin === server.baseUrl || url.protocol === 'data:' || url.protocol === 'blob:';
    if (!own) foreign.push(request.url());
  });
  return { errors, foreign };
}

/** Opens a logged-in tab at a screen such as `/local/catalog`. */
export async function openAdmin(context: BrowserContext, server: AdminServer, screen = ''): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${server.baseUrl}/#token=${server.adminToken}`);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  if (screen) await goTo(page, server, screen);
  return page;
}

/** Goes to a screen of the open window. */
export async function goTo(page: Page, server: AdminServer, screen: string): Promise<void> {
  await page.goto(`${server.baseUrl}/#${screen}`);
}

/**
 * Goes to a screen of the open window and loads the window there, as it is without anything from before in its memory. It
 * takes a third of the time of a new window.
 */
export async function loadAt(page: Page, server: AdminServer, screen: string): Promise<void> {
  await goTo(page, server, screen);
  await page.reload();
}

/** Calls the API as the admin. @throws Error with the answer if it is not 2xx */
export async function callApi<T>(
  server: AdminServer,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<T> {
  const response = await fetch(`${server.baseUrl}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${server.adminToken}`,
      'content-type': 'application/json',
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}
