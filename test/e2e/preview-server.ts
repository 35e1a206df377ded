import type { Browser, Page } from '@playwright/test';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, goTo, openAdmin } from './admin-page';
import { at } from './preview-page';

/** Event types by name, with their flags. */
export const PREVIEW_TYPES: Readonly<Record<string, readonly string[]>> = {
  'customer.created': [],
  'customer.merged': ['beta'],
  'customer.updated': [],
  'invoice.paid': [],
  'payout.scheduled': ['beta', 'internal'],
  'risk.opened': ['internal'],
};

/** A server with these event types and one application, and a window with its preview. */
export interface PreviewServer {
  readonly posthorn: RunningPosthorn;
  readonly appId: string;
  /** The window, which may use the clipboard. It loads the admin app once for all tests of a file. */
  readonly page: Page;
  /** Shows the preview of this query, 900 pixels high unless the test needs another height. */
  show(query: string, size: { readonly width: number; readonly height?: number }): Promise<void>;
  dispose(): Promise<void>;
}

export async function startPreviewServer(browser: Browser): Promise<PreviewServer> {
  const posthorn = await startPosthorn();
  for (const [name, featureFlags] of Object.entries(PREVIEW_TYPES)) {
    await callApi(posthorn, 'POST', '/event-type', {
      name,
      description: `About ${name.length}.`,
      featureFlags,
    });
  }
  const { id: appId } = await callApi<{ id: string }>(posthorn, 'POST', '/app', { name: 'Acme' });
  await callApi(posthorn, 'POST', `/app/${appId}/endpoint`, { url: 'https://open.example/' });
  const context = await browser.newContext();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await openAdmin(context, posthorn);
  return {
    posthorn,
    appId,
    page,
    async show(query, { width, height = 900 }) {
      await page.setViewportSize({ width, height });
      await goTo(page, posthorn, at(query));
    },
    async dispose() {
      await context.close();
      await posthorn.dispose();
    },
  };
}
