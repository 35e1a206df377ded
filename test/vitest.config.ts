import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: resolve(import.meta.dirname, '..'),
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    // Real servers and real files: generous, so that a slow machine is never a failed promise.
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // Some tests watch the clock of a machine that does other things too. `npm test` names what needed a second try.
    retry: process.env.CI ? 1 : 0,
    reporters: ['default'],
  },
});
