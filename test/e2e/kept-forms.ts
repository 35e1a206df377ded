/** What the addresses of forms name. */
export interface FormPlaces {
  readonly appId: string;
  readonly endpointId: string;
  /** A connection that is edited in a working copy, with a conflict. */
  readonly copyId: string;
}

/** A form that is typed into. */
export interface Form {
  readonly name: string;
  /** The source file that keeps what is typed. */
  readonly keptBy: string;
  readonly at: (places: FormPlaces) => string;
  /** What opens it, one after the other: buttons, links, menu items; an expression: a row. Absent: it is part of the screen. */
  readonly open?: readonly (string | RegExp)[];
  /** What is pressed to begin a text in it, while there is none. */
  readonly begin?: string;
  /** True: it is part of the screen though something opens it. */
  readonly isInScreen?: boolean;
  /** What has to be chosen on the screen before. */
  readonly document?: object;
  readonly field: string;
  /** True: an editor for JSON. */
  readonly isEditor?: boolean;
}

const ADMIN = 'src-renderer/admin/features';
const SETTINGS = '/local/settings';
const app = ({ appId }: FormPlaces) => `/local/apps/${appId}`;
const endpoint = (places: FormPlaces) => `${app(places)}/endpoints/${places.endpointId}`;
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  webhooks: { 'pet.sold': { post: { description: 'A pet was sold.' } } },
};

type Words = readonly [keptBy: string, name: string, at: string | Form['at'], field: string];

const form = ([keptBy, name, at, field]: Words, ...open: (string | RegExp)[]): Form => ({
  ...{ keptBy, name, field, at: typeof at === 'string' ? () => at : at },
  ...(open.length > 0 && { open }),
});

export const ADMIN_FORMS: readonly Form[] = [
  form([`${ADMIN}/catalog/create-event-type.tsx`, 'new event type', '/local/catalog', 'Description'], 'New'),
  form(
    [
      `${ADMIN}/catalog/event-type/edit-event-type.tsx`,
      'event type',
      '/local/catalog/invoice.paid',
      'Description',
    ],
    'Edit',
  ),
  {
    ...form(
      [`${ADMIN}/catalog/event-type/edit-example.tsx`, 'example', '/local/catalog/invoice.paid', 'Example'],
      'Edit example',
    ),
    isInScreen: true,
    isEditor: true,
  },
  {
    ...form([
      'src-renderer/shared/schema-view/payload-check.tsx',
      'payload',
      '/local/catalog/invoice.paid',
      'Payload to check',
    ]),
    begin: 'Check a payload',
  },
  form([`${ADMIN}/applications/create-application.tsx`, 'new application', '/local/apps', 'Name'], 'New'),
  form([`${ADMIN}/applications/edit-application.tsx`, 'application', app, 'Name'], 'Edit'),
  form([`${ADMIN}/applications/endpoint-form.tsx`, 'new endpoint', app, 'URL'], 'Add endpoint'),
  form([`${ADMIN}/applications/endpoint-form.tsx`, 'endpoint', endpoint, 'Description (optional)'], 'Edit'),
  form(
    [`${ADMIN}/applications/portal-access.tsx`, 'portal access', app, 'Session (optional)'],
    'Portal access',
  ),
  form([`${ADMIN}/settings/token-settings.tsx`, 'token', `${SETTINGS}/tokens`, 'Purpose'], 'New token'),
  form(
    [`${ADMIN}/settings/allow-target.tsx`, 'target', `${SETTINGS}/targets`, 'Note (optional)'],
    'Allow a target',
  ),
  form(
    [`${ADMIN}/settings/notices/channel-form.tsx`, 'channel', `${SETTINGS}/notices`, 'Name'],
    'Add a channel',
  ),
  form(
    [
      'src-renderer/admin/parts/connections/add-connection.tsx',
      'connection',
      `${SETTINGS}/connections`,
      'URL',
    ],
    'Connect to another instance',
  ),
  form(
    [
      'src-renderer/admin/parts/connections/edit-connection.tsx',
      'edited connection',
      `${SETTINGS}/connections`,
      'Name',
    ],
    'Edit Mirror',
  ),
  form([
    `${ADMIN}/settings/sending-settings.tsx`,
    'limit of endpoints',
    `${SETTINGS}/sending`,
    'Max. endpoints per application',
  ]),
  form([`${ADMIN}/settings/retry-ladder.tsx`, 'retries', `${SETTINGS}/sending`, 'Retry 1 after']),
  form([`${ADMIN}/settings/portal-look/use-look-draft.ts`, 'portal look', `${SETTINGS}/portal`, 'Logo']),
  form([
    `${ADMIN}/settings/portal-texts/use-text-draft.ts`,
    'portal texts',
    `${SETTINGS}/texts`,
    'session.portal',
  ]),
  form([`${ADMIN}/public-page/public-screen.tsx`, 'public catalog', '/local/public', 'Display name']),
  form([`${ADMIN}/import/choose-document.tsx`, 'pasted document', '/local/import', 'Or paste a document']),
  // After the one that is pasted: until the reload, the screen shows what is to be imported.
  {
    ...form([`${ADMIN}/import/rename-sheet.tsx`, 'rename', '/local/import', 'Find'], 'Rename rows'),
    document: DOCUMENT,
  },
  form(
    ['src-renderer/admin/parts/releases/plan-release.tsx', 'new release', '/local/releases', 'Flag'],
    'Plan a release',
  ),
  form(
    [`${ADMIN}/releases/change-release.tsx`, 'release', '/local/releases', 'Note (optional)'],
    'Change the release of beta',
  ),
  form([`${ADMIN}/preview/sets/flag-set-sheet.tsx`, 'flag set', '/local/preview', 'Name'], 'New set'),
  form(
    [`${ADMIN}/preview/snapshot-names.tsx`, 'snapshot', '/local/preview', 'Name a snapshot of now'],
    'As of Now, time of the catalog',
  ),
  form([`${ADMIN}/preview/share/share-sheet.tsx`, 'share', '/local/preview', 'Title'], 'More', 'Share…'),
  form([`${ADMIN}/catalog/bulk-sheet.tsx`, 'bulk', '/local/catalog?select=1', 'Flag'], /ping/, 'Set flag'),
  form(
    [
      'src-renderer/admin/parts/change-limit.tsx',
      'limit',
      (to) => `${endpoint(to)}/live`,
      'Messages per second to this endpoint',
    ],
    'Change limit',
  ),
  form([
    'src-renderer/shared/endpoint/use-endpoint-headers.ts',
    'header',
    (places) => `${endpoint(places)}?tab=settings`,
    'Header',
  ]),
  {
    ...form(
      [
        `${ADMIN}/schema/sheets/infer-sheet.tsx`,
        'sample',
        '/local/catalog/invoice.paid/schema',
        'Sample event or JSON Schema',
      ],
      'From a sample',
    ),
    isEditor: true,
  },
  {
    ...form(
      [
        `${ADMIN}/schema/sheets/check-payload.tsx`,
        'payload of a draft',
        '/local/catalog/invoice.paid/schema',
        'Payload to check',
      ],
      'Check a payload',
    ),
    isEditor: true,
  },
  { ...form([`${ADMIN}/send/send-screen.tsx`, 'message', '/local/send', 'Payload']), isEditor: true },
  {
    ...form(
      [`${ADMIN}/changes/sync-sheet.tsx`, 'conflict', ({ copyId }) => `/${copyId}/changes`, 'Value (JSON)'],
      'Push',
    ),
    begin: 'Edit by hand',
  },
];
export const PORTAL_FORMS: readonly Form[] = [
  form([
    'src-renderer/portal/endpoints/endpoint-form-page.tsx',
    'new endpoint',
    '/endpoints/new',
    'Endpoint URL',
  ]),
  form([
    'src-renderer/portal/endpoints/endpoint-form-page.tsx',
    'endpoint',
    ({ endpointId }) => `/endpoints/${endpointId}/edit`,
    'Description (optional)',
  ]),
  form([
    'src-renderer/shared/endpoint/use-endpoint-headers.ts',
    'header',
    ({ endpointId }) => `/endpoints/${endpointId}?tab=settings`,
    'Header',
  ]),
  {
    ...form([
      'src-renderer/shared/schema-view/payload-check.tsx',
      'payload',
      '/catalog/invoice.paid',
      'Payload to check',
    ]),
    begin: 'Check a payload you received',
  },
];
