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
  ...['environment-export', 'public-files', 'setting-addresses'],
  ...['accept-on-any-node', 'endpoint-state', 'server-on-postgres', 'shared-idempotency', 'silent-postgres'],
);

/**
 * Tests that take long for what they ask of the database, so that they meet PostgreSQL in the nightly run alone. Without
 * them, every method of every store is still called on both engines: `both-engines.test.ts` fails otherwise.
 */
export const NIGHTLY_ON_POSTGRES = [
  ...http(
    ...['attention', 'authorization-matrix', 'bad-input', 'body-room'],
    ...['check-payload-budget', 'compression', 'content-tag', 'cyclic-document', 'described-rules'],
    ...['description', 'description-fuzz', 'diagnostics', 'dot-names', 'doubted-clock'],
    ...['endpoint-limits', 'environment', 'flag-sets', 'group-rules', 'hidden-names', 'https-only'],
    ...['import-edits', 'import-plan', 'import-receipts', 'import-sources', 'import-traps'],
    ...['key-order', 'large-catalog', 'limits', 'long-responses', 'look-files', 'pages'],
    ...['preview-draft-pages', 'public-leak', 'public-page', 'receiver', 'replays', 'retry-now'],
    ...['robots', 'schema-check', 'schema-text', 'settings', 'share-links', 'signatures'],
    ...['signed-requests'],
  ),
  ...inFolder('compat', 'behaviours/delivery', 'behaviours/endpoints', 'kitchen-sink', 'operations'),
  ...inFolder('compat', 'paging', 'verification', 'wire'),
  ...inFolder(
    'server/sync',
    ...['background-check', 'copy-edits', 'endless-remote', 'flag-sets-in-copy', 'forward'],
    ...['import-into-copy', 'plain-server-sync', 'secret-box', 'three-way-sync', 'two-instances'],
    ...['unconfirmed-write', 'working-copies'],
  ),
];
