/**
 * Files of tests that only the nightly run needs, unless what they test is changed: they take long, and hold in a
 * further way what a test of the gate holds already.
 */
export const NIGHTLY_FILES = [
  // The packaged program runs in the gate; this one installs the package with npm too.
  'test/packaging/npm-package.test.ts',
  // The gate kills a server (kill.test.ts), and nodes in a model (cluster-model.test.ts).
  'test/crash/kill-cycles.test.ts',
  'test/crash/nodes-die.test.ts',
  // The gate does so with servers in one process (accept-on-any-node, two-servers.test.ts).
  'test/crash/nodes-agree.test.ts',
  // The gate kills engines with an ordered endpoint (engine-order.test.ts), one and several (engine-model, cluster-model).
  'test/crash/ordered-kills.test.ts',
  // The gate cuts the log of a database (log-check.test.ts).
  'test/crash/power-cut.test.ts',
  // The gate holds the rules by which generators take the description (description-models.test.ts).
  'test/server/http/generated-clients.test.ts',
  // The gate bounds the schemas of an import together (import-sum.test.ts).
  'test/server/http/cyclic-document.test.ts',
  // The gate stores as many in the same way, of fewer bytes (github-webhooks.test.ts, pages.test.ts).
  'test/server/http/large-catalog.test.ts',
  // The gate retries at once without a load (retry-now.test.ts, of the engine and over HTTP).
  'test/server/delivery/retry-now-load.test.ts',
  // The gate interrupts a sync in one process (interrupted-sync.test.ts).
  'test/crash/working-copy.test.ts',
  // The gate runs out of descriptors in an engine (resource-shortage.test.ts).
  'test/crash/few-descriptors.test.ts',
];
