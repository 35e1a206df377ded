import type { OperationName } from '../../../src-server/contract/operations/api-operations';
import type { WritingCall } from '../../api/api-client';

/** What is deleted, to continue the sentence "This is going to"; null: nothing that matters. */
const DELETIONS: Readonly<Record<Extract<OperationName, `DELETE ${string}`>, string | null>> = {
  'DELETE /app/{app}': 'delete an application with its endpoints',
  'DELETE /app/{app}/endpoint/{endpoint}': 'delete an endpoint',
  'DELETE /app/{app}/integration/{integration}': 'delete an integration',
  'DELETE /app/{app}/msg/{message}/attempt/{attempt}/content': 'delete the response of an attempt',
  'DELETE /app/{app}/msg/{message}/content': 'delete the payload of a message',
  'DELETE /app/{app}/polling-endpoint/{poller}': 'delete a polling endpoint with its token',
  'DELETE /app/{app}/polling-endpoint/{poller}/consumer/{consumer}': 'forget how far a consumer has read',
  'DELETE /auth/app/{app}/session/{session}': 'end a session of a customer',
  'DELETE /auth/browser-session/{session}': 'log a browser out',
  'DELETE /auth/token/{token}': 'revoke a token',
  'DELETE /connections/{id}': 'delete a connection',
  // Edits of a working copy can be undone, and nothing is sent until they are synced.
  'DELETE /connections/{id}/working-copy/changes/{name}': null,
  'DELETE /connections/{id}/working-copy/event-types/{name}': null,
  'DELETE /data/backup/{backup}': 'delete a backup',
  // Cancels a restore that has not happened yet.
  'DELETE /data/restore': null,
  'DELETE /event-type/{name}': 'delete an event type',
  'DELETE /operational-webhook/endpoint/{endpoint}': 'delete an endpoint',
  // Ends what a preview showed; nothing of it was stored.
  'DELETE /portal-preview-drafts/{draft}': null,
  'DELETE /portal/look/{kind}': 'delete a file of the portal branding',
  'DELETE /portal/texts/{language}': 'remove a language from the portal',
  'DELETE /receiver/{bin}': 'delete the requests of the receiver',
  'DELETE /notice-channels/{channel}': 'delete a notice channel',
  'DELETE /flag-releases/{release}': 'cancel a release',
  'DELETE /share-links/{share}': 'revoke a share link',
  'DELETE /target-consent/{id}': 'remove an allowed target',
};

/** Calls that hide, replace or stop something, or do it to many. Everything else can be undone or only adds. */
const CHANGES: Readonly<Partial<Record<OperationName, string>>> = {
  'PATCH /settings': 'change a setting for everyone',
  'POST /flag-releases/{release}/run': 'release event types to everyone',
  'POST /flag-releases/{release}/undo': 'hide event types again',
  'POST /event-type-bulk': 'change many event types at once',
  'POST /event-type/import/apply': 'import event types',
  'POST /event-type/import/openapi': 'import event types',
  'POST /environment/import': 'replace the catalog with a file',
  'POST /erasure': 'erase the content of messages for good',
  'POST /data/restore': 'replace all data with a backup',
  'POST /app/{app}/endpoint/{endpoint}/secret/rotate': 'rotate the secret of an endpoint',
  'POST /operational-webhook/endpoint/{endpoint}/secret/rotate': 'rotate the secret of an endpoint',
  'POST /auth/app/{app}/expire-all': 'end sessions of customers',
  'POST /auth/browser-session/end-others': 'log browsers out',
  'POST /app/{app}/endpoint/{endpoint}/recover': 'send many messages again',
  'POST /app/{app}/endpoint/{endpoint}/skip': 'give up a message',
  'POST /app/{app}/endpoint/{endpoint}/retry-now': 'send many messages again',
  'POST /app/{app}/endpoint/{endpoint}/replay-missing': 'send many messages again',
  'POST /app/{app}/endpoint/{endpoint}/bulk-replay': 'send many messages again',
};

/** Changes of single fields that hide or stop something, by the resulting content of the body. */
const FIELDS: readonly (readonly [name: OperationName, inBody: string, label: string])[] = [
  ['PATCH /event-type/{name}', '"archived":true', 'archive an event type'],
  ['PATCH /app/{app}/endpoint/{endpoint}', '"disabled":true', 'disable an endpoint'],
  ['PATCH /app/{app}/endpoint/{endpoint}', '"paused":true', 'pause an endpoint'],
  ['PATCH /operational-webhook/endpoint/{endpoint}', '"disabled":true', 'disable an endpoint'],
  ['PATCH /operational-webhook/endpoint/{endpoint}', '"paused":true', 'pause an endpoint'],
];

/** What a call destroys or does to many, in words; null: nothing of the kind. */
export function destructionOf({ name, body = '' }: WritingCall): string | null {
  if (isDeletion(name)) return DELETIONS[name];
  // A dry run writes nothing.
  if (body.includes('"dryRun":true')) return null;
  const field = FIELDS.find(([operation, inBody]) => operation === name && body.includes(inBody));
  return field?.[2] ?? CHANGES[name] ?? null;
}

function isDeletion(name: OperationName): name is keyof typeof DELETIONS {
  return Object.hasOwn(DELETIONS, name);
}
