import type { WritingCall } from '../../api/api-client';

interface Row {
  readonly method: string;
  /** Fits the path without its query. */
  readonly path: RegExp;
  /** Fits the body; absent: whatever it is. */
  readonly body?: RegExp;
  /** What it does, as it goes on after "This is going to"; null: nothing that matters. */
  readonly words: string | null;
}

/**
 * What deletes, hides, replaces or stops something, or sends many messages once more, from the most special to the
 * most general. Everything else can be taken back or adds to what is there.
 */
const ROWS: readonly Row[] = [
  { method: 'DELETE', path: /^\/app\/[^/]+\/endpoint\/[^/]+$/, words: 'delete an endpoint' },
  { method: 'DELETE', path: /^\/app\/[^/]+$/, words: 'delete an application with its endpoints' },
  { method: 'DELETE', path: /^\/event-type\//, words: 'delete an event type' },
  { method: 'DELETE', path: /^\/auth\/token\//, words: 'revoke a token' },
  { method: 'DELETE', path: /^\/data\/backup\//, words: 'delete a backup' },
  { method: 'DELETE', path: /^\/auth\/app\/[^/]+\/session\//, words: 'end a session of a customer' },
  // Gives up a restore that has not happened yet.
  { method: 'DELETE', path: /^\/data\/restore$/, words: null },
  { method: 'DELETE', path: /^\/target-consent\//, words: 'close a target' },
  { method: 'DELETE', path: /./, words: 'delete something' },
  { method: 'PATCH', path: /^\/event-type\//, body: /"archived":true/, words: 'archive an event type' },
  { method: 'PATCH', path: /\/endpoint\/[^/]+$/, body: /"disabled":true/, words: 'disable an endpoint' },
  { method: 'PATCH', path: /\/endpoint\/[^/]+$/, body: /"paused":true/, words: 'pause an endpoint' },
  { method: 'PATCH', path: /^\/settings$/, words: 'change a setting for everybody' },
  { method: 'POST', path: /^\/event-type-bulk$/, words: 'change many event types at once' },
  { method: 'POST', path: /^\/event-type\/import\/(apply|openapi)$/, words: 'import event types' },
  { method: 'POST', path: /^\/environment\/import$/, words: 'replace the catalog by a file' },
  { method: 'POST', path: /^\/data\/restore$/, words: 'replace all data by a backup' },
  { method: 'POST', path: /\/secret\/rotate$/, words: 'change the secret of an endpoint' },
  { method: 'POST', path: /\/expire-all$/, words: 'end sessions of customers' },
  {
    method: 'POST',
    path: /\/(recover|replay-missing|bulk-replay)$/,
    words: 'send many messages once more',
  },
];

/** What a call destroys or does to many, in words; null: nothing of the kind. */
export function destructionOf({ method, path, body = '' }: WritingCall): string | null {
  const [plain = ''] = path.split('?');
  // A rehearsal writes nothing.
  if (/"dryRun":true/.test(body)) return null;
  const row = ROWS.find(
    (one) => one.method === method && one.path.test(plain) && (one.body?.test(body) ?? true),
  );
  return row?.words ?? null;
}
