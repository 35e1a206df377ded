import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { keepTemporaryFilesInMemory } from './support/memory-folder';

keepTemporaryFilesInMemory();

/** What puts another thing in the place of a module, of the clock or of the document, or whose modules hold state. */
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
          // Each file would load the whole server again, which takes longer than its tests. A module of the server
          // holds no state: everything is handed in, and nothing happens when it is imported.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'apart', include: APART } },
    ],
    // One core is left to the servers and the machine, but where there are two, both are used.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Real servers and real files: generous, so that a slow machine is never a failed promise.
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // Some tests watch the clock of a machine that does other things too. `npm test` names what needed a second try.
    retry: process.env.CI ? 1 : 0,
    reporters: ['default'],
  },
});
