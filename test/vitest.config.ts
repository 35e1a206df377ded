import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { postgresPrograms } from '../resources/tools/postgres-server.mjs';
import { keepTemporaryFilesInMemory } from './support/memory-folder';

keepTemporaryFilesInMemory();

/** Tests of what only a database in a file has, and of what takes long and asks the database for little. */
const NOT_ON_POSTGRES = [
  ...['damaged-database', 'data-folder', 'disk-full', 'lost-database'],
  ...['environment-export', 'public-files', 'setting-addresses'],
].map((name) => `test/server/http/${name}.test.ts`);
const HAS_POSTGRES = Boolean(process.env.POSTHORN_TEST_DATABASE) || postgresPrograms() !== null;
/** Everything that is asked of a server over HTTP, by the official clients too: each on a server with PostgreSQL. */
const ON_POSTGRES = ['test/server/http/**/*.test.ts', 'test/compat/**/*.test.ts'];
if (!HAS_POSTGRES)
  console.warn(
    'SKIPPED: the tests over HTTP with PostgreSQL, because there is none here. Install it, or name one in POSTHORN_TEST_DATABASE.',
  );

/** Tests that replace a module, the clock or the document, or whose modules hold state. */
const APART = ['test/renderer/**/*.test.{ts,tsx}', 'test/server/http/disk-full.test.ts'];

export default defineConfig({
  root: resolve(import.meta.dirname, '..'),
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...APART],
          // With isolation, each file would load the whole server, which takes longer than its tests. A module of the
          // server holds no state: everything is injected, and importing it has no effect.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'apart', include: APART } },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: HAS_POSTGRES ? ON_POSTGRES : [],
          exclude: [...configDefaults.exclude, ...NOT_ON_POSTGRES],
          env: { POSTHORN_TEST_ENGINE: 'postgres' },
          isolate: false,
        },
      },
    ],
    globalSetup: ['test/support/postgres-run.ts'],
    // Leaves one core to the servers and the machine, but uses both if there are two.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Real servers and real files: generous, so that a slow machine fails no test.
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // Some tests measure real time on a shared machine. `npm test` names those that needed a second run.
    retry: process.env.CI ? 1 : 0,
    reporters: ['default'],
  },
});
