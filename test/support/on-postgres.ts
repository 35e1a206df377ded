const inFolder = (folder: string, ...names: readonly string[]) =>
  names.map((name) => `test/${folder}/${name}.test.ts`);
const http = inFolder.bind(null, 'server/http');

/** Everything that is asked of a server over HTTP, by the official clients too, and of two that sync. */
export const ON_POSTGRES = [
  'test/server/http/**/*.test.ts',
  'test/compat/**/*.test.ts',
  'test/server/sync/**/*.test.ts',
];

/**
 * Of these, tests of what only a database in a file has, of what takes long and asks the database for little, those that
 * start a PostgreSQL of their own anyway, and one whose clock stands still: a node waits for what another may have sent.
 */
export const NEVER_ON_POSTGRES = http(
  ...['damaged-database', 'data-folder', 'disk-full', 'lost-database', 'spoiled-database'],
  ...['description-examples', 'environment-export', 'erasure-backups', 'notice-of-crash', 'public-files'],
  ...['setting-addresses'],
  ...[
    'accept-on-any-node',
    'endpoint-state',
    'poll-on-any-node',
    'server-on-postgres',
    'shared-idempotency',
    'silent-postgres',
  ],
);

/**
 * Of these, the ones that the gate runs there: with the tests of the storage, of the engine and of several nodes, they
 * call each method of each store on PostgreSQL, or `both-engines.test.ts` fails and names those that are missing. Of a long
 * one, tests that call nothing further are a `testOnFile`. Some short ones more are about the order and the number of rows.
 * The nightly run takes all, and `POSTHORN_TEST_ALL=1` any one that is named.
 */
export const GATE_ON_POSTGRES = [
  ...http(
    ...['all-applications', 'all-attempts', 'attempt-lists', 'attempts', 'bodies-on-the-way'],
    ...['browser-sessions', 'cancel-messages', 'catalog-domain', 'dated-previews', 'deprecated-deliveries'],
    ...[
      'endpoint-order',
      'erasure-scope',
      'event-type-bulk',
      'event-type-notices',
      'event-type-summaries',
      'event-type-usage',
    ],
    ...['event-type-version-tag', 'event-types', 'explanations', 'filtered-messages', 'flag-releases'],
    ...['integrations', 'later-messages', 'message-contents', 'official-clients', 'one-truth'],
    ...['notice-channels', 'notices', 'open-responses', 'overview', 'paging', 'polling-endpoints'],
    ...['preview-drafts', 'query-times', 'receiver-asks', 'usage-statistics'],
  ),
  ...inFolder('server/sync', 'bulk-in-copy', 'interrupted-sync', 'other-instance'),
];
