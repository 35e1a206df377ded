import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { keepTemporaryFilesInMemory } from './support/memory-folder';

keepTemporaryFilesInMemory();

export default defineConfig({
  root: resolve(import.meta.dirname, '..'),
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
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
