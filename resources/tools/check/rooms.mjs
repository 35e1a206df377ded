// What the record of the tests cannot tell: what to run for files that no test executes, and one test for each room of the
// house, which fails if the room as a whole is broken.

/** @typedef {readonly (readonly [start: string, testFile: string])[]} Rows */

/**
 * By the beginnings of paths, the most specific first: the tests of files that nothing imports and nothing executes.
 * @type {Rows}
 */
export const TESTS_OF_OTHERS = [
  ['src-server/storage/migrations/', 'test/server/storage/migrate.test.ts'],
  ['src-server/storage/postgres/migrations/', 'test/server/storage/postgres-schema.test.ts'],
  ['src-main/preload.ts', 'test/electron/page-calls.spec.ts'],
  ['src-main/pressed-link.ts', 'test/electron/hostile-page.spec.ts'],
  ['resources/packaging/', 'test/packaging/packaging-config.test.ts'],
  ['package.json', 'test/packaging/npm-package.test.ts'],
  ['package-lock.json', 'test/packaging/npm-package.test.ts'],
  ['.github/workflows/', 'test/packaging/release-workflow.test.ts'],
];

/**
 * By the beginnings of paths, the most specific first, so that each file below `src-*` has one: a file of tests that goes
 * through the whole room in a few seconds. Of a spec, its quickest test.
 * @type {Rows}
 */
export const SMOKE_TESTS = [
  ['src-server/access/', 'test/server/access/tokens.test.ts'],
  ['src-server/catalog/', 'test/server/http/event-types.test.ts'],
  ['src-server/cli/', 'test/server/cli/send.test.ts'],
  ['src-server/cluster/', 'test/server/cluster/membership.test.ts'],
  ['src-server/delivery/', 'test/server/http/sending.test.ts'],
  ['src-server/diagnostics/', 'test/server/http/diagnostics.test.ts'],
  ['src-server/json-schema/', 'test/server/http/event-types.test.ts'],
  ['src-server/live/', 'test/server/http/live-stream.test.ts'],
  ['src-server/outbound/', 'test/server/outbound/proxied-deliveries.test.ts'],
  ['src-server/pacing/', 'test/server/delivery/engine-limits.test.ts'],
  ['src-server/storage/', 'test/server/storage/message-path.test.ts'],
  ['src-server/sync/', 'test/server/sync/forward.test.ts'],
  ['src-server/working-copy/', 'test/server/sync/forward.test.ts'],
  ['src-server/', 'test/server/server.test.ts'],
  ['src-main/', 'test/electron/start.spec.ts'],
  ['src-renderer/catalog/', 'test/e2e/public-catalog.spec.ts'],
  ['src-renderer/docs/', 'test/e2e/api-docs.spec.ts'],
  ['src-renderer/portal/', 'test/e2e/portal-catalog.spec.ts'],
  ['src-renderer/share/', 'test/e2e/preview-share.spec.ts'],
  ['src-renderer/', 'test/e2e/admin-log-in.spec.ts'],
];
