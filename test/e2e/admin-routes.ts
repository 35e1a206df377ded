import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Showcase } from '../support/showcase';

/** A screen of the admin app, and what it shows in each state. */
export interface AdminScreen {
  /** The path in `routes.tsx`, without the connection. `/catalog/:name` can have several entries. */
  readonly route: string;
  /** Its address in an instance with data. */
  readonly full: (showcase: Showcase) => string;
  /** What the loaded screen shows, as a selector of CSS or Playwright. */
  readonly ready: string;
  /** The text in an empty instance. Absent: the screen is never empty. */
  readonly empty?: string;
  /** True: it needs the server before it shows anything, so it must report a missing answer. */
  readonly reads?: true;
  /** Where it is tested instead, and why. Absent: here. */
  readonly apart?: string;
}

const heading = (name: string) => `role=heading[name="${name}"]`;
/** It frames a page without scripts, which no check can inspect from outside. */
const PUBLIC_PAGE = 'admin-public-page.spec.ts: it frames a page without scripts';
const setting = (page: string, name: string, reads?: true): AdminScreen => ({
  route: `/settings/${page}`,
  full: () => `/settings/${page}`,
  ready: heading(name),
  ...(reads ? { reads } : {}),
});

/** Every screen of the window. A missing route fails a test. */
export const ADMIN_SCREENS: readonly AdminScreen[] = [
  {
    route: '/',
    // With event types it redirects to them, so the test opens it like a new address.
    full: () => '',
    ready: heading('The catalog'),
    empty: heading('Run a service on this computer'),
    reads: true,
  },
  {
    route: '/catalog',
    full: () => '/catalog',
    ready: 'role=treegrid >> role=row >> nth=0',
    empty: heading('No event types yet'),
    reads: true,
  },
  {
    route: '/catalog/:name',
    full: () => '/catalog/invoice.paid',
    ready: 'role=heading[level=2] >> text=paid',
    reads: true,
  },
  {
    route: '/catalog/:name',
    full: () => '/catalog/invoice.paid?tab=usage',
    ready: 'role=heading[level=2] >> text=paid',
  },
  {
    route: '/catalog/:name',
    full: () => '/catalog/invoice.paid?tab=history',
    ready: 'role=heading[level=2] >> text=paid',
  },
  {
    route: '/catalog/:name/schema',
    full: () => '/catalog/invoice.paid/schema',
    ready: 'role=treegrid >> role=row >> nth=0',
    reads: true,
  },
  {
    route: '/changes',
    full: () => '/changes',
    ready: heading('This catalog is edited directly'),
  },
  { route: '/import', full: () => '/import', ready: heading('Import from OpenAPI') },
  {
    route: '/apps',
    full: () => '/apps',
    ready: heading('Choose an application'),
    empty: 'main >> h1',
    reads: true,
  },
  {
    route: '/apps/:appId',
    full: ({ appId }) => `/apps/${appId}`,
    ready: heading('Last messages'),
    reads: true,
  },
  {
    route: '/apps/:appId/endpoints/:endpointId',
    full: ({ appId, endpointId }) => `/apps/${appId}/endpoints/${endpointId}`,
    ready: heading('Signing secret'),
    reads: true,
  },
  {
    route: '/apps/:appId/endpoints/:endpointId/live',
    full: ({ appId, endpointId }) => `/apps/${appId}/endpoints/${endpointId}/live`,
    ready: '[data-testid=delivery-sentence]',
    reads: true,
  },
  { route: '/public', full: () => '/public', ready: 'main >> h1', apart: PUBLIC_PAGE },
  {
    route: '/preview',
    full: () => '/preview?mode=matrix&rows=all',
    ready: 'role=main >> role=row >> nth=1',
    empty: 'main >> h1',
    reads: true,
  },
  { route: '/send', full: () => '/send', ready: '.monaco-editor >> nth=0', empty: 'main >> h1', reads: true },
  {
    route: '/deliveries',
    full: () => '/deliveries',
    ready: 'role=grid >> role=row >> nth=0',
    empty: 'main >> h1',
    reads: true,
  },
  {
    route: '/deliveries/attention',
    full: () => '/deliveries/attention',
    ready: 'role=grid >> role=row >> nth=0',
    empty: heading('Nothing needs attention'),
    reads: true,
  },
  {
    route: '/deliveries/live',
    full: () => '/deliveries/live',
    ready: 'role=grid >> role=row >> nth=0',
    empty: heading('No endpoint yet'),
    reads: true,
  },
  {
    route: '/deliveries/messages',
    full: () => '/deliveries/messages',
    ready: 'role=grid >> role=row >> nth=0',
    empty: heading('No message yet'),
    reads: true,
  },
  {
    route: '/deliveries/messages/:appId/:msgId',
    full: ({ appId, messageId }) => `/deliveries/messages/${appId}/${messageId}`,
    ready: '[data-testid=message-verdict]',
    reads: true,
  },
  {
    route: '/deliveries/simulator',
    full: () => '/deliveries/simulator',
    ready: 'role=main >> role=heading >> nth=0',
  },
  { route: '/*', full: () => '/nowhere', ready: heading('There is no screen at this address') },
  { route: '/settings', full: () => '/settings', ready: heading('General') },
  setting('general', 'General'),
  setting('data', 'Data', true),
  setting('service', 'Service', true),
  setting('nodes', 'Nodes', true),
  setting('diagnostics', 'Diagnostics'),
  setting('logs', 'Logs', true),
  setting('about', 'About'),
  setting('portal', 'Portal look', true),
  // Redirects to the public page.
  { route: '/settings/catalog', full: () => '/settings/catalog', ready: 'main >> h1', apart: PUBLIC_PAGE },
  setting('tokens', 'Tokens', true),
  setting('browsers', 'Browsers', true),
  setting('sending', 'Sending', true),
  setting('targets', 'Targets', true),
  setting('connections', 'Connections'),
  setting('appearance', 'Appearance'),
  setting('shortcuts', 'Shortcuts'),
  setting('desktop', 'Desktop'),
];

/** The routes of `routes.tsx`, read from its text, without the connection: each that renders a screen. */
export function writtenRoutes(): readonly string[] {
  const text = readFileSync(resolve(import.meta.dirname, '../../src-renderer/admin/app/routes.tsx'), 'utf8');
  const found: string[] = [];
  const parents: string[] = [];
  let last = '';
  for (const [token, path] of text.matchAll(/path: '([^']*)'|index: true|children: \[|^ +\],?$/gm)) {
    const parent = parents.at(-1) ?? '';
    if (path !== undefined) {
      last = [parent, path].join('/').replace(/^\/+/, '/');
      found.push(last);
    } else if (token === 'index: true') found.push(parent);
    else if (token === 'children: [') {
      // A route with children is a frame around them.
      found.pop();
      parents.push(last);
    } else parents.pop();
  }
  const connection = '/:connection';
  return found
    .filter((route) => route.startsWith(connection))
    .map((route) => route.slice(connection.length) || '/');
}
