import type { AuditAction } from '../contract/audit';
import type { AuditFields } from '../storage/audit-fields';

/** What the audit says of an operation. */
export interface AuditedOperation {
  /** An update that makes something is its creation, and one that only pauses or resumes it is that. */
  readonly action: AuditAction | ((body: never) => AuditAction);
  /** Where the id, uid or name of what it is about stands: a parameter of the path. Absent: the store says it. */
  readonly target?: string;
  /** The same where it is always one thing. */
  readonly of?: string;
  /** How the ids of what it is about begin, where it may change other things on the way. */
  readonly prefix?: string;
  /** What was asked for, where no store says what changed. Never a text of a message. */
  readonly after?: (body: never) => AuditFields;
}

const rotated = () => ({ secret: 'rotated' });
const namesIn = (body: object) => ({ conditions: Object.keys(body).filter((name) => name !== 'dryRun') });

/** Operations that change something for a person or a program, as `METHOD /path`. */
export const AUDITED_OPERATIONS: Readonly<Record<string, AuditedOperation>> = {
  'POST /app': { action: 'application.created' },
  'PUT /app/{app}': { action: 'application.updated' },
  'PATCH /app/{app}': { action: 'application.updated' },
  'DELETE /app/{app}': { action: 'application.deleted' },
  'POST /sample': { action: 'application.created', prefix: 'app_' },

  ...endpointOperations('/app/{app}/endpoint'),
  'PATCH /app/{app}/endpoint/{endpoint}/headers': { action: 'endpoint.updated' },
  ...endpointOperations('/operational-webhook/endpoint'),

  'POST /app/{app}/polling-endpoint': { action: 'endpoint.created' },
  'PATCH /app/{app}/polling-endpoint/{poller}': { action: 'endpoint.updated' },
  'DELETE /app/{app}/polling-endpoint/{poller}': { action: 'endpoint.deleted' },

  'POST /app/{app}/msg/{message}/endpoint/{endpoint}/resend': { action: 'message.resent', target: 'message' },
  'POST /app/{app}/msg/{message}/retry-now': { action: 'message.resent', target: 'message' },
  'POST /app/{app}/endpoint/{endpoint}/retry-now': { action: 'message.resent', target: 'endpoint' },
  'POST /app/{app}/endpoint/{endpoint}/replay-missing': { action: 'message.resent', target: 'endpoint' },
  'POST /app/{app}/endpoint/{endpoint}/bulk-replay': { action: 'message.resent', target: 'endpoint' },
  'POST /app/{app}/endpoint/{endpoint}/recover': { action: 'message.recovered', target: 'endpoint' },
  'POST /app/{app}/endpoint/{endpoint}/cancel-msgs': { action: 'message.updated', target: 'endpoint' },
  'POST /app/{app}/endpoint/{endpoint}/skip': { action: 'message.updated', target: 'endpoint' },
  'DELETE /app/{app}/msg/{message}/content': { action: 'message.deleted', target: 'message' },
  'POST /app/{app}/msg/bulk-expunge': { action: 'message.deleted', target: 'app' },
  'POST /app/{app}/msg/expunge-all-contents': { action: 'message.deleted', target: 'app' },
  'DELETE /app/{app}/msg/{message}/attempt/{attempt}/content': {
    action: 'message.deleted',
    target: 'attempt',
  },
  'POST /erasure': { action: 'erasure.run', of: 'messages', after: namesIn },

  'POST /event-type': { action: 'event_type.created' },
  'PUT /event-type/{name}': { action: 'event_type.updated' },
  'PATCH /event-type/{name}': { action: 'event_type.updated' },
  'POST /event-type/{name}': { action: 'event_type.updated' },
  'DELETE /event-type/{name}': { action: 'event_type.deleted' },
  'POST /event-type-bulk': { action: 'event_type.updated' },
  'POST /event-type/{name}/history/{version}/restore': { action: 'event_type.restored', target: 'name' },
  'PUT /catalog/flag-sets': { action: 'flag_set.updated' },
  'POST /flag-releases': { action: 'flag_set.created' },
  'PATCH /flag-releases/{release}': { action: 'flag_set.updated' },
  'DELETE /flag-releases/{release}': { action: 'flag_set.deleted' },
  'POST /flag-releases/{release}/run': { action: 'flag_set.run' },
  'POST /flag-releases/{release}/undo': { action: 'flag_set.restored' },

  'POST /event-type/import/openapi': { action: 'import.imported', of: 'event types' },
  'POST /event-type/import/apply': { action: 'import.imported', of: 'event types' },
  'POST /event-type/import/receipt/{receipt}/undo': { action: 'import.restored', target: 'receipt' },
  'POST /environment/import': { action: 'import.imported', of: 'environment' },
  'POST /sample/catalog': { action: 'import.imported', of: 'sample' },
  'POST /connections/{id}/working-copy/sync': { action: 'sync.run', target: 'id' },
  'POST /sync-receipts/{receipt}/undo': { action: 'sync.restored', target: 'receipt' },

  'POST /auth/token': { action: 'token.created' },
  'DELETE /auth/token/{token}': { action: 'token.revoked' },
  'POST /auth/token/{token}/rotate': { action: 'token.rotated', target: 'token', after: rotated },
  'POST /app/{app}/integration': { action: 'token.created' },
  'PUT /app/{app}/integration/{integration}': { action: 'token.updated', target: 'integration' },
  'DELETE /app/{app}/integration/{integration}': { action: 'token.revoked', target: 'integration' },
  'POST /app/{app}/integration/{integration}/key/rotate': {
    action: 'token.rotated',
    target: 'integration',
    after: rotated,
  },
  'POST /auth/app/{app}/poller/{poller}/token/rotate': {
    action: 'token.rotated',
    target: 'poller',
    after: rotated,
  },
  'DELETE /auth/browser-session/{session}': { action: 'token.revoked', target: 'session' },
  'POST /auth/browser-session/end-others': { action: 'token.revoked', of: 'other log-ins' },
  'POST /auth/app-portal-access/{app}': { action: 'portal_link.created', prefix: 'tok_' },
  'POST /auth/dashboard-access/{app}': { action: 'portal_link.created', prefix: 'tok_' },
  'POST /auth/app/{app}/expire-all': { action: 'portal_link.revoked', target: 'app' },
  'DELETE /auth/app/{app}/session/{session}': { action: 'portal_link.revoked', target: 'session' },
  'POST /share-links': { action: 'portal_link.created', prefix: 'share_' },
  'DELETE /share-links/{share}': { action: 'portal_link.revoked', target: 'share' },

  'POST /notice-channels': { action: 'notice_channel.created' },
  'PATCH /notice-channels/{channel}': { action: 'notice_channel.updated' },
  'DELETE /notice-channels/{channel}': { action: 'notice_channel.deleted' },

  'PATCH /settings': { action: 'settings.updated' },
  'PUT /sending': {
    action: ({ paused }: { readonly paused: boolean }) => (paused ? 'settings.paused' : 'settings.resumed'),
    of: 'sending',
  },
  'PUT /portal/look/{kind}': { action: 'settings.updated', target: 'kind' },
  'DELETE /portal/look/{kind}': { action: 'settings.deleted', target: 'kind' },
  'PUT /portal/texts/{language}': { action: 'settings.updated', target: 'language' },
  'DELETE /portal/texts/{language}': { action: 'settings.deleted', target: 'language' },
  'POST /public-page/publish': { action: 'settings.updated', of: 'public catalog' },
  'POST /target-consent': { action: 'settings.created' },
  'DELETE /target-consent/{id}': { action: 'settings.deleted', target: 'id' },
  'POST /connections': { action: 'settings.created' },
  'PATCH /connections/{id}': { action: 'settings.updated' },
  'DELETE /connections/{id}': { action: 'settings.deleted', target: 'id' },
};

function endpointOperations(path: string): Readonly<Record<string, AuditedOperation>> {
  return {
    [`POST ${path}`]: { action: 'endpoint.created' },
    [`PUT ${path}/{endpoint}`]: { action: 'endpoint.updated' },
    [`PATCH ${path}/{endpoint}`]: { action: 'endpoint.updated' },
    [`DELETE ${path}/{endpoint}`]: { action: 'endpoint.deleted' },
    [`PUT ${path}/{endpoint}/headers`]: { action: 'endpoint.updated' },
    [`POST ${path}/{endpoint}/secret/rotate`]: { action: 'endpoint.rotated', after: rotated },
  };
}
