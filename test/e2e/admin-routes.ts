import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ShownIds } from '../support/still/still-showcase';

/** A screen of the admin app, and what it shows in each state. */
export interface AdminScreen {
  /** The path in `routes.tsx`, without the connection. `/catalog/:name` can have several entries. */
  readonly route: string;
  /** Its address in an instance with data. */
  readonly full: (ids: ShownIds) => string;
  /** What the loaded screen shows, as a selector of CSS or Playwright. */
  readonly ready: string;
  /** The name of its picture in `snapshots/`, without the theme. Absent: it has none. */
  readonly picture?: string;
  /** The text in an empty instance. Absent: the screen is never empty. */
  readonly empty?: string;
  /** True: it needs the server before it shows anything, so it must report a missing answer. */
  readonly reads?: true;
  /** The rows of its long list, of which the gate looks at the first few. Absent: it has none. */
  readonly alike?: string;
  /** Where it is tested instead, and why. Absent: here. */
  readonly apart?: string;
}

const heading = (name: string) => `role=heading[name="${name}"]`;
/** It frames a page without scripts, which no check can inspect from outside. */
const PUBLIC_PAGE = 'admin-public-page.spec.ts: it frames a page without scripts';
const setting = (
  page: string,
  name: string,
  more: Pick<AdminScreen, 'reads' | 'picture' | 'alike'> = {},
): AdminScreen => ({
  route: `/settings/${page}`,
  full: () => `/settings/${page}`,
  ready: heading(name),
  ...more,
});
const READS = { reads: true } as const;

/** Every screen of the window. A missing route fails a test. */
export const ADMIN_SCREENS: readonly AdminScreen[] = [
  {
    route: '/',
    full: () => '',
    ready: heading('Last 24 hours'),
    picture: 'admin-overview',
    empty: heading('Local service'),
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
    picture: 'admin-catalog',
    reads: true,
  },
  {
    route: '/catalog/:name',
    full: () => '/catalog/invoice.paid?tab=typescript',
    ready: 'role=heading[level=2] >> text=paid',
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
    ready: '.monaco-editor .view-line >> nth=3',
    picture: 'admin-schema',
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
    ready: 'role=columnheader[name="Limit"]',
    empty: 'main >> h1',
    reads: true,
  },
  {
    route: '/apps/:appId',
    full: ({ appId }) => `/apps/${appId}`,
    ready: 'role=main >> text=25 waiting',
    picture: 'admin-application',
    reads: true,
  },
  {
    route: '/apps/:appId/endpoints/:endpointId',
    full: ({ appId, orders }) => `/apps/${appId}/endpoints/${orders}`,
    ready: heading('Newest attempts'),
    picture: 'admin-endpoint',
    reads: true,
  },
  {
    route: '/apps/:appId/endpoints/:endpointId',
    full: ({ appId, orders }) => `/apps/${appId}/endpoints/${orders}?tab=settings`,
    ready: heading('Headers'),
  },
  {
    route: '/apps/:appId/endpoints/:endpointId',
    full: ({ appId, orders }) => `/apps/${appId}/endpoints/${orders}?tab=integrate`,
    ready: heading('Signing secret'),
  },
  {
    route: '/apps/:appId/endpoints/:endpointId/live',
    full: ({ appId, archive }) => `/apps/${appId}/endpoints/${archive}/live`,
    ready: '[data-testid=delivery-sentence] >> text=Clear in',
    picture: 'admin-live-endpoint',
    reads: true,
  },
  {
    route: '/apps/:appId/polling/:pollerId',
    full: ({ appId, poller }) => `/apps/${appId}/polling/${poller}`,
    ready: 'role=list[name="Consumers"] >> text=billing',
    picture: 'admin-polling-endpoint',
    reads: true,
  },
  { route: '/public', full: () => '/public', ready: 'main >> h1', apart: PUBLIC_PAGE },
  {
    route: '/preview',
    full: () => '/preview?mode=matrix&rows=all',
    ready: 'role=main >> role=row >> nth=6',
    picture: 'admin-preview',
    empty: 'main >> h1',
    reads: true,
  },
  {
    route: '/releases',
    full: () => '/releases',
    ready: 'role=list >> role=listitem >> nth=1',
    picture: 'admin-releases',
    empty: heading('No releases yet'),
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
    route: '/deliveries',
    full: ({ refused }) => `/deliveries?attempt=${refused}`,
    ready: 'role=complementary >> role=region[name="Response body"]',
    picture: 'admin-messages',
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
    // The rate of the last seconds, which are read after the row is there.
    ready: 'role=grid >> text="1.8 of 2/s"',
    picture: 'admin-live',
    empty: heading('No endpoints yet'),
    reads: true,
  },
  {
    route: '/deliveries/messages',
    full: () => '/deliveries/messages',
    ready: 'role=grid >> role=row >> nth=0',
    empty: heading('No messages yet'),
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
    ready: 'role=main >> canvas >> nth=2',
    picture: 'admin-simulator',
  },
  { route: '/*', full: () => '/nowhere', ready: heading('There is no screen at this URL') },
  { route: '/settings', full: () => '/settings', ready: heading('General') },
  setting('general', 'General'),
  setting('data', 'Data', READS),
  setting('service', 'Service', READS),
  setting('nodes', 'Nodes', READS),
  setting('diagnostics', 'Diagnostics'),
  setting('logs', 'Logs', READS),
  setting('about', 'About', { alike: '[aria-label=Packages] > li' }),
  setting('portal', 'Portal branding', READS),
  {
    ...setting('texts', 'Portal texts', READS),
    apart:
      'admin-portal-texts.spec.ts: it lists what the portal says while it loads, which the checks wait to be gone',
  },
  // Redirects to the public catalog.
  { route: '/settings/catalog', full: () => '/settings/catalog', ready: 'main >> h1', apart: PUBLIC_PAGE },
  setting('tokens', 'Tokens', READS),
  setting('browsers', 'Sessions', READS),
  setting('audit', 'Audit', READS),
  setting('sending', 'Sending', { reads: true, picture: 'admin-sending' }),
  setting('targets', 'Network access', READS),
  setting('notices', 'Notices', READS),
  setting('connections', 'Connections'),
  setting('appearance', 'Appearance'),
  setting('shortcuts', 'Shortcuts', { alike: '[data-command]' }),
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
