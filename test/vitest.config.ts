import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { keepTemporaryFilesInMemory } from './support/memory-folder';

keepTemporaryFilesInMemory();

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
    ],
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
