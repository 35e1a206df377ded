import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

// The long form of the crash tests: `npm run test:crash` takes half an hour.
export default defineConfig({
  root: resolve(import.meta.dirname, '..'),
  test: {
    include: ['test/crash/*.test.ts'],
    env: { POSTHORN_CRASH_SUITE: 'long' },
    globalSetup: ['test/support/postgres-run.ts'],
    // In sequence: each needs the machine for itself, and measures time.
    fileParallelism: false,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    reporters: ['default'],
  },
});
