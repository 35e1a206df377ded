import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: resolve(import.meta.dirname, '..'),
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    // Real servers and real files: generous, so that a slow machine is never a failed promise.
    testTimeout: 20_000,
    hookTimeout: 30_000,
    reporters: ['default'],
  },
});
