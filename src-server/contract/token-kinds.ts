/**
 * The kinds of the sender's tokens. A full one may call everything; what the others may call is listed here, operation by
 * operation, so that a new operation is closed to them until somebody decides. The page of the documentation about tokens
 * and the tests of authorization read the same lists.
 */
export const TOKEN_KINDS = ['full', 'reader', 'support', 'catalog'] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];
/** A kind that may not call everything. */
export type LimitedKind = Exclude<TokenKind, 'full'>;
export const LIMITED_KINDS = ['reader', 'support', 'catalog'] as const satisfies readonly LimitedKind[];

/** What a kind is for, in a sentence. */
export const KIND_SUMMARIES: Readonly<Record<TokenKind, string>> = {
  full: 'May do everything.',
  reader: 'Sees everything except secrets, endpoint headers, tokens and connections. Changes nothing.',
  support:
    'Sees what a reader sees, sends messages again, and pauses, resumes, disables and enables endpoints.',
  catalog:
    'Edits and imports event types, edits feature flags and the public catalog, and shares catalog previews. Sees no messages or endpoints.',
};

/** What needs no token: the rows of the table of routes with the access `public`. */
const FOR_EVERYONE: ReadonlySet<string> = new Set([
  'GET /health',
  'GET /health/ping',
  'GET /openapi.json',
  'GET /portal/look',
  'POST /auth/browser-session/{session}/challenge',
  'POST /auth/one-time-token',
  'POST /server-proof',
]);

/** What every token of the sender may ask about itself. */
const ITSELF = [
  'GET /auth/whoami',
  'GET /auth/until-ended',
  'POST /auth/logout',
  'POST /auth/browser-session',
] as const;

/** The catalog as its editors see it. */
const READ_CATALOG = [
  'GET /event-type',
  'GET /event-type/{name}',
  'GET /event-type/{name}/example',
  'GET /event-type/export',
  'GET /event-type-changes',
  'GET /event-type-history',
  'GET /event-type/{name}/history',
  'GET /event-type/{name}/history/{version}',
  'GET /event-type-summaries',
  'GET /event-type-insights',
  'GET /event-type-last-sent',
  'GET /event-type/{name}/schema-report',
  'GET /event-type/schema/reports',
  'POST /event-type/{name}/check-payload',
  'POST /event-type/schema/check',
  'POST /event-type/schema/generate-example',
  'GET /event-type/import/receipt',
  'GET /event-type/import/receipt/{receipt}',
  'GET /catalog/flag-sets',
  'GET /flag-releases',
  'GET /flag-releases/{release}',
  'GET /public-page',
  'GET /portal/texts',
  'GET /portal/texts/{language}',
  'GET /settings',
  'GET /app',
  'GET /app/{app}',
] as const;

/** Customers, endpoints and messages, and how the service does. The audit belongs to it: it tells of endpoints. */
const READ_SENDING = [
  'GET /app/{app}/background-task',
  'GET /app/{app}/background-task/{task}',
  'GET /app/{app}/attempt/endpoint/{endpoint}',
  'GET /app/{app}/attempt/endpoint/{endpoint}/count',
  'GET /app/{app}/attempt/msg/{message}',
  'GET /app/{app}/endpoint',
  'GET /app/{app}/endpoint/{endpoint}',
  'GET /app/{app}/endpoint/{endpoint}/history',
  'GET /app/{app}/endpoint/{endpoint}/msg',
  'GET /app/{app}/endpoint/{endpoint}/pace',
  'GET /app/{app}/endpoint/{endpoint}/rate-limit-status',
  'GET /app/{app}/endpoint/{endpoint}/stats',
  'GET /app/{app}/history',
  'GET /app/{app}/integration',
  'GET /app/{app}/integration/{integration}',
  'GET /app/{app}/msg',
  'GET /app/{app}/msg/{message}',
  'GET /app/{app}/msg/{message}/attempt',
  'GET /app/{app}/msg/{message}/attempt/{attempt}',
  'GET /app/{app}/msg/{message}/attempt/{attempt}/headers',
  'GET /app/{app}/msg/{message}/endpoint',
  'GET /app/{app}/msg/{message}/endpoint/{endpoint}/attempt',
  'GET /app/{app}/msg/{message}/endpoint/{endpoint}/why',
  'GET /app/{app}/msg/{message}/why',
  'GET /app/{app}/polling-endpoint',
  'GET /app/{app}/polling-endpoint/{poller}',
  'GET /app/{app}/polling-endpoint/{poller}/consumer',
  'GET /app/{app}/queue',
  'GET /app/{app}/stats',
  'GET /audit',
  'GET /background-task',
  'GET /event-type/{name}/usage',
  'GET /background-task/{task}',
  'GET /data',
  'GET /delivery-state',
  'GET /diagnostics/log',
  'GET /fleet/app',
  'GET /fleet/attempt',
  'GET /fleet/attention',
  'GET /fleet/endpoint',
  'GET /fleet/message',
  'GET /live',
  'GET /nodes',
  'GET /notice-channels',
  'GET /notice-channels/{channel}',
  'GET /operational-webhook/endpoint',
  'GET /operational-webhook/endpoint/{endpoint}',
  'GET /operational-webhook/endpoint/{endpoint}/attempt',
  'GET /operational-webhook/event-type',
  'GET /overview',
  'GET /sending',
  'GET /service',
  'GET /target-consent',
  'POST /app/{app}/endpoint-filter/try',
  'POST /app/{app}/msg/precheck/active',
  'POST /stats/usage/app',
] as const;

/** What helps a customer whose messages did not arrive. Of an endpoint, see `FIELDS_OF_KIND`. */
const HELP = [
  'PATCH /app/{app}/endpoint/{endpoint}',
  'POST /app/{app}/background-task/{task}/stop',
  'POST /app/{app}/endpoint/{endpoint}/bulk-replay',
  'POST /app/{app}/endpoint/{endpoint}/recover',
  'POST /app/{app}/endpoint/{endpoint}/replay-missing',
  'POST /app/{app}/endpoint/{endpoint}/retry-now',
  'POST /app/{app}/msg/{message}/endpoint/{endpoint}/resend',
  'POST /app/{app}/msg/{message}/retry-now',
] as const;

/** Writing the catalog. Of share links, only those of the catalog; of the settings, see `FIELDS_OF_KIND`. */
const WRITE_CATALOG = [
  'POST /event-type',
  'PUT /event-type/{name}',
  'PATCH /event-type/{name}',
  'POST /event-type/{name}',
  'DELETE /event-type/{name}',
  'POST /event-type-bulk',
  'POST /event-type/{name}/history/{version}/restore',
  'POST /event-type/import/openapi',
  'POST /event-type/import/plan',
  'POST /event-type/import/apply',
  'GET /event-type/import/progress',
  'POST /event-type/import/receipt/{receipt}/undo',
  'PUT /catalog/flag-sets',
  'PATCH /settings',
  'POST /flag-releases',
  'PATCH /flag-releases/{release}',
  'DELETE /flag-releases/{release}',
  'POST /flag-releases/{release}/run',
  'POST /flag-releases/{release}/undo',
  'POST /portal-preview-drafts',
  'PUT /portal-preview-drafts/{draft}',
  'DELETE /portal-preview-drafts/{draft}',
  'GET /share-links',
  'POST /share-links',
  'DELETE /share-links/{share}',
  'GET /public-page/domain-check',
  'POST /public-page/preview',
  'POST /public-page/export',
  'POST /public-page/publish',
  'POST /sample/catalog',
] as const;

/** By kind, the operations that it may call, as `METHOD /path`. */
export const OPERATIONS_OF_KIND: Readonly<Record<LimitedKind, ReadonlySet<string>>> = {
  reader: new Set([...ITSELF, ...READ_CATALOG, ...READ_SENDING]),
  support: new Set([...ITSELF, ...READ_CATALOG, ...READ_SENDING, ...HELP]),
  catalog: new Set([...ITSELF, ...READ_CATALOG, ...WRITE_CATALOG]),
};

/** The fields that a kind may change with an operation of which others are closed to it. */
export const FIELDS_OF_KIND: Readonly<
  Partial<Record<LimitedKind, Readonly<Record<string, readonly string[]>>>>
> = {
  support: { 'PATCH /app/{app}/endpoint/{endpoint}': ['paused', 'disabled'] },
  catalog: {
    'PATCH /settings': ['eventCatalogPublished', 'catalogIntro', 'catalogLogo', 'catalogDomain'],
  },
};

/** Whether a kind may call an operation, or change one field with it. @param need `PATCH /settings readOnly` */
function mayKind(kind: LimitedKind, need: string): boolean {
  const [method, path, field] = need.split(' ');
  const operation = `${method} ${path}`;
  if (FOR_EVERYONE.has(operation)) return true;
  if (!OPERATIONS_OF_KIND[kind].has(operation)) return false;
  const fields = FIELDS_OF_KIND[kind]?.[operation];
  return field === undefined || fields === undefined || fields.includes(field);
}

/** Whether every kind may do it, so that nobody has to ask for the kind of a token. */
export const mayEveryKind = (need: string): boolean => LIMITED_KINDS.every((kind) => mayKind(kind, need));

/**
 * Why a kind may not do something, and which kinds may, in two sentences; null: it may.
 * @param need an operation, and after a space, where only some of its fields are open to a kind, the changed field
 */
export function kindRefusal(kind: LimitedKind, need: string): string | null {
  if (mayKind(kind, need)) return null;
  const others = LIMITED_KINDS.filter((other) => mayKind(other, need));
  const kinds = new Intl.ListFormat('en', { type: 'disjunction' }).format(['full', ...others]);
  return `A ${kind} token may not ${need.startsWith('GET ') ? 'read' : 'do'} this. It takes a ${kinds} token.`;
}
