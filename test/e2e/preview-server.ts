import type { BrowserContext, Page } from '@playwright/test';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi, openAdmin } from './admin-page';
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

/** A server with these event types and one application, and its preview. */
export interface PreviewServer {
  readonly posthorn: RunningPosthorn;
  readonly appId: string;
  open(context: BrowserContext, query: string): Promise<Page>;
}

export async function startPreviewServer(): Promise<PreviewServer> {
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
  return {
    posthorn,
    appId,
    async open(context, query) {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      return openAdmin(context, posthorn, at(query));
    },
  };
}
